// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LATENESS_H
#define NET8_LATENESS_H

#include <array>
#include <chrono>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How late bytes left: a count for each span of times, of which each is at most 1/16 longer than
 * its beginning, so that quantiles are too large by that at most.
 */
class Net8Lateness
{
  public:
    /// A time.
    using Nanos = std::chrono::nanoseconds;

    /**
     * @param late how late bytes left
     */
    void Add(Nanos late);

    /**
     * @param share a share of all, from 0 to 1
     * @return the time that this share of them does not exceed; 0 if there are none
     */
    Nanos GetQuantile(double share) const;

    /**
     * @return the longest
     */
    Nanos GetWorst() const
    {
        return m_worst;
    }

    /**
     * @return number of times
     */
    uint64_t GetCount() const
    {
        return m_count;
    }

  private:
    static constexpr uint32_t PARTS = 16; ///< Spans between a time and its double.

    std::array<uint64_t, PARTS * 64> m_spans{}; ///< Times in each span.
    uint64_t m_count{0};                        ///< Number of times.
    Nanos m_worst{0};                           ///< The longest.
};

} // namespace ns3::net8

#endif /* NET8_LATENESS_H */
