// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STOPPABLE_EVENT_H
#define NET8_STOPPABLE_EVENT_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Something to do after a time that passes only while its process runs, not while its host hangs.
 */
class Net8StoppableEvent
{
  public:
    Net8StoppableEvent() = default;
    ~Net8StoppableEvent();
    Net8StoppableEvent(const Net8StoppableEvent&) = delete;
    Net8StoppableEvent& operator=(const Net8StoppableEvent&) = delete;

    /**
     * @param delay time until it is to be done; takes the place of what was planned before
     * @param todo what is to be done; may destroy this object
     */
    void Schedule(Time delay, std::function<void()> todo);

    /**
     * Do nothing.
     */
    void Cancel();

    /**
     * @return whether something is still to be done
     */
    bool IsPending() const;

    /**
     * @param stopped whether no time passes
     */
    void SetStopped(bool stopped);

  private:
    /**
     * The time has come.
     */
    void Fire();

    std::function<void()> m_todo; ///< What is to be done; empty: nothing.
    Time m_left;                  ///< Time that is left while it is stopped.
    EventId m_event;              ///< The time passes.
    bool m_stopped{false};        ///< No time passes.
};

} // namespace ns3::net8

#endif /* NET8_STOPPABLE_EVENT_H */
