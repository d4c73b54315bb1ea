// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_CHANNEL_H
#define NET8_LINK_CHANNEL_H

#include "net8-link-conditions.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ptr.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A point-to-point channel whose conditions decide when, and whether, packets arrive.
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
     * @param conditions conditions of the link; up is the direction from the device attached first
     */
    void SetConditions(const Ptr<Net8LinkConditions>& conditions);

    /**
     * @return conditions of the link
     */
    const Ptr<Net8LinkConditions>& GetConditions() const;

    // Inherited
    bool TransmitStart(Ptr<const Packet> packet,
                       Ptr<PointToPointNetDevice> sender,
                       Time txTime) override;

  protected:
    void DoDispose() override;

  private:
    Ptr<Net8LinkConditions> m_conditions; ///< Conditions of the link.
};

} // namespace ns3::net8

#endif /* NET8_LINK_CHANNEL_H */
