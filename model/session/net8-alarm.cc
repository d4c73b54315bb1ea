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
    m_event.Cancel();
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
    m_event.Cancel();
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
Net8Alarm::HandleEvent()
{
    m_deadline = NEVER;
    const auto ring = m_ring; // which may destroy this object
    ring();
}

} // namespace ns3::net8
