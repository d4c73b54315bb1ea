// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fan.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-registrar.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Fan);

TypeId
Net8Fan::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Fan")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Fan>()
            .AddAttribute("Port",
                          "TCP port of ONS on the database hosts, for remote clients.",
                          UintegerValue(6200), // srvctl config nodeapps: remote port
                          MakeUintegerAccessor(&Net8Fan::m_port),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("Misscount",
                          "Time without a heartbeat after which the cluster removes a host that is "
                          "down, and tells it.",
                          TimeValue(Seconds(30)), // crsctl get css misscount
                          MakeTimeAccessor(&Net8Fan::m_misscount),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CheckInterval",
                          "Time until the end of an instance is noticed and told.",
                          TimeValue(Seconds(1)), // CHECK_INTERVAL of ora.database.type
                          MakeTimeAccessor(&Net8Fan::m_checkInterval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

Net8Fan::Net8Fan() = default;
Net8Fan::~Net8Fan() = default;

void
Net8Fan::DoDispose()
{
    m_hosts.clear();
    m_members.clear();
    Object::DoDispose();
}

void
Net8Fan::Install(const std::vector<Ptr<Net8Client>>& clients,
                 const Net8Cluster& cluster,
                 const Net8Topology& network)
{
    if (std::ranges::none_of(clients, [](const auto& client) { return client->Subscribes(); }))
    {
        return;
    }
    for (const auto& host : cluster.GetHosts())
    {
        if (host.served.empty())
        {
            continue;
        }
        const auto server = CreateObject<Net8OnsServer>();
        server->SetUp(network.GetSocketFactory(), m_port);
        host.node->AddApplication(server);
        for (const auto& instance : host.served)
        {
            m_members.push_back({.host = m_hosts.size(), .instance = instance});
        }
        m_hosts.push_back({.name = host.name, .node = host.node, .server = server});
    }
    for (auto& member : m_members)
    {
        member.instance->GetRegistrar()->OnUpdate([this, &member] { HandleRegistration(member); });
    }
    for (const auto& client : clients)
    {
        if (!client->Subscribes())
        {
            continue;
        }
        std::vector<OnsServer> servers;
        for (const auto& host : m_hosts)
        {
            OnsServer server{.host = host.name,
                             .remote = network.GetAddressFor(client->GetNode(), host.node, m_port),
                             .hostIp = {}};
            std::ranges::transform(network.GetHostAddresses(host.node, m_port),
                                   std::back_inserter(server.hostIp),
                                   ToIpAddress);
            servers.push_back(std::move(server));
        }
        client->SetOns(std::move(servers));
        client->TraceConnectWithoutContext("FanEvent", MakeCallback(&Net8Fan::HandleEvent, this));
    }
}

void
Net8Fan::Watch(const Ptr<Net8Fault>& fault)
{
    if (!m_hosts.empty())
    {
        fault->SetObserver([this](const Net8Fault& told, bool begun) { HandleFault(told, begun); });
    }
}

void
Net8Fan::HandleFault(const Net8Fault& fault, bool begun)
{
    using Kind = Net8Fault::Kind;
    const auto host = std::ranges::find(m_hosts, fault.GetServer(), &Host::node);
    const auto kind = fault.GetKind();
    if (host == m_hosts.end())
    {
        return;
    }
    if (kind == Kind::HOST_HANG)
    {
        host->server->SetHanging(begun);
    }
    else if (kind == Kind::HOST_DOWN)
    {
        HandleHost(*host, !begun);
    }
    if (kind != Kind::HOST_DOWN && kind != Kind::INSTANCE_DOWN)
    {
        return;
    }
    for (auto& member : m_members)
    {
        const auto& hit = fault.GetInstances();
        if (std::ranges::find(hit, member.instance) != hit.end())
        {
            HandleInstance(member);
        }
    }
}

void
Net8Fan::HandleHost(Host& host, bool up)
{
    host.downs += up ? -1 : 1;
    if (up || host.downs > 1)
    {
        return;
    }
    host.since = Simulator::Now();
    host.server->Shutdown();
    const auto number = static_cast<std::size_t>(&host - m_hosts.data());
    Simulator::Schedule(m_misscount, [this, number, since = host.since] {
        if (!m_hosts.empty()) // else the run is over
        {
            RaiseNode(number, since);
        }
    });
}

void
Net8Fan::HandleInstance(Member& member)
{
    const bool up = member.instance->IsUp();
    member.since = Simulator::Now();
    if (up)
    {
        if (member.instance->GetRegistrar()->IsStatic())
        {
            HandleRegistration(member);
        }
        return;
    }
    if (m_hosts[member.host].downs > 0)
    {
        return; // told with its host
    }
    Simulator::Schedule(m_checkInterval, [this, &member, since = member.since] {
        if (!m_hosts.empty() && member.since == since && m_hosts[member.host].downs == 0)
        {
            RaiseService(member, false);
        }
    });
}

void
Net8Fan::HandleRegistration(Member& member)
{
    if (!member.told || !member.instance->IsUp())
    {
        return;
    }
    member.told = false;
    // Listeners that are updated by the same registration must know it first.
    Simulator::ScheduleNow([this, &member] {
        if (!m_hosts.empty())
        {
            RaiseService(member, true);
        }
    });
}

void
Net8Fan::RaiseNode(std::size_t number, Time since)
{
    const auto& host = m_hosts[number];
    if (host.downs == 0 || host.since != since)
    {
        return;
    }
    for (auto& member : m_members)
    {
        if (member.host == number)
        {
            member.told = true;
            // Listeners have subscribed, too (SUBSCRIBE_FOR_NODE_DOWN_EVENT is on).
            member.instance->GetRegistrar()->UpdateNow();
        }
    }
    Raise({.kind = FanEvent::Kind::NODE, .host = host.name}, since);
}

void
Net8Fan::RaiseService(Member& member, bool up)
{
    member.told = !up;
    const auto& registrar = member.instance->GetRegistrar();
    Raise({.kind = FanEvent::Kind::SERVICE,
           .up = up,
           .host = m_hosts[member.host].name,
           .instance = member.instance->GetName(),
           .service = registrar->GetServiceName()},
          member.since);
}

void
Net8Fan::Raise(FanEvent event, Time begin)
{
    event.id = m_begins.size();
    event.seconds = static_cast<uint64_t>(Simulator::Now().GetSeconds());
    m_begins.push_back(begin);
    for (const auto& host : m_hosts)
    {
        if (host.downs == 0)
        {
            event.sender = host.name;
            host.server->Publish(event.Print());
        }
    }
}

void
Net8Fan::HandleEvent(uint64_t event, uint32_t closed, uint32_t opened)
{
    const auto taken = Simulator::Now() - m_begins.at(event);
    ++m_counters.received;
    m_counters.closed += closed;
    m_counters.opened += opened;
    m_counters.sum += taken;
    m_counters.longest = std::max(m_counters.longest, taken);
}

void
Net8Fan::AddCounters(std::map<std::string, uint64_t>& out) const
{
    if (m_hosts.empty())
    {
        return;
    }
    uint64_t sent = 0;
    for (const auto& host : m_hosts)
    {
        sent += host.server->GetSent();
    }
    out["fan_events"] = m_begins.size();
    out["fan_messages_sent"] = sent;
    out["fan_events_received"] = m_counters.received;
    out["fan_connections_closed"] = m_counters.closed;
    out["fan_connections_opened"] = m_counters.opened;
    out["fan_event_time_sum_ns"] = static_cast<uint64_t>(m_counters.sum.GetNanoSeconds());
    out["fan_event_time_max_ns"] = static_cast<uint64_t>(m_counters.longest.GetNanoSeconds());
}

} // namespace ns3::net8
