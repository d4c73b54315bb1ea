// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Graphs that several processes share, small enough to be cut by hand.
 */
#include "ns3/net8-graph-cut.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

using Owners = std::optional<std::vector<uint32_t>>; ///< Process of each vertex.

TEST(GraphCut, ALinkWithoutDelayIsNotCut)
{
    const Net8GraphCut cut({10, 10, 10}, {{0, 1, 0ns}, {1, 2, 5ms}});
    EXPECT_EQ(cut.CountParts(), 2U);
    EXPECT_EQ(cut.Share(2), (Owners{{0, 0, 1}}));
    EXPECT_EQ(cut.Share(3), std::nullopt) << "there are two parts";
    EXPECT_EQ(cut.Share(1), (Owners{{0, 0, 0}}));
}

TEST(GraphCut, LoadsAreEvenNotNumbers)
{
    // A star of five sites: 60 in the hub, 20 in each of three, 0 in the last. 60 and 60 is even.
    const Net8GraphCut cut({60, 20, 20, 20, 0},
                           {{0, 1, 5ms}, {0, 2, 5ms}, {0, 3, 5ms}, {0, 4, 5ms}});
    EXPECT_EQ(cut.Share(2), (Owners{{0, 1, 1, 1, 0}})) << "the last one is where its neighbour is";
}

TEST(GraphCut, OfEvenCutsTheOneWithTheLongestDelayIsTaken)
{
    // Two pairs, 1 ms within a pair and 50 ms between them: 2 and 2 either way.
    const Net8GraphCut cut({1, 1, 1, 1}, {{0, 1, 1ms}, {1, 2, 50ms}, {2, 3, 1ms}});
    EXPECT_EQ(cut.Share(2), (Owners{{0, 0, 1, 1}}));
    EXPECT_EQ(cut.Share(4), (Owners{{0, 1, 2, 3}})) << "four need the short ones too";
}

TEST(GraphCut, AnUnevenLoadIsWorthAShortDelay)
{
    // Cut at 50 ms: 30 and 1. Cut at 1 ms as well: 15 and 16.
    const Net8GraphCut cut({15, 15, 1}, {{0, 1, 1ms}, {1, 2, 50ms}});
    EXPECT_EQ(cut.Share(2), (Owners{{0, 1, 1}}));
}

TEST(GraphCut, EachProcessHasAPartEvenWithoutLoad)
{
    const Net8GraphCut cut({0, 0, 0}, {{0, 1, 1ms}, {1, 2, 1ms}});
    EXPECT_EQ(cut.Share(3), (Owners{{0, 1, 2}}));
}

TEST(GraphCut, VerticesWithoutALinkStayTogether)
{
    const Net8GraphCut cut({3, 3, 3}, {{1, 2, 1ms}});
    EXPECT_EQ(cut.CountParts(), 2U);
    EXPECT_EQ(cut.Share(2), (Owners{{0, 0, 1}}));
}

} // namespace
