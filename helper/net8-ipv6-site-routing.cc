// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ipv6-site-routing.h"

#include "net8-path-addressing.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Ipv6SiteRouting);

TypeId
Net8Ipv6SiteRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Ipv6SiteRouting")
                            .SetParent<Ipv6StaticRouting>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8Ipv6SiteRouting>();
    return tid;
}

Net8Ipv6SiteRouting::Net8Ipv6SiteRouting() = default;
Net8Ipv6SiteRouting::~Net8Ipv6SiteRouting() = default;

void
Net8Ipv6SiteRouting::DoDispose()
{
    m_routes.clear();
    m_last = nullptr;
    m_sites.reset();
    Ipv6StaticRouting::DoDispose();
}

void
Net8Ipv6SiteRouting::SetSites(std::shared_ptr<const Net8NetworkAddresses> sites)
{
    m_sites = std::move(sites);
}

void
Net8Ipv6SiteRouting::SetRoute(uint32_t site, const Ptr<NetDevice>& device, Ipv6Address gateway)
{
    // Most routers have one way out, with one route for all sites.
    if (!m_last || m_last->GetOutputDevice() != device || m_last->GetGateway() != gateway)
    {
        m_last = Create<Ipv6Route>();
        m_last->SetSource(Net8PathAddressing::GetIpv6(device));
        m_last->SetGateway(gateway);
        m_last->SetOutputDevice(device);
    }
    if (m_routes.size() <= site)
    {
        m_routes.resize(site + 1);
    }
    m_routes[site] = m_last;
}

Ptr<Ipv6Route>
Net8Ipv6SiteRouting::Find(Ipv6Address address) const
{
    const auto site = m_sites->FindSite(address);
    if (!site || *site >= m_routes.size() || !m_routes[*site])
    {
        return nullptr;
    }
    const auto& route = m_routes[*site];
    return route->GetSource() == address ? nullptr : route;
}

Ptr<Ipv6Route>
Net8Ipv6SiteRouting::RouteOutput(Ptr<Packet> packet,
                                 const Ipv6Header& header,
                                 Ptr<NetDevice> device,
                                 Socket::SocketErrno& error)
{
    if (auto route = Find(header.GetDestination()))
    {
        error = Socket::ERROR_NOTERROR;
        return route;
    }
    return Ipv6StaticRouting::RouteOutput(packet, header, device, error);
}

bool
Net8Ipv6SiteRouting::RouteInput(Ptr<const Packet> packet,
                                const Ipv6Header& header,
                                Ptr<const NetDevice> device,
                                const UnicastForwardCallback& forward,
                                const MulticastForwardCallback& multicast,
                                const LocalDeliverCallback& deliver,
                                const ErrorCallback& fail)
{
    if (auto route = Find(header.GetDestination()))
    {
        forward(device, route, packet, header);
        return true;
    }
    return Ipv6StaticRouting::RouteInput(packet, header, device, forward, multicast, deliver, fail);
}

} // namespace ns3::net8
