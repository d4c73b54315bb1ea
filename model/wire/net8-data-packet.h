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
 * DATA with its payload. Where the payload is virtual, use DataHeader alone.
 */
class DataPacket
{
  public:
    static constexpr uint32_t FIXED = 10; ///< bytes in front of the payload

    /** @return bytes of the encoded packet */
    uint32_t EncodedSize() const;

    /**
     * @param form length form
     * @return the whole packet; empty when it does not fit the length form
     */
    std::vector<uint8_t> Encode(LengthForm form) const;

    /**
     * @param wholePacket exactly the bytes of one packet
     * @param form length form of the connection
     * @param[out] out the fields
     * @return what is wrong, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket, LengthForm form, DataPacket& out);

    PacketHeader header{.type = static_cast<uint8_t>(PacketType::DATA)}; ///< length set on Encode
    uint16_t flags{0};            ///< bits of namespace data_flag
    std::vector<uint8_t> payload; ///< what the packet carries
};

} // namespace ns3::net8

#endif // NET8_DATA_PACKET_H
