// SPDX-License-Identifier: GPL-2.0-only
#include "net8-nsp-codec.h"

#include "net8-decnet-header.h"
#include "net8-decnet-packet.h"

#include <charconv>
#include <string>
#include <string_view>

namespace ns3::net8
{

namespace
{

using Kind = LanUnit::Kind; ///< Kind of a unit.

constexpr uint16_t CROSS = 0x2000;         ///< Ack: for the other channel.
constexpr uint16_t COMPLETE = 42;          ///< Reason of a disconnect confirm.
constexpr std::string_view OBJECT = "TNS"; ///< Prefix of object names.
constexpr uint8_t BY_NAME = 1;             ///< Name format: counted.
constexpr uint8_t USER_DATA = 2;           ///< Menu: user data follow.

/**
 * Get the message flags of a unit.
 *
 * @param unit the unit
 * @return flags of the message
 */
uint8_t
MakeFlags(const LanUnit& unit)
{
    switch (unit.kind)
    {
    case Kind::CONNECT:
        return unit.repeated ? NspMessage::CONNECT_REPEATED : NspMessage::CONNECT_INITIATE;
    case Kind::CONNECT_ACK:
        return NspMessage::CONNECT_ACK;
    case Kind::CONFIRM:
        return NspMessage::CONNECT_CONFIRM;
    case Kind::DATA:
        return static_cast<uint8_t>((unit.first ? NspMessage::FIRST : 0) |
                                    (unit.last ? NspMessage::LAST : 0));
    case Kind::CREDIT:
        return NspMessage::LINK_SERVICE;
    case Kind::CREDIT_ACK:
        return NspMessage::OTHER_ACK;
    case Kind::DISCONNECT:
        return NspMessage::DISCONNECT_INITIATE;
    case Kind::DISCONNECT_ACK:
        return NspMessage::DISCONNECT_CONFIRM;
    default:
        return NspMessage::DATA_ACK;
    }
}

/**
 * Get the unit kind of a message.
 *
 * @param flags flags of a message
 * @return the kind
 */
Kind
FindNspKind(uint8_t flags)
{
    switch (flags)
    {
    case NspMessage::CONNECT_INITIATE:
    case NspMessage::CONNECT_REPEATED:
        return Kind::CONNECT;
    case NspMessage::CONNECT_ACK:
        return Kind::CONNECT_ACK;
    case NspMessage::CONNECT_CONFIRM:
        return Kind::CONFIRM;
    case NspMessage::LINK_SERVICE:
        return Kind::CREDIT;
    case NspMessage::OTHER_ACK:
        return Kind::CREDIT_ACK;
    case NspMessage::DISCONNECT_INITIATE:
        return Kind::DISCONNECT;
    case NspMessage::DISCONNECT_CONFIRM:
        return Kind::DISCONNECT_ACK;
    case NspMessage::DATA_ACK:
        return Kind::ACK;
    default:
        return Kind::DATA;
    }
}

/**
 * Make an ack field.
 *
 * @param next next number expected
 * @param bits flag bits of the field
 * @return the field, with the number before @p next
 */
uint16_t
MakeAck(int64_t next, uint16_t bits)
{
    return static_cast<uint16_t>(NspMessage::PRESENT | bits |
                                 (static_cast<uint64_t>(next - 1) & NspMessage::NUMBER));
}

/**
 * Make the session data of a connect.
 *
 * @param service a port
 * @return the session data
 */
std::vector<uint8_t>
MakeSession(uint16_t service)
{
    LanWriter writer;
    const auto name = [&writer](const std::string& text) {
        writer.U8(BY_NAME);
        writer.U8(0);
        writer.U8(static_cast<uint8_t>(text.size()));
        for (const char letter : text)
        {
            writer.U8(static_cast<uint8_t>(letter));
        }
    };
    name(std::string(OBJECT) + std::to_string(service));
    name("CLIENT");
    writer.U8(USER_DATA);
    writer.U8(0);
    return writer.Take();
}

/**
 * Find the service requested by a connect.
 *
 * @param session its session data
 * @return the port; 0 if it requests something else
 */
uint16_t
FindService(const std::vector<uint8_t>& session)
{
    LanReader reader(session);
    const uint8_t format = reader.U8();
    reader.U8();
    const auto name = reader.Text(reader.U8());
    uint16_t port = 0;
    if (format != BY_NAME || !name.starts_with(OBJECT))
    {
        return 0;
    }
    const char* const end = name.data() + name.size();
    const auto [at, error] = std::from_chars(name.data() + OBJECT.size(), end, port);
    return error == std::errc() && at == end ? port : uint16_t{0};
}

} // namespace

NspCodec::NspCodec(const LanRules& rules)
    : m_services(rules.flow == LanRules::Flow::MESSAGES   ? 9
                 : rules.flow == LanRules::Flow::SEGMENTS ? 5
                                                          : 1),
      m_segmentSize(static_cast<uint16_t>(rules.pieceSize))
{
}

uint16_t
NspCodec::GetService(uint16_t port) const
{
    return port;
}

uint16_t
NspCodec::GetOwnSocket(uint16_t) const
{
    return 0;
}

uint16_t
NspCodec::GetType() const
{
    return LanFrame::TYPE_DECNET;
}

NspMessage
NspCodec::MakeMessage(const LanEnds& ends, const LanUnit& unit) const
{
    NspMessage message;
    message.flags = MakeFlags(unit);
    message.destination = ends.remoteId;
    message.source = ends.localId;
    message.services = m_services;
    message.segmentSize = m_segmentSize;
    switch (unit.kind)
    {
    case Kind::CONNECT:
        message.destination = 0;
        message.data = MakeSession(ends.service);
        break;
    case Kind::CONFIRM:
        message.data = {0}; // counted data: none
        break;
    case Kind::DISCONNECT:
        message.data = {0};
        break;
    case Kind::DISCONNECT_ACK:
        message.reason = COMPLETE;
        break;
    case Kind::CREDIT:
    case Kind::CREDIT_ACK:
        message.ack = MakeAck(unit.creditAck, 0);
        message.secondAck = MakeAck(unit.ack, CROSS);
        message.segment = static_cast<uint16_t>(unit.number & NspMessage::NUMBER);
        message.credits = static_cast<uint8_t>(unit.credits);
        break;
    case Kind::CONNECT_ACK:
        break;
    default:
        message.ack = MakeAck(unit.ack, 0);
        message.secondAck = MakeAck(unit.creditAck, CROSS);
        message.segment = static_cast<uint16_t>((unit.number & NspMessage::NUMBER) |
                                                (unit.mayDelay ? NspMessage::MAY_DELAY : 0));
        break;
    }
    return message;
}

void
NspCodec::Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const
{
    LanWriter content;
    const bool here = ends.localNetwork == ends.remoteNetwork;
    const DecnetHeader header{
        .flags = static_cast<uint8_t>(DecnetHeader::LONG | (here ? DecnetHeader::INTRA : 0)),
        .destination = ends.remoteNode,
        .source = ends.localNode};
    header.Encode(content);
    MakeMessage(ends, unit).Encode(content);
    writer.Le16(static_cast<uint16_t>(content.GetSize() + unit.size));
    writer.Bytes(content.Take());
}

std::optional<LanArrival>
NspCodec::Read(std::span<const uint8_t> packet) const
{
    LanReader reader(packet);
    const uint16_t length = reader.Le16();
    const auto content = packet.subspan(reader.Position());
    // What follows the counted bytes is padding; only the head of a long packet is available here.
    LanReader counted(content.first(std::min<std::size_t>(length, content.size())));
    DecnetHeader header;
    NspMessage message;
    if (DecnetHeader::Decode(counted, header) != LanError::NONE ||
        NspMessage::Decode(counted, message) != LanError::NONE)
    {
        return std::nullopt;
    }
    LanArrival arrival;
    auto& unit = arrival.unit;
    unit.kind = FindNspKind(message.flags);
    if (unit.kind == Kind::DATA && !message.IsData())
    {
        return std::nullopt; // interrupts and unknown messages
    }
    const bool ofCredits = unit.kind == Kind::CREDIT || unit.kind == Kind::CREDIT_ACK;
    const int64_t ack = (message.ack.value_or(0) & NspMessage::NUMBER) + 1;
    const int64_t cross = (message.secondAck.value_or(0) & NspMessage::NUMBER) + 1;
    unit.ack = ofCredits ? cross : ack;
    unit.creditAck = ofCredits ? ack : cross;
    unit.number = message.segment & NspMessage::NUMBER;
    unit.mayDelay = (message.segment & NspMessage::MAY_DELAY) != 0;
    unit.wantsAck = true;
    unit.credits = message.credits;
    unit.first = message.IsData() && (message.flags & NspMessage::FIRST) != 0;
    unit.last = message.IsData() && (message.flags & NspMessage::LAST) != 0;
    const auto before = static_cast<uint32_t>(counted.Position() - message.data.size());
    arrival.head = DecnetPacket::LENGTH_SIZE + before;
    unit.size = message.IsData() ? length - before : 0;
    auto& ends = arrival.ends;
    ends.localNode = header.destination;
    ends.remoteNode = header.source;
    ends.local = DecnetHeader::GetStation(header.destination);
    ends.remote = DecnetHeader::GetStation(header.source);
    ends.localId = message.destination;
    ends.remoteId = message.source;
    ends.service = unit.kind == Kind::CONNECT ? FindService(message.data) : uint16_t{0};
    return arrival;
}

} // namespace ns3::net8
