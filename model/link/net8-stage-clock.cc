// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-clock.h"

#include "net8-pooled.h"

#include "ns3/event-impl.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @return the event heap of the simulation
 */
Net8EventHeap&
InstallHeap()
{
    Net8EventHeap::Install();
    return *Net8EventHeap::Get();
}

/// The arrival of a packet as an event.
class ArrivalEvent : public EventImpl, public Net8Pooled<ArrivalEvent>
{
  public:
    /**
     * @param arrival the packet
     */
    explicit ArrivalEvent(Net8StageClock::Arrival&& arrival)
        : m_arrival(std::move(arrival))
    {
    }

    /// @return the frame
    const Net8StageFrame& GetFrame() const
    {
        return m_arrival.frame;
    }

  protected:
    void Notify() override
    {
        m_arrival.receiver->TakeArrival(m_arrival);
    }

  private:
    Net8StageClock::Arrival m_arrival; ///< The packet.
};

} // namespace

Net8StageClock::Net8StageClock()
    : m_heap(InstallHeap())
{
    m_heap.Add(*this);
}

Net8StageClock::~Net8StageClock()
{
    if (Net8EventHeap::Get() == &m_heap) // Else the simulation is over.
    {
        m_heap.Remove(*this);
    }
}

void
Net8StageClock::Move(Nanos by)
{
    for (auto& [stage, last] : m_queues)
    {
        stage.Skip(by);
        last.known += by;
        last.cause += by;
    }
    for (auto* const time : m_times)
    {
        *time += by;
    }
}

void
Net8StageClock::Describe(std::vector<int64_t>& state) const
{
    // A packet that is computed ahead has no event at the hops that it passes on its way.
    const auto now = GetNow();
    for (std::size_t i = 0; i < m_queues.size(); ++i)
    {
        const auto before = state.size();
        m_queues[i].stage.Describe(now, state);
        if (state.size() > before)
        {
            state.push_back(static_cast<int64_t>(i));
        }
    }
    for (const auto* const time : m_times)
    {
        state.push_back(std::max((*time - now).count(), int64_t{-1}));
    }
}

Net8StageClock::Nanos
Net8StageClock::GetEnd() const
{
    auto next = Nanos::max();
    for (const auto* const end : m_ends)
    {
        next = *end > GetNow() ? std::min(next, *end) : next;
    }
    return next;
}

const Net8StageFrame*
Net8StageClock::FindFrame(const EventImpl* event)
{
    const auto* const arrival = dynamic_cast<const ArrivalEvent*>(event);
    return arrival ? &arrival->GetFrame() : nullptr;
}

void
Net8StageClock::Expect(Arrival&& arrival, Net8EventHeap::Train* wire) const
{
    m_heap.Place(arrival.origin, wire);
    const auto node = arrival.node;
    const Time wait = Net8EventHeap::ToTime(arrival.at - GetNow());
    Simulator::ScheduleWithContext(node, wait, new ArrivalEvent(std::move(arrival)));
}

void
Net8StageClock::Follow(const FifoStage::Departure& departure,
                       FifoStage& stage,
                       Net8EventHeap::Origin& last) const
{
    if (last.within == 0) [[unlikely]]
    {
        Join({stage, last});
    }
    // With a delivery trace, packets begin and end in the same nanosecond.
    const bool together = departure.start == last.known && departure.cause == last.cause;
    last.known = departure.start;
    last.cause = departure.cause;
    if (!departure.waited)
    {
        last.order = m_heap.GetOrigin().order;
    }
    if (!departure.waited || together)
    {
        last.within = m_heap.TakeNumber();
    }
}

void
Net8StageClock::Join(const Queue& queue) const
{
    m_queues.push_back(queue);
}

void
Net8StageClock::Keep(Nanos& time) const
{
    m_times.push_back(&time);
}

void
Net8StageClock::Limit(const Nanos& end) const
{
    m_ends.push_back(&end);
}

bool
Net8StageClock::MakesChecksums() const
{
    // Asking ns-3 takes as long as the rest of a hop.
    if (!m_checksums)
    {
        m_checksums = Node::ChecksumEnabled();
    }
    return *m_checksums;
}

} // namespace ns3::net8
