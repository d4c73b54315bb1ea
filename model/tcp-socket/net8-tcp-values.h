// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_VALUES_H
#define NET8_TCP_VALUES_H

#include "net8-tcp-sysctls.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * All values of a Net8TcpProfile, overrides applied, in the form that sockets use.
 */
struct Net8TcpValues
{
    /// The known stacks.
    enum class Profile : uint8_t
    {
        LINUX,       ///< Current Linux (attribute value `linux`).
        SOLARIS_2_5, ///< Solaris 2.5, 1995 (`solaris-2.5`).
        WINDOWS_NT4, ///< Windows NT 4.0, 1996 (`windows-nt4`).
        NS3,         ///< The defaults of the ns-3 version in use (`ns3`).
    };

    Profile profile{Profile::LINUX}; ///< The stack.
    bool machine{false};             ///< The TCP machine is used instead of ns-3's TCP.
    bool setsSend{false};            ///< The send buffer is set; else it is tuned automatically.
    bool setsReceive{false};         ///< The receive buffer is set; else it is tuned automatically.
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
    Time delayedAckTime;         ///< Longest ACK delay.
    uint32_t delayedAckCount{0}; ///< Segments that trigger an immediate ACK.
    Time minRto;                 ///< Lower bound of the retransmission timeout.
    Time initialRto;             ///< Retransmission timeout before the first RTT sample.
    uint32_t synRetries{0};      ///< SYN retransmissions before giving up.
    Ptr<RandomVariableStream>
        segmentTime;            ///< Work on an arriving segment with data, s; null: none.
    Time wakeUpTime;            ///< Time from a read until the process can read again.
    bool polls{false};          ///< Programs wait with poll, not in read.
    Net8TcpSysctls sysctls;     ///< Sysctls of Linux that are set.
    Time keepAliveTime;         ///< Silence before the first keepalive probe.
    Time keepAliveInterval;     ///< Time between two of them.
    uint32_t keepAliveCount{0}; ///< Probes without an answer before giving up.
};

} // namespace ns3::net8

#endif /* NET8_TCP_VALUES_H */
