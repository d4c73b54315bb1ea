// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_LINE_H
#define NET8_STAGE_LINE_H

#include "net8-stage-gate.h"
#include "net8-stage-watch.h"

#include "ns3/error-model.h"
#include "ns3/net8-fifo-stage.h"
#include "ns3/net8-stage-clock.h"
#include "ns3/net8-stage-frame.h"
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
 * One direction of a point-to-point link between routers, computed: it does what ns-3's
 * PointToPointNetDevice with a DropTailQueue does, without using them.
 */
class Net8StageLine
{
  public:
    /// Overhead of an Ethernet frame, bytes.
    static constexpr uint32_t ETHERNET = 14;
    /// Overhead of a PPP frame, bytes.
    static constexpr uint32_t PPP = 2;

    /// A simulation time.
    using Nanos = FifoStage::Time;

    /// Called once per packet, in the order of sending.
    using Delivery = Net8StageGate::Delivery;

    /// Settings that the devices at both ends do not have.
    struct Model
    {
        Nanos delay{0}; ///< Propagation delay, used if there is no delivery.
        std::vector<FifoStage::RateChange> changes{}; ///< Future rates, in order of time.
        Nanos unknown{Nanos::max()}; ///< Changes of rate or delay from then on are not known yet.
        FifoStage::Tell tell{};      ///< Says so, before a packet that starts then is decided.
        std::optional<DeliveryTrace> trace{}; ///< Delivery trace, used instead of the rate.
        Delivery
            delivery{}; ///< Decides when and whether packets arrive; null: all, after the delay.
        std::function<uint64_t()> lost{}; ///< Returns packets lost by the delivery; null: 0.
        bool deliveryAtStart{
            false};             ///< The delivery must be called when a packet begins to be sent.
        bool overtakes{false};  ///< Packets may overtake each other.
        Ptr<ErrorModel> loss{}; ///< Loss model of arriving Ethernet frames, or null.
        Ptr<ErrorModel> cut{};  ///< Loss model of cuts, applied before the loss, or null.
    };

    /**
     * @param from the sending device
     * @param to the router at the other end
     * @param model settings that the devices do not have
     */
    Net8StageLine(const Ptr<PointToPointNetDevice>& from, Net8StageRouter& to, const Model& model);

    /**
     * Send an IP packet.
     *
     * @param clock schedules arrivals
     * @param at when the router sends it
     * @param origin origin of the begin of its transmission one hop before
     * @param arrival the packet; receives its time of arrival and the origin of that
     * @return false if it does not arrive because it is dropped, which is counted; or if its
     * delivery is decided only when it begins to be sent, in which case the line schedules the
     * arrival itself
     */
    bool Send(const Net8StageClock& clock,
              Nanos at,
              const Net8EventHeap::Origin& origin,
              Net8StageClock::Arrival& arrival);

    /**
     * Pass an IP packet to the stack of the router at the other end.
     *
     * @param frame the Ethernet frame that it came in; becomes a PPP frame
     */
    void Deliver(const Ptr<Packet>& frame) const;

    /**
     * @param frame the Ethernet frame that an IP packet came in
     * @return true if the packet is lost on the way, or to a cut
     */
    bool Loses(const Net8StageFrame& frame) const;

    /**
     * @param watch records what becomes of packets from now on
     */
    void SetWatch(const Ptr<Net8StageWatch>& watch);

    /**
     * @return true if all packets arrive, in the order in which they were sent
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

    /// @return arrivals of the packets that it has carried
    Net8EventHeap::Train& GetWire()
    {
        return m_wire;
    }

  private:
    /**
     * Count a packet that the queue has no room for, at the queue of the device.
     *
     * @param arrival the packet
     * @param came when the router sends it
     */
    void Drop(const Net8StageClock::Arrival& arrival, const Net8StageWatch::Moment& came) const;

    /**
     * Decide what becomes of a packet, and let the watch record a loss.
     *
     * @param frame the packet
     * @param begin when it begins to be sent
     * @param sent when its last bit is sent
     * @return when it arrives; nothing: it is lost
     */
    std::optional<Nanos> Decide(const Packet& frame,
                                const Net8StageWatch::Moment& begin,
                                Nanos sent) const;

    FifoStage m_stage;                     ///< Queue, rate and delay.
    Delivery m_delivery;                   ///< Decides when and whether packets arrive, or null.
    std::function<uint64_t()> m_lost;      ///< Returns packets lost by the delivery, or null.
    std::unique_ptr<Net8StageGate> m_gate; ///< Decides when packets begin to be sent, or null.
    bool m_overtakes;                      ///< Packets may overtake each other.
    Ptr<Queue<Packet>> m_queue;            ///< Queue of the sending device: counts drops.
    Ptr<PointToPointNetDevice> m_far;      ///< The receiving device.
    Ptr<ErrorModel> m_loss;                ///< Loss model, or null.
    Ptr<ErrorModel> m_cut;                 ///< Loss model of cuts, or null.
    uint32_t m_mtu;                        ///< Largest IP packet, bytes.
    Net8StageRouter& m_to;                 ///< The router at the other end.
    Net8EventHeap::Origin m_last;          ///< Origin of the last packet.
    Net8EventHeap::Train m_wire;           ///< Arrivals of packets.
    Ptr<Net8StageWatch> m_watch;           ///< Records what becomes of packets, or null.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_LINE_H */
