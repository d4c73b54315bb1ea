// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stages.h"

#include "ns3/bridge-net-device.h"
#include "ns3/channel.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-stage-router.h"
#include "ns3/net8-stage-switch.h"
#include "ns3/point-to-point-net-device.h"

#include <map>

namespace ns3::net8
{

namespace
{

/**
 * Let the Ethernet devices of a node send by stages.
 *
 * @param node the node
 * @param forwards who forwards what they receive
 */
void
SetStageNodes(const Ptr<Node>& node, const Ptr<Net8StageNode>& forwards)
{
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (auto device = DynamicCast<Net8EthernetNetDevice>(node->GetDevice(i)))
        {
            device->SetStageNode(forwards);
        }
    }
}

/**
 * @param device a device of a point-to-point link
 * @return number of the node at the other end
 */
uint32_t
GetFarId(const Ptr<NetDevice>& device)
{
    const auto channel = device->GetChannel();
    return channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0)->GetNode()->GetId();
}

} // namespace

void
Net8Stages::TakeOver(const NodeContainer& switches, const NodeContainer& routers)
{
    auto clock = Create<Net8StageClock>();
    for (uint32_t i = 0; i < switches.GetN(); ++i)
    {
        const auto node = switches.Get(i);
        TimeValue expiry;
        node->GetDevice(0)->GetAttribute("ExpirationTime", expiry);
        m_nodes.push_back(Create<Net8StageSwitch>(clock, expiry.Get()));
        SetStageNodes(node, m_nodes.back());
    }
    std::map<uint32_t, Ptr<Net8StageRouter>> byId;
    for (uint32_t i = 0; i < routers.GetN(); ++i)
    {
        const auto node = routers.Get(i);
        auto router = Create<Net8StageRouter>(clock, node);
        byId[node->GetId()] = router;
        m_nodes.push_back(router);
        SetStageNodes(node, router);
    }
    for (uint32_t i = 0; i < routers.GetN(); ++i)
    {
        const auto node = routers.Get(i);
        for (uint32_t j = 0; j < node->GetNDevices(); ++j)
        {
            if (auto device = DynamicCast<PointToPointNetDevice>(node->GetDevice(j)))
            {
                byId.at(node->GetId())->AddLine(device, *byId.at(GetFarId(device)));
            }
        }
    }
}

void
Net8Stages::Clear()
{
    m_nodes.clear();
}

} // namespace ns3::net8
