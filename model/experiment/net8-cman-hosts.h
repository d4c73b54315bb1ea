// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CMAN_HOSTS_H
#define NET8_CMAN_HOSTS_H

#include "ns3/address.h"
#include "ns3/net8-connection-manager.h"
#include "ns3/net8-topology.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

struct ExperimentPlan;

/**
 * @ingroup net8
 * The Connection Managers of an experiment, each on a host of its own at its site.
 */
class Net8CmanHosts
{
  public:
    /// What they know.
    struct Surroundings
    {
        Net8NodeList::Hosts hosts;               ///< Addresses of client hosts and groups.
        Net8ConnectionManager::Resolver resolve; ///< Finds hosts that clients name.
        Net8ConnectionManager::Leaves leaves;    ///< Called for each session that goes on.
    };

    /**
     * Place what the plan lists; nothing without a list.
     *
     * @param plan the plan
     * @param network the network, built
     * @throw std::invalid_argument with one sentence for an unknown attribute or site
     */
    void Build(const ExperimentPlan& plan, const Ptr<Net8Topology>& network);

    /**
     * Install the managers.
     *
     * @param around what they know
     * @throw std::invalid_argument with one sentence for rules that cannot be read, or that match
     * nothing
     */
    void Install(const Surroundings& around);

    /**
     * @param name a host name in lower case
     * @return the host of the manager of that name; null: there is none
     */
    Ptr<Node> Find(const std::string& name) const;

    /**
     * @return whether there is none
     */
    bool IsEmpty() const;

    /**
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     */
    void AssignStreams(int64_t stream);

    /**
     * @param out the counters are added here
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

  private:
    /// A manager and its host.
    struct Host
    {
        Ptr<Net8ConnectionManager> manager{}; ///< The manager.
        Ptr<Node> node{};                     ///< Its host.
    };

    std::vector<Host> m_hosts; ///< Managers, as in the plan.
};

} // namespace ns3::net8

#endif /* NET8_CMAN_HOSTS_H */
