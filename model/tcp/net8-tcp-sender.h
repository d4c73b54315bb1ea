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
 * The sending half of a connection: what is written becomes buffers, buffers leave as congestion
 * control, the peer's window and Nagle's rule allow, and ACKs and timers decide what is repeated.
 *
 * Its parts: TcpWriter (the writer's side) and TcpSendBuffer (its room), TcpBurst (what leaves
 * when), TcpTransmission (a buffer leaves), TcpRetransmission, TcpWindowProbe, TcpKeepalive,
 * TcpAckProcess (what an ACK does), TcpSendTimers and TcpTimeouts. The rules are those of
 * net/ipv4/tcp.c, tcp_output.c, tcp_input.c and tcp_timer.c of Linux 6.18; where a method follows
 * one function there, its comment names it.
 */
class TcpSender
{
  public:
    using WriteFlags = TcpWriter::WriteFlags; ///< How a write is to be treated.

    /**
     * @param settings the host
     * @param host the rest of the connection
     */
    TcpSender(const TcpSettings& settings, TcpSenderHost& host);

    TcpSender(const TcpSender&) = delete;
    TcpSender& operator=(const TcpSender&) = delete;

    /**
     * An event begins.
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

    /// @return the congestion control
    const TcpCongestionControl& GetCongestionControl() const
    {
        return *m_core.control;
    }

    /// @name Opening and closing
    /// @{

    /**
     * Begin with a sequence number.
     *
     * @param isn initial sequence number; SYN has it
     */
    void Open(uint32_t isn);

    /// Send SYN.
    void SendSyn();

    /**
     * What the SYNs agreed on.
     *
     * @param sack whether both ends do SACK
     * @param mssClamp largest segment, of the peer's MSS option and ours, bytes
     * @param optionBytes bytes of options in each segment
     */
    void Agree(bool sack, uint32_t mssClamp, uint32_t optionBytes);

    /**
     * The connection is established: initial window, buffers.
     *
     * @param window the peer's window, bytes
     * @param wl1 sequence number of the segment that told it
     */
    void Establish(uint32_t window, uint32_t wl1);

    /**
     * Take the round-trip time of SYN and SYN-ACK.
     *
     * @param rttUs it, us
     */
    void SampleHandshake(int64_t rttUs);

    /**
     * Our SYN-ACK was repeated; after the second repetition the connection starts with a window of
     * one.
     *
     * @param copies how often
     * @param timeouts how often of these by its timer, and not as an answer to a repeated SYN
     */
    void SetHandshakeRepeats(uint32_t copies, uint32_t timeouts);

    /**
     * The SYN was acknowledged: if the echo is that of the first one, the repetitions were
     * needless.
     *
     * @param echoMs the timestamp echoed, ms
     */
    void CheckSpuriousSyn(uint32_t echoMs);

    /// Put FIN behind what was written, and send what may leave.
    void SendFin()
    {
        TcpWriter(m_core).Finish();
    }

    /// Drop the queue; the timers stop.
    void Clear();

    /// @}
    /// @name The writer's side
    /// @{

    /**
     * Write.
     *
     * @param bytes how many
     * @param flags how
     * @return how many found room
     */
    uint64_t Write(uint64_t bytes, WriteFlags flags)
    {
        return TcpWriter(m_core).Write(bytes, flags);
    }

    /// @return whether a writer that waits may write again (sk_stream_is_writeable)
    bool IsWritable() const
    {
        return TcpSendBuffer::IsWritable(m_core);
    }

    /// @return whether a write that found no room waits for some
    bool IsWriterWaiting() const
    {
        return m_core.state.writerWaits;
    }

    /// A writer waits for room, or no longer.
    /// @param waits whether it does
    void SetWriterWaiting(bool waits)
    {
        m_core.state.writerWaits = waits;
    }

    /// Room may have become free: let the buffer grow, and wake a writer.
    void CheckSpace()
    {
        TcpSendBuffer::Check(m_core);
    }

    /// TCP_NODELAY or TCP_CORK changed.
    void UpdateNagle()
    {
        TcpWriter(m_core).UpdateNagle();
    }

    /// Send what may leave.
    void Push()
    {
        TcpBurst(m_core).Push();
    }

    /**
     * SO_SNDBUF.
     *
     * @param bytes as given
     */
    void SetBuffer(uint32_t bytes)
    {
        TcpSendBuffer::Set(m_core, bytes);
    }

    /// @return size of the send buffer, bytes as it counts them
    uint32_t GetBuffer() const
    {
        return m_core.state.sendBuffer;
    }

    /// @}
    /// @name What comes in
    /// @{

    /**
     * An acknowledgment came in.
     *
     * @param segment the segment
     * @param windowScale shift count of the peer's window
     * @return false when it acknowledges what was never sent, or is too old to be ours
     */
    bool OnAck(const TcpSegment& segment, uint8_t windowScale)
    {
        return TcpAckProcess(m_core).Take(segment, windowScale);
    }

    /**
     * Data came in whose acknowledgment is not looked at (tcp_update_wl).
     *
     * @param seq their sequence number
     */
    void NoteWindowSeq(uint32_t seq)
    {
        m_core.state.wl1 = seq;
    }

    /**
     * A timer of the sender fired.
     *
     * @param timer which
     */
    void OnTimer(TcpTimer timer);

    /// @return memory of what is queued, bytes
    uint32_t GetMemory() const
    {
        return TcpSendBuffer::GetHeld(m_core);
    }

    /**
     * The keepalive timer fired.
     *
     * @return whether the connection is still there
     */
    bool OnKeepalive()
    {
        return TcpKeepalive(m_core).OnTimer();
    }

    /// Start or stop the keepalive timer.
    /// @param ms time to run, ms
    void StartKeepalive(uint32_t ms)
    {
        TcpKeepalive(m_core).Start(ms);
    }

    /// @return sequence number that the peer surely accepts (tcp_acceptable_seq)
    uint32_t GetAcceptableSeq() const;

    /// A segment with an acknowledgment left.
    void NoteDataSent();

    /**
     * @param info where the numbers go
     * @param now the time, ns
     */
    void FillInfo(TcpInfo& info, TcpTime now) const;

  private:
    TcpSendCore m_core; ///< What its parts share.
};

} // namespace ns3::net8

#endif // NET8_TCP_SENDER_H
