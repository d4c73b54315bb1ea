// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_GROUPS_H
#define NET8_CLIENT_GROUPS_H

#include "net8-experiment-plan.h"
#include "net8-fault.h"
#include "net8-variation.h"
#include "net8-workload.h"

#include "ns3/net8-arrivals.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-client.h"
#include "ns3/net8-driver.h"
#include "ns3/net8-node-list.h"
#include "ns3/net8-release.h"
#include "ns3/net8-result-set.h"
#include "ns3/net8-topology.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8HostNames;
class Net8Recorder;

/**
 * @ingroup net8
 * All clients of an experiment, by group: their drivers, hosts, sessions and start times.
 *
 * Hosts are numbered group after group, and so are sessions. Of the n hosts of a group, each has
 * every n-th client.
 */
class Net8ClientGroups
{
  public:
    /// What clients need of their surroundings.
    struct Surroundings
    {
        Ptr<Net8Topology> network;      ///< The network, built.
        uint16_t port{0};               ///< Port of the server's listener.
        Net8HostNames& names;           ///< Looks up hosts.
        const AttributeMap& serverTcp;  ///< Attributes of Net8TcpProfile of servers.
        Ptr<Net8ResultSet> resultSet;   ///< Rows of the statement.
        const Net8Workload& workload;   ///< Statements and transactions.
        Net8Recorder& recorder;         ///< Records what they do.
        const Net8Variation& variation; ///< What differs between real runs.
        bool urgentData{false};         ///< The network says what becomes of urgent data.
        std::function<void()> onHost;   ///< Called after each host.
    };

    /**
     * Read drivers and arrivals.
     *
     * @param plan the plan
     * @param server release of the server, on which drivers depend
     * @throw std::invalid_argument with one sentence for an unknown attribute or an invalid value
     */
    Net8ClientGroups(const ExperimentPlan& plan, const ReleaseProfile& server);

    /**
     * @return site of each client host
     */
    std::vector<std::string> GetSites() const;

    /**
     * @return driver of the first group
     */
    const DriverProfile& GetFirstDriver() const;

    /**
     * @param number number of a group
     * @return settings of its clients' dialogue: only those of driver and work
     */
    ClientSettings MakeSettings(uint32_t number) const;

    /**
     * Number all sessions.
     *
     * @param recorder makes room for them
     * @throw std::invalid_argument with one sentence if there are too many
     */
    void NumberSessions(Net8Recorder& recorder);

    /**
     * @param resultSet rows of the statement
     * @param workload what clients run instead of the statement
     * @return rows that all clients together will receive if nothing fails
     */
    double CountRows(const Net8ResultSet& resultSet, const Net8Workload& workload) const;

    /**
     * @param resultSet rows of the statement
     * @return packets that the clients of each site are expected to send and receive, by site
     */
    std::map<std::string, uint64_t> CountPackets(const Net8ResultSet& resultSet) const;

    /**
     * @param network the network, built
     * @param recorder knows which sessions an experiment waits for
     * @return number of these sessions on each rank of a partition
     */
    std::map<uint32_t, uint64_t> CountByRank(const Net8Topology& network,
                                             const Net8Recorder& recorder) const;

    /**
     * Install TCP on the client hosts.
     *
     * @param attributes attributes of Net8TcpProfile
     * @param network the network, built
     * @param onHost called after each host
     */
    void InstallTcp(const AttributeMap& attributes,
                    const Ptr<Net8Topology>& network,
                    const std::function<void()>& onHost) const;

    /**
     * Install the client applications on their hosts.
     *
     * @param around what they need of their surroundings
     */
    void Install(const Surroundings& around);

    /**
     * @return the client applications, by host
     */
    const std::vector<Ptr<Net8Client>>& GetClients() const;

    /**
     * @param network the network
     * @return the client hosts, with the names that a fault may use
     */
    std::vector<ClientHost> GetHosts(const Net8Topology& network) const;

    /**
     * @return number of clients of all groups, which open a session each at a time
     */
    uint64_t CountClients() const;

    /**
     * Vary the client hosts. Must be called after AssignStreams.
     *
     * @param variation what differs between real runs
     * @param stream number that AssignStreams got
     */
    void Vary(const Net8Variation& variation, int64_t stream) const;

    /**
     * @param network the network
     * @return finds the number of the client host with an address, which depends on its group and
     * its place there alone; 0: no client host
     */
    std::function<int64_t(const Address& from)> MakeCallers(const Net8Topology& network) const;

    /**
     * @param network the network, with the client hosts
     * @return IP addresses of the hosts of each group, and of each host, by name in lower case
     */
    Net8NodeList::Hosts GetAddresses(const Net8Topology& network) const;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /// One group of clients.
    struct Group
    {
        std::string name{};                                  ///< Name in results.
        std::shared_ptr<const Net8AttributeSetter> setter{}; ///< Sets attributes of its clients.
        AttributeMap cpu{};                                  ///< Attributes of Net8ClientCpu.
        Ptr<Net8Arrivals> arrivals{}; ///< Number and start times of its clients.
        DriverProfile driver{};       ///< Their driver.
        Ptr<Net8Client> first{};      ///< Client on the first host, whose attributes all share.
        uint32_t firstHost{0};        ///< Number of its first host.
        uint32_t firstSession{0};     ///< Number of its first session.
    };

    /**
     * Read the settings of TDS, if the plan uses it.
     *
     * @param plan the plan
     */
    void ReadTds(const ExperimentPlan& plan);

    /**
     * @param group a group
     * @return sessions of all its clients
     */
    static uint64_t CountSessions(const Group& group);

    /**
     * @param number number of a group
     * @param host number of one of its hosts, from 0
     * @param around what clients need of their surroundings
     * @return the client application of this host, still without clients
     */
    Ptr<Net8Client> MakeClient(uint32_t number, uint32_t host, const Surroundings& around) const;

    /**
     * @param number number of a group
     * @param around what clients need of their surroundings
     */
    void InstallGroup(uint32_t number, const Surroundings& around);

    Ptr<Net8TdsPolicy> m_tds;               ///< Settings of TDS; null: Oracle Net.
    bool m_tdsNoDelay{false};               ///< The TDS driver disables Nagle's algorithm.
    std::vector<Group> m_groups;            ///< Groups of clients.
    std::vector<Ptr<Net8Client>> m_clients; ///< Client applications, by host.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_GROUPS_H */
