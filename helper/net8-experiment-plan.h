// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EXPERIMENT_PLAN_H
#define NET8_EXPERIMENT_PLAN_H

#include "net8-attributes.h"
#include "net8-plan-tables.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Clients that are alike.
 */
struct ClientGroup
{
    std::string name{"clients"};  ///< Name in results.
    AttributeMap attributes{};    ///< Of Net8Client and Net8Arrivals, beside those for all groups.
    std::vector<Time> arrivals{}; ///< Times after Start, where a file gives them.
};

/**
 * @ingroup net8
 * An instance that is not the only one.
 */
struct InstancePlan
{
    std::string name{};        ///< Its SID; empty: as the attributes say.
    std::string host{};        ///< Name of the host that it runs on.
    Time delay{};              ///< How much farther than the server's that host is, one way.
    AttributeMap attributes{}; ///< Of Net8Instance, beside those for all instances.
};

/**
 * @ingroup net8
 * Everything that describes one simulation: a plan, resolved to attributes.
 */
struct ExperimentPlan
{
    /// Of what a plan has once, by name of the section: of Net8Path (path), of Net8Client and
    /// Net8Arrivals for all groups (client), of Net8TcpProfile (client.tcp, server.tcp), of
    /// Net8Listener (listener), of Net8Instance for all instances (server) and of parts of its
    /// handlers (server.pool ...), of the server host (host.cpu, host.memory), of Net8ResultSet
    /// (query). A plan with the section tds, of Net8TdsPolicy, is one of SQL Server: clients and
    /// server speak TDS, on the port of the listener.
    PlanTables<AttributeMap> sections;
    std::vector<ClientGroup> groups;     ///< Clients; none: one group.
    std::vector<InstancePlan> instances; ///< Instances; none: one, on the server.
    /// Of what a plan lists by attributes alone, a map for each table, by name of the list: of
    /// Net8CrossTraffic (cross_traffic), of Net8EndPoint beside the listener's own (end_point), of
    /// Net8Fault (fault), and of a network of sites (site, router, link, route, link_change; see
    /// Net8NetworkPlan).
    PlanTables<std::vector<AttributeMap>> lists;
    std::vector<uint32_t> rowLengths; ///< Row lengths, bytes; empty: as the query says.
    std::map<std::string, std::vector<std::string>>
        hosts; ///< What answers at a host name, in small letters: "server" or "nowhere", once for
               ///< each address; no entry: the name is unknown. Without any, all are the server.
    Time stopTime{Hours(24)};   ///< When the simulation ends at the latest.
    Time sampleInterval;        ///< Between two looks at the server hosts; 0: none.
    std::string networkLibrary; ///< Shared library of the network; empty: as lists say.
    std::map<std::string, std::string> networkSettings; ///< What that library is told.
    bool linkSeries{false};                             ///< Whether links are looked at as well.
    uint32_t sessionSeries{0};          ///< Sessions of each group that are looked at as well.
    uint32_t seed{1};                   ///< Seed of the random streams.
    uint64_t run{1};                    ///< Run number, selects a substream of each.
    std::string pcapPrefix;             ///< Start of the names of capture files; empty: none.
    std::vector<std::string> partition; ///< What each MPI rank simulates; empty: one process.
    std::string mpi{"distributed"};     ///< Engine of a partition, see Net8Partition.
    bool stages{false};                 ///< Compute the network's hops, see Net8Path::UseStages.

    /**
     * @param name a section of a plan, such as client.tcp
     * @return its attributes; none: all are as their classes have them
     */
    const AttributeMap& GetSection(const std::string& name) const;

    /**
     * @return whether clients and server speak TDS: there is a section tds, even an empty one
     */
    bool UsesTds() const;

    /**
     * @param name a list of a plan, such as fault
     * @return attributes of each of its tables
     */
    const std::vector<AttributeMap>& GetList(const std::string& name) const;

    /**
     * Call it when all parts of an experiment have read the plan.
     *
     * @throw std::invalid_argument with one sentence when there is a section or a list that none of
     * them asked for, such as one whose name is misspelt
     */
    void CheckAllRead() const;
};

} // namespace ns3::net8

#endif /* NET8_EXPERIMENT_PLAN_H */
