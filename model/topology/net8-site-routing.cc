// SPDX-License-Identifier: GPL-2.0-only
#include "net8-site-routing.h"

#include "net8-path-addressing.h"

#include <utility>

namespace ns3::net8
{

Ipv4Address
SitesByIpv4::GetAddress(const Ptr<NetDevice>& device)
{
    return Net8PathAddressing::GetIpv4(device);
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

void
SitesByIpv6::Forward(const Routing::UnicastForwardCallback& forward,
                     const Ptr<const NetDevice>& device,
                     const Ptr<Route>& route,
                     const Ptr<const Packet>& packet,
                     const Header& header)
{
    forward(device, route, packet, header);
}

template <typename VERSION>
TypeId
Net8SiteRouting<VERSION>::GetTypeId()
{
    static TypeId tid = TypeId(VERSION::NAME)
                            .template SetParent<typename VERSION::Routing>()
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
    VERSION::Routing::DoDispose();
}

template <typename VERSION>
void
Net8SiteRouting<VERSION>::SetSites(std::shared_ptr<const Net8NetworkAddresses> sites,
                                   FindHop findHop)
{
    m_sites = std::move(sites);
    m_findHop = std::move(findHop);
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
    return VERSION::Routing::RouteOutput(packet, header, device, error);
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
    return VERSION::Routing::RouteInput(packet, header, device, forward, multicast, deliver, fail);
}

template class Net8SiteRouting<SitesByIpv4>;
template class Net8SiteRouting<SitesByIpv6>;
NS_OBJECT_ENSURE_REGISTERED(Net8Ipv4SiteRouting);
NS_OBJECT_ENSURE_REGISTERED(Net8Ipv6SiteRouting);

} // namespace ns3::net8
