// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONNECTION_CORE_H
#define NET8_TCP_CONNECTION_CORE_H

#include "net8-tcp-ack-policy.h"
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

namespace ns3::net8
{

/**
 * @ingroup net8
 * State shared by the parts of a connection: its two halves, its state, the negotiated options, and
 * the segments it writes. The parts (TcpOpening, TcpClosing, TcpSegmentCheck, TcpDataIntake,
 * TcpAcknowledger) keep no state between events.
 */
struct TcpConnectionCore final : public TcpSenderHost
{
    /**
     * Create a closed connection.
     *
     * @param host settings of the host
     * @param set options of the socket
     * @param way receives the segments
     */
    TcpConnectionCore(const TcpSettings& host, const TcpSocketOptions& set, TcpOutput& way);

    ~TcpConnectionCore() override = default;
    TcpConnectionCore(const TcpConnectionCore&) = delete;
    TcpConnectionCore& operator=(const TcpConnectionCore&) = delete;

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
     * Make the RST for a segment without a connection.
     *
     * @param segment a segment that belongs to no connection
     * @return the RST that answers it; none if it is itself a RST (RFC 9293, section 3.5.2)
     */
    static std::optional<TcpSegment> ResetFor(const TcpSegment& segment);

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
    TcpState GetState() const override;
    uint32_t GetSilenceMs() const override;
    void Fail(TcpError why) override;

    TcpTimers& GetTimers() override
    {
        return timers;
    }

    const TcpSocketOptions& GetOptions() const override
    {
        return options;
    }

    bool IsOrphan() const override
    {
        return orphan;
    }

    const TcpSettings& settings;           ///< Settings of the host.
    TcpOutput& output;                     ///< Receives the segments.
    TcpSocketOptions options;              ///< Options of the socket.
    TcpTimers timers;                      ///< All timers.
    TcpSender sender;                      ///< The sending half.
    TcpReceiveQueue received;              ///< Received data.
    TcpReceiveWindow window;               ///< Advertised window.
    TcpAckPolicy acks;                     ///< Decides when to send ACKs.
    std::unique_ptr<TcpTimeWait> timeWait; ///< State kept in TIME-WAIT.
    TcpTime now{0};                        ///< Time of the current event, ns.
    TcpTime lastAnswer{-1}; ///< Time of the last answer to an out-of-window segment, ns; -1: never.
    uint64_t bytesReceived{0};   ///< Bytes received in order.
    uint32_t advMss{1460};       ///< Advertised segment size less options, bytes.
    uint32_t recentTimestamp{0}; ///< Newest timestamp of the peer, to be echoed, ms.
    uint32_t lastEcho{0};        ///< Last echo that gave the receiver a round-trip time sample, ms.
    uint32_t ackTick{0};         ///< Time when the last ACK was received, ticks.
    uint32_t tick{0};            ///< Time of the current event, ticks.
    /// Next expected sequence number while SACKs beyond a gap are counted.
    uint32_t compressedNext{0};
    uint32_t urgentSeq{0};            ///< Sequence number of the last urgent byte.
    uint32_t markedNext{0};           ///< Next sequence number at the last mark event (DCTCP).
    uint8_t compressed{0};            ///< Number of SACKs held back.
    uint8_t gapAcks{0};               ///< Number of SACKs beyond a gap that were sent individually.
    uint8_t sendScale{0};             ///< Shift count of the peer's window.
    TcpState state{TcpState::CLOSED}; ///< State of the connection.
    TcpError error{TcpError::NONE};   ///< Error that ended it.
    TcpGivenUp givenUp;               ///< How long it had retransmitted when it was given up.
    bool scaling{false};              ///< Windows are scaled.
    bool timestamps{false};           ///< Timestamps are used.
    bool hasRecentTimestamp{false};   ///< Whether the peer sent a timestamp.
    bool passive{false};              ///< It was opened by a listener.
    bool accepted{true};              ///< accept(2) has returned it to the user.
    bool orphan{false};               ///< The user has closed it.
    bool readShut{false};             ///< The user does not read any more.
    bool writeShut{false};            ///< The user does not write any more.
    bool peerFinished{false};         ///< The peer's FIN has been received.
    bool marked{false};               ///< The last data were marked (DCTCP).
    bool finQueued{false};            ///< Our FIN is in the send queue.
    bool urgentSeen{false};           ///< The peer sent urgent data; urgentSeq is set.
    bool urgentNews{false};           ///< It was not reported yet.
    int64_t synAckUs{0};              ///< Send time of our SYN-ACK, us; 0: it gives no sample.

  private:
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
};

} // namespace ns3::net8

#endif // NET8_TCP_CONNECTION_CORE_H
