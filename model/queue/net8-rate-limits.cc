// SPDX-License-Identifier: GPL-2.0-only
#include "net8-rate-limits.h"

#include "ns3/net8-name-value.h"

#include <charconv>
#include <string>

namespace ns3::net8
{

Net8RateLimits::Net8RateLimits(uint32_t connectionRate,
                               Scope scope,
                               Net8RateLimiter::Release release)
    : m_connectionRate(connectionRate),
      m_scope(scope),
      m_release(release),
      m_counts{Net8RateLimiter(connectionRate, release)}
{
}

TextError
Net8RateLimits::Parse(std::string_view text, Limit& out)
{
    for (const auto& [word, limited] : {std::pair{"yes", true},
                                        std::pair{"on", true},
                                        std::pair{"true", true},
                                        std::pair{"no", false},
                                        std::pair{"off", false},
                                        std::pair{"false", false}})
    {
        if (EqualNoCase(text, word))
        {
            out = {limited, 0};
            return {};
        }
    }
    uint32_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size())
    {
        TextError error;
        error.file = "RATE_LIMIT";
        error.message = "'" + std::string(text) +
                        "' is neither yes nor no nor a number of connections per second";
        return error;
    }
    out = {number > 0, number};
    return {};
}

uint32_t
Net8RateLimits::GetRate(const Limit& limit, uint32_t connectionRate)
{
    if (!limit.limited)
    {
        return 0;
    }
    return connectionRate > 0 ? connectionRate : limit.perSecond;
}

uint32_t
Net8RateLimits::AddEndPoint(const Limit& limit)
{
    const bool total = limit.limited && m_connectionRate > 0 && m_scope == Scope::TOTAL;
    m_endPoints.push_back(total ? 0 : m_counts.size());
    if (!total)
    {
        m_counts.emplace_back(GetRate(limit, m_connectionRate), m_release);
    }
    return static_cast<uint32_t>(m_endPoints.size() - 1);
}

std::chrono::nanoseconds
Net8RateLimits::GetRelease(uint32_t endPoint, std::chrono::nanoseconds now)
{
    return m_counts.at(m_endPoints.at(endPoint)).GetRelease(now);
}

uint64_t
Net8RateLimits::GetDelayed() const
{
    uint64_t delayed = 0;
    for (const auto& count : m_counts)
    {
        delayed += count.GetDelayed();
    }
    return delayed;
}

} // namespace ns3::net8
