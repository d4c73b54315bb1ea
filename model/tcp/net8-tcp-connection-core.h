// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONNECTION_CORE_H
#define NET8_TCP_CONNECTION_CORE_H

#include "net8-tcp-ack-policy.h"
#include "net8-tcp-error.h"
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
 * What the parts of a connection share: its two halves, its state, what was agreed on, and the
 * segments that it writes. The parts (TcpOpening, TcpClosing, TcpSegmentCheck, TcpDataIntake,
 * TcpAcknowledger) hold nothing from one event to the next.
 */
struct TcpConnectionCore final : public TcpSenderHost
{
    /**
     * @param host the host
     * @param set what was set for the socket
     * @param way where segments go
     */
    TcpConnectionCore(const TcpSettings& host, const TcpSocketOptions& set, TcpOutput& way);

    ~TcpConnectionCore() override = default;
    TcpConnectionCore(const TcpConnectionCore&) = delete;
    TcpConnectionCore& operator=(const TcpConnectionCore&) = delete;

    /**
     * An event begins.
     *
     * @param time its time, ns
     */
    void SetNow(TcpTime time);

    /// Send RST (tcp_send_active_reset).
    void SendReset();

    /// The connection ends.
    void Finish();

    /**
     * The connection ends with an error.
     *
     * @param why the error
     */
    void Reset(TcpError why);

    /**
     * @param segment a segment for which there is no connection
     * @return the RST that answers it; none when it is RST itself (RFC 9293, section 3.5.2)
     */
    static std::optional<TcpSegment> ResetFor(const TcpSegment& segment);

    // What the sender needs.
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

    const TcpSettings& settings;           ///< The host.
    TcpOutput& output;                     ///< Where segments go.
    TcpSocketOptions options;              ///< What was set.
    TcpTimers timers;                      ///< All timers.
    TcpSender sender;                      ///< The sending half.
    TcpReceiveQueue received;              ///< What came in.
    TcpReceiveWindow window;               ///< The window offered.
    TcpAckPolicy acks;                     ///< When ACKs leave.
    std::unique_ptr<TcpTimeWait> timeWait; ///< What is left in TIME-WAIT.
    TcpTime now{0};                        ///< Time of the event at hand, ns.
    TcpTime lastAnswer{-1};    ///< When an out-of-window segment was answered last, ns; -1: never.
    uint64_t bytesReceived{0}; ///< Bytes received in order.
    uint32_t advMss{1460};     ///< Segment size offered less options, bytes.
    uint32_t recentTimestamp{0};      ///< Newest timestamp of the peer to echo, ms.
    uint32_t lastEcho{0};             ///< Last echo that gave the receiver a round-trip time, ms.
    uint32_t ackTick{0};              ///< When an ACK came in last, ticks.
    uint32_t tick{0};                 ///< Time of the event at hand, ticks.
    uint32_t compressedNext{0};       ///< Next expected when SACKs beyond a gap are counted.
    uint8_t compressed{0};            ///< SACKs held back.
    uint8_t gapAcks{0};               ///< SACKs beyond a gap sent one by one.
    uint8_t sendScale{0};             ///< Shift count of the peer's window.
    TcpState state{TcpState::CLOSED}; ///< State of the connection.
    TcpError error{TcpError::NONE};   ///< Why it ended.
    bool scaling{false};              ///< Windows are scaled.
    bool timestamps{false};           ///< Timestamps are used.
    bool hasRecentTimestamp{false};   ///< Whether the peer sent a timestamp.
    bool passive{false};              ///< A listener opened it.
    bool accepted{true};              ///< The user has it: accept(2) has returned it.
    bool orphan{false};               ///< The user has let go.
    bool readShut{false};             ///< The user reads no more.
    bool writeShut{false};            ///< The user writes no more.
    bool peerFinished{false};         ///< The peer's FIN is in.
    bool finQueued{false};            ///< Our FIN is in the send queue.
    int64_t synAckUs{0};              ///< When our SYN-ACK left, us; 0: no sample from it.

  private:
    /**
     * Write the options of a SYN.
     *
     * @param syn where they go
     */
    void FillSynOptions(TcpSegmentOptions& syn) const;

    /**
     * Write SACK blocks, if there is anything to tell.
     *
     * @param filled where they go
     */
    void FillSackOptions(TcpSegmentOptions& filled);

    /// @return the window of a segment that leaves now (tcp_select_window)
    uint16_t GetWindowField();

    /// A segment with an ACK leaves (tcp_event_ack_sent).
    void NoteAckSent();
};

} // namespace ns3::net8

#endif // NET8_TCP_CONNECTION_CORE_H
