// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_NAGLE_H
#define NET8_TCP_NAGLE_H

#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/// @ingroup net8
/// @name Nagle's algorithm in the variant of each system (TcpRules::Nagle)
/// @{

inline constexpr uint8_t NAGLE_OFF = 1;  ///< TCP_NODELAY.
inline constexpr uint8_t NAGLE_CORK = 2; ///< TCP_CORK or MSG_MORE.
inline constexpr uint8_t NAGLE_PUSH = 4; ///< Send pending data now.

/**
 * @ingroup net8
 * Get the flags of a connection.
 *
 * @param options options of the connection
 * @param push whether to send pending data now
 * @return NAGLE_* flags
 */
inline uint8_t
NagleFlagsOf(const TcpSocketOptions& options, bool push)
{
    return static_cast<uint8_t>((options.noDelay ? NAGLE_OFF : 0) |
                                (options.cork ? NAGLE_CORK : 0) | (push ? NAGLE_PUSH : 0));
}

/**
 * @ingroup net8
 * Check whether a buffer of one segment may be sent (tcp_nagle_test).
 *
 * @param state state of the sender
 * @param buffer the buffer
 * @param mss payload of a full segment, bytes
 * @param isTail whether no data is queued after it
 * @param nagle NAGLE_* flags of Linux
 * @return whether it may be sent
 */
bool NagleLets(const TcpSendState& state,
               const TcpSendRun& buffer,
               uint32_t mss,
               bool isTail,
               uint8_t nagle);

/**
 * @ingroup net8
 * Find where to cut a buffer of several segments (tcp_mss_split_point).
 *
 * @param state state of the sender
 * @param buffer the buffer
 * @param most maximum payload to send, bytes: whole segments
 * @param isTail whether no data is queued after it
 * @param nagle NAGLE_* flags of Linux
 * @return payload to send, bytes
 */
uint32_t NagleSplitPoint(const TcpSendState& state,
                         const TcpSendRun& buffer,
                         uint32_t most,
                         bool isTail,
                         uint8_t nagle);

/// @}

} // namespace ns3::net8

#endif // NET8_TCP_NAGLE_H
