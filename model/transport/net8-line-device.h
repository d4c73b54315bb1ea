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
#include <optional>

namespace ns3::net8
{

class Net8StageRouter;

/**
 * @ingroup net8
 * A point-to-point device whose link can be computed: what the stack of its router sends then goes
 * over the computed line too (see Net8StageLine). Packets may be delivered by a trace in place of a
 * rate.
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
     * @param router computes what its node forwards; null: packets are walked
     */
    void SetStageRouter(Net8StageRouter* router);

    /**
     * Let packets be delivered by a trace in place of a rate. Call it when the device has its
     * queue.
     *
     * @param trace the trace
     */
    void SetTrace(const DeliveryTrace& trace);

    /**
     * @return how long the packet that begins to be sent waits for its delivery; 0 without a trace
     */
    Time GetHold() const;

    // Inherited
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  private:
    /**
     * A packet has found room in the queue.
     *
     * @param packet the packet, with the header of PPP
     */
    void HandleEnqueue(Ptr<const Packet> packet);

    /**
     * The next packet begins to be sent.
     *
     * @param packet the packet
     */
    void HandleBegin(Ptr<const Packet> packet);

    Net8StageRouter* m_router{nullptr};         ///< Computes the line; null: packets are walked.
    std::optional<DeliveryTrace> m_trace;       ///< Delivers packets in place of the rate.
    std::deque<std::chrono::nanoseconds> m_due; ///< When those in the queue are delivered.
    Time m_hold;                                ///< How long the one that is sent waits for it.
};

} // namespace ns3::net8

#endif // NET8_LINE_DEVICE_H
