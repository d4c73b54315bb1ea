// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ETHERNET_CHANNEL_H
#define NET8_ETHERNET_CHANNEL_H

#include "net8-ethernet-end.h"

#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A full-duplex Ethernet cable between two devices: each direction is a separate wire, so there are
 * no collisions and neither side waits for the other.
 */
class Net8EthernetChannel : public Channel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Attach a device. It is an error to attach a third one.
     *
     * @param device the device
     */
    void Attach(Ptr<Net8EthernetEnd> device);

    /**
     * Decides when, and whether, a frame arrives.
     *
     * @param frame the frame, which begins to be sent
     * @param first whether the sender is the device that was attached first
     * @param txTime time from its first to its last bit
     * @return time from now until its last bit is received; nothing: it is lost on the way
     */
    using Delivery =
        std::function<std::optional<Time>(const Ptr<const Packet>& frame, bool first, Time txTime)>;

    /**
     * Let a function instead of the delay decide when frames arrive.
     *
     * @param delivery decides
     */
    void SetDelivery(Delivery delivery)
    {
        m_delivery = std::move(delivery);
    }

    /**
     * Carry a frame to the other end.
     *
     * @param frame the frame, Ethernet header included; nobody changes it any more
     * @param sender the device that sends it
     * @param txTime time from its first to its last bit
     * @return false if nothing is attached at the other end
     */
    bool Transmit(const Ptr<const Packet>& frame, const Net8EthernetEnd& sender, Time txTime);

    /**
     * Carry a frame whose arrival is already computed. It is taken ahead of its arrival only if all
     * frames before it have arrived.
     *
     * @param arrival the frame and its times
     * @param sender the device that sends it
     * @param clock schedules the arrival
     */
    void Carry(Net8StageClock::Arrival&& arrival,
               const Net8EthernetEnd& sender,
               const Net8StageClock& clock) const;

    // Inherited
    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param sender a device
     * @return the other end
     */
    std::size_t FindOther(const Net8EthernetEnd& sender) const;

    /**
     * @param end an end, where there is a device
     * @return number of the node there
     */
    uint32_t GetNodeId(std::size_t end) const;

    Delivery m_delivery; ///< Decides when frames arrive; empty: use m_delay.
    Time m_delay;        ///< Propagation delay, one way.
    std::array<Ptr<Net8EthernetEnd>, 2> m_devices; ///< The ends.
    std::size_t m_nDevices{0};                     ///< Ends in use.
    mutable std::array<std::optional<uint32_t>, 2>
        m_nodes{};                                         ///< Nodes of the ends, once asked for.
    mutable std::array<Net8EventHeap::Train, 2> m_wires{}; ///< Arrivals of frames at the ends.
    mutable std::array<Net8StageClock::Nanos, 2> m_coming{
        Net8StageClock::Nanos::min(),
        Net8StageClock::Nanos::min()}; ///< When the last frame arrives at them that was not taken
                                       ///< early.
};

} // namespace ns3::net8

#endif /* NET8_ETHERNET_CHANNEL_H */
