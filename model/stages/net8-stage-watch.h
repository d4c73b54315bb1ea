// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_WATCH_H
#define NET8_STAGE_WATCH_H

#include "ns3/net8-event-heap.h"
#include "ns3/net8-fifo-stage.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What an observer sees who looks at a computed line from time to time: packets waiting, sent,
 * dropped and lost, and whose payload arrived.
 *
 * A line knows all this ahead of time and uses no event for it. Therefore each change is kept here
 * with the place of the event in which an ns-3 device would have made it, and becomes visible to a
 * look that comes later in the order of events.
 */
class Net8StageWatch : public SimpleRefCount<Net8StageWatch>
{
  public:
    /// A simulation time.
    using Nanos = FifoStage::Time;

    /// Place of an event.
    struct Moment
    {
        Nanos at{0};                    ///< Its time.
        Net8EventHeap::Origin origin{}; ///< Its order among those of its nanosecond.

        /**
         * @param other another moment
         * @return which of them comes first
         */
        auto operator<=>(const Moment& other) const = default;
    };

    /// A packet accepted by the line.
    struct Sent
    {
        Moment came{};      ///< When it arrives at the line.
        Moment began{};     ///< When it begins to be sent.
        Nanos end{0};       ///< When it has been sent.
        uint32_t bytes{0};  ///< Its length, including the line's header.
        bool waited{false}; ///< Whether it waits before it begins.
    };

    /// Payload of a packet that arrived.
    struct Payload
    {
        uint32_t group{0}; ///< Group it belongs to.
        uint32_t bytes{0}; ///< Bytes that arrive for the first time.
    };

    /// What can be seen. Totals count from the start of the simulation.
    struct Counters
    {
        uint64_t queuePackets{0};               ///< Packets waiting.
        uint64_t queueBytes{0};                 ///< Their bytes.
        Nanos busy{0};                          ///< Time for which the line has been sending.
        uint64_t sentBytes{0};                  ///< Bytes whose sending has begun.
        uint64_t dropped{0};                    ///< Packets dropped by the full queue.
        uint64_t lost{0};                       ///< Packets that were lost.
        std::map<uint32_t, uint64_t> goodput{}; ///< Payload that arrived, by group, bytes.
    };

    /// Reads the payload of an Ethernet frame. Called in the order in which frames arrive.
    using Reader = std::function<Payload(const Packet& frame)>;

    /**
     * @param reader reads payload
     */
    explicit Net8StageWatch(Reader reader);
    ~Net8StageWatch();

    /**
     * Add a packet that the line accepts.
     *
     * @param sent the packet
     */
    void Send(const Sent& sent);

    /**
     * Add a drop by the full queue.
     *
     * @param moment when the packet comes
     */
    void Drop(const Moment& moment);

    /**
     * Add a loss.
     *
     * @param moment when the packet is lost
     */
    void Lose(const Moment& moment);

    /**
     * Add an arrival.
     *
     * @param moment when the packet arrives
     * @param frame the packet
     */
    void Arrive(const Moment& moment, const Packet& frame);

    /**
     * @return what can be seen in the current event
     */
    const Counters& Look();

    /**
     * @return place of the current event
     */
    static Moment GetPresent();

  private:
    /// A packet that begins to be sent.
    struct Begin
    {
        Moment at{};        ///< When it begins.
        Nanos end{0};       ///< When it has been sent.
        uint32_t bytes{0};  ///< Its length.
        bool waited{false}; ///< Whether it has waited in the queue.
    };

    /// A packet that begins to wait.
    struct Entrance
    {
        Moment at{};       ///< When it begins.
        uint32_t bytes{0}; ///< Its length.
    };

    /// Payload that arrives.
    struct Arrival
    {
        Moment at{};       ///< When it arrives.
        Payload payload{}; ///< The payload.
    };

    /**
     * Apply the changes that have happened.
     *
     * @param present changes before this moment have happened
     */
    void Count(const Moment& present);

    /// Apply the changes before this nanosecond, so that none is kept for long.
    void Tidy();

    Reader m_read;                    ///< Reads payload.
    std::deque<Entrance> m_entrances; ///< Future begins of waiting.
    std::deque<Begin> m_begins;       ///< Future begins of sending.
    std::deque<Moment> m_drops;       ///< Future drops.
    std::deque<Moment> m_losses;      ///< Future losses.
    std::deque<Arrival> m_arrivals;   ///< Future arrivals of payload.
    Nanos m_start{0};                 ///< When the last packet began to be sent.
    Nanos m_end{0};                   ///< When it has been sent.
    Nanos m_busy{0};                  ///< Time taken by earlier packets.
    Counters m_counters;              ///< What can be seen.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_WATCH_H */
