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
    SYN_RECEIVED, ///< Both ends sent a SYN, or a listener answered one.
    ESTABLISHED,  ///< Data flows.
    FIN_WAIT_1,   ///< Our FIN is out.
    FIN_WAIT_2,   ///< Our FIN is acknowledged.
    CLOSE_WAIT,   ///< The peer's FIN has been received.
    CLOSING,      ///< Both ends sent a FIN.
    LAST_ACK,     ///< Our FIN was sent after the peer's.
    TIME_WAIT     ///< Both FINs are acknowledged; old segments expire.
};

/**
 * @ingroup net8
 * Congestion state of the sender (TCP_CA_* of Linux); the values are those of tcpi_ca_state.
 */
enum class TcpCaState : uint8_t
{
    OPEN,     ///< No sign of trouble.
    DISORDER, ///< SACKs or duplicate ACKs were received.
    CWR,      ///< The window was reduced without a loss to repair.
    RECOVERY, ///< Fast retransmit.
    LOSS      ///< After a timeout.
};

} // namespace ns3::net8

#endif // NET8_TCP_STATE_H
