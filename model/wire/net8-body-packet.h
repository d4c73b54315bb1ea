// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BODY_PACKET_H
#define NET8_BODY_PACKET_H

#include "net8-packet-header.h"
#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A packet type without fields of its own: the header, then the bytes kept unchanged.
 * @tparam TYPE the packet type
 */
template <PacketType TYPE>
class BodyPacket
{
  public:
    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const
    {
        return static_cast<uint32_t>(PacketHeader::SIZE + body.size());
    }

    /**
     * Encode the packet.
     * @param form length form to write
     * @return the bytes of the packet; empty if its length does not fit @p form
     */
    std::vector<uint8_t> Encode(LengthForm form) const
    {
        if (!PacketHeader::Fits(EncodedSize(), form))
        {
            return {};
        }
        WireWriter writer{header, EncodedSize(), form};
        writer.Bytes(body);
        return writer.Take();
    }

    /**
     * Decode a packet.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket, LengthForm form, BodyPacket& out)
    {
        WireReader reader;
        const WireError error = PacketHeader::Open(wholePacket, form, TYPE, out.header, reader);
        out.body = reader.Rest();
        return error;
    }

    PacketHeader header{.type = static_cast<uint8_t>(TYPE)}; ///< length set on Encode
    std::vector<uint8_t> body;                               ///< all bytes after the header
};

/// RESEND: 8 bytes; the client repeats its CONNECT, after renewing TLS with header_flag::RENEW_TLS.
using ResendPacket = BodyPacket<PacketType::RESEND>;
/// NULL: keep-alive, an empty DATA.
using NullPacket = BodyPacket<PacketType::NULL_PACKET>;
/// ACK: no layout is known.
using AckPacket = BodyPacket<PacketType::ACK>;
/// DATA DESCRIPTOR: no layout is known; its payload is not counted in the length.
using DataDescriptorPacket = BodyPacket<PacketType::DATA_DESCRIPTOR>;

} // namespace ns3::net8

#endif // NET8_BODY_PACKET_H
