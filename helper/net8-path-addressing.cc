// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-addressing.h"

#include "ns3/arp-cache.h"
#include "ns3/boolean.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/ndisc-cache.h"
#include "ns3/net8-tcp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <array>

namespace ns3::net8
{

namespace
{

/// Time to live: the usual 64 would not survive 64 hops between two access routers.
constexpr uint8_t TTL = 128;
/// Packets that wait for a link address: a host that stands for many clients starts that many
/// connections at once, of which ns-3 would drop all but three.
constexpr uint32_t UNRESOLVED_PACKETS = 1000000;

/**
 * @param side a side
 * @return its number as the addresses have it
 */
uint32_t
Number(Net8PathAddressing::Side side)
{
    return static_cast<uint32_t>(side);
}

/**
 * @param side a side
 * @param subnet number of the subnet
 * @param host number of the host
 * @return fd6e:6574:side:subnet::host
 */
Ipv6Address
MakeIpv6(uint32_t side, uint32_t subnet, uint32_t host)
{
    std::array<uint8_t, 16> bytes{0xfd, 0x6e, 0x65, 0x74};
    bytes[5] = side;
    bytes[7] = subnet;
    bytes[14] = host >> 8;
    bytes[15] = host & 0xff;
    return Ipv6Address(bytes.data());
}

} // namespace

void
Net8PathAddressing::SetIpv6(bool ipv6)
{
    m_ipv6 = ipv6;
}

bool
Net8PathAddressing::IsIpv6() const
{
    return m_ipv6;
}

void
Net8PathAddressing::SetHashedDemux(bool hashed)
{
    m_hashedDemux = hashed;
}

void
Net8PathAddressing::InstallStack(Ptr<Node> node) const
{
    if (m_hashedDemux)
    {
        Net8TcpL4Protocol::Install(node);
    }
    InternetStackHelper stack;
    stack.SetIpv4StackInstall(!m_ipv6);
    stack.SetIpv6StackInstall(m_ipv6);
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    stack.SetRoutingHelper(Ipv6StaticRoutingHelper());
    stack.SetIpv4ArpJitter(false);
    stack.SetIpv6NsRsJitter(false);
    stack.Install(node);
    if (m_ipv6)
    {
        node->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
        // Hosts too: only what does not forward asks for routers, and all routes are static here.
        node->GetObject<Ipv6>()->SetAttribute("IpForward", BooleanValue(true));
        node->GetObject<Ipv6>()->SetAttribute("DefaultTtl", UintegerValue(TTL));
    }
    else
    {
        node->GetObject<Ipv4>()->SetAttribute("DefaultTtl", UintegerValue(TTL));
    }
}

void
Net8PathAddressing::Assign(Ptr<NetDevice> device, Side side, uint32_t subnet, uint32_t host) const
{
    if (m_ipv6)
    {
        Assign6(device, side, subnet, host);
    }
    else
    {
        Assign4(device, side, subnet, host);
    }
}

void
Net8PathAddressing::Assign4(Ptr<NetDevice> device, Side side, uint32_t subnet, uint32_t host) const
{
    // 10.side.0.0/17 for subnet 0, 10.side.(127 + subnet).0/24 for the others.
    const uint32_t net = (10U << 24) | (Number(side) << 16);
    const uint32_t third = (subnet == 0) ? 0 : 127 + subnet;
    const Ipv4Mask mask(subnet == 0 ? "255.255.128.0" : "255.255.255.0");
    const Ipv4Address address(net + (third << 8) + host);

    auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, mask));
    ipv4->SetUp(interface);
    if (auto cache = ipv4->GetInterface(interface)->GetArpCache())
    {
        // An entry that expires in mid-transfer would drop all but three packets of a burst.
        cache->SetAliveTimeout(Years(1));
        cache->SetAttribute("PendingQueueSize", UintegerValue(UNRESOLVED_PACKETS));
    }
}

void
Net8PathAddressing::Assign6(Ptr<NetDevice> device, Side side, uint32_t subnet, uint32_t host) const
{
    auto ipv6 = device->GetNode()->GetObject<Ipv6>();
    const uint32_t interface = ipv6->AddInterface(device);
    ipv6->AddAddress(interface,
                     Ipv6InterfaceAddress(MakeIpv6(Number(side), subnet, host), Ipv6Prefix(64)));
    ipv6->SetUp(interface);
    auto layer = DynamicCast<Ipv6L3Protocol>(ipv6);
    if (auto cache = layer->GetInterface(interface)->GetNdiscCache())
    {
        cache->SetAttribute("UnresolvedQueueSize", UintegerValue(UNRESOLVED_PACKETS));
    }
}

Address
Net8PathAddressing::GetDeviceAddress(Ptr<NetDevice> device) const
{
    if (m_ipv6)
    {
        auto ipv6 = device->GetNode()->GetObject<Ipv6>();
        const uint32_t interface = ipv6->GetInterfaceForDevice(device);
        uint32_t i = 0;
        while (ipv6->GetAddress(interface, i).GetAddress().IsLinkLocal())
        {
            ++i;
        }
        return ipv6->GetAddress(interface, i).GetAddress();
    }
    auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    return ipv4->GetAddress(ipv4->GetInterfaceForDevice(device), 0).GetLocal();
}

Ptr<NetDevice>
Net8PathAddressing::GetHostDevice(Ptr<Node> node)
{
    return node->GetDevice(1); // The stack has made device 0, the loopback.
}

Address
Net8PathAddressing::GetSocketAddress(Ptr<Node> node, uint16_t port) const
{
    const auto address = GetDeviceAddress(GetHostDevice(node));
    if (m_ipv6)
    {
        return Inet6SocketAddress(Ipv6Address::ConvertFrom(address), port);
    }
    return InetSocketAddress(Ipv4Address::ConvertFrom(address), port);
}

void
Net8PathAddressing::RouteDefault(Ptr<NetDevice> device, Ptr<NetDevice> gateway) const
{
    const auto next = GetDeviceAddress(gateway);
    if (m_ipv6)
    {
        auto ipv6 = device->GetNode()->GetObject<Ipv6>();
        auto routes = Ipv6StaticRoutingHelper().GetStaticRouting(ipv6);
        routes->SetDefaultRoute(Ipv6Address::ConvertFrom(next),
                                ipv6->GetInterfaceForDevice(device));
        return;
    }
    auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    auto routes = Ipv4StaticRoutingHelper().GetStaticRouting(ipv4);
    routes->SetDefaultRoute(Ipv4Address::ConvertFrom(next), ipv4->GetInterfaceForDevice(device));
}

void
Net8PathAddressing::RouteSide(Side side, Ptr<NetDevice> device, Ptr<NetDevice> gateway) const
{
    const auto next = GetDeviceAddress(gateway);
    if (m_ipv6)
    {
        auto ipv6 = device->GetNode()->GetObject<Ipv6>();
        auto routes = Ipv6StaticRoutingHelper().GetStaticRouting(ipv6);
        routes->AddNetworkRouteTo(MakeIpv6(Number(side), 0, 0),
                                  Ipv6Prefix(48),
                                  Ipv6Address::ConvertFrom(next),
                                  ipv6->GetInterfaceForDevice(device));
        return;
    }
    auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    auto routes = Ipv4StaticRoutingHelper().GetStaticRouting(ipv4);
    routes->AddNetworkRouteTo(Ipv4Address((10U << 24) | (Number(side) << 16)),
                              Ipv4Mask("255.255.0.0"),
                              Ipv4Address::ConvertFrom(next),
                              ipv4->GetInterfaceForDevice(device));
}

} // namespace ns3::net8
