// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FIFO_STAGE_H
#define NET8_FIFO_STAGE_H

#include "net8-delivery-trace.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One hop of a network: a queue that drops what it has no room for, a line of some rate behind it,
 * and a delay. When a packet leaves follows from when the one before it leaves, so that nothing
 * need happen in between.
 *
 * It is a device of ns-3 with a DropTailQueue (PointToPointNetDevice, Net8EthernetNetDevice) to the
 * nanosecond. The packet that is being sent is not in the queue. A packet whose start is due at the
 * very nanosecond at which another one comes is still in the queue if ns-3 would do the other's
 * arrival first: events of one time happen in the order in which they were scheduled, an arrival is
 * scheduled when the hop before begins to send the packet, the end of a packet when this hop begins
 * to send it. If those are equal, what led to them is compared in the same way, where it is told
 * (Arrival::cause); if even that is equal the arrival is taken to be first, and counted
 * (GetUndecided).
 */
class FifoStage
{
  public:
    /// A time of the simulation.
    using Time = std::chrono::nanoseconds;

    /// What a hop is made of.
    struct Settings
    {
        uint64_t bitsPerSecond{1}; ///< Rate, 1 or more.
        Time delay{0};             ///< From the last bit sent to the last bit received.
        uint64_t room{100};        ///< What the queue holds, packets or bytes.
        bool roomInBytes{false};   ///< The queue counts bytes.
        uint32_t leastBytes{0};    ///< Shorter packets are sent as if they had as many bytes.
        uint32_t overheadBytes{0}; ///< Sent with each packet, not in the queue's count.
        uint32_t gapBytes{0};      ///< After each packet, before the next.
    };

    /// A rate that begins at some time.
    struct RateChange
    {
        Time at{0};                ///< From when on packets begin to be sent at it.
        uint64_t bitsPerSecond{1}; ///< Rate, 1 or more.
    };

    /// A packet that comes.
    struct Arrival
    {
        Time at{0};        ///< When it comes; never before that of the packet before.
        Time scheduled{0}; ///< When that was known: the start of its transmission one hop before.
        Time cause{Time::min()}; ///< When that start was known; least: not told.
        uint32_t bytes{0};       ///< Its length, as the queue counts it.
    };

    /// What becomes of it.
    struct Departure
    {
        bool dropped{false}; ///< The queue had no room.
        Time start{0};       ///< When its transmission begins.
        Time sent{0};        ///< When its last bit is sent.
        Time arrival{0};     ///< When it reaches the far end.
        bool waited{false};  ///< It begins at the end of the packet before it.
        Time cause{0};       ///< When it was known that it begins then: see Arrival::scheduled.
    };

    /**
     * @param settings what the hop is made of
     */
    explicit FifoStage(const Settings& settings);

    /**
     * Let the rate change. A packet is sent to its end at the rate at which it begins.
     *
     * @param changes what it becomes and when, in order of time
     */
    void SetChanges(std::vector<RateChange> changes);

    /**
     * Let packets be delivered by a trace in place of a rate. The one that is delivered next is not
     * in the queue.
     *
     * @param trace the trace, at its begin
     */
    void SetTrace(const DeliveryTrace& trace);

    /**
     * Take a packet.
     *
     * @param packet the packet
     * @return what becomes of it
     */
    Departure Take(const Arrival& packet);

    /**
     * @return packets dropped so far
     */
    uint64_t GetDropped() const;

    /**
     * @return packets whose fate hung on the order of two events of the same nanosecond that were
     * scheduled at the same nanosecond
     */
    uint64_t GetUndecided() const;

  private:
    /// A packet whose transmission has not begun, as far as is known.
    struct Waiting
    {
        Time start;     ///< When its transmission begins.
        Time scheduled; ///< When that was known: the start of the packet before it.
        Time cause;     ///< When that start was known.
        uint32_t bytes; ///< Its length.
    };

    /// How long packets of one length take.
    struct Span
    {
        uint32_t bytes{UINT32_MAX}; ///< Length.
        Time frame{0};              ///< Until the last bit is sent.
        Time slot{0};               ///< Until the next packet may begin.
    };

    /**
     * Forget what has left the queue when a packet comes.
     *
     * @param packet the packet
     */
    void Drain(const Arrival& packet);

    /**
     * @param bytes length of a packet
     * @return true if the queue has room for it
     */
    bool HasRoom(uint32_t bytes) const;

    /**
     * @param bytes length of a packet
     * @return how long it takes
     */
    const Span& FindSpan(uint32_t bytes);

    /**
     * @param packet a packet that comes and is not dropped
     * @param start when it is the next one to be delivered
     * @return how long it takes by the trace
     */
    Span FollowTrace(const Arrival& packet, Time start);

    /**
     * @param start when the next packet begins to be sent: the rate becomes that of then
     */
    void ChangeRate(Time start);

    Settings m_settings;                  ///< What the hop is made of.
    std::vector<RateChange> m_changes;    ///< Rates to come.
    size_t m_changed{0};                  ///< How many of them have come.
    std::optional<DeliveryTrace> m_trace; ///< Delivers packets in place of the rate.
    std::deque<Waiting> m_waiting;        ///< Packets in the queue.
    uint64_t m_bytes{0};                  ///< Their bytes.
    Time m_lastStart{Time::min()};        ///< When the last packet's transmission begins.
    Time m_lastCause{Time::min()};        ///< When that was known.
    Time m_free{Time::min()};             ///< When the next one's may begin.
    std::array<Span, 2> m_spans; ///< Times of the last lengths: most packets have one of them.
    size_t m_oldest{0};          ///< Which of them to give up next.
    bool m_tied{false};          ///< The order of events decided which packets are in the queue.
    uint64_t m_dropped{0};       ///< Packets dropped.
    uint64_t m_undecided{0};     ///< Packets whose fate hung on an order that is not known.
};

} // namespace ns3::net8

#endif /* NET8_FIFO_STAGE_H */
