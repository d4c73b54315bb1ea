// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONNECTION_H
#define NET8_TCP_CONNECTION_H

#include "net8-tcp-ack-policy.h"
#include "net8-tcp-handshake.h"
#include "net8-tcp-image.h"
#include "net8-tcp-owned.h"
#include "net8-tcp-receive-queue.h"
#include "net8-tcp-receive-window.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-state.h"
#include "net8-tcp-time-wait.h"
#include "net8-tcp-timers.h"
#include "net8-tcp-user.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a TCP connection as in Linux 6.18, without socket, packets or clock.
 *
 * Inputs: segments (Receive), the user's calls (Connect, Write, Read, Shutdown, Close, SetOptions),
 * and the current time with each of them. Outputs: segments (TcpOutput), one next deadline
 * (GetDeadline; call Advance when it is reached), and readiness (IsReadable, IsWritable, GetError).
 * Each call may change the deadline and the readiness.
 *
 * It has a sending half (TcpSender) and a receiving half: what was received (TcpReceiveQueue), the
 * advertised window (TcpReceiveWindow) and when to acknowledge (TcpAckPolicy). The groups of
 * private functions are its rules.
 *
 * Payload is only a number of bytes; a user with real bytes stores them by their position in the
 * stream. Not modelled: accurate ECN, fast open, syncookies, TSQ and autocorking (a host whose
 * device accepts everything at once), receive offload, metrics of earlier connections. Urgent data
 * stay in the stream (SO_OOBINLINE).
 */
class TcpConnection final : private TcpSenderHost
{
  public:
    /// Result of a write or a read.
    struct Result
    {
        uint64_t bytes{0}; ///< Bytes written or read; none read and no error: end of the stream.
        TcpError error{TcpError::NONE}; ///< The error if there were none.
    };

    /**
     * @param settings settings of the host; must outlive the connection
     * @param options options of the socket
     * @param output receives the segments; must outlive the connection
     */
    TcpConnection(const TcpSettings& settings, const TcpSocketOptions& options, TcpOutput& output);

    /**
     * Copy a connection: from here on, both go on alike as long as the same happens to both.
     *
     * @param other the connection
     * @param output receives the segments of the copy; must outlive it
     */
    TcpConnection(const TcpConnection& other, TcpOutput& output);
    TcpConnection& operator=(const TcpConnection&) = delete;

    /**
     * Wake a connection, which goes on as if it had never slept.
     *
     * @param image what was left of it
     * @return the connection
     */
    static std::unique_ptr<TcpConnection> Wake(TcpImage image);

    /**
     * @param now current time, ns
     * @return whether it is established, nothing is on its way or unread, and nothing is due soon
     */
    bool CanRest(TcpTime now) const;

    /**
     * Let it sleep.
     *
     * @return what is left of it; it cannot be used any more
     */
    TcpImage FallAsleep();

    /// @name Opening
    /// @{

    /**
     * Send SYN.
     *
     * @param isn initial sequence number
     * @param now current time, ns
     */
    void Connect(uint32_t isn, TcpTime now);

    /**
     * Take over the result of a listener's handshake; the third segment must be received next.
     *
     * @param handshake what the handshake negotiated
     * @param now current time, ns
     */
    void Accept(const TcpHandshake& handshake, TcpTime now);

    /// Note that accept(2) has returned the connection: from now on, data beyond a gap also makes
    /// the receive buffer grow.
    void NoteAccepted()
    {
        m_accepted = true;
    }

    /// @}
    /// @name The user's calls
    /// @{

    /**
     * Write data.
     *
     * @param bytes number of bytes
     * @param flags flags of the write
     * @param now current time, ns
     * @return number of bytes accepted; fewer than requested if the send buffer is full: continue
     * when IsWritable returns true
     */
    Result Write(uint64_t bytes, TcpSender::WriteFlags flags, TcpTime now);

    /**
     * Read data.
     *
     * @param bytes maximum number of bytes
     * @param now current time, ns
     * @return number of bytes read
     */
    Result Read(uint32_t bytes, TcpTime now);

    /**
     * Close one or both directions (shutdown(2)).
     *
     * @param reading whether to close the receiving direction
     * @param writing whether to close the sending direction
     * @param now current time, ns
     * @return NOT_CONNECTED if there is no connection
     */
    TcpError Shutdown(bool reading, bool writing, TcpTime now);

    /**
     * Close the connection: send FIN, or RST if data is unread or SO_LINGER is 0.
     *
     * @param now current time, ns
     */
    void Close(TcpTime now);

    /**
     * Change options.
     *
     * @param options the complete set of options
     * @param now current time, ns
     */
    void SetOptions(const TcpSocketOptions& options, TcpTime now);

    /**
     * Set TCP_QUICKACK.
     *
     * @param on whether to send ACKs immediately
     * @param now current time, ns
     */
    void SetQuickAck(bool on, TcpTime now);

    /// @return the options of the socket
    const TcpSocketOptions& GetOptions() const override
    {
        return m_options;
    }

    /// @}
    /// @name Events
    /// @{

    /**
     * Process a received segment.
     *
     * @param segment the received segment
     * @param now current time, ns
     */
    void Receive(const TcpSegment& segment, TcpTime now);

    /**
     * @return whether urgent data of the peer were announced since the last call (SIGURG); they
     * stay in the stream, as with SO_OOBINLINE
     */
    bool TakeUrgent()
    {
        return std::exchange(m_urgentNews, false);
    }

    /**
     * Process the message of a router that a segment is too large for its next link (RFC 1191, RFC
     * 8201). Segments become smaller, and what was too large is sent again at once.
     *
     * @param largest largest segment that fits, options included: the MTU of the link less the
     * headers of IP and TCP, bytes
     * @param seq sequence number of the segment
     * @param until how long this is believed, ns
     * @param now current time, ns
     * @return whether it is believed: the segment is outstanding
     */
    bool ReceivePacketTooBig(uint32_t largest, uint32_t seq, TcpTime until, TcpTime now);

    /**
     * Note what another connection of the host has learned of the path; from now on, segments fit.
     *
     * @param largest largest segment that fits, options included, bytes
     * @param until how long this is believed, ns
     */
    void LearnPath(uint32_t largest, TcpTime until)
    {
        m_sender.LearnPath(largest, until);
    }

    /// @return time at which Advance must be called next, ns; TcpTimers::NEVER if no timer runs
    TcpTime GetDeadline() const;

    /**
     * Handle the deadlines reached so far.
     *
     * @param now current time, ns
     */
    void Advance(TcpTime now);

    /// @}
    /// @name Readiness
    /// @{

    /// @return state of the connection
    TcpState GetState() const override;

    /// @return whether a read returns bytes, the end of the stream, or an error
    bool IsReadable() const;

    /// @return whether a write accepts bytes or returns an error
    bool IsWritable() const;

    /**
     * Note that a program polls, whatever it waits for. If less than a third of its send buffer is
     * free, the buffer then grows with the window as if a write had found no room (tcp_poll).
     */
    void Poll();

    /// @return number of bytes available for reading (SIOCINQ)
    uint32_t GetReadable() const
    {
        return m_received.GetReadable();
    }

    /// @return whether the peer's FIN has been received
    bool HasPeerFinished() const
    {
        return m_peerFinished;
    }

    /// @return how long segments had been retransmitted when the connection was given up
    TcpGivenUp GetGivenUp() const
    {
        return m_givenUp;
    }

    /// @return the error that ended the connection, until it is taken; NONE if there is none
    TcpError GetError() const
    {
        return m_error;
    }

    /// @return the error that ended the connection, and clear it (SO_ERROR)
    TcpError TakeError();

    /// @return whether nothing is left to do: the connection is closed and no timer runs
    bool IsDone() const
    {
        return GetState() == TcpState::CLOSED;
    }

    /// @return the state needed to answer late segments, once; the connection is then done
    std::optional<TcpTimeWait> TakeTimeWait();

    /**
     * @param now current time, ns
     * @return values of TCP_INFO
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

    /// @return used part of the receive buffer, bytes of memory
    uint32_t GetReceiveMemory() const
    {
        return m_received.GetMemory();
    }

    /// @}

    /**
     * Make the RST for a segment without a connection.
     *
     * @param segment a segment that belongs to no connection
     * @return the RST that answers it; none if it is itself a RST (RFC 9293, section 3.5.2)
     */
    static std::optional<TcpSegment> ResetFor(const TcpSegment& segment);

  private:
    /// All members; the public one tells the copy where its parts are.
    TcpConnection(const TcpConnection&) = default;

    /**
     * A new variable is added here: a connection that has slept would not have it.
     *
     * @param archive called with all variables of a connection that can rest
     */
    template <typename ARCHIVE>
    void Pass(ARCHIVE archive);

    /**
     * Process a segment in a synchronized state (RFC 9293, section 3.10.7.4).
     *
     * @param segment the received segment
     */
    void ReceiveSynchronized(const TcpSegment& segment);

    /**
     * Continue after an ACK was accepted in a state other than ESTABLISHED.
     *
     * @param segment the received segment
     * @return whether the segment's data is processed
     */
    bool AfterAck(const TcpSegment& segment);

    /**
     * Process the data of a segment whose acknowledgment was accepted.
     *
     * @param segment the received segment
     * @param rtoTicks retransmission timeout before the acknowledgment of the same segment, ticks,
     * if header prediction handles the segment; 0 otherwise
     * @return whether the connection continues
     */
    bool TakeData(const TcpSegment& segment, uint32_t rtoTicks);

    /// Send an ACK that is due (tcp_ack_snd_check).
    void CheckAck();

    /**
     * Take the receiver's round-trip time from an echoed timestamp (tcp_rcv_rtt_measure_ts), only
     * in state ESTABLISHED.
     *
     * @param segment a received segment
     */
    void MeasureRtt(const TcpSegment& segment);

    /// @name Segments it writes, and what the sender needs
    /// @{

    /**
     * Start an event.
     *
     * @param time its time, ns
     */
    void SetNow(TcpTime time);

    /// Send RST (tcp_send_active_reset).
    void SendReset();

    /// End the connection.
    void Finish();

    /**
     * End the connection with an error.
     *
     * @param why the error
     */
    void Reset(TcpError why);

    /**
     * Send an ACK of less than was received, which carries the echo of that (DCTCP;
     * __tcp_send_ack).
     *
     * @param acknowledged the acknowledgment number
     */
    void SendEarlierAck(uint32_t acknowledged);

    // Functions that the sender needs.
    bool SendSegment(uint32_t seq, uint32_t length, uint32_t segmentBytes, uint8_t flags) override;
    uint32_t GetOptionBytes() const override;
    uint32_t GetTimestampMs() const override;
    uint32_t GetSilenceMs() const override;
    void Fail(TcpError why) override;

    TcpTimers& GetTimers() override
    {
        return m_timers;
    }

    bool IsOrphan() const override
    {
        return m_orphan;
    }

    /**
     * Write the options of a SYN.
     *
     * @param syn receives the options
     */
    void FillSynOptions(TcpSegmentOptions& syn) const;

    /**
     * Write the SACK blocks, if there are any to report.
     *
     * @param filled receives the blocks
     */
    void FillSackOptions(TcpSegmentOptions& filled);

    /// @return window field of a segment to be sent now (tcp_select_window)
    uint16_t GetWindowField();

    /**
     * Make a segment that acknowledges what was received and holds no data.
     *
     * @param seq its sequence number
     * @return the segment
     */
    TcpSegment MakeSegment(uint32_t seq) const;

    /**
     * Set URG and the urgent pointer, where urgent data follow or are in the segment
     * (__tcp_transmit_skb).
     *
     * @param segment a segment to be sent
     */
    void MarkUrgent(TcpSegment& segment) const;

    /// Note that a segment with an ACK is sent (tcp_event_ack_sent).
    void NoteAckSent();

    /// @}

    /// @name Opening: SYN, SYN-ACK, simultaneous SYNs, and the negotiation of options (RFC 9293,
    /// section 3.5)
    /// @{

    /**
     * Send SYN.
     *
     * @param isn initial sequence number
     */
    void SendSyn(uint32_t isn);

    /**
     * Take over the result of a listener's handshake; the third segment must be received next.
     *
     * @param handshake what the handshake negotiated
     */
    void TakeHandshake(const TcpHandshake& handshake);

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

    /// @}

    /// @name Closing: shutdown and close, a FIN from either end, half-closed states, TIME-WAIT, and
    /// a silent peer (RFC 9293, section 3.6)
    /// @{

    /**
     * Close one or both directions (shutdown(2)).
     *
     * @param reading whether to close the receiving direction
     * @param writing whether to close the sending direction
     * @return NOT_CONNECTED if there is no connection
     */
    TcpError CloseDirections(bool reading, bool writing);

    /// Handle close by the user: send FIN, or RST if data is unread or SO_LINGER is 0.
    void CloseByUser();

    /// Process the peer's FIN once all data before it has arrived (tcp_fin).
    void TakeFin();

    /**
     * Handle the ACK of our FIN in FIN-WAIT-1.
     *
     * @param segment the received segment
     * @return whether the segment's data is processed
     */
    bool AfterAckInFinWait(const TcpSegment& segment);

    /**
     * Keep the state needed to answer late segments (tcp_time_wait).
     *
     * @param halfClosed whether the peer's FIN is still outstanding
     */
    void EnterTimeWait(bool halfClosed);

    /// Handle the expiry of the keepalive timer (tcp_keepalive_timer).
    void OnKeepaliveTimer();

    /**
     * Send FIN if required in the current state (tcp_close_state).
     *
     * @return whether a FIN was required
     */
    bool SendFinIfDue();

    /// @}

    /// @name Whether a segment may be processed: its position in the window, PAWS, and possible RST
    /// and SYN attacks (RFC 9293, section 3.10.7.4; RFC 5961; RFC 7323, section 5)
    /// @{

    /**
     * Check whether a segment may be processed, and answer it if not (tcp_validate_incoming).
     *
     * @param segment the received segment
     * @return whether it may be processed
     */
    bool Validate(const TcpSegment& segment);

    /**
     * Check for header prediction.
     *
     * @param segment a segment
     * @return whether Linux handles it by header prediction (tcp_rcv_established), where data is
     * processed before the acknowledgment in the same segment
     */
    bool IsPredicted(const TcpSegment& segment) const;

    /**
     * Update the timestamp to echo (RFC 7323, section 4.3).
     *
     * @param segment the received segment
     */
    void UpdateRecentTimestamp(const TcpSegment& segment);

    /**
     * Apply PAWS (RFC 7323, section 5; tcp_disordered_ack).
     *
     * @param segment the received segment
     * @return whether the segment is rejected
     */
    bool IsOldByTimestamp(const TcpSegment& segment) const;

    /**
     * Check for an ACK without data.
     *
     * @param segment a segment
     * @return whether it is one
     */
    static bool IsPureAck(const TcpSegment& segment);

    /**
     * Check for a RST with the number of the FIN, which a killed peer may send (tcp_reset_check).
     *
     * @param segment a RST
     * @return whether it has that number
     */
    bool IsResetBehindFin(const TcpSegment& segment) const;

    /**
     * Check the sequence numbers (tcp_sequence).
     *
     * @param segment the received segment
     * @return whether the segment lies in the window
     */
    bool IsAcceptable(const TcpSegment& segment) const;

    /**
     * Process a RST (RFC 5961, section 3.2).
     *
     * @param segment the received segment
     */
    void TakeReset(const TcpSegment& segment);

    /// End the connection after a RST.
    void EndByReset();

    /// @}

    /// @name Data of segments: in order, beyond a gap, duplicate, or without space for it
    /// @{

    /**
     * Process data as the state allows.
     *
     * @param segment the received segment
     * @param rtoTicks retransmission timeout before the acknowledgment of the same segment, ticks,
     * if header prediction handles the segment; 0 otherwise
     * @return whether the connection continues
     */
    bool TakeIn(const TcpSegment& segment, uint32_t rtoTicks);

    /**
     * Note urgent data that were not announced before (tcp_check_urg).
     *
     * @param segment a segment
     */
    void CheckUrgent(const TcpSegment& segment);

    /**
     * Queue data (tcp_data_queue).
     *
     * @param segment the received segment
     * @param rtoTicks retransmission timeout before the acknowledgment of the same segment, ticks,
     * if header prediction handles the segment; 0 otherwise
     */
    void QueueData(const TcpSegment& segment, uint32_t rtoTicks);

    /**
     * Queue data that starts at or before the next expected byte.
     *
     * @param segment the received segment
     * @param rtoTicks retransmission timeout before the acknowledgment of the same segment, ticks,
     * if header prediction handles the segment; 0 otherwise
     */
    void QueueInOrder(const TcpSegment& segment, uint32_t rtoTicks);

    /**
     * Queue data beyond a gap (tcp_data_queue_ofo).
     *
     * @param segment the received segment
     */
    void QueueBeyondGap(const TcpSegment& segment);

    /**
     * Make space in the receive buffer (tcp_try_rmem_schedule, tcp_prune_queue). The data already
     * held must not exceed the buffer; the segment itself may.
     *
     * @param seq sequence number of the received segment
     * @return whether there is space
     */
    bool HasMemoryFor(uint32_t seq);

    /**
     * Measure the segment size of the peer (tcp_measure_rcv_mss).
     *
     * @param segment the received segment
     * @param bytes number of new bytes
     * @param memory memory of the segment's buffer, bytes
     */
    void MeasureSegment(const TcpSegment& segment, uint32_t bytes, uint32_t memory);

    /**
     * Note that data was received in order (tcp_event_data_recv).
     *
     * @param segment the received segment
     * @param bytes number of new bytes
     * @param memory memory of the segment's buffer, bytes
     * @param rtoTicks retransmission timeout before the acknowledgment of the same segment, ticks,
     * if header prediction handles the segment; 0 otherwise
     */
    void NoteDataReceived(const TcpSegment& segment,
                          uint32_t bytes,
                          uint32_t memory,
                          uint32_t rtoTicks);

    /// Answer data outside the window immediately.
    void RefuseOutOfWindow();

    /**
     * Look at the ECN codepoint of data (tcp_data_ecn_check).
     *
     * @param segment the received segment
     */
    void CheckMark(const TcpSegment& segment);

    /**
     * Echo marks as DCTCP does: every change is acknowledged at once, after what was held back
     * (dctcp_ece_ack_update).
     *
     * @param marked whether the data were marked
     */
    void TellMark(bool marked);

    /// @}

    /// @name Acknowledgments: immediately, later, merged, or not at all where they could answer
    /// each other forever; TcpAckPolicy decides between immediately and later
    /// @{

    /// Send an ACK without data.
    void SendAck();

    /**
     * Answer a segment that is outside the window (tcp_send_dupack).
     *
     * @param segment the received segment
     */
    void SendAckForOld(const TcpSegment& segment);

    /// Send a challenge ACK for a possible attack (RFC 5961), rate limited.
    void SendChallengeAck();

    /**
     * Prevent pure ACKs from answering each other forever (tcp_oow_rate_limited).
     *
     * @param segment the received segment
     * @return whether the segment must not be answered
     */
    bool IsAnswerLimited(const TcpSegment& segment);

    /// Send an ACK that is due, now or later (__tcp_ack_snd_check).
    void CheckDueAck();

    /**
     * Check after a read whether to send an ACK (__tcp_cleanup_rbuf).
     *
     * @param bytes number of bytes read
     */
    void CheckAckAfterRead(uint32_t bytes);

    /// @return whether the previous answer was too recent
    bool LimitAnswers();

    /// Send an ACK that is due, now or later, on a system that counts segments.
    void CheckCountedAck();

    /**
     * Handle a read on a system that counts segments: announce the window when it opens by two
     * segments or half of the buffer ([bsd] of TcpRules, chapter 26).
     */
    void UpdateCountedWindow();

    /// Start the timer of the delayed ACK (tcp_send_delayed_ack).
    void DelayAck();

    /// Send a SACK, or delay it.
    void CompressSack();

    /// @}

    const TcpSettings& m_settings;    ///< Settings of the host.
    TcpOutput* m_output;              ///< Receives the segments.
    TcpSocketOptions m_options;       ///< Options of the socket.
    TcpTimers m_timers;               ///< All timers.
    TcpSender m_sender;               ///< The sending half.
    TcpReceiveQueue m_received;       ///< Received data.
    TcpReceiveWindow m_window;        ///< Advertised window.
    TcpAckPolicy m_acks;              ///< Decides when to send ACKs.
    TcpOwned<TcpTimeWait> m_timeWait; ///< State kept in TIME-WAIT.
    TcpTime m_now{0};                 ///< Time of the current event, ns.
    TcpTime m_lastAnswer{
        -1}; ///< Time of the last answer to an out-of-window segment, ns; -1: never.
    uint64_t m_bytesReceived{0};   ///< Bytes received in order.
    uint32_t m_advMss{1460};       ///< Advertised segment size less options, bytes.
    uint32_t m_recentTimestamp{0}; ///< Newest timestamp of the peer, to be echoed, ms.
    uint32_t m_lastEcho{0}; ///< Last echo that gave the receiver a round-trip time sample, ms.
    uint32_t m_ackTick{0};  ///< Time when the last ACK was received, ticks.
    uint32_t m_tick{0};     ///< Time of the current event, ticks.
    /// Next expected sequence number while SACKs beyond a gap are counted.
    uint32_t m_compressedNext{0};
    uint32_t m_urgentSeq{0};  ///< Sequence number of the last urgent byte.
    uint32_t m_markedNext{0}; ///< Next sequence number at the last mark event (DCTCP).
    uint8_t m_compressed{0};  ///< Number of SACKs held back.
    uint8_t m_gapAcks{0};     ///< Number of SACKs beyond a gap that were sent individually.
    uint8_t m_sendScale{0};   ///< Shift count of the peer's window.
    TcpState m_state{TcpState::CLOSED}; ///< State of the connection.
    TcpError m_error{TcpError::NONE};   ///< Error that ended it.
    TcpGivenUp m_givenUp;               ///< How long it had retransmitted when it was given up.
    bool m_scaling{false};              ///< Windows are scaled.
    bool m_timestamps{false};           ///< Timestamps are used.
    bool m_hasRecentTimestamp{false};   ///< Whether the peer sent a timestamp.
    bool m_passive{false};              ///< It was opened by a listener.
    bool m_accepted{true};              ///< accept(2) has returned it to the user.
    bool m_orphan{false};               ///< The user has closed it.
    bool m_readShut{false};             ///< The user does not read any more.
    bool m_writeShut{false};            ///< The user does not write any more.
    bool m_peerFinished{false};         ///< The peer's FIN has been received.
    bool m_marked{false};               ///< The last data were marked (DCTCP).
    bool m_finQueued{false};            ///< Our FIN is in the send queue.
    bool m_urgentSeen{false};           ///< The peer sent urgent data; m_urgentSeq is set.
    bool m_urgentNews{false};           ///< It was not reported yet.
    int64_t m_synAckUs{0};              ///< Send time of our SYN-ACK, us; 0: it gives no sample.
};

} // namespace ns3::net8

#endif // NET8_TCP_CONNECTION_H
