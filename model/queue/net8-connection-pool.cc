// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connection-pool.h"

#include <algorithm>

namespace ns3::net8
{

using std::chrono::nanoseconds;

ConnectionPool::ConnectionPool(const Settings& settings, Owner& owner)
    : m_settings(settings),
      m_owner(owner)
{
}

void
ConnectionPool::Start()
{
    Open(m_settings.min);
}

void
ConnectionPool::Ask(uint64_t request, nanoseconds now)
{
    if (m_settings.getMode == GetMode::NOWAIT && m_free.empty() && m_open >= m_settings.max &&
        m_waiting.size() >= m_opening)
    {
        m_owner.Refuse(request, ALL_IN_USE);
        return;
    }
    const bool limited = m_settings.getMode == GetMode::TIMEDWAIT;
    m_waiting.push_back({request, limited ? now + m_settings.waitTimeout : NEVER});
    Serve(now);
    Grow();
}

void
ConnectionPool::HandleReady(uint32_t connection, nanoseconds now)
{
    auto& found = m_connections.at(connection);
    if (found.state == State::PINGING)
    {
        found.state = State::BUSY;
        m_owner.Give(connection, found.request);
        return;
    }
    const bool isNew = found.state == State::OPENING;
    m_opening -= isNew ? 1 : 0;
    if (isNew && !m_waiting.empty())
    {
        const auto next = m_waiting.front().request;
        m_waiting.pop_front();
        found = {.state = State::BUSY, .request = next};
        m_owner.Give(connection, next);
        return;
    }
    found = {.state = State::FREE, .since = now};
    m_free.push_back(connection);
    if (m_finishing)
    {
        Close(connection);
        return;
    }
    Serve(now);
}

void
ConnectionPool::HandleEnd(uint32_t connection, uint32_t error, nanoseconds now)
{
    const auto found = m_connections.find(connection);
    if (found == m_connections.end())
    {
        return;
    }
    const auto ended = found->second;
    m_connections.erase(found);
    std::erase(m_free, connection);
    m_open -= ended.state == State::CLOSING ? 0 : 1;
    m_opening -= ended.state == State::OPENING ? 1 : 0;
    if (ended.state == State::BUSY)
    {
        m_owner.Refuse(ended.request, error);
    }
    else if (ended.state == State::PINGING)
    {
        m_waiting.push_front({ended.request, m_waiting.empty() ? NEVER : m_waiting.front().until});
        Serve(now);
    }
    else if (ended.state == State::OPENING && m_waiting.size() > m_opening)
    {
        const auto first = m_waiting.front().request;
        m_waiting.pop_front();
        m_owner.Refuse(first, error);
    }
    Grow();
}

void
ConnectionPool::HandleDeadline(nanoseconds now)
{
    while (!m_waiting.empty() && m_waiting.front().until <= now)
    {
        const auto late = m_waiting.front().request;
        m_waiting.pop_front();
        m_owner.Refuse(late, WAITED_IN_VAIN);
    }
    while (m_settings.timeout.count() > 0 && !m_free.empty() && m_open > m_settings.min &&
           m_connections.at(m_free.front()).since + m_settings.timeout <= now)
    {
        Close(m_free.front());
    }
}

std::vector<uint32_t>
ConnectionPool::GetUsable() const
{
    std::vector<uint32_t> found(m_free.begin(), m_free.end());
    for (const auto& [number, connection] : m_connections)
    {
        if (connection.state == State::PINGING || connection.state == State::BUSY)
        {
            found.push_back(number);
        }
    }
    return found;
}

uint32_t
ConnectionPool::Replace(uint32_t number)
{
    uint32_t opened = 0;
    while (opened < number && !m_finishing)
    {
        if (m_open >= m_settings.max)
        {
            if (m_free.empty())
            {
                break;
            }
            Close(m_free.front());
        }
        Open(1);
        ++opened;
    }
    return opened;
}

void
ConnectionPool::Finish()
{
    m_finishing = true;
    while (!m_free.empty())
    {
        Close(m_free.front());
    }
}

nanoseconds
ConnectionPool::GetDeadline() const
{
    const auto waits = m_waiting.empty() ? NEVER : m_waiting.front().until;
    const bool shrinks =
        m_settings.timeout.count() > 0 && !m_free.empty() && m_open > m_settings.min;
    const auto idle = shrinks ? m_connections.at(m_free.front()).since + m_settings.timeout : NEVER;
    return std::min(waits, idle);
}

uint32_t
ConnectionPool::GetOpen() const
{
    return m_open;
}

std::size_t
ConnectionPool::GetWaiting() const
{
    return m_waiting.size();
}

void
ConnectionPool::Serve(nanoseconds now)
{
    while (!m_waiting.empty() && !m_free.empty())
    {
        const auto connection = m_free.back();
        const auto request = m_waiting.front().request;
        m_free.pop_back();
        m_waiting.pop_front();
        auto& found = m_connections.at(connection);
        const bool old = now - found.since >= m_settings.pingInterval;
        found.state = old ? State::PINGING : State::BUSY;
        found.request = request;
        if (old)
        {
            m_owner.Ping(connection);
        }
        else
        {
            m_owner.Give(connection, request);
        }
    }
}

void
ConnectionPool::Grow()
{
    while (m_waiting.size() > m_opening && m_open < m_settings.max)
    {
        Open(std::min(m_settings.increment, m_settings.max - m_open));
    }
}

void
ConnectionPool::Open(uint32_t number)
{
    for (uint32_t i = 0; i < number; ++i)
    {
        m_connections.emplace(m_owner.Open(), Connection());
        ++m_open;
        ++m_opening;
    }
}

void
ConnectionPool::Close(uint32_t connection)
{
    std::erase(m_free, connection);
    m_connections.at(connection).state = State::CLOSING;
    --m_open;
    m_owner.Close(connection);
}

} // namespace ns3::net8
