// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_PACKET_H
#define NET8_LINK_PACKET_H

#include "ns3/net8-idle-flows.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The parts of a packet that a device in the middle of a link inspects.
 */
struct LinkPacket
{
    bool transport{false}; ///< It carries TCP or UDP, or is one of IPX, DECnet or NetBIOS.
    bool ends{false};      ///< Its flag PSH, with TCP: it ends a message.
    std::optional<IdleFlows::Segment> tcp{}; ///< Its ends and flags, with TCP.
    uint32_t sequence{0};                    ///< Its sequence number, with TCP.
    bool begins{false};                      ///< Its flag SYN, with TCP.
    uint32_t payload{0};                     ///< Bytes after the TCP or UDP header.
    bool urgent{false};                      ///< Its flag URG, with TCP.

    /// Length of the PPP header before the packet, bytes.
    static constexpr std::size_t PPP = 2;
    /// Length of the Ethernet header before the packet, bytes.
    static constexpr std::size_t ETHERNET = 14;

    /**
     * @param packet a packet with its link header
     * @param link length of that header, bytes
     * @return the inspected parts
     */
    static LinkPacket Read(const Packet& packet, std::size_t link);

    /**
     * Clear URG and the urgent pointer, as firewalls do.
     *
     * @param packet a TCP segment with its PPP header
     * @return the segment without them
     */
    static Ptr<Packet> ClearUrgent(const Packet& packet);

    /**
     * Give the inner end of a connection another port, as a NAT does.
     *
     * @param packet a TCP segment with its PPP header
     * @param source whether the inner end is its sender
     * @param port the port
     * @return the segment with that port
     */
    static Ptr<Packet> ChangePort(const Packet& packet, bool source, uint16_t port);

    /**
     * Make a RST.
     *
     * @param reset what it says
     * @return the RST with its PPP header
     */
    static Ptr<Packet> MakeReset(const IdleFlows::Reset& reset);

    /**
     * Make the RST with which a device answers a segment of a connection that it does not know
     * (RFC 9293, 3.5.2).
     *
     * @param packet a TCP segment with its PPP header
     * @return the RST with its PPP header, from the receiver of the segment to its sender
     */
    static Ptr<Packet> MakeReset(const Packet& packet);
};

} // namespace ns3::net8

#endif /* NET8_LINK_PACKET_H */
