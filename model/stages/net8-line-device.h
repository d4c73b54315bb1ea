// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINE_DEVICE_H
#define NET8_LINE_DEVICE_H

#include "ns3/net8-delivery-trace.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ptr.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

namespace ns3::net8
{

class Net8StageRouter;

/**
 * @ingroup net8
 * A point-to-point device whose link can be computed: packets that the stack of its router sends
 * then use the computed line, too (see Net8StageLine). Packets may be delivered according to a
 * trace instead of a rate, and dropped before they are queued.
 */
class Net8LineDevice : public PointToPointNetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LineDevice();
    ~Net8LineDevice() override;

    /**
     * Use a router that computes the link.
     *
     * @param router computes what its node forwards; null: packets are simulated by events
     */
    void SetStageRouter(Net8StageRouter* router);

    /// What a packet is asked for before it is queued: it goes no further if that returns true.
    using Guard = std::function<bool(const Ptr<Packet>& packet)>;

    /**
     * Let packets of IP be dropped before they are queued.
     *
     * @param guard decides about a packet with its IP header
     */
    void SetGuard(const Guard& guard);

    /**
     * Deliver packets according to a trace instead of a rate. Must be called after the device has
     * its queue.
     *
     * @param trace the trace
     */
    void SetTrace(const DeliveryTrace& trace);

    /**
     * @return time that the packet about to be sent waits for its delivery; 0 without a trace
     */
    Time GetHold() const;

    // Inherited
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  private:
    /**
     * Handle a packet that was queued.
     *
     * @param packet the packet, with its PPP header
     */
    void HandleEnqueue(Ptr<const Packet> packet);

    /**
     * Handle a packet that begins to be sent.
     *
     * @param packet the packet
     */
    void HandleBegin(Ptr<const Packet> packet);

    Guard m_guard;                              ///< Drops packets; empty: none.
    Net8StageRouter* m_router{nullptr};         ///< Computes the line; null: simulated by events.
    std::optional<DeliveryTrace> m_trace;       ///< Delivery times used instead of the rate.
    std::deque<std::chrono::nanoseconds> m_due; ///< Delivery times of queued packets.
    Time m_hold;                                ///< Waiting time of the packet being sent.
};

} // namespace ns3::net8

#endif // NET8_LINE_DEVICE_H
