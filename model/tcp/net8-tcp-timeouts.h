// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TIMEOUTS_H
#define NET8_TCP_TIMEOUTS_H

#include "net8-tcp-send-part.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the timers of lost segments do: retransmission timeout, RACK's reordering timer, tail loss
 * probe (net/ipv4/tcp_timer.c).
 */
class TcpTimeouts : private TcpSendPart
{
  public:
    /// @param core what the parts of the sending half share
    explicit TcpTimeouts(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /// The retransmission timer fired (tcp_retransmit_timer).
    void OnRetransmitTimer();

    /// The reordering timer fired (tcp_rack_reo_timeout).
    void OnReorderTimer();

    /// Send the tail loss probe (tcp_send_loss_probe).
    void OnLossProbeTimer();
};

} // namespace ns3::net8

#endif // NET8_TCP_TIMEOUTS_H
