// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FLOW_SERIES_H
#define NET8_FLOW_SERIES_H

#include "net8-cross-traffic.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A sample of a flow of background traffic.
 */
struct FlowSample
{
    Time time{};               ///< Time of the sample.
    uint32_t traffic{0};       ///< Number of its table, from 0 on.
    uint32_t flow{0};          ///< Number of the flow in that table, from 0 on.
    uint64_t receivedBytes{0}; ///< Payload that its sink has received so far, bytes.
};

/**
 * @ingroup net8
 * Samples what the flows of background traffic bring.
 */
class Net8FlowSeries
{
  public:
    Net8FlowSeries() = default;
    Net8FlowSeries(const Net8FlowSeries&) = delete;
    Net8FlowSeries& operator=(const Net8FlowSeries&) = delete;

    /**
     * @param traffic background traffic, installed
     */
    void Add(const Ptr<Net8CrossTraffic>& traffic);

    /**
     * Sample all flows.
     */
    void Look();

    /**
     * @return samples in order of time, traffic and flow
     */
    const std::vector<FlowSample>& GetSamples() const;

  private:
    std::vector<Ptr<Net8CrossTraffic>> m_traffic; ///< Background traffic.
    std::vector<FlowSample> m_samples;            ///< Samples taken so far.
};

} // namespace ns3::net8

#endif /* NET8_FLOW_SERIES_H */
