// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RTT_ESTIMATOR_H
#define NET8_TCP_RTT_ESTIMATOR_H

#include "net8-tcp-min-filter.h"
#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

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
