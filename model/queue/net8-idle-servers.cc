// SPDX-License-Identifier: GPL-2.0-only
#include "net8-idle-servers.h"

#include <utility>

namespace ns3::net8
{

void
Net8IdleServers::Put(Server server)
{
    const uint64_t place = ++m_lastPlace;
    m_labels[server.label].insert(place);
    m_servers.emplace_hint(m_servers.end(), place, std::move(server));
}

std::optional<Net8IdleServers::Server>
Net8IdleServers::TakeLabelled(const std::string& label)
{
    const auto found = m_labels.find(label);
    if (found == m_labels.end())
    {
        return std::nullopt;
    }
    return Take(*found->second.rbegin());
}

std::optional<Net8IdleServers::Server>
Net8IdleServers::TakeOldest()
{
    if (m_servers.empty())
    {
        return std::nullopt;
    }
    return Take(m_servers.begin()->first);
}

Net8IdleServers::Server
Net8IdleServers::Take(uint64_t place)
{
    Server server = std::move(m_servers.extract(place).mapped());
    const auto places = m_labels.find(server.label);
    places->second.erase(place);
    if (places->second.empty())
    {
        m_labels.erase(places);
    }
    return server;
}

std::optional<std::chrono::nanoseconds>
Net8IdleServers::GetOldest() const
{
    return m_servers.empty() ? std::nullopt : std::optional(m_servers.begin()->second.since);
}

uint32_t
Net8IdleServers::GetCount() const
{
    return static_cast<uint32_t>(m_servers.size());
}

void
Net8IdleServers::Clear()
{
    m_servers.clear();
    m_labels.clear();
}

} // namespace ns3::net8
