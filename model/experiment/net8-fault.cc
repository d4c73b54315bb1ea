// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fault.h"

#include "net8-cluster.h"

#include "ns3/enum.h"
#include "ns3/net8-client.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Fault);

TypeId
Net8Fault::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Fault")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Fault>()
            .AddAttribute("Kind",
                          "What happens: a host, the link, a listener or an instance goes down, or "
                          "one of them but the link hangs.",
                          EnumValue(Kind::HOST_DOWN),
                          MakeEnumAccessor<Kind>(&Net8Fault::m_kind),
                          MakeEnumChecker(Kind::HOST_DOWN,
                                          "host_down",
                                          Kind::HOST_HANG,
                                          "host_hang",
                                          Kind::LINK_DOWN,
                                          "link_down",
                                          Kind::LISTENER_DOWN,
                                          "listener_down",
                                          Kind::LISTENER_HANG,
                                          "listener_hang",
                                          Kind::INSTANCE_DOWN,
                                          "instance_down",
                                          Kind::INSTANCE_HANG,
                                          "instance_hang"))
            .AddAttribute("At",
                          "When it happens.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8Fault::m_at),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Until",
                          "When it is over; 0: never.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8Fault::m_until),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Target",
                          "Name of the host or instance; for a listener, of its host; for client "
                          "hosts, of their group, or of that and the number of the host, from 1, "
                          "such as clients-1; empty: the first host or instance, or the long link.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Fault::m_target),
                          MakeStringChecker());
    return tid;
}

Net8Fault::Net8Fault() = default;
Net8Fault::~Net8Fault() = default;

void
Net8Fault::DoDispose()
{
    m_observer = nullptr;
    m_network = nullptr;
    m_node = nullptr;
    m_clients.clear();
    m_listener = nullptr;
    m_instances.clear();
    Object::DoDispose();
}

void
Net8Fault::Schedule(const Net8Cluster& cluster,
                    const std::vector<ClientHost>& clients,
                    Ptr<Net8Topology> network)
{
    m_network = network;
    const bool ofHost =
        m_kind == Kind::HOST_DOWN || m_kind == Kind::HOST_HANG || m_kind == Kind::LINK_DOWN;
    if (!ofHost && cluster.GetHosts().front().tds)
    {
        throw std::invalid_argument(
            "A fault of a listener or an instance does not go with TDS; use a "
            "host or a link.");
    }
    FindTarget(cluster, clients);
    if (!m_until.IsZero() && m_until <= m_at)
    {
        throw std::invalid_argument("A fault at " + std::to_string(m_at.GetSeconds()) +
                                    " s is over at " + std::to_string(m_until.GetSeconds()) +
                                    " s; give a later Until, or none.");
    }
    // On each rank that has a part of the target; any rank may have an end of a link.
    const bool link = m_kind == Kind::LINK_DOWN && !m_node && m_clients.empty();
    std::erase_if(m_clients, [](const auto& host) { return !Net8Partition::IsHere(host.node); });
    const bool here = m_node ? Net8Partition::IsHere(m_node) : !m_clients.empty();
    if (!link && !here)
    {
        return;
    }
    if (m_kind == Kind::LINK_DOWN || m_kind == Kind::HOST_DOWN)
    {
        // This tells the network what will be cut.
        SetLinks(true);
    }
    m_begin = Simulator::Schedule(GetBegin(), &Net8Fault::Begin, this);
    if (!m_until.IsZero())
    {
        m_end = Simulator::Schedule(m_until, &Net8Fault::End, this);
    }
}

Time
Net8Fault::GetBegin() const
{
    // Applications start at time 0; nothing goes down before it was up.
    return std::max(m_at, NanoSeconds(1));
}

void
Net8Fault::Cancel()
{
    // Events that are only cancelled would still be counted.
    Simulator::Remove(m_begin);
    Simulator::Remove(m_end);
}

void
Net8Fault::FindTarget(const Net8Cluster& cluster, const std::vector<ClientHost>& clients)
{
    switch (m_kind)
    {
    case Kind::INSTANCE_DOWN:
    case Kind::INSTANCE_HANG:
        if (FindInstance(cluster))
        {
            return;
        }
        break;
    case Kind::LISTENER_DOWN:
    case Kind::LISTENER_HANG:
        if (FindHost(cluster))
        {
            return;
        }
        break;
    case Kind::LINK_DOWN:
        if (m_network->HasLink(m_target))
        {
            return;
        }
        [[fallthrough]];
    case Kind::HOST_DOWN:
    case Kind::HOST_HANG:
        if (FindHost(cluster) || FindClients(clients))
        {
            return;
        }
        break;
    }
    throw std::invalid_argument("A fault has Target '" + m_target + "', which does not exist.");
}

bool
Net8Fault::FindInstance(const Net8Cluster& cluster)
{
    const auto& all = cluster.GetInstances();
    const auto found = m_target.empty() ? all.front() : cluster.FindInstance(m_target);
    if (found)
    {
        m_instances = {found};
        // An instance learns its host only when the host starts, which is later.
        const auto& hosts = cluster.GetHosts();
        m_node = std::ranges::find_if(hosts, [&](const auto& host) {
                     return std::ranges::find(host.served, found) != host.served.end();
                 })->node;
    }
    return found != nullptr;
}

bool
Net8Fault::FindHost(const Net8Cluster& cluster)
{
    const auto& all = cluster.GetHosts();
    const auto* found = m_target.empty() ? &all.front() : cluster.FindHost(m_target);
    if (found)
    {
        m_node = found->node;
        m_listener = found->listener;
        m_tds = found->tds;
        m_instances = found->served;
    }
    return found != nullptr;
}

bool
Net8Fault::FindClients(const std::vector<ClientHost>& clients)
{
    for (const auto& host : clients)
    {
        if (EqualNoCase(host.group, m_target) || EqualNoCase(host.name, m_target))
        {
            m_clients.push_back(host);
        }
    }
    return !m_clients.empty();
}

void
Net8Fault::SetObserver(Observer observer)
{
    m_observer = std::move(observer);
}

Net8Fault::Kind
Net8Fault::GetKind() const
{
    return m_kind;
}

Ptr<Node>
Net8Fault::GetServer() const
{
    return m_node;
}

const std::vector<Ptr<Net8Instance>>&
Net8Fault::GetInstances() const
{
    return m_instances;
}

void
Net8Fault::Begin()
{
    Strike();
    if (m_observer)
    {
        m_observer(*this, true);
    }
}

void
Net8Fault::End()
{
    Undo();
    if (m_observer)
    {
        m_observer(*this, false);
    }
}

void
Net8Fault::Strike()
{
    switch (m_kind)
    {
    case Kind::HOST_DOWN:
        // Cut the link first, so that nobody is notified of the end of the sessions.
        SetLinks(false);
        if (!m_node)
        {
            ShutDownClients();
            break;
        }
        SetServerUp(false);
        break;
    case Kind::HOST_HANG:
        HangHost(true);
        break;
    case Kind::LINK_DOWN:
        SetLinks(false);
        break;
    case Kind::LISTENER_DOWN:
        m_listener->Shutdown();
        break;
    case Kind::LISTENER_HANG:
        m_listener->SetHanging(true);
        break;
    case Kind::INSTANCE_DOWN:
        m_instances.front()->Shutdown(false);
        break;
    case Kind::INSTANCE_HANG:
        m_instances.front()->SetHanging(true);
        break;
    }
}

void
Net8Fault::Undo()
{
    switch (m_kind)
    {
    case Kind::HOST_DOWN:
        SetLinks(true);
        for (const auto& host : m_clients)
        {
            host.client->Startup();
        }
        if (m_node)
        {
            SetServerUp(true);
        }
        break;
    case Kind::HOST_HANG:
        HangHost(false);
        break;
    case Kind::LINK_DOWN:
        SetLinks(true);
        break;
    case Kind::LISTENER_DOWN:
        m_listener->Startup();
        break;
    case Kind::LISTENER_HANG:
        m_listener->SetHanging(false);
        break;
    case Kind::INSTANCE_DOWN:
        m_instances.front()->Startup();
        break;
    case Kind::INSTANCE_HANG:
        m_instances.front()->SetHanging(false);
        break;
    }
}

void
Net8Fault::SetLinks(bool up)
{
    for (const auto& host : m_clients)
    {
        m_network->SetHostUp(host.node, up);
    }
    if (m_node)
    {
        m_network->SetHostUp(m_node, up);
    }
    else if (m_clients.empty())
    {
        m_network->SetLinkUp(m_target, up);
    }
}

void
Net8Fault::ShutDownClients()
{
    for (const auto& host : m_clients)
    {
        for (const auto& socket : host.client->Shutdown(m_until.IsZero()))
        {
            Net8TcpControl::Abort(socket);
        }
    }
}

void
Net8Fault::SetServerUp(bool up)
{
    HangCpu(!up);
    if (m_tds)
    {
        up ? m_tds->Startup() : m_tds->Shutdown();
        return;
    }
    if (!up)
    {
        m_listener->Shutdown();
    }
    for (const auto& instance : m_instances)
    {
        up ? instance->Startup() : instance->Shutdown(true);
    }
    if (up)
    {
        m_listener->Startup();
    }
}

void
Net8Fault::HangCpu(bool hangs)
{
    auto cpu = m_node->GetObject<Net8HostCpu>();
    if (cpu && hangs)
    {
        cpu->Hang();
    }
    else if (cpu)
    {
        cpu->Resume();
    }
}

void
Net8Fault::HangHost(bool hangs)
{
    for (const auto& host : m_clients)
    {
        host.client->SetHanging(hangs);
    }
    if (!m_node)
    {
        return;
    }
    HangCpu(hangs);
    if (m_tds)
    {
        m_tds->SetHanging(hangs);
        return;
    }
    m_listener->SetHanging(hangs);
    for (const auto& instance : m_instances)
    {
        instance->SetHanging(hangs);
    }
}

} // namespace ns3::net8
