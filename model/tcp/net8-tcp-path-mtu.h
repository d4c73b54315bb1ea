// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PATH_MTU_H
#define NET8_TCP_PATH_MTU_H

#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a sender knows of the MTU of its path: from its first link and from routers (RFC 1191, RFC
 * 8201), and from a search without them (RFC 4821). Sizes are those of the largest segment with its
 * options: the MTU less the headers of IP and TCP.
 */
struct TcpPathMtu
{
    TcpTime learnedUntil{0}; ///< How long learned is believed, ns.
    uint32_t learned{0};     ///< Largest segment that a router told, bytes.
    uint32_t device{0};      ///< Largest segment of the first link when one was last sent, bytes.
    uint32_t known{0};       ///< Largest segment that segments are cut for, bytes.
    uint32_t high{0};        ///< Largest one that the search expects, bytes.
    uint32_t low{0};         ///< Largest one that the search has seen pass, bytes.
    uint32_t probe{0};       ///< Size of the probe that is out, bytes; 0: none is.
    uint32_t start{0};       ///< First sequence number of the probe.
    uint32_t end{0};         ///< Sequence number after the probe.
    uint32_t stampTick{0};   ///< Time of the beginning of the search, ticks.
    bool searching{false};   ///< The search is on.

    /**
     * @param una oldest unacknowledged sequence number, which is lost
     * @return whether that is the probe
     */
    bool FailsAt(uint32_t una) const
    {
        return probe > 0 && una == start;
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_PATH_MTU_H
