// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cluster.h"

#include "net8-experiment-plan.h"

#include "ns3/net8-add-count.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-lan-host.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/net8-tds-policy.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Name of the host in a plan without instances.
const std::string SERVER = "server";

/// Sections that are parts of handlers, and the names of their TypeIds.
const std::array<std::pair<std::string, std::string>, 5> HANDLERS{
    {{"server.dispatcher", "ns3::net8::Net8Dispatcher"},
     {"server.broker", "ns3::net8::Net8PooledHandler"},
     {"server.prespawn", "ns3::net8::Net8PrespawnPool"},
     {"server.pool", "ns3::net8::Net8ServerPool"},
     {"server.shared", "ns3::net8::Net8SharedServers"}}};

/**
 * @param name a name
 * @return the name in lower case
 */
std::string
ToSmall(std::string name)
{
    std::ranges::transform(name, name.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return name;
}

} // namespace

Net8Cluster::Net8Cluster(const ExperimentPlan& plan)
    : m_named(!plan.instances.empty())
{
    const auto instances = m_named ? plan.instances : std::vector<InstancePlan>{{.host = SERVER}};
    for (const auto& each : instances)
    {
        auto instance = CreateObject<Net8Instance>();
        SetAttributes(instance->GetParts(), plan.GetSection("server"));
        SetAttributes(instance->GetParts(), each.attributes);
        if (!each.name.empty())
        {
            instance->GetRegistrar()->SetAttribute("InstanceName", StringValue(each.name));
        }
        if (FindInstance(instance->GetName()))
        {
            throw std::invalid_argument("There are two instances '" + instance->GetName() +
                                        "'; give each a name of its own.");
        }
        ReleaseProfile release;
        if (const auto error = instance->GetRelease()->Read(release); error.IsError())
        {
            throw std::invalid_argument(error.GetSentence());
        }
        AddHost(each.host, instance->GetSite(), each.delay).served.push_back(instance);
        m_instances.push_back(instance);
    }
}

Net8Cluster::Host&
Net8Cluster::AddHost(const std::string& name, const std::string& site, Time delay)
{
    const auto found = std::ranges::find_if(m_hosts, [&name](const Host& host) {
        return EqualNoCase(host.name, name);
    });
    if (found == m_hosts.end())
    {
        m_hosts.push_back({.name = name, .site = site, .delay = delay});
        return m_hosts.back();
    }
    if (found->delay != delay)
    {
        throw std::invalid_argument("Two instances put host '" + name +
                                    "' at different delays; give it one.");
    }
    if (found->site != site)
    {
        throw std::invalid_argument("Two instances put host '" + name +
                                    "' at different sites; give it one.");
    }
    return *found;
}

void
Net8Cluster::MakeHandlers(const ExperimentPlan& plan)
{
    for (const auto& [section, type] : HANDLERS)
    {
        const auto& attributes = plan.GetSection(section);
        ObjectFactory factory(type);
        // Checks the texts, which the factory would accept without an error.
        SetAttributes(factory.Create<Object>(), attributes);
        for (const auto& [name, value] : attributes)
        {
            factory.Set(name, StringValue(value));
        }
        for (const auto& instance : m_instances)
        {
            instance->SetFactory(factory);
        }
    }
    for (const auto& instance : m_instances)
    {
        if (const auto problem = instance->MakeHandlers(); !problem.empty())
        {
            throw std::invalid_argument(problem);
        }
    }
}

bool
Net8Cluster::SharesKnowledge(const ExperimentPlan& plan) const
{
    auto listener = CreateObject<Net8Listener>();
    SetAttributes(listener->GetParts(), plan.GetSection("listener"));
    return listener->GetScan() > 0 || std::ranges::any_of(m_instances, [](const auto& instance) {
               return instance->GetRegistrar()->RegistersEverywhere();
           });
}

void
Net8Cluster::Build(const ExperimentPlan& plan, Ptr<Net8Topology> network)
{
    MakeHandlers(plan);
    m_network = network;
    auto listener = MakeListener(plan);
    m_scanName = ToSmall(listener->GetScanName());
    for (uint32_t i = 0; i < listener->GetScan(); ++i)
    {
        m_hosts.push_back(
            {.name = m_scanName + "-" + std::to_string(i + 1), .site = m_hosts.front().site});
    }
    for (std::size_t i = 0; i < m_hosts.size(); ++i)
    {
        Equip(plan, i);
        m_hosts[i].listener = i == 0 ? listener : MakeListener(plan);
        Listen(plan, m_hosts[i]);
    }
    Introduce();
}

void
Net8Cluster::Equip(const ExperimentPlan& plan, std::size_t number)
{
    auto& host = m_hosts[number];
    host.node = m_network->PlaceServer(host.site, host.delay);
    auto tcp = CreateObject<Net8TcpProfile>();
    SetAttributes(tcp, plan.GetSection("server.tcp"));
    tcp->Install(host.node, m_network->GetMtu(), m_network->IsIpv6());
    if (host.served.empty())
    {
        return;
    }
    auto cpu = CreateObject<Net8HostCpu>();
    SetAttributes(cpu, plan.GetSection("host.cpu"));
    host.node->AggregateObject(cpu);
    auto memory = CreateObject<Net8HostMemory>();
    SetAttributes(memory, plan.GetSection("host.memory"));
    host.node->AggregateObject(memory);
}

Ptr<Net8Listener>
Net8Cluster::MakeListener(const ExperimentPlan& plan) const
{
    auto listener = CreateObject<Net8Listener>();
    SetAttributes(listener->GetParts(), plan.GetSection("listener"));
    listener->SetAttribute("Protocol", TypeIdValue(m_network->GetSocketFactory()));
    return listener;
}

void
Net8Cluster::Listen(const ExperimentPlan& plan, Host& host)
{
    host.listener->AddOwnEndPoint();
    for (const auto& attributes : plan.GetList("end_point"))
    {
        auto endPoint = CreateObject<Net8EndPoint>();
        const auto pages = CreateObject<Net8Pages>();
        SetAttributes(std::vector<Ptr<Object>>{endPoint, pages}, attributes);
        endPoint->SetPages(pages);
        host.listener->AddEndPoint(endPoint);
        if (&host == &m_hosts.front())
        {
            m_pages.push_back({.pages = pages, .port = endPoint->GetPort()});
        }
    }
    if (const auto error = host.listener->Configure(); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    for (const auto& instance : host.served)
    {
        host.listener->AddInstance(instance);
    }
    if (plan.UsesTds())
    {
        ListenWithTds(plan, host);
        return;
    }
    host.node->AddApplication(host.listener);
    Net8Partition::StartHereOnly(host.listener);
}

void
Net8Cluster::ListenWithTds(const ExperimentPlan& plan, Host& host)
{
    host.listener->SetNode(host.node);
    host.tds = CreateObject<Net8TdsServer>();
    host.tds->SetAttribute("Protocol", TypeIdValue(m_network->GetSocketFactory()));
    const auto port = host.listener->GetPort();
    host.tds->SetAttribute("Local", AddressValue(AnyAddress(m_network->IsIpv6(), port)));
    const auto policy = CreateObject<Net8TdsPolicy>();
    SetAttributes(policy, plan.GetSection("tds"));
    host.tds->SetPipe(policy->GetPipe(!host.node->GetObject<Net8LanHost>(), port));
    for (const auto& instance : host.served)
    {
        ServerSettings work;
        instance->GetWork()->ApplyTo(work);
        host.tds->SetWork(work);
    }
    host.node->AddApplication(host.tds);
    Net8Partition::StartHereOnly(host.tds);
}

void
Net8Cluster::RequestPages()
{
    for (auto& [pages, port, client] : m_pages)
    {
        if (pages->GetRequests() == 0)
        {
            continue;
        }
        const auto from = m_network->GetClient(0);
        client = CreateObject<Net8PageClient>();
        client->SetRemote(pages,
                          m_network->GetAddressFor(from, m_hosts.front().node, port),
                          m_network->GetSocketFactory());
        from->AddApplication(client);
        Net8Partition::StartHereOnly(client);
    }
}

void
Net8Cluster::AddPageCounters(std::map<std::string, uint64_t>& out) const
{
    for (std::size_t i = 0; i < m_pages.size(); ++i)
    {
        if (const auto& client = m_pages[i].client)
        {
            const auto counts = client->GetCounts();
            const auto name = "end_point_" + std::to_string(i + 1) + "_page";
            out[name + "s"] = counts.pages;
            out[name + "s_failed"] = counts.failed;
            out[name + "s_open"] = counts.open;
            out[name + "_time_max_ns"] = static_cast<uint64_t>(counts.longest.GetNanoSeconds());
            out[name + "_time_sum_ns"] = static_cast<uint64_t>(counts.sum.GetNanoSeconds());
        }
    }
}

void
Net8Cluster::Introduce()
{
    for (const auto& home : m_hosts)
    {
        std::ostringstream address;
        address << "(ADDRESS=(PROTOCOL=tcp)(HOST=" << home.name
                << ")(PORT=" << home.listener->GetPort() << "))";
        for (const auto& instance : home.served)
        {
            instance->SetRedirectAddress(address.str());
            for (auto& host : m_hosts)
            {
                const bool known =
                    host.served.empty() || instance->GetRegistrar()->RegistersEverywhere();
                if (known && host.node != home.node && !instance->GetRegistrar()->IsStatic())
                {
                    host.listener->AddRemoteInstance(instance);
                }
            }
        }
    }
}

void
Net8Cluster::SetStatements(Ptr<Net8ResultSet> resultSet,
                           const std::vector<Ptr<Net8Statement>>& statements)
{
    for (const auto& instance : m_instances)
    {
        instance->SetResultSet(resultSet);
        instance->SetStatements(statements);
    }
    for (const auto& host : m_hosts)
    {
        if (host.tds)
        {
            std::string error;
            host.tds->SetResult(std::make_shared<Net8TdsResult>(resultSet, error));
            if (!error.empty())
            {
                throw std::invalid_argument("The query does not go with TDS: " + error + ".");
            }
        }
    }
}

void
Net8Cluster::SetCallers(const std::function<int64_t(const Address& from)>& find)
{
    for (const auto& instance : m_instances)
    {
        instance->SetCallers(find);
    }
}

void
Net8Cluster::Vary(const Net8Variation& variation, int64_t stream) const
{
    for (const auto& host : m_hosts)
    {
        variation.ApplyTo(host.node, StreamOf(StreamOf(stream, host.name), "tcp"));
    }
}

int64_t
Net8Cluster::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const auto& host : m_hosts)
    {
        const auto own = StreamOf(stream, host.name);
        used += host.listener->AssignStreams(StreamOf(own, "listener"));
        used += host.node->GetObject<Net8TcpSocketFactory>()->AssignStreams(StreamOf(own, "tcp"));
    }
    return used;
}

ReleaseProfile
Net8Cluster::GetRelease() const
{
    ReleaseProfile release;
    m_instances.front()->GetRelease()->Read(release);
    return release;
}

std::vector<Ptr<Node>>
Net8Cluster::LookUp(const std::string& name)
{
    if (const auto* host = FindHost(name))
    {
        return {host->node};
    }
    std::vector<Ptr<Node>> found;
    for (const auto& host : m_hosts)
    {
        if (name == m_scanName && host.served.empty())
        {
            found.push_back(host.node);
        }
    }
    if (!found.empty())
    {
        const auto first = static_cast<std::ptrdiff_t>(m_scanTurn++ % found.size());
        std::rotate(found.begin(), found.begin() + first, found.end());
    }
    return found;
}

bool
Net8Cluster::NamesHosts() const
{
    return m_named;
}

const std::vector<Net8Cluster::Host>&
Net8Cluster::GetHosts() const
{
    return m_hosts;
}

const std::vector<Ptr<Net8Instance>>&
Net8Cluster::GetInstances() const
{
    return m_instances;
}

const Net8Cluster::Host*
Net8Cluster::FindHost(const std::string& name) const
{
    const auto found = std::ranges::find_if(m_hosts, [&name](const Host& host) {
        return EqualNoCase(host.name, name);
    });
    return found == m_hosts.end() ? nullptr : &*found;
}

Ptr<Net8Instance>
Net8Cluster::FindInstance(const std::string& name) const
{
    const auto found =
        std::ranges::find_if(m_instances, [&name](const Ptr<Net8Instance>& instance) {
            return EqualNoCase(instance->GetName(), name);
        });
    return found == m_instances.end() ? nullptr : *found;
}

void
Net8Cluster::AddHostCounters(const Host& host, std::map<std::string, uint64_t>& out)
{
    const auto counters = host.tds ? host.tds->GetCounters() : host.listener->GetCounters();
    for (std::size_t i = 0; i < SessionCounters::SIZE; ++i)
    {
        const auto error = static_cast<SessionError>(i);
        AddCount("server_" + SessionCounters::Name(error), counters.Get(error), out);
    }
    AddCount("backlog_overflows", host.listener->GetOverflows(), out);
    AddCount("rate_limited", host.listener->GetRateLimited(), out);
    AddCount("redirected", host.listener->GetRedirects(), out);
    if (const auto lan = host.node->GetObject<Net8LanHost>())
    {
        const auto sent = lan->GetCounts();
        AddCount("server_transport_data", sent.data, out);
        AddCount("server_transport_repeated", sent.repeated, out);
        AddCount("server_transport_acks", sent.acks, out);
        AddCount("server_transport_strays", lan->GetStrays(), out);
    }
    for (const auto& [code, count] : host.listener->GetRefusals())
    {
        AddCount("refused_ora_" + std::to_string(code), count, out);
    }
}

void
Net8Cluster::AddCounters(std::map<std::string, uint64_t>& out) const
{
    for (const auto& host : m_hosts)
    {
        AddHostCounters(host, out);
    }
    for (const auto& instance : m_instances)
    {
        if (m_named)
        {
            AddCount("sessions_of_" + instance->GetName(), instance->GetStarted(), out);
        }
        AddCount("ns_probes", instance->GetProbes(), out);
        for (const auto& [code, count] : instance->GetRejections())
        {
            AddCount("rejected_ora_" + std::to_string(code), count, out);
        }
        for (const auto& [name, count] : instance->GetHandlers().GetCounters())
        {
            AddCount(name, count, out);
        }
    }
    AddPageCounters(out);
    AddCount("frames_cut_off", m_network->GetCutFrames(), out);
}

} // namespace ns3::net8
