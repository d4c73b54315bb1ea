// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACKNOWLEDGER_H
#define NET8_TCP_ACKNOWLEDGER_H

#include "net8-tcp-connection-core.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Lets acknowledgments leave: at once, later, merged, or not at all where they might answer each
 * other for ever. What decides between at once and later is TcpAckPolicy.
 */
class TcpAcknowledger
{
  public:
    /// @param core what the parts of the connection share
    explicit TcpAcknowledger(TcpConnectionCore& core)
        : m_core(core)
    {
    }

    /// Send an ACK without data.
    void Send();

    /**
     * Answer a segment that is out of the window (tcp_send_dupack).
     *
     * @param segment the segment
     */
    void SendForOld(const TcpSegment& segment);

    /// Answer what may be an attack (RFC 5961), not too often.
    void SendChallenge();

    /**
     * Keep pure ACKs from answering each other for ever (tcp_oow_rate_limited).
     *
     * @param segment the segment
     * @return whether it gets no answer
     */
    bool IsAnswerLimited(const TcpSegment& segment);

    /// An ACK is due: now or later (__tcp_ack_snd_check).
    void Check();

    /**
     * The reader took bytes (__tcp_cleanup_rbuf).
     *
     * @param bytes how many
     */
    void CheckAfterRead(uint32_t bytes);

  private:
    /// @return whether the last answer was given too lately
    bool LimitAnswers();

    /// An ACK is due, in a system that counts segments: now or later.
    void CheckCounted();

    /**
     * The reader took bytes, in a system that counts segments: tell it when the window opens by two
     * segments or half of the buffer ([bsd] of TcpRules, chapter 26).
     */
    void UpdateCountedWindow();

    /// Start the timer of the delayed ACK (tcp_send_delayed_ack).
    void Delay();

    /// Send a SACK, or hold it back.
    void Compress();

    TcpConnectionCore& m_core; ///< What the parts of the connection share.
};

} // namespace ns3::net8

#endif // NET8_TCP_ACKNOWLEDGER_H
