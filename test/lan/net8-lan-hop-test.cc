// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * What a router does with a packet: bytes laid out by hand from the tables of the headers.
 */
#include "ns3/net8-lan-frame.h"
#include "ns3/net8-lan-hop.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

using Bytes = std::vector<uint8_t>;            ///< Bytes of a packet.
using Verdict = LanHop::Verdict;               ///< What becomes of it.
constexpr auto IPX = LanFrame::TYPE_IPX;       ///< EtherType of IPX.
constexpr auto DECNET = LanFrame::TYPE_DECNET; ///< EtherType of DECnet.
constexpr std::size_t IPX_HOPS = 4;            ///< Where IPX counts routers.
constexpr std::size_t IPX_NETWORK = 9;         ///< Last byte of the network that it is for.
constexpr std::size_t DECNET_FLAGS = 2;        ///< Where the flags of DECnet stand.
constexpr std::size_t DECNET_VISITS = 20;      ///< Where DECnet counts routers.

/// Header of an IPX packet of 46 bytes from network 2 to network 1, and 16 bytes behind it.
const Bytes IPX_PACKET{
    0xff, 0xff, 0x00, 0x2e, 0x00, 0x05,                                     // 46 bytes, SPX
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x1b, 0x01, 0x02, 0x03, 0x40, 0x03, // to
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x1b, 0x0a, 0x0b, 0x0c, 0x40, 0x05, // from
    0xc0, 0x00, 0x01, 0x02, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00};

/// A DECnet packet from node 1.2 to node 1.4: a data ack of 9 bytes behind 21 of routing.
const Bytes DECNET_PACKET{0x1e, 0x00, 0x06, 0x00, 0x00,                         // 30 bytes, long
                          0xaa, 0x00, 0x04, 0x00, 0x04, 0x04, 0x00, 0x00,       // to 1.4
                          0xaa, 0x00, 0x04, 0x00, 0x02, 0x04, 0x00, 0x00, 0x00, // from 1.2
                          0x00,                                                 // reserved
                          0x04, 0x01, 0x00, 0x01, 0x00, 0x01, 0x80, 0x01, 0xa0};

/**
 * @param type EtherType
 * @param packet a packet
 * @param padding bytes behind it
 * @return what a router makes of it
 */
LanHop
Take(uint16_t type, Bytes packet, uint32_t padding = 0)
{
    packet.resize(packet.size() + padding);
    const auto head = std::min<std::size_t>(packet.size(), LanHop::MOST_HEAD);
    return LanHop::Read(type, std::span(packet).first(head), static_cast<uint32_t>(packet.size()));
}

/**
 * @param packet a packet
 * @param at a place
 * @param value what is to stand there
 * @return the packet with it
 */
Bytes
With(Bytes packet, std::size_t at, uint8_t value)
{
    packet.at(at) = value;
    return packet;
}

TEST(LanHop, ARouterCountsItselfInIpx)
{
    const auto hop = Take(IPX, IPX_PACKET, 14);
    EXPECT_EQ(hop.verdict, Verdict::FORWARD);
    EXPECT_EQ(hop.network, 1U);
    EXPECT_EQ(hop.station, (LanAddress{0x00, 0x00, 0x1b, 0x01, 0x02, 0x03}));
    EXPECT_EQ(hop.size, 46U); // without the padding
    const auto counted = With(IPX_PACKET, IPX_HOPS, 1);
    EXPECT_EQ(hop.head, Bytes(counted.begin(), counted.begin() + 30));
}

TEST(LanHop, ThereAreNoMoreThanFifteenRoutersOfIpx)
{
    EXPECT_EQ(Take(IPX, With(IPX_PACKET, IPX_HOPS, 14)).verdict, Verdict::FORWARD);
    EXPECT_EQ(Take(IPX, With(IPX_PACKET, IPX_HOPS, 15)).verdict, Verdict::TOO_FAR);
    EXPECT_EQ(Take(IPX, With(IPX_PACKET, IPX_HOPS, 255)).verdict, Verdict::TOO_FAR);
}

TEST(LanHop, WhatIsForItsOwnNetworkStaysThere)
{
    EXPECT_EQ(Take(IPX, With(IPX_PACKET, IPX_NETWORK, 2)).verdict, Verdict::STAYS);
    EXPECT_EQ(Take(IPX, With(IPX_PACKET, IPX_NETWORK, 0)).verdict, Verdict::STAYS);
    Bytes all = IPX_PACKET;
    std::fill_n(all.begin() + 10, 6, 0xff);
    EXPECT_EQ(Take(IPX, all).verdict, Verdict::STAYS);
    // Bit 0x20 of the flags: on this Ethernet.
    EXPECT_EQ(Take(DECNET, With(DECNET_PACKET, DECNET_FLAGS, 0x26)).verdict, Verdict::STAYS);
}

TEST(LanHop, ARouterCountsItselfInDecnet)
{
    const auto hop = Take(DECNET, DECNET_PACKET, 14);
    EXPECT_EQ(hop.verdict, Verdict::FORWARD);
    EXPECT_EQ(hop.station, (LanAddress{0xaa, 0x00, 0x04, 0x00, 0x04, 0x04}));
    EXPECT_EQ(hop.size, 32U);
    const auto counted = With(DECNET_PACKET, DECNET_VISITS, 1);
    EXPECT_EQ(hop.head, Bytes(counted.begin(), counted.begin() + 23));
}

TEST(LanHop, ThereAreNoMoreThanThirtyRoutersOfDecnet)
{
    // Linux, dn_forward: ++hops > 30 is dropped.
    EXPECT_EQ(Take(DECNET, With(DECNET_PACKET, DECNET_VISITS, 29)).verdict, Verdict::FORWARD);
    EXPECT_EQ(Take(DECNET, With(DECNET_PACKET, DECNET_VISITS, 30)).verdict, Verdict::TOO_FAR);
}

TEST(LanHop, WhatIsWrongGoesNowhere)
{
    EXPECT_EQ(Take(0x0800, IPX_PACKET).verdict, Verdict::WRONG);
    for (std::size_t size = 0; size < 30; ++size)
    {
        EXPECT_EQ(Take(IPX, Bytes(IPX_PACKET.begin(), IPX_PACKET.begin() + size)).verdict,
                  Verdict::WRONG);
        EXPECT_EQ(Take(DECNET, Bytes(DECNET_PACKET.begin(), DECNET_PACKET.begin() + size)).verdict,
                  Verdict::WRONG);
    }
    EXPECT_EQ(Take(IPX, With(IPX_PACKET, 3, 0x2f)).verdict, Verdict::WRONG); // a byte too long
    EXPECT_EQ(Take(IPX, With(IPX_PACKET, 3, 29)).verdict, Verdict::WRONG); // shorter than a header
    EXPECT_EQ(Take(DECNET, With(DECNET_PACKET, 0, 0x1f)).verdict, Verdict::WRONG);
    EXPECT_EQ(Take(DECNET, With(DECNET_PACKET, 0, 20)).verdict,
              Verdict::WRONG); // of a header of 21
    EXPECT_EQ(Take(DECNET, With(DECNET_PACKET, DECNET_FLAGS, 0x02)).verdict, Verdict::WRONG);
}

} // namespace
