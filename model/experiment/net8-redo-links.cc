// SPDX-License-Identifier: GPL-2.0-only
#include "net8-redo-links.h"

#include "net8-cluster.h"
#include "net8-experiment-plan.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-redo-standby.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

/**
 * Place a standby.
 *
 * @param plan the plan
 * @param transport what ships to it
 * @param network the network
 * @param primary host of the primary
 * @return socket address of its listener
 */
Address
PlaceStandby(const ExperimentPlan& plan,
             const Net8RedoTransport& transport,
             const Ptr<Net8Topology>& network,
             const Ptr<Node>& primary)
{
    const auto node = network->PlaceHost(transport.GetSite());
    const auto tcp = CreateObject<Net8TcpProfile>();
    SetAttributes(tcp, plan.GetSection("server.tcp"));
    if (const auto buffer = transport.GetStandby().receiveBuffer; buffer > 0)
    {
        tcp->SetAttribute("ReceiveBuffer", UintegerValue(buffer));
    }
    tcp->Install(node, network->GetMtu(), network->IsIpv6());
    const auto address = network->GetAddressFor(primary, node, Net8RedoStandby::PORT);
    const auto standby = CreateObject<Net8RedoStandby>();
    standby->SetUp(transport.GetStandby(), IsIpv6(address));
    node->AddApplication(standby);
    Net8Partition::StartHereOnly(standby);
    return address;
}

} // namespace

void
Net8RedoLinks::Build(const ExperimentPlan& plan,
                     const Net8Cluster& cluster,
                     const Ptr<Net8Topology>& network)
{
    const auto& settings = plan.GetSection("server.redo");
    for (const auto& attributes : plan.GetList("redo"))
    {
        const auto transport = CreateObject<Net8RedoTransport>();
        SetAttributes(transport, attributes);
        const auto& name = transport->GetInstanceName();
        const auto instance =
            name.empty() ? cluster.GetInstances().front() : cluster.FindInstance(name);
        const auto& hosts = cluster.GetHosts();
        const auto host = std::ranges::find_if(hosts, [&](const Net8Cluster::Host& each) {
            return std::ranges::find(each.served, instance) != each.served.end();
        });
        if (!instance || host == hosts.end())
        {
            throw std::invalid_argument("There is no instance " + name + " that ships redo.");
        }
        auto& log = m_logs[instance->GetName()];
        if (!log)
        {
            log = CreateObject<Net8LogWriter>();
            SetAttributes(log, settings);
            instance->SetLog(log);
        }
        log->AddDestination(transport);
        transport->SetUp(PlaceStandby(plan, *transport, network, host->node),
                         [log] { log->Start(); });
        host->node->AddApplication(transport);
        Net8Partition::StartHereOnly(transport);
        m_transports.push_back(transport);
    }
}

void
Net8RedoLinks::AssignStreams(int64_t stream)
{
    for (const auto& [name, log] : m_logs)
    {
        log->AssignStreams(StreamOf(StreamOf(stream, "log"), name));
    }
    for (std::size_t i = 0; i < m_transports.size(); ++i)
    {
        const auto& site = m_transports[i]->GetSite();
        m_transports[i]->AssignStreams(StreamOf(StreamOf(stream, site), i));
    }
}

void
Net8RedoLinks::AddCounters(std::map<std::string, uint64_t>& out) const
{
    for (const auto& [name, log] : m_logs)
    {
        const auto& counters = log->GetCounters();
        out["redo_commits"] += counters.commits;
        out["redo_writes"] += counters.writes;
        out["redo_written_bytes"] += counters.bytes;
        out["redo_commit_wait_ns"] += counters.waits.GetNanoSeconds();
    }
    for (std::size_t i = 0; i < m_transports.size(); ++i)
    {
        const auto& counters = m_transports[i]->GetCounters();
        const auto prefix = "redo_" + std::to_string(i + 1) + "_";
        out[prefix + "messages"] += counters.messages;
        out[prefix + "bytes"] += counters.bytes;
        out[prefix + "gap_bytes"] += counters.gap;
        out[prefix + "lag_bytes"] += counters.lag;
        out[prefix + "longest_lag_bytes"] += counters.longestLag;
        out[prefix + "failures"] += counters.failures;
    }
}

} // namespace ns3::net8
