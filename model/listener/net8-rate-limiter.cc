// SPDX-License-Identifier: GPL-2.0-only
#include "net8-rate-limiter.h"

#include <algorithm>

namespace ns3::net8
{

Net8RateLimiter::Net8RateLimiter(uint32_t perSecond, Release release)
    : m_limit(perSecond),
      m_release(release)
{
}

Time
Net8RateLimiter::GetRelease(Time now)
{
    if (m_limit == 0)
    {
        return now;
    }
    if (m_release == Release::SPACED)
    {
        const Time taken = std::max(now, m_next);
        m_next = taken + Seconds(1) / int64_t{m_limit};
        m_delayed += taken > now ? 1 : 0;
        return taken;
    }
    const int64_t present = now.GetTimeStep() / Seconds(1).GetTimeStep();
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
    return std::max(now, TimeStep(m_second * Seconds(1).GetTimeStep()));
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
