// SPDX-License-Identifier: GPL-2.0-only
// Tests the rules of Solaris 2.5 and Windows NT 4.0, each against its source (named as in
// net8-tcp-settings.cc) and arithmetic by hand.
#include "net8-tcp-pair.h"

#include "ns3/net8-tcp-congestion-control.h"
#include "ns3/net8-tcp-nagle.h"
#include "ns3/net8-tcp-settings.h"

#include <gtest/gtest.h>
#include <set>
#include <tuple>
#include <vector>

namespace ns3::net8
{
namespace
{

/// 8192 bytes rounded up to segments of 1460.
constexpr uint32_t WINDOW = 8760;

/// @return settings of a Solaris 2.5 host as in its profile, but with a congestion window of four
/// and a timeout that allows for a delayed ACK of 200 ms
TcpSettings
Solaris()
{
    TcpSettings settings = TcpSystem::MakeSolaris25();
    settings.initialWindow = 4;
    settings.rtoMinUs = 400000;
    return settings;
}

/// @return settings of a Windows NT 4.0 host as in its profile, but with a congestion window of
/// four
TcpSettings
WindowsNt()
{
    TcpSettings settings = TcpSystem::MakeWindowsNt4();
    settings.initialWindow = 4;
    return settings;
}

} // namespace

/**
 * @ingroup net8-test
 * A pair with an established connection and a one-way delay of 10 ms.
 */
class TcpSystemPair : public TcpPair
{
  public:
    /**
     * @param clientSettings settings of the client's host
     * @param serverSettings settings of the server's host
     * @param clientOptions options of the client
     */
    TcpSystemPair(const TcpSettings& clientSettings,
                  const TcpSettings& serverSettings,
                  const TcpSocketOptions& clientOptions = {})
        : TcpPair(clientSettings, serverSettings, {}, 1)
    {
        Open(clientOptions);
        RunTo(100 * MS);
    }

    /// @param ms time to run while the server reads, ms
    void RunAndRead(int64_t ms)
    {
        const TcpTime until = now + ms * MS;
        while (Step(until))
        {
            if (server.tcp->IsReadable())
            {
                Read(server);
            }
        }
    }
};

namespace
{

/**
 * @ingroup net8-test
 * Check whether a short segment must wait.
 *
 * @param settings the host
 * @param mss payload of a full segment, bytes
 * @param lastSent payload of the previous segment, bytes
 * @param bytes payload of the segment, bytes
 * @param out whether there is unacknowledged data
 * @return whether it must wait
 */
bool
Waits(const TcpSettings& settings, uint32_t mss, uint32_t lastSent, uint32_t bytes, bool out = true)
{
    TcpSendState state;
    state.settings = &settings;
    state.una = 1000;
    state.nxt = state.una + (out ? lastSent : 0);
    state.smallEnd = lastSent < mss ? state.una + lastSent : 0;
    state.packetsOut = out ? 1 : 0;
    state.lastSent = lastSent;
    TcpSendRun run;
    run.seq = state.nxt;
    run.bytes = bytes;
    run.mss = mss;
    return !NagleLets(state, run, mss, true, 0);
}

} // namespace

TEST(TcpSystemNagle, SolarisHoldsAShortSegmentBehindAShortOne)
{
    // [illumos] tcp_output.c: usable < naglim && naglim > last_sent_len && snxt != suna.
    const TcpSettings solaris = Solaris();
    EXPECT_FALSE(Waits(solaris, 1460, 1460, 60));
    EXPECT_TRUE(Waits(solaris, 1460, 1024, 496));
    EXPECT_FALSE(Waits(solaris, 1460, 1024, 496, false));
    EXPECT_FALSE(Waits(solaris, 1460, 1024, 1460));
    // The limit is the smaller of a full segment and tcp_naglim_def, 4095.
    EXPECT_TRUE(Waits(solaris, 8960, 4094, 4094));
    EXPECT_FALSE(Waits(solaris, 8960, 4094, 4095));
    EXPECT_FALSE(Waits(solaris, 8960, 4095, 4094));
}

TEST(TcpSystemNagle, WindowsHoldsAShortSegmentBehindAnyOther)
{
    // RFC 896: no new segment while anything is unacknowledged, unless it is full (RFC 1122).
    const TcpSettings windows = WindowsNt();
    EXPECT_TRUE(Waits(windows, 1460, 1460, 60));
    EXPECT_TRUE(Waits(windows, 1460, 1024, 496));
    EXPECT_FALSE(Waits(windows, 1460, 1024, 1460));
    EXPECT_FALSE(Waits(windows, 1460, 1024, 496, false));
    // Linux: F of net8-tcp-rules-test.cc, only after another short segment of any length.
    const TcpSettings linux;
    EXPECT_FALSE(Waits(linux, 1460, 1460, 60));
    EXPECT_TRUE(Waits(linux, 8960, 4095, 4094));
}

TEST(TcpSystemNagle, HoldsTheSecondWriteUntilTheDelayedAck)
{
    // A batch of the Sun paper: 1520 bytes in one write are sent immediately as 1460 + 60; 1024 and
    // 496 in two writes are sent as 1024, and 496 after NT's delayed ACK: 10 ms there, 200 ms, 10
    // ms back, 10 ms there.
    TcpSystemPair pair(Solaris(), WindowsNt());
    pair.Write(pair.client, 1520);
    EXPECT_EQ(pair.client.dataSegments, 2U);
    pair.RunAndRead(1000);
    EXPECT_EQ(pair.server.read, 1520U);
    pair.Write(pair.client, 1024);
    pair.Write(pair.client, 496);
    EXPECT_EQ(pair.client.dataSegments, 3U);
    pair.RunAndRead(229);
    EXPECT_EQ(pair.server.read, 2544U);
    EXPECT_EQ(pair.client.dataSegments, 4U);
    pair.RunAndRead(1);
    EXPECT_EQ(pair.server.read, 3040U);
}

TEST(TcpSystemNagle, SendsAtOnceWithoutIt)
{
    TcpSocketOptions options;
    options.noDelay = true;
    for (const TcpSettings& settings : {Solaris(), WindowsNt()})
    {
        TcpSystemPair pair(settings, WindowsNt(), options);
        pair.Write(pair.client, 1024);
        pair.Write(pair.client, 496);
        EXPECT_EQ(pair.client.dataSegments, 2U);
    }
}

TEST(TcpSystemAcks, EverySecondSegmentOrTheTimer)
{
    // [paxson] Solaris: 50 ms; [nt-tcpip] Windows: 200 ms; both: every second segment immediately.
    for (const auto& [settings, delayMs] : {std::pair{Solaris(), 50}, std::pair{WindowsNt(), 200}})
    {
        TcpSystemPair pair(Solaris(), settings);
        const uint64_t before = pair.server.segments;
        pair.Write(pair.client, 1460);
        pair.RunAndRead(10 + delayMs - 1);
        EXPECT_EQ(pair.server.segments, before);
        pair.RunAndRead(1);
        EXPECT_EQ(pair.server.segments, before + 1);
        pair.RunAndRead(1000);
        for (int i = 0; i < 4; ++i)
        {
            pair.Write(pair.client, 1460);
            pair.RunAndRead(1);
        }
        pair.RunAndRead(10);
        EXPECT_EQ(pair.server.segments, before + 3);
    }
}

TEST(TcpSystemAcks, AsManySegmentsAsAreSet)
{
    // DelayedAckCount of the profile: 1 = no delayed ACKs.
    TcpSettings server = WindowsNt();
    server.delayedAckSegments = 1;
    TcpSystemPair pair(Solaris(), server);
    const uint64_t before = pair.server.segments;
    pair.Write(pair.client, 100);
    pair.RunAndRead(10);
    EXPECT_EQ(pair.server.segments, before + 1);
}

TEST(TcpSystemAcks, AReplyTakesTheAckAlong)
{
    TcpSystemPair pair(Solaris(), WindowsNt());
    const uint64_t before = pair.server.segments;
    pair.Write(pair.client, 100);
    pair.RunAndRead(20);
    pair.Write(pair.server, 100);
    pair.RunAndRead(1000);
    EXPECT_EQ(pair.server.segments, before + 1);
}

TEST(TcpSystemAcks, AFinIsAcknowledgedAtOnce)
{
    TcpSystemPair pair(Solaris(), WindowsNt());
    const uint64_t before = pair.server.segments;
    pair.client.tcp->Close(pair.now);
    pair.RunAndRead(10);
    EXPECT_EQ(pair.server.segments, before + 1);
}

TEST(TcpSystemBuffers, TheWindowIsTheBuffer)
{
    // [nt-tcpip] 8192 rounded up to whole segments, 8760 bytes, without opening gradually.
    TcpSettings sender = Solaris();
    sender.sendMemory[1] = 65536;
    sender.initialWindow = 20;
    TcpSystemPair pair(sender, WindowsNt());
    EXPECT_EQ(pair.client.tcp->GetSender().GetState().window, WINDOW);
    pair.Write(pair.client, 50000);
    pair.RunTo(pair.now + 100 * MS); // Nothing is read.
    EXPECT_EQ(pair.server.tcp->GetReadable(), WINDOW);
    EXPECT_EQ(pair.client.tcp->GetSender().GetState().window, 0U);
    // It opens by two segments, not earlier.
    const uint64_t before = pair.server.segments;
    pair.Read(pair.server, 2919);
    EXPECT_EQ(pair.server.segments, before);
    pair.Read(pair.server, 1);
    EXPECT_EQ(pair.server.segments, before + 1);
    pair.RunTo(pair.now + 30 * MS);
    EXPECT_EQ(pair.server.tcp->GetReadable(), WINDOW);
}

TEST(TcpSystemBuffers, AReaderThatWaitsKeepsTheWindowOpen)
{
    // By hand: of four segments at the same time, the first two and the next two each trigger an
    // ACK, and the reader has taken everything before it is sent.
    TcpSystemPair pair(Solaris(), WindowsNt());
    pair.Write(pair.client, 4 * 1460);
    pair.RunAndRead(20);
    EXPECT_EQ(pair.client.tcp->GetSender().GetState().window, WINDOW);
    EXPECT_EQ(pair.server.read, 4 * 1460U);
}

TEST(TcpSystemBuffers, TheWindowIsWholeSegmentsUnlessSet)
{
    // [solaris] tcp_recv_hiwat_minmss 4; [nt-tcpip] likewise; at most a 16-bit window.
    for (const auto& [mss, set, window] : {std::tuple{1460U, 0U, 8760U},
                                           {1440U, 0U, 8640U},
                                           {8960U, 0U, 35840U},
                                           {60000U, 0U, 65535U},
                                           {1460U, 10000U, 10000U}})
    {
        TcpReceiveWindow offered;
        offered.Open(WindowsNt(), set);
        offered.SelectInitial(WindowsNt(), mss, false);
        EXPECT_EQ(offered.GetOffered(), window);
    }
}

TEST(TcpSystemBuffers, TheSendBufferHoldsWhatIsSet)
{
    // The segment that crosses 8192 bytes is a full one: six of 1460.
    TcpSystemPair pair(Solaris(), WindowsNt());
    EXPECT_EQ(pair.Write(pair.client, 50000), 8760U);
    // A writer continues when 2048 bytes are free: with the ACK of the second segment.
    EXPECT_FALSE(pair.client.tcp->IsWritable());
    pair.RunAndRead(19);
    EXPECT_FALSE(pair.client.tcp->IsWritable());
    pair.RunAndRead(1);
    EXPECT_TRUE(pair.client.tcp->IsWritable());
    TcpSocketOptions options;
    options.sendBuffer = 20000;
    TcpSystemPair other(Solaris(), WindowsNt(), options);
    EXPECT_EQ(other.Write(other.client, 50000), 20440U);
}

TEST(TcpSystemTimeout, IsJacobsons)
{
    // By hand: the first sample of 400 ms gives four deviations of 800 ms in total: 1200 ms, in
    // Solaris plus a quarter of the mean: 1300 ms. A second one of 400 ms reduces the deviation by
    // a quarter: 400 + 600 = 1000 ms, 1100 ms.
    for (const auto& [settings, first, second] :
         {std::tuple{WindowsNt(), 1200000U, 1000000U}, std::tuple{Solaris(), 1300000U, 1100000U}})
    {
        TcpRttEstimator rtt;
        rtt.Start(settings);
        EXPECT_EQ(rtt.GetRtoUs(), settings.initialRtoUs);
        rtt.Sample(settings, 400000, 1, 101);
        rtt.ComputeRto(settings);
        EXPECT_EQ(rtt.GetRtoUs(), first);
        rtt.Sample(settings, 400000, 1, 101);
        rtt.ComputeRto(settings);
        EXPECT_EQ(rtt.GetRtoUs(), second);
    }
    // The lower bound applies to the whole: 10 ms would give 30 ms.
    const TcpSettings windows = WindowsNt();
    TcpRttEstimator rtt;
    rtt.Sample(windows, 10000, 1, 101);
    rtt.ComputeRto(windows);
    EXPECT_EQ(rtt.GetRtoUs(), 300000U);
}

TEST(TcpSystemPatience, WindowsRepeatsFiveTimes)
{
    // [nt-tcpip] TcpMaxDataRetransmissions 5: sent six times, and given up at the next timeout.
    TcpSystemPair pair(WindowsNt(), Solaris());
    LinkRules cut;
    cut.loss = 1;
    pair.SetRules(cut);
    pair.Write(pair.client, 100);
    pair.RunTo(pair.now + 600 * SECOND);
    EXPECT_EQ(pair.client.dataSegments, 6U);
    EXPECT_EQ(pair.client.tcp->GetError(), TcpError::TIMED_OUT);
}

TEST(TcpSystemPatience, SolarisWaitsForItsInterval)
{
    // [solaris] tcp_ip_abort_interval 480 s; a timeout is at most 60 s.
    TcpSystemPair pair(Solaris(), WindowsNt());
    LinkRules cut;
    cut.loss = 1;
    pair.SetRules(cut);
    const TcpTime begin = pair.now;
    pair.Write(pair.client, 100);
    pair.RunTo(begin + 480 * SECOND);
    EXPECT_EQ(pair.client.tcp->GetError(), TcpError::NONE);
    pair.RunTo(begin + 545 * SECOND);
    EXPECT_EQ(pair.client.tcp->GetError(), TcpError::TIMED_OUT);
}

TEST(TcpSystemReno, CountsAcks)
{
    // RFC 2001: one segment for each ACK, whether the window was used or not; above the threshold,
    // one for a window of ACKs. It does not grow beyond what a 16-bit window allows: 65535 / 536.
    const TcpSettings settings = Solaris();
    TcpSendState state;
    state.settings = &settings;
    state.cwnd = 1;
    state.ssthresh = 3;
    TcpReno reno;
    reno.Grow(state, 2);
    EXPECT_EQ(state.cwnd, 2U);
    reno.Grow(state, 2);
    EXPECT_EQ(state.cwnd, 3U);
    reno.Grow(state, 2);
    reno.Grow(state, 2);
    EXPECT_EQ(state.cwnd, 3U);
    reno.Grow(state, 2);
    EXPECT_EQ(state.cwnd, 4U);
    state.ssthresh = TcpSendState::INFINITE;
    for (int i = 0; i < 1000; ++i)
    {
        reno.Grow(state, 2);
    }
    EXPECT_EQ(state.cwnd, 123U);
}

/**
 * @ingroup net8-test
 * A burst of full segments from the client, some of which are lost.
 */
class TcpSystemBurst : public TcpSystemPair
{
  public:
    static constexpr uint32_t MSS = 1460; ///< Payload of a full segment, bytes.

    /**
     * @param settings settings of the client's host; its initial window is the burst
     * @param segments number of full segments written
     * @param lost numbers of the lost segments, from 1
     * @param window the server's window, bytes
     */
    TcpSystemBurst(TcpSettings settings,
                   uint32_t segments,
                   const std::set<uint64_t>& lost,
                   uint32_t window = 44 * MSS)
        : TcpSystemPair(WithBurst(settings), WithWindow(window))
    {
        clientLosses = lost;
        Write(client, segments * MSS);
    }

    /// @param ms time to run to, counted from the burst, ms
    /// @return number of data segments sent by then
    uint64_t SentBy(int64_t ms)
    {
        RunAndRead(ms - m_ms);
        m_ms = ms;
        return client.dataSegments;
    }

    /// @return state of the sender
    const TcpSendState& GetState() const
    {
        return client.tcp->GetSender().GetState();
    }

  private:
    static TcpSettings WithBurst(TcpSettings settings)
    {
        settings.initialWindow = 6;
        settings.sendMemory[1] = 65535;
        return settings;
    }

    static TcpSettings WithWindow(uint32_t window)
    {
        TcpSettings settings = Solaris();
        settings.receiveMemory[1] = window;
        return settings;
    }

    int64_t m_ms{0}; ///< Time since the burst, ms.
};

TEST(TcpSystemRecovery, WindowsRepeatsWithTheSecondDuplicateAck)
{
    // [Q162179] TcpMaxDupAcks 2, [illumos] tcp_dupack_fast_retransmit 3. The second of five
    // segments is lost: the third causes the ACK of the first, the fourth and fifth one duplicate
    // each.
    EXPECT_EQ(TcpSystemBurst(WindowsNt(), 5, {2}).SentBy(21), 6U);
    EXPECT_EQ(TcpSystemBurst(Solaris(), 5, {2}).SentBy(21), 5U);
    EXPECT_EQ(TcpSystemBurst(Solaris(), 6, {2}).SentBy(21), 7U);
}

TEST(TcpSystemRecovery, TheFirstDuplicateAcksLetNothingOut)
{
    // RFC 2001: half of six is the threshold; the third duplicate retransmits and gives a window of
    // 3 + 3, and six are outstanding; the fourth allows one more. The first of the five ACKs does
    // not count: it is the server's first segment after its SYN, which announces its window.
    TcpSystemBurst solaris(Solaris(), 20, {1});
    EXPECT_EQ(solaris.SentBy(21), 8U);
    EXPECT_EQ(solaris.GetState().nxt - solaris.GetState().una, 7 * TcpSystemBurst::MSS);
    EXPECT_EQ(solaris.GetState().ssthresh, 3U);
    // Before it, limited transmit (RFC 3042) allows one segment for each of the first two.
    TcpSettings newReno = Solaris();
    newReno.rules.recovery = TcpRules::Recovery::NEWRENO;
    EXPECT_GE(TcpSystemBurst(newReno, 20, {1}).SentBy(21), 9U);
}

TEST(TcpSystemRecovery, APartialAckEndsIt)
{
    // Segments one and three are lost. The retransmission of one is acknowledged up to three after
    // 40 ms: Reno takes that as the end and waits for the timeout, NewReno (RFC 6582) retransmits
    // three immediately.
    const auto repeatsOf = [](const TcpSettings& settings) {
        TcpSystemBurst burst(settings, 20, {1, 3});
        burst.SentBy(59);
        return burst.GetState().totalRetrans;
    };
    TcpSettings newReno = Solaris();
    newReno.rules.recovery = TcpRules::Recovery::NEWRENO;
    EXPECT_EQ(repeatsOf(Solaris()), 1U);
    EXPECT_EQ(repeatsOf(newReno), 2U);
    TcpSystemBurst solaris(Solaris(), 20, {1, 3});
    solaris.SentBy(41);
    EXPECT_EQ(solaris.GetState().caState, TcpCaState::OPEN);
    EXPECT_EQ(solaris.GetState().cwnd, 3U);
    solaris.SentBy(5000);
    EXPECT_EQ(solaris.server.read, 20U * TcpSystemBurst::MSS);
    EXPECT_GE(solaris.GetState().totalRetrans, 2U);
}

TEST(TcpSystemRecovery, ATimeoutCutsTheSmallerWindow)
{
    // RFC 2001: half of the smaller of the congestion window and the peer's, at least two.
    TcpSettings settings = Solaris();
    TcpSendState state;
    state.settings = &settings;
    state.mss = 1460;
    state.cwnd = 40;
    state.window = 8760;
    TcpReno reno;
    EXPECT_EQ(reno.GetSsthresh(state), 3U);
    settings.rules.recovery = TcpRules::Recovery::NEWRENO;
    EXPECT_EQ(reno.GetSsthresh(state), 20U);
}

TEST(TcpSystemTransfer, EveryByteArrivesOverBadLinks)
{
    LinkRules bad;
    bad.loss = 0.05;
    bad.duplicate = 0.02;
    bad.jitter = 15 * MS;
    const std::vector<TcpSettings> hosts{Solaris(), WindowsNt(), TcpSettings{}};
    for (uint32_t seed = 1; seed <= 36; ++seed)
    {
        TcpPair pair(hosts[seed % 3], hosts[seed / 3 % 3], bad, seed);
        pair.Open();
        constexpr uint64_t BYTES = 60000;
        bool closed = false;
        while (pair.Step(3600 * SECOND))
        {
            TcpConnection& client = *pair.client.tcp;
            const bool open = client.GetState() == TcpState::ESTABLISHED;
            if (open && client.IsWritable() && pair.client.wrote < BYTES)
            {
                pair.Write(pair.client, std::min<uint64_t>(700 * seed, BYTES - pair.client.wrote));
            }
            else if (open && !closed && pair.client.wrote == BYTES)
            {
                client.Close(pair.now);
                closed = true;
            }
            if (pair.server.tcp && pair.server.tcp->IsReadable() && !pair.server.tcp->IsDone())
            {
                pair.Read(pair.server);
                if (pair.server.tcp->HasPeerFinished())
                {
                    pair.server.tcp->Close(pair.now);
                }
            }
        }
        EXPECT_EQ(pair.server.read, BYTES) << seed;
        EXPECT_TRUE(pair.client.tcp->IsDone()) << seed;
        EXPECT_EQ(pair.GetNext(), TcpTimers::NEVER) << seed;
    }
}

} // namespace ns3::net8
