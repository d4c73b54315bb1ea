// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLUSTER_H
#define NET8_CLUSTER_H

#include "net8-variation.h"

#include "ns3/net8-listener.h"
#include "ns3/net8-page-client.h"
#include "ns3/net8-tds-server.h"
#include "ns3/net8-topology.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

struct ExperimentPlan;

/**
 * @ingroup net8
 * All server hosts of an experiment: their CPU and memory, their listeners, their instances.
 *
 * 1. If the plan has no instances, there is one, on the first server host of the network.
 * 2. Each host named by an instance is a server host of the network, in order of appearance. A
 * listener with the plan's attributes serves the instances of its host.
 * 3. An instance registers with the listener of its host, with all other listeners if it is
 * configured so, and always with the SCAN listeners, unless it is listed in SID_LIST.
 * 4. Each SCAN listener is on a separate host: it has an address of its own, and uses nothing of
 * the other hosts.
 */
class Net8Cluster
{
  public:
    /// A host with a listener.
    struct Host
    {
        std::string name{};                      ///< Name, as in descriptors.
        std::string site{};                      ///< Its site; empty: the only site.
        Time delay{};                            ///< Additional one-way delay.
        Ptr<Node> node{};                        ///< The host.
        Ptr<Net8Listener> listener{};            ///< Its listener; with TDS only its port is used.
        Ptr<Net8TdsServer> tds{};                ///< Its SQL Server, in plans with TDS.
        std::vector<Ptr<Net8Instance>> served{}; ///< Instances on it; none: a SCAN listener.
    };

    /**
     * Create the instances.
     *
     * @param plan the plan
     * @throw std::invalid_argument with one sentence for an unknown attribute or an invalid value
     */
    explicit Net8Cluster(const ExperimentPlan& plan);

    /**
     * Create handlers, hosts and listeners.
     *
     * @param plan the plan
     * @param network the network, with the client hosts
     */
    void Build(const ExperimentPlan& plan, Ptr<Net8Topology> network);

    /**
     * @param resultSet the rows that every instance returns
     * @param statements additional statements of every instance
     */
    void SetStatements(Ptr<Net8ResultSet> resultSet,
                       const std::vector<Ptr<Net8Statement>>& statements);

    /**
     * Let the first client's host ask for the pages of the first host's end points. Must be called
     * after the clients are built.
     */
    void RequestPages();

    /**
     * Set how the instances tell client hosts apart.
     *
     * @param find finds the number of the host with an address
     */
    void SetCallers(const std::function<int64_t(const Address& from)>& find);

    /**
     * Vary the server hosts. Must be called after AssignStreams.
     *
     * @param variation what differs between real runs
     * @param stream number that AssignStreams got
     */
    void Vary(const Net8Variation& variation, int64_t stream) const;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return the release of the first instance
     */
    ReleaseProfile GetRelease() const;

    /**
     * @param name a host name in lower case, or an address
     * @return the hosts that it stands for, SCAN hosts in rotation; empty if there is no such host
     */
    std::vector<Ptr<Node>> LookUp(const std::string& name);

    /**
     * @return true if the plan names hosts, so that other names are unknown
     */
    bool NamesHosts() const;

    /**
     * @return hosts, in the order in which the plan names them, followed by those of SCAN listeners
     */
    const std::vector<Host>& GetHosts() const;

    /**
     * @param plan the plan
     * @return whether listeners know instances of other hosts, or names stand for several hosts in
     * rotation, so that all server hosts must be in one process, and all client hosts, too
     */
    bool SharesKnowledge(const ExperimentPlan& plan) const;

    /**
     * @return the instances
     */
    const std::vector<Ptr<Net8Instance>>& GetInstances() const;

    /**
     * @param name name of a host
     * @return the host, or null
     */
    const Host* FindHost(const std::string& name) const;

    /**
     * @param name name of an instance
     * @return the instance, or null
     */
    Ptr<Net8Instance> FindInstance(const std::string& name) const;

    /**
     * @param out receives the counters of listeners and instances that are not 0
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

  private:
    /**
     * @param name name of a host
     * @param site its site
     * @param delay its additional one-way delay
     * @return the host, which may exist already
     */
    Host& AddHost(const std::string& name, const std::string& site, Time delay);

    /**
     * Make the handlers of the instances.
     *
     * @param plan what to simulate
     */
    void MakeHandlers(const ExperimentPlan& plan);

    /**
     * Create node, CPU, memory and TCP of a host.
     *
     * @param plan the plan
     * @param number number of the host
     */
    void Equip(const ExperimentPlan& plan, std::size_t number);

    /**
     * @param plan the plan
     * @return a listener with the attributes common to all
     */
    Ptr<Net8Listener> MakeListener(const ExperimentPlan& plan) const;

    /**
     * Install the listener of a host.
     *
     * @param plan the plan
     * @param host the host
     */
    void Listen(const ExperimentPlan& plan, Host& host);

    /**
     * Install the SQL Server of a host, instead of a listener.
     *
     * @param plan the plan
     * @param host the host
     */
    void ListenWithTds(const ExperimentPlan& plan, Host& host);

    /**
     * @param host a host
     * @param out receives the counters of its listener, or of its SQL Server
     */
    static void AddHostCounters(const Host& host, std::map<std::string, uint64_t>& out);

    /**
     * @param out receives the counters of pages
     */
    void AddPageCounters(std::map<std::string, uint64_t>& out) const;

    /**
     * Register instances with the listeners of other hosts, and let these know where to redirect.
     */
    void Introduce();

    /// An end point of the first host, in addition to the listener's own.
    struct PagePort
    {
        Ptr<Net8Pages> pages{};       ///< What it says.
        uint16_t port{0};             ///< TCP port.
        Ptr<Net8PageClient> client{}; ///< Asks for pages; null: nobody does.
    };

    Ptr<Net8Topology> m_network;                ///< Network.
    std::vector<PagePort> m_pages;              ///< Further end points of the first host.
    std::vector<Host> m_hosts;                  ///< Hosts.
    std::vector<Ptr<Net8Instance>> m_instances; ///< Instances.
    bool m_named{false};                        ///< The plan names hosts.
    std::string m_scanName;                     ///< Name of the SCAN listeners, in lower case.
    uint32_t m_scanTurn{0};                     ///< Look-ups of that name so far.
};

} // namespace ns3::net8

#endif /* NET8_CLUSTER_H */
