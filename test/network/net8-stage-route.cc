// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-route.h"

#include <utility>

namespace ns3::net8
{

StageRoute::StageRoute(std::vector<Hop> hops)
    : m_hops(std::move(hops))
{
}

StageRoute::Stop
StageRoute::Walk(size_t hop, FifoStage::Arrival packet) const
{
    do
    {
        const auto departure = m_hops.at(hop).stage->Take(packet);
        if (departure.dropped)
        {
            return {.hop = hop, .dropped = true, .packet = packet};
        }
        packet.at = departure.arrival;
        packet.scheduled = departure.start;
        ++hop;
    } while (hop < m_hops.size() && !m_hops.at(hop).meets);
    return {.hop = hop, .packet = packet};
}

size_t
StageRoute::GetSize() const
{
    return m_hops.size();
}

} // namespace ns3::net8
