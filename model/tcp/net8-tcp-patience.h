// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PATIENCE_H
#define NET8_TCP_PATIENCE_H

#include "net8-tcp-send-state.h"
#include "net8-tcp-sender-host.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How long a sender goes on without an answer: repetitions, window probes, TCP_USER_TIMEOUT, and
 * less of all that when nobody uses the connection any more (net/ipv4/tcp_timer.c).
 */
class TcpPatience
{
  public:
    static constexpr uint32_t TIMEOUT_MIN_TICKS = 2; ///< TCP_TIMEOUT_MIN.

    /**
     * @param state the sender
     * @param host the rest of the connection
     * @return whether the connection is given up (tcp_write_timeout)
     */
    static bool IsAtItsEnd(const TcpSendState& state, const TcpSenderHost& host);

    /**
     * @param state the sender
     * @param host the rest of the connection
     * @return the retransmission timeout, not beyond TCP_USER_TIMEOUT, ticks
     */
    static uint32_t GetRtoTicks(const TcpSendState& state, const TcpSenderHost& host);

    /**
     * Tell how often a connection without a user repeats (tcp_orphan_retries).
     *
     * @param state the sender
     * @param alive whether the timeout has not reached its largest value
     * @return how often
     */
    static uint32_t GetOrphanRetries(const TcpSendState& state, bool alive);

    /**
     * @param state the sender
     * @return time to the next window probe, ticks (tcp_probe0_when)
     */
    static uint32_t GetProbeTicks(const TcpSendState& state);

    /**
     * Do not wait beyond TCP_USER_TIMEOUT.
     *
     * @param state the sender
     * @param host the rest of the connection
     * @param ticks time to a window probe, ticks
     * @return it, or less, ticks
     */
    static uint32_t ClampProbeTicks(const TcpSendState& state,
                                    const TcpSenderHost& host,
                                    uint32_t ticks);

  private:
    /**
     * Look whether repetitions went on for too long (retransmits_timed_out).
     *
     * @param state the sender
     * @param host the rest of the connection
     * @param boundary how many are allowed
     * @param timeoutMs how long they may take, ms; 0: as long as that many take
     * @return whether they did
     */
    static bool IsOver(const TcpSendState& state,
                       const TcpSenderHost& host,
                       uint32_t boundary,
                       uint32_t timeoutMs);
};

} // namespace ns3::net8

#endif // NET8_TCP_PATIENCE_H
