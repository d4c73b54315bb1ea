// SPDX-License-Identifier: GPL-2.0-only
#include "net8-nbf-codec.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

namespace ns3::net8
{

namespace
{

using Kind = LanUnit::Kind; ///< Kind of a unit.

constexpr std::string_view NODE = "NODE"; ///< Prefix of names.

constexpr uint8_t ACK_INCLUDED = 8;        ///< Data: a message is acknowledged as well.
constexpr uint8_t ACK_ALLOWED = 4;         ///< Data: the acknowledgement may come with data.
constexpr uint8_t NO_ACK = 2;              ///< Data: no acknowledgement is wanted.
constexpr uint8_t INITIALIZE_FLAGS = 0x8f; ///< NetBIOS 2, frames of any size, knows SEND.NO.ACK.
constexpr uint8_t CONFIRM_FLAGS = 0x81;    ///< NetBIOS 2, knows SEND.NO.ACK.
constexpr uint16_t LOW_BYTE = 0xff;        ///< Session of a name query or its answer.

/**
 * Make the name of a station or listener.
 *
 * @param node number of a station
 * @param port its port; 0: none
 * @return the name
 */
NbfHeader::Name
MakeName(uint16_t node, uint16_t port)
{
    NbfHeader::Name name{};
    name.fill(' ');
    const auto text =
        std::string(NODE) + std::to_string(node) + (port == 0 ? "" : ":" + std::to_string(port));
    std::ranges::copy(text, name.begin());
    return name;
}

/// The parts of a name.
struct Named
{
    uint16_t node{0}; ///< Number of the station; 0: not a name used here.
    uint16_t port{0}; ///< Its port; 0: none.
};

/**
 * Read a number.
 *
 * @param text a text starting with a number
 * @param[out] number receives the number
 * @return what follows it; all of it if there is no number
 */
std::string_view
ReadNumber(std::string_view text, uint16_t& number)
{
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? text.substr(static_cast<size_t>(at - text.data())) : text;
}

/**
 * Read a name.
 *
 * @param name a name
 * @return its parts
 */
Named
ReadName(const NbfHeader::Name& name)
{
    const std::string all(name.begin(), name.end());
    std::string_view text(all);
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    Named named;
    if (!text.starts_with(NODE))
    {
        return named;
    }
    text = ReadNumber(text.substr(NODE.size()), named.node);
    if (text.starts_with(':'))
    {
        text = ReadNumber(text.substr(1), named.port);
    }
    return text.empty() ? named : Named{};
}

/**
 * Get the unit kind of a command.
 *
 * @param command command of an NBF header
 * @return the kind; nothing if it does not belong to a session
 */
std::optional<Kind>
FindNbfKind(uint8_t command)
{
    switch (command)
    {
    case NbfHeader::NAME_QUERY:
        return Kind::SETUP;
    case NbfHeader::NAME_RECOGNIZED:
        return Kind::SETUP_REPLY;
    case NbfHeader::INITIALIZE:
        return Kind::CONNECT;
    case NbfHeader::CONFIRM:
        return Kind::CONFIRM;
    case NbfHeader::DATA_MIDDLE:
    case NbfHeader::DATA_LAST:
        return Kind::DATA;
    case NbfHeader::DATA_ACK:
        return Kind::ACK;
    case NbfHeader::ALIVE:
        return Kind::PROBE;
    case NbfHeader::END:
        return Kind::DISCONNECT;
    default:
        return std::nullopt;
    }
}

/**
 * Make the flags of a piece.
 *
 * @param unit a piece
 * @return first optional value of its header
 */
uint8_t
MakeDataFlags(const LanUnit& unit)
{
    const uint8_t asks = unit.wantsAck ? ACK_ALLOWED : NO_ACK;
    return static_cast<uint8_t>((unit.acksMessage ? ACK_INCLUDED : 0) | (unit.last ? asks : 0));
}

} // namespace

NbfCodec::NbfCodec(const LanRules& rules)
    : m_largest(static_cast<uint16_t>(rules.pieceSize))
{
}

uint16_t
NbfCodec::GetService(uint16_t port) const
{
    return port;
}

uint16_t
NbfCodec::GetOwnSocket(uint16_t) const
{
    return 0;
}

uint16_t
NbfCodec::GetType() const
{
    return 0; // a length
}

uint16_t
NbfCodec::GetLastId() const
{
    return MOST_SESSIONS;
}

NbfHeader
NbfCodec::MakeHeader(const LanEnds& ends, const LanUnit& unit) const
{
    NbfHeader header{.destinationSession = static_cast<uint8_t>(ends.remoteId),
                     .sourceSession = static_cast<uint8_t>(ends.localId)};
    switch (unit.kind)
    {
    case Kind::SETUP:
    case Kind::SETUP_REPLY: {
        const bool asks = unit.kind == Kind::SETUP;
        header.hasNames = true;
        header.command = asks ? NbfHeader::NAME_QUERY : NbfHeader::NAME_RECOGNIZED;
        header.data2 = ends.localId;
        header.transmit = asks ? 0 : ends.remoteId;
        header.response = ends.localId;
        header.destinationName = MakeName(ends.remoteNode, asks ? ends.service : 0);
        header.sourceName = MakeName(ends.localNode, asks ? 0 : ends.service);
        break;
    }
    case Kind::CONNECT:
    case Kind::CONFIRM: {
        const bool asks = unit.kind == Kind::CONNECT;
        header.command = asks ? NbfHeader::INITIALIZE : NbfHeader::CONFIRM;
        header.data1 = asks ? INITIALIZE_FLAGS : CONFIRM_FLAGS;
        header.data2 = m_largest;
        header.transmit = ends.remoteId;
        header.response = ends.localId;
        break;
    }
    case Kind::DATA:
        header.command = unit.last ? NbfHeader::DATA_LAST : NbfHeader::DATA_MIDDLE;
        header.data1 = MakeDataFlags(unit);
        header.transmit = unit.acksMessage ? unit.messageAck : uint16_t{0};
        header.response = unit.last && unit.wantsAck ? unit.message : uint16_t{0};
        break;
    case Kind::DISCONNECT:
        header.command = NbfHeader::END;
        break;
    case Kind::PROBE:
        header.command = NbfHeader::ALIVE;
        break;
    default:
        header.command = NbfHeader::DATA_ACK;
        header.transmit = unit.messageAck;
        break;
    }
    return header;
}

void
NbfCodec::Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const
{
    MakeHeader(ends, unit).Encode(writer);
}

std::optional<LanArrival>
NbfCodec::Read(std::span<const uint8_t> packet) const
{
    LanReader reader(packet);
    NbfHeader header;
    if (NbfHeader::Decode(reader, header) != LanError::NONE)
    {
        return std::nullopt;
    }
    const auto kind = FindNbfKind(header.command);
    const bool named = kind == Kind::SETUP || kind == Kind::SETUP_REPLY;
    if (!kind || named != header.hasNames)
    {
        return std::nullopt;
    }
    LanArrival arrival;
    arrival.head = header.GetSize();
    auto& unit = arrival.unit;
    unit.kind = *kind;
    unit.last = header.command == NbfHeader::DATA_LAST;
    unit.wantsAck = (header.data1 & NO_ACK) == 0;
    unit.acksMessage = unit.kind == Kind::DATA && (header.data1 & ACK_INCLUDED) != 0;
    unit.message = header.response;
    unit.messageAck = header.transmit;
    unit.size = static_cast<uint32_t>(packet.size()) - arrival.head;
    auto& ends = arrival.ends;
    ends.localId = header.destinationSession;
    ends.remoteId = header.sourceSession;
    if (named)
    {
        const bool asks = unit.kind == Kind::SETUP;
        const auto to = ReadName(header.destinationName);
        const auto from = ReadName(header.sourceName);
        ends.localNode = to.node;
        ends.remoteNode = from.node;
        ends.localId = asks ? uint16_t{0} : header.transmit;
        ends.remoteId = header.data2 & LOW_BYTE;
        ends.service = asks ? to.port : from.port;
        unit.size = 0;
    }
    return arrival;
}

} // namespace ns3::net8
