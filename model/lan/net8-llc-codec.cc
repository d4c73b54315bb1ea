// SPDX-License-Identifier: GPL-2.0-only
#include "net8-llc-codec.h"

namespace ns3::net8
{

namespace
{

using Kind = LanUnit::Kind; ///< Kind of a unit.

constexpr uint8_t NUMBERS = 0x7f; ///< Bits of a sequence number.
constexpr uint8_t RESPONSE = 1;   ///< Response bit of the SSAP.

/**
 * Make the header of an unnumbered frame with poll or final.
 *
 * @param function SABME, UA or DISC
 * @param response whether it is a response
 * @return the header
 */
LlcHeader
MakeUnnumbered(uint8_t function, bool response)
{
    return {.dsap = LlcHeader::SAP_NETBIOS,
            .ssap = static_cast<uint8_t>(LlcHeader::SAP_NETBIOS | (response ? RESPONSE : 0)),
            .function = function,
            .pollFinal = true};
}

/**
 * Read an unnumbered frame.
 *
 * @param function its function
 * @return the kind of unit; nothing if it has none
 */
std::optional<LanUnit>
ReadUnnumbered(uint8_t function)
{
    switch (function)
    {
    case LlcHeader::SABME:
        return LanUnit{.kind = Kind::SETUP};
    case LlcHeader::UA:
        return LanUnit{.kind = Kind::SETUP_REPLY};
    case LlcHeader::DISC:
        return LanUnit{.kind = Kind::DISCONNECT};
    default:
        return std::nullopt;
    }
}

} // namespace

LlcHeader
LlcCodec::Make(const LanUnit& unit)
{
    switch (unit.kind)
    {
    case Kind::SETUP:
        return MakeUnnumbered(LlcHeader::SABME, false);
    case Kind::SETUP_REPLY:
    case Kind::DISCONNECT_ACK:
        return MakeUnnumbered(LlcHeader::UA, true);
    case Kind::DISCONNECT:
        return MakeUnnumbered(LlcHeader::DISC, false);
    default:
        break;
    }
    LlcHeader header{.dsap = LlcHeader::SAP_NETBIOS,
                     .ssap = LlcHeader::SAP_NETBIOS,
                     .kind = LlcHeader::Kind::SUPERVISORY,
                     .function = LlcHeader::RR,
                     .receiveNumber = static_cast<uint8_t>(unit.ack & NUMBERS)};
    switch (unit.kind)
    {
    case Kind::DATA:
        header.kind = LlcHeader::Kind::INFORMATION;
        header.function = 0;
        header.sendNumber = static_cast<uint8_t>(unit.number & NUMBERS);
        break;
    case Kind::CONNECT:
        header.pollFinal = true;
        break;
    case Kind::PROBE:
        header.pollFinal = unit.wantsAck;
        break;
    case Kind::CONFIRM:
    case Kind::PROBE_REPLY:
        header.ssap |= RESPONSE;
        header.pollFinal = true;
        break;
    case Kind::REJECT:
        header.ssap |= RESPONSE;
        header.function = LlcHeader::REJ;
        break;
    default:
        header.ssap |= RESPONSE;
        break;
    }
    return header;
}

std::optional<LanUnit>
LlcCodec::Read(const LlcHeader& header)
{
    if (header.kind == LlcHeader::Kind::UNNUMBERED)
    {
        return ReadUnnumbered(header.function);
    }
    LanUnit unit{.kind = Kind::ACK, .ack = header.receiveNumber};
    if (header.kind == LlcHeader::Kind::INFORMATION)
    {
        unit.kind = Kind::DATA;
        unit.number = header.sendNumber;
        unit.wantsAck = true;
        unit.first = true;
        unit.last = true;
    }
    else if (header.function == LlcHeader::REJ)
    {
        unit.kind = Kind::REJECT;
    }
    else if (header.pollFinal)
    {
        unit.kind = header.IsResponse() ? Kind::PROBE_REPLY : Kind::PROBE;
        unit.wantsAck = !header.IsResponse();
    }
    return unit;
}

} // namespace ns3::net8
