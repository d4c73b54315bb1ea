// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_KEEPALIVE_H
#define NET8_TCP_KEEPALIVE_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Probes a peer that has been silent for a long time (SO_KEEPALIVE, RFC 9293, section 3.8.4).
 */
class TcpKeepalive : private TcpSendPart
{
  public:
    /// @param core state shared by the parts of the sending half
    explicit TcpKeepalive(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /// Start or stop the keepalive timer.
    /// @param ms duration, ms
    void Start(uint32_t ms);

    /**
     * Handle the expiry of the keepalive timer.
     *
     * @return whether the connection still exists
     */
    bool OnTimer();
};

} // namespace ns3::net8

#endif // NET8_TCP_KEEPALIVE_H
