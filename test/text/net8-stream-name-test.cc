// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Numbers of random streams follow from names alone.
 */
#include "ns3/net8-stream-name.h"

#include <bit>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>

using namespace ns3::net8;

namespace
{

TEST(StreamName, IsTheSameForTheSameName)
{
    EXPECT_EQ(StreamOf(StreamOf(0, "link"), "up"), StreamOf(StreamOf(0, "link"), "up"));
}

TEST(StreamName, DiffersByNamePlaceAndWhole)
{
    std::set<int64_t> found;
    const auto add = [&found](int64_t number) {
        EXPECT_TRUE(found.insert(number).second);
        return number;
    };
    for (const auto* whole : {"a", "b", "", "ab"})
    {
        const auto number = add(StreamOf(0, whole));
        for (const auto* part : {"a", "b", "", "ab", "c"})
        {
            add(StreamOf(number, part));
        }
        for (uint64_t place = 0; place < 20'000; ++place)
        {
            add(StreamOf(number, place));
        }
    }
}

TEST(StreamName, LeavesRoomForStreamsThatFollow)
{
    // ns-3 takes numbers below 2^63, and its models use the ones after the first.
    for (uint64_t place = 0; place < 1000; ++place)
    {
        const auto number = StreamOf(0, place);
        EXPECT_GE(number, 0);
        EXPECT_LT(number, int64_t{1} << 62);
    }
}

TEST(StreamName, ChangesHalfOfTheBits)
{
    // Of 62 bits that are as good as random 31 differ, with a standard deviation of 0.5 sqrt(62) =
    // 3.94; the mean of 1000 pairs of neighbours is within 4 x 3.94 / sqrt(1000) = 0.5.
    int differing = 0;
    for (uint64_t place = 0; place < 1000; ++place)
    {
        differing +=
            std::popcount(static_cast<uint64_t>(StreamOf(7, place) ^ StreamOf(7, place + 1)));
    }
    EXPECT_NEAR(differing / 1000.0, 31, 0.5);
}

} // namespace
