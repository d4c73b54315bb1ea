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

} // namespace

LinkDelay::LinkDelay(const Settings& settings, LinkDraw draw)
    : m_settings(settings),
      m_random(std::move(draw), settings.jitter > NONE ? settings.correlation : 0)
{
    m_settings.jitter = std::clamp(m_settings.jitter, NONE, MAX_JITTER);
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
    const uint32_t random = m_random.Next();
    const auto& table = DelayTable::Get(m_settings.kind);
    if (table.empty())
    {
        return random % (2 * sigma) + mean - sigma;
    }
    // Computed in two parts as in netem: the first one is rounded, and neither overflows.
    const int64_t entry = table.at(random % table.size());
    const int64_t rest = sigma % DelayTable::SCALE * entry;
    const int64_t half = rest >= 0 ? DelayTable::SCALE / 2 : -DelayTable::SCALE / 2;
    return (rest + half) / DelayTable::SCALE + sigma / DelayTable::SCALE * entry + mean;
}

} // namespace ns3::net8
