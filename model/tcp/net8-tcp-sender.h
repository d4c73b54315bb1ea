// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SENDER_H
#define NET8_TCP_SENDER_H

#include "net8-tcp-ack-process.h"
#include "net8-tcp-burst.h"
#include "net8-tcp-keepalive.h"
#include "net8-tcp-send-buffer.h"
#include "net8-tcp-send-core.h"
#include "net8-tcp-writer.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The sending half of a connection: written data becomes buffers, buffers are sent as congestion
 * control, the peer's window and Nagle's algorithm allow, and ACKs and timers decide what to
 * retransmit.
 *
 * Its parts: TcpWriter (the writer's side) and TcpSendBuffer (its space), TcpBurst (what to send
 * when), TcpTransmission (sending a buffer), TcpRetransmission, TcpWindowProbe, TcpMtuSearch,
 * TcpKeepalive, TcpAckProcess (processing an ACK), TcpSendTimers and TcpTimeouts. The rules are
 * those of net/ipv4/tcp.c, tcp_output.c, tcp_input.c and tcp_timer.c of Linux 6.18; if a method
 * follows one function there, its comment names it.
 */
class TcpSender
{
  public:
    using WriteFlags = TcpWriter::WriteFlags; ///< Flags of a write.

    /**
     * @param settings settings of the host
     * @param host the rest of the connection
     */
    TcpSender(const TcpSettings& settings, TcpSenderHost& host);

    TcpSender(const TcpSender&) = delete;
    TcpSender& operator=(const TcpSender&) = delete;

    /**
     * Start an event.
     *
     * @param now its time, ns
     */
    void SetNow(TcpTime now);

    /// @return variables of the sender
    TcpSendState& GetState()
    {
        return m_core.state;
    }

    /// @return variables of the sender
    const TcpSendState& GetState() const
    {
        return m_core.state;
    }

    /// @return the send queue
    const TcpSendQueue& GetQueue() const
    {
        return m_core.queue;
    }

    /// @name Opening and closing
    /// @{

    /**
     * Start with an initial sequence number.
     *
     * @param isn initial sequence number, that of the SYN
     */
    void Open(uint32_t isn);

    /// Send SYN.
    void SendSyn();

    /**
     * Set what the SYNs negotiated.
     *
     * @param sack whether both ends support SACK
     * @param mssClamp maximum segment size from the peer's MSS option and ours, bytes
     * @param optionBytes size of the options in each segment, bytes
     */
    void Agree(bool sack, uint32_t mssClamp, uint32_t optionBytes);

    /**
     * Start the established connection: initial window, buffers.
     *
     * @param window the peer's window, bytes
     * @param wl1 sequence number of the segment that announced it
     * @param passive whether this end was opened by a listener
     */
    void Establish(uint32_t window, uint32_t wl1, bool passive);

    /**
     * Process the round-trip time of SYN and SYN-ACK.
     *
     * @param rttUs the sample, us
     */
    void SampleHandshake(int64_t rttUs);

    /**
     * Set the number of SYN-ACK retransmissions; with two or more, the connection starts with a
     * window of one.
     *
     * @param copies number of retransmissions
     * @param timeouts number of those caused by the timer and not by a repeated SYN
     */
    void SetHandshakeRepeats(uint32_t copies, uint32_t timeouts);

    /**
     * Check the acknowledgment of a retransmitted SYN: if it echoes the first one, the
     * retransmissions were spurious.
     *
     * @param echoMs the echoed timestamp, ms
     */
    void CheckSpuriousSyn(uint32_t echoMs);

    /// Queue a FIN after the written data, and send as much as allowed.
    void SendFin()
    {
        TcpWriter(m_core).Finish();
    }

    /// Drop the queue and stop the timers.
    void Clear();

    /// @}
    /// @name The writer's side
    /// @{

    /**
     * Write data.
     *
     * @param bytes number of bytes
     * @param flags flags of the write
     * @return number of bytes accepted
     */
    uint64_t Write(uint64_t bytes, WriteFlags flags)
    {
        return TcpWriter(m_core).Write(bytes, flags);
    }

    /// @return whether a waiting writer may write again (sk_stream_is_writeable)
    bool IsWritable() const
    {
        return TcpSendBuffer::IsWritable(m_core);
    }

    /// @return whether a writer is waiting for space
    bool IsWriterWaiting() const
    {
        return m_core.state.writerWaits;
    }

    /// Check whether space was freed: let the buffer grow, and wake a writer.
    void CheckSpace()
    {
        TcpSendBuffer::Check(m_core);
    }

    /// Apply a change of TCP_NODELAY or TCP_CORK.
    void UpdateNagle()
    {
        TcpWriter(m_core).UpdateNagle();
    }

    /// Send as much as allowed.
    void Push()
    {
        TcpBurst(m_core).Push();
    }

    /**
     * Set SO_SNDBUF.
     *
     * @param bytes the value as given, bytes
     */
    void SetBuffer(uint32_t bytes)
    {
        TcpSendBuffer::Set(m_core, bytes);
    }

    /// @return size of the send buffer, bytes, in its own units
    uint32_t GetBuffer() const
    {
        return m_core.state.sendBuffer;
    }

    /// @}
    /// @name Received segments
    /// @{

    /**
     * Process an acknowledgment.
     *
     * @param segment the received segment
     * @param windowScale shift count of the peer's window
     * @return false if it acknowledges data that was never sent, or is too old to belong to this
     * connection
     */
    bool OnAck(const TcpSegment& segment, uint8_t windowScale)
    {
        return TcpAckProcess(m_core).Take(segment, windowScale);
    }

    /**
     * Note received data whose acknowledgment is not processed (tcp_update_wl).
     *
     * @param seq sequence number of the data
     */
    void NoteWindowSeq(uint32_t seq)
    {
        m_core.state.wl1 = seq;
    }

    /**
     * Handle the message of a router that a segment is too large (tcp_v4_err).
     *
     * @param largest largest segment that fits the router's next link, options included, bytes
     * @param seq sequence number of the segment
     * @param until how long this is believed, ns
     * @return whether it is believed: the segment is outstanding
     */
    bool OnPacketTooBig(uint32_t largest, uint32_t seq, TcpTime until);

    /**
     * Handle the expiry of a timer of the sender.
     *
     * @param timer the timer
     */
    void OnTimer(TcpTimer timer);

    /// @return memory of the queued data, bytes
    uint32_t GetMemory() const
    {
        return TcpSendBuffer::GetHeld(m_core);
    }

    /**
     * Handle the expiry of the keepalive timer.
     *
     * @return whether the connection still exists
     */
    bool OnKeepalive()
    {
        return TcpKeepalive(m_core).OnTimer();
    }

    /// Start or stop the keepalive timer.
    /// @param ms duration, ms
    void StartKeepalive(uint32_t ms)
    {
        TcpKeepalive(m_core).Start(ms);
    }

    /// @return a sequence number that the peer will certainly accept (tcp_acceptable_seq)
    uint32_t GetAcceptableSeq() const;

    /// Note that a segment with an acknowledgment was sent.
    void NoteDataSent();

    /**
     * Fill in the sender's values.
     *
     * @param info receives the values
     * @param now current time, ns
     */
    void FillInfo(TcpInfo& info, TcpTime now) const;

  private:
    TcpSendCore m_core; ///< State shared by its parts.
};

} // namespace ns3::net8

#endif // NET8_TCP_SENDER_H
