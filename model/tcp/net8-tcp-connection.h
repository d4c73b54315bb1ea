// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONNECTION_H
#define NET8_TCP_CONNECTION_H

#include "net8-tcp-ack-policy.h"
#include "net8-tcp-error.h"
#include "net8-tcp-handshake.h"
#include "net8-tcp-info.h"
#include "net8-tcp-output.h"
#include "net8-tcp-receive-queue.h"
#include "net8-tcp-receive-window.h"
#include "net8-tcp-sender-host.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-socket-options.h"
#include "net8-tcp-time-wait.h"
#include "net8-tcp-timers.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a TCP connection as Linux 6.18 runs it, without socket, packet or clock.
 *
 * What goes in: segments (Receive), the user's calls (Connect, Write, Read, Shutdown, Close,
 * SetOptions), and the time with each of them. What comes out: segments (TcpOutput), one next
 * deadline (GetDeadline; call Advance when it is reached), and readiness (IsReadable, IsWritable,
 * GetError). After each call the deadline and the readiness may have changed.
 *
 * Payload is a number of bytes; who has real bytes keeps them by their place in the stream. What it
 * does not model: ECN, fast open, syncookies, path MTU discovery, urgent data, TSQ and autocorking
 * (a host whose device takes all at once), receive offload, metrics of earlier connections.
 */
class TcpConnection final : private TcpSenderHost
{
  public:
    /// What a write or a read gave.
    struct Result
    {
        uint64_t bytes{0}; ///< Bytes taken or given; a read of 0 without an error is the end.
        TcpError error{TcpError::NONE}; ///< Why there were none.
    };

    /**
     * @param settings the host; must outlive the connection
     * @param options what was set for the socket
     * @param output where segments go; must outlive the connection
     */
    TcpConnection(const TcpSettings& settings, const TcpSocketOptions& options, TcpOutput& output);

    ~TcpConnection() override = default;

    /// @name Opening
    /// @{

    /**
     * Send SYN.
     *
     * @param isn initial sequence number
     * @param now the time, ns
     */
    void Connect(uint32_t isn, TcpTime now);

    /**
     * Become what a listener agreed on; the third segment is to be received next.
     *
     * @param handshake what was agreed on
     * @param now the time, ns
     */
    void Accept(const TcpHandshake& handshake, TcpTime now);

    /// @}
    /// @name The user's calls
    /// @{

    /**
     * Write.
     *
     * @param bytes how many
     * @param flags how
     * @param now the time, ns
     * @return how many were taken; fewer than asked for when the send buffer is full: go on when
     * IsWritable
     */
    Result Write(uint64_t bytes, TcpSender::WriteFlags flags, TcpTime now);

    /**
     * Read.
     *
     * @param bytes how many at most
     * @param now the time, ns
     * @return how many there were
     */
    Result Read(uint32_t bytes, TcpTime now);

    /**
     * End one direction or both (shutdown(2)).
     *
     * @param reading whether the reading one
     * @param writing whether the writing one
     * @param now the time, ns
     * @return NOT_CONNECTED when there is no connection
     */
    TcpError Shutdown(bool reading, bool writing, TcpTime now);

    /**
     * The user lets go: FIN, or RST when data are unread or SO_LINGER is 0.
     *
     * @param now the time, ns
     */
    void Close(TcpTime now);

    /**
     * Change options.
     *
     * @param options all of them
     * @param now the time, ns
     */
    void SetOptions(const TcpSocketOptions& options, TcpTime now);

    /**
     * TCP_QUICKACK.
     *
     * @param on whether ACKs leave at once
     * @param now the time, ns
     */
    void SetQuickAck(bool on, TcpTime now);

    /// @return what was set
    const TcpSocketOptions& GetOptions() const override
    {
        return m_options;
    }

    /// @}
    /// @name Events
    /// @{

    /**
     * A segment came in.
     *
     * @param segment the segment
     * @param now the time, ns
     */
    void Receive(const TcpSegment& segment, TcpTime now);

    /// @return when Advance is to be called next, ns; TcpTimers::NEVER without a timer
    TcpTime GetDeadline() const;

    /**
     * The time has come to a deadline, or beyond.
     *
     * @param now the time, ns
     */
    void Advance(TcpTime now);

    /// @}
    /// @name Readiness
    /// @{

    /// @return state of the connection
    TcpState GetState() const override;

    /// @return whether a read gives bytes, the end of the stream, or an error
    bool IsReadable() const;

    /// @return whether a write takes bytes or gives an error
    bool IsWritable() const;

    /// @return bytes that can be read (SIOCINQ)
    uint32_t GetReadable() const
    {
        return m_received.GetReadable();
    }

    /// @return whether the peer's FIN is in
    bool HasPeerFinished() const
    {
        return m_peerFinished;
    }

    /// @return why the connection ended, until it is taken; NONE if it did not
    TcpError GetError() const
    {
        return m_error;
    }

    /// @return why the connection ended; the next call gives NONE (SO_ERROR)
    TcpError TakeError();

    /// @return whether nothing is left to do: it is closed, and no timer runs
    bool IsDone() const
    {
        return GetState() == TcpState::CLOSED;
    }

    /// @return what has to stay for late segments, once; the connection is then done
    std::optional<TcpTimeWait> TakeTimeWait();

    /**
     * @param now the time, ns
     * @return what TCP_INFO tells
     */
    TcpInfo GetInfo(TcpTime now) const;

    /// @return the sending half
    const TcpSender& GetSender() const
    {
        return m_sender;
    }

    /// @return size of the receive buffer, bytes of memory
    uint32_t GetReceiveBuffer() const
    {
        return m_window.GetBuffer();
    }

    /// @}

    /**
     * @param segment a segment for which there is no connection
     * @return the RST that answers it; none when it is RST itself (RFC 9293, section 3.5.2)
     */
    static std::optional<TcpSegment> ResetFor(const TcpSegment& segment);

  private:
    // What the sender needs.
    bool SendSegment(uint32_t seq, uint32_t length, uint32_t segmentBytes, uint8_t flags) override;
    uint32_t GetOptionBytes() const override;
    uint32_t GetTimestampMs() const override;

    TcpTimers& GetTimers() override
    {
        return m_timers;
    }

    bool IsOrphan() const override
    {
        return m_orphan;
    }

    uint32_t GetSilenceMs() const override;
    void Fail(TcpError error) override;

    // Opening.

    /**
     * RFC 9293, section 3.10.7.3.
     *
     * @param segment the segment
     */
    void ReceiveInSynSent(const TcpSegment& segment);

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
     * The third segment came in.
     *
     * @param segment the segment
     */
    void CompleteAccept(const TcpSegment& segment);

    /**
     * The connection is established (tcp_init_transfer).
     *
     * @param window the peer's window, bytes
     * @param wl1 sequence number of the segment that told it
     */
    void BeginEstablished(uint32_t window, uint32_t wl1);

    // What comes in.

    /**
     * An event begins.
     *
     * @param now its time, ns
     */
    void SetNow(TcpTime now);

    /**
     * RFC 9293, section 3.10.7.4.
     *
     * @param segment the segment
     */
    void ReceiveSynchronized(const TcpSegment& segment);

    /**
     * Look whether a segment may be worked on, and answer it if not (tcp_validate_incoming).
     *
     * @param segment the segment
     * @return whether it may
     */
    bool Validate(const TcpSegment& segment);

    /**
     * PAWS (RFC 7323, section 5; tcp_disordered_ack).
     *
     * @param segment the segment
     * @return whether it is refused
     */
    bool IsOldByTimestamp(const TcpSegment& segment) const;

    /**
     * Look at the sequence numbers (tcp_sequence).
     *
     * @param segment the segment
     * @return whether it lies in the window
     */
    bool IsAcceptable(const TcpSegment& segment) const;

    /**
     * RST came in (RFC 5961, section 3.2).
     *
     * @param segment the segment
     */
    void TakeReset(const TcpSegment& segment);

    /**
     * Keep the timestamp to echo (RFC 7323, section 4.3).
     *
     * @param segment the segment
     */
    void UpdateRecentTimestamp(const TcpSegment& segment);

    /**
     * An ACK was taken in a state that is not ESTABLISHED.
     *
     * @param segment the segment
     * @return whether its data are looked at
     */
    bool AfterAck(const TcpSegment& segment);

    /**
     * Our FIN was acknowledged in FIN-WAIT-1.
     *
     * @param segment the segment
     * @return whether its data are looked at
     */
    bool AfterAckInFinWait(const TcpSegment& segment);

    /**
     * Take data as the state allows.
     *
     * @param segment the segment
     * @return whether the connection goes on
     */
    bool TakeData(const TcpSegment& segment);

    /**
     * Take data (tcp_data_queue).
     *
     * @param segment the segment
     */
    void QueueData(const TcpSegment& segment);

    /**
     * Take data that begin at or before the next byte expected.
     *
     * @param segment the segment
     */
    void QueueInOrder(const TcpSegment& segment);

    /**
     * Take data beyond a gap (tcp_data_queue_ofo).
     *
     * @param segment the segment
     */
    void QueueBeyondGap(const TcpSegment& segment);

    /**
     * Make room in the receive buffer (tcp_try_rmem_schedule, tcp_prune_queue).
     *
     * @param bytes payload that came in, bytes
     * @return whether there is room
     */
    bool HasMemoryFor(uint32_t bytes);

    /**
     * Data were taken in order (tcp_event_data_recv).
     *
     * @param segment the segment
     * @param bytes how many were new, bytes
     * @param memory memory of its buffer, bytes
     */
    void NoteDataReceived(const TcpSegment& segment, uint32_t bytes, uint32_t memory);

    /// The peer's FIN was reached (tcp_fin).
    void TakeFin();

    /// Data that find no place are answered at once.
    void RefuseOutOfWindow();

    // Acknowledgments.

    /// Send an ACK without data.
    void SendAck();

    /**
     * Answer a segment that is out of the window (tcp_send_dupack).
     *
     * @param segment the segment
     */
    void SendAckForOld(const TcpSegment& segment);

    /// Answer what may be an attack (RFC 5961), not too often.
    void SendChallengeAck();

    /**
     * Keep pure ACKs from answering each other for ever (tcp_oow_rate_limited).
     *
     * @param segment the segment
     * @return whether it gets no answer
     */
    bool IsAnswerLimited(const TcpSegment& segment);

    /// @return whether the last answer was given too lately
    bool LimitAnswers();

    /// An ACK is due: now or later (__tcp_ack_snd_check).
    void CheckAck();

    /// An ACK is due, in a system that counts segments: now or later.
    void CheckCountedAck();

    /**
     * The reader took bytes, in a system that counts segments: tell it when the window opens by two
     * segments or half of the buffer ([bsd] of TcpRules, chapter 26).
     */
    void UpdateCountedWindow();

    /// Start the timer of the delayed ACK (tcp_send_delayed_ack).
    void DelayAck();

    /// Send a SACK, or hold it back.
    void CompressAck();

    /**
     * The reader took bytes (__tcp_cleanup_rbuf).
     *
     * @param bytes how many
     */
    void CheckAckAfterRead(uint32_t bytes);

    /// A segment with an ACK leaves (tcp_event_ack_sent).
    void NoteAckSent();

    // Ending.

    /**
     * The connection ends with an error.
     *
     * @param error why
     */
    void Reset(TcpError error);

    /// Send RST (tcp_send_active_reset).
    void SendReset();

    /// The connection ends.
    void Finish();

    /**
     * Keep what late segments need (tcp_time_wait).
     *
     * @param halfClosed whether the peer's FIN is still to come
     */
    void EnterTimeWait(bool halfClosed);

    /**
     * Send FIN if the state has one to send (tcp_close_state).
     *
     * @return whether it has
     */
    bool SendFinIfDue();

    /// The keepalive timer fired (tcp_keepalive_timer).
    void OnKeepaliveTimer();

    /**
     * Write the options of a SYN.
     *
     * @param options where they go
     */
    void FillSynOptions(TcpSegmentOptions& options) const;

    const TcpSettings& m_settings;           ///< The host.
    TcpOutput& m_output;                     ///< Where segments go.
    TcpSocketOptions m_options;              ///< What was set.
    TcpTimers m_timers;                      ///< All timers.
    TcpSender m_sender;                      ///< The sending half.
    TcpReceiveQueue m_received;              ///< What came in.
    TcpReceiveWindow m_window;               ///< The window offered.
    TcpAckPolicy m_acks;                     ///< When ACKs leave.
    std::unique_ptr<TcpTimeWait> m_timeWait; ///< What is left in TIME-WAIT.
    TcpTime m_now{0};                        ///< Time of the event at hand, ns.
    TcpTime m_lastAnswer{-1}; ///< When an out-of-window segment was answered last, ns; -1: never.
    uint64_t m_bytesReceived{0};        ///< Bytes received in order.
    uint32_t m_advMss{1460};            ///< Segment size offered less options, bytes.
    uint32_t m_recentTimestamp{0};      ///< Newest timestamp of the peer to echo, ms.
    uint32_t m_lastEcho{0};             ///< Last echo that gave the receiver a round-trip time, ms.
    uint32_t m_ackTick{0};              ///< When an ACK came in last, ticks.
    uint32_t m_tick{0};                 ///< Time of the event at hand, ticks.
    uint32_t m_compressedNext{0};       ///< Next expected when SACKs beyond a gap are counted.
    uint8_t m_compressed{0};            ///< SACKs held back.
    uint8_t m_gapAcks{0};               ///< SACKs beyond a gap sent one by one.
    uint8_t m_sendScale{0};             ///< Shift count of the peer's window.
    TcpState m_state{TcpState::CLOSED}; ///< State of the connection.
    TcpError m_error{TcpError::NONE};   ///< Why it ended.
    bool m_scaling{false};              ///< Windows are scaled.
    bool m_timestamps{false};           ///< Timestamps are used.
    bool m_hasRecentTimestamp{false};   ///< Whether the peer sent a timestamp.
    bool m_passive{false};              ///< A listener opened it.
    bool m_orphan{false};               ///< The user has let go.
    bool m_readShut{false};             ///< The user reads no more.
    bool m_writeShut{false};            ///< The user writes no more.
    bool m_peerFinished{false};         ///< The peer's FIN is in.
    bool m_finBeyondGap{false};         ///< The peer's FIN came, but not all before it.
    bool m_finQueued{false};            ///< Our FIN is in the send queue.
    uint32_t m_finSeq{0};               ///< Sequence number of the peer's FIN.
    int64_t m_synAckUs{0};              ///< When our SYN-ACK left, us; 0: no sample from it.
};

} // namespace ns3::net8

#endif // NET8_TCP_CONNECTION_H
