// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-plan.h"

#include "net8-network-route.h"
#include "net8-network-router.h"

#include "ns3/net8-chrono.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

Net8NetworkPlan::Net8NetworkPlan(const Lists& lists)
{
    for (const auto& attributes : lists.Read("site"))
    {
        auto site = CreateObject<Net8NetworkSite>();
        SetAttributes(site->GetParts(), attributes);
        AddSite(site);
    }
    std::vector<std::string> routers;
    for (const auto& attributes : lists.Read("router"))
    {
        auto router = CreateObject<Net8NetworkRouter>();
        SetAttributes(router, attributes);
        routers.push_back(router->GetName());
    }
    AddRouters(routers);
    for (const auto& attributes : lists.Read("link"))
    {
        auto link = CreateObject<Net8NetworkLink>();
        SetAttributes(link->GetParts(), attributes);
        AddLink(link);
    }
    ReadRoutes(lists.Read("route"));
    ReadChanges(lists.Read("link_change"));
    FindRoutes();
}

Net8NetworkPlan::Net8NetworkPlan(const std::vector<Ptr<Net8NetworkSite>>& sites,
                                 const std::vector<std::string>& routers,
                                 const std::vector<Ptr<Net8NetworkLink>>& links,
                                 const std::vector<AttributeMap>& changes)
{
    for (const auto& site : sites)
    {
        AddSite(site);
    }
    AddRouters(routers);
    for (const auto& link : links)
    {
        AddLink(link);
    }
    ReadChanges(changes);
    FindRoutes();
}

Net8NetworkPlan::~Net8NetworkPlan()
{
    for (const auto& site : m_sites)
    {
        site->Dispose();
    }
    for (const auto& link : m_links)
    {
        link->Dispose();
    }
}

void
Net8NetworkPlan::AddName(const std::string& name, Vertex vertex)
{
    if (name.empty() || !m_vertices.emplace(name, vertex).second)
    {
        throw std::invalid_argument("There are two sites or routers named '" + name +
                                    "', or one without a name; give each one of its own.");
    }
}

Net8NetworkPlan::Vertex
Net8NetworkPlan::FindVertex(const std::string& name, const std::string& who) const
{
    const auto found = m_vertices.find(name);
    if (found == m_vertices.end())
    {
        throw std::invalid_argument(who + " names '" + name +
                                    "', which is not a site or a router.");
    }
    return found->second;
}

void
Net8NetworkPlan::AddSite(const Ptr<Net8NetworkSite>& site)
{
    site->Check();
    AddName(site->GetName(), static_cast<Vertex>(m_sites.size()));
    m_sites.push_back(site);
}

void
Net8NetworkPlan::AddRouters(const std::vector<std::string>& names)
{
    auto next = static_cast<Vertex>(m_sites.size());
    for (const auto& name : names)
    {
        AddName(name, next++);
    }
    m_routes = std::make_unique<Net8RouteGraph>(next);
}

void
Net8NetworkPlan::AddLink(const Ptr<Net8NetworkLink>& link)
{
    link->Check();
    const auto [first, second] = link->GetEnds();
    const auto who = "Link '" + link->GetName() + "'";
    const auto number = m_routes->AddLink(FindVertex(first, who),
                                          FindVertex(second, who),
                                          ToChrono(link->GetDelay(true)),
                                          ToChrono(link->GetDelay(false)));
    if (first == second)
    {
        throw std::invalid_argument(who + " leads from '" + first + "' to itself.");
    }
    if (!m_linkNumbers.emplace(link->GetName(), number).second)
    {
        throw std::invalid_argument("There are two links named '" + link->GetName() +
                                    "'; give each a name of its own.");
    }
    m_links.push_back(link);
}

void
Net8NetworkPlan::FindRoutes()
{
    for (Vertex site = 0; site < m_sites.size(); ++site)
    {
        m_routes->FindRoutes(site);
    }
}

void
Net8NetworkPlan::ReadRoutes(const std::vector<AttributeMap>& tables)
{
    for (const auto& attributes : tables)
    {
        auto route = CreateObject<Net8NetworkRoute>();
        SetAttributes(route, attributes);
        const auto at = FindVertex(route->GetAt(), "A route");
        const auto target = FindSite(route->GetTarget());
        const auto link = m_linkNumbers.find(route->GetLink());
        if (link == m_linkNumbers.end() ||
            (GetEnd(link->second, false) != at && GetEnd(link->second, true) != at))
        {
            throw std::invalid_argument("A route at '" + route->GetAt() + "' takes the link '" +
                                        route->GetLink() + "', which does not end there.");
        }
        m_routes->SetNext(at, target, link->second);
    }
}

void
Net8NetworkPlan::ReadChanges(const std::vector<AttributeMap>& tables)
{
    for (const auto& attributes : tables)
    {
        auto change = CreateObject<Net8NetworkChange>();
        SetAttributes(change, attributes);
        GetLink(change->GetLink());
        m_changes.push_back(change);
    }
}

void
Net8NetworkPlan::ScheduleChanges() const
{
    for (const auto& change : m_changes)
    {
        change->Schedule(GetLink(change->GetLink()));
    }
}

const Ptr<Net8NetworkLink>&
Net8NetworkPlan::GetLink(const std::string& name) const
{
    const auto number = FindLink(name);
    if (!number)
    {
        throw std::invalid_argument("There is no link '" + name + "' that could change.");
    }
    return m_links.at(*number);
}

const std::vector<Ptr<Net8NetworkSite>>&
Net8NetworkPlan::GetSites() const
{
    return m_sites;
}

const std::vector<Ptr<Net8NetworkLink>>&
Net8NetworkPlan::GetLinks() const
{
    return m_links;
}

uint32_t
Net8NetworkPlan::GetNVertices() const
{
    return static_cast<uint32_t>(m_vertices.size());
}

Net8NetworkPlan::Vertex
Net8NetworkPlan::FindSite(const std::string& name) const
{
    if (name.empty() && m_sites.size() == 1)
    {
        return 0;
    }
    const auto found = m_vertices.find(name);
    if (found == m_vertices.end() || found->second >= m_sites.size())
    {
        throw std::invalid_argument(
            name.empty() ? "A network of several sites needs to know the site of each host."
                         : "There is no site '" + name + "' in the network.");
    }
    return found->second;
}

std::optional<uint32_t>
Net8NetworkPlan::FindLink(const std::string& name) const
{
    if (name.empty() && m_links.size() == 1)
    {
        return 0;
    }
    const auto found = m_linkNumbers.find(name);
    return found == m_linkNumbers.end() ? std::nullopt : std::optional(found->second);
}

Net8NetworkPlan::Vertex
Net8NetworkPlan::GetEnd(uint32_t link, bool second) const
{
    return m_routes->GetEnd({.link = link, .up = second});
}

Time
Net8NetworkPlan::GetGap(uint32_t link, Time most) const
{
    const auto& one = m_links.at(link);
    // Packets that would overtake arrive at the same time, and their order is not kept between
    // ranks.
    const bool changes = std::ranges::any_of(m_changes, [this, link](const auto& change) {
        return change->ChangesDelay() && FindLink(change->GetLink()) == link;
    });
    const auto least = std::min(one->GetDelay(true), one->GetDelay(false));
    return changes || !one->MayBeCut() || least > most ? Time() : least;
}

std::map<Net8NetworkPlan::Vertex, uint32_t>
Net8NetworkPlan::CountLines(Vertex from) const
{
    std::map<Vertex, uint32_t> lines{{from, 0}};
    std::vector<Vertex> reached{from};
    for (std::size_t at = 0; at < reached.size(); ++at)
    {
        for (uint32_t link = 0; link < m_links.size(); ++link)
        {
            const auto first = GetEnd(link, false);
            const auto second = GetEnd(link, true);
            const auto next = first == reached[at] ? second : first;
            if ((first == reached[at] || second == reached[at]) &&
                lines.try_emplace(next, lines.at(reached[at]) + 1).second)
            {
                reached.push_back(next);
            }
        }
    }
    return lines;
}

const Net8RouteGraph&
Net8NetworkPlan::GetRoutes() const
{
    return *m_routes;
}

std::vector<Net8RouteGraph::Step>
Net8NetworkPlan::GetRoute(Vertex from, Vertex to) const
{
    auto route = m_routes->GetRoute(from, to);
    if (!route)
    {
        throw std::invalid_argument("There is no route from the site '" +
                                    m_sites.at(from)->GetName() + "' to the site '" +
                                    m_sites.at(to)->GetName() + "'.");
    }
    return *route;
}

Time
Net8NetworkPlan::GetDelay(Vertex from, Vertex to) const
{
    if (from == to)
    {
        return m_sites.at(from)->GetInside();
    }
    Time delay = m_sites.at(from)->GetCrossing() + m_sites.at(to)->GetCrossing();
    for (const auto& step : GetRoute(from, to))
    {
        delay += m_links.at(step.link)->GetDelay(step.up);
    }
    return delay;
}

double
Net8NetworkPlan::GetRate(Vertex from, Vertex to) const
{
    double least = 0;
    for (const auto& step : GetRoute(from, to))
    {
        const auto rate = static_cast<double>(m_links.at(step.link)->GetRate(step.up).GetBitRate());
        least = least > 0 ? std::min(least, rate) : rate;
    }
    return least;
}

} // namespace ns3::net8
