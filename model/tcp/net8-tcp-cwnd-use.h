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
 * Tracks how the congestion window is used, and reduces a window that is not (RFC 2861,
 * net/ipv4/tcp_output.c).
 */
class TcpCwndUse
{
  public:
    /**
     * Record how the window was used (tcp_cwnd_validate).
     *
     * @param state state of the sender
     * @param control its congestion control
     * @param limited whether the window was full
     * @param writerWaits whether a write found no space
     * @return whether the window is the only limit on sending
     */
    static bool Note(TcpSendState& state,
                     const TcpCongestionControl& control,
                     bool limited,
                     bool writerWaits);

    /**
     * Reduce the window after idle (tcp_slow_start_after_idle_check).
     *
     * @param state state of the sender
     * @param control its congestion control
     */
    static void CheckIdle(TcpSendState& state, const TcpCongestionControl& control);

  private:
    /**
     * Reduce a window that was not used (tcp_cwnd_application_limited).
     *
     * @param state state of the sender
     * @param writerWaits whether a write found no space
     */
    static void Reduce(TcpSendState& state, bool writerWaits);

    /**
     * Reduce the window after idle (tcp_cwnd_restart).
     *
     * @param state state of the sender
     * @param idleTicks idle time, ticks
     */
    static void Restart(TcpSendState& state, uint32_t idleTicks);
};

} // namespace ns3::net8

#endif // NET8_TCP_CWND_USE_H
