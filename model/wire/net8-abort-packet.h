// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ABORT_PACKET_H
#define NET8_ABORT_PACKET_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * ABORT: the session ends at once. User reason and system reason of 1 byte each, then text.
 * Not seen in captures; source: section 2 of the fact sheet on TNS.
 */
class AbortPacket
{
  public:
    static constexpr uint32_t FIXED = 10; ///< bytes in front of the text

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
    static WireError Decode(std::span<const uint8_t> wholePacket,
                            LengthForm form,
                            AbortPacket& out);

    PacketHeader header{.type = static_cast<uint8_t>(PacketType::ABORT)}; ///< length set on Encode
    uint8_t userReason{0};   ///< reason of the application
    uint8_t systemReason{0}; ///< reason of the network layer
    std::string text;        ///< the rest of the packet
};

} // namespace ns3::net8

#endif // NET8_ABORT_PACKET_H
