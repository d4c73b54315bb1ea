// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Two stations of a Wi-Fi network fetch from a server behind the access point; FlowMonitor counts.
 */
#include "fetch.h"

#include "ns3/flow-monitor-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-flow-classifier.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/ssid.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

using namespace ns3;

/**
 * @return 0
 */
int
main()
{
    NodeContainer all(4);
    const NodeContainer wired(all.Get(0), all.Get(1)); // server, access point
    const NodeContainer stations(all.Get(2), all.Get(3));

    PointToPointHelper cable;
    cable.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    cable.SetChannelAttribute("Delay", StringValue("5ms"));
    const auto cabled = cable.Install(wired);

    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211ac);
    WifiMacHelper mac;
    const Ssid ssid("net8");
    mac.SetType("ns3::ApWifiMac", "Ssid", SsidValue(ssid));
    NetDeviceContainer radio = wifi.Install(phy, mac, all.Get(1));
    mac.SetType("ns3::StaWifiMac", "Ssid", SsidValue(ssid));
    radio.Add(wifi.Install(phy, mac, stations));
    MobilityHelper places; // 5 m apart
    places.SetPositionAllocator("ns3::GridPositionAllocator", "DeltaX", DoubleValue(5));
    places.Install(all);

    InternetStackHelper().Install(all);
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const auto server = addresses.Assign(cabled).GetAddress(0);
    addresses.SetBase("10.1.2.0", "255.255.255.0");
    addresses.Assign(radio);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    InstallFetch(all.Get(0), server, stations);
    FlowMonitorHelper flows;
    const auto monitor = flows.InstallAll();
    Simulator::Stop(Seconds(20));
    Simulator::Run();

    const auto classifier = DynamicCast<Ipv4FlowClassifier>(flows.GetClassifier());
    for (const auto& [id, flow] : monitor->GetFlowStats())
    {
        const auto ends = classifier->FindFlow(id);
        std::cout << "flow " << ends.sourceAddress << " to " << ends.destinationAddress << ": "
                  << flow.rxPackets << " of " << flow.txPackets << " packets, " << flow.rxBytes
                  << " bytes, mean delay " << (flow.delaySum / flow.rxPackets).As(Time::MS) << "\n";
    }
    Simulator::Destroy();
    return 0;
}
