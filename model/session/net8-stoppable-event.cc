// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stoppable-event.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

Net8StoppableEvent::~Net8StoppableEvent()
{
    Cancel();
}

void
Net8StoppableEvent::Schedule(Time delay, std::function<void()> todo)
{
    Cancel();
    m_todo = std::move(todo);
    m_left = delay;
    if (!m_stopped)
    {
        m_event = Simulator::Schedule(delay, &Net8StoppableEvent::Fire, this);
    }
}

void
Net8StoppableEvent::Cancel()
{
    m_event.Cancel();
    m_todo = nullptr;
}

bool
Net8StoppableEvent::IsPending() const
{
    return static_cast<bool>(m_todo);
}

void
Net8StoppableEvent::SetStopped(bool stopped)
{
    if (stopped == m_stopped)
    {
        return;
    }
    m_stopped = stopped;
    if (!m_todo)
    {
        return;
    }
    if (stopped)
    {
        m_left = Simulator::GetDelayLeft(m_event);
        m_event.Cancel();
    }
    else
    {
        m_event = Simulator::Schedule(m_left, &Net8StoppableEvent::Fire, this);
    }
}

void
Net8StoppableEvent::Fire()
{
    // Whoever is called may destroy this object: touch nothing of it afterwards.
    const auto todo = std::exchange(m_todo, nullptr);
    todo();
}

} // namespace ns3::net8
