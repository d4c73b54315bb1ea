// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-rto.h"

#include <algorithm>
#include <cmath>

namespace ns3::net8
{

void
LanRto::Measure(LanTime roundTrip)
{
    const auto sample = static_cast<double>(roundTrip);
    if (!m_measured)
    {
        m_measured = true;
        m_estimate = sample;
        m_deviation = sample / 2;
        return;
    }
    // Van Jacobson's gains, or NSP's weight.
    const bool weighted = m_rules.timeout == LanRules::Timeout::FACTOR;
    const double error = sample - m_estimate;
    m_estimate += error / (weighted ? m_rules.weight + 1 : 8);
    m_deviation += (std::abs(error) - m_deviation) / 4;
}

LanTime
LanRto::Get(uint32_t transmissions) const
{
    LanTime timeout = m_rules.firstTimeout;
    switch (m_rules.timeout)
    {
    case LanRules::Timeout::FIXED:
        return timeout;
    case LanRules::Timeout::TRIES:
        timeout *= transmissions;
        break;
    case LanRules::Timeout::DEVIATION:
        timeout = m_measured ? std::llround(m_estimate + 2 * m_deviation) : timeout;
        timeout <<= std::min(transmissions - 1, 16U);
        break;
    case LanRules::Timeout::FACTOR:
        timeout = m_measured ? std::llround(m_estimate * m_rules.factor) : timeout;
        break;
    }
    return std::clamp(timeout, m_rules.leastTimeout, m_rules.mostTimeout);
}

} // namespace ns3::net8
