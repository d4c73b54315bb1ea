// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_NODE_H
#define NET8_STAGE_NODE_H

#include "net8-stage-clock.h"

#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

namespace ns3::net8
{

class Net8EthernetNetDevice;

/**
 * @ingroup net8
 * A switch, a router or a host of a network with computed hops (`run.network = "stages"`).
 *
 * The ns-3 node remains, with its devices and its stack, and does everything that is not
 * forwarding: ARP, packets to itself, packets it does not know how to forward. Packets that can be
 * forwarded bypass its stack, and its devices do not simulate their queues but compute when a
 * packet leaves (see FifoStage). A host takes segments of its connections instead of forwarding.
 */
class Net8StageNode : public SimpleRefCount<Net8StageNode>
{
  public:
    /**
     * @param clock schedules arrivals in the whole network
     */
    explicit Net8StageNode(const Ptr<Net8StageClock>& clock);
    virtual ~Net8StageNode();

    /**
     * Take a frame that arrived at a device of the node.
     *
     * @param device the device
     * @param frame the frame; changed only if it is taken
     * @return false if it is left to the node's stack
     */
    virtual bool Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame) = 0;

    /**
     * Forward a frame ahead of its arrival at a device of the node, if it can only leave after the
     * frames that arrived there before it. That is not possible at a node where packets from
     * several links meet.
     *
     * @param device the device
     * @param arrival the frame, and when it arrives
     * @return false if it has to arrive first
     */
    virtual bool ForwardEarly(const Net8EthernetNetDevice& device,
                              const Net8StageClock::Arrival& arrival);

    /**
     * @return the clock that schedules arrivals
     */
    const Ptr<Net8StageClock>& GetClock() const;

  private:
    Ptr<Net8StageClock> m_clock; ///< Schedules arrivals.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_NODE_H */
