// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_BURST_H
#define NET8_TCP_BURST_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sends data from the send queue as far as congestion control, the peer's window and Nagle's
 * algorithm allow (tcp_write_xmit).
 */
class TcpBurst : private TcpSendPart
{
  public:
    /// Reason for sending.
    enum class Reason : uint8_t
    {
        NORMAL,    ///< Send as much as possible.
        ONE,       ///< Send one buffer while the application is still writing.
        LOSS_PROBE ///< Send one buffer, even beyond the congestion window.
    };

    /// @param core state shared by the parts of the sending half
    explicit TcpBurst(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Send as much as allowed (tcp_write_xmit).
     *
     * @param nagle NAGLE_* flags of Linux
     * @param reason reason for sending
     * @return whether nothing is in flight although data is queued
     */
    bool Send(uint8_t nagle, Reason reason);

    /**
     * Send as much as allowed, or start to probe the window.
     *
     * @param nagle NAGLE_* flags of Linux
     */
    void PushPending(uint8_t nagle);

    /// Send as much as allowed.
    void Push();

  private:
    /// @return number of segments that congestion control allows now (tcp_cwnd_test)
    uint32_t GetQuota() const;

    /**
     * Check whether it is worth waiting for a larger burst, and record which window is the limit
     * (tcp_tso_should_defer).
     *
     * @param buffer the buffer
     * @param maxSegments maximum segments of one burst
     * @return whether to wait
     */
    bool IsDeferred(const TcpSendRun& buffer, uint32_t maxSegments);

    /**
     * Check whether the first unsent buffer may be sent, and cut it to the permitted size.
     *
     * @param reason reason for sending
     * @param mss payload of a full segment, bytes
     * @param nagle NAGLE_* flags of Linux
     * @param maxSegments maximum segments of one burst
     * @return whether it may be sent
     */
    bool SendHead(Reason reason, uint32_t mss, uint8_t nagle, uint32_t maxSegments);

    bool m_windowHeld{false}; ///< The peer's window delayed the burst.
    bool m_cwndHeld{false};   ///< The congestion window delayed a larger burst.
};

} // namespace ns3::net8

#endif // NET8_TCP_BURST_H
