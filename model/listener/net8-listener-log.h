// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_LOG_H
#define NET8_LISTENER_LOG_H

#include "ns3/net8-session-counters.h"

#include <cstdint>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a listener did with the connections it accepted, as its log would show.
 */
struct Net8ListenerLog
{
    uint64_t accepted{0};                    ///< Connections and multiplexed sessions accepted.
    uint64_t multiplexed{0};                 ///< Of them, sessions over a connection of others.
    uint64_t redirected{0};                  ///< Connections redirected.
    std::map<uint32_t, uint64_t> refusals{}; ///< Connections refused, by Oracle error number.
    SessionCounters errors{};                ///< Errors of connections that are gone.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_LOG_H */
