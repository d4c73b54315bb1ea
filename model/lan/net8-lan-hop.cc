// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-hop.h"

#include "net8-decnet-header.h"
#include "net8-decnet-packet.h"
#include "net8-ipx-header.h"
#include "net8-lan-announcement.h"
#include "net8-lan-frame.h"

namespace ns3::net8
{

LanHop
LanHop::Read(uint16_t type, std::span<const uint8_t> bytes, uint32_t size)
{
    switch (type)
    {
    case LanFrame::TYPE_IPX:
        return ReadIpx(bytes, size);
    case LanFrame::TYPE_DECNET:
        return ReadDecnet(bytes, size);
    default:
        return {};
    }
}

LanHop
LanHop::ReadIpx(std::span<const uint8_t> bytes, uint32_t size)
{
    LanReader reader(bytes);
    IpxHeader header;
    LanHop hop;
    if (IpxHeader::Decode(reader, header) != LanError::NONE || header.length > size)
    {
        return hop;
    }
    const auto& to = header.destination;
    if (to.network == header.source.network || to.network == 0 ||
        to.node == LanAnnouncement::EVERYBODY)
    {
        hop.verdict = Verdict::STAYS;
        return hop;
    }
    hop.verdict = header.hops + 1 >= IPX_HOPS ? Verdict::TOO_FAR : Verdict::FORWARD;
    ++header.hops;
    hop.network = to.network;
    hop.station = to.node;
    hop.size = header.length;
    LanWriter writer;
    header.Encode(writer);
    hop.head = writer.Take();
    return hop;
}

LanHop
LanHop::ReadDecnet(std::span<const uint8_t> bytes, uint32_t size)
{
    LanReader reader(bytes);
    const uint16_t length = reader.Le16();
    DecnetHeader header;
    LanHop hop;
    const auto flags = LanReader(reader).U8();
    if ((flags & (DecnetPacket::CONTROL | DecnetPacket::PADDING)) == DecnetPacket::CONTROL)
    {
        hop.verdict = Verdict::STAYS; // Hellos and routing messages are for the routers themselves.
        return hop;
    }
    if (DecnetHeader::Decode(reader, header) != LanError::NONE || !header.IsLong() ||
        DecnetPacket::LENGTH_SIZE + length < reader.Position() ||
        DecnetPacket::LENGTH_SIZE + length > size)
    {
        return hop;
    }
    if ((header.flags & DecnetHeader::INTRA) != 0)
    {
        hop.verdict = Verdict::STAYS;
        return hop;
    }
    hop.verdict = header.visits + 1 >= DECNET_HOPS ? Verdict::TOO_FAR : Verdict::FORWARD;
    ++header.visits;
    hop.station = DecnetHeader::GetStation(header.destination);
    hop.size = DecnetPacket::LENGTH_SIZE + length;
    LanWriter writer;
    writer.Le16(length);
    header.Encode(writer);
    hop.head = writer.Take();
    return hop;
}

} // namespace ns3::net8
