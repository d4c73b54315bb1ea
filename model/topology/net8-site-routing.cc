// SPDX-License-Identifier: GPL-2.0-only
#include "net8-site-routing.h"

#include "net8-path-addressing.h"

#include <iterator>
#include <utility>

namespace ns3::net8
{

Ipv4Address
SitesByIpv4::GetAddress(const Ptr<NetDevice>& device)
{
    return Net8PathAddressing::GetIpv4(device);
}

std::optional<LinkSubnet<Ipv4Address>>
SitesByIpv4::GetSubnet(const InterfaceAddress& address)
{
    const auto mask = address.GetMask();
    return {{.length = static_cast<uint8_t>(mask.GetPrefixLength()),
             .first = address.GetLocal().CombineMask(mask)}};
}

Ipv4Address
SitesByIpv4::GetFirst(Ipv4Address address, uint8_t length)
{
    const uint64_t size = uint64_t{1} << (32 - length);
    return Ipv4Address(static_cast<uint32_t>(address.Get() / size * size));
}

SitesByIpv4::Routing::UnicastForwardCallback
SitesByIpv4::Keep(Ptr<Route>& kept)
{
    return Routing::UnicastForwardCallback(
        [&kept](Ptr<Route> route, Ptr<const Packet>, const Header&) { kept = route; });
}

void
SitesByIpv4::Forward(const Routing::UnicastForwardCallback& forward,
                     const Ptr<const NetDevice>&,
                     const Ptr<Route>& route,
                     const Ptr<const Packet>& packet,
                     const Header& header)
{
    forward(route, packet, header);
}

Ipv6Address
SitesByIpv6::GetAddress(const Ptr<NetDevice>& device)
{
    return Net8PathAddressing::GetIpv6(device);
}

std::optional<LinkSubnet<Ipv6Address>>
SitesByIpv6::GetSubnet(const InterfaceAddress& address)
{
    if (!address.GetOnLink())
    {
        return std::nullopt;
    }
    const auto prefix = address.GetPrefix();
    return {
        {.length = prefix.GetPrefixLength(), .first = address.GetAddress().CombinePrefix(prefix)}};
}

Ipv6Address
SitesByIpv6::GetFirst(Ipv6Address address, uint8_t length)
{
    return address.CombinePrefix(Ipv6Prefix(length));
}

SitesByIpv6::Routing::UnicastForwardCallback
SitesByIpv6::Keep(Ptr<Route>& kept)
{
    return Routing::UnicastForwardCallback(
        [&kept](Ptr<const NetDevice>, Ptr<Route> route, Ptr<const Packet>, const Header&) {
            kept = route;
        });
}

void
SitesByIpv6::Forward(const Routing::UnicastForwardCallback& forward,
                     const Ptr<const NetDevice>& device,
                     const Ptr<Route>& route,
                     const Ptr<const Packet>& packet,
                     const Header& header)
{
    forward(device, route, packet, header);
}

void
Net8Ipv6StaticRouting::NotifyAddRoute(Ipv6Address destination,
                                      Ipv6Prefix mask,
                                      Ipv6Address nextHop,
                                      uint32_t interface,
                                      Ipv6Address prefixToUse)
{
    // ns-3 compares each new route with all others.
    if (!nextHop.IsAny() ||
        !IsOnLink(interface, {.length = mask.GetPrefixLength(), .first = destination}))
    {
        Ipv6StaticRouting::NotifyAddRoute(destination, mask, nextHop, interface, prefixToUse);
    }
}

template <typename VERSION>
TypeId
Net8SiteRouting<VERSION>::GetTypeId()
{
    static TypeId tid = TypeId(VERSION::NAME)
                            .template SetParent<typename VERSION::Parent>()
                            .SetGroupName("Net8")
                            .template AddConstructor<Net8SiteRouting<VERSION>>();
    return tid;
}

template <typename VERSION>
Net8SiteRouting<VERSION>::Net8SiteRouting() = default;
template <typename VERSION>
Net8SiteRouting<VERSION>::~Net8SiteRouting() = default;

template <typename VERSION>
void
Net8SiteRouting<VERSION>::DoDispose()
{
    m_routes.clear();
    m_last = nullptr;
    m_findHop = nullptr;
    m_sites.reset();
    m_links.clear();
    m_ip = nullptr;
    VERSION::Routing::DoDispose();
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::Install(const Ptr<typename VERSION::Ip>& ip,
                                  std::shared_ptr<const Net8NetworkAddresses> sites,
                                  FindHop findHop)
{
    m_ip = ip;
    m_sites = std::move(sites);
    m_findHop = std::move(findHop);
    ip->SetRoutingProtocol(this);
}

template <typename VERSION>
Ptr<typename VERSION::Route>
Net8SiteRouting<VERSION>::Make(const SiteHop& hop)
{
    if (!hop.device)
    {
        return nullptr;
    }
    const auto gateway = hop.gateway ? VERSION::GetAddress(hop.gateway) : VERSION::Addr::GetAny();
    // Most routers have one way out, with one route for all sites.
    if (!m_last || m_last->GetOutputDevice() != hop.device || m_last->GetGateway() != gateway)
    {
        m_last = Create<Route>();
        m_last->SetSource(VERSION::GetAddress(hop.device));
        m_last->SetGateway(gateway);
        m_last->SetOutputDevice(hop.device);
    }
    return m_last;
}

template <typename VERSION>
Ptr<typename VERSION::Route>
Net8SiteRouting<VERSION>::Find(typename VERSION::Addr address)
{
    const auto site = m_sites->FindSite(address);
    if (!site)
    {
        return nullptr;
    }
    if (m_routes.size() <= *site)
    {
        m_routes.resize(*site + 1);
    }
    auto& known = m_routes[*site];
    if (!known.asked)
    {
        known = {.asked = true, .route = Make(m_findHop(*site))};
    }
    return known.route && known.route->GetSource() != address ? known.route : nullptr;
}

template <typename VERSION>
Ptr<typename VERSION::Route>
Net8SiteRouting<VERSION>::FindOnLink(typename VERSION::Addr address,
                                     const Ptr<NetDevice>& device,
                                     const Ptr<Route>& known) const
{
    for (const auto& [length, subnets] : m_links)
    {
        const auto subnet = subnets.find(VERSION::GetFirst(address, length));
        if (subnet == subnets.end())
        {
            continue;
        }
        if (known && VERSION::GetFirst(known->GetDestination(), length) == subnet->first)
        {
            return known; // It is for a part of the subnet.
        }
        const auto interface = device ? static_cast<uint32_t>(m_ip->GetInterfaceForDevice(device))
                                      : *subnet->second.rbegin();
        if (subnet->second.contains(interface))
        {
            auto route = Create<Route>();
            route->SetDestination(subnet->first);
            route->SetSource(m_ip->SourceAddressSelection(interface, subnet->first));
            route->SetGateway(VERSION::Addr::GetAny());
            route->SetOutputDevice(m_ip->GetNetDevice(interface));
            return route;
        }
    }
    return known;
}

template <typename VERSION>
bool
Net8SiteRouting<VERSION>::IsOnLink(uint32_t interface,
                                   const LinkSubnet<typename VERSION::Addr>& subnet) const
{
    for (uint32_t i = 0; i < m_ip->GetNAddresses(interface); ++i)
    {
        if (VERSION::GetSubnet(m_ip->GetAddress(interface, i)) == subnet)
        {
            return true;
        }
    }
    return false;
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::AddSubnet(uint32_t interface, const InterfaceAddress& address)
{
    if (const auto subnet = VERSION::GetSubnet(address))
    {
        m_links[subnet->length][subnet->first].insert(interface);
    }
}

template <typename VERSION>
Ptr<typename VERSION::Route>
Net8SiteRouting<VERSION>::RouteOutput(Ptr<Packet> packet,
                                      const Header& header,
                                      Ptr<NetDevice> device,
                                      Socket::SocketErrno& error)
{
    if (auto route = Find(header.GetDestination()))
    {
        error = Socket::ERROR_NOTERROR;
        return route;
    }
    const auto known = VERSION::Routing::RouteOutput(packet, header, device, error);
    auto route = FindOnLink(header.GetDestination(), device, known);
    error = route ? Socket::ERROR_NOTERROR : error;
    return route;
}

template <typename VERSION>
bool
Net8SiteRouting<VERSION>::RouteInput(Ptr<const Packet> packet,
                                     const Header& header,
                                     Ptr<const NetDevice> device,
                                     const UnicastForwardCallback& forward,
                                     const MulticastForwardCallback& multicast,
                                     const LocalDeliverCallback& deliver,
                                     const ErrorCallback& fail)
{
    if (auto route = Find(header.GetDestination()))
    {
        VERSION::Forward(forward, device, route, packet, header);
        return true;
    }
    Ptr<Route> known;
    const auto keep = VERSION::Keep(known);
    if (VERSION::Routing::RouteInput(packet, header, device, keep, multicast, deliver, fail) &&
        !known)
    {
        return true;
    }
    const auto route = FindOnLink(header.GetDestination(), nullptr, known);
    if (route)
    {
        VERSION::Forward(forward, device, route, packet, header);
    }
    return route != nullptr;
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::NotifyInterfaceUp(uint32_t interface)
{
    for (uint32_t i = 0; i < m_ip->GetNAddresses(interface); ++i)
    {
        AddSubnet(interface, m_ip->GetAddress(interface, i));
    }
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::NotifyInterfaceDown(uint32_t interface)
{
    VERSION::Routing::NotifyInterfaceDown(interface);
    ForgetSubnets(interface);
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::ForgetSubnets(uint32_t interface)
{
    for (auto& [length, subnets] : m_links)
    {
        for (auto subnet = subnets.begin(); subnet != subnets.end();)
        {
            subnet->second.erase(interface);
            subnet = subnet->second.empty() ? subnets.erase(subnet) : std::next(subnet);
        }
    }
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::NotifyAddAddress(uint32_t interface, InterfaceAddress address)
{
    if (m_ip->IsUp(interface))
    {
        AddSubnet(interface, address);
    }
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::NotifyRemoveAddress(uint32_t interface, InterfaceAddress address)
{
    VERSION::Routing::NotifyRemoveAddress(interface, address);
    if (m_ip->IsUp(interface))
    {
        ForgetSubnets(interface);
        NotifyInterfaceUp(interface);
    }
}

template class Net8SiteRouting<SitesByIpv4>;
template class Net8SiteRouting<SitesByIpv6>;
NS_OBJECT_ENSURE_REGISTERED(Net8Ipv4SiteRouting);
NS_OBJECT_ENSURE_REGISTERED(Net8Ipv6SiteRouting);

} // namespace ns3::net8
