// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_UNIT_H
#define NET8_LAN_UNIT_H

#include <cstdint>

namespace ns3::net8
{

/// A time in a LanTransport, ns.
using LanTime = int64_t;

/**
 * @ingroup net8
 * What one end of a LanTransport sends the other: a packet without the layout of its protocol.
 *
 * Numbers count without end within the engine. A protocol carries their low bits, and the engine
 * that receives finds the number next to those that it expects.
 */
struct LanUnit
{
    /// What a unit is.
    enum class Kind : uint8_t
    {
        SETUP,          ///< Asks before the connection: name, link.
        SETUP_REPLY,    ///< Answer to that.
        CONNECT,        ///< Asks for a connection.
        CONNECT_ACK,    ///< The connect has come (NSP).
        CONFIRM,        ///< The connection is there.
        DATA,           ///< A piece of a message.
        ACK,            ///< Acknowledgement alone.
        REJECT,         ///< Acknowledgement that asks for what follows it again (802.2).
        PROBE,          ///< Is anybody there?
        PROBE_REPLY,    ///< Answer to a probe that wants one.
        CREDIT,         ///< More may be sent; of its own numbers (NSP).
        CREDIT_ACK,     ///< Acknowledgement of that.
        DISCONNECT,     ///< End of the connection.
        DISCONNECT_ACK, ///< Answer to that.
    };

    Kind kind{Kind::ACK};    ///< What it is.
    uint32_t step{0};        ///< Of SETUP: which of its steps, from 0.
    int64_t number{0};       ///< Of DATA and CREDIT its number; else that of the next DATA.
    int64_t ack{0};          ///< Next number expected.
    int64_t creditAck{0};    ///< The same of credits.
    int64_t limit{0};        ///< First number that the sender of this has no buffer for.
    uint32_t credits{0};     ///< Of CREDIT: how many more may come.
    bool wantsAck{false};    ///< To be acknowledged at once.
    bool mayDelay{false};    ///< The acknowledgement may wait (NSP).
    bool first{false};       ///< First piece of a message.
    bool last{false};        ///< Last piece of a message.
    bool repeated{false};    ///< Sent before.
    bool acksMessage{false}; ///< Of DATA: acknowledges a message, too (NetBIOS).
    uint16_t message{0};     ///< Number of the message of a last piece (NetBIOS).
    uint16_t messageAck{0};  ///< The message that is acknowledged (NetBIOS).
    int64_t offset{0};       ///< Where its bytes are in all that was written.
    uint32_t size{0};        ///< Bytes of a piece.
};

} // namespace ns3::net8

#endif // NET8_LAN_UNIT_H
