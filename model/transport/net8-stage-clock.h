// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_CLOCK_H
#define NET8_STAGE_CLOCK_H

#include "ns3/net8-fifo-stage.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

class Net8EthernetNetDevice;
class Net8StageLine;

/**
 * @ingroup net8
 * The packets of a network that are under way to a switch, a router or a host, where hops are
 * computed.
 *
 * ns-3 does events of one nanosecond in the order in which they were scheduled, and its devices
 * schedule an arrival when they begin to send. What is computed is known earlier. So that packets
 * of one nanosecond keep their order all the same, they are sorted: by when their transmission
 * began; then by when that was known, which is the begin of the one before in the queue or, where
 * nothing waited, of the same packet's transmission one hop earlier; then by the order of these.
 */
class Net8StageClock : public SimpleRefCount<Net8StageClock>
{
  public:
    /// A time of the simulation: without what ns-3's Time does when it is copied.
    using Nanos = FifoStage::Time;

    /// Where a transmission stands among those that begin at the same time.
    struct Rank
    {
        Nanos cause{0};     ///< When it was known that it would begin.
        uint64_t order{0};  ///< Of the packet that caused it.
        uint64_t within{0}; ///< Among those that have the same cause.
    };

    /// A packet under way.
    struct Arrival
    {
        uint32_t node{0};                       ///< Number of the node that it comes to.
        Nanos at{0};                            ///< When it arrives.
        Nanos sent{0};                          ///< When its transmission began.
        Rank rank;                              ///< Which of those that began then it was.
        Ptr<Packet> frame;                      ///< The Ethernet frame that a host or router sent.
        Net8EthernetNetDevice* device{nullptr}; ///< The device that it comes to, or
        Net8StageLine* line{nullptr};           ///< the line that it comes from.
        uint8_t routers{0};                     ///< Routers that it passed since it was a frame.
    };

    Net8StageClock();
    ~Net8StageClock();

    /**
     * Let a packet arrive.
     *
     * @param arrival the packet; not in the past
     */
    void Expect(Arrival arrival);

    /**
     * @return when the transmission of the packet began that is dealt with; the present, if it is
     * none
     */
    Nanos GetSent() const;

    /**
     * @return the present
     */
    static Nanos GetNow();

    /**
     * Rank a transmission.
     *
     * @param departure what a stage says of it
     * @param before the transmission before it in the same queue; becomes its own rank
     * @return its rank
     */
    Rank Follow(const FifoStage::Departure& departure, Rank& before);

    /**
     * Rank a transmission that is not computed: it begins now. Those of one time begin in the order
     * of the calls.
     *
     * @param before when the transmission before it began, if it begins at the end of that one
     * @return its rank
     */
    Rank Begin(std::optional<Nanos> before);

  private:
    /// The place of a packet among all, which is what a heap moves.
    struct Due
    {
        Nanos at;      ///< When it arrives.
        Nanos sent;    ///< When its transmission began.
        Rank rank;     ///< Which of those that began then it was.
        uint32_t slot; ///< Where the packet is.

        /**
         * @param other another one
         * @return true if the other one comes first
         */
        bool operator>(const Due& other) const;
    };

    /**
     * @return the packet that comes first, taken from the heap
     */
    Arrival TakeFirst();

    /// Deal with the packet that is due. An event belongs to a node, so of packets of one time each
    /// gets an event anew, in their order.
    void Next();

    /**
     * Deal with a packet.
     *
     * @param arrival the packet
     */
    void Deliver(const Arrival& arrival);

    uint64_t m_next{0};           ///< Next number.
    std::vector<Due> m_due;       ///< Packets under way, a heap.
    std::vector<Arrival> m_slots; ///< Their slots.
    std::vector<uint32_t> m_free; ///< Slots without a packet.
    Nanos m_anew{-1};             ///< When packets got events anew.
    Nanos m_begun{-1};            ///< When Begin was called last.
    Nanos m_lastCause{0};         ///< What it gave as the cause.
    bool m_busy{false};           ///< One is dealt with.
    Nanos m_sent{0};              ///< When its transmission began.
    uint64_t m_order{0};          ///< Its order.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_CLOCK_H */
