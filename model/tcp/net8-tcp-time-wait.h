// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TIME_WAIT_H
#define NET8_TCP_TIME_WAIT_H

#include "net8-tcp-output.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What is left of a connection in TIME-WAIT, or in FIN-WAIT-2 without a user (inet_timewait_sock,
 * tcp_timewait_state_process): it answers what comes late, and makes place for a new SYN.
 */
class TcpTimeWait
{
  public:
    /// What became of it with a segment.
    enum class Verdict : uint8_t
    {
        STAYS,  ///< It waits on.
        GONE,   ///< It is over.
        RESETS, ///< It is over, and the segment is to be answered by RST.
        REUSED  ///< The segment is a SYN for a new connection, which may begin.
    };

    uint32_t sendNext{0};          ///< Next sequence number to send.
    uint32_t receiveNext{0};       ///< Next sequence number expected.
    uint32_t receiveWindow{0};     ///< Window offered, bytes.
    uint32_t timestampOffsetMs{0}; ///< Timestamp at time 0, ms.
    uint32_t recentTimestamp{0};   ///< Newest timestamp of the peer, ms.
    uint16_t windowField{0};       ///< Window field of what it sends.
    bool timestamps{false};        ///< Both ends do timestamps.
    bool halfClosed{false};        ///< The peer's FIN is still to come.
    TcpTime deadline{0};           ///< When it is over, ns.
    TcpTime lastAnswer{-1};        ///< When it answered an old segment last, ns; -1: never.

    /**
     * @param segment a segment that came in
     * @param settings the host
     * @param now the time, ns
     * @param output where answers go
     * @return what became of it
     */
    Verdict Receive(const TcpSegment& segment,
                    const TcpSettings& settings,
                    TcpTime now,
                    TcpOutput& output);

    /// @return initial sequence number for a connection that takes its place (tcp_tw_isn)
    uint32_t GetNextIsn() const
    {
        return sendNext + 65537;
    }

  private:
    /**
     * Go on while the peer's FIN is still to come.
     *
     * @param segment a segment
     * @param settings the host
     * @param now the time, ns
     * @param output where answers go
     * @return what became of it
     */
    Verdict ReceiveHalfClosed(const TcpSegment& segment,
                              const TcpSettings& settings,
                              TcpTime now,
                              TcpOutput& output);

    /**
     * Send an ACK.
     *
     * @param now the time, ns
     * @param output where it goes
     */
    void Answer(TcpTime now, TcpOutput& output) const;

    /**
     * Send an ACK for a segment out of window; for one without data unless one was sent lately.
     *
     * @param segment the segment
     * @param settings the host
     * @param now the time, ns
     * @param output where it goes
     */
    void AnswerOld(const TcpSegment& segment,
                   const TcpSettings& settings,
                   TcpTime now,
                   TcpOutput& output);
};

} // namespace ns3::net8

#endif // NET8_TCP_TIME_WAIT_H
