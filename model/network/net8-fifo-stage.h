// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FIFO_STAGE_H
#define NET8_FIFO_STAGE_H

#include "net8-delivery-trace.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One hop of a network: a drop-tail queue, a line of some rate behind it, and a delay. The
 * departure of a packet follows from that of the packet before it, so no events are needed in
 * between.
 *
 * It matches an ns-3 device with a DropTailQueue (PointToPointNetDevice, Net8EthernetNetDevice) to
 * the nanosecond. The packet being sent is not in the queue. A packet due to start at the very
 * nanosecond at which another one arrives is still in the queue if ns-3 would process that arrival
 * first: events at the same time run in the order in which they were scheduled; an arrival is
 * scheduled when the previous hop starts sending the packet, the end of a packet when this hop
 * starts sending it. If those times are equal, their causes are compared in the same way, if known
 * (Arrival::cause); if even those are equal, the arrival is assumed to come first, and the case is
 * counted (GetUndecided).
 */
class FifoStage
{
  public:
    /// A time of the simulation.
    using Time = std::chrono::nanoseconds;

    /// Properties of a hop.
    struct Settings
    {
        uint64_t bitsPerSecond{1}; ///< Rate, 1 or more.
        Time delay{0};             ///< From the last bit sent to the last bit received.
        uint64_t room{100};        ///< Capacity of the queue, packets or bytes.
        bool roomInBytes{false};   ///< The queue counts bytes.
        uint32_t leastBytes{0};    ///< Minimum size: shorter packets are sent as this many bytes.
        uint32_t overheadBytes{0}; ///< Sent with each packet, not counted by the queue.
        uint32_t gapBytes{0};      ///< Gap after each packet, before the next.
    };

    /// A change of the rate.
    struct RateChange
    {
        Time at{0};                ///< From when packets start at this rate.
        uint64_t bitsPerSecond{1}; ///< Rate, 1 or more.
    };

    /// An arriving packet.
    struct Arrival
    {
        Time at{0};              ///< Arrival time; never before that of the previous packet.
        Time scheduled{0};       ///< When that was known: when the previous hop began to send it.
        Time cause{Time::min()}; ///< When that start was known; minimum: unknown.
        uint32_t bytes{0};       ///< Its length as counted by the queue.
    };

    /// What becomes of a packet.
    struct Departure
    {
        bool dropped{false}; ///< The queue had no room.
        Time start{0};       ///< When its transmission begins.
        Time sent{0};        ///< When its last bit is sent.
        Time arrival{0};     ///< When it reaches the far end.
        bool waited{false};  ///< It starts at the end of the previous packet.
        Time cause{0};       ///< When that start was known: see Arrival::scheduled.
    };

    /**
     * Create a hop.
     *
     * @param settings properties of the hop
     */
    explicit FifoStage(const Settings& settings);

    /**
     * Schedule changes of the rate. A packet is sent to its end at the rate at which it began.
     *
     * @param changes the changes, in order of time
     */
    void SetChanges(std::vector<RateChange> changes);

    /// Returns all changes of the rate, in order of time, those in the past included.
    using Tell = std::function<std::vector<RateChange>()>;

    /**
     * Say that changes from a time on are not known yet, and who will know them.
     *
     * @param from packets that start earlier do not depend on them
     * @param tell called once, when the first packet that starts then or later is computed
     */
    void SetUnknown(Time from, Tell tell);

    /**
     * Deliver packets by a trace instead of a rate. The packet that is delivered next is not in the
     * queue.
     *
     * @param trace the trace, at its start
     */
    void SetTrace(const DeliveryTrace& trace);

    /**
     * Handle an arriving packet.
     *
     * @param packet the packet
     * @return what happens to it
     */
    Departure Take(const Arrival& packet);

    /**
     * Go on after a time that was skipped, at the end of which it is as it was at the beginning.
     * Changes of the rate and a trace stay where they are.
     *
     * @param by its length
     */
    void Skip(Time by);

    /**
     * Tell what the fate of packets that arrive from now on depends on, apart from changes of the
     * rate and a trace.
     *
     * @param now the present
     * @param state receives times, from now on, and lengths; none: it is as if it had had no packet
     */
    void Describe(Time now, std::vector<int64_t>& state) const;

    /**
     * @return number of packets dropped so far
     */
    uint64_t GetDropped() const;

    /**
     * @return number of packets whose outcome depended on the order of two events of the same
     * nanosecond that were scheduled at the same nanosecond
     */
    uint64_t GetUndecided() const;

  private:
    /// A packet whose transmission has not begun, as far as known.
    struct Waiting
    {
        Time start;     ///< When its transmission begins.
        Time scheduled; ///< When that was known: when the previous packet started.
        Time cause;     ///< When that start was known.
        uint32_t bytes; ///< Its length.
    };

    /// Transmission time of packets of one length.
    struct Span
    {
        uint32_t bytes{UINT32_MAX}; ///< Length.
        Time frame{0};              ///< Until the last bit is sent.
        Time slot{0};               ///< Until the next packet may begin.
    };

    /**
     * Remove the packets that have left the queue when a packet arrives.
     *
     * @param packet the arriving packet
     */
    void Drain(const Arrival& packet);

    /**
     * Check whether a packet fits into the queue.
     *
     * @param bytes length of a packet
     * @return whether the queue has room for it
     */
    bool HasRoom(uint32_t bytes) const;

    /**
     * Compute the transmission time of a packet whose length is not one of the last ones.
     *
     * @param bytes length of the packet
     * @return its transmission time
     */
    const Span& MakeSpan(uint32_t bytes);

    /**
     * Deliver a packet by the trace.
     *
     * @param packet an arriving packet that is not dropped
     * @param start when it becomes the next to be delivered
     * @return its transmission time according to the trace
     */
    Span FollowTrace(const Arrival& packet, Time start);

    /**
     * Update the rate.
     *
     * @param start when the next packet starts; its rate is that of this time
     */
    void ChangeRate(Time start);

    /**
     * Find the start from which ChangeRate has something to do.
     */
    void FindNext();

    Settings m_settings;                  ///< Properties of the hop.
    std::vector<RateChange> m_changes;    ///< Scheduled changes of the rate.
    size_t m_changed{0};                  ///< Number of changes already made.
    Time m_unknown{Time::max()};          ///< From when on changes are not known.
    Tell m_tell;                          ///< Returns all changes, or null.
    Time m_next{Time::max()};             ///< The next change, or when they are not known.
    std::optional<DeliveryTrace> m_trace; ///< Delivers packets instead of the rate.
    std::deque<Waiting> m_waiting;        ///< Packets in the queue.
    uint64_t m_bytes{0};                  ///< Their bytes.
    Time m_lastStart{Time::min()};        ///< When the last packet's transmission begins.
    Time m_lastCause{Time::min()};        ///< When that start was known.
    Time m_free{Time::min()};             ///< When the next transmission may begin.
    std::array<Span, 2> m_spans; ///< Transmission times of the last lengths: most packets have one
                                 ///< of them.
    size_t m_oldest{0};          ///< Which of them to replace next.
    bool m_tied{false};          ///< The order of events decided which packets are in the queue.
    uint64_t m_dropped{0};       ///< Packets dropped.
    uint64_t m_undecided{0};     ///< Packets whose outcome depended on an unknown order.
};

} // namespace ns3::net8

#endif /* NET8_FIFO_STAGE_H */
