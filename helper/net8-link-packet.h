// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_PACKET_H
#define NET8_LINK_PACKET_H

#include "ns3/net8-idle-flows.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a device in the middle of a link sees of a packet.
 */
struct LinkPacket
{
    bool transport{false};                   ///< It carries TCP or UDP.
    std::optional<IdleFlows::Segment> tcp{}; ///< Its ends and flags, if it is TCP.
    uint32_t sequence{0};                    ///< Its sequence number, if it is TCP.
    bool begins{false};                      ///< It has the flag SYN, if it is TCP.
    uint32_t payload{0};                     ///< Bytes behind the header of TCP or UDP.

    /**
     * @param packet a packet with the header of PPP
     * @return what is seen of it
     */
    static LinkPacket Read(const Ptr<const Packet>& packet);
};

} // namespace ns3::net8

#endif /* NET8_LINK_PACKET_H */
