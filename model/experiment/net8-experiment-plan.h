// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EXPERIMENT_PLAN_H
#define NET8_EXPERIMENT_PLAN_H

#include "ns3/net8-attributes.h"
#include "ns3/net8-plan-tables.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A group of clients with the same settings.
 */
struct ClientGroup
{
    std::string name{"clients"}; ///< Name in results.
    AttributeMap attributes{}; ///< Attributes of Net8Client and Net8Arrivals, in addition to those
                               ///< for all groups.
    std::vector<Time> arrivals{}; ///< Times after Start, if given by a file.
};

/**
 * @ingroup net8
 * One of several instances.
 */
struct InstancePlan
{
    std::string name{}; ///< Its SID; empty: as set by the attributes.
    std::string host{}; ///< Name of the host that it runs on.
    Time delay{};       ///< One-way delay of that host in addition to the server's.
    AttributeMap
        attributes{}; ///< Attributes of Net8Instance, in addition to those for all instances.
};

/**
 * @ingroup net8
 * The complete description of one simulation: a plan, resolved to attributes.
 */
struct ExperimentPlan
{
    /// Attributes of what exists once in a plan, by name of the section: Net8Path (path),
    /// Net8Client and Net8Arrivals for all groups (client), Net8TcpProfile (client.tcp,
    /// server.tcp), Net8Listener (listener), Net8Instance for all instances (server) and parts of
    /// its handlers (server.pool ...), the server host (host.cpu, host.memory), Net8ResultSet
    /// (query), Net8RunSettings (run). A plan with the section tds, of Net8TdsPolicy, is one of SQL
    /// Server: clients and server use TDS, on the port of the listener.
    PlanTables<AttributeMap> sections;
    std::vector<ClientGroup> groups;     ///< Clients; empty: one group.
    std::vector<InstancePlan> instances; ///< Instances; empty: one, on the server.
    /// Attributes of what a plan lists, one map per table, by name of the list: Net8CrossTraffic
    /// (cross_traffic), Net8EndPoint in addition to the listener's own (end_point), Net8Fault
    /// (fault), changes of links (link_change), and a network of sites (site, router, link,
    /// route; see Net8NetworkPlan).
    PlanTables<std::vector<AttributeMap>> lists;
    std::vector<uint32_t> rowLengths; ///< Row lengths, bytes; empty: as set by the query.
    std::map<std::string, std::vector<std::string>>
        hosts; ///< What answers at a host name in lower case: "server" or "nowhere", once per
               ///< address; without an entry the name is unknown. If the map is empty, every name
               ///< is the server.
    std::string networkLibrary; ///< Shared library of the network; empty: use the lists.
    std::map<std::string, std::string> networkSettings; ///< Settings for that library.
    uint32_t seed{1};                                   ///< Seed of the random streams.
    uint64_t run{1};        ///< Run number; selects a substream of each stream.
    std::string pcapPrefix; ///< Prefix of capture file names; empty: none.
    /// What each of several runs has that are one until the first of it; see Net8Branches.
    std::vector<std::map<std::string, std::vector<AttributeMap>>> branches;
    std::function<uint32_t()> choose; ///< Decides which of them goes on in this process.
    bool serverSteps{false};          ///< Keep each wait and call of servers, for traces.
    /// Skip what repeats, see Net8FastForward: nothing in the plan stands against it.
    bool fastForward{false};

    /**
     * @param name a section of a plan, such as client.tcp
     * @return its attributes; empty: all have the defaults of their classes
     */
    const AttributeMap& GetSection(const std::string& name) const;

    /**
     * @return whether clients and server use TDS, i.e. there is a section tds, even an empty one
     */
    bool UsesTds() const;

    /**
     * @param name a list of a plan, such as fault
     * @return attributes of each of its tables
     */
    const std::vector<AttributeMap>& GetList(const std::string& name) const;

    /**
     * Check that everything was read. Must be called when all parts of an experiment have read the
     * plan.
     *
     * @throw std::invalid_argument with one sentence if no part asked for a section or a list, for
     * example because its name is misspelt
     */
    void CheckAllRead() const;
};

} // namespace ns3::net8

#endif /* NET8_EXPERIMENT_PLAN_H */
