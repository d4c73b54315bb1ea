// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EVENT_HEAP_H
#define NET8_EVENT_HEAP_H

#include "ns3/nstime.h"
#include "ns3/scheduler.h"
#include "ns3/simulator.h"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A scheduler with the same order as ns-3's own, in which an event can take the place that it would
 * have had if it had been scheduled later.
 *
 * ns-3 executes events of the same nanosecond in the order in which they were scheduled, that is,
 * by the time of scheduling; those scheduled at the same time, in the order of the events that
 * scheduled them, which again depends on when these were scheduled. Code that computes the arrival
 * of a packet ahead of time knows when ns-3's devices would have scheduled that arrival, and when
 * the event that would have done so was itself scheduled: it calls Place before it schedules. Thus
 * computed and simulated events keep their relative order as far as these times determine it;
 * beyond that it is determined by numbers, which computed packets pass on from hop to hop.
 *
 * It is a heap of four children in one block of memory, where ns-3's default scheduler allocates a
 * tree node for each event: what moves is a time and a place, the rest of an event stays where it
 * is. Of events that come in order, as those of frames on a wire do (Train), only the first one is
 * in the heap. An event that is removed stays as a dead entry until its time, or until half of all
 * entries are dead.
 */
class Net8EventHeap : public Scheduler
{
  public:
    /// A simulation time.
    using Nanos = std::chrono::nanoseconds;

    /// Order of an event among those of its nanosecond.
    struct Origin
    {
        Nanos known{0};     ///< When it was scheduled.
        Nanos cause{0};     ///< When the event that scheduled it was scheduled.
        uint64_t order{0};  ///< Number of the first event in the chain that led to it.
        uint64_t within{0}; ///< Number of the event itself.

        /**
         * @param other origin of another event of the same nanosecond
         * @return which of them comes first
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
     * @return the heap of this simulation; null if there is none
     */
    static Net8EventHeap* Get()
    {
        return s_heap;
    }

    /// Install a heap in the simulation, unless it has one.
    static void Install();

    /**
     * @return the current time, as ns-3 has it, without asking its simulator for it
     */
    static Nanos GetNow()
    {
        return s_heap && s_heap->m_exact ? Nanos(s_heap->m_now)
                                         : Nanos(Simulator::Now().GetNanoSeconds());
    }

    /**
     * @param time a time or a span of time
     * @return the same in ns-3's form, without its conversion of units where it counts in ns
     */
    static Time ToTime(Nanos time)
    {
        return s_heap && s_heap->m_exact ? TimeStep(static_cast<uint64_t>(time.count()))
                                         : NanoSeconds(static_cast<uint64_t>(time.count()));
    }

    /// The last of some events that are scheduled in the order of their times, or in almost any.
    struct Train
    {
        uint32_t place{0}; ///< Place of the last event.
        uint32_t uid{0};   ///< Its unique number in ns-3; 0: there was none.
    };

    /**
     * Set the origin of the next event to be scheduled.
     *
     * @param origin the origin
     * @param train events that it probably follows; null: none
     */
    void Place(const Origin& origin, Train* train = nullptr)
    {
        m_place = origin;
        m_train = train;
    }

    /**
     * @return origin of the event being executed
     */
    const Origin& GetOrigin() const
    {
        return m_current;
    }

    /**
     * @return a number greater than all before
     */
    uint64_t TakeNumber()
    {
        return ++m_number;
    }

    /// An event that is still to be executed.
    struct Pending
    {
        int64_t at;            ///< Its time.
        uint32_t uid;          ///< Its unique number in ns-3.
        const EventImpl* impl; ///< Its implementation.
    };

    /// Something that keeps times of its own, which move along with those of events.
    class Mover
    {
      public:
        /**
         * @param by by how much later its times are from now on
         */
        virtual void Move(Nanos by) = 0;

        /**
         * Tell what it will do that is not decided by events alone.
         *
         * @param state receives numbers that are the same whenever it will do the same: times from
         * now on, and others
         */
        virtual void Describe(std::vector<int64_t>& state) const = 0;

        /**
         * @return the next time at which something of it ends by itself, without an event
         */
        virtual Nanos GetEnd() const = 0;

      protected:
        ~Mover() = default;
    };

    /**
     * @param mover told of each Move, until it is removed
     */
    void Add(Mover& mover)
    {
        m_movers.push_back(&mover);
    }

    /**
     * @param mover a mover
     */
    void Remove(Mover& mover)
    {
        std::erase(m_movers, &mover);
    }

    /// @return the next time at which something of a mover ends by itself
    Nanos GetEnd() const;

    /// @return what all movers tell of themselves
    std::vector<int64_t> DescribeMovers() const;

    /**
     * @param pause called once, after the event being executed and before the next one is taken
     */
    void SetPause(std::function<void()> pause)
    {
        m_pause = std::move(pause);
    }

    /**
     * @return events that are neither removed nor cancelled, in no order
     */
    std::vector<Pending> GetPending() const;

    /**
     * Move events to a later time, together with those that have been cancelled, and what keeps
     * times of its own. May be called in a pause.
     *
     * @param by by how much
     * @param fixed unique numbers of the events that keep their time, in order
     */
    void Move(Nanos by, const std::vector<uint32_t>& fixed);

    // Inherited
    void Insert(const Event& ev) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& ev) override;

  private:
    /// An event in the heap.
    struct Entry
    {
        int64_t at;     ///< Time of the event.
        uint32_t place; ///< Place of the rest of it.
    };

    /// What stays in its place while an entry moves.
    struct Rest
    {
        Origin origin;   ///< Origin of the event.
        EventImpl* impl; ///< Its implementation.
        int64_t at;      ///< Its time.
        uint32_t uid;    ///< Its unique number in ns-3; 0: the place is free.
        uint32_t node;   ///< Its context.
        uint32_t next;   ///< Place of the event that follows it in its train; NONE: none.
    };

    /// No place.
    static constexpr uint32_t NONE = UINT32_MAX;

    /**
     * @param entry an entry
     * @param other another entry
     * @return whether it comes before the other one
     */
    bool IsBefore(const Entry& entry, const Entry& other) const
    {
        return entry.at != other.at ? entry.at < other.at
                                    : m_rest[entry.place].origin < m_rest[other.place].origin;
    }

    /**
     * Put an entry where it belongs, at a place of the heap or above.
     *
     * @param hole the place, which is free
     * @param entry the entry
     */
    void Rise(std::size_t hole, const Entry& entry);

    /**
     * Put an entry where it belongs, at a place of the heap or below.
     *
     * @param hole the place, which is free
     * @param entry the entry
     */
    void Sink(std::size_t hole, const Entry& entry);

    /**
     * Let an event follow the last one of its train, if that is not executed yet and comes before.
     *
     * @param train the train
     * @param entry the event, the rest of which is in its place; the last one from now on
     * @return false if it has to be put in the heap
     */
    bool Couple(Train& train, const Entry& entry);

    /// Put all events that follow others into the heap.
    void Uncouple();

    /**
     * @param place place of an event that has ended
     */
    void Free(uint32_t place)
    {
        m_rest[place].uid = 0;
        m_free.push_back(place);
    }

    /// Take the first entry out of the heap, where the next one of its train follows.
    void Pop();

    /// Make a heap of the entries in any order.
    void Arrange();

    /**
     * @param entry an entry
     * @return the event in ns-3's form
     */
    Event ToEvent(const Entry& entry) const;

    /// Discard removed entries at the top.
    void Tidy()
    {
        if (!m_heap.empty() && m_heap.front().at >= m_firstRemoved)
        {
            DiscardTop();
        }
    }

    /// Discard removed entries at the top, of which there may be some.
    void DiscardTop();

    /// Discard all removed entries.
    void Clean();

    static inline Net8EventHeap* s_heap{nullptr}; ///< The heap of this simulation, or null.

    std::vector<Entry> m_heap;              ///< First events of trains, the next one on top.
    std::vector<Rest> m_rest;               ///< The rest of each event, in its place.
    std::vector<uint32_t> m_free;           ///< Places that are free.
    std::unordered_set<uint32_t> m_removed; ///< Unique numbers of removed events.
    int64_t m_firstRemoved{INT64_MAX};      ///< None of them has a time before this one.
    std::size_t m_coupled{0};               ///< Events that are not in the heap.
    std::optional<Origin> m_place;          ///< Origin of the next event to be scheduled.
    Train* m_train{nullptr};                ///< What that event probably follows; null: nothing.
    int64_t m_now{0};                       ///< Time of the event being executed.
    Origin m_current;                       ///< Its origin.
    uint64_t m_number{0};                   ///< Last number taken.
    bool m_started{false};                  ///< Whether an event has been executed.
    bool m_exact{false};                    ///< Whether its times are of ns-3's clock, in ns.
    std::function<void()> m_pause;          ///< Called before the next event; may be empty.
    std::vector<Mover*> m_movers;           ///< Told of each Move, in the order of Add.
};

} // namespace ns3::net8

#endif /* NET8_EVENT_HEAP_H */
