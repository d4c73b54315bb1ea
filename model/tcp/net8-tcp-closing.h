// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CLOSING_H
#define NET8_TCP_CLOSING_H

#include "net8-tcp-connection-core.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a connection ends: shutdown and close, FIN of either end, half-closed states, TIME-WAIT, and
 * a peer that is silent (RFC 9293, section 3.6).
 */
class TcpClosing
{
  public:
    /// @param core what the parts of the connection share
    explicit TcpClosing(TcpConnectionCore& core)
        : m_core(core)
    {
    }

    /**
     * End one direction or both (shutdown(2)).
     *
     * @param reading whether the reading one
     * @param writing whether the writing one
     * @return NOT_CONNECTED when there is no connection
     */
    TcpError Shutdown(bool reading, bool writing);

    /// The user lets go: FIN, or RST when data are unread or SO_LINGER is 0.
    void Close();

    /// The peer's FIN was reached (tcp_fin).
    void TakeFin();

    /**
     * Our FIN was acknowledged in FIN-WAIT-1.
     *
     * @param segment the segment
     * @return whether its data are looked at
     */
    bool AfterAckInFinWait(const TcpSegment& segment);

    /**
     * Keep what late segments need (tcp_time_wait).
     *
     * @param halfClosed whether the peer's FIN is still to come
     */
    void EnterTimeWait(bool halfClosed);

    /// The keepalive timer fired (tcp_keepalive_timer).
    void OnKeepaliveTimer();

  private:
    /**
     * Send FIN if the state has one to send (tcp_close_state).
     *
     * @return whether it has
     */
    bool SendFinIfDue();

    TcpConnectionCore& m_core; ///< What the parts of the connection share.
};

} // namespace ns3::net8

#endif // NET8_TCP_CLOSING_H
