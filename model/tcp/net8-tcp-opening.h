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
 * How a connection begins: SYN, SYN-ACK, SYNs that cross, and what the two ends agree on (RFC 9293,
 * section 3.5).
 */
class TcpOpening
{
  public:
    /// @param core what the parts of the connection share
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
     * Become what a listener agreed on; the third segment is to be received next.
     *
     * @param handshake what was agreed on
     */
    void Accept(const TcpHandshake& handshake);

    /**
     * RFC 9293, section 3.10.7.3.
     *
     * @param segment the segment
     */
    void ReceiveInSynSent(const TcpSegment& segment);

    /**
     * The third segment came in.
     *
     * @param segment the segment
     */
    void CompleteAccept(const TcpSegment& segment);

  private:
    /**
     * SYN-ACK came in.
     *
     * @param synAck the segment
     */
    void CompleteConnect(const TcpSegment& synAck);

    /**
     * SYNs cross.
     *
     * @param syn the peer's
     */
    void OpenSimultaneously(const TcpSegment& syn);

    /**
     * The connection is established (tcp_init_transfer).
     *
     * @param window the peer's window, bytes
     * @param wl1 sequence number of the segment that told it
     */
    void BeginEstablished(uint32_t window, uint32_t wl1);

    TcpConnectionCore& m_core; ///< What the parts of the connection share.
};

} // namespace ns3::net8

#endif // NET8_TCP_OPENING_H
