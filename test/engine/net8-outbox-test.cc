// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests that written data is sent packet by packet as space allows, and that real bytes stay real.
 */
#include "ns3/net8-outbox.h"

#include <gtest/gtest.h>
#include <utility>

using namespace ns3::net8;

namespace
{

using Bytes = std::vector<uint8_t>;

TEST(StreamBytes, AreTakenFromTheFrontRealOnesFirst)
{
    StreamBytes run{{1, 2, 3}, 4};
    EXPECT_EQ(run.GetSize(), 7U);
    const StreamBytes two = run.Take(2);
    EXPECT_EQ(two.real, (Bytes{1, 2}));
    EXPECT_EQ(two.zeros, 0U);
    const StreamBytes three = run.Take(3);
    EXPECT_EQ(three.real, (Bytes{3}));
    EXPECT_EQ(three.zeros, 2U);
    const StreamBytes rest = run.Take(100);
    EXPECT_EQ(rest.real, Bytes());
    EXPECT_EQ(rest.zeros, 2U);
    EXPECT_EQ(run.GetSize(), 0U);
}

TEST(Outbox, DataPacketsHaveTheHeaderOfTheirLengthForm)
{
    Outbox outbox;
    outbox.AddData({0xaa, 0xbb}, 5, 0x0040);
    outbox.SetLengthForm(LengthForm::LONG_32);
    outbox.SetHeaderFlags(0x20);
    outbox.AddData({}, 300, 0);
    // 10 bytes of header and flags; the length takes two bytes below TNS version 315, four from
    // there on; type 6 is DATA.
    const auto first = outbox.Take(1000);
    EXPECT_EQ(first.bytes.real, (Bytes{0, 15, 0, 0, 6, 0, 0, 0, 0, 0x40, 0xaa, 0xbb}));
    EXPECT_EQ(first.bytes.zeros, 3U);
    EXPECT_TRUE(first.endsMessage);
    const auto second = outbox.Take(1000);
    EXPECT_EQ(second.bytes.real, (Bytes{0, 0, 1, 0x36, 6, 0x20, 0, 0, 0, 0}));
    EXPECT_EQ(second.bytes.zeros, 300U);
    EXPECT_TRUE(outbox.IsEmpty());
}

TEST(Outbox, APacketLeavesInPiecesAndNeverWithTheNextOne)
{
    Outbox outbox;
    outbox.AddPacket({0, 8, 0, 0, 11, 0, 0, 0});
    outbox.AddData({}, 20, 0);
    const auto start = outbox.Take(6);
    EXPECT_EQ(start.bytes.real, (Bytes{0, 8, 0, 0, 11, 0}));
    EXPECT_FALSE(start.endsMessage);
    const auto end = outbox.Take(100);
    EXPECT_EQ(end.bytes.real, (Bytes{0, 0}));
    EXPECT_FALSE(end.endsMessage); // it was not a DATA packet
    EXPECT_EQ(outbox.Take(25).endsMessage, false);
    const auto last = outbox.Take(25);
    EXPECT_EQ(last.bytes.real, Bytes());
    EXPECT_EQ(last.bytes.zeros, 5U);
    EXPECT_TRUE(last.endsMessage);
}

TEST(Outbox, WhatHasBegunIsNotDropped)
{
    Outbox outbox;
    outbox.AddData({}, 20, 0);
    outbox.AddData({}, 20, 0);
    outbox.Take(1);
    outbox.DropWhole();
    EXPECT_EQ(outbox.Take(100).bytes.GetSize(), 29U);
    EXPECT_TRUE(outbox.IsEmpty());
}

TEST(Outbox, IsEmptyOnceCleared)
{
    Outbox outbox;
    outbox.AddBytes({1, 2, 3});
    outbox.Take(1);
    outbox.Clear();
    EXPECT_TRUE(outbox.IsEmpty());
    EXPECT_EQ(outbox.Take(100).bytes.GetSize(), 0U);
}

} // namespace
