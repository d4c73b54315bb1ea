// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EXPERIMENT_PLAN_H
#define NET8_EXPERIMENT_PLAN_H

#include "net8-attributes.h"

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
    AttributeMap path;                   ///< Of Net8Path.
    AttributeMap clientTcp;              ///< Of Net8TcpProfile, on the client hosts.
    AttributeMap serverTcp;              ///< Of Net8TcpProfile, on the server host.
    AttributeMap client;                 ///< Of Net8Client and Net8Arrivals, for all groups.
    std::vector<ClientGroup> groups;     ///< Clients; none: one group.
    AttributeMap hostCpu;                ///< Of Net8HostCpu, on the server host.
    AttributeMap hostMemory;             ///< Of Net8HostMemory, on the server host.
    AttributeMap listener;               ///< Of Net8Listener.
    AttributeMap server;                 ///< Of Net8Instance, for all instances.
    std::vector<InstancePlan> instances; ///< Instances; none: one, on the server.
    /// Of parts of its handlers, by name of their TypeId.
    std::map<std::string, AttributeMap> handlers;
    AttributeMap query; ///< Of Net8ResultSet.
    /// Of what a plan lists by attributes alone, a map for each table, by name of the list: of
    /// Net8CrossTraffic (cross_traffic), of Net8EndPoint beside the listener's own (end_point), of
    /// Net8Fault (fault).
    std::map<std::string, std::vector<AttributeMap>> lists;
    std::vector<uint32_t> rowLengths; ///< Row lengths, bytes; empty: as the query says.
    std::map<std::string, std::vector<std::string>>
        hosts; ///< What answers at a host name, in small letters: "server" or "nowhere", once for
               ///< each address; no entry: the name is unknown. Without any, all are the server.
    Time stopTime{Hours(24)};           ///< When the simulation ends at the latest.
    Time sampleInterval;                ///< Between two looks at the server hosts; 0: none.
    uint32_t seed{1};                   ///< Seed of the random streams.
    uint64_t run{1};                    ///< Run number, selects a substream of each.
    std::string pcapPrefix;             ///< Start of the names of capture files; empty: none.
    std::vector<std::string> partition; ///< Site that each MPI rank simulates; empty: one process.
    std::string mpi{"distributed"};     ///< Engine of a partition, see Net8Partition.

    /**
     * @param name a section of a plan that is one object, such as client.tcp
     * @return its attributes; null: there is no such section
     */
    AttributeMap* FindSection(const std::string& name);

    /**
     * @param name a list of a plan, such as fault
     * @return attributes of each of its tables
     */
    const std::vector<AttributeMap>& GetList(const std::string& name) const;
};

} // namespace ns3::net8

#endif /* NET8_EXPERIMENT_PLAN_H */
