// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DEADLINE_H
#define NET8_DEADLINE_H

#include "ns3/event-impl.h"
#include "ns3/net8-tcp-timers.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The one event behind a deadline that moves with almost every segment.
 *
 * A deadline that moves away leaves the event where it is: whoever is called before the deadline
 * sets it again. Most timers of TCP are moved away many times for each time that they fire.
 */
class Net8Deadline
{
  public:
    Net8Deadline() = default;
    Net8Deadline(const Net8Deadline&) = delete;
    Net8Deadline& operator=(const Net8Deadline&) = delete;

    ~Net8Deadline()
    {
        Stop();
    }

    /// @return the time, ns
    static TcpTime Now()
    {
        return Simulator::Now().GetNanoSeconds();
    }

    /**
     * @param deadline when to call, ns; TcpTimers::NEVER: not at all
     * @param method what to call; it must call Fired first
     * @param object whose
     */
    template <typename T>
    void Set(TcpTime deadline, void (T::*method)(), T* object)
    {
        if (deadline >= m_time)
        {
            return;
        }
        Stop();
        m_time = deadline;
        const TcpTime wait = std::max<TcpTime>(deadline - Now(), 0);
        Time delay = NanoSeconds(wait);
        if (delay.GetNanoSeconds() < wait)
        {
            delay += TimeStep(1); // ns-3 counts in longer steps.
        }
        m_event = Create<Call<T>>(method, object);
        Simulator::Schedule(delay, m_event);
    }

    /// The event came.
    void Fired()
    {
        m_event = nullptr;
        m_time = TcpTimers::NEVER;
    }

    /// Nothing is to be called any more.
    void Stop()
    {
        if (m_event)
        {
            m_event->Cancel();
            m_event = nullptr;
        }
        m_time = TcpTimers::NEVER;
    }

    /// @return whether an event is under way
    bool IsSet() const
    {
        return m_time != TcpTimers::NEVER;
    }

  private:
    /**
     * Calls what was asked for: one block of memory, where an event of MakeEvent has two.
     *
     * @tparam T whose
     */
    template <typename T>
    class Call : public EventImpl
    {
      public:
        /**
         * @param method what to call
         * @param object whose
         */
        Call(void (T::*method)(), T* object)
            : m_method(method),
              m_object(object)
        {
        }

      private:
        void Notify() override
        {
            (m_object->*m_method)();
        }

        void (T::*m_method)(); ///< What to call.
        T* m_object;           ///< Whose.
    };

    Ptr<EventImpl> m_event;           ///< The event; null: none.
    TcpTime m_time{TcpTimers::NEVER}; ///< When it comes, ns.
};

} // namespace ns3::net8

#endif // NET8_DEADLINE_H
