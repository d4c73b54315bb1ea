// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pool-users.h"

#include "net8-session.h"

#include "ns3/net8-random.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

Net8PoolUsers::Net8PoolUsers(const Ptr<Net8PoolPolicy>& policy,
                             const SessionSettings& settings,
                             uint32_t group,
                             Host host)
    : m_settings(settings),
      m_delay(policy->GetUserDelay()),
      m_group(group),
      m_host(std::move(host)),
      m_pool(policy->Get(), *this),
      m_alarm([this] {
          m_pool.HandleDeadline(Net8Alarm::Now());
          Watch();
      }),
      m_line(policy->GetUserLine()),
      m_cpuTime(policy->GetRequestCpuTime()),
      m_subscribes(policy->Subscribes())
{
}

Net8PoolUsers::~Net8PoolUsers()
{
    Stop();
}

// Called from outside

void
Net8PoolUsers::Start(std::size_t users)
{
    m_users = users;
    m_pool.Start();
}

void
Net8PoolUsers::Begin(uint32_t user)
{
    if (m_settings.work.queries == 0)
    {
        Leave();
        return;
    }
    Ask(user, 0);
}

void
Net8PoolUsers::Miss()
{
    Leave();
}

void
Net8PoolUsers::HandleRest(const Net8Session& session)
{
    const auto number = session.GetRecord().session;
    if (auto worked = m_working.extract(number))
    {
        const auto& work = session.GetWork();
        auto& record = m_requests.at(worked.mapped());
        record.transaction = work.transaction;
        record.execution = work.execution;
        record.error = static_cast<int32_t>(work.error);
        Finish(worked.mapped());
    }
    if (m_subscribes)
    {
        if (const auto server = session.GetServer())
        {
            m_servers.insert_or_assign(number, *server);
        }
    }
    m_pool.HandleReady(number, Net8Alarm::Now());
    Watch();
}

void
Net8PoolUsers::HandleEnd(uint32_t session, uint32_t error)
{
    m_working.erase(session);
    m_servers.erase(session);
    m_pool.HandleEnd(session, error, Net8Alarm::Now());
    Watch();
}

uint32_t
Net8PoolUsers::Drop(const std::vector<IpAddress>& host)
{
    uint32_t dropped = 0;
    for (const auto number : m_pool.GetUsable())
    {
        const auto server = m_servers.find(number);
        auto* session = m_host.find(number);
        if (session && server != m_servers.end() &&
            std::ranges::find(host, server->second) != host.end())
        {
            ++dropped;
            session->Lose();
        }
    }
    return dropped;
}

uint32_t
Net8PoolUsers::Replace(uint32_t number)
{
    const auto opened = m_pool.Replace(number);
    Watch();
    return opened;
}

void
Net8PoolUsers::Stop()
{
    for (auto& [number, event] : m_events)
    {
        event.Cancel();
    }
    m_events.clear();
    m_tasks.clear();
}

void
Net8PoolUsers::SetHanging(bool hangs)
{
    m_hangs = hangs;
    if (hangs)
    {
        return;
    }
    for (const auto request : std::exchange(m_held, {}))
    {
        Arrive(request);
    }
}

bool
Net8PoolUsers::IsOver() const
{
    return m_users == 0;
}

std::vector<RequestRecord>
Net8PoolUsers::GetOpenRequests() const
{
    std::vector<RequestRecord> records;
    for (const auto& [number, record] : m_requests)
    {
        records.push_back(record);
        records.back().error = RequestRecord::CUT_OFF;
    }
    return records;
}

// Called by the pool

uint32_t
Net8PoolUsers::Open()
{
    return m_host.open();
}

void
Net8PoolUsers::Ping(uint32_t connection)
{
    m_host.find(connection)->Take(PoolTurn::PING);
}

void
Net8PoolUsers::Give(uint32_t connection, uint64_t request)
{
    auto& record = m_requests.at(request);
    record.got = Simulator::Now();
    record.session = static_cast<int32_t>(connection);
    m_working[connection] = request;
    m_host.find(connection)->Take(PoolTurn::WORK);
}

void
Net8PoolUsers::Close(uint32_t connection)
{
    m_host.find(connection)->Take(PoolTurn::END);
}

void
Net8PoolUsers::Refuse(uint64_t request, uint32_t error)
{
    // An error without a number of its own is the end of the session, or of its host.
    m_requests.at(request).error =
        error == 0 ? RequestRecord::CUT_OFF : static_cast<int32_t>(error);
    Finish(request);
}

// A request

void
Net8PoolUsers::Ask(uint32_t user, uint32_t number)
{
    const auto request = m_next++;
    m_requests[request] = {.group = m_group,
                           .user = user,
                           .request = number,
                           .start = Simulator::Now()};
    After(Send(m_upFree, m_line.request), &Net8PoolUsers::Arrive, request);
}

Time
Net8PoolUsers::Send(Time& free, uint32_t bytes) const
{
    const Time now = Simulator::Now();
    if (m_line.bytesPerSecond > 0)
    {
        free = std::max(free, now) + Seconds(bytes / m_line.bytesPerSecond);
    }
    return std::max(free, now) - now + SumOfTimes(m_delay);
}

void
Net8PoolUsers::Arrive(uint64_t request)
{
    if (m_hangs)
    {
        m_held.push_back(request);
        return;
    }
    if (!m_cpuTime)
    {
        AskPool(request);
        return;
    }
    m_tasks[request].Start(m_settings.cpu, SumOfTimes(m_cpuTime), [this, request] {
        m_tasks.erase(request);
        AskPool(request);
    });
}

void
Net8PoolUsers::AskPool(uint64_t request)
{
    m_requests.at(request).asked = Simulator::Now();
    m_pool.Ask(request, Net8Alarm::Now());
    Watch();
}

void
Net8PoolUsers::Finish(uint64_t request)
{
    m_requests.at(request).done = Simulator::Now();
    After(Send(m_downFree, m_line.reply), &Net8PoolUsers::Answer, request);
}

void
Net8PoolUsers::Answer(uint64_t request)
{
    auto record = m_requests.extract(request).mapped();
    record.end = Simulator::Now();
    m_host.requestDone(record);
    if (record.request + 1 >= m_settings.work.queries)
    {
        Leave();
        return;
    }
    const auto number = m_next++;
    m_events[number] = Simulator::Schedule(SumOfTimes(m_settings.work.thinkTime), [=, this] {
        m_events.erase(number);
        Ask(record.user, record.request + 1);
    });
}

void
Net8PoolUsers::Leave()
{
    if (--m_users == 0)
    {
        m_pool.Finish();
        Watch();
        m_host.over();
    }
}

void
Net8PoolUsers::After(Time wait, void (Net8PoolUsers::*next)(uint64_t), uint64_t request)
{
    if (wait.IsZero())
    {
        (this->*next)(request);
        return;
    }
    m_events[request] = Simulator::Schedule(wait, [this, next, request] {
        m_events.erase(request);
        (this->*next)(request);
    });
}

void
Net8PoolUsers::Watch()
{
    m_alarm.Set(m_pool.GetDeadline());
}

} // namespace ns3::net8
