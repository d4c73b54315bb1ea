// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Two telephones of an LTE cell fetch from a server behind the packet gateway.
 */
#include "fetch.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/lte-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/point-to-point-epc-helper.h"
#include "ns3/point-to-point-helper.h"

using namespace ns3;

/**
 * @return 0
 */
int
main()
{
    auto lte = CreateObject<LteHelper>();
    auto core = CreateObject<PointToPointEpcHelper>();
    lte->SetEpcHelper(core);
    const auto gateway = core->GetPgwNode();
    const auto host = CreateObject<Node>();
    const NodeContainer station(1);
    const NodeContainer telephones(2);
    MobilityHelper places; // in one place
    places.Install(NodeContainer(station, telephones));

    InternetStackHelper internet;
    internet.Install(NodeContainer(NodeContainer(host), telephones));
    PointToPointHelper cable;
    cable.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    cable.SetChannelAttribute("Delay", StringValue("5ms"));
    Ipv4AddressHelper addresses("1.0.0.0", "255.255.255.0");
    const auto server = addresses.Assign(cable.Install(host, gateway)).GetAddress(0);
    Ipv4StaticRoutingHelper routing;
    routing.GetStaticRouting(host->GetObject<Ipv4>())
        ->AddNetworkRouteTo(Ipv4Address("7.0.0.0"), Ipv4Mask("255.0.0.0"), 1);

    lte->InstallEnbDevice(station);
    const auto radio = lte->InstallUeDevice(telephones);
    core->AssignUeIpv4Address(radio);
    for (uint32_t i = 0; i < telephones.GetN(); ++i)
    {
        routing.GetStaticRouting(telephones.Get(i)->GetObject<Ipv4>())
            ->SetDefaultRoute(core->GetUeDefaultGatewayAddress(), 1);
    }
    lte->Attach(radio);

    InstallFetch(host, server, telephones);
    Simulator::Stop(Seconds(20));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
