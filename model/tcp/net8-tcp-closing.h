// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CLOSING_H
#define NET8_TCP_CLOSING_H

#include "net8-tcp-connection-core.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Closes a connection: shutdown and close, a FIN from either end, half-closed states, TIME-WAIT,
 * and a silent peer (RFC 9293, section 3.6).
 */
class TcpClosing
{
  public:
    /// @param core state shared by the parts of the connection
    explicit TcpClosing(TcpConnectionCore& core)
        : m_core(core)
    {
    }

    /**
     * Close one or both directions (shutdown(2)).
     *
     * @param reading whether to close the receiving direction
     * @param writing whether to close the sending direction
     * @return NOT_CONNECTED if there is no connection
     */
    TcpError Shutdown(bool reading, bool writing);

    /// Handle close by the user: send FIN, or RST if data is unread or SO_LINGER is 0.
    void Close();

    /// Process the peer's FIN once all data before it has arrived (tcp_fin).
    void TakeFin();

    /**
     * Handle the ACK of our FIN in FIN-WAIT-1.
     *
     * @param segment the received segment
     * @return whether the segment's data is processed
     */
    bool AfterAckInFinWait(const TcpSegment& segment);

    /**
     * Keep the state needed to answer late segments (tcp_time_wait).
     *
     * @param halfClosed whether the peer's FIN is still outstanding
     */
    void EnterTimeWait(bool halfClosed);

    /// Handle the expiry of the keepalive timer (tcp_keepalive_timer).
    void OnKeepaliveTimer();

  private:
    /**
     * Send FIN if required in the current state (tcp_close_state).
     *
     * @return whether a FIN was required
     */
    bool SendFinIfDue();

    TcpConnectionCore& m_core; ///< State shared by the parts of the connection.
};

} // namespace ns3::net8

#endif // NET8_TCP_CLOSING_H
