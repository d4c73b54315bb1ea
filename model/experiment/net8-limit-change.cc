// SPDX-License-Identifier: GPL-2.0-only
#include "net8-limit-change.h"

#include "net8-cluster.h"

#include "ns3/integer.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-server-pool.h"
#include "ns3/net8-shared-servers.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LimitChange);

TypeId
Net8LimitChange::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8LimitChange")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8LimitChange>()
            .AddAttribute("At",
                          "When it changes.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8LimitChange::m_at),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Instance",
                          "Name of the instance; empty: the first one.",
                          StringValue(""),
                          MakeStringAccessor(&Net8LimitChange::m_instance),
                          MakeStringChecker())
            .AddAttribute("MaxSharedServers",
                          "MAX_SHARED_SERVERS from then on; 0: as many as the host has room for; "
                          "-1: as it is.",
                          IntegerValue(UNCHANGED),
                          MakeIntegerAccessor(&Net8LimitChange::m_mostShared),
                          MakeIntegerChecker<int64_t>(UNCHANGED, 1000000))
            .AddAttribute("PoolMaxSize",
                          "MAXSIZE of the resident pool from then on; -1: as it is.",
                          IntegerValue(UNCHANGED),
                          MakeIntegerAccessor(&Net8LimitChange::m_mostPooled),
                          MakeIntegerChecker<int64_t>(UNCHANGED, 1000000));
    return tid;
}

Net8LimitChange::Net8LimitChange() = default;
Net8LimitChange::~Net8LimitChange() = default;

void
Net8LimitChange::DoDispose()
{
    m_shared = nullptr;
    m_pool = nullptr;
    Object::DoDispose();
}

void
Net8LimitChange::Schedule(const Net8Cluster& cluster)
{
    const auto instance =
        m_instance.empty() ? cluster.GetInstances().front() : cluster.FindInstance(m_instance);
    if (!instance)
    {
        throw std::invalid_argument("A change of limits has Instance '" + m_instance +
                                    "', which does not exist.");
    }
    if (m_mostShared != UNCHANGED)
    {
        m_shared = instance->GetHandlers().GetPool<Net8SharedServers>();
    }
    if (m_mostPooled != UNCHANGED)
    {
        m_pool = instance->GetHandlers().GetPool<Net8ServerPool>();
    }
    if ((m_mostShared != UNCHANGED && !m_shared) || (m_mostPooled != UNCHANGED && !m_pool))
    {
        throw std::invalid_argument(
            "A change of limits is one of servers that the instance does not have.");
    }
    m_event = Simulator::Schedule(m_at, &Net8LimitChange::Apply, this);
}

Time
Net8LimitChange::GetAt() const
{
    return m_at;
}

void
Net8LimitChange::Cancel()
{
    // An event that is only cancelled would still be counted.
    Simulator::Remove(m_event);
}

void
Net8LimitChange::Apply()
{
    if (m_shared)
    {
        m_shared->SetMost(static_cast<uint32_t>(m_mostShared));
    }
    if (m_pool)
    {
        m_pool->SetMost(static_cast<uint32_t>(m_mostPooled));
    }
}

} // namespace ns3::net8
