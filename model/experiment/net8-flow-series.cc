// SPDX-License-Identifier: GPL-2.0-only
#include "net8-flow-series.h"

#include "ns3/simulator.h"

namespace ns3::net8
{

void
Net8FlowSeries::Add(const Ptr<Net8CrossTraffic>& traffic)
{
    m_traffic.push_back(traffic);
}

void
Net8FlowSeries::Look()
{
    for (uint32_t number = 0; number < m_traffic.size(); ++number)
    {
        uint32_t flow = 0;
        for (const auto bytes : m_traffic[number]->GetReceivedBytes())
        {
            m_samples.push_back({.time = Simulator::Now(),
                                 .traffic = number,
                                 .flow = flow++,
                                 .receivedBytes = bytes});
        }
    }
}

const std::vector<FlowSample>&
Net8FlowSeries::GetSamples() const
{
    return m_samples;
}

} // namespace ns3::net8
