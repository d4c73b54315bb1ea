// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_WINDOW_PROBE_H
#define NET8_TCP_WINDOW_PROBE_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Asks a peer whose window is closed, or who is silent, for a sign of life (RFC 9293, section
 * 3.8.6.1, in Linux's form).
 */
class TcpWindowProbe : private TcpSendPart
{
  public:
    /// @param core what the parts of the sending half share
    explicit TcpWindowProbe(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Probe the peer's window (tcp_write_wakeup).
     *
     * @return whether the device took the probe
     */
    bool Wake();

    /// A probe was answered (tcp_ack_probe).
    void OnAnswer();

    /// The timer of the window probe fired (tcp_probe_timer).
    void OnTimer();

  private:
    /**
     * Send a segment without data one below the left edge, which the peer has to answer.
     *
     * @return whether the device took it
     */
    bool SendEmpty();

    /// Probe the window, and set the timer (tcp_send_probe0).
    void Send();
};

} // namespace ns3::net8

#endif // NET8_TCP_WINDOW_PROBE_H
