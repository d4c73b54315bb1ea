// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ethernet-helper.h"

#include "ns3/bridge-net-device.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net8-ethernet-channel.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/string.h"

namespace ns3::net8
{

Net8EthernetHelper::Net8EthernetHelper()
{
    m_deviceFactory.SetTypeId(Net8EthernetNetDevice::GetTypeId());
    m_channelFactory.SetTypeId(Net8EthernetChannel::GetTypeId());
    m_queueFactory.SetTypeId(DropTailQueue<Packet>::GetTypeId());
    SetQueueSize("1000p"); // Linux, txqueuelen of Ethernet devices
}

void
Net8EthernetHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

void
Net8EthernetHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channelFactory.Set(name, value);
}

void
Net8EthernetHelper::SetQueueSize(const std::string& size)
{
    m_queueFactory.Set("MaxSize", StringValue(size));
}

void
Net8EthernetHelper::SetFlowControl(bool enable)
{
    m_flowControl = enable;
}

Ptr<NetDevice>
Net8EthernetHelper::MakeDevice(Ptr<Node> node) const
{
    auto device = m_deviceFactory.Create<Net8EthernetNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    auto queue = m_queueFactory.Create<Queue<Packet>>();
    device->SetAttribute("TxQueue", PointerValue(queue));
    node->AddDevice(device);
    if (m_flowControl)
    {
        auto queueInterface = CreateObject<NetDeviceQueueInterface>();
        queueInterface->GetTxQueue(0)->ConnectQueueTraces(queue);
        device->AggregateObject(queueInterface);
    }
    return device;
}

NetDeviceContainer
Net8EthernetHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    auto channel = m_channelFactory.Create<Net8EthernetChannel>();
    NetDeviceContainer ends(MakeDevice(a), MakeDevice(b));
    for (uint32_t i = 0; i < ends.GetN(); ++i)
    {
        DynamicCast<Net8EthernetNetDevice>(ends.Get(i))->Attach(channel);
    }
    return ends;
}

Ptr<NetDevice>
Net8EthernetHelper::MakeSwitch(Ptr<Node> node, const NetDeviceContainer& ports)
{
    auto bridge = CreateObject<BridgeNetDevice>();
    node->AddDevice(bridge);
    for (uint32_t i = 0; i < ports.GetN(); ++i)
    {
        bridge->AddBridgePort(ports.Get(i));
    }
    return bridge;
}

void
Net8EthernetHelper::EnablePcapInternal(std::string prefix,
                                       Ptr<NetDevice> nd,
                                       bool promiscuous,
                                       bool explicitFilename)
{
    if (!DynamicCast<Net8EthernetNetDevice>(nd))
    {
        return;
    }
    PcapHelper pcap;
    const auto name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, nd);
    // LINKTYPE_ETHERNET of pcap files, which has another name in ns-3 after 3.48.
    constexpr auto ETHERNET = static_cast<PcapHelper::DataLinkType>(1);
    auto file = pcap.CreateFile(name, std::ios::out, ETHERNET);
    pcap.HookDefaultSink<Net8EthernetNetDevice>(DynamicCast<Net8EthernetNetDevice>(nd),
                                                promiscuous ? "PromiscSniffer" : "Sniffer",
                                                file);
}

} // namespace ns3::net8
