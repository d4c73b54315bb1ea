// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DEADLINE_H
#define NET8_DEADLINE_H

#include "net8-event-heap.h"

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
 * The single event behind a deadline that moves with almost every segment.
 *
 * A deadline that moves to a later time leaves the event where it is: a method called before its
 * deadline sets it again. Most timers of TCP are moved away many times for each time that they
 * fire.
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

    /// @return the current time, ns
    static TcpTime Now()
    {
        return Net8EventHeap::GetNow().count();
    }

    /**
     * Set the deadline.
     *
     * @param deadline when to call the method, ns; TcpTimers::NEVER: not at all
     * @param method the method to call; it must call Fired first
     * @param object the object to call it on
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
            delay += TimeStep(1); // ns-3 may count in longer steps.
        }
        m_event = Create<Call<T>>(method, object);
        Simulator::Schedule(delay, m_event);
    }

    /// Note that the event has fired.
    void Fired()
    {
        m_event = nullptr;
        m_time = TcpTimers::NEVER;
    }

    /// Cancel the event.
    void Stop()
    {
        if (m_event)
        {
            m_event->Cancel();
            m_event = nullptr;
        }
        m_time = TcpTimers::NEVER;
    }

    /// @return time of the event, ns; TcpTimers::NEVER if none is pending
    TcpTime GetTime() const
    {
        return m_time;
    }

    /// @return the event; null if none is pending
    const Ptr<EventImpl>& GetEvent() const
    {
        return m_event;
    }

    /// @return whether an event is pending
    bool IsSet() const
    {
        return m_time != TcpTimers::NEVER;
    }

  private:
    /**
     * Event that calls the method, in one block of memory where MakeEvent uses two.
     *
     * @tparam T class of the object
     */
    template <typename T>
    class Call : public EventImpl
    {
      public:
        /**
         * @param method the method to call
         * @param object the object to call it on
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

        void (T::*m_method)(); ///< Method to call.
        T* m_object;           ///< Object to call it on.
    };

    Ptr<EventImpl> m_event;           ///< The event; null if none is pending.
    TcpTime m_time{TcpTimers::NEVER}; ///< Time of the event, ns.
};

} // namespace ns3::net8

#endif // NET8_DEADLINE_H
