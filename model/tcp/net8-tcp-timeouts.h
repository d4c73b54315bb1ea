// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TIMEOUTS_H
#define NET8_TCP_TIMEOUTS_H

#include "net8-tcp-send-part.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Handles the timers of lost segments: retransmission timeout, RACK's reordering timer, tail loss
 * probe (net/ipv4/tcp_timer.c).
 */
class TcpTimeouts : private TcpSendPart
{
  public:
    /// @param core state shared by the parts of the sending half
    explicit TcpTimeouts(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /// Handle the expiry of the retransmission timer (tcp_retransmit_timer).
    void OnRetransmitTimer();

    /// Handle the expiry of the reordering timer (tcp_rack_reo_timeout).
    void OnReorderTimer();

    /// Send the tail loss probe (tcp_send_loss_probe).
    void OnLossProbeTimer();
};

} // namespace ns3::net8

#endif // NET8_TCP_TIMEOUTS_H
