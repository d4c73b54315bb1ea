// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_WATCH_H
#define NET8_STAGE_WATCH_H

#include "net8-event-heap.h"

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
 * What somebody sees who looks at a computed line now and then: what waits, what was sent, dropped,
 * lost, and whose payload came through.
 *
 * A line knows all that ahead of time, and takes no event for it. So each change waits here with
 * the place of the event in which a device of ns-3 would have made it, and counts for a look that
 * comes later in the order of events.
 */
class Net8StageWatch : public SimpleRefCount<Net8StageWatch>
{
  public:
    /// A time of the simulation.
    using Nanos = FifoStage::Time;

    /// Place of an event.
    struct Moment
    {
        Nanos at{0};                    ///< When it is.
        Net8EventHeap::Origin origin{}; ///< What orders it among those of its nanosecond.

        /**
         * @param other another one
         * @return which comes first
         */
        auto operator<=>(const Moment& other) const = default;
    };

    /// A packet that the line takes.
    struct Sent
    {
        Moment came{};      ///< When it comes.
        Moment began{};     ///< When it begins to be sent.
        Nanos end{0};       ///< When it has been sent.
        uint32_t bytes{0};  ///< Its length, with the header of the line.
        bool waited{false}; ///< It waits before it begins.
    };

    /// Payload of a packet that came through.
    struct Payload
    {
        uint32_t group{0}; ///< Whose it is.
        uint32_t bytes{0}; ///< What of it comes through for the first time.
    };

    /// What there is to be seen. Totals count from the start of the simulation.
    struct Sight
    {
        uint64_t queuePackets{0};               ///< Packets that wait.
        uint64_t queueBytes{0};                 ///< Their bytes.
        Nanos busy{0};                          ///< Time in which the line was sending.
        uint64_t sentBytes{0};                  ///< Bytes whose sending has begun.
        uint64_t dropped{0};                    ///< Packets without room in the queue.
        uint64_t lost{0};                       ///< Packets that were lost.
        std::map<uint32_t, uint64_t> goodput{}; ///< Payload that came through, by group.
    };

    /// Reads the payload of an Ethernet frame. It is called in the order in which frames arrive.
    using Reader = std::function<Payload(const Packet& frame)>;

    /**
     * @param reader reads payload
     */
    explicit Net8StageWatch(Reader reader);
    ~Net8StageWatch();

    /**
     * @param sent a packet that the line takes
     */
    void Send(const Sent& sent);

    /**
     * @param moment when a packet comes for which there is no room
     */
    void Drop(const Moment& moment);

    /**
     * @param moment when a packet is lost
     */
    void Lose(const Moment& moment);

    /**
     * @param moment when a packet comes through
     * @param frame the packet
     */
    void Arrive(const Moment& moment, const Packet& frame);

    /**
     * @return what is to be seen in the event that is being done
     */
    const Sight& Look();

    /**
     * @return place of the event that is being done
     */
    static Moment GetPresent();

  private:
    /// A packet that begins to be sent.
    struct Begin
    {
        Moment at{};        ///< When.
        Nanos end{0};       ///< When it has been sent.
        uint32_t bytes{0};  ///< Its length.
        bool waited{false}; ///< It has waited in the queue.
    };

    /// A packet that begins to wait.
    struct Entrance
    {
        Moment at{};       ///< When.
        uint32_t bytes{0}; ///< Its length.
    };

    /// Payload that comes through.
    struct Arrival
    {
        Moment at{};       ///< When.
        Payload payload{}; ///< What.
    };

    /**
     * Let count what has happened.
     *
     * @param present what comes before it has
     */
    void Count(const Moment& present);

    /// Let count what has happened before this nanosecond: so nothing waits for long.
    void Tidy();

    Reader m_read;                    ///< Reads payload.
    std::deque<Entrance> m_entrances; ///< Packets that will have begun to wait.
    std::deque<Begin> m_begins;       ///< Packets that will have begun to be sent.
    std::deque<Moment> m_drops;       ///< When packets will be dropped.
    std::deque<Moment> m_losses;      ///< When packets will be lost.
    std::deque<Arrival> m_arrivals;   ///< Payload that will have come through.
    Nanos m_start{0};                 ///< When the last packet began to be sent.
    Nanos m_end{0};                   ///< When it has been sent.
    Nanos m_busy{0};                  ///< Time that those before it took.
    Sight m_sight;                    ///< What is to be seen.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_WATCH_H */
