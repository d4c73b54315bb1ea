// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RATE_LIMITS_H
#define NET8_RATE_LIMITS_H

#include "net8-rate-limiter.h"

#include "ns3/net8-text-error.h"

#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The rate limits of a listener: RATE_LIMIT of each end point, and CONNECTION_RATE over them.
 *
 * An end point with RATE_LIMIT=n takes n connections a second. CONNECTION_RATE takes the place of
 * such numbers, and is the only number that RATE_LIMIT=yes has; without it, yes limits nothing. An
 * end point with RATE_LIMIT=no is never limited. Whether CONNECTION_RATE counts the connections of
 * all limited end points together or of each, public texts tell differently; RateScope says which.
 *
 * Source: Net Services Reference 11.1 to 19c, listener.ora; Net Services Administrator's Guide
 * 23ai, "Handling Large Volumes of Concurrent Connection Requests".
 */
class Net8RateLimits
{
  public:
    /**
     * What CONNECTION_RATE counts.
     */
    enum class Scope : uint8_t
    {
        TOTAL, ///< All limited end points together.
        EACH   ///< Each limited end point by itself.
    };

    /**
     * RATE_LIMIT of an end point.
     */
    struct Limit
    {
        bool limited{false};   ///< Whether connections are limited.
        uint32_t perSecond{0}; ///< Own number of connections a second; 0: none.
    };

    /**
     * @param connectionRate CONNECTION_RATE in connections a second; 0: not set
     * @param scope what it counts
     * @param release when connections beyond a limit are taken
     */
    explicit Net8RateLimits(uint32_t connectionRate = 0,
                            Scope scope = Scope::TOTAL,
                            Net8RateLimiter::Release release = Net8RateLimiter::Release::WINDOW);

    /**
     * @param text value of RATE_LIMIT: yes, no, or connections a second, 0 being no
     * @param[out] out what it says
     * @return what is wrong
     */
    static TextError Parse(std::string_view text, Limit& out);

    /**
     * @param limit RATE_LIMIT of one more end point
     * @return its number, from 0
     */
    uint32_t AddEndPoint(const Limit& limit);

    /**
     * Take the next place of an end point.
     *
     * @param endPoint number of the end point
     * @param now the present, never before that of the call before
     * @return when the connection may be taken
     */
    std::chrono::nanoseconds GetRelease(uint32_t endPoint, std::chrono::nanoseconds now);

    /**
     * @return connections that had to wait, on all end points
     */
    uint64_t GetDelayed() const;

  private:
    uint32_t m_connectionRate;             ///< CONNECTION_RATE; 0: not set.
    Scope m_scope;                         ///< What it counts.
    Net8RateLimiter::Release m_release;    ///< When connections beyond a limit are taken.
    std::vector<Net8RateLimiter> m_counts; ///< The first one is of CONNECTION_RATE in total.
    std::vector<std::size_t> m_endPoints;  ///< Which of them counts for each end point.
};

} // namespace ns3::net8

#endif /* NET8_RATE_LIMITS_H */
