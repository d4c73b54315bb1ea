// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ALARM_H
#define NET8_ALARM_H

#include "ns3/event-impl.h"
#include "ns3/net8-deadlines.h"
#include "ns3/ptr.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The single simulator event behind the next deadline of an object that knows no simulator.
 *
 * Deadlines at the same time are handled in the order in which they were set, as with separate
 * events.
 */
class Net8Alarm
{
  public:
    /**
     * @tparam RING a function object that holds one pointer or reference, to keep an alarm small:
     * each session has four
     * @param ring called at the deadline, which is no longer set by then; may destroy this object
     */
    template <typename RING>
        requires std::is_invocable_v<const RING&> && std::is_trivially_copyable_v<RING> &&
                 (sizeof(RING) <= sizeof(void*))
    explicit Net8Alarm(RING ring)
        : m_call([](const std::byte* stored) { (*reinterpret_cast<const RING*>(stored))(); })
    {
        std::construct_at(reinterpret_cast<RING*>(m_ring), ring);
    }

    ~Net8Alarm();
    Net8Alarm(const Net8Alarm&) = delete;
    Net8Alarm& operator=(const Net8Alarm&) = delete;

    /**
     * Set the alarm, replacing the deadline set before.
     *
     * @param deadline when to ring; NEVER: not at all
     */
    void Set(std::chrono::nanoseconds deadline);

    /**
     * @return the event that rings it; null: it is not set
     */
    const EventImpl* GetEvent() const
    {
        return PeekPointer(m_event);
    }

    /**
     * Go on after a time that was skipped, in which the event moved along.
     *
     * @param by its length
     */
    void Skip(std::chrono::nanoseconds by);

    /**
     * @return the current time, on the clock of the deadlines
     */
    static std::chrono::nanoseconds Now();

  private:
    /// The event that rings the alarm.
    class Ring;

    /**
     * Remove the event from the simulator's list. A cancelled event would stay there until its
     * time: a minute for each session that is set up.
     */
    void Drop();

    /**
     * Handle the event.
     */
    void HandleEvent();

    void (*m_call)(const std::byte* stored);          ///< Calls the stored function object.
    alignas(void*) std::byte m_ring[sizeof(void*)]{}; ///< Function object called at the deadline.
    std::chrono::nanoseconds m_deadline{NEVER};       ///< The deadline.
    Ptr<EventImpl> m_event;                           ///< The event, a Ring; null if none is set.
};

} // namespace ns3::net8

#endif /* NET8_ALARM_H */
