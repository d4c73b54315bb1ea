// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CWND_USE_H
#define NET8_TCP_CWND_USE_H

#include "net8-tcp-congestion-control.h"
#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How the congestion window was used, and what a sender loses of one that it did not use (RFC 2861,
 * net/ipv4/tcp_output.c).
 */
class TcpCwndUse
{
  public:
    /**
     * Note how the window was used (tcp_cwnd_validate).
     *
     * @param state the sender
     * @param control its congestion control
     * @param limited whether the window was full
     * @param writerWaits whether a write found no room
     * @return whether the window, and nothing else, holds the sender back
     */
    static bool Note(TcpSendState& state,
                     const TcpCongestionControl& control,
                     bool limited,
                     bool writerWaits);

    /**
     * Take the window back after silence (tcp_slow_start_after_idle_check).
     *
     * @param state the sender
     * @param control its congestion control
     */
    static void CheckIdle(TcpSendState& state, const TcpCongestionControl& control);

  private:
    /**
     * Reduce a window that was not used (tcp_cwnd_application_limited).
     *
     * @param state the sender
     * @param writerWaits whether a write found no room
     */
    static void Reduce(TcpSendState& state, bool writerWaits);

    /**
     * Take the window back (tcp_cwnd_restart).
     *
     * @param state the sender
     * @param idleTicks length of the silence, ticks
     */
    static void Restart(TcpSendState& state, uint32_t idleTicks);
};

} // namespace ns3::net8

#endif // NET8_TCP_CWND_USE_H
