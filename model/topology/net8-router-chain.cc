// SPDX-License-Identifier: GPL-2.0-only
#include "net8-router-chain.h"

#include "net8-ethernet-helper.h"
#include "net8-link-channel.h"
#include "net8-path-addressing.h"

#include "ns3/boolean.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-line-device.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

Net8RouterChain::Net8RouterChain(uint32_t hops, uint32_t clientRank, uint32_t serverRank)
{
    const uint32_t near = (hops + 1) / 2;
    m_routers.Create(near, clientRank);
    m_routers.Create(hops + 1 - near, serverRank);
}

NetDeviceContainer
Net8RouterChain::Lay(const Links& links,
                     const Net8PathQueues& queues,
                     const Ptr<Node>& near,
                     const Ptr<Node>& far)
{
    if (links.anyProtocol)
    {
        // ns-3's point-to-point devices do not carry anything but IP.
        Net8EthernetHelper helper;
        helper.SetDeviceAttribute("DataRate", DataRateValue(links.rate));
        helper.SetDeviceAttribute("Mtu", UintegerValue(links.mtu));
        helper.SetDeviceAttribute("Line", BooleanValue(true));
        helper.SetChannelAttribute("Delay", TimeValue(links.delay));
        helper.SetQueueSize(queues.GetDeviceSize());
        return helper.Install(near, far);
    }
    if (links.conditions)
    {
        return LayConditions(links, queues, near, far);
    }
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(links.rate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(links.mtu));
    helper.SetChannelAttribute("Delay", TimeValue(links.delay));
    helper.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue(queues.GetDeviceSize()));
    if (!queues.HasDiscipline())
    {
        helper.DisableFlowControl();
    }
    return helper.Install(near, far);
}

NetDeviceContainer
Net8RouterChain::LayConditions(const Links& links,
                               const Net8PathQueues& queues,
                               const Ptr<Node>& near,
                               const Ptr<Node>& far)
{
    auto channel = CreateObject<Net8LinkChannel>();
    channel->SetConditions(links.conditions);
    channel->SetAttribute("Delay", TimeValue(links.delay));
    NetDeviceContainer devices;
    for (const bool up : {true, false})
    {
        auto device = CreateObject<Net8LineDevice>();
        device->SetAttribute("DataRate", DataRateValue(links.rate));
        device->SetAddress(Mac48Address::Allocate());
        device->SetMtu(static_cast<uint16_t>(links.mtu));
        queues.AddDevice(device, up ? near : far);
        device->Attach(channel);
        links.conditions->Guard(device, up);
        devices.Add(device);
    }
    return devices;
}

void
Net8RouterChain::Connect(const Links& links, Net8PathQueues& queues, Net8PathLosses& losses)
{
    using Side = Net8PathAddressing::Side;
    const uint32_t hops = m_routers.GetN() - 1;
    // The remainder of the division goes to the first links, so that the sum is exact.
    const int64_t share = links.delay.GetNanoSeconds() / hops;
    const int64_t rest = links.delay.GetNanoSeconds() % hops;
    for (uint32_t i = 0; i < hops; ++i)
    {
        auto one = links;
        one.delay = NanoSeconds(share + (i < rest ? 1 : 0));
        auto link = Lay(one, queues, m_routers.Get(i), m_routers.Get(i + 1));
        auto near = link.Get(0);
        auto far = link.Get(1);
        Net8PathAddressing::Assign(near, Side::CORE, i + 1, 1);
        Net8PathAddressing::Assign(far, Side::CORE, i + 1, 2);
        Net8PathAddressing::RouteSide(Side::SERVER, near, far);
        Net8PathAddressing::RouteSide(Side::CLIENT, far, near);
        m_devices.Add(link);
        const auto delay = links.delay / hops;
        queues.InstallDiscipline(near, PathDirection::TO_SERVER, links.rate, delay);
        queues.InstallDiscipline(far, PathDirection::TO_CLIENT, links.rate, delay);
        queues.CountDrops(near, PathDirection::TO_SERVER);
        queues.CountDrops(far, PathDirection::TO_CLIENT);
    }
    using Header = Net8LossModel::LinkHeader;
    const auto header = links.anyProtocol ? Header::ETHERNET : Header::PPP;
    losses.Install(PathDirection::TO_CLIENT, m_devices.Get(0), header, false);
    losses.Install(PathDirection::TO_SERVER, m_devices.Get(m_devices.GetN() - 1), header, false);
}

const NodeContainer&
Net8RouterChain::GetRouters() const
{
    return m_routers;
}

Ptr<Node>
Net8RouterChain::GetNear() const
{
    return m_routers.Get(0);
}

Ptr<Node>
Net8RouterChain::GetFar() const
{
    return m_routers.Get(m_routers.GetN() - 1);
}

const NetDeviceContainer&
Net8RouterChain::GetDevices() const
{
    return m_devices;
}

} // namespace ns3::net8
