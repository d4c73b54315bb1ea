// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ipv4-site-routing.h"

#include "net8-path-addressing.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Ipv4SiteRouting);

TypeId
Net8Ipv4SiteRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Ipv4SiteRouting")
                            .SetParent<Ipv4StaticRouting>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8Ipv4SiteRouting>();
    return tid;
}

Net8Ipv4SiteRouting::Net8Ipv4SiteRouting() = default;
Net8Ipv4SiteRouting::~Net8Ipv4SiteRouting() = default;

void
Net8Ipv4SiteRouting::DoDispose()
{
    m_routes.clear();
    m_last = nullptr;
    m_sites.reset();
    Ipv4StaticRouting::DoDispose();
}

void
Net8Ipv4SiteRouting::SetSites(std::shared_ptr<const Net8NetworkAddresses> sites)
{
    m_sites = std::move(sites);
}

void
Net8Ipv4SiteRouting::SetRoute(uint32_t site, const Ptr<NetDevice>& device, Ipv4Address gateway)
{
    // Most routers have one way out, with one route for all sites.
    if (!m_last || m_last->GetOutputDevice() != device || m_last->GetGateway() != gateway)
    {
        m_last = Create<Ipv4Route>();
        m_last->SetSource(Net8PathAddressing::GetIpv4(device));
        m_last->SetGateway(gateway);
        m_last->SetOutputDevice(device);
    }
    if (m_routes.size() <= site)
    {
        m_routes.resize(site + 1);
    }
    m_routes[site] = m_last;
}

Ptr<Ipv4Route>
Net8Ipv4SiteRouting::Find(Ipv4Address address) const
{
    const auto site = m_sites->FindSite(address);
    if (!site || *site >= m_routes.size() || !m_routes[*site])
    {
        return nullptr;
    }
    const auto& route = m_routes[*site];
    return route->GetSource() == address ? nullptr : route;
}

Ptr<Ipv4Route>
Net8Ipv4SiteRouting::RouteOutput(Ptr<Packet> packet,
                                 const Ipv4Header& header,
                                 Ptr<NetDevice> device,
                                 Socket::SocketErrno& error)
{
    if (auto route = Find(header.GetDestination()))
    {
        error = Socket::ERROR_NOTERROR;
        return route;
    }
    return Ipv4StaticRouting::RouteOutput(packet, header, device, error);
}

bool
Net8Ipv4SiteRouting::RouteInput(Ptr<const Packet> packet,
                                const Ipv4Header& header,
                                Ptr<const NetDevice> device,
                                const UnicastForwardCallback& forward,
                                const MulticastForwardCallback& multicast,
                                const LocalDeliverCallback& deliver,
                                const ErrorCallback& fail)
{
    if (auto route = Find(header.GetDestination()))
    {
        forward(route, packet, header);
        return true;
    }
    return Ipv4StaticRouting::RouteInput(packet, header, device, forward, multicast, deliver, fail);
}

} // namespace ns3::net8
