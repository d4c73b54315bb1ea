// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DATA_PACKET_H
#define NET8_DATA_PACKET_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * DATA with its payload. For virtual payload, use DataHeader alone.
 */
class DataPacket
{
  public:
    static constexpr uint32_t FIXED = 10; ///< bytes before the payload

    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const;

    /**
     * Encode the packet.
     * @param form length form to write
     * @return the bytes of the packet; empty if its length does not fit @p form
     */
    std::vector<uint8_t> Encode(LengthForm form) const;

    /**
     * Decode a packet.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket, LengthForm form, DataPacket& out);

    PacketHeader header{.type = static_cast<uint8_t>(PacketType::DATA)}; ///< length set on Encode
    uint16_t flags{0};            ///< bits of namespace data_flag
    std::vector<uint8_t> payload; ///< what the packet carries
};

} // namespace ns3::net8

#endif // NET8_DATA_PACKET_H
