// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-announcement.h"

#include "net8-decnet-packet.h"
#include "net8-ipx-header.h"
#include "net8-rip-message.h"

namespace ns3::net8
{

std::vector<uint8_t>
LanAnnouncement::MakeRip(const LanAddress& station, uint32_t network)
{
    RipMessage rip;
    rip.entries = {{.network = network, .hops = 1, .ticks = 2}};
    constexpr auto LENGTH = IpxHeader::SIZE + RipMessage::HEAD_SIZE + RipMessage::ENTRY_SIZE;
    const IpxHeader ipx{.length = LENGTH,
                        .type = IpxHeader::TYPE_RIP,
                        .destination = {.node = EVERYBODY, .socket = IpxHeader::SOCKET_RIP},
                        .source = {.node = station, .socket = IpxHeader::SOCKET_RIP}};
    LanWriter writer;
    ipx.Encode(writer);
    rip.Encode(writer);
    return writer.Take();
}

std::vector<uint8_t>
LanAnnouncement::MakeHello(const LanAddress& station)
{
    DecnetHello hello;
    hello.station = station;
    hello.router = {0xaa, 0, 0x04, 0, 0, 0}; // none
    hello.timer = DECNET_PERIOD;
    LanWriter writer;
    DecnetPacket{.body = hello}.Encode(writer);
    return writer.Take();
}

} // namespace ns3::net8
