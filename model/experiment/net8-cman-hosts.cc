// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cman-hosts.h"

#include "net8-experiment-plan.h"

#include "ns3/net8-host-cpu.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/node.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

void
Net8CmanHosts::Build(const ExperimentPlan& plan, const Ptr<Net8Topology>& network)
{
    for (const auto& attributes : plan.GetList("cman"))
    {
        Host host{.manager = CreateObject<Net8ConnectionManager>()};
        SetAttributes(host.manager, attributes);
        host.node = network->PlaceHost(host.manager->GetSite());
        const auto tcp = CreateObject<Net8TcpProfile>();
        SetAttributes(tcp, plan.GetSection("server.tcp"));
        tcp->Install(host.node, network->GetMtu(), network->IsIpv6());
        const auto cpu = CreateObject<Net8HostCpu>();
        cpu->SetAttribute("Cores", UintegerValue(host.manager->GetCores()));
        host.node->AggregateObject(cpu);
        m_hosts.push_back(host);
    }
}

void
Net8CmanHosts::Install(const Surroundings& around)
{
    for (const auto& [manager, node] : m_hosts)
    {
        const auto error = manager->SetUp(around.hosts, around.resolve, around.leaves);
        if (error.IsError())
        {
            throw std::invalid_argument("The rule_list of the Connection Manager '" +
                                        manager->GetName() + "': " + error.GetSentence());
        }
        node->AddApplication(manager);
        Net8Partition::StartHereOnly(manager);
    }
}

Ptr<Node>
Net8CmanHosts::Find(const std::string& name) const
{
    const auto found = std::ranges::find_if(m_hosts, [&name](const Host& host) {
        return EqualNoCase(host.manager->GetName(), name);
    });
    return found == m_hosts.end() ? nullptr : found->node;
}

bool
Net8CmanHosts::IsEmpty() const
{
    return m_hosts.empty();
}

void
Net8CmanHosts::AssignStreams(int64_t stream)
{
    for (const auto& [manager, node] : m_hosts)
    {
        const auto own = StreamOf(stream, manager->GetName());
        manager->AssignStreams(StreamOf(own, "manager"));
        node->GetObject<Net8TcpSocketFactory>()->AssignStreams(StreamOf(own, "tcp"));
    }
}

void
Net8CmanHosts::AddCounters(std::map<std::string, uint64_t>& out) const
{
    for (const auto& [manager, node] : m_hosts)
    {
        const auto counters = manager->GetCounters();
        const auto prefix = "cman_" + manager->GetName() + "_";
        out[prefix + "accepted"] = counters.accepted;
        out[prefix + "relayed"] = counters.relayed;
        out[prefix + "no_request"] = counters.noRequest;
        out[prefix + "no_hop"] = counters.noHop;
        out[prefix + "rejected"] = counters.rejected;
        out[prefix + "dropped"] = counters.dropped;
        out[prefix + "full"] = counters.full;
        out[prefix + "unreachable"] = counters.unreachable;
        out[prefix + "hop_refused"] = counters.hopRefused;
        out[prefix + "idle_timeouts"] = counters.idle;
        out[prefix + "session_timeouts"] = counters.expired;
        out[prefix + "bytes_to_server"] = counters.toServer;
        out[prefix + "bytes_to_client"] = counters.toClient;
        out[prefix + "most_sessions"] = counters.mostSessions;
        out[prefix + "gateways"] = counters.gateways;
        out[prefix + "longest_held_bytes"] = counters.longest;
        out[prefix + "transports"] = counters.transports;
        out[prefix + "multiplexed"] = counters.multiplexed;
    }
}

} // namespace ns3::net8
