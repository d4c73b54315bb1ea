// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACKNOWLEDGER_H
#define NET8_TCP_ACKNOWLEDGER_H

#include "net8-tcp-connection-core.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sends acknowledgments: immediately, later, merged, or not at all where they could answer each
 * other forever. TcpAckPolicy decides between immediately and later.
 */
class TcpAcknowledger
{
  public:
    /// @param core state shared by the parts of the connection
    explicit TcpAcknowledger(TcpConnectionCore& core)
        : m_core(core)
    {
    }

    /// Send an ACK without data.
    void Send();

    /**
     * Answer a segment that is outside the window (tcp_send_dupack).
     *
     * @param segment the received segment
     */
    void SendForOld(const TcpSegment& segment);

    /// Send a challenge ACK for a possible attack (RFC 5961), rate limited.
    void SendChallenge();

    /**
     * Prevent pure ACKs from answering each other forever (tcp_oow_rate_limited).
     *
     * @param segment the received segment
     * @return whether the segment must not be answered
     */
    bool IsAnswerLimited(const TcpSegment& segment);

    /// Send an ACK that is due, now or later (__tcp_ack_snd_check).
    void Check();

    /**
     * Check after a read whether to send an ACK (__tcp_cleanup_rbuf).
     *
     * @param bytes number of bytes read
     */
    void CheckAfterRead(uint32_t bytes);

  private:
    /// @return whether the previous answer was too recent
    bool LimitAnswers();

    /// Send an ACK that is due, now or later, on a system that counts segments.
    void CheckCounted();

    /**
     * Handle a read on a system that counts segments: announce the window when it opens by two
     * segments or half of the buffer ([bsd] of TcpRules, chapter 26).
     */
    void UpdateCountedWindow();

    /// Start the timer of the delayed ACK (tcp_send_delayed_ack).
    void Delay();

    /// Send a SACK, or delay it.
    void Compress();

    TcpConnectionCore& m_core; ///< State shared by the parts of the connection.
};

} // namespace ns3::net8

#endif // NET8_TCP_ACKNOWLEDGER_H
