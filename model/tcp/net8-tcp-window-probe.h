// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_WINDOW_PROBE_H
#define NET8_TCP_WINDOW_PROBE_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Probes a peer whose window is closed, or that is silent (RFC 9293, section 3.8.6.1, as in Linux).
 */
class TcpWindowProbe : private TcpSendPart
{
  public:
    /// @param core state shared by the parts of the sending half
    explicit TcpWindowProbe(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Probe the peer's window (tcp_write_wakeup).
     *
     * @return whether the device accepted the probe
     */
    bool Wake();

    /// Handle the answer to a probe (tcp_ack_probe).
    void OnAnswer();

    /// Handle the expiry of the window probe timer (tcp_probe_timer).
    void OnTimer();

  private:
    /**
     * Send a segment without data, one below the left edge, which the peer must answer.
     *
     * @return whether the device accepted it
     */
    bool SendEmpty();

    /// Probe the window, and restart the timer (tcp_send_probe0).
    void Send();
};

} // namespace ns3::net8

#endif // NET8_TCP_WINDOW_PROBE_H
