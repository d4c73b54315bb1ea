// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-stock.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-random.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

Net8ServerStock::~Net8ServerStock()
{
    Clear();
}

void
Net8ServerStock::Start(Settings settings, uint32_t count)
{
    Clear();
    m_settings = std::move(settings);
    for (uint32_t i = 0; i < count; ++i)
    {
        m_idle.Put({.number = ++m_lastNumber, .since = ToChrono(Simulator::Now())});
        ++m_counters.created;
    }
    Count();
    ScheduleExpiry();
}

void
Net8ServerStock::SetMost(uint32_t most)
{
    m_settings.most = most;
}

uint32_t
Net8ServerStock::Create(uint32_t count)
{
    uint32_t created = 0;
    while (created < count && GetTotal() < m_settings.most)
    {
        if (m_settings.gate && !m_settings.gate())
        {
            ++m_counters.gateRefusals;
            break;
        }
        const uint64_t number = ++m_lastNumber;
        auto task = std::make_unique<Net8CpuTask>();
        task->Start(m_settings.cpu, SumOfTimes(m_settings.spawnTime), [this, number] {
            FinishCreation(number);
        });
        m_creating.emplace(number, std::move(task));
        ++m_counters.created;
        ++created;
    }
    Count();
    return created;
}

void
Net8ServerStock::FinishCreation(uint64_t number)
{
    m_creating.erase(number);
    m_idle.Put({.number = number, .since = ToChrono(Simulator::Now())});
    ScheduleExpiry();
    if (m_settings.arrived)
    {
        m_settings.arrived();
    }
}

std::optional<Net8ServerStock::Server>
Net8ServerStock::TakeLabelled(const std::string& label)
{
    auto server = m_idle.TakeLabelled(label);
    m_taken += server ? 1 : 0;
    return server;
}

std::optional<Net8ServerStock::Server>
Net8ServerStock::TakeOldest()
{
    auto server = m_idle.TakeOldest();
    m_taken += server ? 1 : 0;
    return server;
}

void
Net8ServerStock::Return(Server server)
{
    --m_taken;
    server.since = ToChrono(Simulator::Now());
    m_idle.Put(std::move(server));
    ScheduleExpiry();
}

void
Net8ServerStock::Clear()
{
    m_creating.clear();
    m_idle.Clear();
    m_taken = 0;
    m_expiry.Cancel();
}

uint32_t
Net8ServerStock::GetTotal() const
{
    return GetIdle() + GetCreating() + m_taken;
}

uint32_t
Net8ServerStock::GetIdle() const
{
    return m_idle.GetCount();
}

uint32_t
Net8ServerStock::GetCreating() const
{
    return static_cast<uint32_t>(m_creating.size());
}

const Net8ServerStock::Counters&
Net8ServerStock::GetCounters() const
{
    return m_counters;
}

bool
Net8ServerStock::MayEnd() const
{
    return m_settings.timeout.IsStrictlyPositive() && GetIdle() > m_settings.keepIdle &&
           GetTotal() > m_settings.keepTotal;
}

void
Net8ServerStock::ScheduleExpiry()
{
    if (!m_expiry.IsPending() && MayEnd())
    {
        // The server may be taken before then; Expire looks at the one that is oldest at that time.
        const Time end = ToTime(*m_idle.GetOldest()) + m_settings.timeout;
        m_expiry = Simulator::Schedule(std::max(end - Simulator::Now(), Time()),
                                       &Net8ServerStock::Expire,
                                       this);
    }
}

void
Net8ServerStock::Expire()
{
    const auto since = ToChrono(Simulator::Now() - m_settings.timeout);
    bool ended = false;
    while (MayEnd() && *m_idle.GetOldest() <= since)
    {
        m_idle.TakeOldest();
        ++m_counters.timeouts;
        ended = true;
    }
    ScheduleExpiry();
    if (ended && m_settings.changed)
    {
        m_settings.changed();
    }
}

void
Net8ServerStock::Count()
{
    m_counters.most = std::max(m_counters.most, GetTotal());
}

} // namespace ns3::net8
