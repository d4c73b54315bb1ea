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
 * What stations and routers tell all others from time to time: the bytes behind the head of a
 * frame.
 *
 * Periods: RIP and SAP of IPX 60 s (public captures, HP 528022-001), hellos of DECnet on Ethernet
 * 15 s, as VMS has it; on lines 60 s and routing messages 600 s (pydecnet's defaults).
 */
class LanAnnouncement
{
  public:
    static constexpr uint32_t IPX_PERIOD = 60;           ///< Seconds between two of RIP or SAP.
    static constexpr uint32_t DECNET_PERIOD = 15;        ///< Seconds between two hellos.
    static constexpr uint32_t DECNET_LINE_PERIOD = 60;   ///< The same on a line.
    static constexpr uint32_t DECNET_LINE_ROUTING = 600; ///< Seconds between routing messages.
    static constexpr uint32_t MOST_NODES = 256;          ///< Nodes in one routing message here.
    static constexpr LanAddress EVERYBODY{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}; ///< Broadcast.
    static constexpr LanAddress ROUTERS{0xab, 0, 0, 0x03, 0, 0};   ///< All routers of DECnet.
    static constexpr LanAddress END_NODES{0xab, 0, 0, 0x04, 0, 0}; ///< All end nodes of DECnet.

    /**
     * @param type EtherType of a protocol
     * @param packet its first 30 bytes, or all
     * @return whether it is for all stations of IPX, or of DECnet's routing layer
     */
    static bool IsOne(uint16_t type, std::span<const uint8_t> packet);

    /**
     * @param station who tells it, on which network (0: this one)
     * @param networks at most RipMessage::MOST_ENTRIES networks
     * @return a response of RIP to all, 32 bytes and 8 for each network
     */
    static std::vector<uint8_t> MakeRip(const IpxAddress& station,
                                        std::span<const RipEntry> networks);

    /**
     * @param station who tells it, on which network (0: this one)
     * @param to whom
     * @param services at most SapMessage::MOST_ENTRIES services
     * @return a response of SAP, 32 bytes and 64 for each service
     */
    static std::vector<uint8_t> MakeSap(const IpxAddress& station,
                                        const IpxAddress& to,
                                        std::span<const SapEntry> services);

    /**
     * @param station an end node of DECnet
     * @return its hello, 36 bytes
     */
    static std::vector<uint8_t> MakeHello(const LanAddress& station);

    /**
     * @param station a router of DECnet
     * @return its hello on Ethernet, 29 bytes
     */
    static std::vector<uint8_t> MakeRouterHello(const LanAddress& station);

    /**
     * @param node a router of DECnet
     * @return its hello on a line, 8 bytes
     */
    static std::vector<uint8_t> MakeTest(uint16_t node);

    /**
     * @param node a router of DECnet
     * @param first first node that it tells of
     * @param costs cost and circuits of that and those behind it, at most MOST_NODES
     * @return routing message, 12 bytes and 2 for each node
     */
    static std::vector<uint8_t> MakeRouting(uint16_t node,
                                            uint16_t first,
                                            std::span<const uint16_t> costs);
};

} // namespace ns3::net8

#endif // NET8_LAN_ANNOUNCEMENT_H
