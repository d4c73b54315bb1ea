// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests the path from bytes to packets and messages, and the detection of errors.
 */
#include "ns3/net8-outbox.h"
#include "ns3/net8-tns-stream.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using std::chrono::nanoseconds;

namespace
{

/// Negotiated values: 16-bit lengths, 100 bytes per packet.
const Agreement SMALL_SDU{.version = 314, .sdu = 100, .tdu = 32767};

/**
 * Get the written bytes.
 *
 * @param outbox the written data
 * @return all its bytes
 */
std::vector<uint8_t>
TakeAll(Outbox& outbox)
{
    std::vector<uint8_t> all;
    while (!outbox.IsEmpty())
    {
        const auto bytes = outbox.Take(1000).bytes;
        all.insert(all.end(), bytes.real.begin(), bytes.real.end());
        all.resize(all.size() + bytes.zeros);
    }
    return all;
}

/**
 * Make a message.
 *
 * @param length length announced by the prefix, bytes
 * @param payloads payload of each packet, bytes
 * @return the DATA packets of the message
 */
std::vector<uint8_t>
MakeMessage(uint32_t length, const std::vector<uint32_t>& payloads)
{
    Outbox outbox;
    const TtcPrefix prefix{.function = TtcFunction::EXECUTE, .rows = 7, .length = length};
    for (std::size_t i = 0; i < payloads.size(); ++i)
    {
        outbox.AddData(i == 0 ? prefix.Encode() : std::vector<uint8_t>(), payloads[i], 0);
    }
    return TakeAll(outbox);
}

TEST(TnsStream, AMessageIsWholeWithItsLastPacket)
{
    const auto bytes = MakeMessage(150, {90, 60});
    TnsStream stream;
    stream.SetAgreement(SMALL_SDU);
    std::vector<TnsStream::Message> messages;
    std::size_t packets = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) // one byte per nanosecond, from 1000 on
    {
        SpanSource segment(std::span<const uint8_t>{bytes}.subspan(i, 1));
        while (const auto arrival = stream.Next(segment, nanoseconds(1000 + i)))
        {
            EXPECT_TRUE(arrival->ofMessage);
            ++packets;
            if (arrival->message)
            {
                messages.push_back(*arrival->message);
            }
            EXPECT_EQ(stream.IsInsideMessage(), packets == 1);
        }
    }
    EXPECT_EQ(stream.GetError(), std::nullopt);
    EXPECT_EQ(packets, 2U);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].prefix.rows, 7U);
    EXPECT_EQ(messages[0].packets, 2U);
    EXPECT_EQ(messages[0].wireBytes, 150U + 2 * 10);
    EXPECT_EQ(messages[0].firstByte, nanoseconds(1000));
}

TEST(TnsStream, BeforeTheAcceptAndWithoutPayloadDataPacketsAreNoMessages)
{
    TnsStream stream;
    const auto message = MakeMessage(50, {50});
    SpanSource before(message);
    const auto text = stream.Next(before, nanoseconds(0));
    ASSERT_TRUE(text);
    EXPECT_FALSE(text->ofMessage);
    EXPECT_EQ(text->packet.header.length, 60U);
    stream.SetAgreement(SMALL_SDU);
    Outbox outbox;
    outbox.AddData({}, 0, 0x0040);
    const auto end = TakeAll(outbox);
    SpanSource after(end);
    const auto packet = stream.Next(after, nanoseconds(0));
    ASSERT_TRUE(packet);
    EXPECT_FALSE(packet->ofMessage);
    EXPECT_FALSE(packet->message);
}

TEST(TnsStream, ADroppedMessageDoesNotCountTowardsTheNext)
{
    TnsStream stream;
    stream.SetAgreement(SMALL_SDU);
    const auto begun = MakeMessage(150, {90});
    SpanSource first(begun);
    EXPECT_TRUE(stream.Next(first, nanoseconds(0)));
    stream.DropMessage();
    const auto whole = MakeMessage(50, {50});
    SpanSource second(whole);
    const auto arrival = stream.Next(second, nanoseconds(0));
    ASSERT_TRUE(arrival && arrival->message);
    EXPECT_EQ(arrival->message->prefix.length, 50U);
}

/**
 * Read a stream.
 *
 * @param bytes bytes of a stream
 * @return its error, and the number of packets returned
 */
std::pair<std::optional<SessionError>, int>
Read(const std::vector<uint8_t>& bytes)
{
    TnsStream stream;
    stream.SetAgreement(SMALL_SDU);
    SpanSource segment(bytes);
    int packets = 0;
    while (stream.Next(segment, nanoseconds(0)))
    {
        ++packets;
    }
    return {stream.GetError(), packets};
}

TEST(TnsStream, WhatIsNoMessageEndsTheStream)
{
    using Found = std::pair<std::optional<SessionError>, int>;
    // More bytes than the prefix announces, in the second packet.
    EXPECT_EQ(Read(MakeMessage(120, {90, 60, 60})), Found(SessionError::MESSAGE_LENGTH, 2));
    // A message type that does not exist.
    Outbox outbox;
    outbox.AddData(std::vector<uint8_t>(12, 0xff), 20, 0);
    outbox.AddData({}, 0, 0x0040);
    EXPECT_EQ(Read(TakeAll(outbox)), Found(SessionError::BAD_TTC_PREFIX, 1));
    // A DATA packet without data flags.
    EXPECT_EQ(Read({0, 8, 0, 0, 6, 0, 0, 0}), Found(SessionError::MALFORMED_PACKET, 1));
    // A packet above the SDU.
    EXPECT_EQ(Read({0, 101, 0, 0, 6, 0, 0, 0}), Found(SessionError::LENGTH_ABOVE_SDU, 0));
}

} // namespace
