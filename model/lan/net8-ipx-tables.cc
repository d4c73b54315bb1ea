// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ipx-tables.h"

namespace ns3::net8
{

template <typename Key, typename Entry>
bool
IpxTables::Learn(std::map<Key, Known<Entry>>& table, const Key& key, const Known<Entry>& heard)
{
    if (heard.entry.hops >= FAR)
    {
        return false;
    }
    const auto [found, isNew] = table.try_emplace(key, heard);
    if (isNew)
    {
        return true;
    }
    auto& known = found->second;
    const bool gone = !known.IsThere(heard.heard);
    const bool better = gone || heard.entry.hops < known.entry.hops;
    if (known.forGood || (!better && known.port != heard.port))
    {
        return false;
    }
    const bool changed = gone || known.entry.hops != heard.entry.hops;
    known = heard;
    return changed;
}

template <typename Key, typename Entry>
std::vector<Entry>
IpxTables::Tell(const std::map<Key, Known<Entry>>& table, uint32_t port, Time now)
{
    std::vector<Entry> told;
    for (const auto& [key, known] : table)
    {
        if (known.port != port && known.IsThere(now))
        {
            told.push_back(known.entry);
        }
    }
    return told;
}

void
IpxTables::AddNetwork(uint32_t network, uint32_t port, uint16_t hops)
{
    const auto ticks = static_cast<uint16_t>(hops + 1);
    m_networks[network] = {.entry = {.network = network, .hops = hops, .ticks = ticks},
                           .port = port,
                           .forGood = true};
}

bool
IpxTables::Hear(uint32_t port, const RipMessage& message, Time now)
{
    bool news = false;
    for (auto entry : message.entries)
    {
        if (message.operation == RipMessage::RESPONSE)
        {
            ++entry.hops;
            ++entry.ticks;
            const Known<RipEntry> heard{.entry = entry, .port = port, .heard = now};
            news = Learn(m_networks, entry.network, heard) || news;
        }
    }
    return news;
}

bool
IpxTables::Hear(uint32_t port, const SapMessage& message, Time now)
{
    bool news = false;
    for (auto entry : message.entries)
    {
        if (message.operation == SapMessage::RESPONSE)
        {
            ++entry.hops;
            const Known<SapEntry> heard{.entry = entry, .port = port, .heard = now};
            news = Learn(m_services, Service{entry.type, entry.name}, heard) || news;
        }
    }
    return news;
}

std::vector<RipEntry>
IpxTables::GetNetworks(uint32_t port, Time now) const
{
    return Tell(m_networks, port, now);
}

std::vector<SapEntry>
IpxTables::GetServices(uint32_t port, Time now) const
{
    return Tell(m_services, port, now);
}

} // namespace ns3::net8
