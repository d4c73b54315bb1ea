// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TEXT_PACKET_H
#define NET8_TEXT_PACKET_H

#include "net8-packet-header.h"
#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A packet that carries a text after the fields of its type. The text may follow in the next DATA
 * packet instead.
 *
 * | offset  | bytes | field              |
 * | ------- | ----- | ------------------ |
 * | 8       | OWN   | fields of the type |
 * | 8 + OWN | 2     | text length        |
 * | FIXED   | -     | text               |
 *
 * @tparam Packet the class derived from this one, with WriteOwn(WireWriter&) const and
 * ReadOwn(WireReader&) for its fields
 * @tparam TYPE the packet type
 * @tparam OWN bytes of the fields of the type
 */
template <typename Packet, PacketType TYPE, uint32_t OWN>
class TextPacket
{
  public:
    static constexpr uint32_t FIXED = PacketHeader::SIZE + OWN + 2; ///< bytes before the text

    /** @return whether the text comes in a DATA packet after this one */
    bool DataFollows() const
    {
        return textLength > 0 && text.empty();
    }

    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const
    {
        return static_cast<uint32_t>(FIXED + text.size() + trailing.size());
    }

    /**
     * Encode the packet.
     * @param form length form to write
     * @return the bytes of the packet; empty if its length does not fit @p form
     */
    std::vector<uint8_t> Encode(LengthForm form = LengthForm::SHORT_16) const
    {
        if (!PacketHeader::Fits(EncodedSize(), form))
        {
            return {};
        }
        WireWriter writer{header, EncodedSize(), form};
        static_cast<const Packet&>(*this).WriteOwn(writer);
        writer.U16(textLength);
        writer.Text(text);
        writer.Bytes(trailing);
        return writer.Take();
    }

    /**
     * Decode a packet.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket, LengthForm form, Packet& out)
    {
        WireReader body;
        Packet packet;
        const WireError error = PacketHeader::Open(wholePacket, form, TYPE, packet.header, body);
        if (error != WireError::NONE)
        {
            return error;
        }
        if (wholePacket.size() < FIXED)
        {
            return WireError::BODY_TOO_SHORT;
        }
        packet.ReadOwn(body);
        packet.textLength = body.U16();
        const bool follows = body.Left() == 0;
        if (!follows && packet.textLength > body.Left())
        {
            return WireError::TEXT_BEYOND_PACKET;
        }
        packet.text = body.Text(follows ? 0 : packet.textLength);
        packet.trailing = body.Rest();
        out = std::move(packet);
        return WireError::NONE;
    }

    PacketHeader header{.type = static_cast<uint8_t>(TYPE)}; ///< length set on Encode
    uint16_t textLength{0};        ///< bytes of the text, inside or following
    std::string text;              ///< text inside this packet
    std::vector<uint8_t> trailing; ///< bytes after the text
};

} // namespace ns3::net8

#endif // NET8_TEXT_PACKET_H
