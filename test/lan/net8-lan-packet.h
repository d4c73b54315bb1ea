// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_PACKET_H
#define NET8_LAN_PACKET_H

#include "net8-nbf-packet.h"

#include "ns3/net8-decnet-packet.h"
#include "ns3/net8-ipx-packet.h"
#include "ns3/net8-lan-frame.h"

#include <variant>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * A frame with its decoded payload, for the protocols of the room lan.
 */
class LanPacket
{
  public:
    /// The payload; nothing if it is of another protocol or of 802.2 only, in which case it stays
    /// in the frame.
    using Content = std::variant<std::monostate, IpxPacket, DecnetPacket, NbfPacket>;

    /** @return whether a protocol of the room was found in the frame, including 802.2 */
    bool IsKnown() const;

    /** @return the encoded frame */
    std::vector<uint8_t> Encode() const;

    /**
     * Decode the payload of the frame.
     *
     * @return the error found, or NONE
     */
    LanError DecodeContent();

    /**
     * Decode a frame.
     *
     * @param bytes a frame without FCS
     * @param[out] out all of it
     * @return the error found, or NONE
     */
    static LanError Decode(std::span<const uint8_t> bytes, LanPacket& out);

    LanFrame frame{};  ///< The frame; its payload is empty if it is in content.
    Content content{}; ///< The payload.
};

} // namespace ns3::net8

#endif // NET8_LAN_PACKET_H
