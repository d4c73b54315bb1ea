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
 * The rate limits of a listener: RATE_LIMIT of each end point, and CONNECTION_RATE above them.
 *
 * An end point with RATE_LIMIT=n accepts n connections per second. CONNECTION_RATE replaces such
 * numbers, and is the only number for RATE_LIMIT=yes; without it, yes limits nothing. An end point
 * with RATE_LIMIT=no is never limited. Public texts disagree on whether CONNECTION_RATE counts the
 * connections of all limited end points together or of each; RateScope selects one.
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
        EACH   ///< Each limited end point separately.
    };

    /**
     * RATE_LIMIT of an end point.
     */
    struct Limit
    {
        bool limited{false};   ///< Whether connections are limited.
        uint32_t perSecond{0}; ///< Its own number of connections per second; 0: none.
    };

    /**
     * Create the limits of a listener.
     *
     * @param connectionRate CONNECTION_RATE, connections per second; 0: not set
     * @param scope what it counts
     * @param release when connections beyond a limit are accepted
     */
    explicit Net8RateLimits(uint32_t connectionRate = 0,
                            Scope scope = Scope::TOTAL,
                            Net8RateLimiter::Release release = Net8RateLimiter::Release::WINDOW);

    /**
     * Parse the value of RATE_LIMIT.
     *
     * @param text yes, no, or connections per second, where 0 means no
     * @param[out] out receives the limit
     * @return the error, if any
     */
    static TextError Parse(std::string_view text, Limit& out);

    /**
     * @param limit RATE_LIMIT of an end point
     * @param connectionRate CONNECTION_RATE, connections per second; 0: not set
     * @return connections per second that the end point may accept; 0: any number
     */
    static uint32_t GetRate(const Limit& limit, uint32_t connectionRate);

    /**
     * Add an end point.
     *
     * @param limit its RATE_LIMIT
     * @return number of the end point, from 0
     */
    uint32_t AddEndPoint(const Limit& limit);

    /**
     * Reserve the next place of an end point.
     *
     * @param endPoint number of the end point
     * @param now current time, never before that of the previous call
     * @return when the connection may be accepted
     */
    std::chrono::nanoseconds GetRelease(uint32_t endPoint, std::chrono::nanoseconds now);

    /**
     * @return number of connections that had to wait, on all end points
     */
    uint64_t GetDelayed() const;

  private:
    uint32_t m_connectionRate;             ///< CONNECTION_RATE; 0: not set.
    Scope m_scope;                         ///< What it counts.
    Net8RateLimiter::Release m_release;    ///< When connections beyond a limit are accepted.
    std::vector<Net8RateLimiter> m_counts; ///< Limiters; the first is CONNECTION_RATE in total.
    std::vector<std::size_t> m_endPoints;  ///< Index of the limiter of each end point.
};

} // namespace ns3::net8

#endif /* NET8_RATE_LIMITS_H */
