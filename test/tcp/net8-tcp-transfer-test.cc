// SPDX-License-Identifier: GPL-2.0-only
// Tests two TCP machines against each other over a link in memory: every byte arrives once and in
// order, or the connection ends with a specific error, and no timer remains. TcpPair checks the
// invariants at every event.
#include "net8-tcp-names.h"
#include "net8-tcp-pair.h"

#include <gtest/gtest.h>

namespace ns3::net8
{
namespace
{

/**
 * @ingroup net8-test
 * Let the client send data and both ends close.
 *
 * @param pair the pair, opened
 * @param bytes number of bytes
 * @param limit time limit, ns
 * @return time when the last byte was read, ns
 */
TcpTime
Transfer(TcpPair& pair, uint64_t bytes, TcpTime limit)
{
    bool closed = false;
    TcpTime done = 0;
    while (pair.Step(limit))
    {
        TcpConnection& client = *pair.client.tcp;
        if (client.GetState() == TcpState::ESTABLISHED && client.IsWritable())
        {
            if (pair.client.wrote < bytes)
            {
                pair.Write(pair.client, bytes - pair.client.wrote);
            }
            else if (!closed)
            {
                client.Close(pair.now);
                closed = true;
            }
        }
        if (pair.server.tcp && pair.server.tcp->IsReadable() &&
            pair.server.tcp->GetState() != TcpState::CLOSED)
        {
            pair.Read(pair.server);
            if (pair.server.read == bytes && done == 0)
            {
                done = pair.now;
            }
            if (pair.server.tcp->HasPeerFinished())
            {
                pair.server.tcp->Close(pair.now);
            }
        }
    }
    return done;
}

/// @param pair a pair whose session is finished
void
ExpectNothingLeft(const TcpPair& pair)
{
    EXPECT_TRUE(pair.client.tcp->IsDone()) << TcpStateName(pair.client.tcp->GetState());
    EXPECT_TRUE(pair.server.tcp->IsDone()) << TcpStateName(pair.server.tcp->GetState());
    EXPECT_EQ(pair.client.tcp->GetDeadline(), TcpTimers::NEVER);
    EXPECT_EQ(pair.server.tcp->GetDeadline(), TcpTimers::NEVER);
    EXPECT_EQ(pair.GetNext(), TcpTimers::NEVER);
}

/**
 * @ingroup net8-test
 * Write 18 segments, more than two thirds of a send buffer for 20, and let them be acknowledged.
 *
 * @param polls whether the program polls behind its write
 * @return size of the send buffer then
 */
uint32_t
BufferAfterWrite(bool polls)
{
    constexpr uint32_t SIZE = 18 * 1448;
    TcpPair pair({}, {}, {}, 1);
    pair.Open();
    pair.RunTo(SECOND);
    EXPECT_EQ(pair.Write(pair.client, SIZE), SIZE);
    if (polls)
    {
        pair.client.tcp->Poll();
        EXPECT_FALSE(pair.client.tcp->IsWritable());
    }
    pair.RunTo(2 * SECOND);
    EXPECT_TRUE(pair.client.tcp->IsWritable());
    return pair.client.tcp->GetSender().GetState().sendBuffer;
}

} // namespace

TEST(TcpTransfer, APollOfABufferThatIsNearlyFullLetsItGrow)
{
    // tcp_sndbuf_expand: twice the window, in segments of 2,048 bytes and an sk_buff of 256. That
    // is of 10 segments at first. The first acknowledgment, of two, makes it 12, and each segment
    // that leaves then looks for space (tcp_event_new_data_sent): behind the first there are nine
    // in flight, fewer than 12, so that the buffer grows. It has 24 * 2,304 bytes, of which 16 are
    // taken: a third is free, so that nothing waits any more, and it stays.
    EXPECT_EQ(BufferAfterWrite(false), 2 * 10 * 2304U);
    EXPECT_EQ(BufferAfterWrite(true), 2 * 12 * 2304U);
}

TEST(TcpTransfer, SlowStartTakesTheRoundTripsOfRfc6928)
{
    // 10 + 20 + 40 segments of 1448 bytes take three flights; with the handshake that is 2 * 3.5
    // one-way delays of 10 ms: SYN, SYN-ACK, then flights at 20, 40 and 60 ms, the last of which
    // arrives at 70 ms. The limit of the send buffer does not matter, as it holds twice the window.
    TcpPair pair(TcpSettings(), TcpSettings(), LinkRules(), 1);
    pair.Open();
    const TcpTime done = Transfer(pair, 70 * 1448, 300 * SECOND);
    EXPECT_EQ(pair.server.read, 70U * 1448);
    EXPECT_EQ(done, 70 * MS);
    EXPECT_EQ(pair.client.dataSegments, 70U);
    ExpectNothingLeft(pair);
}

TEST(TcpTransfer, LosesNothingOverABadLink)
{
    for (uint32_t seed = 1; seed <= 12; ++seed)
    {
        SCOPED_TRACE(seed);
        LinkRules rules;
        rules.loss = 0.02 * (seed % 4);
        rules.duplicate = 0.01 * (seed % 3);
        rules.jitter = (seed % 2) * 15 * MS;
        TcpSettings settings;
        settings.congestion = seed % 2 ? TcpCongestion::CUBIC : TcpCongestion::RENO;
        settings.timestamps = seed % 5 != 0;
        settings.sack = seed % 7 != 0;
        TcpPair pair(settings, TcpSettings(), rules, seed);
        pair.Open();
        Transfer(pair, 2000000, 3000 * SECOND);
        EXPECT_EQ(pair.server.read, 2000000U);
        ExpectNothingLeft(pair);
    }
}

TEST(TcpTransfer, BbrFillsALossyPathThatCubicDoesNot)
{
    // BBR does not treat loss as congestion: over a path that loses 2 % it is much faster than
    // CUBIC (the draft, section 1).
    LinkRules rules;
    rules.loss = 0.02;
    rules.delay = 20 * MS;
    TcpTime took[2];
    for (const TcpCongestion which : {TcpCongestion::CUBIC, TcpCongestion::BBR})
    {
        TcpSettings settings;
        settings.congestion = which;
        TcpPair pair(settings, TcpSettings(), rules, 3);
        pair.Open();
        took[which == TcpCongestion::BBR] = Transfer(pair, 5000000, 3000 * SECOND);
        EXPECT_EQ(pair.server.read, 5000000U);
        ExpectNothingLeft(pair);
    }
    EXPECT_LT(2 * took[1], took[0]);
}

TEST(TcpTransfer, BbrKeepsTheQueueShortAndProbesTheRoundTrip)
{
    // 1000 segments of 1448 bytes per second, 40 ms round-trip delay and 1 ms for a segment itself:
    // the path holds 41. After STARTUP and DRAIN, at most 5/4 of that, 52, are in flight while the
    // bandwidth is probed, plus three bursts of two, plus two more (the draft, sections 4.2.2 and
    // 4.3.3). After ten seconds the window is reduced to four segments (section 4.3.5).
    LinkRules rules;
    rules.delay = 20 * MS;
    rules.rate = 1448000;
    TcpSettings settings;
    settings.congestion = TcpCongestion::BBR;
    TcpPair pair(settings, TcpSettings(), rules, 3);
    pair.Open();
    uint32_t most = 0;
    uint32_t least = UINT32_MAX;
    TcpTime low = 0;
    uint64_t readBefore = 0;
    while (pair.now < 15 * SECOND && pair.Step(15 * SECOND))
    {
        if (pair.client.tcp->GetState() == TcpState::ESTABLISHED && pair.client.tcp->IsWritable())
        {
            pair.Write(pair.client, 100000);
        }
        if (pair.server.tcp && pair.server.tcp->IsReadable())
        {
            pair.Read(pair.server);
        }
        const TcpSendState& state = pair.client.tcp->GetSender().GetState();
        if (pair.now > 2 * SECOND)
        {
            readBefore = readBefore == 0 ? pair.server.read : readBefore;
            most = std::max(most, state.InFlight());
        }
        if (pair.now > 5 * SECOND && state.InFlight() < least)
        {
            least = state.InFlight();
            low = pair.now;
        }
    }
    EXPECT_LE(most, 60U);
    EXPECT_LE(least, 4U);
    EXPECT_GT(low, 9 * SECOND);
    EXPECT_LT(low, 14 * SECOND);
    // The full rate of the line except for PROBE_RTT, slightly more than 200 ms of 13 s, and 1 % of
    // the rate.
    EXPECT_GT(pair.server.read - readBefore, 13 * 1448000 * 0.94);
    EXPECT_LE(pair.server.read - readBefore, 13 * 1448000);
}

TEST(TcpTransfer, ThePeersWindowHoldsTheCongestionWindow)
{
    // If the peer's window delays a burst, slow start ends at twice the outstanding data
    // (tcp_is_cwnd_limited): a burst that waits for a larger window of the peer does not count as
    // limited by the congestion window (tcp_tso_should_defer). Linux 6.18 with a reader with
    // SO_RCVBUF of 65536 has 60 segments outstanding and a congestion window of 120.
    TcpSettings settings;
    settings.maxBurstSegments = 65535;
    LinkRules rules;
    rules.delay = 40 * MS;
    TcpPair pair(settings, TcpSettings(), rules, 1);
    TcpSocketOptions reader;
    reader.receiveBuffer = 65536;
    pair.Open({}, reader);
    uint32_t out = 0;
    while (pair.server.read < 5000000 && pair.Step(300 * SECOND))
    {
        if (pair.client.tcp->GetState() == TcpState::ESTABLISHED && pair.client.tcp->IsWritable())
        {
            pair.Write(pair.client, 5000000 - pair.client.wrote);
        }
        if (pair.server.tcp && pair.server.tcp->IsReadable())
        {
            pair.Read(pair.server);
        }
        out = std::max(out, pair.client.tcp->GetSender().GetState().packetsOut);
    }
    EXPECT_EQ(pair.server.read, 5000000U);
    EXPECT_GT(out, 40U);
    // The ACK that reaches twice that adds the two or three segments it acknowledges.
    EXPECT_LT(pair.client.tcp->GetSender().GetState().cwnd, 2 * out + 3);
}

TEST(TcpTransfer, GivesUpWithANamedErrorWhenThePeerIsGone)
{
    LinkRules rules;
    TcpPair pair(TcpSettings(), TcpSettings(), rules, 1);
    pair.Open();
    pair.RunTo(SECOND);
    // The link fails. tcp_retries2 = 15 doublings from 200 ms, limited to 120 s, take 924.6 s
    // (ip-sysctl.rst).
    LinkRules dead;
    dead.loss = 1;
    pair.SetRules(dead);
    pair.Write(pair.client, 1000);
    pair.RunTo(900 * SECOND);
    EXPECT_EQ(pair.client.tcp->GetError(), TcpError::NONE);
    pair.RunTo(1200 * SECOND);
    EXPECT_EQ(pair.client.tcp->GetError(), TcpError::TIMED_OUT);
    EXPECT_EQ(pair.client.tcp->GetDeadline(), TcpTimers::NEVER);
}

TEST(TcpTransfer, RefusedWithoutAListener)
{
    TcpPair pair(TcpSettings(), TcpSettings(), LinkRules(), 1);
    pair.Open();
    TcpSegment reset;
    reset.flags = TcpSegment::RST | TcpSegment::ACK;
    reset.ack = 0xffffff01;
    pair.client.tcp->Receive(reset, MS);
    EXPECT_EQ(pair.client.tcp->GetError(), TcpError::REFUSED);
    EXPECT_TRUE(pair.client.tcp->IsDone());
}

namespace
{

/**
 * @ingroup net8-test
 * A session with random choices throughout.
 */
class RandomSession
{
  public:
    /// @param seed seed of the random numbers
    explicit RandomSession(uint32_t seed)
        : m_random(seed)
    {
        TcpSettings client = DrawSettings();
        TcpSettings server = DrawSettings();
        LinkRules rules;
        rules.delay = Draw(1, 120) * MS / 2;
        rules.jitter = Draw(0, 2) * Draw(0, 30) * MS;
        rules.loss = Draw(0, 3) * 0.07;
        rules.duplicate = Draw(0, 2) * 0.05;
        rules.refuse = Draw(0, 4) == 0 ? 0.05 : 0;
        rules.lossUntil = 60 * SECOND;
        m_pair = std::make_unique<TcpPair>(client, server, rules, seed);
        m_pair->Open(DrawOptions(), DrawOptions());
    }

    /// Run the session to its end.
    void Run()
    {
        for (int turn = 0; turn < 400 && !testing::Test::HasFatalFailure(); ++turn)
        {
            m_pair->RunTo(m_pair->now + Draw(0, 200) * MS);
            Act(m_pair->client, m_clientClosed);
            if (m_pair->server.tcp)
            {
                Act(m_pair->server, m_serverClosed);
            }
        }
        // The link has no faults now: both ends close, and everything ends. That takes time:
        // without timestamps, a timeout that has grown to two minutes stays there until data sent
        // only once is acknowledged (RFC 6298, section 3), and a slow reader allows little else.
        const auto isOver = [this] {
            return m_clientClosed && (m_serverClosed || !m_pair->server.tcp) &&
                   m_pair->GetNext() == TcpTimers::NEVER;
        };
        for (int turn = 0; turn < 4000 && !isOver(); ++turn)
        {
            Finish(m_pair->client, m_clientClosed, turn > 300);
            if (m_pair->server.tcp)
            {
                Finish(m_pair->server, m_serverClosed, turn > 300);
            }
            m_pair->RunTo(m_pair->now + 10 * SECOND);
        }
        CheckEnd();
    }

    /// @return whether every byte written must have arrived
    bool WasUndisturbed() const
    {
        return !m_failed && !m_closedEarly && m_pair->client.wrote + m_pair->server.wrote > 0;
    }

  private:
    /**
     * Draw a random number.
     *
     * @param low minimum
     * @param high maximum
     * @return a number between them
     */
    int64_t Draw(int64_t low, int64_t high)
    {
        return std::uniform_int_distribution<int64_t>(low, high)(m_random);
    }

    /// @return random settings of a host
    TcpSettings DrawSettings()
    {
        TcpSettings settings;
        settings.timestamps = Draw(0, 1) != 0;
        settings.sack = Draw(0, 3) != 0;
        settings.dsack = Draw(0, 3) != 0;
        settings.windowScaling = Draw(0, 3) != 0;
        settings.mss = static_cast<uint32_t>(Draw(100, 1460));
        settings.congestion = static_cast<TcpCongestion>(Draw(0, 2));
        settings.maxBurstSegments = Draw(0, 1) ? 1 : static_cast<uint32_t>(Draw(2, 44));
        settings.timerWheel = Draw(0, 1) != 0;
        settings.tailLossProbe = Draw(0, 3) != 0;
        settings.frto = Draw(0, 3) != 0;
        return settings;
    }

    /// @return random options of a socket
    TcpSocketOptions DrawOptions()
    {
        TcpSocketOptions options;
        options.noDelay = Draw(0, 1) != 0;
        options.sendBuffer = Draw(0, 2) ? 0 : static_cast<uint32_t>(Draw(1000, 60000));
        options.receiveBuffer = Draw(0, 2) ? 0 : static_cast<uint32_t>(Draw(1000, 60000));
        options.keepAlive = Draw(0, 3) == 0;
        options.keepIdleMs = 5000;
        options.keepIntervalMs = 1000;
        return options;
    }

    /**
     * Do something at random.
     *
     * @param end the acting end
     * @param closed whether it has closed
     */
    void Act(TcpPair::End& end, bool& closed)
    {
        if (closed)
        {
            return;
        }
        switch (Draw(0, 11))
        {
        case 0:
        case 1:
        case 2:
        case 3:
            m_pair->Write(end,
                          static_cast<uint64_t>(Draw(1, Draw(0, 1) ? 300 : 40000)),
                          {Draw(0, 5) == 0, Draw(0, 9) == 0, false});
            break;
        case 4:
        case 5:
        case 6:
        case 7:
            m_pair->Read(end, static_cast<uint32_t>(Draw(1, 50000)));
            break;
        case 8: {
            TcpSocketOptions options = end.tcp->GetOptions();
            options.cork = Draw(0, 3) == 0;
            options.noDelay = Draw(0, 1) != 0;
            end.tcp->SetOptions(options, m_pair->now);
            break;
        }
        case 9:
            end.tcp->SetQuickAck(Draw(0, 1) != 0, m_pair->now);
            break;
        case 10:
            if (Draw(0, 60) == 0)
            {
                // Before the connection is established, this ends it silently.
                m_closedEarly = m_closedEarly || end.tcp->GetState() == TcpState::SYN_SENT;
                end.tcp->Shutdown(false, true, m_pair->now);
            }
            break;
        default:
            if (Draw(0, 200) == 0)
            {
                end.tcp->Close(m_pair->now);
                closed = true;
                m_closedEarly = true;
            }
            break;
        }
        m_failed = m_failed || end.tcp->GetError() != TcpError::NONE;
    }

    /**
     * Read everything, then close.
     *
     * @param end the end
     * @param closed whether it has closed
     * @param last whether to close in any case
     */
    void Finish(TcpPair::End& end, bool& closed, bool last)
    {
        if (closed)
        {
            return;
        }
        TcpSocketOptions options = end.tcp->GetOptions();
        options.cork = false;
        end.tcp->SetOptions(options, m_pair->now);
        m_failed = m_failed || end.tcp->GetError() != TcpError::NONE;
        m_pair->Read(end);
        end.tcp->Shutdown(false, true, m_pair->now);
        const TcpState state = end.tcp->GetState();
        // Close once everything has been delivered both ways; an end whose peer disappeared
        // silently would wait in FIN-WAIT-2 forever.
        const bool delivered =
            end.tcp->HasPeerFinished() && end.tcp->GetSender().GetQueue().IsEmpty();
        if (delivered || state == TcpState::CLOSED || (last && (m_closedEarly || m_failed)))
        {
            m_pair->Read(end);
            end.tcp->Close(m_pair->now);
            closed = true;
        }
    }

    /// Check the conditions at the end.
    void CheckEnd()
    {
        EXPECT_EQ(m_pair->GetNext(), TcpTimers::NEVER);
        if (!m_pair->server.tcp)
        {
            EXPECT_TRUE(m_failed || m_closedEarly);
            return;
        }
        EXPECT_TRUE(m_pair->client.tcp->IsDone());
        EXPECT_TRUE(m_pair->server.tcp->IsDone());
        EXPECT_LE(m_pair->server.read, m_pair->client.wrote);
        EXPECT_LE(m_pair->client.read, m_pair->server.wrote);
        if (!m_failed && !m_closedEarly)
        {
            EXPECT_EQ(m_pair->server.read, m_pair->client.wrote);
            EXPECT_EQ(m_pair->client.read, m_pair->server.wrote);
        }
    }

    std::mt19937 m_random;           ///< Random number generator.
    std::unique_ptr<TcpPair> m_pair; ///< Both ends.
    bool m_clientClosed{false};      ///< The client has closed.
    bool m_serverClosed{false};      ///< The server has closed.
    bool m_closedEarly{false};       ///< One end closed while the other may have written.
    bool m_failed{false};            ///< An error occurred.
};

} // namespace

TEST(TcpTransfer, RandomSessionsEndWell)
{
    const auto [first, count] = TcpPair::AskedSeeds(1, 150);
    uint32_t undisturbed = 0;
    for (uint32_t seed = first; seed < first + count && !HasFailure(); ++seed)
    {
        SCOPED_TRACE(seed);
        RandomSession session(seed);
        session.Run();
        undisturbed += session.WasUndisturbed() ? 1 : 0;
    }
    // The test would be weak if most sessions ended early.
    EXPECT_GT(undisturbed, count / 3);
}

} // namespace ns3::net8
