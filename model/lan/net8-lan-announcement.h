// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ANNOUNCEMENT_H
#define NET8_LAN_ANNOUNCEMENT_H

#include "net8-rip-message.h"
#include "net8-sap-message.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Periodic broadcasts of stations and routers: the bytes after the head of a frame.
 *
 * Periods: RIP and SAP of IPX 60 s (public captures, HP 528022-001), hellos of DECnet on Ethernet
 * 15 s, as VMS has it; on lines 60 s and routing messages 600 s (pydecnet's defaults).
 */
class LanAnnouncement
{
  public:
    static constexpr uint32_t IPX_PERIOD = 60;           ///< Interval between RIP or SAP
                                                         ///< broadcasts, s.
    static constexpr uint32_t DECNET_PERIOD = 15;        ///< Interval between hellos, s.
    static constexpr uint32_t DECNET_LINE_PERIOD = 60;   ///< The same on a line, s.
    static constexpr uint32_t DECNET_LINE_ROUTING = 600; ///< Interval between routing messages, s.
    static constexpr uint32_t MOST_NODES = 256;          ///< Maximum nodes in a routing message
                                                         ///< here.
    static constexpr LanAddress EVERYBODY{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}; ///< Broadcast.
    static constexpr LanAddress ROUTERS{0xab, 0, 0, 0x03, 0, 0};   ///< All DECnet routers.
    static constexpr LanAddress END_NODES{0xab, 0, 0, 0x04, 0, 0}; ///< All DECnet end nodes.

    /**
     * Check whether a packet is such a broadcast.
     *
     * @param type EtherType of the protocol
     * @param packet first 30 bytes of the packet, or all of it
     * @return whether it is a broadcast of IPX, or of DECnet's routing layer
     */
    static bool IsOne(uint16_t type, std::span<const uint8_t> packet);

    /**
     * Make a RIP response.
     *
     * @param station its sender and network (0: the local one)
     * @param networks at most RipMessage::MOST_ENTRIES networks
     * @return the response to all stations: 32 bytes plus 8 for each network
     */
    static std::vector<uint8_t> MakeRip(const IpxAddress& station,
                                        std::span<const RipEntry> networks);

    /**
     * Make a SAP response.
     *
     * @param station its sender and network (0: the local one)
     * @param to its destination
     * @param services at most SapMessage::MOST_ENTRIES services
     * @return the response: 32 bytes plus 64 for each service
     */
    static std::vector<uint8_t> MakeSap(const IpxAddress& station,
                                        const IpxAddress& to,
                                        std::span<const SapEntry> services);

    /**
     * Make the hello of an end node.
     *
     * @param station a DECnet end node
     * @return its hello, 36 bytes
     */
    static std::vector<uint8_t> MakeHello(const LanAddress& station);

    /**
     * Make the hello of a router on Ethernet.
     *
     * @param station a DECnet router
     * @return its hello, 29 bytes
     */
    static std::vector<uint8_t> MakeRouterHello(const LanAddress& station);

    /**
     * Make the hello of a router on a line.
     *
     * @param node a DECnet router
     * @return its hello, 8 bytes
     */
    static std::vector<uint8_t> MakeTest(uint16_t node);

    /**
     * Make a routing message.
     *
     * @param node a DECnet router
     * @param first first node in the message
     * @param costs cost and circuits of this and the following nodes, at most MOST_NODES
     * @return the message: 12 bytes plus 2 for each node
     */
    static std::vector<uint8_t> MakeRouting(uint16_t node,
                                            uint16_t first,
                                            std::span<const uint16_t> costs);
};

} // namespace ns3::net8

#endif // NET8_LAN_ANNOUNCEMENT_H
