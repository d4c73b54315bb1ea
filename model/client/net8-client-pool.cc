// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The part of Net8Client that serves users who share a pool of sessions.
 */
#include "net8-client.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

void
Net8Client::SetNumbers(std::function<uint32_t()> next)
{
    m_numbers = std::move(next);
}

bool
Net8Client::HasPool() const
{
    return m_parts.pool->IsOn();
}

bool
Net8Client::Subscribes() const
{
    return m_parts.pool->Subscribes();
}

void
Net8Client::SetOns(std::vector<OnsServer> servers)
{
    m_onsServers = std::move(servers);
}

void
Net8Client::StartOns()
{
    m_ons = std::make_unique<Net8OnsSubscription>(
        GetNode(),
        m_protocol,
        m_onsServers,
        Net8OnsSubscription::Owner{
            .connected = [this] { HandleOns(); },
            .event = [this](const FanEvent& event,
                            const OnsServer& host) { HandleFan(event, host); }});
    m_ons->Start();
}

void
Net8Client::HandleOns()
{
    if (!m_users)
    {
        m_arrival.Cancel();
        Begin();
    }
}

void
Net8Client::HandleFan(const FanEvent& event, const OnsServer& host)
{
    if (!m_users)
    {
        return;
    }
    uint32_t closed = 0;
    uint32_t opened = 0;
    if (event.up)
    {
        opened = m_users->Replace(std::exchange(m_dropped[event.host], 0));
    }
    else
    {
        closed = m_users->Drop(host.hostIp);
        m_dropped[event.host] += closed;
    }
    m_fanTrace(event.id, closed, opened);
}

std::vector<RequestRecord>
Net8Client::GetOpenRequests() const
{
    return m_users ? m_users->GetOpenRequests() : std::vector<RequestRecord>();
}

void
Net8Client::OpenPool()
{
    if (!HasPool())
    {
        return;
    }
    Net8PoolUsers::Host host{
        .open = [this] { return OpenSession(); },
        .find =
            [this](uint32_t number) {
                const auto found = m_sessions.find(number);
                return found == m_sessions.end() ? nullptr : found->second.session.get();
            },
        .requestDone = [this](const auto& record) { m_requestTrace(record); },
        .over = [this] { Simulator::ScheduleNow(&Net8Client::CheckPool, Ptr<Net8Client>(this)); }};
    m_users = std::make_unique<Net8PoolUsers>(m_parts.pool, m_settings, m_group, std::move(host));
    m_users->Start(m_arrivals.size());
}

uint32_t
Net8Client::OpenSession()
{
    const uint32_t number = m_numbers ? m_numbers() : m_opened++;
    m_pauses[number] = Simulator::ScheduleNow(&Net8Client::StartSession, this, number, m_cycles);
    return number;
}

void
Net8Client::CheckPool()
{
    if (m_users && m_users->IsOver() && m_sessions.empty() && m_pauses.empty() &&
        !std::exchange(m_poolClosed, true))
    {
        m_poolTrace();
    }
}

} // namespace ns3::net8
