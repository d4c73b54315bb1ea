// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_OPENING_H
#define NET8_TCP_OPENING_H

#include "net8-tcp-connection-core.h"
#include "net8-tcp-handshake.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Opens a connection: SYN, SYN-ACK, simultaneous SYNs, and the negotiation of options (RFC 9293,
 * section 3.5).
 */
class TcpOpening
{
  public:
    /// @param core state shared by the parts of the connection
    explicit TcpOpening(TcpConnectionCore& core)
        : m_core(core)
    {
    }

    /**
     * Send SYN.
     *
     * @param isn initial sequence number
     */
    void Connect(uint32_t isn);

    /**
     * Take over the result of a listener's handshake; the third segment must be received next.
     *
     * @param handshake what the handshake negotiated
     */
    void Accept(const TcpHandshake& handshake);

    /**
     * Process a segment in SYN-SENT (RFC 9293, section 3.10.7.3).
     *
     * @param segment the received segment
     */
    void ReceiveInSynSent(const TcpSegment& segment);

    /**
     * Process the third segment of the handshake.
     *
     * @param segment the received segment
     */
    void CompleteAccept(const TcpSegment& segment);

  private:
    /**
     * Process the SYN-ACK.
     *
     * @param synAck the SYN-ACK
     */
    void CompleteConnect(const TcpSegment& synAck);

    /**
     * Process the peer's SYN in a simultaneous opening.
     *
     * @param syn the peer's SYN
     */
    void OpenSimultaneously(const TcpSegment& syn);

    /**
     * Start the established connection (tcp_init_transfer).
     *
     * @param window the peer's window, bytes
     * @param wl1 sequence number of the segment that announced it
     */
    void BeginEstablished(uint32_t window, uint32_t wl1);

    TcpConnectionCore& m_core; ///< State shared by the parts of the connection.
};

} // namespace ns3::net8

#endif // NET8_TCP_OPENING_H
