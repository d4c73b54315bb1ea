// SPDX-License-Identifier: GPL-2.0-only
#include "net8-segment-site.h"

#include "ns3/csma-channel.h"
#include "ns3/csma-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::net8
{

Net8SegmentSite::Net8SegmentSite(const EthernetLink& link, Ptr<Net8PathQueues> queues)
    : m_link(link),
      m_queues(std::move(queues))
{
}

Ptr<NetDevice>
Net8SegmentSite::Attach(const Ptr<Node>& node, PathDirection direction, const std::string& queue)
{
    CsmaHelper helper;
    helper.SetChannelAttribute("DataRate", DataRateValue(m_link.rate));
    helper.SetChannelAttribute("Delay", TimeValue(m_link.delay));
    helper.SetDeviceAttribute("Mtu", UintegerValue(m_link.mtu));
    const bool shaped = m_queues->HasDiscipline();
    helper.SetQueue("ns3::DropTailQueue<Packet>",
                    "MaxSize",
                    StringValue(shaped ? m_queues->GetDeviceSize() : queue));
    if (!shaped)
    {
        helper.DisableFlowControl();
    }
    auto added =
        m_devices.GetN() == 0
            ? helper.Install(node)
            : helper.Install(node, DynamicCast<CsmaChannel>(m_devices.Get(0)->GetChannel()));
    m_devices.Add(added);
    m_queues->CountDrops(added.Get(0), direction);
    return added.Get(0);
}

int64_t
Net8SegmentSite::AssignStreams(int64_t stream)
{
    return CsmaHelper().AssignStreams(m_devices, stream);
}

} // namespace ns3::net8
