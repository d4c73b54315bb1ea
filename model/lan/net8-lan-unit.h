// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_UNIT_H
#define NET8_LAN_UNIT_H

#include <cstdint>

namespace ns3::net8
{

/// Time in a LanTransport, ns.
using LanTime = int64_t;

/**
 * @ingroup net8
 * A unit that one end of a LanTransport sends to the other: a packet without its encoding.
 *
 * Numbers are unbounded in the engine. A protocol carries their low bits, and the receiving engine
 * reconstructs the number closest to the one it expects.
 */
struct LanUnit
{
    /// Kind of a unit.
    enum class Kind : uint8_t
    {
        SETUP,          ///< Request before the connection: name, link.
        SETUP_REPLY,    ///< Answer to that.
        CONNECT,        ///< Request for a connection.
        CONNECT_ACK,    ///< Acknowledgement of a CONNECT (NSP).
        CONFIRM,        ///< Confirmation of the connection.
        DATA,           ///< A piece of a message.
        ACK,            ///< Acknowledgement without data.
        REJECT,         ///< Acknowledgement that requests retransmission from there on (802.2).
        PROBE,          ///< Check whether the other end is alive.
        PROBE_REPLY,    ///< Answer to a probe that requests one.
        CREDIT,         ///< Grants credits; numbered separately (NSP).
        CREDIT_ACK,     ///< Acknowledgement of that.
        DISCONNECT,     ///< End of the connection.
        DISCONNECT_ACK, ///< Answer to that.
    };

    Kind kind{Kind::ACK};    ///< Its kind.
    uint32_t step{0};        ///< SETUP: index of its step, from 0.
    int64_t number{0};       ///< DATA and CREDIT: their number; else that of the next DATA.
    int64_t ack{0};          ///< Next number expected.
    int64_t creditAck{0};    ///< Next CREDIT expected.
    int64_t limit{0};        ///< First number for which its sender has no buffer.
    uint32_t credits{0};     ///< CREDIT: additional credits.
    bool wantsAck{false};    ///< Requests an immediate acknowledgement.
    bool mayDelay{false};    ///< Its acknowledgement may be delayed (NSP).
    bool first{false};       ///< First piece of a message.
    bool last{false};        ///< Last piece of a message.
    bool repeated{false};    ///< It is a retransmission.
    bool acksMessage{false}; ///< DATA: also acknowledges a message (NetBIOS).
    uint16_t message{0};     ///< Message number of a last piece (NetBIOS).
    uint16_t messageAck{0};  ///< Number of the acknowledged message (NetBIOS).
    int64_t offset{0};       ///< Offset of its bytes in all data written.
    uint32_t size{0};        ///< Size of a piece, bytes.
};

} // namespace ns3::net8

#endif // NET8_LAN_UNIT_H
