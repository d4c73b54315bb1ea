// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_LINE_H
#define NET8_STAGE_LINE_H

#include "net8-stage-clock.h"

#include "ns3/error-model.h"
#include "ns3/net8-fifo-stage.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ptr.h"
#include "ns3/queue.h"

#include <cstdint>

namespace ns3::net8
{

class Net8StageRouter;

/**
 * @ingroup net8
 * One direction of a point-to-point link between routers, computed: what ns-3's
 * PointToPointNetDevice with a DropTailQueue does, without it.
 */
class Net8StageLine
{
  public:
    /// Bytes of a frame of Ethernet beside the IP packet.
    static constexpr uint32_t ETHERNET = 14;
    /// Bytes of a frame of PPP beside the IP packet.
    static constexpr uint32_t PPP = 2;

    /**
     * @param from the device that sends
     * @param to the router at the other end
     */
    Net8StageLine(const Ptr<PointToPointNetDevice>& from, Net8StageRouter& to);

    /**
     * Send an IP packet.
     *
     * @param frame the Ethernet frame that it came in
     * @param at when the router sends it
     * @param sent when its transmission one hop before began
     * @return what becomes of it; a drop is counted
     */
    FifoStage::Departure Send(const Ptr<Packet>& frame, FifoStage::Time at, FifoStage::Time sent);

    /**
     * @param clock the packets under way
     * @param departure what Send said last
     * @return rank of that packet
     */
    Net8StageClock::Rank GetRank(Net8StageClock& clock, const FifoStage::Departure& departure);

    /**
     * Hand an IP packet to the stack of the router at the other end, which also decides if it is
     * lost on the way.
     *
     * @param packet the packet, without a header of the link
     */
    void Deliver(const Ptr<Packet>& packet) const;

    /**
     * @param frame the Ethernet frame that an IP packet came in
     * @return true if the packet is lost on the way
     */
    bool Loses(const Ptr<Packet>& frame) const;

    /**
     * @return true if packets may be lost on the way
     */
    bool IsLossy() const;

    /**
     * @return largest IP packet, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @return the router at the other end
     */
    Net8StageRouter& GetFar() const;

  private:
    FifoStage m_stage;                ///< Queue, rate and delay.
    Ptr<Queue<Packet>> m_queue;       ///< Queue of the device that sends: counts drops.
    Ptr<PointToPointNetDevice> m_far; ///< The device that receives.
    Ptr<ErrorModel> m_loss;           ///< What is lost, or null.
    uint32_t m_mtu;                   ///< Largest IP packet, bytes.
    Net8StageRouter& m_to;            ///< The router at the other end.
    Net8StageClock::Rank m_last;      ///< Rank of the last packet.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_LINE_H */
