// SPDX-License-Identifier: GPL-2.0-only
#include "net8-spx-codec.h"

#include "net8-ipx-header.h"
#include "net8-lan-announcement.h"
#include "net8-sap-message.h"
#include "net8-spx-header.h"

#include <algorithm>
#include <string>

namespace ns3::net8
{

namespace
{

using Kind = LanUnit::Kind; ///< Kind of a unit.

constexpr uint16_t DYNAMIC = 0x4000;  ///< First dynamic socket.
constexpr uint16_t OWN = 0x6000;      ///< First socket of connecting ends.
constexpr uint16_t SERVICES = 0x1fff; ///< Bits of a port in the socket of a service.
constexpr uint16_t SAP_TYPE = 0x7a7a; ///< Assumed type of Oracle's servers, which is not public.

/**
 * Write a SAP packet.
 *
 * @param ends sender and receiver
 * @param message the SAP message
 * @param writer receives the packet
 */
void
WriteSap(const LanEnds& ends, const SapMessage& message, LanWriter& writer)
{
    LanWriter body;
    message.Encode(body);
    const bool asks = message.IsQuery();
    const IpxHeader ipx{.length = static_cast<uint16_t>(IpxHeader::SIZE + body.GetSize()),
                        .type = IpxHeader::TYPE_PEP,
                        .destination = {.network = asks ? ends.localNetwork : ends.remoteNetwork,
                                        .node = asks ? LanAnnouncement::EVERYBODY : ends.remote,
                                        .socket = asks ? IpxHeader::SOCKET_SAP : ends.remoteSocket},
                        .source = {.network = ends.localNetwork,
                                   .node = ends.local,
                                   .socket = asks ? ends.localSocket : IpxHeader::SOCKET_SAP}};
    ipx.Encode(writer);
    writer.Bytes(body.Take());
}

/**
 * Read a SAP packet.
 *
 * @param ipx header of the packet
 * @param reader its payload, possibly truncated
 * @return the unit; nothing if it does not concern a connection
 */
std::optional<LanArrival>
ReadSap(const IpxHeader& ipx, LanReader& reader)
{
    const uint16_t operation = reader.U16();
    const bool asks = operation == SapMessage::QUERY;
    const bool answers = operation == SapMessage::RESPONSE;
    if (reader.Failed() || (!asks && !answers) || reader.U16() != SAP_TYPE)
    {
        return std::nullopt;
    }
    LanArrival arrival;
    arrival.head = IpxHeader::SIZE;
    arrival.unit.kind = asks ? Kind::SETUP : Kind::SETUP_REPLY;
    auto& ends = arrival.ends;
    ends.remote = ipx.source.node;
    ends.remoteSocket = ipx.source.socket;
    ends.localId = asks ? uint16_t{0} : static_cast<uint16_t>(ipx.destination.socket & SERVICES);
    return arrival;
}

/**
 * Get the connection control of a unit.
 *
 * @param unit the unit
 * @return connection control
 */
uint8_t
MakeControl(const LanUnit& unit)
{
    switch (unit.kind)
    {
    case Kind::DATA:
        return SpxHeader::WANT_ACK | (unit.last ? SpxHeader::END_MESSAGE : 0);
    case Kind::CONNECT:
        return SpxHeader::SYSTEM | SpxHeader::WANT_ACK;
    case Kind::PROBE:
        return SpxHeader::SYSTEM | (unit.wantsAck ? SpxHeader::WANT_ACK : 0);
    case Kind::DISCONNECT:
        return SpxHeader::WANT_ACK;
    default:
        return SpxHeader::SYSTEM;
    }
}

/**
 * Get the unit kind of a packet.
 *
 * @param header its header
 * @return the kind
 */
Kind
FindSpxKind(const SpxHeader& header)
{
    if (header.datastream == SpxHeader::END)
    {
        return Kind::DISCONNECT;
    }
    if (header.datastream == SpxHeader::END_ACK)
    {
        return Kind::DISCONNECT_ACK;
    }
    if ((header.control & SpxHeader::SYSTEM) == 0)
    {
        return Kind::DATA;
    }
    if (header.destinationId == SpxHeader::NOBODY)
    {
        return Kind::CONNECT;
    }
    return (header.control & SpxHeader::WANT_ACK) != 0 ? Kind::PROBE : Kind::ACK;
}

} // namespace

uint16_t
SpxCodec::GetService(uint16_t port) const
{
    return DYNAMIC | (port & SERVICES);
}

uint16_t
SpxCodec::GetOwnSocket(uint16_t id) const
{
    return OWN | (id & SERVICES);
}

uint16_t
SpxCodec::GetType() const
{
    return LanFrame::TYPE_IPX;
}

void
SpxCodec::Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const
{
    if (unit.kind == Kind::SETUP)
    {
        WriteSap(ends, {.operation = SapMessage::QUERY, .queried = SAP_TYPE}, writer);
        return;
    }
    SpxHeader spx{.control = MakeControl(unit),
                  .sourceId = ends.localId,
                  .destinationId = ends.remoteId,
                  .sequence = static_cast<uint16_t>(unit.number),
                  .acknowledge = static_cast<uint16_t>(unit.ack),
                  .allocation = static_cast<uint16_t>(unit.limit - 1),
                  .negotiated = m_twoSize};
    if (unit.kind == Kind::CONNECT)
    {
        spx.destinationId = SpxHeader::NOBODY;
    }
    else if (unit.kind == Kind::DISCONNECT)
    {
        spx.datastream = SpxHeader::END;
    }
    else if (unit.kind == Kind::DISCONNECT_ACK)
    {
        spx.datastream = SpxHeader::END_ACK;
    }
    if (m_twoSize > 0)
    {
        const bool offers = unit.kind == Kind::CONNECT || unit.kind == Kind::CONFIRM;
        const bool asks = unit.wantsAck || unit.kind == Kind::DISCONNECT;
        spx.control = static_cast<uint8_t>((spx.control & ~SpxHeader::WANT_ACK) |
                                           SpxHeader::SPX_II | (asks ? SpxHeader::WANT_ACK : 0) |
                                           (offers ? SpxHeader::NEGOTIATE : 0));
    }
    const uint32_t length = IpxHeader::SIZE + spx.GetSize() + unit.size;
    const IpxHeader ipx{
        .length = static_cast<uint16_t>(length),
        .type = IpxHeader::TYPE_SPX,
        .destination = {.network = ends.remoteNetwork,
                        .node = ends.remote,
                        .socket = ends.remoteSocket},
        .source = {.network = ends.localNetwork, .node = ends.local, .socket = ends.localSocket}};
    ipx.Encode(writer);
    spx.Encode(writer);
}

void
SpxCodec::WriteServices(const LanEnds& ends,
                        std::span<const uint16_t> services,
                        LanWriter& writer) const
{
    SapMessage message;
    for (const uint16_t service : services)
    {
        SapEntry entry{
            .type = SAP_TYPE,
            .address = {.network = ends.localNetwork, .node = ends.local, .socket = service},
            .hops = 1};
        std::ranges::copy("TNS" + std::to_string(service & SERVICES), entry.name.begin());
        message.entries.push_back(entry);
    }
    WriteSap(ends, message, writer);
}

std::optional<LanArrival>
SpxCodec::Read(std::span<const uint8_t> packet) const
{
    LanReader reader(packet);
    IpxHeader ipx;
    SpxHeader spx;
    if (IpxHeader::Decode(reader, ipx) != LanError::NONE)
    {
        return std::nullopt;
    }
    if (ipx.type == IpxHeader::TYPE_PEP)
    {
        return ReadSap(ipx, reader);
    }
    if (ipx.type != IpxHeader::TYPE_SPX || SpxHeader::Decode(reader, spx) != LanError::NONE)
    {
        return std::nullopt;
    }
    LanArrival arrival;
    arrival.head = IpxHeader::SIZE + spx.GetSize();
    if (ipx.length < arrival.head)
    {
        return std::nullopt;
    }
    auto& unit = arrival.unit;
    unit.kind = FindSpxKind(spx);
    unit.number = spx.sequence;
    unit.ack = spx.acknowledge;
    unit.limit = spx.allocation + 1;
    unit.wantsAck = (spx.control & SpxHeader::WANT_ACK) != 0;
    unit.last = (spx.control & SpxHeader::END_MESSAGE) != 0;
    unit.size = ipx.length - arrival.head;
    auto& ends = arrival.ends;
    ends.local = ipx.destination.node;
    ends.remote = ipx.source.node;
    ends.localId = spx.destinationId;
    ends.remoteId = spx.sourceId;
    ends.localSocket = ipx.destination.socket;
    ends.remoteSocket = ipx.source.socket;
    ends.service = ipx.destination.socket;
    return arrival;
}

} // namespace ns3::net8
