// SPDX-License-Identifier: GPL-2.0-only
#include "net8-alarm.h"

#include "net8-chrono.h"

#include "ns3/event-impl.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

/// One block of memory, where an event of MakeEvent has two.
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

  private:
    void Notify() override
    {
        m_alarm.HandleEvent();
    }

    Net8Alarm& m_alarm; ///< The alarm.
};

Net8Alarm::Net8Alarm(std::function<void()> ring)
    : m_ring(std::move(ring))
{
}

Net8Alarm::~Net8Alarm()
{
    Drop();
}

std::chrono::nanoseconds
Net8Alarm::Now()
{
    return ToChrono(Simulator::Now());
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
    m_event = Simulator::Schedule(delay, Ptr<EventImpl>(Create<Ring>(*this)));
}

void
Net8Alarm::Drop()
{
    // At the end of a simulation ns-3 takes events off its list that it does not take for expired.
    if (m_event.IsPending() && !Simulator::IsFinished())
    {
        m_event.Remove();
    }
    else
    {
        m_event.Cancel();
    }
    m_event = EventId();
}

void
Net8Alarm::HandleEvent()
{
    m_event = EventId();
    m_deadline = NEVER;
    const auto ring = m_ring; // which may destroy this object
    ring();
}

} // namespace ns3::net8
