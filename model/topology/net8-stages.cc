// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stages.h"

#include "net8-cut-model.h"
#include "net8-loss-model.h"

#include "ns3/bridge-net-device.h"
#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-stage-host.h"
#include "ns3/net8-stage-switch.h"
#include "ns3/node-list.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3::net8
{

namespace
{

/**
 * Let the Ethernet devices of a node send by stages.
 *
 * @param node the node
 * @param forwards forwards what they receive
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
 * @return the device at the other end
 */
Ptr<NetDevice>
GetFar(const Ptr<NetDevice>& device)
{
    const auto channel = device->GetChannel();
    return channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0);
}

/**
 * Let the line decide which packets are lost, instead of the device at its end.
 *
 * @param far the device
 * @param model settings of the line; receives its loss models, for Ethernet frames, including that
 * of cuts
 */
void
TakeLoss(const Ptr<NetDevice>& far, Net8StageLine::Model& model)
{
    PointerValue value;
    far->GetAttribute("ReceiveErrorModel", value);
    model.loss = value.Get<ErrorModel>();
    if (const auto cut = DynamicCast<Net8CutModel>(model.loss))
    {
        model.cut = cut;
        model.loss = cut->TakeNext();
    }
    else if (model.loss)
    {
        // ns-3 does not accept null; this model loses nothing.
        far->SetAttribute("ReceiveErrorModel", PointerValue(CreateObject<Net8CutModel>()));
    }
    if (model.loss)
    {
        model.loss->SetAttribute("LinkHeader", EnumValue(Net8LossModel::LinkHeader::ETHERNET));
    }
}

} // namespace

void
Net8Stages::TakeOverHosts(const Ptr<Net8StageClock>& clock, const std::set<uint32_t>& others)
{
    for (auto place = NodeList::Begin(); place != NodeList::End(); ++place)
    {
        const Ptr<Node> node = *place;
        if (others.contains(node->GetId()) || !node->GetObject<TcpL4Protocol>())
        {
            continue;
        }
        Net8StageHost::TakeOver(clock, node);
    }
}

void
Net8Stages::TakeOver(const NodeContainer& switches,
                     const NodeContainer& routers,
                     const Describe& describe)
{
    auto clock = Create<Net8StageClock>();
    std::set<uint32_t> taken;
    for (uint32_t i = 0; i < switches.GetN(); ++i)
    {
        const auto node = switches.Get(i);
        TimeValue expiry;
        node->GetDevice(0)->GetAttribute("ExpirationTime", expiry);
        m_nodes.push_back(Create<Net8StageSwitch>(clock, expiry.Get()));
        taken.insert(node->GetId());
        SetStageNodes(node, m_nodes.back());
    }
    for (uint32_t i = 0; i < routers.GetN(); ++i)
    {
        const auto node = routers.Get(i);
        auto router = Create<Net8StageRouter>(clock, node);
        m_routers[node->GetId()] = router;
        taken.insert(node->GetId());
        m_nodes.push_back(router);
        SetStageNodes(node, router);
    }
    TakeOverHosts(clock, taken);
    for (const auto& [id, router] : m_routers)
    {
        const auto node = NodeList::GetNode(id);
        for (uint32_t j = 0; j < node->GetNDevices(); ++j)
        {
            const auto device = DynamicCast<PointToPointNetDevice>(node->GetDevice(j));
            if (!device)
            {
                continue;
            }
            const auto far = GetFar(device);
            auto model = describe(device);
            TakeLoss(far, model);
            router->AddLine(device, *m_routers.at(far->GetNode()->GetId()), model);
            if (auto line = DynamicCast<Net8LineDevice>(device))
            {
                line->SetStageRouter(PeekPointer(router));
                m_lines.push_back(line);
            }
        }
    }
}

Net8StageLine*
Net8Stages::FindLine(const Ptr<NetDevice>& device) const
{
    const auto router = m_routers.find(device->GetNode()->GetId());
    return router == m_routers.end() ? nullptr : router->second->GetLine(device);
}

void
Net8Stages::Clear()
{
    m_routers.clear();
    for (const auto& line : m_lines)
    {
        line->SetStageRouter(nullptr);
    }
    m_lines.clear();
    m_nodes.clear();
}

} // namespace ns3::net8
