// SPDX-License-Identifier: GPL-2.0-only
#include "net8-switched-site.h"

#include "net8-ethernet-helper.h"

#include "ns3/bridge-net-device.h"

#include <utility>

namespace ns3::net8
{

Net8SwitchedSite::Net8SwitchedSite(const EthernetLink& link,
                                   Ptr<Net8PathQueues> queues,
                                   uint32_t rank)
    : m_link(link),
      m_queues(std::move(queues)),
      m_switch(CreateObject<Node>(rank)),
      m_bridge(Net8EthernetHelper::MakeSwitch(m_switch, NetDeviceContainer()))
{
}

Ptr<NetDevice>
Net8SwitchedSite::Attach(const Ptr<Node>& node, PathDirection direction, const std::string& queue)
{
    const bool shaped = m_queues->HasDiscipline();
    auto link = Link(m_link,
                     node,
                     m_switch,
                     shaped ? m_queues->GetDeviceSize() : queue,
                     m_queues->GetSize(),
                     shaped);
    DynamicCast<BridgeNetDevice>(m_bridge)->AddBridgePort(link.Get(1));
    m_queues->CountDrops(link.Get(0), direction);
    m_queues->CountDrops(link.Get(1), Reverse(direction));
    return link.Get(0);
}

Ptr<Node>
Net8SwitchedSite::GetSwitch() const
{
    return m_switch;
}

} // namespace ns3::net8
