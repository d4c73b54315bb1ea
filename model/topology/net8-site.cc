// SPDX-License-Identifier: GPL-2.0-only
#include "net8-site.h"

#include "net8-ethernet-helper.h"

#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

int64_t
Net8Site::AssignStreams(int64_t)
{
    return 0;
}

NetDeviceContainer
Net8Site::Link(const EthernetLink& link,
               const Ptr<Node>& a,
               const Ptr<Node>& b,
               const std::string& nearQueue,
               const std::string& farQueue,
               bool flowControl)
{
    Net8EthernetHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(link.rate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(link.mtu));
    helper.SetChannelAttribute("Delay", TimeValue(link.delay));
    helper.SetQueueSize(nearQueue);
    helper.SetFlowControl(flowControl);
    auto devices = helper.Install(a, b);
    PointerValue queue;
    devices.Get(1)->GetAttribute("TxQueue", queue);
    queue.Get<Queue<Packet>>()->SetMaxSize(QueueSize(farQueue));
    return devices;
}

} // namespace ns3::net8
