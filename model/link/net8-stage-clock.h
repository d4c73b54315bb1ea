// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_CLOCK_H
#define NET8_STAGE_CLOCK_H

#include "net8-event-heap.h"
#include "net8-stage-frame.h"

#include "ns3/event-impl.h"
#include "ns3/net8-fifo-stage.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

class Net8StageLine;

/**
 * @ingroup net8
 * Schedules the arrivals of packets at switches, routers and hosts of a network with computed hops.
 *
 * ns-3's devices schedule an arrival when they begin to send. A computed arrival is known earlier;
 * it takes the place among the events of its nanosecond that it would have had (see Net8EventHeap).
 */
class Net8StageClock final : public SimpleRefCount<Net8StageClock>, private Net8EventHeap::Mover
{
  public:
    /// A simulation time, without the copying cost of ns-3's Time.
    using Nanos = FifoStage::Time;

    class Receiver;

    /// A packet under way.
    struct Arrival
    {
        uint32_t node{0};               ///< Number of the node it arrives at.
        Nanos at{0};                    ///< Time of arrival.
        Net8EventHeap::Origin origin{}; ///< Origin of the begin of its transmission.
        Net8StageFrame frame{};         ///< The Ethernet frame that a host or router sent.
        Receiver* receiver{nullptr};    ///< Receiver of the packet.
        Net8StageLine* line{nullptr};   ///< Line that it comes from; null: a cable.
        uint8_t routers{0};             ///< Routers passed since it was framed.
    };

    /// Receiver of packets: a device on a cable, or a router at the end of a line.
    class Receiver
    {
      public:
        /**
         * Handle the arrival of a packet.
         *
         * @param arrival the packet
         */
        virtual void TakeArrival(const Arrival& arrival) = 0;

      protected:
        ~Receiver() = default;
    };

    /// Installs a Net8EventHeap in the simulation.
    Net8StageClock();
    ~Net8StageClock();

    /**
     * @param event an event
     * @return the frame of which it is the arrival; null: it is another event
     */
    static const Net8StageFrame* FindFrame(const EventImpl* event);

    /**
     * Schedule the arrival of a packet.
     *
     * @param arrival the packet; not in the past
     * @param wire arrivals of the packets before it on the same wire; null: it has none of its own
     */
    void Expect(Arrival&& arrival, Net8EventHeap::Train* wire = nullptr) const;

    /**
     * @return origin of the event being executed; if that is the arrival of a packet, the origin of
     * the begin of its transmission
     */
    const Net8EventHeap::Origin& GetOrigin() const
    {
        return m_heap.GetOrigin();
    }

    /**
     * Set the origin of a packet that follows another one in a queue. From the first one on, the
     * queue goes along when simulated time is skipped.
     *
     * @param departure departure of the packet, as computed by the stage
     * @param stage the stage, which is there as long as the simulation runs
     * @param last origin of the previous packet in the same queue, likewise; replaced by that of
     * this one
     */
    void Follow(const FifoStage::Departure& departure,
                FifoStage& stage,
                Net8EventHeap::Origin& last) const;

    /**
     * Let a time go along when simulated time is skipped.
     *
     * @param time the time, which is there as long as the simulation runs
     */
    void Keep(Nanos& time) const;

    /**
     * Let no simulated time be skipped over a time at which something ends.
     *
     * @param end the time, which may change, and is there as long as the simulation runs
     */
    void Limit(const Nanos& end) const;

    /**
     * @return the current time
     */
    static Nanos GetNow()
    {
        return Net8EventHeap::GetNow();
    }

    /// @return whether packets have checksums, as set in ns-3 when the first one is sent
    bool MakesChecksums() const;

  private:
    /// A queue.
    struct Queue
    {
        FifoStage& stage;            ///< Its stage.
        Net8EventHeap::Origin& last; ///< Origin of its last packet.
    };

    /**
     * Keep a queue that has its first packet: apart from Follow, which every packet passes.
     *
     * @param queue the queue
     */
    void Join(const Queue& queue) const;

    void Move(Nanos by) override;
    void Describe(std::vector<int64_t>& state) const override;
    Nanos GetEnd() const override;

    Net8EventHeap& m_heap;                    ///< The events of the simulation.
    mutable std::vector<Queue> m_queues;      ///< Queues that had packets.
    mutable std::vector<Nanos*> m_times;      ///< Further times that go along.
    mutable std::vector<const Nanos*> m_ends; ///< Times at which something ends.
    mutable std::optional<bool> m_checksums;  ///< Whether packets have checksums.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_CLOCK_H */
