// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * What routers of IPX and DECnet tell: tables of RIP and SAP, and messages laid out by hand.
 */
#include "net8-lan-packet.h"

#include "ns3/net8-ipx-tables.h"
#include "ns3/net8-lan-announcement.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/**
 * @param network a network
 * @param hops as it is told
 * @return a response of RIP with it
 */
RipMessage
MakeRip(uint32_t network, uint16_t hops)
{
    RipMessage message;
    message.entries = {
        {.network = network, .hops = hops, .ticks = static_cast<uint16_t>(hops + 1)}};
    return message;
}

/**
 * @param tables tables
 * @param port a port
 * @param now the time
 * @return networks and hops that are told there
 */
std::map<uint32_t, uint16_t>
Told(const IpxTables& tables, uint32_t port, IpxTables::Time now)
{
    std::map<uint32_t, uint16_t> told;
    for (const auto& entry : tables.GetNetworks(port, now))
    {
        EXPECT_EQ(entry.ticks, entry.hops + 1);
        told[entry.network] = entry.hops;
    }
    return told;
}

TEST(IpxTables, ANetworkIsToldOnAllPortsButThatItIsKnownFrom)
{
    IpxTables tables;
    tables.AddNetwork(1, 0, 1);
    tables.AddNetwork(2, 1, 1);
    EXPECT_TRUE(tables.Hear(1, MakeRip(3, 1), 0s));
    EXPECT_EQ(Told(tables, 0, 0s), (std::map<uint32_t, uint16_t>{{2, 1}, {3, 2}}));
    EXPECT_EQ(Told(tables, 1, 0s), (std::map<uint32_t, uint16_t>{{1, 1}}));
}

TEST(IpxTables, TheShorterWayIsTakenAndWhatIsHeardAgainIsNoNews)
{
    IpxTables tables;
    EXPECT_TRUE(tables.Hear(0, MakeRip(3, 2), 0s));
    EXPECT_FALSE(tables.Hear(0, MakeRip(3, 2), 60s));
    EXPECT_FALSE(tables.Hear(1, MakeRip(3, 4), 61s)); // longer
    EXPECT_TRUE(tables.Hear(1, MakeRip(3, 1), 62s));
    EXPECT_EQ(Told(tables, 0, 62s), (std::map<uint32_t, uint16_t>{{3, 2}}));
    EXPECT_TRUE(Told(tables, 1, 62s).empty());
    EXPECT_FALSE(tables.Hear(0, MakeRip(4, 15), 62s)); // 16 are out of reach
}

TEST(IpxTables, WhatIsNotHeardForThreePeriodsIsForgotten)
{
    IpxTables tables;
    tables.AddNetwork(1, 0, 1);
    tables.Hear(0, MakeRip(3, 1), 0s);
    EXPECT_EQ(Told(tables, 1, 179s).size(), 2U);
    EXPECT_EQ(Told(tables, 1, 180s), (std::map<uint32_t, uint16_t>{{1, 1}}));
    EXPECT_TRUE(tables.Hear(0, MakeRip(3, 1), 200s)); // there again
}

TEST(IpxTables, AServiceIsKnownByTypeAndName)
{
    SapMessage message;
    message.entries = {{.type = 4, .name = {'A'}, .hops = 1},
                       {.type = 4, .name = {'B'}, .hops = 1}};
    IpxTables tables;
    EXPECT_TRUE(tables.Hear(0, message, 0s));
    const auto told = tables.GetServices(1, 0s);
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].hops, 2);
    EXPECT_TRUE(tables.GetServices(0, 0s).empty());
    message.operation = SapMessage::NEAREST_RESPONSE; // tells one who asked, and nobody else
    message.entries[0].name = {'C'};
    EXPECT_FALSE(tables.Hear(0, message, 0s));
}

/**
 * @param body what DECnet carries behind its length
 * @return the packet
 */
DecnetPacket
Read(const std::vector<uint8_t>& body)
{
    LanReader reader(body);
    DecnetPacket packet;
    EXPECT_EQ(DecnetPacket::Decode(reader, packet), LanError::NONE);
    LanWriter writer;
    packet.Encode(writer);
    EXPECT_EQ(writer.Take(), body);
    return packet;
}

TEST(DecnetRouting, AMessageHasItsFieldsWhereTheSourceHasThem)
{
    // Router 1.3; segment of 3 nodes from number 0: out of reach, 4 and one circuit, itself.
    // Checksum: 1 + 0x0003 + 0x0000 + 0x7fff + 0x0404 + 0x0000 = 0x8407.
    const std::vector<uint8_t> bytes{0x10,
                                     0x00,
                                     0x07,
                                     0x03,
                                     0x04,
                                     0x00,
                                     0x03,
                                     0x00,
                                     0x00,
                                     0x00,
                                     0xff,
                                     0x7f,
                                     0x04,
                                     0x04,
                                     0x00,
                                     0x00,
                                     0x07,
                                     0x84};
    const std::array<uint16_t, 3> costs{DecnetRouting::UNREACHABLE,
                                        1U << DecnetRouting::CIRCUITS | 4,
                                        0};
    EXPECT_EQ(LanAnnouncement::MakeRouting(0x0403, 0, costs), bytes);
    const auto packet = Read(bytes);
    const auto& routing = std::get<DecnetRouting>(packet.body);
    EXPECT_EQ(routing.router, 0x0403);
    ASSERT_EQ(routing.segments.size(), 1U);
    EXPECT_EQ(routing.segments[0].costs.size(), 3U);
    auto wrong = bytes;
    wrong[16] ^= 1; // another checksum, as of Phase III: bytes
    EXPECT_TRUE(std::holds_alternative<std::vector<uint8_t>>(Read(wrong).body));
}

TEST(DecnetRouting, ASumCarriesAround)
{
    // 1 + 0x0003 + 0x03f0 + 3 x 0x7fff = 0x183f1: 0x83f2.
    const std::array<uint16_t, 3> costs{0x7fff, 0x7fff, 0x7fff};
    const auto bytes = LanAnnouncement::MakeRouting(0x0403, 0x3f0, costs);
    EXPECT_EQ(bytes[16] | bytes[17] << 8, 0x83f2);
}

TEST(DecnetRouterHello, ARouterSaysHelloOnItsEthernetAndOnALine)
{
    const LanAddress station{0xaa, 0, 0x04, 0, 0x03, 0x04};
    const std::vector<uint8_t> hello{0x1b, 0x00, 0x0b, 0x02, 0x00, 0x00, 0xaa, 0x00, 0x04, 0x00,
                                     0x03, 0x04, 0x02, 0xda, 0x05, 0x40, 0x00, 0x0f, 0x00, 0x00,
                                     0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
    EXPECT_EQ(LanAnnouncement::MakeRouterHello(station), hello);
    EXPECT_EQ(std::get<DecnetRouterHello>(Read(hello).body).station, station);
    const std::vector<uint8_t> test{0x06, 0x00, 0x05, 0x03, 0x04, 0x02, 0xaa, 0xaa};
    EXPECT_EQ(LanAnnouncement::MakeTest(0x0403), test);
    EXPECT_EQ(std::get<DecnetTest>(Read(test).body).node, 0x0403);
}

TEST(LanAnnouncement, IsForAll)
{
    const std::array networks{RipEntry{.network = 1, .hops = 1, .ticks = 2}};
    const auto rip = LanAnnouncement::MakeRip({.network = 7, .node = {2}}, networks);
    EXPECT_EQ(rip.size(), 40U);
    EXPECT_TRUE(LanAnnouncement::IsOne(LanFrame::TYPE_IPX, rip));
    const auto hello = LanAnnouncement::MakeHello({2});
    EXPECT_TRUE(LanAnnouncement::IsOne(LanFrame::TYPE_DECNET, hello));
    const std::vector<uint8_t> data{0x1e, 0x00, 0x06};
    EXPECT_FALSE(LanAnnouncement::IsOne(LanFrame::TYPE_DECNET, data));
}

} // namespace
