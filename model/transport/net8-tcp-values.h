// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_VALUES_H
#define NET8_TCP_VALUES_H

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * All values of a Net8TcpProfile, overrides applied, as a socket takes them.
 */
struct Net8TcpValues
{
    /// The stacks that are known.
    enum class Profile : uint8_t
    {
        LINUX,       ///< Current Linux (attribute value `linux`).
        SOLARIS_2_5, ///< Solaris 2.5, 1995 (`solaris-2.5`).
        WINDOWS_NT4, ///< Windows NT 4.0, 1996 (`windows-nt4`).
        NS3,         ///< The defaults of the ns-3 in use (`ns3`).
    };

    Profile profile{Profile::LINUX}; ///< The stack.
    bool machine{false};             ///< The TCP machine runs, not ns-3's TCP.
    bool setsSend{false};            ///< The send buffer is set; else Linux tunes it.
    bool setsReceive{false};         ///< The receive buffer is set; else Linux tunes it.
    uint32_t segmentSize{0};         ///< Payload of a full segment, bytes; 0 = from the MTU.
    uint32_t initialWindow{0};       ///< Initial congestion window, segments.
    uint32_t sendBuffer{0};          ///< Send buffer, bytes.
    uint32_t receiveBuffer{0};       ///< Receive buffer, bytes.
    bool wholeSegments{false};   ///< The receive buffer is rounded to whole segments, at least 4.
    TypeId congestionControl;    ///< Congestion control.
    TypeId recovery;             ///< Loss recovery.
    bool sack{false};            ///< Selective acknowledgments are offered.
    bool timestamps{false};      ///< Timestamps are offered.
    bool windowScaling{false};   ///< Window scaling is offered.
    bool noDelay{false};         ///< Nagle's algorithm is off.
    Time delayedAckTime;         ///< Longest delay of an ACK.
    uint32_t delayedAckCount{0}; ///< Segments that call for an ACK at once.
    Time minRto;                 ///< Lower bound of the retransmission timeout.
    Time initialRto;             ///< Retransmission timeout before the first RTT sample.
    uint32_t synRetries{0};      ///< SYN retransmissions before giving up.
    Ptr<RandomVariableStream> segmentTime; ///< What a segment with data takes before TCP sees it,
                                           ///< s; null: nothing.
    Time keepAliveTime;                    ///< Silence before the first keepalive probe.
    Time keepAliveInterval;                ///< Between two of them.
    uint32_t keepAliveCount{0};            ///< Probes without an answer before giving up.
};

} // namespace ns3::net8

#endif /* NET8_TCP_VALUES_H */
