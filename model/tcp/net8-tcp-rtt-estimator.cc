// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-rtt-estimator.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"

#include <algorithm>
#include <cstdlib>

namespace ns3::net8
{

void
TcpRttEstimator::UpdateDeviation(int64_t error)
{
    int64_t change = error < 0 ? -error : error;
    change -= m_mdev4 >> 2;
    if (error < 0 && change > 0)
    {
        // A sample far below the mean says little about the deviation: gain 1/32 instead of 1/4.
        change >>= 3;
    }
    m_mdev4 = static_cast<uint32_t>(static_cast<int64_t>(m_mdev4) + change);
}

void
TcpRttEstimator::Sample(const TcpSettings& settings, int64_t sampleUs, uint32_t una, uint32_t nxt)
{
    if (m_srtt8 == 0)
    {
        m_srtt8 = static_cast<uint32_t>(std::max<int64_t>(1, sampleUs << 3));
        m_mdev4 = static_cast<uint32_t>(sampleUs << 1);
        m_deviation = std::max(m_mdev4, settings.rtoMinUs);
        m_mdevMax = m_deviation;
        m_roundEnd = nxt;
        return;
    }
    const int64_t error = sampleUs - (m_srtt8 >> 3);
    m_srtt8 = static_cast<uint32_t>(std::max<int64_t>(1, m_srtt8 + error));
    if (settings.rules.timeout != TcpRules::Timeout::LINUX)
    {
        const int64_t change = std::abs(error) - (m_mdev4 >> 2);
        m_mdev4 = static_cast<uint32_t>(static_cast<int64_t>(m_mdev4) + change);
        return;
    }
    UpdateDeviation(error);
    if (m_mdev4 > m_mdevMax)
    {
        m_mdevMax = m_mdev4;
        m_deviation = std::max(m_deviation, m_mdevMax);
    }
    if (SeqAfter(una, m_roundEnd))
    {
        if (m_mdevMax < m_deviation)
        {
            m_deviation -= (m_deviation - m_mdevMax) >> 2;
        }
        m_roundEnd = nxt;
        m_mdevMax = settings.rtoMinUs;
    }
}

void
TcpRttEstimator::SampleMinimum(const TcpSettings& settings, uint32_t tick, int64_t sampleUs)
{
    const auto sample = sampleUs > 0 ? static_cast<uint32_t>(sampleUs)
                                     : static_cast<uint32_t>(TcpClock::UsOf(settings, 1));
    if (m_min.Get() == 0)
    {
        m_min.Reset(tick, sample);
        return;
    }
    m_min.Update(TcpClock::TicksOf(settings, settings.minRttWindowS * 1000000ULL), tick, sample);
}

void
TcpRttEstimator::ComputeRto(const TcpSettings& settings)
{
    uint32_t rto = (m_srtt8 >> 3) + m_deviation;
    if (settings.rules.timeout != TcpRules::Timeout::LINUX)
    {
        const bool adds = settings.rules.timeout == TcpRules::Timeout::SOLARIS;
        rto = std::max((m_srtt8 >> 3) + m_mdev4 + (adds ? m_srtt8 >> 5 : 0), settings.rtoMinUs);
    }
    const auto ticks = TcpClock::TicksOf(settings, rto);
    m_rtoUs = static_cast<uint32_t>(
        std::min<uint64_t>(TcpClock::UsOf(settings, ticks), settings.rtoMaxMs * 1000ULL));
}

void
TcpRttEstimator::FallBack(const TcpSettings& settings)
{
    const bool isLinux = settings.rules.timeout == TcpRules::Timeout::LINUX;
    const uint32_t rto = isLinux ? FALLBACK_RTO_US : settings.initialRtoUs;
    m_deviation = m_mdev4 = m_mdevMax = rto;
    m_rtoUs = static_cast<uint32_t>(TcpClock::UsOf(settings, TcpClock::TicksOf(settings, rto)));
}

void
TcpRttEstimator::BackOff(const TcpSettings& settings)
{
    m_rtoUs =
        static_cast<uint32_t>(std::min<uint64_t>(2ULL * m_rtoUs, settings.rtoMaxMs * 1000ULL));
}

uint32_t
TcpRttEstimator::GetRtoTicks(const TcpSettings& settings) const
{
    return TcpClock::TicksOf(settings, m_rtoUs);
}

} // namespace ns3::net8
