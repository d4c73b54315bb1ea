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
 * The network described by a plan: its sites, routers, links and routes, parsed and checked against
 * each other. Nothing is built.
 *
 * The vertices of the graph are the sites, followed by the routers; links are numbered in the order
 * of their tables.
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
     * @param lists lists of a plan; other lists are ignored
     * @throw std::invalid_argument with one sentence if the settings do not go together
     */
    explicit Net8NetworkPlan(const Lists& lists);

    /**
     * @param sites the sites
     * @param routers names of the other routers
     * @param links the links
     * @param changes attributes of the tables of link_change
     * @throw std::invalid_argument with one sentence if they do not go together
     */
    Net8NetworkPlan(const std::vector<Ptr<Net8NetworkSite>>& sites,
                    const std::vector<std::string>& routers,
                    const std::vector<Ptr<Net8NetworkLink>>& links,
                    const std::vector<AttributeMap>& changes);

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
     * Schedule the changes of links, which must be connected.
     */
    void ScheduleChanges() const;

    /**
     * @return number of sites and routers
     */
    uint32_t GetNVertices() const;

    /**
     * @param name name of a site; empty: the only site
     * @return its number
     * @throw std::invalid_argument with one sentence if there is no such site
     */
    Vertex FindSite(const std::string& name) const;

    /**
     * @param name name of a link; empty: the only link
     * @return its number; nothing if there is no such link
     */
    std::optional<uint32_t> FindLink(const std::string& name) const;

    /**
     * @param name name of a link that changes; empty: the only link
     * @return the link
     * @throw std::invalid_argument with one sentence if there is no such link
     */
    const Ptr<Net8NetworkLink>& GetLink(const std::string& name) const;

    /**
     * @param link number of a link
     * @param second true for its second end
     * @return the vertex at that end
     */
    Vertex GetEnd(uint32_t link, bool second) const;

    /**
     * @param from a site or router
     * @return smallest number of links to each site or router that can be reached
     */
    std::map<Vertex, uint32_t> CountLines(Vertex from) const;

    /**
     * @param link number of a link
     * @param most delay above which it is not cut
     * @return the smaller delay of both directions, if its ends can be simulated by two processes;
     * otherwise 0
     */
    Time GetGap(uint32_t link, Time most) const;

    /**
     * @return the graph, including the routes to all sites
     */
    const Net8RouteGraph& GetRoutes() const;

    /**
     * @param from a site
     * @param to a site
     * @return the links on the route
     * @throw std::invalid_argument with one sentence if there is no route
     */
    std::vector<Net8RouteGraph::Step> GetRoute(Vertex from, Vertex to) const;

    /**
     * @param from a site
     * @param to a site
     * @return propagation delay between hosts of the two sites, one way
     */
    Time GetDelay(Vertex from, Vertex to) const;

    /**
     * @param from a site
     * @param to a site
     * @return rate of the slowest link on the route, bit/s; 0: no links between them
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
     * @param who name of what refers to it
     * @return its number
     */
    Vertex FindVertex(const std::string& name, const std::string& who) const;

    /**
     * @param site one more site
     */
    void AddSite(const Ptr<Net8NetworkSite>& site);

    /**
     * Number the other routers, when all sites are known.
     *
     * @param names their names
     */
    void AddRouters(const std::vector<std::string>& names);

    /**
     * @param link one more link, when all sites and routers are known
     */
    void AddLink(const Ptr<Net8NetworkLink>& link);

    /// Find the routes to all sites.
    void FindRoutes();

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
    std::vector<Ptr<Net8NetworkChange>> m_changes; ///< Changes of links.
    std::map<std::string, Vertex> m_vertices;      ///< Sites and routers by name.
    std::map<std::string, uint32_t> m_linkNumbers; ///< Links by name.
    std::unique_ptr<Net8RouteGraph> m_routes;      ///< Graph and routes.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_PLAN_H */
