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
 * ABORT, which ends the session at once: user reason and system reason, 1 byte each, then text. Not
 * seen in captures; source: section 2 of the fact sheet on TNS.
 */
class AbortPacket
{
  public:
    static constexpr uint32_t FIXED = 10; ///< bytes before the text

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
