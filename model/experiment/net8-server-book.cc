// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-book.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Hashes an address by its bytes.
 */
struct AddressHash
{
    /**
     * @param address an address
     * @return its hash
     */
    std::size_t operator()(const Address& address) const
    {
        std::array<uint8_t, Address::MAX_SIZE> bytes{};
        const auto length = address.CopyTo(bytes.data());
        return std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), length});
    }
};

} // namespace

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
    std::unordered_map<Address, uint32_t, AddressHash> sessions(m_connecting.size());
    std::vector<std::pair<uint32_t, std::size_t>> order;
    order.reserve(m_ended.size());
    auto next = m_connecting.begin();
    for (std::size_t i = 0; i < m_ended.size(); ++i)
    {
        const auto& ended = m_ended[i];
        for (; next != m_connecting.end() && next->time <= ended.time; ++next)
        {
            sessions[next->local] = next->session;
        }
        const auto session = sessions.find(ended.record.from);
        if (session != sessions.end())
        {
            order.emplace_back(session->second, i);
        }
    }
    std::ranges::sort(order);
    std::vector<ServerRecord> found;
    found.reserve(order.size());
    for (const auto& [session, place] : order)
    {
        found.push_back(std::move(m_ended[place].record));
        found.back().session = session;
    }
    return found;
}

} // namespace ns3::net8
