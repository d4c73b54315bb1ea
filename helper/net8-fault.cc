// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fault.h"

#include "net8-cluster.h"

#include "ns3/enum.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>

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
                          "Name of the host or instance; for a listener, of its host; empty: the "
                          "first one.",
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
    m_path = nullptr;
    m_node = nullptr;
    m_listener = nullptr;
    m_instances.clear();
    Object::DoDispose();
}

void
Net8Fault::Schedule(const Net8Cluster& cluster, Ptr<Net8Path> path)
{
    m_path = path;
    FindTarget(cluster);
    if (!m_until.IsZero() && m_until <= m_at)
    {
        throw std::invalid_argument("A fault at " + std::to_string(m_at.GetSeconds()) +
                                    " s is over at " + std::to_string(m_until.GetSeconds()) +
                                    " s; give a later Until, or none.");
    }
    // Applications start at time 0; nothing goes down before it was up.
    Simulator::Schedule(std::max(m_at, NanoSeconds(1)), &Net8Fault::Begin, this);
    if (!m_until.IsZero())
    {
        Simulator::Schedule(m_until, &Net8Fault::End, this);
    }
}

void
Net8Fault::FindTarget(const Net8Cluster& cluster)
{
    if (m_kind == Kind::LINK_DOWN)
    {
        return;
    }
    const bool ofInstance = m_kind == Kind::INSTANCE_DOWN || m_kind == Kind::INSTANCE_HANG;
    std::string names;
    if (ofInstance)
    {
        const auto& all = cluster.GetInstances();
        if (auto found = m_target.empty() ? all.front() : cluster.FindInstance(m_target))
        {
            m_instances = {found};
            return;
        }
        for (const auto& instance : all)
        {
            names += (names.empty() ? "" : ", ") + instance->GetName();
        }
    }
    else
    {
        const auto& all = cluster.GetHosts();
        if (const auto* found = m_target.empty() ? &all.front() : cluster.FindHost(m_target))
        {
            m_node = found->node;
            m_listener = found->listener;
            m_instances = found->served;
            return;
        }
        for (const auto& host : all)
        {
            names += (names.empty() ? "" : ", ") + host.name;
        }
    }
    throw std::invalid_argument("A fault has target '" + m_target + "', which is no " +
                                (ofInstance ? "instance" : "host") + "; there are " + names + ".");
}

void
Net8Fault::Begin()
{
    switch (m_kind)
    {
    case Kind::HOST_DOWN:
        // First the link, so that nobody hears of the end of the sessions.
        m_path->SetHostUp(m_node, false);
        m_listener->Shutdown();
        for (const auto& instance : m_instances)
        {
            instance->Shutdown(true);
        }
        HangCpu(true);
        break;
    case Kind::HOST_HANG:
        HangHost(true);
        break;
    case Kind::LINK_DOWN:
        m_path->SetLinkUp(false);
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
Net8Fault::End()
{
    switch (m_kind)
    {
    case Kind::HOST_DOWN:
        m_path->SetHostUp(m_node, true);
        HangCpu(false);
        for (const auto& instance : m_instances)
        {
            instance->Startup();
        }
        m_listener->Startup();
        break;
    case Kind::HOST_HANG:
        HangHost(false);
        break;
    case Kind::LINK_DOWN:
        m_path->SetLinkUp(true);
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
    HangCpu(hangs);
    m_listener->SetHanging(hangs);
    for (const auto& instance : m_instances)
    {
        instance->SetHanging(hangs);
    }
}

} // namespace ns3::net8
