// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-announcement.h"

#include "net8-decnet-packet.h"
#include "net8-ipx-packet.h"
#include "net8-lan-frame.h"

namespace ns3::net8
{

namespace
{

/**
 * Make a DECnet broadcast.
 *
 * @tparam Body type of the message
 * @param body the message
 * @return its bytes
 */
template <typename Body>
std::vector<uint8_t>
Write(const Body& body)
{
    LanWriter writer;
    DecnetPacket{.padding = {}, .body = body, .trailer = {}}.Encode(writer);
    return writer.Take();
}

/**
 * Make an IPX broadcast.
 *
 * @tparam Body type of the payload
 * @param type packet type
 * @param station sender
 * @param to destination
 * @param body the payload
 * @return the bytes of the packet
 */
template <typename Body>
std::vector<uint8_t>
Write(uint8_t type, const IpxAddress& station, const IpxAddress& to, const Body& body)
{
    LanWriter inner;
    body.Encode(inner);
    const IpxHeader ipx{.length = static_cast<uint16_t>(IpxHeader::SIZE + inner.GetSize()),
                        .type = type,
                        .destination = to,
                        .source = station};
    LanWriter writer;
    ipx.Encode(writer);
    writer.Bytes(inner.Take());
    return writer.Take();
}

} // namespace

bool
LanAnnouncement::IsOne(uint16_t type, std::span<const uint8_t> packet)
{
    LanReader reader(packet);
    if (type == LanFrame::TYPE_DECNET)
    {
        reader.Le16();
        return (reader.U8() & DecnetPacket::CONTROL) != 0;
    }
    IpxHeader ipx;
    return type == LanFrame::TYPE_IPX && IpxHeader::Decode(reader, ipx) == LanError::NONE &&
           ipx.destination.node == EVERYBODY;
}

std::vector<uint8_t>
LanAnnouncement::MakeRip(const IpxAddress& station, std::span<const RipEntry> networks)
{
    RipMessage rip;
    rip.entries.assign(networks.begin(), networks.end());
    auto from = station;
    from.socket = IpxHeader::SOCKET_RIP;
    const IpxAddress all{.network = station.network,
                         .node = EVERYBODY,
                         .socket = IpxHeader::SOCKET_RIP};
    return Write(IpxHeader::TYPE_RIP, from, all, rip);
}

std::vector<uint8_t>
LanAnnouncement::MakeSap(const IpxAddress& station,
                         const IpxAddress& to,
                         std::span<const SapEntry> services)
{
    SapMessage sap;
    sap.entries.assign(services.begin(), services.end());
    auto from = station;
    from.socket = IpxHeader::SOCKET_SAP;
    return Write(IpxHeader::TYPE_PEP, from, to, sap);
}

std::vector<uint8_t>
LanAnnouncement::MakeHello(const LanAddress& station)
{
    DecnetHello hello;
    hello.station = station;
    hello.router = {0xaa, 0, 0x04, 0, 0, 0}; // none
    hello.timer = DECNET_PERIOD;
    return Write(hello);
}

std::vector<uint8_t>
LanAnnouncement::MakeRouterHello(const LanAddress& station)
{
    DecnetRouterHello hello;
    hello.station = station;
    hello.timer = DECNET_PERIOD;
    return Write(hello);
}

std::vector<uint8_t>
LanAnnouncement::MakeTest(uint16_t node)
{
    DecnetTest test;
    test.node = node;
    return Write(test);
}

std::vector<uint8_t>
LanAnnouncement::MakeRouting(uint16_t node, uint16_t first, std::span<const uint16_t> costs)
{
    DecnetRouting routing;
    routing.router = node;
    routing.segments.push_back({.first = first, .costs = {costs.begin(), costs.end()}});
    return Write(routing);
}

} // namespace ns3::net8
