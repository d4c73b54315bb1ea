// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_CLOCK_H
#define NET8_STAGE_CLOCK_H

#include "net8-event-heap.h"

#include "ns3/net8-fifo-stage.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <optional>

namespace ns3::net8
{

class Net8StageLine;

/**
 * @ingroup net8
 * Lets packets arrive at switches, routers and hosts of a network where hops are computed.
 *
 * ns-3's devices schedule an arrival when they begin to send. What is computed is known earlier; it
 * takes the place among the events of its nanosecond that it would have had (see Net8EventHeap).
 */
class Net8StageClock : public SimpleRefCount<Net8StageClock>
{
  public:
    /// A time of the simulation: without what ns-3's Time does when it is copied.
    using Nanos = FifoStage::Time;

    class Receiver;

    /// A packet under way.
    struct Arrival
    {
        uint32_t node{0};               ///< Number of the node that it comes to.
        Nanos at{0};                    ///< When it arrives.
        Net8EventHeap::Origin origin{}; ///< Of the begin of its transmission.
        Ptr<Packet> frame;              ///< The Ethernet frame that a host or router sent.
        Receiver* receiver{nullptr};    ///< Who it comes to.
        Net8StageLine* line{nullptr};   ///< The line that it comes from; null: a cable.
        uint8_t routers{0};             ///< Routers that it passed since it was a frame.
    };

    /// Who packets come to: a device on a cable, or a router at the end of a line.
    class Receiver
    {
      public:
        /**
         * A packet has arrived.
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
     * Let a packet arrive.
     *
     * @param arrival the packet; not in the past
     */
    void Expect(const Arrival& arrival) const;

    /**
     * @return of the event that is being done; that of the arrival of a packet is the origin of the
     * begin of its transmission
     */
    const Net8EventHeap::Origin& GetOrigin() const
    {
        return m_heap.GetOrigin();
    }

    /**
     * @param departure what a stage says of a packet
     * @param last the origin of the packet before it in the same queue; becomes its own
     */
    void Follow(const FifoStage::Departure& departure, Net8EventHeap::Origin& last) const;

    /**
     * @return the present
     */
    static Nanos GetNow();

    /// @return whether packets have checksums: what ns-3 says of the first one
    bool MakesChecksums() const;

  private:
    Net8EventHeap& m_heap;                   ///< The events of the simulation.
    mutable std::optional<bool> m_checksums; ///< Whether packets have checksums.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_CLOCK_H */
