// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SOCKET_OPTIONS_H
#define NET8_TCP_SOCKET_OPTIONS_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Options set by setsockopt for one connection (tcp(7), socket(7)). A value of 0 means not set
 * unless otherwise noted.
 */
struct TcpSocketOptions
{
    uint64_t maxPacingRate{~0ULL}; ///< SO_MAX_PACING_RATE, bytes/s; all ones: no limit.
    uint32_t sendBuffer{0};    ///< SO_SNDBUF as given, bytes; Linux doubles it and counts overhead.
    uint32_t receiveBuffer{0}; ///< SO_RCVBUF as given, bytes; Linux doubles it and counts overhead.
    uint32_t maxSegment{0};    ///< TCP_MAXSEG, bytes.
    uint32_t notSentLowWater{0}; ///< TCP_NOTSENT_LOWAT, bytes.
    uint32_t userTimeoutMs{0};   ///< TCP_USER_TIMEOUT, ms.
    uint32_t keepIdleMs{0};      ///< TCP_KEEPIDLE, ms.
    uint32_t keepIntervalMs{0};  ///< TCP_KEEPINTVL, ms.
    uint8_t keepCount{0};        ///< TCP_KEEPCNT.
    uint8_t synCount{0};         ///< TCP_SYNCNT.
    bool noDelay : 1 {false};    ///< TCP_NODELAY.
    bool cork : 1 {false};       ///< TCP_CORK.
    bool keepAlive : 1 {false};  ///< SO_KEEPALIVE.
    bool lingerZero : 1 {false}; ///< SO_LINGER with time 0: close sends RST.
};

} // namespace ns3::net8

#endif // NET8_TCP_SOCKET_OPTIONS_H
