// SPDX-License-Identifier: GPL-2.0-only
#include "net8-line-device.h"

#include "net8-ethernet-header.h"
#include "net8-stage-router.h"

#include "ns3/mac48-address.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LineDevice);

TypeId
Net8LineDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LineDevice")
                            .SetParent<PointToPointNetDevice>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LineDevice>();
    return tid;
}

Net8LineDevice::Net8LineDevice() = default;
Net8LineDevice::~Net8LineDevice() = default;

void
Net8LineDevice::SetStageRouter(Net8StageRouter* router)
{
    m_router = router;
}

bool
Net8LineDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    if (!m_router)
    {
        return PointToPointNetDevice::Send(packet, dest, protocolNumber);
    }
    auto frame = packet->Copy();
    frame->AddHeader(Net8EthernetHeader(Mac48Address(), Mac48Address(), protocolNumber));
    m_router->SendFromStack(this, frame);
    return true;
}

} // namespace ns3::net8
