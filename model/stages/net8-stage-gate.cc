// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-gate.h"

#include <utility>

namespace ns3::net8
{

Net8StageGate::Net8StageGate(uint32_t node, const Delivery& delivery)
    : m_node(node),
      m_delivery(delivery)
{
}

Net8StageGate::~Net8StageGate() = default;

void
Net8StageGate::Await(const Net8StageClock& clock,
                     const std::optional<Net8EventHeap::Origin>& begin,
                     const Coming& coming)
{
    m_clock = &clock;
    if (!begin)
    {
        Begin(coming);
        return;
    }
    m_queue.push_back(coming);
    clock.Expect(
        {.node = m_node, .at = coming.start, .origin = *begin, .frame = {}, .receiver = this});
}

void
Net8StageGate::TakeArrival(const Net8StageClock::Arrival& /* arrival */)
{
    const auto coming = m_queue.front();
    m_queue.pop_front();
    Begin(coming);
}

void
Net8StageGate::Begin(const Coming& coming) const
{
    auto arrival = coming.arrival;
    if (const auto at = m_delivery(*arrival.frame.GetPacket(), coming.start, coming.sent))
    {
        arrival.at = *at;
        m_clock->Expect(std::move(arrival));
    }
}

} // namespace ns3::net8
