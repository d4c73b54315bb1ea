// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PATIENCE_H
#define NET8_TCP_PATIENCE_H

#include "net8-tcp-send-state.h"
#include "net8-tcp-sender-host.h"
#include "net8-tcp-user.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Limits how long a sender continues without an answer: retransmissions, window probes,
 * TCP_USER_TIMEOUT, and shorter limits if no user has the connection open any more
 * (net/ipv4/tcp_timer.c).
 */
class TcpPatience
{
  public:
    static constexpr uint32_t TIMEOUT_MIN_TICKS = 2; ///< TCP_TIMEOUT_MIN.

    /**
     * Check whether to give up the connection (tcp_write_timeout).
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return whether to give it up
     */
    static bool IsAtItsEnd(const TcpSendState& state, const TcpSenderHost& host);

    /**
     * Check whether to suspect the path: segments may be too large for it.
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return whether retransmissions have gone on for as long as tcp_retries1 allows
     */
    static bool SuspectsPath(const TcpSendState& state, const TcpSenderHost& host)
    {
        return host.GetState() != TcpState::SYN_SENT &&
               IsOver(state, host, state.settings->retries1, 0);
    }

    /**
     * Get how long an established connection has retransmitted without an answer.
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return time since the first retransmission, and the time after which it is given up
     */
    static TcpGivenUp GetGivenUp(const TcpSendState& state, const TcpSenderHost& host);

    /**
     * Get the retransmission timeout.
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return retransmission timeout, limited by TCP_USER_TIMEOUT, ticks
     */
    static uint32_t GetRtoTicks(const TcpSendState& state, const TcpSenderHost& host);

    /**
     * Get the number of retransmissions of a connection without a user (tcp_orphan_retries).
     *
     * @param state state of the sender
     * @param alive whether the timeout has not reached its maximum
     * @return number of retransmissions
     */
    static uint32_t GetOrphanRetries(const TcpSendState& state, bool alive);

    /**
     * Get the time to the next window probe (tcp_probe0_when).
     *
     * @param state state of the sender
     * @return the time, ticks
     */
    static uint32_t GetProbeTicks(const TcpSendState& state);

    /**
     * Limit the time to a window probe by TCP_USER_TIMEOUT.
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @param ticks time to a window probe, ticks
     * @return the limited time, ticks
     */
    static uint32_t ClampProbeTicks(const TcpSendState& state,
                                    const TcpSenderHost& host,
                                    uint32_t ticks);

  private:
    /**
     * Check whether retransmissions have gone on for too long (retransmits_timed_out).
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @param boundary number of retransmissions allowed
     * @param timeoutMs maximum duration, ms; 0: the duration of that many retransmissions
     * @return whether the limit is exceeded
     */
    static bool IsOver(const TcpSendState& state,
                       const TcpSenderHost& host,
                       uint32_t boundary,
                       uint32_t timeoutMs);
};

} // namespace ns3::net8

#endif // NET8_TCP_PATIENCE_H
