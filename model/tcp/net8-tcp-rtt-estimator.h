// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RTT_ESTIMATOR_H
#define NET8_TCP_RTT_ESTIMATOR_H

#include "net8-tcp-settings.h"

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

/**
 * @ingroup net8
 * Estimates the round-trip time and the retransmission timeout.
 *
 * Jacobson's estimator with the changes of Linux (tcp_rtt_estimator): the deviation in use rises
 * immediately and falls once per round trip, is never below the minimum timeout of 200 ms, and a
 * sample below the mean moves the deviation by only 1/8. RTO = srtt + deviation, rounded up to
 * ticks.
 *
 * Other systems use Jacobson's estimator unchanged, and limit the timeout as a whole
 * (TcpRules::Timeout).
 */
class TcpRttEstimator
{
  public:
    /// Timeout if the SYN was retransmitted and gave no sample: 3 s (RFC 6298, rule 5.7).
    static constexpr uint32_t FALLBACK_RTO_US = 3000000;
    /// Minimum round-trip time before any sample.
    static constexpr uint32_t NO_SAMPLE = UINT32_MAX;

    /// Initialize (RFC 6298, rule 2.1).
    /// @param settings settings of the host
    void Start(const TcpSettings& settings)
    {
        m_rtoUs = settings.initialRtoUs;
    }

    /**
     * Process a sample.
     *
     * @param settings settings of the host
     * @param sampleUs a round-trip time, us
     * @param una oldest unacknowledged sequence number
     * @param nxt next sequence number to send
     */
    void Sample(const TcpSettings& settings, int64_t sampleUs, uint32_t una, uint32_t nxt);

    /**
     * Track the minimum sample of the last minutes.
     *
     * @param settings settings of the host
     * @param tick current time, ticks
     * @param sampleUs a round-trip time, us
     */
    void SampleMinimum(const TcpSettings& settings, uint32_t tick, int64_t sampleUs);

    /**
     * Set the timeout if the retransmitted SYN gave no sample: 3 s, on other systems the initial
     * one.
     *
     * @param settings settings of the host
     */
    void FallBack(const TcpSettings& settings);

    /// Double the timeout.
    /// @param settings settings of the host
    void BackOff(const TcpSettings& settings);

    /**
     * Compute the timeout.
     *
     * @param settings settings of the host
     */
    void ComputeRto(const TcpSettings& settings);

    /**
     * @param settings settings of the host
     * @return the timeout, ticks
     */
    uint32_t GetRtoTicks(const TcpSettings& settings) const;

    /// @return the timeout, us
    uint32_t GetRtoUs() const
    {
        return m_rtoUs;
    }

    /// @return eight times the smoothed round-trip time, us; 0 before the first sample
    uint32_t GetSrtt8() const
    {
        return m_srtt8;
    }

    /// @return the mean deviation, us
    uint32_t GetDeviationUs() const
    {
        return m_mdev4 / 4;
    }

    /// @return minimum round-trip time of the last minutes, us; NO_SAMPLE before the first sample
    uint32_t GetMinUs() const
    {
        return m_min.Get() > 0 ? m_min.Get() : NO_SAMPLE;
    }

  private:
    /**
     * Update the mean deviation.
     *
     * @param error sample minus mean, us
     */
    void UpdateDeviation(int64_t error);

    uint32_t m_srtt8{0};       ///< Eight times the smoothed round-trip time, us.
    uint32_t m_mdev4{0};       ///< Four times the mean deviation, us.
    uint32_t m_mdevMax{0};     ///< Maximum m_mdev4 in this round trip, us.
    uint32_t m_deviation{0};   ///< Added to the mean: four deviations, at least 200 ms, us.
    uint32_t m_roundEnd{0};    ///< The round trip ends when this is acknowledged.
    uint32_t m_rtoUs{0};       ///< The timeout, us.
    TcpBestFilter<true> m_min; ///< Minimum round-trip time, us; 0: none yet.
};

} // namespace ns3::net8

#endif // NET8_TCP_RTT_ESTIMATOR_H
