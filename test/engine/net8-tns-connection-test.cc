// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests a connection without its socket: how messages are cut, and how it ends.
 */
#include "ns3/net8-tns-connection.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using std::chrono::nanoseconds;

namespace
{

/// Negotiated values: 32-bit lengths, 100 bytes per packet.
const Agreement AGREEMENT{.version = 318,
                          .sdu = 100,
                          .tdu = 2097152,
                          .lengthForm = LengthForm::LONG_32};

TEST(TnsConnection, MessagesAreCutAtTheAgreedSizeAndTheLastPacketHasTheFlags)
{
    TnsConnection sender;
    TnsConnection receiver;
    sender.SetAgreement(AGREEMENT, TduRule::IGNORE);
    receiver.SetAgreement(AGREEMENT, TduRule::IGNORE);
    EXPECT_EQ(sender.GetPacketLimit(), 100U);
    sender.SendMessage({.function = TtcFunction::EXECUTE, .length = 200}, 0x0040);
    // 90 bytes of a message in each packet of 100: 90 + 90 + 20.
    std::vector<uint32_t> lengths;
    std::vector<uint8_t> flags;
    std::optional<TnsStream::Message> message;
    while (!sender.IsDrained())
    {
        auto bytes = sender.Take(1000).bytes;
        lengths.push_back(bytes.GetSize());
        bytes.real.resize(bytes.GetSize());
        flags.push_back(bytes.real.at(9));
        SpanSource segment(bytes.real);
        while (const auto arrival = receiver.Receive(segment, nanoseconds(5)))
        {
            message = arrival->message;
            EXPECT_EQ(receiver.IsInsideMessage(), !message);
        }
    }
    EXPECT_EQ(lengths, (std::vector<uint32_t>{100, 100, 30}));
    EXPECT_EQ(flags, (std::vector<uint8_t>{0, 0, 0x40}));
    ASSERT_TRUE(message);
    EXPECT_EQ(message->prefix.length, 200U);
    EXPECT_EQ(message->wireBytes, 230U);
}

TEST(TnsConnection, OnlyTheFirstErrorCountsAndNothingMoreIsSent)
{
    TnsConnection tns;
    tns.SendPacket({0, 8, 0, 0, 11, 0, 0, 0});
    tns.Fail(SessionError::RESET);
    tns.Fail(SessionError::UNEXPECTED_PACKET);
    EXPECT_TRUE(tns.IsClosing());
    EXPECT_TRUE(tns.IsDrained());
    EXPECT_EQ(tns.GetCounters().Get(SessionError::RESET), 1U);
    EXPECT_EQ(tns.GetCounters().Get(SessionError::UNEXPECTED_PACKET), 0U);
}

TEST(TnsConnection, ItClosesBehindWhatWasWritten)
{
    TnsConnection tns;
    tns.SendPacket({0, 8, 0, 0, 11, 0, 0, 0});
    tns.Close();
    EXPECT_TRUE(tns.IsClosing());
    EXPECT_FALSE(tns.IsDrained());
    EXPECT_EQ(tns.Take(100).bytes.GetSize(), 8U);
    EXPECT_TRUE(tns.IsDrained());
    tns.SendPacket({0, 8, 0, 0, 11, 0, 0, 0});
    tns.Drop();
    EXPECT_TRUE(tns.IsDrained());
}

} // namespace
