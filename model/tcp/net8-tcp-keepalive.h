// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_KEEPALIVE_H
#define NET8_TCP_KEEPALIVE_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Probes a peer that has been silent for long (SO_KEEPALIVE, RFC 9293, section 3.8.4).
 */
class TcpKeepalive : private TcpSendPart
{
  public:
    /// @param core what the parts of the sending half share
    explicit TcpKeepalive(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /// Start or stop the keepalive timer.
    /// @param ms time to run, ms
    void Start(uint32_t ms);

    /**
     * The keepalive timer fired.
     *
     * @return whether the connection is still there
     */
    bool OnTimer();
};

} // namespace ns3::net8

#endif // NET8_TCP_KEEPALIVE_H
