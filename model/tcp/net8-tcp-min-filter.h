// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_MIN_FILTER_H
#define NET8_TCP_MIN_FILTER_H

#include <array>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Best value in a sliding window, from three samples (Kathleen Nichols' filter, lib/win_minmax.c):
 * the best one, the best one after it, and the best one after that.
 *
 * @tparam LESS whether the minimum is the best value; otherwise the maximum is
 */
template <bool LESS>
class TcpBestFilter
{
  public:
    /// @return the best value; 0 before the first sample
    uint32_t Get() const
    {
        return m_best[0].value;
    }

    /**
     * Restart with one sample.
     *
     * @param time time of the sample, in any unit
     * @param value the sample
     */
    void Reset(uint32_t time, uint32_t value)
    {
        m_best.fill({time, value});
    }

    /**
     * Add a sample.
     *
     * @param window length of the window
     * @param time time of the sample, in the unit of the window
     * @param value the sample
     */
    void Update(uint32_t window, uint32_t time, uint32_t value)
    {
        if (IsBetter(value, m_best[0].value) || time - m_best[2].time > window)
        {
            Reset(time, value);
            return;
        }
        if (IsBetter(value, m_best[1].value))
        {
            m_best[1] = m_best[2] = {time, value};
        }
        else if (IsBetter(value, m_best[2].value))
        {
            m_best[2] = {time, value};
        }
        Age(window, {time, value});
    }

  private:
    /// A value and its time.
    struct Sample
    {
        uint32_t time{0};  ///< Time, in the unit of the window.
        uint32_t value{0}; ///< The value.
    };

    /**
     * Compare two values.
     *
     * @param a a value
     * @param b another value
     * @return whether @p a is at least as good
     */
    static bool IsBetter(uint32_t a, uint32_t b)
    {
        return LESS ? a <= b : a >= b;
    }

    /**
     * Drop the samples that left the window, and take newer ones if all would be from its
     * beginning.
     *
     * @param window length of the window
     * @param sample the newest sample
     */
    void Age(uint32_t window, const Sample& sample)
    {
        const uint32_t age = sample.time - m_best[0].time;
        if (age > window)
        {
            m_best = {m_best[1], m_best[2], sample};
            if (sample.time - m_best[0].time > window)
            {
                m_best = {m_best[1], m_best[2], sample};
            }
        }
        else if (m_best[1].time == m_best[0].time && age > window / 4)
        {
            m_best[1] = m_best[2] = sample;
        }
        else if (m_best[2].time == m_best[1].time && age > window / 2)
        {
            m_best[2] = sample;
        }
    }

    std::array<Sample, 3> m_best; ///< Best values in order of time.
};

} // namespace ns3::net8

#endif // NET8_TCP_MIN_FILTER_H
