// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_PACKET_H
#define NET8_LINK_PACKET_H

#include "ns3/net8-idle-flows.h"
#include "ns3/packet.h"

#include <cstddef>
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
    bool transport{false};                   ///< It carries TCP or UDP, or is of IPX or DECnet.
    std::optional<IdleFlows::Segment> tcp{}; ///< Its ends and flags, if it is TCP.
    uint32_t sequence{0};                    ///< Its sequence number, if it is TCP.
    bool begins{false};                      ///< It has the flag SYN, if it is TCP.
    uint32_t payload{0};                     ///< Bytes behind the header of TCP or UDP.

    /// Bytes of the header of PPP in front of the packet.
    static constexpr std::size_t PPP = 2;
    /// Bytes of the header of Ethernet in front of the packet.
    static constexpr std::size_t ETHERNET = 14;

    /**
     * @param packet a packet with the header of its link
     * @param link bytes of that header
     * @return what is seen of it
     */
    static LinkPacket Read(const Packet& packet, std::size_t link);
};

} // namespace ns3::net8

#endif /* NET8_LINK_PACKET_H */
