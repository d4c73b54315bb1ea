// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Which bytes of a TCP connection pass a point for the first time, worked out by hand.
 */
#include "ns3/net8-passed-bytes.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace ns3::net8;

namespace
{

TEST(PassedBytes, InOrderAllCounts)
{
    PassedBytes way;
    EXPECT_EQ(way.Take(1000, 0, true), 0U);
    EXPECT_EQ(way.Take(1001, 100, false), 100U);
    EXPECT_EQ(way.Take(1101, 50, false), 50U);
    EXPECT_EQ(way.Take(1151, 0, false), 0U);
}

TEST(PassedBytes, WhatIsRepeatedCountsOnce)
{
    PassedBytes way;
    way.Take(0, 0, true);
    way.Take(1, 300, false);
    EXPECT_EQ(way.Take(101, 100, false), 0U);
    // Half of it is new.
    EXPECT_EQ(way.Take(201, 200, false), 100U);
}

TEST(PassedBytes, WhatWasLostBeforeCountsWhenItIsRepeated)
{
    PassedBytes way;
    way.Take(0, 0, true);
    way.Take(1, 100, false);
    // 101 to 400 were lost on the way here.
    EXPECT_EQ(way.Take(401, 100, false), 100U);
    EXPECT_EQ(way.Take(201, 100, false), 100U);
    EXPECT_EQ(way.Take(201, 100, false), 0U);
    // All of 101 to 500: 101 to 200 and 301 to 400 had not passed.
    EXPECT_EQ(way.Take(101, 400, false), 200U);
    EXPECT_EQ(way.Take(101, 400, false), 0U);
}

TEST(PassedBytes, SequenceNumbersWrap)
{
    PassedBytes way;
    way.Take(4294967290U, 0, true);
    EXPECT_EQ(way.Take(4294967291U, 10, false), 10U);
    EXPECT_EQ(way.Take(15, 10, false), 10U); // 5 to 14 are missing.
    EXPECT_EQ(way.Take(4294967291U, 30, false), 10U);
}

TEST(PassedBytes, ASynBeginsAnewAndMayCarryData)
{
    PassedBytes way;
    way.Take(0, 0, true);
    way.Take(1, 100, false);
    EXPECT_EQ(way.Take(50, 7, true), 7U);
    EXPECT_EQ(way.Take(58, 10, false), 10U);
}

TEST(PassedBytes, AnyOrderGivesEachByteOnce)
{
    std::mt19937 random(1);
    PassedBytes way;
    way.Take(0, 0, true);
    std::set<uint32_t> seen;
    for (int i = 0; i < 2000; ++i)
    {
        const auto from = static_cast<uint32_t>(1 + random() % 500);
        const auto bytes = static_cast<uint32_t>(random() % 40);
        uint32_t fresh = 0;
        for (uint32_t at = from; at < from + bytes; ++at)
        {
            fresh += seen.insert(at).second ? 1 : 0;
        }
        ASSERT_EQ(way.Take(from, bytes, false), fresh) << i;
    }
}

} // namespace
