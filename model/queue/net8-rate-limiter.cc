// SPDX-License-Identifier: GPL-2.0-only
#include "net8-rate-limiter.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// The period in which connections are counted.
constexpr std::chrono::nanoseconds SECOND{1'000'000'000};

} // namespace

Net8RateLimiter::Net8RateLimiter(uint32_t perSecond, Release release)
    : m_limit(perSecond),
      m_release(release)
{
}

std::chrono::nanoseconds
Net8RateLimiter::GetRelease(std::chrono::nanoseconds now)
{
    if (m_limit == 0)
    {
        return now;
    }
    if (m_release == Release::SPACED)
    {
        const auto taken = std::max(now, m_next);
        m_next = taken + SECOND / int64_t{m_limit};
        m_delayed += taken > now ? 1 : 0;
        return taken;
    }
    const int64_t present = now / SECOND;
    if (present > m_second)
    {
        m_second = present;
        m_taken = 0;
    }
    if (m_taken == m_limit)
    {
        ++m_second;
        m_taken = 0;
    }
    ++m_taken;
    m_delayed += m_second > present ? 1 : 0;
    return std::max(now, m_second * SECOND);
}

uint32_t
Net8RateLimiter::GetLimit() const
{
    return m_limit;
}

uint64_t
Net8RateLimiter::GetDelayed() const
{
    return m_delayed;
}

} // namespace ns3::net8
