// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_NODE_H
#define NET8_STAGE_NODE_H

#include "net8-stage-clock.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

namespace ns3::net8
{

class Net8EthernetNetDevice;

/**
 * @ingroup net8
 * A switch or a router whose packets are computed on their way (`run.network = "stages"`).
 *
 * The node of ns-3 stays, with its devices and its stack, and does what is not forwarding: ARP,
 * what is sent to itself, what it does not know where to send. What can be forwarded goes past its
 * stack, and its devices do not walk their queues but compute when a packet leaves (see FifoStage).
 */
class Net8StageNode : public SimpleRefCount<Net8StageNode>
{
  public:
    /**
     * @param clock the packets under way, of the whole network
     */
    explicit Net8StageNode(const Ptr<Net8StageClock>& clock);
    virtual ~Net8StageNode();

    /**
     * Forward a frame that came to a device of the node.
     *
     * @param device the device
     * @param frame the frame; changed only if it is forwarded
     * @return false if the node's stack is to have it
     */
    virtual bool Forward(Net8EthernetNetDevice& device, const Ptr<Packet>& frame) = 0;

    /**
     * Forward a frame that is still to come to a device of the node, if it can only go on behind
     * those that came there before it. None can at a node where packets meet.
     *
     * @param device the device
     * @param arrival the frame, and when it arrives
     * @return false if it has to arrive first
     */
    virtual bool ForwardEarly(const Net8EthernetNetDevice& device,
                              const Net8StageClock::Arrival& arrival);

    /**
     * @return the packets under way
     */
    const Ptr<Net8StageClock>& GetClock() const;

  private:
    Ptr<Net8StageClock> m_clock; ///< The packets under way.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_NODE_H */
