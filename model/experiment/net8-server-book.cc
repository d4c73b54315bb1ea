// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-book.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3::net8
{

void
Net8ServerBook::Add(const Connecting& connecting)
{
    m_connecting.push_back(connecting);
}

void
Net8ServerBook::Add(Ended ended)
{
    m_ended.push_back(std::move(ended));
}

void
Net8ServerBook::Add(const Net8ServerBook& other)
{
    m_connecting.insert(m_connecting.end(), other.m_connecting.begin(), other.m_connecting.end());
    m_ended.insert(m_ended.end(), other.m_ended.begin(), other.m_ended.end());
    std::ranges::stable_sort(m_connecting, {}, &Connecting::time);
    std::ranges::stable_sort(m_ended, {}, &Ended::time);
}

std::optional<uint32_t>
Net8ServerBook::FindSession(const Address& local) const
{
    // Most likely one of the last.
    const auto found = std::find_if(m_connecting.rbegin(),
                                    m_connecting.rend(),
                                    [&](const Connecting& each) { return each.local == local; });
    return found == m_connecting.rend() ? std::nullopt : std::optional(found->session);
}

const std::vector<Net8ServerBook::Connecting>&
Net8ServerBook::GetConnecting() const
{
    return m_connecting;
}

const std::vector<Net8ServerBook::Ended>&
Net8ServerBook::GetEnded() const
{
    return m_ended;
}

std::vector<ServerRecord>
Net8ServerBook::Match()
{
    std::map<Address, uint32_t> sessions;
    std::vector<ServerRecord> found;
    auto next = m_connecting.begin();
    for (auto& ended : m_ended)
    {
        for (; next != m_connecting.end() && next->time <= ended.time; ++next)
        {
            sessions[next->local] = next->session;
        }
        const auto session = sessions.find(ended.record.from);
        if (session != sessions.end())
        {
            found.push_back(std::move(ended.record));
            found.back().session = session->second;
        }
    }
    std::ranges::stable_sort(found, {}, &ServerRecord::session);
    return found;
}

} // namespace ns3::net8
