// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_STATE_H
#define NET8_TCP_STATE_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * States of a connection (RFC 9293, section 3.3.2).
 */
enum class TcpState : uint8_t
{
    CLOSED,       ///< There is no connection.
    SYN_SENT,     ///< Our SYN is out.
    SYN_RECEIVED, ///< SYNs have crossed, or a listener answered one.
    ESTABLISHED,  ///< Data flows.
    FIN_WAIT_1,   ///< Our FIN is out.
    FIN_WAIT_2,   ///< Our FIN is acknowledged.
    CLOSE_WAIT,   ///< The peer's FIN is in.
    CLOSING,      ///< FINs have crossed.
    LAST_ACK,     ///< Our FIN is out after the peer's.
    TIME_WAIT     ///< Both FINs are acknowledged; old segments die out.
};

/**
 * @ingroup net8
 * @param state a state
 * @return its name as RFC 9293 writes it
 */
constexpr const char*
TcpStateName(TcpState state)
{
    constexpr const char* NAMES[] = {"CLOSED",
                                     "SYN-SENT",
                                     "SYN-RECEIVED",
                                     "ESTABLISHED",
                                     "FIN-WAIT-1",
                                     "FIN-WAIT-2",
                                     "CLOSE-WAIT",
                                     "CLOSING",
                                     "LAST-ACK",
                                     "TIME-WAIT"};
    return NAMES[static_cast<uint8_t>(state)];
}

/**
 * @ingroup net8
 * What the sender knows of congestion (TCP_CA_* of Linux); the values are those of tcpi_ca_state.
 */
enum class TcpCaState : uint8_t
{
    OPEN,     ///< Nothing dubious is seen.
    DISORDER, ///< SACKs or duplicate ACKs came in.
    CWR,      ///< The window was cut without a loss to repair.
    RECOVERY, ///< Fast retransmit.
    LOSS      ///< After a timeout.
};

} // namespace ns3::net8

#endif // NET8_TCP_STATE_H
