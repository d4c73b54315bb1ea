// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SENDER_H
#define NET8_TCP_SENDER_H

#include "net8-tcp-ack.h"
#include "net8-tcp-chrono.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-rack.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-state.h"
#include "net8-tcp-timers.h"
#include "net8-tcp-user.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the sending half of a connection needs from the rest of it.
 */
class TcpSenderHost
{
  public:
    virtual ~TcpSenderHost() = default;

    /**
     * Send a segment, with the current acknowledgment and options.
     *
     * @param seq sequence number of the segment
     * @param length payload of the segment, bytes
     * @param segmentBytes payload of one segment on the wire, bytes
     * @param flags control bits except ACK
     * @return whether the device accepted it
     */
    virtual bool SendSegment(uint32_t seq,
                             uint32_t length,
                             uint32_t segmentBytes,
                             uint8_t flags) = 0;

    /// @return size of the options of a data segment now, bytes
    virtual uint32_t GetOptionBytes() const = 0;

    /// @return our timestamp, ms
    virtual uint32_t GetTimestampMs() const = 0;

    /// @return all timers
    virtual TcpTimers& GetTimers() = 0;

    /// @return options of the socket
    virtual const TcpSocketOptions& GetOptions() const = 0;

    /// @return state of the connection
    virtual TcpState GetState() const = 0;

    /// @return whether the user has closed the connection, so that it is not read or written any
    /// more
    virtual bool IsOrphan() const = 0;

    /// @return time since anything was received, ms
    virtual uint32_t GetSilenceMs() const = 0;

    /**
     * Give up the connection.
     *
     * @param error the reason
     */
    virtual void Fail(TcpError error) = 0;
};

/**
 * @ingroup net8
 * The sending half of a connection: written data becomes buffers, buffers are sent as congestion
 * control, the peer's window and Nagle's algorithm allow, and ACKs and timers decide what to
 * retransmit.
 *
 * Its state is its own; the groups of private functions are its rules. They are those of
 * net/ipv4/tcp.c, tcp_output.c, tcp_input.c and tcp_timer.c of Linux 6.18; if a function follows
 * one there, its comment names it.
 */
class TcpSender
{
  public:
    /// Flags of a write (send(2)).
    struct WriteFlags
    {
        bool more{false};        ///< MSG_MORE: more data will follow.
        bool endOfRecord{false}; ///< MSG_EOR: the record ends with it.
        bool resumed{false};     ///< It continues a write that found no space before.
        bool urgent{false};      ///< MSG_OOB: its last byte is urgent.

        /**
         * @param other flags of another write
         * @return whether they are equal
         */
        bool operator==(const WriteFlags& other) const = default;
    };

    /**
     * @param settings settings of the host
     * @param host the rest of the connection
     */
    TcpSender(const TcpSettings& settings, TcpSenderHost& host);

    /// @param other the sender to copy, of the same host
    TcpSender(const TcpSender& other);
    TcpSender& operator=(const TcpSender&) = delete;

    /// @param host the rest of the connection, if this is the copy of a sender
    void SetHost(TcpSenderHost& host)
    {
        m_host = &host;
    }

    /**
     * @param archive called with all variables of a sender whose queue is empty, but for its
     * congestion control
     */
    template <typename ARCHIVE>
    void Pass(ARCHIVE& archive)
    {
        archive(m_state, m_rack, m_chrono, m_windowHeld, m_cwndHeld);
    }

    /// @return its congestion control
    TcpCongestionControl& GetControl() const
    {
        return *m_control;
    }

    /**
     * Start an event.
     *
     * @param now its time, ns
     */
    void SetNow(TcpTime now);

    /// @return variables of the sender
    const TcpSendState& GetState() const
    {
        return m_state;
    }

    /// @return ECN, which both halves of the connection use
    TcpEcn& GetEcn()
    {
        return m_state.ecn;
    }

    /// @return the send queue
    const TcpSendQueue& GetQueue() const
    {
        return m_queue;
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
    void SendFin();

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
    uint64_t Write(uint64_t bytes, WriteFlags flags);

    /// @return whether a waiting writer may write again (sk_stream_is_writeable)
    bool IsWritable() const;

    /// @return whether a writer is waiting for space
    bool IsWriterWaiting() const
    {
        return m_state.writerWaits;
    }

    /// Note that a program polls: it waits for space if it may not write (tcp_poll).
    void Poll()
    {
        m_state.writerWaits = m_state.writerWaits || !IsWritable();
    }

    /// Check whether space was freed: let the buffer grow, and wake a writer.
    void CheckSpace();

    /// Apply a change of TCP_NODELAY or TCP_CORK.
    void UpdateNagle();

    /// Send as much as allowed.
    void Push();

    /**
     * Set SO_SNDBUF.
     *
     * @param bytes the value as given, bytes
     */
    void SetBuffer(uint32_t bytes);

    /// @return size of the send buffer, bytes, in its own units
    uint32_t GetBuffer() const
    {
        return m_state.sendBuffer;
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
    bool OnAck(const TcpSegment& segment, uint8_t windowScale);

    /**
     * Note received data whose acknowledgment is not processed (tcp_update_wl).
     *
     * @param seq sequence number of the data
     */
    void NoteWindowSeq(uint32_t seq)
    {
        m_state.wl1 = seq;
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
    uint32_t GetMemory() const;

    /**
     * Handle the expiry of the keepalive timer.
     *
     * @return whether the connection still exists
     */
    bool OnKeepalive();

    /// Start or stop the keepalive timer.
    /// @param ms duration, ms
    void StartKeepalive(uint32_t ms);

    /**
     * Get how long an established connection has retransmitted without an answer.
     *
     * @return time since the first retransmission, and the time after which it is given up
     */
    TcpGivenUp GetGivenUp() const;

    /**
     * Note what another connection of the host has learned of the path.
     *
     * @param largest largest segment that fits, options included, bytes
     * @param until how long this is believed, ns
     */
    void LearnPath(uint32_t largest, TcpTime until)
    {
        m_state.path.learned = largest;
        m_state.path.learnedUntil = until;
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
    /// @name The writer's side of the send queue: turns written data into buffers (tcp_sendmsg)
    /// @{

    /// Note that the writer has no more data to send (tcp_rate_check_app_limited).
    void CheckAppLimited();

    /**
     * Start a buffer after the others (tcp_skb_entail).
     *
     * @return the buffer
     */
    TcpSendRun& StartBuffer();

    /**
     * Write data into the last buffer.
     *
     * @param buffer the last buffer
     * @param bytes number of bytes
     * @param first whether they start a write: an earlier PSH is cleared
     */
    void FillBuffer(TcpSendRun& buffer, uint32_t bytes, bool first);

    /// @return whether half of the maximum window was written since the last PSH (forced_push)
    bool IsPushForced() const;

    /**
     * Set PSH.
     *
     * @param buffer the last buffer
     */
    void MarkPush(TcpSendRun& buffer);

    /**
     * Finish a write, or suspend it (tcp_push).
     *
     * @param flags flags of the write
     * @param nagle NAGLE_* flags of Linux
     */
    void PushWritten(WriteFlags flags, uint8_t nagle);

    /// @}

    /// @name What to send when: as far as congestion control, the peer's window and Nagle's
    /// algorithm allow (tcp_write_xmit)
    /// @{

    /// Reason for sending.
    enum class Reason : uint8_t
    {
        NORMAL,    ///< Send as much as possible.
        ONE,       ///< Send one buffer while the application is still writing.
        LOSS_PROBE ///< Send one buffer, even beyond the congestion window.
    };

    /**
     * Send as much as allowed (tcp_write_xmit).
     *
     * @param nagle NAGLE_* flags of Linux
     * @param reason reason for sending
     * @return whether nothing is in flight although data is queued
     */
    bool SendBurst(uint8_t nagle, Reason reason);

    /**
     * Send as much as allowed, or start to probe the window.
     *
     * @param nagle NAGLE_* flags of Linux
     */
    void PushPending(uint8_t nagle);

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

    /// @}

    /// @name Sending a buffer: its size, the time of the next one if the sender paces, and the
    /// bookkeeping
    /// @{

    /// @return maximum number of segments in one burst (tcp_tso_segs)
    uint32_t GetBurstSegments();

    /// @return whether the next segment must wait for its time
    bool IsPaced();

    /**
     * Send a buffer.
     *
     * @param buffer the buffer
     * @return whether the device accepted it
     */
    bool Transmit(TcpSendRun& buffer);

    /// Note that the first unsent buffer was sent (tcp_event_new_data_sent).
    void NoteNewDataSent();

    /// @}

    /// @name Retransmissions
    /// @{

    /**
     * Retransmit a buffer and count the retransmission (tcp_retransmit_skb).
     *
     * @param place place of the buffer
     * @param segments maximum number of segments
     * @return whether the device accepted it
     */
    bool RepeatCounted(size_t place, uint32_t segments);

    /// Retransmit lost segments, as the window allows (tcp_xmit_retransmit_queue).
    void RepeatLost();

    /**
     * Retransmit the last segment.
     *
     * @return whether the device accepted it
     */
    bool RepeatTail();

    /**
     * Retransmit a buffer (__tcp_retransmit_skb).
     *
     * @param place place of the buffer
     * @param segments maximum number of segments
     * @return whether the device accepted it
     */
    bool Repeat(size_t place, uint32_t segments);

    /**
     * Join the short buffers after a retransmitted one to it (tcp_retrans_try_collapse).
     *
     * @param place place of the retransmitted buffer
     * @param space maximum additional payload, bytes
     */
    void CollapseBehind(size_t place, uint32_t space);

    /// @}

    /// @name Probes of a peer whose window is closed, or that is silent (RFC 9293, section 3.8.6.1)
    /// @{

    /**
     * Probe the peer's window (tcp_write_wakeup).
     *
     * @return whether the device accepted the probe
     */
    bool Wake();

    /// Handle the answer to a probe (tcp_ack_probe).
    void OnWindowProbeAnswer();

    /// Handle the expiry of the window probe timer (tcp_probe_timer).
    void OnWindowProbeTimer();

    /**
     * Send a segment without data, one below the left edge, which the peer must answer.
     *
     * @return whether the device accepted it
     */
    bool SendEmptyProbe();

    /// Probe the window, and restart the timer (tcp_send_probe0).
    void ProbeWindow();

    /// @}

    /// @name Setting the timers
    /// @{

    static constexpr uint32_t RESOURCE_PROBE_US =
        500000; ///< Retry delay if the device accepted nothing.
    static constexpr uint32_t TIMEOUT_MIN_US = 2000; ///< TCP_TIMEOUT_MIN_US (Linux 6.7).

    /**
     * Start a timer.
     *
     * @param timer the timer
     * @param ticks duration, ticks
     */
    void StartTimer(TcpTimer timer, uint32_t ticks);

    /**
     * Start the retransmission timer (tcp_rearm_rto).
     *
     * @param sinceHead whether it counts from the send time of the oldest segment
     */
    void RearmRto(bool sinceHead = false);

    /**
     * Start the tail loss probe timer (tcp_schedule_loss_probe).
     *
     * @param rtoStartsAnew whether the retransmission timeout starts now
     * @return whether it was started
     */
    bool ScheduleLossProbe(bool rtoStartsAnew);

    /// Start window probing if nothing else would wake the sender (tcp_check_probe_timer).
    void StartWindowProbe();

    /// @return time until the retransmission timeout of the oldest segment, us
    int64_t GetRtoRemainingUs() const;

    /// @}

    /// @name Timers of lost segments (net/ipv4/tcp_timer.c)
    /// @{

    /// Handle the expiry of the retransmission timer (tcp_retransmit_timer).
    void OnRetransmitTimer();

    /// Handle the expiry of the reordering timer (tcp_rack_reo_timeout).
    void OnReorderTimer();

    /// Send the tail loss probe (tcp_send_loss_probe).
    void OnLossProbeTimer();

    /// @}

    /// @name How long to continue without an answer: retransmissions, window probes,
    /// TCP_USER_TIMEOUT, and shorter limits without a user (net/ipv4/tcp_timer.c)
    /// @{

    static constexpr uint32_t TIMEOUT_MIN_TICKS = 2; ///< TCP_TIMEOUT_MIN.

    /**
     * Check whether to give up the connection (tcp_write_timeout).
     *
     * @return whether to give it up
     */
    bool IsPatienceOver() const;

    /**
     * Check whether to suspect the path: segments may be too large for it.
     *
     * @return whether retransmissions have gone on for as long as tcp_retries1 allows
     */
    bool SuspectsPath() const
    {
        return m_host->GetState() != TcpState::SYN_SENT &&
               IsRepeatingOver(m_state.settings->retries1, 0);
    }

    /**
     * Get the retransmission timeout.
     *
     * @return retransmission timeout, limited by TCP_USER_TIMEOUT, ticks
     */
    uint32_t GetPatientRtoTicks() const;

    /**
     * Get the number of retransmissions of a connection without a user (tcp_orphan_retries).
     *
     * @param alive whether the timeout has not reached its maximum
     * @return number of retransmissions
     */
    uint32_t GetOrphanRetries(bool alive) const;

    /**
     * Get the time to the next window probe (tcp_probe0_when).
     *
     * @return the time, ticks
     */
    uint32_t GetProbeTicks() const;

    /**
     * Limit the time to a window probe by TCP_USER_TIMEOUT.
     *
     * @param ticks time to a window probe, ticks
     * @return the limited time, ticks
     */
    uint32_t ClampProbeTicks(uint32_t ticks) const;

    /**
     * Check whether retransmissions have gone on for too long (retransmits_timed_out).
     *
     * @param boundary number of retransmissions allowed
     * @param timeoutMs maximum duration, ms; 0: the duration of that many retransmissions
     * @return whether the limit is exceeded
     */
    bool IsRepeatingOver(uint32_t boundary, uint32_t timeoutMs) const;

    /// @}

    /// @name Segments that fit the path: routers tell its MTU, or, where none does, larger and
    /// larger segments are tried (tcp_mtu_probing)
    /// @{

    /// What became of a probe.
    enum class MtuProbe : uint8_t
    {
        NONE, ///< None is to be sent now.
        SENT, ///< It was sent.
        WAITS ///< It waits for the window, and so does everything behind it.
    };

    /// Start with an established connection (tcp_mtup_init).
    void OpenMtuSearch();

    /// Handle retransmissions that have gone on for a while: larger segments than the path takes
    /// may be the reason (tcp_mtu_probing).
    void SuspectBlackHole();

    /**
     * Send a larger segment, if one is to be tried now (tcp_mtu_probe).
     *
     * @return what became of it
     */
    MtuProbe ProbeMtu();

    /// Handle an ACK of data: if it covers the probe, segments grow (tcp_mtup_probe_success).
    void OnMtuProbeAcked();

    /**
     * Handle the message of a router that a segment is too large: cut it anew, and send it again at
     * once (tcp_v4_mtu_reduced).
     *
     * @param largest largest segment that fits the router's next link, options included, bytes
     * @param until how long this is believed, ns
     */
    void ShrinkPath(uint32_t largest, TcpTime until);

    /// Start a new search some time after the last one has ended (tcp_mtu_check_reprobe).
    void SearchMtuAgain();

    /**
     * @param bytes payload of a segment
     * @return whether the unsent data at the front may be joined to it
     *         (tcp_can_coalesce_send_queue_head)
     */
    bool MayJoinForProbe(uint32_t bytes) const;

    /**
     * Send a probe.
     *
     * @param bytes its payload, bytes
     * @return whether the device accepted it
     */
    bool SendMtuProbe(uint32_t bytes);

    /// @}

    /// @name Payload of segments and of buffers in the send queue
    /// @{

    /**
     * Compute the size of a full segment.
     *
     */
    void SyncSegmentSize();

    /**
     * Compute the size of a full segment on a path (tcp_sync_mss).
     *
     * @param known largest segment of the path, options included, bytes
     */
    void SyncSegmentSize(uint32_t known);

    /**
     * Get the payload of a segment (tcp_mtu_to_mss).
     *
     * @param largest largest segment, options included, bytes
     * @return payload with the options that every segment has, bytes
     */
    uint32_t ToPayload(uint32_t largest) const;

    /**
     * Get what is known of the path now: its first link, or what a router told.
     *
     * @return largest segment, options included, bytes
     */
    uint32_t GetPathSize() const;

    /**
     * Get the payload of a full segment, as the path is known now (tcp_current_mss).
     *
     * @return payload with the current options, bytes
     */
    uint32_t GetSegmentSize();

    /**
     * Get the maximum payload of a buffer (tcp_xmit_size_goal).
     *
     * @return maximum payload, bytes
     */
    uint32_t GetBufferGoal();

    /// @}

    /// @name Space for the writer
    /// @{

    /**
     * Check for space.
     *
     * @return whether a new buffer may be started (sk_stream_memory_free)
     */
    bool HasRoom() const;

    /// Adapt the send buffer to the window (tcp_sndbuf_expand).
    void ExpandBuffer();

    /// @}

    /// @name Processing an ACK (tcp_ack)
    /// @{

    /// Update the pacing rate.
    void UpdatePacingRate();

    /**
     * Count what an ACK that tells of a mark delivered, and let the congestion control look at it
     * (tcp_count_delivered, tcp_in_ack_event).
     *
     * @param ack the ACK
     * @param delivered number of segments delivered before it
     */
    void CountMarked(const TcpAck& ack, uint32_t delivered);

    /**
     * Update the peer's window (tcp_ack_update_window).
     *
     * @param ack the ACK
     * @param windowScale shift count
     * @return flags of TcpAck
     */
    uint32_t UpdateWindow(TcpAck& ack, uint8_t windowScale);

    /**
     * Let congestion control set the window or the rate (tcp_cong_control).
     *
     * @param ack the ACK
     * @param delivered segments newly delivered
     */
    void SetWindowOrRate(TcpAck& ack, uint32_t delivered);

    /**
     * Retransmit what the ACK showed to be lost (tcp_xmit_recovery).
     *
     * @param ack the ACK
     */
    void ResendAfter(TcpAck& ack);

    /**
     * Process an ACK below the left edge of the send window.
     *
     * @param ack the ACK
     */
    void OnOldAck(TcpAck& ack);

    /**
     * Finish after the queue has been cleaned: timers, window, retransmissions.
     *
     * @param ack the ACK
     * @param delivered number of segments delivered before this ACK
     * @param lost number of segments marked lost before this ACK
     */
    void FinishAck(TcpAck& ack, uint32_t delivered, uint32_t lost);

    /// @}

    /// @name Removing acknowledged segments from the send queue, and round-trip time samples from
    /// them (tcp_clean_rtx_queue)
    /// @{

    /// Remove the acknowledged segments.
    /// @param ack the ACK
    void CleanQueue(TcpAck& ack);

    /**
     * Take round-trip time samples (tcp_ack_update_rtt).
     *
     * @param ack the ACK
     * @param seqUs sample of the oldest acknowledged segment, us; -1: none
     * @param sackUs sample of the oldest SACKed segment, us; -1: none
     * @param ackUs sample of the newest acknowledged segment, us; -1: none
     * @return whether a sample was taken
     */
    bool SampleRtt(TcpAck& ack, int64_t seqUs, int64_t sackUs, int64_t ackUs);

    /**
     * Process an acknowledged run, or the acknowledged front of one.
     *
     * @param ack the ACK
     * @param run the run
     * @param packets number of acknowledged segments
     * @return @p packets
     */
    uint32_t TakeAcked(TcpAck& ack, TcpSendRun& run, uint32_t packets);

    /// Remove acknowledged segments from the front of a burst (tcp_tso_acked).
    /// @param ack the ACK
    /// @return number of removed segments
    uint32_t TrimPartlyAcked(TcpAck& ack);

    /**
     * Without SACK: remove the effect of duplicate ACKs (tcp_remove_reno_sacks).
     *
     * @param acked number of acknowledged segments
     */
    void RemoveDuplicates(uint32_t acked);

    /**
     * Check whether the original arrived, so that the retransmission was spurious (Eifel).
     *
     * @param ack the ACK
     * @param run the run
     * @return whether it was spurious
     */
    bool IsSpurious(const TcpAck& ack, const TcpSendRun& run) const;

    /// @}

    /// @name The SACK option of an ACK (RFC 2018, RFC 2883 for the first block;
    /// tcp_sacktag_write_queue)
    /// @{

    /// Mark the data that the option covers.
    /// @param ack the ACK
    /// @return whether reordering may have been seen: TcpAck::lowestReordered is then below the
    /// highest SACK
    bool TagSacked(TcpAck& ack);

    /// Check whether the first block reports a duplicate.
    /// @param ack the ACK
    /// @return whether it does
    bool CheckDuplicate(TcpAck& ack);

    /**
     * Process a reported duplicate.
     *
     * @param ack the ACK
     * @param block the first block
     * @return number of segments it reports as received twice; 0 if it does not match anything we
     * sent
     */
    uint32_t CountDuplicate(TcpAck& ack, const TcpSackBlock& block);

    /**
     * Check whether a block is valid.
     *
     * @param block a block
     * @param duplicate whether it reports a duplicate
     * @return whether it is valid
     */
    bool IsValid(const TcpSackBlock& block, bool duplicate) const;

    /**
     * Mark the data in a block.
     *
     * @param ack the ACK
     * @param block the block
     * @param duplicate whether it reports a duplicate
     */
    void TagBlock(TcpAck& ack, const TcpSackBlock& block, bool duplicate);

    /**
     * Split the run at a place so that it lies either entirely or not at all in a block, as far as
     * segment boundaries allow.
     *
     * @param place the place
     * @param block the block
     * @return whether the run at the place now lies in the block
     */
    bool Fit(size_t place, const TcpSackBlock& block);

    /**
     * Cut the single buffer at a place at a segment boundary.
     *
     * @param place the place
     * @param block the block, which covers part of the buffer
     * @return whether the front now lies in the block
     */
    bool FitBuffer(size_t place, const TcpSackBlock& block);

    /**
     * Mark a run that lies in a block.
     *
     * @param ack the ACK
     * @param run the run
     * @param duplicate whether the block reports a duplicate
     */
    void TagRun(TcpAck& ack, TcpSendRun& run, bool duplicate);

    /**
     * Mark a run that is newly SACKed.
     *
     * @param ack the ACK
     * @param run the run
     */
    void TagNew(TcpAck& ack, TcpSendRun& run);

    /// @}

    /// @name Which segments are lost: by RACK, by duplicate ACKs without SACK, and at a timeout
    /// @{

    /**
     * Mark the segments that an ACK shows to be lost (tcp_identify_packet_loss).
     *
     * @param ack the ACK; receives whether to check again later
     */
    void IdentifyLoss(TcpAck& ack);

    /// Mark everything outstanding at a timeout as lost; with SACK, segments behind the oldest one
    /// that were sent less than a round trip ago are spared (tcp_timeout_mark_lost).
    void MarkAllLost();

    /**
     * Mark the oldest segment as lost, without SACK (RFC 6582, tcp_newreno_mark_lost).
     *
     * @param advanced whether the left edge advanced
     */
    void MarkHeadLost(bool advanced);

    /// @}

    /// @name How far segments overtake each other: more duplicate ACKs than that indicate a loss
    /// (net/ipv4/tcp_input.c)
    /// @{

    /**
     * Record observed reordering (tcp_check_sack_reordering).
     *
     * @param low lowest sequence number that arrived late
     */
    void NoteReordering(uint32_t low);

    /**
     * Without SACK: handle more duplicate ACKs than segments outstanding
     * (tcp_check_reno_reordering).
     *
     * @param added segments to add to those outstanding
     */
    void NoteReorderingWithoutSack(uint32_t added);

    /**
     * Without SACK: count duplicate ACKs as delivered segments (tcp_add_reno_sack).
     *
     * @param duplicates number of duplicate ACKs received
     */
    void AddDuplicates(uint32_t duplicates);

    /**
     * Limit the count of duplicate ACKs to the number that can have occurred
     * (tcp_limit_reno_sacked).
     *
     * @return whether the count was higher
     */
    bool LimitDuplicates();

    /// @}

    /// @name Reduction of the congestion window, spread over a round trip in proportion to the
    /// delivered data (RFC 6937; slow start bound as in RFC 9937)
    /// @{

    /**
     * Start a reduction (tcp_init_cwnd_reduction).
     *
     */
    void BeginReduction();

    /**
     * Set the window during a reduction (tcp_cwnd_reduction).
     *
     * @param acked number of newly delivered segments
     * @param lost number of segments newly marked lost
     * @param advanced whether the left edge advanced
     */
    void ApplyReduction(uint32_t acked, uint32_t lost, bool advanced);

    /**
     * End a reduction (tcp_end_cwnd_reduction).
     *
     */
    void EndReduction();

    /// @}

    /// @name The congestion states: when to assume loss, how to reduce the window, and when to undo
    /// that
    /// @{

    /**
     * Process an ACK that indicates trouble, or any ACK if the state is not Open.
     *
     * @param ack the ACK; receives what to send
     */
    void OnAlert(TcpAck& ack);

    /**
     * Process an ACK while a tail loss probe is outstanding.
     *
     * @param ack the ACK
     */
    void OnLossProbeAck(const TcpAck& ack);

    /**
     * Enter Loss after a retransmission timeout (tcp_enter_loss).
     *
     * @param firstTimeout whether it is the first timeout at this left edge
     */
    void EnterLoss(bool firstTimeout);

    /**
     * Enter fast recovery after a loss has been detected.
     *
     * @param echo whether the ACK that showed it tells of a mark, so that the reduction is not
     * undone
     */
    void EnterRecovery(bool echo);

    /**
     * Change the congestion state.
     *
     * @param next the new state
     */
    void SetCaState(TcpCaState next);

    /// Give up segments that are larger than the path takes, without a reduction of the window
    /// (tcp_simple_retransmit).
    void GiveUpOversized();

    /// @return whether the oldest segment was retransmitted, or any retransmission is in flight
    bool IsAnythingRepeated() const;

    /// Forget the time of the first retransmission, as none is outstanding: the next one sets it
    /// again (tcp_retrans_stamp_cleanup).
    void ForgetRetransStamp();

    /**
     * Check whether the segment at the left edge was only delayed (Eifel).
     *
     * @param ack the ACK
     * @return whether it was only delayed
     */
    bool WasDelayed(const TcpAck& ack) const;

    /**
     * Check whether the window reduction was unnecessary.
     *
     * @param ack the ACK
     * @return whether it may be undone
     */
    bool MayUndo(const TcpAck& ack) const
    {
        return m_state.undoable && (m_state.undoRetrans == 0 || WasDelayed(ack));
    }

    /**
     * Undo the window reduction.
     *
     * @param unlose whether to clear the lost marks
     */
    void UndoReduction(bool unlose);

    /**
     * Try to undo the reduction after everything outstanding at the start of recovery was
     * acknowledged.
     *
     * @param ack the ACK
     * @return whether the old state must be kept until something above is acknowledged
     */
    bool UndoRecovery(const TcpAck& ack);

    /**
     * Try to undo the reduction after the left edge advanced in recovery.
     *
     * @param ack the ACK
     * @return whether processing of the ACK is finished
     */
    bool UndoPartial(const TcpAck& ack);

    /**
     * Try to undo a timeout.
     *
     * @param ack the ACK
     * @param byFrto whether F-RTO found the timeout spurious
     * @return whether the timeout was undone
     */
    bool UndoLoss(const TcpAck& ack, bool byFrto);

    /// @return whether D-SACKs for all retransmissions have undone the reduction
    bool UndoByDsack();

    /**
     * Process an ACK in Open, Disorder or CWR, or after Loss was left or a retransmission was lost.
     *
     * @param ack the ACK
     */
    void OnAlertBelowRecovery(TcpAck& ack);

    /// @return whether, without SACK, the state must be kept (RFC 6582: no false fast retransmits)
    bool HoldsWithoutSack();

    /**
     * Leave a state when its data has been acknowledged.
     *
     * @param ack the ACK
     * @return whether processing of the ACK is finished
     */
    bool LeaveState(const TcpAck& ack);

    /// End Reno's fast recovery with the first ACK of new data ([bsd] 29, tcp_input).
    void EndReno();

    /**
     * Process an ACK in Loss.
     *
     * @param ack the ACK
     */
    void ProcessLoss(TcpAck& ack);

    /**
     * Run steps 2 and 3 of F-RTO.
     *
     * @param ack the ACK
     * @param recovered whether everything outstanding at the timeout has been acknowledged
     * @return whether processing of the ACK is finished
     */
    bool ProcessFrto(TcpAck& ack, bool recovered);

    /// Enter Open if there is no more sign of trouble, otherwise Disorder.
    void KeepOpen();

    /// Reduce the window because of a mark, once a window of data (tcp_enter_cwr).
    void EnterReduction();

    /**
     * Enter Open, Disorder or CWR after an ACK (tcp_try_to_open).
     *
     * @param ack the ACK
     */
    void OpenAgain(const TcpAck& ack);

    /// Start to track what could undo the reduction.
    void StartUndo();

    /// @}

    TcpSendState m_state;                            ///< Its variables.
    TcpSendQueue m_queue;                            ///< The send queue.
    TcpRack m_rack;                                  ///< RACK.
    TcpChrono m_chrono;                              ///< Measures what the sender waits for.
    TcpSenderHost* m_host;                           ///< The rest of the connection.
    std::unique_ptr<TcpCongestionControl> m_control; ///< Congestion control.
    bool m_windowHeld{false};                        ///< The peer's window delayed this burst.
    bool m_cwndHeld{false}; ///< The congestion window delayed a larger burst.
};

} // namespace ns3::net8

#endif // NET8_TCP_SENDER_H
