// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Layouts of SPX, which no public capture has, and of broken frames.
 *
 * The bytes of SPX are laid out by hand from the table of Wireshark's packet-ipx.c and of Linux's
 * af_spx.c; those of the others from the frames that the tests name.
 */
#include "net8-lan-packet.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

using Bytes = std::vector<uint8_t>; ///< Bytes of a frame.

/// A data packet of SPX on Ethernet II: 4 bytes of data, end of message, ack wanted.
const Bytes SPX_FRAME{
    0x00, 0x00, 0x1b, 0x01, 0x02, 0x03, 0x00, 0x00, 0x1b, 0x0a, 0x0b, 0x0c, 0x81, 0x37, // MAC
    0xff, 0xff, 0x00, 0x2e, 0x00, 0x05,                                     // 46 = 30 + 12 + 4
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x1b, 0x01, 0x02, 0x03, 0x40, 0x03, // to 1/...40 03
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x1b, 0x0a, 0x0b, 0x0c, 0x40, 0x05, // from 2/...40 05
    0x50, 0x00, 0x01, 0x02, 0x03, 0x04, 0x00, 0x07, 0x00, 0x09, 0x00, 0x0c, // SPX
    0xde, 0xad, 0xbe, 0xef};

TEST(LanPacket, SpxHasItsFieldsWhereWiresharkLooksForThem)
{
    LanPacket packet;
    ASSERT_EQ(LanPacket::Decode(SPX_FRAME, packet), LanError::NONE);
    const auto& ipx = std::get<IpxPacket>(packet.content);
    EXPECT_EQ(ipx.header.length, 46);
    EXPECT_EQ(ipx.header.destination.network, 1U);
    EXPECT_EQ(ipx.header.source.socket, 0x4005);
    const auto& spx = std::get<IpxPacket::Spx>(ipx.body);
    EXPECT_EQ(spx.header.control, SpxHeader::WANT_ACK | SpxHeader::END_MESSAGE);
    EXPECT_EQ(spx.header.sourceId, 0x0102);
    EXPECT_EQ(spx.header.destinationId, 0x0304);
    EXPECT_EQ(spx.header.sequence, 7);
    EXPECT_EQ(spx.header.acknowledge, 9);
    EXPECT_EQ(spx.header.allocation, 12);
    EXPECT_EQ(spx.data, (Bytes{0xde, 0xad, 0xbe, 0xef}));
    EXPECT_EQ(packet.Encode(), SPX_FRAME);
}

TEST(LanPacket, SpxTwoHasASizeInAllButTheRequest)
{
    SpxHeader header{.control = SpxHeader::SPX_II | SpxHeader::SYSTEM,
                     .destinationId = SpxHeader::NOBODY};
    EXPECT_EQ(header.GetSize(), 12U);
    header.destinationId = 1;
    EXPECT_EQ(header.GetSize(), 14U);
}

TEST(LanPacket, TheFourFramesOfIpxHaveTheHeadsOfTheTable)
{
    // Bytes in front of IPX beside the 12 of the addresses: 2, 2, 2 + 3, 2 + 8.
    LanFrame frame{.type = LanFrame::TYPE_IPX};
    frame.llc = {.dsap = LlcHeader::SAP_IPX, .ssap = LlcHeader::SAP_IPX};
    EXPECT_EQ(frame.GetHeadSize(), 14U);
    frame.framing = LanFraming::RAW_802_3;
    EXPECT_EQ(frame.GetHeadSize(), 14U);
    frame.framing = LanFraming::LLC_802_2;
    EXPECT_EQ(frame.GetHeadSize(), 17U);
    frame.framing = LanFraming::SNAP;
    EXPECT_EQ(frame.GetHeadSize(), 22U);
    frame.payload = Bytes(42, 0xff);
    const auto snap = frame.Encode();
    EXPECT_EQ(Bytes(snap.begin() + 12, snap.begin() + 22),
              (Bytes{0, 50, 0xaa, 0xaa, 0x03, 0, 0, 0, 0x81, 0x37}));
    LanFrame again;
    ASSERT_EQ(LanFrame::Decode(snap, again), LanError::NONE);
    EXPECT_EQ(again.framing, LanFraming::SNAP);
    EXPECT_EQ(again.payload, frame.payload);
}

TEST(LanPacket, AFrameThatEndsTooEarlyIsRefusedWhereverItEnds)
{
    for (std::size_t size = 0; size < SPX_FRAME.size(); ++size)
    {
        LanPacket packet;
        const Bytes cut{SPX_FRAME.begin(), SPX_FRAME.begin() + static_cast<std::ptrdiff_t>(size)};
        EXPECT_EQ(LanPacket::Decode(cut, packet), LanError::TRUNCATED) << size;
    }
}

TEST(LanPacket, LengthsThatCannotBeAreRefused)
{
    auto frame = SPX_FRAME;
    frame[17] = 29; // shorter than the header of IPX
    LanPacket packet;
    EXPECT_EQ(LanPacket::Decode(frame, packet), LanError::BAD_LENGTH);

    const Bytes rip{0, 2, 0, 0, 0, 1, 0}; // 5 bytes of 8
    LanReader reader(rip);
    RipMessage message;
    EXPECT_EQ(RipMessage::Decode(reader, message), LanError::BAD_LENGTH);

    const Bytes decnet{0x01, 0x00, 0x80}; // padding of no byte
    LanReader padded(decnet);
    DecnetPacket routed;
    EXPECT_EQ(DecnetPacket::Decode(padded, routed), LanError::BAD_LENGTH);
}

TEST(LanPacket, NspHeadersAreAsLongAsInTheCapture)
{
    // tcpdump_DECnet_Phone: data with both acks 11 bytes, acks 9, link service 13, confirm 9 +
    // data.
    NspMessage message{.flags = NspMessage::FIRST | NspMessage::LAST};
    message.ack = NspMessage::PRESENT;
    message.secondAck = NspMessage::PRESENT;
    const auto size = [&message](uint8_t flags) {
        message.flags = flags;
        LanWriter writer;
        message.Encode(writer);
        return writer.GetSize();
    };
    EXPECT_EQ(size(NspMessage::FIRST | NspMessage::LAST), 11U);
    EXPECT_EQ(size(NspMessage::DATA_ACK), 9U);
    EXPECT_EQ(size(NspMessage::LINK_SERVICE), 13U);
    message.ack.reset();
    message.secondAck.reset();
    EXPECT_EQ(size(NspMessage::CONNECT_INITIATE), 9U);
    EXPECT_EQ(size(NspMessage::CONNECT_ACK), 3U);
    EXPECT_EQ(size(NspMessage::DISCONNECT_CONFIRM), 7U);
}

TEST(LanPacket, EveryErrorHasASentence)
{
    for (const auto error : {LanError::NONE,
                             LanError::TRUNCATED,
                             LanError::BAD_LENGTH,
                             LanError::UNKNOWN_TYPE,
                             LanError::BAD_FIELD})
    {
        EXPECT_EQ(std::string{Sentence(error)}.back(), '.');
    }
}

} // namespace
