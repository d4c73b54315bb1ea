// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RATE_LIMITER_H
#define NET8_RATE_LIMITER_H

#include <chrono>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * RATE_LIMIT: at most so many connections are taken in each second of the clock.
 *
 * Connections are counted per second [n s, (n + 1) s) of the clock. One that finds its second
 * full is not refused: it is taken at the start of the first later second that has room, in order
 * of arrival. Of N at time 0 with R a second, the one with number i (from 0) is taken at second
 * floor(i / R), and the mean delay is (N / R - 1) / 2 s where R divides N.
 *
 * The other reading of so many a second is that they are spaced: one each 1 / R s, with a mean
 * delay of (N - 1) / (2 R).
 *
 * A place once given is used up, even if its client is gone by then: a listener learns that only
 * when it takes the connection.
 *
 * Source: white paper "Oracle Net Listener Connection Rate Limiter", October 2007.
 */
class Net8RateLimiter
{
  public:
    /**
     * When connections beyond the limit are taken.
     */
    enum class Release : uint8_t
    {
        WINDOW, ///< With the next second that has room.
        SPACED  ///< One by one, 1 / R s apart.
    };

    /**
     * @param perSecond connections a second; 0: no limit
     * @param release when those beyond it are taken
     */
    explicit Net8RateLimiter(uint32_t perSecond = 0, Release release = Release::WINDOW);

    /**
     * Take the next place.
     *
     * @param now the present, never before that of the call before
     * @return when the connection may be taken: now or later
     */
    std::chrono::nanoseconds GetRelease(std::chrono::nanoseconds now);

    /**
     * @return connections a second; 0: no limit
     */
    uint32_t GetLimit() const;

    /**
     * @return connections that had to wait, as TNS-01158 in the log tells
     */
    uint64_t GetDelayed() const;

  private:
    uint32_t m_limit;                   ///< Connections a second; 0: no limit.
    Release m_release;                  ///< When those beyond it are taken.
    std::chrono::nanoseconds m_next{0}; ///< When the next one may be taken (spaced).
    int64_t m_second{0};                ///< Second whose places are being given.
    uint32_t m_taken{0};                ///< Places of it that are given.
    uint64_t m_delayed{0};              ///< Connections that had to wait.
};

} // namespace ns3::net8

#endif /* NET8_RATE_LIMITER_H */
