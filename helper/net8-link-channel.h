// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_CHANNEL_H
#define NET8_LINK_CHANNEL_H

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ptr.h"

#include <array>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A point-to-point channel with a delay of its own for each direction.
 */
class Net8LinkChannel : public PointToPointChannel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LinkChannel();
    ~Net8LinkChannel() override;

    /**
     * @param up delay from the device that was attached first to the other one
     * @param down delay back
     */
    void SetDelays(Time up, Time down);

    // Inherited
    bool TransmitStart(Ptr<const Packet> packet,
                       Ptr<PointToPointNetDevice> sender,
                       Time txTime) override;

  private:
    std::array<Time, 2> m_delays; ///< Up and down.
};

} // namespace ns3::net8

#endif /* NET8_LINK_CHANNEL_H */
