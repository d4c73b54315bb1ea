// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_PLAN_H
#define NET8_NETWORK_PLAN_H

#include "net8-attributes.h"
#include "net8-network-change.h"
#include "net8-network-link.h"
#include "net8-network-site.h"
#include "net8-plan-tables.h"

#include "ns3/net8-route-graph.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a plan says of a network: its sites, routers, links and routes, read and held against each
 * other. Nothing of it is built.
 *
 * Vertices of the graph are the sites, then the routers; links have the numbers of their tables.
 */
class Net8NetworkPlan
{
  public:
    /// Attributes of the tables of each list, by its name: site, router, link, route and
    /// link_change.
    using Lists = PlanTables<std::vector<AttributeMap>>;

    /// Number of a site, router or vertex of the graph.
    using Vertex = Net8RouteGraph::Vertex;

    /**
     * @param lists what a plan lists; other lists are passed over
     * @throw std::invalid_argument with one sentence when something does not go together
     */
    explicit Net8NetworkPlan(const Lists& lists);
    ~Net8NetworkPlan();

    Net8NetworkPlan(const Net8NetworkPlan&) = delete;
    Net8NetworkPlan& operator=(const Net8NetworkPlan&) = delete;

    /**
     * @return the sites
     */
    const std::vector<Ptr<Net8NetworkSite>>& GetSites() const;

    /**
     * @return the links
     */
    const std::vector<Ptr<Net8NetworkLink>>& GetLinks() const;

    /**
     * Let links become others when it is time, which are laid.
     */
    void ScheduleChanges() const;

    /**
     * @return number of sites and routers
     */
    uint32_t GetNVertices() const;

    /**
     * @param name name of a site; empty: the only one
     * @return its number
     * @throw std::invalid_argument with one sentence if there is no such site
     */
    Vertex FindSite(const std::string& name) const;

    /**
     * @param name name of a link; empty: the only one
     * @return its number, or none
     */
    std::optional<uint32_t> FindLink(const std::string& name) const;

    /**
     * @param link number of a link
     * @param second whether its second end
     * @return the vertex there
     */
    Vertex GetEnd(uint32_t link, bool second) const;

    /**
     * @param from a site or router
     * @return links to each site or router that it reaches, at least
     */
    std::map<Vertex, uint32_t> CountLines(Vertex from) const;

    /**
     * @param link number of a link
     * @param most delay above which it is not cut
     * @return the lesser delay of both ways, if its ends can be simulated by two processes; 0: they
     * cannot
     */
    Time GetGap(uint32_t link, Time most) const;

    /**
     * @return the graph, with the routes to all sites
     */
    const Net8RouteGraph& GetRoutes() const;

    /**
     * @param from a site
     * @param to a site
     * @return the links from one to the other
     * @throw std::invalid_argument with one sentence if there is no route
     */
    std::vector<Net8RouteGraph::Step> GetRoute(Vertex from, Vertex to) const;

    /**
     * @param from a site
     * @param to a site
     * @return propagation delay from a host of one to a host of the other
     */
    Time GetDelay(Vertex from, Vertex to) const;

    /**
     * @param from a site
     * @param to a site
     * @return rate of the slowest link from one to the other, bit/s; 0: there is none between them
     */
    double GetRate(Vertex from, Vertex to) const;

  private:
    /**
     * @param name name of a site or router
     * @param vertex its number
     */
    void AddName(const std::string& name, Vertex vertex);

    /**
     * @param name name of a site or router
     * @param who who names it
     * @return its number
     */
    Vertex FindVertex(const std::string& name, const std::string& who) const;

    /**
     * @param tables attributes of the links
     */
    void ReadLinks(const std::vector<AttributeMap>& tables);

    /**
     * @param tables attributes of the routes
     */
    void ReadRoutes(const std::vector<AttributeMap>& tables);

    /**
     * @param tables attributes of the changes
     */
    void ReadChanges(const std::vector<AttributeMap>& tables);

    std::vector<Ptr<Net8NetworkSite>> m_sites;     ///< Sites.
    std::vector<Ptr<Net8NetworkLink>> m_links;     ///< Links.
    std::vector<Ptr<Net8NetworkChange>> m_changes; ///< Links that become others.
    std::map<std::string, Vertex> m_vertices;      ///< Sites and routers by name.
    std::map<std::string, uint32_t> m_linkNumbers; ///< Links by name.
    std::unique_ptr<Net8RouteGraph> m_routes;      ///< Graph and routes.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_PLAN_H */
