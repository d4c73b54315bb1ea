// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_GATE_H
#define NET8_STAGE_GATE_H

#include "net8-stage-clock.h"

#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Asks for the fate of a line's packets when they begin to be sent, which takes an event for each
 * that waits: what decides, such as a firewall, sees the packets of both directions in their order.
 */
class Net8StageGate : public Net8StageClock::Receiver
{
  public:
    /// A time of the simulation.
    using Nanos = Net8StageClock::Nanos;

    /// Tells when a packet arrives of which begin and end of its transmission are known; none: it
    /// is lost.
    using Fate = std::function<std::optional<Nanos>(const Packet& frame, Nanos start, Nanos sent)>;

    /// A packet of which the line knows when it is sent.
    struct Coming
    {
        Nanos start{0};                    ///< When it begins to be sent.
        Nanos sent{0};                     ///< When its last bit is sent.
        Net8StageClock::Arrival arrival{}; ///< The packet, but for when it arrives.
    };

    /**
     * @param node number of the node that sends
     * @param fate when packets arrive and whether
     */
    Net8StageGate(uint32_t node, const Fate& fate);
    ~Net8StageGate();

    /**
     * Let a packet begin now or when it is time.
     *
     * @param clock lets it begin and arrive, now and later
     * @param begin origin of the event in which it begins to be sent; none: the one being done
     * @param coming the packet; packets come in the order in which they are sent
     */
    void Await(const Net8StageClock& clock,
               const std::optional<Net8EventHeap::Origin>& begin,
               const Coming& coming);

    // Inherited: the next packet begins to be sent.
    void TakeArrival(const Net8StageClock::Arrival& arrival) override;

  private:
    /**
     * A packet begins to be sent.
     *
     * @param coming the packet
     */
    void Begin(const Coming& coming) const;

    uint32_t m_node;                        ///< Number of the node that sends.
    Fate m_fate;                            ///< When packets arrive and whether.
    const Net8StageClock* m_clock{nullptr}; ///< Lets packets begin and arrive.
    std::deque<Coming> m_queue;             ///< Packets that have not begun.
};

} // namespace ns3::net8

#endif // NET8_STAGE_GATE_H
