// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_LINE_H
#define NET8_STAGE_LINE_H

#include "net8-stage-clock.h"
#include "net8-stage-gate.h"
#include "net8-stage-watch.h"

#include "ns3/error-model.h"
#include "ns3/net8-fifo-stage.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ptr.h"
#include "ns3/queue.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

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

    /// A time of the simulation.
    using Nanos = FifoStage::Time;

    /// Called once for each packet, in the order in which they are sent.
    using Fate = Net8StageGate::Fate;

    /// What the devices at both ends do not tell.
    struct Model
    {
        Nanos delay{0};                               ///< Propagation delay, if there is no fate.
        std::vector<FifoStage::RateChange> changes{}; ///< Rates to come, in order of time.
        std::optional<DeliveryTrace> trace{};         ///< Delivers in place of the rate.
        Fate fate{}; ///< When packets arrive and whether; null: all, after the delay.
        std::function<uint64_t()> lost{}; ///< Tells how many packets the fate has lost; null: 0.
        bool fateAtStart{false}; ///< The fate is to be called when a packet begins to be sent.
        bool overtakes{false};   ///< Packets may arrive in another order than they were sent.
        Ptr<ErrorModel> loss{};  ///< Which arriving Ethernet frames are lost, or null.
        Ptr<ErrorModel> cut{};   ///< Which are lost to a cut, ahead of the loss, or null.
    };

    /**
     * @param from the device that sends
     * @param to the router at the other end
     * @param model what is to be known besides
     */
    Net8StageLine(const Ptr<PointToPointNetDevice>& from, Net8StageRouter& to, const Model& model);

    /**
     * Send an IP packet.
     *
     * @param clock lets packets arrive
     * @param at when the router sends it
     * @param origin of the begin of its transmission one hop before
     * @param arrival the packet; learns when it arrives, and the origin of that
     * @return false if it does not arrive: it is dropped, and counted; or its fate is not known
     * before it begins to be sent, and the line lets it arrive itself
     */
    bool Send(const Net8StageClock& clock,
              Nanos at,
              const Net8EventHeap::Origin& origin,
              Net8StageClock::Arrival& arrival);

    /**
     * Hand an IP packet to the stack of the router at the other end.
     *
     * @param frame the Ethernet frame that it came in; becomes one of PPP
     */
    void Deliver(const Ptr<Packet>& frame) const;

    /**
     * @param frame the Ethernet frame that an IP packet came in
     * @return true if the packet is lost on the way, or to a cut
     */
    bool Loses(const Ptr<Packet>& frame) const;

    /**
     * @param watch sees what becomes of packets from now on
     */
    void SetWatch(const Ptr<Net8StageWatch>& watch);

    /**
     * @return true if packets arrive all, and in the order in which they were sent
     */
    bool IsPlain() const;

    /**
     * @return largest IP packet, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @return the router at the other end
     */
    Net8StageRouter& GetFar() const;

  private:
    /**
     * Let the queue of the device count a packet for which it has no room.
     *
     * @param arrival the packet
     * @param came when the router sends it
     */
    void Drop(const Net8StageClock::Arrival& arrival, const Net8StageWatch::Moment& came) const;

    /**
     * Ask for the fate of a packet; what watches learns whether it is lost.
     *
     * @param frame the packet
     * @param begin when it begins to be sent
     * @param sent when its last bit is sent
     * @return when it arrives; none: it does not
     */
    std::optional<Nanos> Decide(const Packet& frame,
                                const Net8StageWatch::Moment& begin,
                                Nanos sent) const;

    FifoStage m_stage;                     ///< Queue, rate and delay.
    Fate m_fate;                           ///< When packets arrive and whether, or null.
    std::function<uint64_t()> m_lost;      ///< How many the fate has lost, or null.
    std::unique_ptr<Net8StageGate> m_gate; ///< Asks for it when packets begin to be sent, or null.
    bool m_overtakes;                      ///< Packets may arrive in another order.
    Ptr<Queue<Packet>> m_queue;            ///< Queue of the device that sends: counts drops.
    Ptr<PointToPointNetDevice> m_far;      ///< The device that receives.
    Ptr<ErrorModel> m_loss;                ///< What is lost, or null.
    Ptr<ErrorModel> m_cut;                 ///< What is lost to a cut, or null.
    uint32_t m_mtu;                        ///< Largest IP packet, bytes.
    Net8StageRouter& m_to;                 ///< The router at the other end.
    Net8EventHeap::Origin m_last;          ///< Of the last packet.
    Ptr<Net8StageWatch> m_watch;           ///< Sees what becomes of packets, or null.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_LINE_H */
