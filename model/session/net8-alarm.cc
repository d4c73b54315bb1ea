// SPDX-License-Identifier: GPL-2.0-only
#include "net8-alarm.h"

#include "net8-chrono.h"

#include "ns3/event-id.h"
#include "ns3/net8-event-heap.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ns3::net8
{

/// An event in one block of memory, where MakeEvent uses two. It knows its own EventId, so an alarm
/// that is not set needs no room for one.
class Net8Alarm::Ring : public EventImpl
{
  public:
    /**
     * @param alarm the alarm
     */
    explicit Ring(Net8Alarm& alarm)
        : m_alarm(alarm)
    {
    }

    /**
     * @param delay time from now until the event
     */
    void Schedule(const Time& delay)
    {
        const auto id = Simulator::Schedule(delay, Ptr<EventImpl>(this));
        m_time = id.GetTs();
        m_context = id.GetContext();
        m_uid = id.GetUid();
    }

    /// @param by by how much later it happens
    void Skip(const Time& by)
    {
        m_time += static_cast<uint64_t>(by.GetTimeStep());
    }

    /**
     * @return its EventId in the simulator's list
     */
    EventId GetId()
    {
        return EventId(Ptr<EventImpl>(this), m_time, m_context, m_uid);
    }

  private:
    void Notify() override
    {
        m_alarm.HandleEvent();
    }

    Net8Alarm& m_alarm;    ///< The alarm.
    uint64_t m_time{0};    ///< Time of the event, in time steps.
    uint32_t m_context{0}; ///< Context: node it belongs to.
    uint32_t m_uid{0};     ///< Unique number of the event.
};

Net8Alarm::~Net8Alarm()
{
    Drop();
}

std::chrono::nanoseconds
Net8Alarm::Now()
{
    return Net8EventHeap::GetNow();
}

void
Net8Alarm::Set(std::chrono::nanoseconds deadline)
{
    if (deadline == m_deadline)
    {
        return;
    }
    Drop();
    m_deadline = deadline;
    if (deadline == NEVER)
    {
        return;
    }
    const auto wait = std::max(deadline - Now(), std::chrono::nanoseconds(0));
    Time delay = ToTime(wait);
    if (ToChrono(delay) < wait)
    {
        delay += TimeStep(1); // ns-3 may count in longer steps
    }
    const auto event = Create<Ring>(*this);
    event->Schedule(delay);
    m_event = event;
}

void
Net8Alarm::Skip(std::chrono::nanoseconds by)
{
    if (m_event)
    {
        m_deadline += by;
        static_cast<Ring*>(PeekPointer(m_event))->Skip(ToTime(by));
    }
}

void
Net8Alarm::Drop()
{
    if (!m_event)
    {
        return;
    }
    // At the end of a simulation ns-3 removes events from its list that are not marked as expired.
    auto event = static_cast<Ring*>(PeekPointer(m_event))->GetId();
    m_event = nullptr;
    if (event.IsPending() && !Simulator::IsFinished())
    {
        event.Remove();
    }
    else
    {
        event.Cancel();
    }
}

void
Net8Alarm::HandleEvent()
{
    m_event = nullptr;
    m_deadline = NEVER;
    // The function object called may destroy this object.
    alignas(void*) std::array<std::byte, sizeof(m_ring)> ring;
    std::memcpy(ring.data(), m_ring, sizeof(m_ring));
    m_call(ring.data());
}

} // namespace ns3::net8
