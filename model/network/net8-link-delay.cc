// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-delay.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Maximum jitter of netem, ns.
constexpr std::chrono::nanoseconds MAX_JITTER{std::numeric_limits<int32_t>::max()};
/// No jitter.
constexpr std::chrono::nanoseconds NONE{0};

/**
 * @param share a share, from 0 to less than 1
 * @param size length of a table, in ascending order
 * @return place of its value
 */
std::size_t
GetPlace(double share, std::size_t size)
{
    return static_cast<std::size_t>(share * static_cast<double>(size));
}

} // namespace

LinkDelay::LinkDelay(const Settings& settings, LinkDraw draw)
    : m_settings(settings),
      m_random(draw, settings.jitter > NONE ? settings.correlation : 0)
{
    m_settings.jitter = std::clamp(m_settings.jitter, NONE, MAX_JITTER);
    if (m_settings.jitter > NONE && m_settings.correlation > 0 && !m_settings.likeNetem)
    {
        // The table outlives a copy of this delay: it is static or shared.
        const auto& table = GetTable();
        m_shares.emplace(std::move(draw), m_settings.correlation, [&table](double share) {
            return table.empty() ? share : table.at(GetPlace(share, table.size()));
        });
    }
}

std::chrono::nanoseconds
LinkDelay::GetArrival(std::chrono::nanoseconds left)
{
    auto arrival = left + std::chrono::nanoseconds(std::max<int64_t>(0, Draw()));
    if (!m_settings.mayOvertake)
    {
        arrival = std::max(arrival, m_last);
        m_last = arrival;
    }
    return arrival;
}

void
LinkDelay::SetDelay(std::chrono::nanoseconds delay)
{
    m_settings.delay = delay;
}

int64_t
LinkDelay::Draw()
{
    const int64_t mean = m_settings.delay.count();
    const int64_t sigma = m_settings.jitter.count();
    if (sigma == 0)
    {
        return mean;
    }
    const auto& table = GetTable();
    if (m_shares)
    {
        const double share = m_shares->Next();
        return table.empty()
                   ? mean - sigma + static_cast<int64_t>(share * 2 * static_cast<double>(sigma))
                   : Scale(table.at(GetPlace(share, table.size())));
    }
    const uint32_t random = m_random.Next();
    return table.empty() ? random % (2 * sigma) + mean - sigma
                         : Scale(table.at(random % table.size()));
}

const std::vector<int16_t>&
LinkDelay::GetTable() const
{
    return m_settings.entries ? *m_settings.entries : DelayTable::Get(m_settings.kind);
}

int64_t
LinkDelay::Scale(int64_t entry) const
{
    // Computed in two parts as in netem: the first one is rounded, and neither overflows.
    const int64_t sigma = m_settings.jitter.count();
    const int64_t rest = sigma % DelayTable::SCALE * entry;
    const int64_t half = rest >= 0 ? DelayTable::SCALE / 2 : -DelayTable::SCALE / 2;
    return (rest + half) / DelayTable::SCALE + sigma / DelayTable::SCALE * entry +
           m_settings.delay.count();
}

} // namespace ns3::net8
