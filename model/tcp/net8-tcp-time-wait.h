// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TIME_WAIT_H
#define NET8_TCP_TIME_WAIT_H

#include "net8-tcp-segment.h"
#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * State of a connection in TIME-WAIT, or in FIN-WAIT-2 without a user (inet_timewait_sock,
 * tcp_timewait_state_process): it answers late segments, and makes way for a new SYN.
 */
class TcpTimeWait
{
  public:
    /// Result of processing a segment.
    enum class Verdict : uint8_t
    {
        STAYS,  ///< It continues to wait.
        GONE,   ///< It is over.
        RESETS, ///< It is over, and the segment must be answered by RST.
        REUSED  ///< The segment is a SYN, and a new connection may be opened.
    };

    uint32_t sendNext{0};          ///< Next sequence number to send.
    uint32_t receiveNext{0};       ///< Next expected sequence number.
    uint32_t receiveWindow{0};     ///< Advertised window, bytes.
    uint32_t timestampOffsetMs{0}; ///< Timestamp at time 0, ms.
    uint32_t recentTimestamp{0};   ///< Newest timestamp of the peer, ms.
    uint16_t windowField{0};       ///< Window field of its segments.
    bool timestamps{false};        ///< Both ends use timestamps.
    bool halfClosed{false};        ///< The peer's FIN is still outstanding.
    TcpTime deadline{0};           ///< Time at which it is over, ns.
    TcpTime lastAnswer{-1};        ///< Time of the last answer to an old segment, ns; -1: never.

    /**
     * Process a segment.
     *
     * @param segment the received segment
     * @param settings settings of the host
     * @param now current time, ns
     * @param output receives the answers
     * @return the result
     */
    Verdict Receive(const TcpSegment& segment,
                    const TcpSettings& settings,
                    TcpTime now,
                    TcpOutput& output);

    /// @return initial sequence number of a connection that replaces it (tcp_tw_isn)
    uint32_t GetNextIsn() const
    {
        return sendNext + 65537;
    }

  private:
    /**
     * Process a segment while the peer's FIN is still outstanding.
     *
     * @param segment the received segment
     * @param settings settings of the host
     * @param now current time, ns
     * @param output receives the answers
     * @return the result
     */
    Verdict ReceiveHalfClosed(const TcpSegment& segment,
                              const TcpSettings& settings,
                              TcpTime now,
                              TcpOutput& output);

    /**
     * Send an ACK.
     *
     * @param now current time, ns
     * @param output receives the ACK
     */
    void Answer(TcpTime now, TcpOutput& output) const;

    /**
     * Send an ACK for a segment outside the window; for one without data, only if none was sent
     * recently.
     *
     * @param segment the received segment
     * @param settings settings of the host
     * @param now current time, ns
     * @param output receives the ACK
     */
    void AnswerOld(const TcpSegment& segment,
                   const TcpSettings& settings,
                   TcpTime now,
                   TcpOutput& output);
};

} // namespace ns3::net8

#endif // NET8_TCP_TIME_WAIT_H
