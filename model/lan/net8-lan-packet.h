// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_PACKET_H
#define NET8_LAN_PACKET_H

#include "net8-decnet-packet.h"
#include "net8-ipx-packet.h"
#include "net8-lan-frame.h"
#include "net8-nbf-packet.h"

#include <variant>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A frame with all that it carries of the protocols of this room.
 */
class LanPacket
{
  public:
    /// What the frame carries; nothing if it is of another protocol or of 802.2 alone, and then
    /// its payload stays in the frame.
    using Content = std::variant<std::monostate, IpxPacket, DecnetPacket, NbfPacket>;

    /** @return whether a protocol of this room was found in the frame, 802.2 among them */
    bool IsKnown() const;

    /** @return the bytes of the frame */
    std::vector<uint8_t> Encode() const;

    /**
     * Read what the frame carries.
     *
     * @return what is wrong, or NONE
     */
    LanError DecodeContent();

    /**
     * @param bytes a frame without FCS
     * @param[out] out all of it
     * @return what is wrong, or NONE
     */
    static LanError Decode(std::span<const uint8_t> bytes, LanPacket& out);

    LanFrame frame{};  ///< The frame; its payload is empty where content has it.
    Content content{}; ///< What it carries.
};

} // namespace ns3::net8

#endif // NET8_LAN_PACKET_H
