// SPDX-License-Identifier: GPL-2.0-only
// Tests when SACKs are sent, against times calculated by hand.
#include "net8-tcp-pair.h"

namespace ns3::net8
{
namespace
{

constexpr uint32_t MSS = 1460;

/// @return settings of a host without timestamps, whose full segments have 1460 bytes
TcpSettings
Plain()
{
    TcpSettings settings;
    settings.timestamps = false;
    return settings;
}

/**
 * Deliver segments beyond a gap at the rate of a 45 Mb/s line.
 *
 * @param oneWay one-way delay of the link before that, ns
 * @return times at which ACKs were sent, counted from the first segment, ns
 */
std::vector<TcpTime>
AcksBeyondAGap(TcpTime oneWay)
{
    constexpr TcpTime GAP = 269156; // 1514 bytes at 45 Mb/s
    LinkRules rules;
    rules.delay = oneWay;
    TcpPair pair(Plain(), Plain(), rules, 1);
    pair.Open();
    // A few windows, so that the round-trip time is known, then small writes that use up the quick
    // ACKs, and a reply, which makes the receiver interactive: like the client of the capture, it
    // then gets no quick ACK from the growth of its window.
    for (int i = 0; i < 100; ++i)
    {
        pair.RunTo(pair.now + oneWay);
        if (i >= 4)
        {
            pair.Write(pair.client, i < 50 ? 20 * MSS : 100);
        }
        if (pair.server.tcp)
        {
            pair.Read(pair.server);
        }
    }
    pair.RunTo(pair.now + 1000 * MS);
    pair.Read(pair.server);
    pair.Write(pair.client, 100);
    pair.RunTo(pair.now + oneWay);
    pair.Read(pair.server);
    pair.Write(pair.server, 100);
    pair.RunTo(pair.now + 1000 * MS);
    TcpSegment segment;
    segment.flags = TcpSegment::ACK;
    segment.ack = pair.server.firstSeq + 100;
    segment.length = MSS;
    segment.window = 500;
    const uint32_t next = pair.client.tcp->GetSender().GetState().nxt;
    const TcpTime start = pair.now;
    std::vector<TcpTime> acks;
    uint64_t seen = pair.server.segments;
    auto note = [&] {
        if (pair.server.segments > seen)
        {
            acks.push_back(pair.now - start);
            seen = pair.server.segments;
        }
    };
    for (int k = 0; k < 13; ++k)
    {
        while (pair.Step(start + k * GAP))
        {
            note();
        }
        segment.seq = next + (k + 1) * MSS;
        pair.server.tcp->Receive(segment, pair.now);
        note();
    }
    while (pair.Step(pair.now + MS))
    {
        note();
    }
    return acks;
}

} // namespace

TEST(TcpSack, MergesAfterAMillisecondAndItsSlack)
{
    // Three individual SACKs, then at most one per 1 ms + 0.1 ms of slack, counted from the first
    // waiting segment: at 45 Mb/s the fourth arrives 0.807 ms after the first, the eighth after
    // 1.884 ms, so five of them share the SACK at 1.907. The ninth waits for 3.253 ms.
    // [hrtimer] Linux 6.18: net/ipv4/tcp_input.c, __tcp_ack_snd_check; ip-sysctl.rst,
    // tcp_comp_sack_delay_ns and tcp_comp_sack_slack_ns. A kernel's capture also shows five.
    const std::vector<TcpTime> by{0, 269156, 538312, 807468 + 1100000, 2153248 + 1100000};
    EXPECT_EQ(AcksBeyondAGap(40 * MS), by);
}

TEST(TcpSack, WaitsForATwentiethOfTheRoundTrip)
{
    // RTT 10 ms: 5 % is 0.5 ms. The fourth segment at 0.807 ms and the two after it are
    // acknowledged at 1.407 ms; the seventh, at 1.615 ms, waits until 2.215, the tenth, at 2.422,
    // until 3.022.
    const auto acks = AcksBeyondAGap(5 * MS);
    ASSERT_GE(acks.size(), 6U);
    EXPECT_EQ(acks[3], 807468 + 600000);
    EXPECT_EQ(acks[4], 1614936 + 600000);
    EXPECT_EQ(acks[5], 2422404 + 600000);
}

} // namespace ns3::net8
