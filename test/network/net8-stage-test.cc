// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Chains of hops that are computed, against hand arithmetic and against hops that are walked event
 * by event.
 */
#include "net8-link-statistics.h"
#include "net8-stage-route.h"
#include "net8-walked-network.h"

#include "ns3/net8-fifo-stage.h"
#include "ns3/net8-transmission-time.h"

#include <chrono>
#include <gtest/gtest.h>
#include <set>
#include <tuple>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

TEST(TransmissionTime, RoundsAsTimesOfNs3)
{
    EXPECT_EQ(GetTransmissionTime(1500, 10'000'000), 1200us);
    EXPECT_EQ(GetTransmissionTime(1538, 1'000'000'000), 12304ns);
    EXPECT_EQ(GetTransmissionTime(1, 3'000'000), 2667ns) << "2666.67";
    EXPECT_EQ(GetTransmissionTime(1, 7'000'000), 1143ns) << "1142.86";
    EXPECT_EQ(GetTransmissionTime(1, 6'000'000), 1333ns) << "1333.33";
    // 53496 / 128,000,000 s = 417,937.5 ns: 6687 / 16,000,000 has no end as a binary fraction.
    EXPECT_EQ(GetTransmissionTime(6687, 128'000'000), 417'937ns);
    // 2^-10 s has one: 976,562.5 ns.
    EXPECT_EQ(GetTransmissionTime(1, 8192), 976'563ns);
    EXPECT_EQ(GetTransmissionTime(UINT32_MAX, 8), std::chrono::seconds(UINT32_MAX));
}

/// 1,000 bytes take 8 ms at 1 Mb/s; room for two.
constexpr FifoStage::Settings SLOW{.bitsPerSecond = 1'000'000, .delay = 1ms, .room = 2};

/**
 * @param stage a hop
 * @param at when a packet of 1,000 bytes comes
 * @param scheduled when that was known
 * @return when it arrives at the far end; -1 if it is dropped
 */
std::chrono::nanoseconds
Send(FifoStage& stage, std::chrono::nanoseconds at, std::chrono::nanoseconds scheduled = 0ns)
{
    const auto departure = stage.Take({.at = at, .scheduled = scheduled, .bytes = 1000});
    return departure.dropped ? -1ns : departure.arrival;
}

TEST(FifoStage, SendsOneHoldsTwoAndDropsTheFourth)
{
    FifoStage stage(SLOW);
    EXPECT_EQ(Send(stage, 10ms), 19ms);
    EXPECT_EQ(Send(stage, 10ms), 27ms);
    EXPECT_EQ(Send(stage, 11ms), 35ms);
    EXPECT_EQ(Send(stage, 12ms), -1ns) << "one is sent, two wait";
    EXPECT_EQ(Send(stage, 18ms + 1ns), 43ms) << "the second one left the queue at 18 ms";
    EXPECT_EQ(Send(stage, 18ms + 1ns), -1ns);
    EXPECT_EQ(Send(stage, 100ms), 109ms);
    EXPECT_EQ(stage.GetDropped(), 2U);
    EXPECT_EQ(stage.GetUndecided(), 0U);
}

TEST(FifoStage, FollowsATraceInPlaceOfItsRate)
{
    // Chances of 1,504 bytes; packets of 1,000 and 2 more, as of PPP (2) and of mahimahi's TUN (4).
    FifoStage stage({.delay = 1ms, .room = 2, .overheadBytes = 2});
    stage.SetTrace(DeliveryTrace({10, 20, 20, 50}));
    EXPECT_EQ(Send(stage, 0ms), 11ms) << "1,002 of the chance of 10 ms";
    EXPECT_EQ(Send(stage, 1ms), 21ms) << "502 there, 500 of the first one of 20 ms";
    EXPECT_EQ(Send(stage, 9ms), 21ms) << "1,002 of the 1,004 that are left there";
    EXPECT_EQ(Send(stage, 9ms), -1ns) << "one is delivered next, two wait";
    EXPECT_EQ(Send(stage, 10ms + 1ns), 21ms) << "2 there, 1,000 of the second one of 20 ms";
    EXPECT_EQ(Send(stage, 20ms + 1ns), 51ms);
    EXPECT_EQ(Send(stage, 50ms), 61ms) << "the trace begins again";
    EXPECT_EQ(stage.GetDropped(), 1U);
}

TEST(FifoStage, DecidesTiesByWhatWasScheduledFirst)
{
    // The first one is sent from 10 to 18 ms, so its end was scheduled at 10 ms.
    for (const auto& [scheduled, dropped, undecided] :
         {std::tuple{10ms - 1ns, true, 0U}, {10ms + 1ns, false, 0U}, {10ms + 0ns, true, 1U}})
    {
        FifoStage stage(SLOW);
        Send(stage, 10ms);
        Send(stage, 11ms);
        Send(stage, 12ms);
        EXPECT_EQ(Send(stage, 18ms, scheduled) == -1ns, dropped);
        EXPECT_EQ(stage.GetUndecided(), undecided);
    }
}

TEST(FifoStage, GoesOnAfterATimeThatWasSkipped)
{
    // The same packets, once with an hour between the third and the fourth one.
    FifoStage stage(SLOW);
    FifoStage later(SLOW);
    stage.Skip(1h); // no packet has come yet
    for (const auto at : {10ms, 11ms, 12ms})
    {
        EXPECT_EQ(Send(stage, at), Send(later, at));
    }
    later.Skip(1h);
    for (const auto at : {13ms, 18ms, 18ms, 26ms, 60ms})
    {
        const auto one = stage.Take({.at = at, .scheduled = 9ms, .cause = 8ms, .bytes = 1000});
        const auto other =
            later.Take({.at = at + 1h, .scheduled = 9ms + 1h, .cause = 8ms + 1h, .bytes = 1000});
        EXPECT_EQ(other.dropped, one.dropped) << at.count();
        EXPECT_EQ(other.waited, one.waited) << at.count();
        if (!one.dropped)
        {
            EXPECT_EQ(other.start, one.start + 1h) << at.count();
            EXPECT_EQ(other.sent, one.sent + 1h) << at.count();
            EXPECT_EQ(other.arrival, one.arrival + 1h) << at.count();
            EXPECT_EQ(other.cause, one.cause + 1h) << at.count();
        }
    }
    EXPECT_EQ(later.GetDropped(), stage.GetDropped());
    EXPECT_EQ(later.GetUndecided(), stage.GetUndecided());
    std::vector<int64_t> one;
    std::vector<int64_t> other;
    stage.Describe(61ms, one);
    later.Describe(61ms + 1h, other);
    EXPECT_EQ(one, other) << "with a packet on the line";
    EXPECT_FALSE(one.empty());
    other.clear();
    later.Describe(62ms + 1h, other);
    EXPECT_NE(one, other) << "a moment later";
    one.clear();
    stage.Describe(100ms, one);
    EXPECT_TRUE(one.empty()) << "when it is idle";
}

TEST(FifoStage, TellsWhatBeginsATransmission)
{
    FifoStage stage(SLOW);
    const auto first = stage.Take({.at = 10ms, .scheduled = 4ms, .bytes = 1000});
    EXPECT_FALSE(first.waited);
    EXPECT_EQ(first.cause, 4ms) << "its own arrival, known since then";
    const auto second = stage.Take({.at = 11ms, .scheduled = 5ms, .bytes = 1000});
    EXPECT_TRUE(second.waited);
    EXPECT_EQ(second.cause, 10ms) << "the end of the first one, known since it began";
    const auto third = stage.Take({.at = 26ms, .scheduled = 20ms, .bytes = 1000});
    EXPECT_FALSE(third.waited) << "the second one ended at 26 ms, as was known since 18 ms";
    EXPECT_EQ(third.cause, 20ms);
}

TEST(FifoStage, CountsBytesWithoutThoseOfTheWire)
{
    FifoStage stage({.bitsPerSecond = 1'000'000,
                     .room = 2100,
                     .roomInBytes = true,
                     .leastBytes = 60,
                     .overheadBytes = 12,
                     .gapBytes = 12});
    // Ethernet: (1000 + 12) x 8 us, and 96 us of gap before the next.
    EXPECT_EQ(Send(stage, 0ms), 8096us);
    EXPECT_EQ(Send(stage, 0ms), 8096us + 96us + 8096us);
    EXPECT_EQ(Send(stage, 0ms), 2 * 8192us + 8096us);
    const auto refused = stage.Take({.at = 0ms, .bytes = 101});
    EXPECT_TRUE(refused.dropped) << "2000 of 2100 are taken";
    const auto small = stage.Take({.at = 0ms, .bytes = 40});
    EXPECT_EQ(small.start, 3 * 8192us);
    EXPECT_EQ(small.arrival, 3 * 8192us + 72 * 8us) << "sent as 60 bytes";
}

TEST(FifoStage, IdleQueueRefusesWhatIsLargerThanItself)
{
    FifoStage stage({.bitsPerSecond = 1'000'000, .room = 999, .roomInBytes = true});
    EXPECT_EQ(Send(stage, 0ms), -1ns) << "ns-3 queues each packet, sent at once or not";
}

TEST(StageRoute, WalksUpToWhereFlowsMeet)
{
    FifoStage first(SLOW);
    FifoStage second(SLOW);
    FifoStage third(SLOW);
    const StageRoute route({{&first, true}, {&second, false}, {&third, true}});
    const auto stop = route.Walk(0, {.at = 0ms, .bytes = 1000});
    EXPECT_EQ(stop.hop, 2U);
    EXPECT_EQ(stop.packet.at, 18ms) << "twice 8 + 1 ms";
    EXPECT_EQ(stop.packet.scheduled, 9ms) << "the second hop begins to send";
    EXPECT_FALSE(stop.dropped);
    const auto end = route.Walk(stop.hop, stop.packet);
    EXPECT_EQ(end.hop, route.GetSize());
    EXPECT_EQ(end.packet.at, 27ms);
}

/**
 * Compute what a walked network does.
 *
 * @param network the network
 * @param[out] undecided packets that met at the same time and were scheduled at the same time
 * @param[out] events events that it took
 * @return what became of each packet
 */
std::vector<WalkedNetwork::Fate>
Compute(const WalkedNetwork& network, uint64_t& undecided, uint64_t& events)
{
    std::vector<FifoStage> stages;
    for (const auto& settings : network.hops)
    {
        stages.emplace_back(settings);
    }
    std::vector<StageRoute> routes;
    for (const auto& route : network.routes)
    {
        std::vector<StageRoute::Hop> hops;
        for (const auto hop : route)
        {
            hops.push_back({&stages.at(hop), network.GetFeeders(hop) > 1});
        }
        routes.emplace_back(hops);
    }
    // Time, time of scheduling, number; packet and hop.
    using Event = std::tuple<FifoStage::Time, FifoStage::Time, uint64_t, size_t, size_t>;
    std::set<Event> due;
    std::vector<WalkedNetwork::Fate> fates(network.packets.size());
    for (size_t i = 0; i < network.packets.size(); ++i)
    {
        due.emplace(network.packets.at(i).at, -1ns, i, i, 0);
    }
    std::set<std::tuple<size_t, FifoStage::Time, FifoStage::Time>> met;
    for (events = 0; !due.empty(); ++events)
    {
        const auto [at, scheduled, number, index, hop] = *due.begin();
        due.erase(due.begin());
        const auto& packet = network.packets.at(index);
        const auto& route = routes.at(packet.route);
        if (hop > 0 && !met.emplace(network.routes.at(packet.route).at(hop), at, scheduled).second)
        {
            ++undecided;
        }
        const auto stop =
            route.Walk(hop, {.at = at, .scheduled = scheduled, .bytes = packet.bytes});
        if (stop.dropped || stop.hop == route.GetSize())
        {
            fates.at(index) = {stop.dropped, stop.hop, stop.dropped ? 0ns : stop.packet.at};
            continue;
        }
        due.emplace(stop.packet.at,
                    stop.packet.scheduled,
                    network.packets.size() + events,
                    index,
                    stop.hop);
    }
    for (const auto& stage : stages)
    {
        undecided += stage.GetUndecided();
    }
    return fates;
}

/// What a row of random networks came to.
struct Tally
{
    uint32_t compared{0}; ///< Networks in which no order was left open.
    uint64_t packets{0};  ///< Packets of them.
    uint64_t drops{0};    ///< Packets dropped in them.
    uint64_t computed{0}; ///< Events that they took as stages.
    uint64_t walked{0};   ///< Events that they took walked.
};

/**
 * Compare random networks both ways.
 *
 * @param grid delays and times are whole milliseconds, so that packets and ends of packets meet
 * @return what it came to
 */
Tally
CompareRandom(bool grid)
{
    auto draw = MakeDraw(grid ? 21 : 22);
    Tally tally;
    for (uint32_t round = 0; round < 300; ++round)
    {
        const auto network = WalkedNetwork::MakeRandom(draw, grid);
        uint64_t undecided = 0;
        uint64_t computed = 0;
        uint64_t walked = 0;
        const auto fates = Compute(network, undecided, computed);
        const auto expected = network.Walk(walked);
        if (undecided > 0)
        {
            continue;
        }
        ++tally.compared;
        tally.packets += fates.size();
        tally.computed += computed;
        tally.walked += walked;
        for (size_t i = 0; i < fates.size(); ++i)
        {
            tally.drops += expected.at(i).dropped ? 1 : 0;
            EXPECT_EQ(fates.at(i), expected.at(i)) << "round " << round << ", packet " << i;
        }
    }
    return tally;
}

TEST(StageRoute, HasTheNanosecondsAndDropsOfHopsThatAreWalked)
{
    const auto tally = CompareRandom(false);
    EXPECT_EQ(tally.compared, 300U) << "times at random leave no order open";
    EXPECT_GT(tally.drops, tally.packets / 50);
    EXPECT_LT(tally.drops, tally.packets / 2);
    EXPECT_LT(tally.computed * 3, tally.walked) << "two events a hop, against one where flows meet";
}

TEST(StageRoute, HasThemWhereArrivalsAndEndsFallTogether)
{
    const auto tally = CompareRandom(true);
    EXPECT_GT(tally.compared, 30U);
    EXPECT_GT(tally.drops, 1000U);
}

} // namespace
