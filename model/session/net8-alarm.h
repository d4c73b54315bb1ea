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
 * The one event of the simulator behind the next deadline of something that knows no simulator.
 *
 * Of what happens at the same time, what was set first comes first, as with events of one's own.
 */
class Net8Alarm
{
  public:
    /**
     * @tparam RING a function object that holds one pointer or reference, so that an alarm stays
     * small: each session has four
     * @param ring called at the deadline, which is then no longer set; may destroy this object
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
     * @param deadline when to ring, instead of when it was to ring; NEVER: not at all
     */
    void Set(std::chrono::nanoseconds deadline);

    /**
     * @return the time, as the deadlines count it
     */
    static std::chrono::nanoseconds Now();

  private:
    /// Rings the alarm.
    class Ring;

    /**
     * There is no event any more. It leaves the list of the simulator, as one that is only
     * cancelled stays there until its time: a minute for each session that is set up.
     */
    void Drop();

    /**
     * The event came.
     */
    void HandleEvent();

    void (*m_call)(const std::byte* stored);          ///< Calls what is stored.
    alignas(void*) std::byte m_ring[sizeof(void*)]{}; ///< What is called at the deadline.
    std::chrono::nanoseconds m_deadline{NEVER};       ///< The deadline.
    Ptr<EventImpl> m_event;                           ///< The event, a Ring; null: none.
};

} // namespace ns3::net8

#endif /* NET8_ALARM_H */
