// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SENDER_H
#define NET8_TCP_SENDER_H

#include "net8-tcp-ack.h"
#include "net8-tcp-chrono.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-rack.h"
#include "net8-tcp-recovery.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-sender-host.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The sending half of a connection: what is written becomes buffers, buffers leave as congestion
 * control, the peer's window and Nagle's rule allow, and ACKs and timers decide what is repeated.
 *
 * Its files: -write (the writer's side), -output (what leaves when), -retransmit (repetitions and
 * probes), -ack (what an ACK does), -timers (what a timer does). The rules are those of
 * net/ipv4/tcp.c, tcp_output.c, tcp_input.c and tcp_timer.c of Linux 6.18; where a method follows
 * one function there, its comment names it.
 */
class TcpSender
{
  public:
    /// How a write is to be treated (send(2)).
    struct WriteFlags
    {
        bool more{false};        ///< MSG_MORE: more will follow.
        bool endOfRecord{false}; ///< MSG_EOR: the record ends with it.
        bool resumed{false};     ///< It goes on with a write that found no room before.
    };

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
        return m_state;
    }

    /// @return variables of the sender
    const TcpSendState& GetState() const
    {
        return m_state;
    }

    /// @return the send queue
    const TcpSendQueue& GetQueue() const
    {
        return m_queue;
    }

    /// @return the congestion control
    const TcpCongestionControl& GetCongestionControl() const
    {
        return *m_control;
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
     * @param repetitions how often
     */
    void SetHandshakeRepeats(uint32_t repetitions);

    /**
     * The SYN was acknowledged: if the echo is that of the first one, the repetitions were
     * needless.
     *
     * @param echoMs the timestamp echoed, ms
     */
    void CheckSpuriousSyn(uint32_t echoMs);

    /// Put FIN behind what was written, and send what may leave.
    void SendFin();

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
    uint64_t Write(uint64_t bytes, WriteFlags flags);

    /// @return whether a writer that waits may write again (sk_stream_is_writeable)
    bool IsWritable() const;

    /// @return whether a write that found no room waits for some
    bool IsWriterWaiting() const
    {
        return m_noSpace;
    }

    /// A writer waits for room, or no longer.
    /// @param waits whether it does
    void SetWriterWaiting(bool waits)
    {
        m_noSpace = waits;
    }

    /// Room may have become free: let the buffer grow, and wake a writer.
    void CheckSpace();

    /// TCP_NODELAY or TCP_CORK changed.
    void UpdateNagle();

    /// Send what may leave.
    void Push();

    /**
     * SO_SNDBUF.
     *
     * @param bytes as given
     */
    void SetBuffer(uint32_t bytes);

    /// @return size of the send buffer, bytes as it counts them
    uint32_t GetBuffer() const
    {
        return m_buffer;
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
    bool OnAck(const TcpSegment& segment, uint8_t windowScale);

    /**
     * A timer of the sender fired.
     *
     * @param timer which
     */
    void OnTimer(TcpTimer timer);

    /**
     * The keepalive timer fired.
     *
     * @return whether the connection is still there
     */
    bool OnKeepalive();

    /// Start or stop the keepalive timer.
    /// @param ms time to run, ms
    void StartKeepalive(uint32_t ms);

    /// @}

    /// @return payload of a full segment with the options of now, bytes (tcp_current_mss)
    uint32_t GetCurrentMss() const;

    /**
     * Send a segment without data one below the left edge, which the peer has to answer.
     *
     * @return whether the device took it
     */
    bool SendProbeSegment();

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
    static constexpr uint32_t RESOURCE_PROBE_US =
        500000;                                      ///< Next try when the device took nothing.
    static constexpr uint32_t TIMEOUT_MIN_US = 2000; ///< TCP_TIMEOUT_MIN_US (Linux 6.7).

    /// Why a burst is sent.
    enum class Burst : uint8_t
    {
        NORMAL,    ///< As much as may leave.
        ONE,       ///< One buffer, while the writer goes on.
        LOSS_PROBE ///< One buffer, even beyond the congestion window.
    };

    // The writer's side.

    /// @return payload that a buffer may get, bytes (tcp_xmit_size_goal)
    uint32_t GetBufferGoal() const;

    /// @return what the send buffer holds, as its limit counts it, bytes
    uint32_t GetBuffered() const;

    /// @return whether a new buffer may begin (sk_stream_memory_free)
    bool HasRoom() const;

    /// @return whether half of the largest window was written since the last PSH (forced_push)
    bool IsPushForced() const;

    /**
     * Set PSH.
     *
     * @param buffer the last buffer
     */
    void MarkPush(TcpSendRun& buffer);

    /**
     * Begin a buffer behind the others (tcp_skb_entail).
     *
     * @return the buffer
     */
    TcpSendRun& StartBuffer();

    /**
     * Write into the last buffer.
     *
     * @param buffer the buffer
     * @param bytes how many, bytes
     * @param first whether they begin a write: an earlier PSH is taken back
     */
    void FillBuffer(TcpSendRun& buffer, uint32_t bytes, bool first);

    /**
     * A write is over, or has to wait (tcp_push).
     *
     * @param flags how it was made
     * @param nagle NAGLE_* flags
     */
    void PushWritten(WriteFlags flags, uint8_t nagle);

    /// Let the send buffer follow the window (tcp_sndbuf_expand).
    void ExpandBuffer();

    /// Note that the writer has no more to send (tcp_rate_check_app_limited).
    void CheckAppLimited();

    /// Work out the size of a full segment (tcp_sync_mss).
    void SyncMss();

    // What leaves when.

    /// @return segments of one burst at most (tcp_tso_segs)
    uint32_t GetBurstSegments() const;

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
     * @param burst why something is sent
     * @param mss payload of a full segment, bytes
     * @param nagle NAGLE_* flags
     * @param maxSegments segments of one burst at most
     * @return whether it may leave
     */
    bool SendHead(Burst burst, uint32_t mss, uint8_t nagle, uint32_t maxSegments);

    /**
     * Send what may leave (tcp_write_xmit).
     *
     * @param nagle NAGLE_* flags
     * @param burst why
     * @return whether nothing is out although something is there
     */
    bool SendQueue(uint8_t nagle, Burst burst);

    /**
     * Send what may leave, or begin to probe the window.
     *
     * @param nagle NAGLE_* flags
     */
    void PushPending(uint8_t nagle);

    /**
     * Let a buffer leave.
     *
     * @param buffer the buffer
     * @return whether the device took it
     */
    bool Transmit(TcpSendRun& buffer);

    /// The first unsent buffer left (tcp_event_new_data_sent).
    void NoteNewDataSent();

    /// @return whether the next segment has to wait for its time
    bool IsPaced();

    // Repetitions and probes.

    /**
     * Repeat a buffer (__tcp_retransmit_skb).
     *
     * @param place its place
     * @param segments how many segments at most
     * @return whether the device took it
     */
    bool Retransmit(size_t place, uint32_t segments);

    /**
     * Repeat a buffer and count the copy (tcp_retransmit_skb).
     *
     * @param place its place
     * @param segments how many segments at most
     * @return whether the device took it
     */
    bool RetransmitCounted(size_t place, uint32_t segments);

    /**
     * Join short buffers behind one that is repeated (tcp_retrans_try_collapse).
     *
     * @param place its place
     * @param space payload that it may get, bytes
     */
    void CollapseBehind(size_t place, uint32_t space);

    /// Repeat what is lost, as the window allows (tcp_xmit_retransmit_queue).
    void RetransmitLost();

    /**
     * Probe the peer's window (tcp_write_wakeup).
     *
     * @return whether the device took the probe
     */
    bool WakeWindow();

    /// Probe the window, and set the timer (tcp_send_probe0).
    void SendWindowProbe();

    /// Start to probe the window if nothing else would wake the sender (tcp_check_probe_timer).
    void CheckWindowProbe();

    /// A probe was answered (tcp_ack_probe).
    void AckWindowProbe();

    /**
     * Start the timer of the tail loss probe (tcp_schedule_loss_probe).
     *
     * @param rtoStartsAnew whether the retransmission timeout counts from now
     * @return whether it was started
     */
    bool ScheduleLossProbe(bool rtoStartsAnew);

    /// Send the tail loss probe (tcp_send_loss_probe).
    void SendLossProbe();

    /**
     * Repeat the last segment.
     *
     * @return whether the device took it
     */
    bool RepeatTail();

    /// @return time to the retransmission timeout of the oldest segment, us
    int64_t GetRtoRemainingUs() const;

    /**
     * Start the retransmission timer (tcp_rearm_rto).
     *
     * @param sinceHead whether it counts from when the oldest segment left
     */
    void RearmRto(bool sinceHead = false);

    /**
     * Start a timer.
     *
     * @param timer which
     * @param ticks how long, ticks
     */
    void StartTimer(TcpTimer timer, uint32_t ticks);

    // What an ACK does.

    /**
     * Take the peer's window (tcp_ack_update_window).
     *
     * @param ack the ACK
     * @param windowScale shift count
     * @return flags of TcpAck
     */
    uint32_t UpdateWindow(TcpAck& ack, uint8_t windowScale);

    /**
     * Let congestion control act (tcp_cong_control).
     *
     * @param ack the ACK
     * @param delivered segments newly delivered
     */
    void SetWindowOrRate(TcpAck& ack, uint32_t delivered);

    /// Work out the rate of a pacing sender.
    void UpdatePacingRate();

    /**
     * Repeat what an ACK showed to be lost (tcp_xmit_recovery).
     *
     * @param ack the ACK
     */
    void Resend(TcpAck& ack);

    /**
     * An ACK below the left edge came in.
     *
     * @param ack the ACK
     */
    void OnOldAck(TcpAck& ack);

    /**
     * The queue is cleaned: timers, window, repetitions.
     *
     * @param ack the ACK
     * @param delivered segments delivered before it
     * @param lost segments marked lost before it
     */
    void FinishAck(TcpAck& ack, uint32_t delivered, uint32_t lost);

    // What a timer does.

    /// The retransmission timer fired (tcp_retransmit_timer).
    void OnRetransmitTimer();

    /// The reordering timer fired (tcp_rack_reo_timeout).
    void OnReorderTimer();

    /// The timer of the window probe fired (tcp_probe_timer).
    void OnWindowProbeTimer();

    TcpSendState m_state;                            ///< Variables that all rules share.
    TcpSendQueue m_queue;                            ///< The send queue.
    TcpRack m_rack;                                  ///< RACK.
    TcpRecovery m_recovery;                          ///< States of congestion.
    TcpChrono m_chrono;                              ///< What the sender waited for.
    TcpSenderHost& m_host;                           ///< The rest of the connection.
    std::unique_ptr<TcpCongestionControl> m_control; ///< Congestion control.
    TcpTime m_departure{0};     ///< When the next segment may leave, if paced, ns.
    uint64_t m_bytesAcked{0};   ///< Bytes acknowledged.
    uint32_t m_buffer{0};       ///< Size of the send buffer, bytes.
    uint32_t m_pushedSeq{0};    ///< End of what was marked with PSH.
    uint32_t m_wl1{0};          ///< Sequence number of the last window update.
    uint32_t m_mssClamp{536};   ///< Largest segment agreed on, bytes.
    uint32_t m_optionBytes{0};  ///< Options of each segment, bytes.
    uint32_t m_dataSegments{0}; ///< Segments with data sent.
    bool m_bufferLocked{false}; ///< The send buffer does not tune itself.
    bool m_noSpace{false};      ///< A write found no room.
    bool m_windowHeld{false};   ///< The peer's window held the last burst back.
    bool m_cwndHeld{false};     ///< The congestion window did, for a larger burst.
    bool m_push{false};         ///< NAGLE_PUSH is set until the next buffer begins.
};

} // namespace ns3::net8

#endif // NET8_TCP_SENDER_H
