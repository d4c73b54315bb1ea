// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_GATE_H
#define NET8_STAGE_GATE_H

#include "ns3/net8-stage-clock.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Decides what becomes of a line's packets when they begin to be sent, at the cost of one event per
 * waiting packet. Thus the deciding function, such as a firewall, sees the packets of both
 * directions in order.
 */
class Net8StageGate : public Net8StageClock::Receiver
{
  public:
    /// A simulation time.
    using Nanos = Net8StageClock::Nanos;

    /// Returns when a packet arrives, given begin and end of its transmission; nothing: it is lost.
    using Delivery =
        std::function<std::optional<Nanos>(const Packet& frame, Nanos start, Nanos sent)>;

    /// A packet whose transmission times are known.
    struct Coming
    {
        Nanos start{0};                    ///< When it begins to be sent.
        Nanos sent{0};                     ///< When its last bit is sent.
        Net8StageClock::Arrival arrival{}; ///< The packet; its time of arrival is not set yet.
    };

    /**
     * @param node number of the sending node
     * @param delivery decides when, and whether, packets arrive
     */
    Net8StageGate(uint32_t node, const Delivery& delivery);
    ~Net8StageGate();

    /**
     * Let a packet begin now, or when it is due.
     *
     * @param clock schedules its begin and its arrival, now and later
     * @param begin origin of the event in which it begins to be sent; nothing: the current event
     * @param coming the packet; packets come in the order in which they are sent
     */
    void Await(const Net8StageClock& clock,
               const std::optional<Net8EventHeap::Origin>& begin,
               const Coming& coming);

    // Inherited: the next packet begins to be sent.
    void TakeArrival(const Net8StageClock::Arrival& arrival) override;

  private:
    /**
     * Begin to send a packet.
     *
     * @param coming the packet
     */
    void Begin(const Coming& coming) const;

    uint32_t m_node;                        ///< Number of the sending node.
    Delivery m_delivery;                    ///< Decides when, and whether, packets arrive.
    const Net8StageClock* m_clock{nullptr}; ///< Schedules begins and arrivals.
    std::deque<Coming> m_queue;             ///< Packets that have not begun yet.
};

} // namespace ns3::net8

#endif // NET8_STAGE_GATE_H
