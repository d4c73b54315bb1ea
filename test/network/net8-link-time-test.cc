// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Links that change over time: packet-delivery traces, connections that are forgotten.
 */
#include "net8-link-statistics.h"

#include "ns3/net8-delivery-trace.h"
#include "ns3/net8-idle-flows.h"
#include "ns3/net8-nat-ports.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/**
 * @param text a trace
 * @return what is wrong with it, or nothing
 */
std::string
Complain(const std::string& text)
{
    std::vector<uint64_t> times;
    return DeliveryTrace::Parse(text, times);
}

TEST(DeliveryTrace, ReadsLinesAndTellsTheWrongOne)
{
    std::vector<uint64_t> times;
    EXPECT_EQ(DeliveryTrace::Parse("0\n3\n3\r\n10", times), "");
    EXPECT_EQ(times, (std::vector<uint64_t>{0, 3, 3, 10}));
    EXPECT_EQ(Complain(""), "line 1: a trace needs at least one time after 0 ms.");
    EXPECT_EQ(Complain("0\n0\n"), "line 3: a trace needs at least one time after 0 ms.");
    EXPECT_EQ(Complain("5\n4\n"), "line 2: the time 4 ms is before that of the line above.");
    EXPECT_EQ(Complain("5\n\n6\n"), "line 2: \"\" is not a time in whole milliseconds.");
    EXPECT_EQ(Complain("5\n6.5\n"), "line 2: \"6.5\" is not a time in whole milliseconds.");
    EXPECT_EQ(Complain("-1\n"), "line 1: \"-1\" is not a time in whole milliseconds.");
    EXPECT_EQ(Complain("99999999999999999999\n"),
              "line 1: \"99999999999999999999\" is not a time in whole milliseconds.");
}

TEST(DeliveryTrace, SharesAChanceAndCarriesARestOver)
{
    DeliveryTrace trace({10, 20, 20, 50});
    EXPECT_EQ(trace.Deliver(0ms, 1000), 10ms);
    EXPECT_EQ(trace.Deliver(1ms, 504), 10ms) << "1504 bytes in all";
    EXPECT_EQ(trace.Deliver(2ms, 1), 20ms);
    EXPECT_EQ(trace.Deliver(3ms, 1504), 20ms)
        << "1503 in the first chance of 20 ms, 1 in the second";
    EXPECT_EQ(trace.Deliver(20ms, 1), 50ms) << "a packet cannot use a chance of the time it comes";
    EXPECT_EQ(trace.Deliver(50ms, 3 * 1504), 70ms)
        << "three chances: the trace begins again at 50 ms, with 60, 70 and 70 ms";
}

/**
 * mahimahi's LinkQueue as its source tells it, walked from chance to chance.
 *
 * @param times of the trace, ms
 * @param packets time of arrival (ms) and length of each
 * @return when each is delivered, ms
 */
std::vector<uint64_t>
Walk(const std::vector<uint64_t>& times, const std::vector<std::pair<uint64_t, uint32_t>>& packets)
{
    std::vector<uint64_t> delivered;
    uint64_t base = 0;
    size_t chance = 0;
    uint32_t rest = packets.front().second;
    while (delivered.size() < packets.size())
    {
        const uint64_t time = base + times.at(chance);
        uint32_t room = 1504;
        while (room > 0 && delivered.size() < packets.size() &&
               packets.at(delivered.size()).first < time)
        {
            const auto sent = std::min(room, rest);
            room -= sent;
            rest -= sent;
            if (rest == 0)
            {
                delivered.push_back(time);
                rest = delivered.size() < packets.size() ? packets.at(delivered.size()).second : 0;
            }
        }
        chance = (chance + 1) % times.size();
        base += chance == 0 ? times.back() : 0;
    }
    return delivered;
}

TEST(DeliveryTrace, DeliversAsTheQueueOfMahimahi)
{
    auto draw = MakeDraw(11);
    for (uint32_t round = 0; round < 300; ++round)
    {
        std::vector<uint64_t> times;
        for (uint64_t time = draw() % 3, i = 0; i < 1 + draw() % 30; ++i)
        {
            time += draw() % 5;
            times.push_back(time);
        }
        times.back() += 1;
        std::vector<std::pair<uint64_t, uint32_t>> packets;
        for (uint64_t time = 0, i = 0; i < 100; ++i)
        {
            time += draw() % 8 == 0 ? draw() % 200 : draw() % 3;
            packets.emplace_back(time, 1 + draw() % 1504);
        }
        const auto expected = Walk(times, packets);
        DeliveryTrace trace(times);
        for (size_t i = 0; i < packets.size(); ++i)
        {
            const auto [arrival, bytes] = packets.at(i);
            ASSERT_EQ(trace.Deliver(std::chrono::milliseconds(arrival), bytes),
                      std::chrono::milliseconds(expected.at(i)))
                << "round " << round << ", packet " << i;
        }
    }
}

TEST(DeliveryTrace, PassesALongIdleTimeAtOnce)
{
    DeliveryTrace trace({1, 7, 10});
    // A year is 3,153,600,000 rounds of 10 ms.
    EXPECT_EQ(trace.Deliver(8760h + 3ms, 1504), 8760h + 7ms);
    EXPECT_EQ(trace.Deliver(8760h + 3ms, 1504), 8760h + 10ms);
    EXPECT_EQ(trace.Deliver(8760h + 3ms, 1504), 8760h + 11ms);
}

/**
 * @param port port of the client
 * @return a segment from the client to the server
 */
IdleFlows::Segment
MakeSegment(uint16_t port)
{
    return {.from = {.address = {1}, .port = port}, .to = {.address = {2}, .port = 1521}};
}

/**
 * @param segment a segment
 * @return one the other way
 */
IdleFlows::Segment
Reverse(IdleFlows::Segment segment)
{
    std::swap(segment.from, segment.to);
    return segment;
}

TEST(IdleFlows, ForgetsWhatIsIdle)
{
    IdleFlows flows(1h);
    auto syn = MakeSegment(40000);
    syn.syn = true;
    EXPECT_FALSE(flows.Pass(MakeSegment(40000), 0s)) << "no SYN came before";
    EXPECT_TRUE(flows.Pass(syn, 1s));
    EXPECT_TRUE(flows.Pass(Reverse(MakeSegment(40000)), 2s)) << "both directions are one";
    EXPECT_TRUE(flows.Pass(MakeSegment(40000), 1h + 2s - 1ns)) << "just in time";
    EXPECT_FALSE(flows.Pass(Reverse(MakeSegment(40000)), 2h + 2s)) << "an hour and a nanosecond";
    EXPECT_FALSE(flows.Pass(MakeSegment(40000), 2h + 2s)) << "and for both";
    EXPECT_EQ(flows.GetForgotten(), 1U);
    EXPECT_EQ(flows.GetStopped(), 3U);
    EXPECT_TRUE(flows.Pass(syn, 3h)) << "a SYN begins again";
    EXPECT_TRUE(flows.Pass(MakeSegment(40000), 3h));
}

TEST(IdleFlows, EndsWithAReset)
{
    IdleFlows flows(1h);
    auto syn = MakeSegment(40000);
    syn.syn = true;
    auto rst = Reverse(MakeSegment(40000));
    rst.rst = true;
    EXPECT_TRUE(flows.Pass(syn, 0s));
    EXPECT_TRUE(flows.Pass(rst, 1s));
    EXPECT_EQ(flows.GetSize(), 0U);
    EXPECT_FALSE(flows.Pass(MakeSegment(40000), 2s));
    EXPECT_EQ(flows.GetForgotten(), 0U) << "ended, not forgotten";
}

TEST(IdleFlows, KeepsConnectionsApart)
{
    IdleFlows flows(1min);
    for (uint16_t i = 0; i < 60000; ++i)
    {
        auto syn = MakeSegment(i);
        syn.syn = true;
        EXPECT_TRUE(flows.Pass(syn, i * 1ms));
    }
    EXPECT_EQ(flows.GetSize(), 60000U);
    // At 90 s those are forgotten whose SYN came up to 30 s: numbers 0 to 30,000.
    EXPECT_FALSE(flows.Pass(MakeSegment(30000), 90s));
    EXPECT_TRUE(flows.Pass(MakeSegment(30001), 90s));
    EXPECT_EQ(flows.GetForgotten(), 30001U);
}

/**
 * @param port port of the client
 * @param acknowledged the next byte that it expects
 * @return a segment from the client, which is inside, to the server
 */
IdleFlows::Segment
MakeInside(uint16_t port, uint32_t acknowledged = 0)
{
    auto segment = MakeSegment(port);
    segment.inside = true;
    segment.acknowledged = acknowledged;
    return segment;
}

/**
 * @param port port of the client as the server knows it
 * @param acknowledged the next byte that the server expects
 * @return a segment from the server to the client
 */
IdleFlows::Segment
MakeOutside(uint16_t port, uint32_t acknowledged = 0)
{
    auto segment = Reverse(MakeSegment(port));
    segment.acknowledged = acknowledged;
    return segment;
}

TEST(IdleFlows, ResetsBothEndsOfWhatItForgets)
{
    IdleFlows flows(1min);
    auto syn = MakeSegment(40000);
    syn.syn = syn.inside = true;
    EXPECT_FALSE(flows.GetExpiry());
    EXPECT_TRUE(flows.Pass(syn, 0s));
    EXPECT_TRUE(flows.Pass(MakeOutside(40000, 101), 1s));
    EXPECT_TRUE(flows.Pass(MakeInside(40000, 501), 2s));
    EXPECT_EQ(flows.GetExpiry(), 62s) << "a minute after the last packet";
    EXPECT_TRUE(flows.Forget(62s - 1ns).empty());
    const auto resets = flows.Forget(62s);
    ASSERT_EQ(resets.size(), 2U);
    for (const auto& reset : resets)
    {
        // Each end gets the next byte that it expects, as RFC 5961 asks for, from the other end.
        EXPECT_EQ(reset.outward, reset.to.port == 1521);
        EXPECT_EQ(reset.from.port, reset.outward ? 40000 : 1521);
        EXPECT_EQ(reset.sequence, reset.outward ? 101U : 501U);
        EXPECT_FALSE(reset.acknowledged);
    }
    EXPECT_NE(resets[0].outward, resets[1].outward);
    EXPECT_FALSE(flows.GetExpiry());
}

TEST(IdleFlows, ResetsNeitherWhatIsClosedNorWhoHasSaidNothing)
{
    IdleFlows flows(1min);
    auto syn = MakeSegment(40000);
    syn.syn = syn.inside = true;
    EXPECT_TRUE(flows.Pass(syn, 0s));
    EXPECT_TRUE(flows.Forget(60s).empty()) << "nobody has acknowledged anything";
    EXPECT_TRUE(flows.Pass(syn, 61s));
    auto fin = MakeInside(40000, 501);
    fin.fin = true;
    EXPECT_TRUE(flows.Pass(fin, 62s));
    EXPECT_EQ(flows.GetExpiry(), 122s) << "one end may still send";
    fin = MakeOutside(40000, 102);
    fin.fin = true;
    EXPECT_TRUE(flows.Pass(fin, 62s));
    EXPECT_FALSE(flows.GetExpiry());
    EXPECT_TRUE(flows.Pass(MakeInside(40000, 502), 62s)) << "the last ACK passes";
    EXPECT_TRUE(flows.Forget(122s).empty());
    EXPECT_EQ(flows.GetForgotten(), 2U);
}

TEST(NatPorts, GivesWhatItForgotAnotherPort)
{
    NatPorts nat(1min);
    auto syn = MakeInside(40000);
    EXPECT_TRUE(nat.Pass(syn, 0s)) << "no SYN, and yet it passes";
    syn.syn = true;
    syn.from.port = 40001;
    EXPECT_EQ(nat.Pass(syn, 0s), 40001) << "ports are kept";
    EXPECT_EQ(nat.Pass(MakeOutside(40001), 1s), 40001);
    EXPECT_EQ(nat.Pass(MakeInside(40001), 60s), 40001) << "just in time";
    EXPECT_FALSE(nat.Pass(MakeOutside(40001), 120s)) << "a minute later there is no mapping";
    // 61000 was given to the first one, which is forgotten, too, but the next number is tried
    // first.
    EXPECT_EQ(nat.Pass(MakeInside(40001), 120s), 61001);
    EXPECT_EQ(nat.Pass(MakeInside(40001), 121s), 61001);
    EXPECT_EQ(nat.Pass(MakeOutside(61001), 122s), 40001) << "and back";
    EXPECT_FALSE(nat.Pass(MakeOutside(40001), 122s)) << "the server's old address is no one's";
    auto rst = MakeOutside(61001);
    rst.rst = true;
    EXPECT_EQ(nat.Pass(rst, 123s), 40001) << "the server does not know it";
    EXPECT_FALSE(nat.Pass(MakeOutside(61001), 124s)) << "which ended it";
    rst = MakeInside(40001);
    rst.rst = true;
    EXPECT_FALSE(nat.Pass(rst, 124s)) << "a RST begins nothing";
    EXPECT_EQ(nat.Pass(MakeInside(40001), 124s), 61002);
}

TEST(NatPorts, GivesNoPortTwice)
{
    NatPorts nat(1h);
    EXPECT_EQ(nat.Pass(MakeInside(40000), 0s), 61000);
    auto syn = MakeInside(61000);
    syn.syn = true;
    EXPECT_EQ(nat.Pass(syn, 1s), 61001) << "its own is taken";
    EXPECT_EQ(nat.Pass(MakeOutside(61001), 2s), 61000);
    EXPECT_EQ(nat.Pass(MakeOutside(61000), 2s), 40000);
    EXPECT_EQ(nat.Pass(MakeInside(61000), 3s), 61001);
    // 4535 ports up to 65535, then those from 1024 on.
    for (uint16_t i = 0; i < 4534; ++i)
    {
        EXPECT_EQ(nat.Pass(MakeInside(static_cast<uint16_t>(i + 100)), 4s), 61002 + i);
    }
    EXPECT_EQ(nat.Pass(MakeInside(99), 4s), 1024);
}

} // namespace
