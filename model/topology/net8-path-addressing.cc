// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-addressing.h"

#include "net8-ipv4-cached-routing.h"

#include "ns3/arp-cache.h"
#include "ns3/arp-header.h"
#include "ns3/arp-l3-protocol.h"
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

/// Time to live: the usual 64 would not last for 64 hops between two access routers.
constexpr uint8_t TTL = 128;
/// EtherType of ARP (IANA, EtherTypes).
constexpr uint16_t ETHERTYPE_ARP = 0x0806;
/// Packets that wait for a link address: a host that stands for many clients starts that many
/// connections at once, of which ns-3 would drop all but three.
constexpr uint32_t UNRESOLVED_PACKETS = 1000000;

/**
 * Learn the link address of a host that asks for this one's own, which saves asking back (RFC 826).
 * ns-3's ARP answers, forgets who asked, and has to ask in turn before it can answer the first
 * packet; ns-3's IPv6 does learn.
 *
 * @param device device that received the packet
 * @param packet the ARP packet
 */
void
LearnSender(Ptr<NetDevice> device,
            Ptr<const Packet> packet,
            uint16_t,
            const Address&,
            const Address&,
            NetDevice::PacketType)
{
    ArpHeader arp;
    packet->PeekHeader(arp);
    const auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    const int32_t interface = ipv4->GetInterfaceForDevice(device);
    if (!arp.IsRequest() ||
        ipv4->GetInterfaceForAddress(arp.GetDestinationIpv4Address()) != interface)
    {
        return;
    }
    const auto cache = ipv4->GetInterface(interface)->GetArpCache();
    if (!cache->Lookup(arp.GetSourceIpv4Address()))
    {
        auto entry = cache->Add(arp.GetSourceIpv4Address());
        entry->SetMacAddress(arp.GetSourceHardwareAddress());
        entry->MarkPermanent(); // as long as those that were asked for, see Assign4
    }
}

/**
 * Assign an IPv4 address to a device.
 *
 * @param device the device
 * @param address its address
 * @param mask mask of its subnet
 */
void
Assign4(Ptr<NetDevice> device, Ipv4Address address, Ipv4Mask mask)
{
    auto ipv4 = device->GetNode()->GetObject<Ipv4L3Protocol>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, mask));
    ipv4->SetUp(interface);
    if (auto cache = ipv4->GetInterface(interface)->GetArpCache())
    {
        // An entry that expires during a transfer would drop all but three packets of a burst.
        cache->SetAliveTimeout(Years(1));
        cache->SetAttribute("PendingQueueSize", UintegerValue(UNRESOLVED_PACKETS));
        device->GetNode()->RegisterProtocolHandler(MakeCallback(&LearnSender),
                                                   ETHERTYPE_ARP,
                                                   device);
    }
}

/**
 * Assign an IPv6 address to a device.
 *
 * @param device the device
 * @param address its address
 */
void
Assign6(Ptr<NetDevice> device, Ipv6Address address)
{
    auto ipv6 = device->GetNode()->GetObject<Ipv6>();
    const uint32_t interface = ipv6->AddInterface(device);
    ipv6->AddAddress(interface, Ipv6InterfaceAddress(address, Ipv6Prefix(64)));
    ipv6->SetUp(interface);
    auto layer = DynamicCast<Ipv6L3Protocol>(ipv6);
    if (auto cache = layer->GetInterface(interface)->GetNdiscCache())
    {
        cache->SetAttribute("UnresolvedQueueSize", UintegerValue(UNRESOLVED_PACKETS));
    }
}

/// Installs static routing with a cache.
class CachedRoutingHelper : public Ipv4RoutingHelper
{
  public:
    CachedRoutingHelper* Copy() const override
    {
        return new CachedRoutingHelper(*this);
    }

    Ptr<Ipv4RoutingProtocol> Create(Ptr<Node> /* node */) const override
    {
        return CreateObject<Net8Ipv4CachedRouting>();
    }
};

} // namespace

void
Net8PathAddressing::InstallStack(Ptr<Node> node, IpVersion ip, bool hashed)
{
    if (hashed)
    {
        Net8TcpL4Protocol::Install(node);
    }
    InternetStackHelper stack;
    stack.SetIpv4StackInstall(ip != IpVersion::V6);
    stack.SetIpv6StackInstall(ip != IpVersion::V4);
    stack.SetRoutingHelper(CachedRoutingHelper());
    stack.SetRoutingHelper(Ipv6StaticRoutingHelper());
    stack.SetIpv4ArpJitter(false);
    stack.SetIpv6NsRsJitter(false);
    stack.Install(node);
    if (auto ipv6 = node->GetObject<Ipv6>())
    {
        node->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
        // Hosts, too: only nodes that do not forward ask for routers, and all routes are static
        // here.
        ipv6->SetAttribute("IpForward", BooleanValue(true));
        ipv6->SetAttribute("DefaultTtl", UintegerValue(TTL));
    }
    if (auto ipv4 = node->GetObject<Ipv4>())
    {
        ipv4->SetAttribute("DefaultTtl", UintegerValue(TTL));
    }
}

Ipv6Address
Net8PathAddressing::Subnet::GetIpv6(uint32_t host) const
{
    std::array<uint8_t, 16> bytes{};
    ipv6.GetBytes(bytes.data());
    for (std::size_t i = bytes.size() - 1; host > 0; --i, host >>= 8)
    {
        bytes[i] = host & 0xff;
    }
    return Ipv6Address(bytes.data());
}

void
Net8PathAddressing::Assign(Ptr<NetDevice> device, const Subnet& subnet, uint32_t host)
{
    auto node = device->GetNode();
    if (node->GetObject<Ipv4>())
    {
        Assign4(device, Ipv4Address(subnet.ipv4.Get() + host), subnet.mask);
    }
    if (node->GetObject<Ipv6>())
    {
        Assign6(device, subnet.GetIpv6(host));
    }
}

Ipv4Address
Net8PathAddressing::GetIpv4(Ptr<NetDevice> device)
{
    auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    return ipv4->GetAddress(ipv4->GetInterfaceForDevice(device), 0).GetLocal();
}

Ipv4Address
Net8PathAddressing::GetSubnet(Ptr<NetDevice> device)
{
    auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const auto address = ipv4->GetAddress(ipv4->GetInterfaceForDevice(device), 0);
    return address.GetLocal().CombineMask(address.GetMask());
}

Ipv6Address
Net8PathAddressing::GetIpv6(Ptr<NetDevice> device)
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

Ptr<NetDevice>
Net8PathAddressing::GetHostDevice(Ptr<Node> node)
{
    return node->GetDevice(1); // The stack has created device 0, the loopback.
}

std::vector<Address>
Net8PathAddressing::GetSocketAddresses(Ptr<Node> node, uint16_t port)
{
    const auto device = GetHostDevice(node);
    std::vector<Address> found;
    if (node->GetObject<Ipv4>())
    {
        found.push_back(InetSocketAddress(GetIpv4(device), port));
    }
    if (node->GetObject<Ipv6>())
    {
        found.push_back(Inet6SocketAddress(GetIpv6(device), port));
    }
    return found;
}

void
Net8PathAddressing::RouteDefault(Ptr<NetDevice> device, Ptr<NetDevice> gateway)
{
    auto node = device->GetNode();
    if (auto ipv4 = node->GetObject<Ipv4>())
    {
        Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->SetDefaultRoute(
            GetIpv4(gateway),
            ipv4->GetInterfaceForDevice(device));
    }
    if (auto ipv6 = node->GetObject<Ipv6>())
    {
        Ipv6StaticRoutingHelper().GetStaticRouting(ipv6)->SetDefaultRoute(
            GetIpv6(gateway),
            ipv6->GetInterfaceForDevice(device));
    }
}

} // namespace ns3::net8
