// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ANNOUNCEMENT_H
#define NET8_LAN_ANNOUNCEMENT_H

#include "net8-lan-reader.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What stations tell all others from time to time: the bytes behind the head of a frame.
 *
 * Periods: RIP and SAP of IPX 60 s (public captures, HP 528022-001), hellos of DECnet 15 s, as VMS
 * has it.
 */
class LanAnnouncement
{
  public:
    static constexpr uint32_t IPX_PERIOD = 60;    ///< Seconds between two of RIP or SAP.
    static constexpr uint32_t DECNET_PERIOD = 15; ///< Seconds between two hellos.
    static constexpr LanAddress EVERYBODY{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}; ///< Broadcast.
    static constexpr LanAddress ROUTERS{0xab, 0, 0, 0x03, 0, 0}; ///< All routers of DECnet.

    /**
     * @param station a server
     * @param network the network within it
     * @return RIP: that network, one hop and two ticks away, 40 bytes
     */
    static std::vector<uint8_t> MakeRip(const LanAddress& station, uint32_t network);

    /**
     * @param station an end node of DECnet
     * @return its hello, 36 bytes
     */
    static std::vector<uint8_t> MakeHello(const LanAddress& station);
};

} // namespace ns3::net8

#endif // NET8_LAN_ANNOUNCEMENT_H
