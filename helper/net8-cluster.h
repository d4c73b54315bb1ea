// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLUSTER_H
#define NET8_CLUSTER_H

#include "net8-topology.h"

#include "ns3/net8-listener.h"
#include "ns3/net8-tds-server.h"

#include <cstdint>
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
 * 1. Without instances in the plan there is one, on the network's first server host.
 * 2. Each host that instances name is a server host of the network, the first one its first. A
 * listener with the plan's attributes serves the instances of its host.
 * 3. An instance registers with the listener of its host, and with all others if it says so; with
 * the SCAN listeners it always does, unless it stands in SID_LIST.
 * 4. Each SCAN listener is on a host of its own: its address, which costs the other hosts nothing.
 */
class Net8Cluster
{
  public:
    /// A host with a listener.
    struct Host
    {
        std::string name{};                      ///< Name, as descriptors have it.
        std::string site{};                      ///< Its site; empty: the only one.
        Time delay{};                            ///< How much farther away it is, one way.
        Ptr<Node> node{};                        ///< The host.
        Ptr<Net8Listener> listener{};            ///< Its listener; of TDS it only has a port.
        Ptr<Net8TdsServer> tds{};                ///< Its SQL Server, in plans of TDS.
        std::vector<Ptr<Net8Instance>> served{}; ///< Instances on it; none: a SCAN listener.
    };

    /**
     * Make the instances.
     *
     * @param plan what to simulate
     * @throw std::invalid_argument with one sentence for an attribute that does not exist or a
     * value that it does not take
     */
    explicit Net8Cluster(const ExperimentPlan& plan);

    /**
     * Make handlers, hosts and listeners.
     *
     * @param plan what to simulate
     * @param network the network, with the client hosts
     */
    void Build(const ExperimentPlan& plan, Ptr<Net8Topology> network);

    /**
     * @param resultSet the rows that every instance returns
     * @param statements further statements of every instance
     */
    void SetStatements(Ptr<Net8ResultSet> resultSet,
                       const std::vector<Ptr<Net8Statement>>& statements);

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return the release of the first instance
     */
    ReleaseProfile GetRelease() const;

    /**
     * @param name a host name in small letters, or an address
     * @return the hosts that it stands for, the SCAN ones in turn; none: there is no such host
     */
    std::vector<Ptr<Node>> LookUp(const std::string& name);

    /**
     * @return true if the plan names hosts, so that other names are unknown
     */
    bool NamesHosts() const;

    /**
     * @return hosts, in the order in which the plan names them; then those of SCAN listeners
     */
    const std::vector<Host>& GetHosts() const;

    /**
     * @param plan what to simulate
     * @return whether listeners know instances of other hosts, or names stand for hosts in turn, so
     * that all server hosts need one process, and all clients
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
     * @param out where counters of listeners and instances go, the ones that are not 0
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

  private:
    /**
     * @param name name of a host
     * @param site its site
     * @param delay how much farther away it is
     * @return the host, new or known
     */
    Host& AddHost(const std::string& name, const std::string& site, Time delay);

    /**
     * Make the handlers of the instances.
     *
     * @param plan what to simulate
     */
    void MakeHandlers(const ExperimentPlan& plan);

    /**
     * Make node, CPU, memory and TCP of a host.
     *
     * @param plan what to simulate
     * @param number number of the host
     */
    void Equip(const ExperimentPlan& plan, std::size_t number);

    /**
     * @param plan what to simulate
     * @return a listener with the attributes of all
     */
    Ptr<Net8Listener> MakeListener(const ExperimentPlan& plan) const;

    /**
     * Install the listener of a host.
     *
     * @param plan what to simulate
     * @param host the host
     */
    void Listen(const ExperimentPlan& plan, Host& host);

    /**
     * Install the SQL Server of a host, in place of its listener.
     *
     * @param plan plan of the experiment
     * @param host the host
     */
    void ListenWithTds(const ExperimentPlan& plan, Host& host);

    /**
     * @param host a host
     * @param out where counters of its listener, or of its SQL Server, go
     */
    static void AddHostCounters(const Host& host, std::map<std::string, uint64_t>& out);

    /**
     * Let instances register with listeners of other hosts, and these know where to redirect.
     */
    void Introduce();

    Ptr<Net8Topology> m_network;                ///< Network.
    std::vector<Host> m_hosts;                  ///< Hosts.
    std::vector<Ptr<Net8Instance>> m_instances; ///< Instances.
    bool m_named{false};                        ///< The plan names hosts.
    std::string m_scanName;                     ///< Name of the SCAN listeners, in small letters.
    uint32_t m_scanTurn{0};                     ///< How often that name was looked up.
};

} // namespace ns3::net8

#endif /* NET8_CLUSTER_H */
