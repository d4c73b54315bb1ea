// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINE_DEVICE_H
#define NET8_LINE_DEVICE_H

#include "ns3/point-to-point-net-device.h"

#include <cstdint>

namespace ns3::net8
{

class Net8StageRouter;

/**
 * @ingroup net8
 * A point-to-point device whose link can be computed: what the stack of its router sends then goes
 * over the computed line too (see Net8StageLine).
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

    // Inherited
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  private:
    Net8StageRouter* m_router{nullptr}; ///< Computes the line; null: packets are walked.
};

} // namespace ns3::net8

#endif // NET8_LINE_DEVICE_H
