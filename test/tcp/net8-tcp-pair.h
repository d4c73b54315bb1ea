// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PAIR_H
#define NET8_TCP_PAIR_H

#include "ns3/net8-tcp-connection.h"
#include "ns3/net8-tcp-listener.h"
#include "ns3/net8-tcp-segment.h"
#include "ns3/net8-tcp-sleeper.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ns3::net8
{

/// Nanoseconds per millisecond.
inline constexpr TcpTime MS = 1000000;
/// Nanoseconds per second.
inline constexpr TcpTime SECOND = 1000000000;

/**
 * @ingroup net8-test
 * Effects of the link on segments.
 */
struct LinkRules
{
    TcpTime delay{10000000}; ///< One-way delay, ns.
    double rate{0};          ///< Payload rate in each direction, bytes/s; 0: unlimited.
    TcpTime jitter{0};    ///< Maximum random extra delay, so that segments overtake each other, ns.
    double loss{0};       ///< Fraction of segments lost.
    double duplicate{0};  ///< Fraction of segments duplicated.
    double refuse{0};     ///< Fraction of segments that the device does not accept.
    uint32_t largest{0};  ///< Largest segment that passes, options included, bytes; 0: any.
    TcpTime toldAfter{0}; ///< When a router tells the sender of a larger one, ns; 0: never.
    TcpTime believed{600 * SECOND}; ///< How long the sender believes it, ns.
    TcpTime lossUntil{INT64_MAX};   ///< The link has no faults from this time on, ns.
};

/**
 * @ingroup net8-test
 * A client and a server, each with a TCP machine, connected by a link in memory. All random
 * decisions derive from one seed.
 */
class TcpPair : public TcpListenerHost
{
  public:
    /// One end of the pair.
    struct End final : public TcpOutput
    {
        TcpPair* pair{nullptr};      ///< The pair.
        bool isClient{false};        ///< Whether this is the client.
        TcpConnection* tcp{nullptr}; ///< Its connection; null until the server has one.
        uint64_t wrote{0};           ///< Bytes written.
        uint64_t read{0};            ///< Bytes read.
        uint64_t segments{0};        ///< Segments sent.
        uint64_t dataSegments{0};    ///< Data segments sent.
        bool hasEdge{false};         ///< Whether rightEdge is set.
        uint32_t lastEdge{0};        ///< Right edge of the last advertised window.
        uint32_t rightEdge{0};       ///< Highest right edge advertised so far.
        bool scales{false};          ///< Whether its SYN has the window scale option.
        uint8_t scale{0};            ///< Shift count of its windows.
        uint32_t firstSeq{0};        ///< Sequence number of its first byte.

        bool Transmit(const TcpSegment& segment) override
        {
            return pair->Send(*this, segment);
        }
    };

    /**
     * @param clientSettings settings of the client's host
     * @param serverSettings settings of the server's host
     * @param rules effects of the link
     * @param seed seed of the random numbers
     */
    TcpPair(const TcpSettings& clientSettings,
            const TcpSettings& serverSettings,
            const LinkRules& rules,
            uint32_t seed)
        : m_serverSettings(serverSettings),
          m_clientSettings(clientSettings),
          m_rules(rules),
          m_random(seed)
    {
        client.pair = server.pair = this;
        client.isClient = true;
    }

    /**
     * Start the connection from the client.
     *
     * @param clientOptions options of the client
     * @param serverOptions options of the server
     */
    void Open(const TcpSocketOptions& clientOptions = {},
              const TcpSocketOptions& serverOptions = {})
    {
        m_listener = std::make_unique<TcpListener>(m_serverSettings, serverOptions, 5, *this);
        m_client = std::make_unique<TcpConnection>(m_clientSettings, clientOptions, client);
        client.tcp = m_client.get();
        client.firstSeq = CLIENT_ISN + 1;
        server.firstSeq = SERVER_ISN + 1;
        client.tcp->Connect(CLIENT_ISN, now);
    }

    /// @param rules effects of the link from now on
    void SetRules(const LinkRules& rules)
    {
        m_rules = rules;
    }

    /// @return time of the next event, ns
    TcpTime GetNext() const
    {
        TcpTime next = m_flying.empty() ? TcpTimers::NEVER : m_flying.begin()->first;
        next = m_told.empty() ? next : std::min(next, m_told.begin()->first);
        next = std::min(next, m_listener->GetDeadline());
        for (const End* end : {&client, &server})
        {
            next = end->tcp ? std::min(next, end->tcp->GetDeadline()) : next;
        }
        return next;
    }

    /**
     * Process the next event.
     *
     * @param until process nothing after this time, ns
     * @return whether an event was processed
     */
    bool Step(TcpTime until)
    {
        const TcpTime next = GetNext();
        if (next > until)
        {
            now = std::max(now, until);
            return false;
        }
        now = std::max(now, next);
        if (!m_flying.empty() && m_flying.begin()->first <= now)
        {
            const auto [toClient, segment] = m_flying.begin()->second;
            m_flying.erase(m_flying.begin());
            Deliver(toClient, segment);
        }
        else if (!m_told.empty() && m_told.begin()->first <= now)
        {
            const auto [toClient, seq] = m_told.begin()->second;
            m_told.erase(m_told.begin());
            (toClient ? client : server)
                .tcp->ReceivePacketTooBig(m_rules.largest, seq, now + m_rules.believed, now);
        }
        else if (m_listener->GetDeadline() <= now)
        {
            m_listener->Advance(now);
        }
        else
        {
            for (End* end : {&client, &server})
            {
                if (end->tcp && end->tcp->GetDeadline() <= now)
                {
                    end->tcp->Advance(now);
                    break;
                }
            }
        }
        Check();
        return true;
    }

    /// @param until time to run to, ns
    void RunTo(TcpTime until)
    {
        while (Step(until))
        {
        }
    }

    /**
     * Write as much as the buffer accepts.
     *
     * @param end the writing end
     * @param bytes maximum number of bytes
     * @param flags flags of the write
     * @return number of bytes accepted
     */
    uint64_t Write(End& end, uint64_t bytes, TcpSender::WriteFlags flags = {})
    {
        const auto result = end.tcp->Write(bytes, flags, now);
        end.wrote += result.bytes;
        Check();
        return result.bytes;
    }

    /**
     * Read the available data.
     *
     * @param end the reading end
     * @param most maximum number of bytes
     */
    void Read(End& end, uint32_t most = UINT32_MAX)
    {
        end.read += end.tcp->Read(most, now).bytes;
        Check();
    }

    uint32_t MakeIsn(uint64_t) override
    {
        return SERVER_ISN;
    }

    bool TransmitTo(uint64_t, const TcpSegment& segment) override
    {
        return Send(server, segment);
    }

    TcpOutput& MakeOutput(uint64_t) override
    {
        return server;
    }

    void TakeConnection(uint64_t, std::unique_ptr<TcpConnection> connection) override
    {
        m_server = std::move(connection);
        m_server->NoteAccepted();
        server.tcp = m_server.get();
    }

    /**
     * Let both ends sleep, if they can.
     *
     * @return whether both do; only Wake may be called then
     */
    bool Sleep()
    {
        m_client.Rest(now);
        m_server.Rest(now);
        return m_client.IsAsleep() && m_server.IsAsleep();
    }

    /// Wake both ends.
    void Wake()
    {
        client.tcp = m_client.get();
        server.tcp = m_server.get();
    }

    /// Check the invariants of both ends.
    void Check() const
    {
        CheckEnd(client);
        CheckEnd(server);
    }

    /**
     * Check the invariants of an end.
     *
     * @param end an end
     */
    static void CheckEnd(const End& end)
    {
        if (!end.tcp)
        {
            return;
        }
        const TcpSendState& state = end.tcp->GetSender().GetState();
        const TcpSendQueue& queue = end.tcp->GetSender().GetQueue();
        ASSERT_FALSE(SeqAfter(state.una, state.nxt));
        ASSERT_FALSE(SeqAfter(state.nxt, state.writeSeq));
        ASSERT_LE(state.sackedOut + state.lostOut, state.packetsOut);
        ASSERT_LE(state.retransOut, state.packetsOut);
        ASSERT_GE(state.cwnd, 1U);
        ASSERT_GE(state.ssthresh, 2U);
        uint32_t packets = 0;
        uint32_t sacked = 0;
        uint32_t lost = 0;
        uint32_t copies = 0;
        uint32_t memory = 0;
        for (size_t place = 0; place < queue.GetRuns(); ++place)
        {
            const TcpSendRun& run = queue.At(place);
            ASSERT_GT(run.count, 0U);
            if (place > 0)
            {
                ASSERT_EQ(run.seq, queue.At(place - 1).GetEnd());
            }
            ASSERT_LE(run.shared, run.count);
            memory += run.count * run.bytes;
            memory += (run.count - run.shared) * TcpSendQueue::BUFFER_OVERHEAD;
            if (place < queue.GetSentRuns())
            {
                packets += run.GetPackets();
                sacked += run.Is(TcpSendRun::SACKED) ? run.GetPackets() : 0;
                lost += run.Is(TcpSendRun::LOST) ? run.GetPackets() : 0;
                copies += run.Is(TcpSendRun::REPEATED) ? run.GetPackets() : 0;
            }
        }
        ASSERT_EQ(memory, queue.GetMemory());
        ASSERT_EQ(packets, state.packetsOut);
        ASSERT_EQ(lost, state.lostOut);
        ASSERT_EQ(copies, state.retransOut);
        if (state.sack)
        {
            ASSERT_EQ(sacked, state.sackedOut);
        }
        if (!queue.IsEmpty())
        {
            ASSERT_EQ(queue.At(queue.GetRuns() - 1).GetEnd(), state.writeSeq);
        }
        // Outstanding data is always guarded by a timer.
        if (state.packetsOut > 0)
        {
            ASSERT_NE(end.tcp->GetDeadline(), TcpTimers::NEVER);
        }
    }

    /**
     * Get the seeds for tests of random sessions; for a longer manual search:
     * NET8_TCP_SEEDS=FIRST:COUNT.
     *
     * @param first default first seed
     * @param count default number of seeds
     * @return first seed and number of seeds
     */
    static std::pair<uint32_t, uint32_t> AskedSeeds(uint32_t first, uint32_t count)
    {
        if (const char* asked = std::getenv("NET8_TCP_SEEDS"))
        {
            EXPECT_EQ(std::sscanf(asked, "%u:%u", &first, &count), 2) << asked;
        }
        return {first, count};
    }

    TcpTime now{0};                         ///< Current time, ns.
    End client;                             ///< The client.
    End server;                             ///< The server.
    std::vector<std::string>* log{nullptr}; ///< Receives the segments; null: nobody looks.
    std::set<uint64_t> clientLosses; ///< Data segments of the client to lose, numbered from 1.

  private:
    static constexpr uint32_t CLIENT_ISN = 0xffffff00; ///< It wraps immediately.
    static constexpr uint32_t SERVER_ISN = 0x7fffff00; ///< It changes sign immediately.

    /**
     * Send a segment over the link.
     *
     * @param from the sending end
     * @param segment the segment
     * @return whether the device accepted it
     */
    bool Send(End& from, const TcpSegment& segment)
    {
        const bool bad = now < m_rules.lossUntil;
        auto chance = [&](double part) {
            return bad && std::uniform_real_distribution<>(0, 1)(m_random) < part;
        };
        if (chance(m_rules.refuse))
        {
            // The other end never saw the zero window, but it counts.
            from.lastEdge = segment.window == 0 ? segment.ack : from.lastEdge;
            return false;
        }
        CheckSegment(from, segment);
        if (log)
        {
            log->push_back(std::to_string(now) + " " + segment.ToString());
        }
        ++from.segments;
        from.dataSegments += segment.length > 0 ? 1 : 0;
        if (from.isClient && segment.length > 0 && clientLosses.contains(from.dataSegments))
        {
            return true;
        }
        const uint32_t options = segment.options.hasTimestamps ? 12 : 0;
        if (m_rules.largest > 0 && segment.length + options > m_rules.largest)
        {
            if (m_rules.toldAfter > 0)
            {
                m_told.emplace(now + m_rules.toldAfter, std::pair{from.isClient, segment.seq});
            }
            return true;
        }
        const int copies = chance(m_rules.duplicate) ? 2 : 1;
        TcpTime& free = m_freeAt[from.isClient];
        free = std::max(free, now);
        if (m_rules.rate > 0)
        {
            free += static_cast<TcpTime>(segment.length * 1e9 / m_rules.rate);
        }
        for (int i = 0; i < copies; ++i)
        {
            if (!chance(m_rules.loss))
            {
                TcpTime at = free + m_rules.delay;
                if (m_rules.jitter > 0 && bad)
                {
                    at += std::uniform_int_distribution<TcpTime>(0, m_rules.jitter)(m_random);
                }
                m_flying.emplace(at, std::pair{!from.isClient, segment});
            }
        }
        return true;
    }

    /**
     * Deliver a segment.
     *
     * @param toClient whether the client receives it
     * @param segment the segment
     */
    void Deliver(bool toClient, const TcpSegment& segment)
    {
        End& to = toClient ? client : server;
        if (to.tcp && to.tcp->GetState() != TcpState::CLOSED)
        {
            to.tcp->Receive(segment, now);
        }
        else if (!toClient && !to.tcp)
        {
            m_listener->Receive(0, segment, now);
        }
        else if (const auto reset = TcpConnection::ResetFor(segment))
        {
            Send(to, *reset);
        }
    }

    /**
     * Check the invariants of a segment: no data beyond the window, and the right edge of the
     * window never moves back.
     *
     * @param from the sending end
     * @param segment the segment
     */
    void CheckSegment(End& from, const TcpSegment& segment)
    {
        const End& to = from.isClient ? server : client;
        if (segment.Has(TcpSegment::SYN))
        {
            from.scale = segment.options.windowScale;
            from.scales = segment.options.hasWindowScale;
            from.rightEdge = from.lastEdge = segment.ack + segment.window;
            from.hasEdge = segment.Has(TcpSegment::ACK);
            return;
        }
        if (segment.length > 0 && to.hasEdge)
        {
            EXPECT_FALSE(SeqAfter(segment.seq + segment.length, to.rightEdge))
                << segment.ToString() << " beyond " << to.rightEdge;
        }
        if (segment.length > 0)
        {
            EXPECT_LE(segment.seq + segment.length - from.firstSeq, from.wrote + 2'000'000'000U);
        }
        const bool scaled = client.scales && server.scales;
        if (!segment.Has(TcpSegment::RST))
        {
            const uint32_t window = segment.window;
            const uint32_t edge = segment.ack + (window << (scaled ? from.scale : 0));
            // A zero window means that a segment found no memory, and may move the edge back
            // (tcp_select_window).
            if (window > 0 && from.hasEdge && from.tcp &&
                from.tcp->GetState() != TcpState::TIME_WAIT &&
                from.tcp->GetState() != TcpState::FIN_WAIT_2)
            {
                EXPECT_FALSE(SeqBefore(edge, from.lastEdge)) << segment.ToString();
            }
            from.lastEdge = edge;
            from.rightEdge = from.hasEdge ? SeqMax(edge, from.rightEdge) : edge;
            from.hasEdge = true;
        }
    }

    TcpSettings m_serverSettings;            ///< Settings of the server's host.
    TcpSettings m_clientSettings;            ///< Settings of the client's host.
    LinkRules m_rules;                       ///< Effects of the link.
    std::mt19937 m_random;                   ///< Random number generator.
    TcpTime m_freeAt[2]{0, 0};               ///< Time when each direction is free again, ns.
    std::unique_ptr<TcpListener> m_listener; ///< The server's listener.
    TcpSleeper m_client;                     ///< The client's connection.
    TcpSleeper m_server;                     ///< The server's connection.
    std::multimap<TcpTime, std::pair<bool, TcpSegment>>
        m_flying; ///< Segments in flight, by arrival time.
    /// Sequence numbers of segments that were too large, by the time at which their sender hears
    /// it.
    std::multimap<TcpTime, std::pair<bool, uint32_t>> m_told;
};

} // namespace ns3::net8

#endif // NET8_TCP_PAIR_H
