// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FAILOVER_RECORD_H
#define NET8_FAILOVER_RECORD_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One lost connection of a session with failover, from the loss until new work goes on. Times of
 * steps that were not reached are negative.
 */
struct FailoverRecord
{
    uint32_t session{0};            ///< Number of the session.
    uint32_t failover{0};           ///< 0-based number of the failover in its session.
    Time lost{NanoSeconds(-1)};     ///< When the client noticed the loss.
    Time loggedOn{NanoSeconds(-1)}; ///< When the session was logged on again.
    Time end{NanoSeconds(-1)};      ///< When all was restored, or the session gave up.
    uint32_t attempts{0};           ///< Addresses tried.
    bool preconnected{false};       ///< It went on with the connection opened at the logon.
    uint32_t callsAgain{0};         ///< Calls made again.
    uint64_t rowsAgain{0};          ///< Rows that came again and were discarded.
    uint32_t cause{0};              ///< Oracle error number of the loss.
    uint32_t outcome{0};            ///< Oracle error number that ended the session; 0: it goes on.
};

} // namespace ns3::net8

#endif /* NET8_FAILOVER_RECORD_H */
