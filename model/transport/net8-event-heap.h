// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EVENT_HEAP_H
#define NET8_EVENT_HEAP_H

#include "ns3/scheduler.h"

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A scheduler with the order of ns-3's own, in which an event may take the place that it would have
 * had if it had been scheduled later.
 *
 * ns-3 does events of one nanosecond in the order in which they were scheduled: by when that was;
 * of those of one time in the order of the events that did it, which again is by when these were
 * scheduled. What computes ahead of time when a packet arrives knows when ns-3's devices would have
 * scheduled that arrival, and by an event that was scheduled when: it calls Place before it
 * schedules. So what is computed and what is walked keep their order as far as these times tell it;
 * beyond that by numbers, which computed packets hand on from hop to hop.
 *
 * It is a heap in one piece of memory, where ns-3's default scheduler makes a node of a tree for
 * each event. An event that is removed stays in it as a dead entry until its time, or until half of
 * all entries are dead.
 */
class Net8EventHeap : public Scheduler
{
  public:
    /// A time of the simulation.
    using Nanos = std::chrono::nanoseconds;

    /// What orders an event among those of its nanosecond.
    struct Origin
    {
        Nanos known{0};     ///< When it was scheduled.
        Nanos cause{0};     ///< When the event had been scheduled that did it.
        uint64_t order{0};  ///< Number of the first in the chain of events that led to it.
        uint64_t within{0}; ///< Its own number.

        /**
         * @param other that of another event of the same nanosecond
         * @return which comes first
         */
        auto operator<=>(const Origin& other) const = default;
    };

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Net8EventHeap();
    ~Net8EventHeap() override;

    /**
     * @return the one of this simulation; null: there is none
     */
    static Net8EventHeap* Get();

    /// Let the simulation have one; keeps the one that it has.
    static void Install();

    /**
     * @param origin of the event that is scheduled next
     */
    void Place(const Origin& origin)
    {
        m_place = origin;
    }

    /**
     * @return of the event that is being done
     */
    const Origin& GetOrigin() const
    {
        return m_current;
    }

    /**
     * @return a number, greater than all before
     */
    uint64_t TakeNumber()
    {
        return ++m_number;
    }

    // Inherited
    void Insert(const Event& ev) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& ev) override;

  private:
    /// An event and what orders it.
    struct Entry
    {
        int64_t at;      ///< When it is.
        Origin origin;   ///< When it was scheduled, and why.
        uint32_t uid;    ///< Its number in ns-3.
        uint32_t node;   ///< Its context.
        EventImpl* impl; ///< What it does.

        /**
         * @param other another one
         * @return whether the other one comes first
         */
        bool operator>(const Entry& other) const;
    };

    /**
     * @param entry an entry
     * @return the event as ns-3 knows it
     */
    static Event ToEvent(const Entry& entry);

    /// Take what was removed from the top.
    void Tidy();

    /// Take all that was removed.
    void Clean();

    std::vector<Entry> m_heap;              ///< Events, the first one on top.
    std::unordered_set<uint32_t> m_removed; ///< Numbers of those that were removed.
    std::optional<Origin> m_place;          ///< Of the event that is scheduled next.
    int64_t m_now{0};                       ///< When the event is that is being done.
    Origin m_current;                       ///< What ordered it.
    uint64_t m_number{0};                   ///< The last number.
};

} // namespace ns3::net8

#endif /* NET8_EVENT_HEAP_H */
