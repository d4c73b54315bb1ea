// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RATE_LIMITER_H
#define NET8_RATE_LIMITER_H

#include <chrono>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * RATE_LIMIT: accepts at most a number of connections in each second of the clock.
 *
 * Connections are counted per second [n s, (n + 1) s) of the clock. A connection that finds its
 * second full is not refused: it is accepted at the start of the first later second that has room,
 * in order of arrival. Of N connections at time 0 and a limit of R per second, number i (from 0) is
 * accepted at second floor(i / R), and the mean delay is (N / R - 1) / 2 s if R divides N.
 *
 * The limit can also be read as a spacing: one connection each 1 / R s, with a mean delay of
 * (N - 1) / (2 R).
 *
 * A place once assigned is used up, even if its client has gone by then: a listener learns that
 * only when it accepts the connection.
 *
 * Source: white paper "Oracle Net Listener Connection Rate Limiter", October 2007.
 */
class Net8RateLimiter
{
  public:
    /**
     * When connections beyond the limit are accepted.
     */
    enum class Release : uint8_t
    {
        WINDOW, ///< At the start of the next second that has room.
        SPACED  ///< One by one, 1 / R s apart.
    };

    /**
     * Create a limiter.
     *
     * @param perSecond connections per second; 0: no limit
     * @param release when connections beyond the limit are accepted
     */
    explicit Net8RateLimiter(uint32_t perSecond = 0, Release release = Release::WINDOW);

    /**
     * Reserve the next place.
     *
     * @param now current time, never before that of the previous call
     * @return when the connection may be accepted, now or later
     */
    std::chrono::nanoseconds GetRelease(std::chrono::nanoseconds now);

    /**
     * @return connections per second; 0: no limit
     */
    uint32_t GetLimit() const;

    /**
     * @return number of connections that had to wait, as reported by TNS-01158 in the log
     */
    uint64_t GetDelayed() const;

  private:
    uint32_t m_limit;                   ///< Connections per second; 0: no limit.
    Release m_release;                  ///< When connections beyond the limit are accepted.
    std::chrono::nanoseconds m_next{0}; ///< When the next one may be accepted (spaced).
    int64_t m_second{0};                ///< Second whose places are being assigned.
    uint32_t m_taken{0};                ///< Places of it already assigned.
    uint64_t m_delayed{0};              ///< Connections that had to wait.
};

} // namespace ns3::net8

#endif /* NET8_RATE_LIMITER_H */
