// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_BURST_H
#define NET8_TCP_BURST_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sends what may leave of the send queue, as congestion control, the peer's window and Nagle's rule
 * allow (tcp_write_xmit).
 */
class TcpBurst : private TcpSendPart
{
  public:
    /// Why something is sent.
    enum class Reason : uint8_t
    {
        NORMAL,    ///< As much as may leave.
        ONE,       ///< One buffer, while the writer goes on.
        LOSS_PROBE ///< One buffer, even beyond the congestion window.
    };

    /// @param core what the parts of the sending half share
    explicit TcpBurst(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Send what may leave (tcp_write_xmit).
     *
     * @param nagle NAGLE_* flags
     * @param reason why
     * @return whether nothing is out although something is there
     */
    bool Send(uint8_t nagle, Reason reason);

    /**
     * Send what may leave, or begin to probe the window.
     *
     * @param nagle NAGLE_* flags
     */
    void PushPending(uint8_t nagle);

    /// Send what may leave.
    void Push();

  private:
    /// @return segments that congestion control lets out now (tcp_cwnd_test)
    uint32_t GetQuota() const;

    /**
     * Look whether a larger burst is worth waiting for, and note which window it waits for
     * (tcp_tso_should_defer).
     *
     * @param buffer the buffer
     * @param maxSegments segments of one burst at most
     * @return whether it is
     */
    bool IsDeferred(const TcpSendRun& buffer, uint32_t maxSegments);

    /**
     * Look whether the first unsent buffer may leave, and cut it to what may.
     *
     * @param reason why something is sent
     * @param mss payload of a full segment, bytes
     * @param nagle NAGLE_* flags
     * @param maxSegments segments of one burst at most
     * @return whether it may leave
     */
    bool SendHead(Reason reason, uint32_t mss, uint8_t nagle, uint32_t maxSegments);

    bool m_windowHeld{false}; ///< The peer's window held the burst back.
    bool m_cwndHeld{false};   ///< The congestion window did, for a larger burst.
};

} // namespace ns3::net8

#endif // NET8_TCP_BURST_H
