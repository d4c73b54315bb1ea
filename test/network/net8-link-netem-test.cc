// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Reordering, slots and tables of one's own against what tc-netem(8) and sch_netem.c define.
 */
#include "net8-link-statistics.h"

#include "ns3/net8-delay-table.h"
#include "ns3/net8-link-delay.h"
#include "ns3/net8-link-reorder.h"
#include "ns3/net8-link-slots.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

/// tc-netem(8): "reorder 100% gap 5" sends every fifth packet at once and delays the others.
TEST(Net8LinkNetemTest, EveryFifthPacketIsSentAtOnce)
{
    LinkReorder order({.rate = 1, .gap = 5}, MakeDraw(1));
    std::vector<int> places;
    for (int packet = 1; packet <= 20; ++packet)
    {
        if (order.IsNextAtOnce())
        {
            places.push_back(packet);
        }
    }
    EXPECT_EQ(places, (std::vector<int>{5, 10, 15, 20}));
}

/// tc-netem(8): "reorder 25%" sends a quarter at once. With a gap g and a rate r, g - 1 delayed
/// packets and then a geometric number of trials, 1 / r, make a period: one in g - 1 + 1 / r.
TEST(Net8LinkNetemTest, SharesOfPacketsSentAtOnce)
{
    constexpr int COUNT = 200'000;
    for (const auto& [rate, gap] : {std::pair(0.25, 1U), std::pair(0.5, 5U), std::pair(0.1, 3U)})
    {
        LinkReorder order({.rate = rate, .gap = gap}, MakeDraw(7));
        int found = 0;
        for (int packet = 0; packet < COUNT; ++packet)
        {
            found += order.IsNextAtOnce() ? 1 : 0;
        }
        const double share = 1 / (gap - 1 + 1 / rate);
        // Five standard deviations of independent draws, which periods vary less than.
        EXPECT_NEAR(found, COUNT * share, 5 * std::sqrt(COUNT * share)) << rate << " " << gap;
    }
}

/// "slot 10ms": what is due within 10 ms of the first packet is delivered together, 10 ms after it.
TEST(Net8LinkNetemTest, PacketsOfASlotAreDeliveredTogether)
{
    LinkSlots slots({.least = 10ms, .most = 10ms}, MakeDraw(1));
    EXPECT_EQ(slots.GetDelivery(100ms, 1500), 110ms);
    EXPECT_EQ(slots.GetDelivery(104ms, 1500), 110ms);
    EXPECT_EQ(slots.GetDelivery(110ms, 1500), 110ms);
    // This one is due after the slot: another is drawn when it is.
    EXPECT_EQ(slots.GetDelivery(111ms, 1500), 121ms);
}

/// "slot 10ms packets 2": the third packet waits for the slot after.
TEST(Net8LinkNetemTest, AFullSlotIsFollowedByAnother)
{
    LinkSlots packets({.least = 10ms, .most = 10ms, .packets = 2}, MakeDraw(1));
    LinkSlots bytes({.least = 10ms, .most = 10ms, .bytes = 3000}, MakeDraw(1));
    for (const auto delivery : {10ms, 10ms, 20ms, 20ms, 30ms})
    {
        EXPECT_EQ(packets.GetDelivery(0ms, 1500), delivery);
        EXPECT_EQ(bytes.GetDelivery(0ms, 1500), delivery);
    }
}

/// "slot 5ms 15ms": uniform between them, with a mean of 10 ms.
TEST(Net8LinkNetemTest, SlotsAreUniformlyDistributed)
{
    constexpr int COUNT = 20'000;
    LinkSlots slots({.least = 5ms, .most = 15ms}, MakeDraw(3));
    double sum = 0;
    int early = 0;
    for (int packet = 0; packet < COUNT; ++packet)
    {
        const auto due = packet * 1s;
        const auto wait = slots.GetDelivery(due, 100) - due;
        EXPECT_GE(wait, 5ms);
        EXPECT_LT(wait, 15ms);
        sum += static_cast<double>(wait.count()) / 1e6;
        early += wait < 7500us ? 1 : 0;
    }
    // The standard deviation of the mean is 10 / sqrt(12 x 20,000) = 0.0204 ms.
    EXPECT_NEAR(sum / COUNT, 10, 0.1);
    EXPECT_NEAR(early, COUNT / 4, 5 * std::sqrt(COUNT * 3.0 / 16));
}

/// A table of two entries, one standard deviation below and above: half of the delays are each.
TEST(Net8LinkNetemTest, ATableOfOnesOwnIsDrawnFrom)
{
    const auto entries = DelayTable::Read("# as maketable writes it\n 8192\n-8192 # the other\n");
    EXPECT_EQ(entries, (std::vector<int16_t>{-8192, 8192}));
    LinkDelay delay({.delay = 50ms,
                     .jitter = 7ms,
                     .entries = std::make_shared<const std::vector<int16_t>>(entries)},
                    MakeDraw(5));
    constexpr int COUNT = 10'000;
    int less = 0;
    for (int packet = 0; packet < COUNT; ++packet)
    {
        const auto left = packet * 1s;
        const auto found = delay.GetArrival(left) - left;
        EXPECT_TRUE(found == 43ms || found == 57ms) << found.count();
        less += found == 43ms ? 1 : 0;
    }
    EXPECT_NEAR(less, COUNT / 2, 5 * std::sqrt(COUNT / 4.0));
}

/// What is no table is refused.
TEST(Net8LinkNetemTest, WhatIsNoTableIsRefused)
{
    for (const auto* text : {"", "# nothing", "1.5", "40000", "1 two", "99999999999999999999"})
    {
        EXPECT_THROW(DelayTable::Read(text), std::invalid_argument) << text;
    }
}
