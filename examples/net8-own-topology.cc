// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * What does a file transfer on the same line do to a query?
 *
 * The topology and the transfer are ns-3's own: two hosts at each end of a point-to-point line, a
 * BulkSendApplication and a PacketSink. All of them run Linux's TCP of this module. The time of the
 * query is printed, without the transfer and with it.
 */
#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/net8-client-helper.h"
#include "ns3/net8-client.h"
#include "ns3/net8-instance-helper.h"
#include "ns3/net8-linux-tcp-socket-factory.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;
using namespace ns3::net8;

/**
 * @param session a session that is over
 */
void
PrintSession(const SessionRecord& session)
{
    std::cout << (session.end - session.ready).As(Time::S) << "\n";
    Simulator::Stop();
}

/**
 * @param node a host
 * @return its address
 */
Ipv4Address
AddressOf(const Ptr<Node>& node)
{
    return node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

/**
 * @param transfer whether there is a transfer
 * @param arraySize rows asked for in a fetch
 */
void
Run(bool transfer, uint32_t arraySize)
{
    // Nodes 0 and 1 at one end, routers 2 and 3, nodes 4 and 5 at the other end.
    NodeContainer nodes(6);
    InternetStackHelper().Install(nodes);
    Net8LinuxTcpSocketFactory::Install(nodes);

    PointToPointHelper lan;
    lan.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    PointToPointHelper line;
    line.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    line.SetChannelAttribute("Delay", StringValue("20ms"));
    Ipv4AddressHelper subnet("10.0.0.0", "255.255.255.0");
    for (const auto& [a, b] : {std::pair{0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}})
    {
        PointToPointHelper& helper = a == 2 ? line : lan;
        subnet.Assign(helper.Install(nodes.Get(a), nodes.Get(b)));
        subnet.NewNetwork();
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    Net8ListenerHelper listener(1521);
    Net8InstanceHelper server;
    server.SetAttribute("Rows", UintegerValue(2000));
    server.Install(listener.Install(nodes.Get(4)).Get(0));

    Net8ClientHelper client(InetSocketAddress(AddressOf(nodes.Get(4)), 1521));
    auto session = client.Install(nodes.Get(0)).Get(0);
    session->TraceConnectWithoutContext("SessionDone", MakeCallback(&PrintSession));
    // What a helper sets before, Config sets afterwards, here on the driver of the client.
    Config::Set("/NodeList/*/ApplicationList/*/$ns3::net8::Net8Client/Driver/ArraySize",
                UintegerValue(arraySize));

    if (transfer)
    {
        const InetSocketAddress sink(AddressOf(nodes.Get(1)), 9);
        const std::string factory = "ns3::net8::Net8LinuxTcpSocketFactory";
        PacketSinkHelper(factory, sink).Install(nodes.Get(1));
        BulkSendHelper(factory, sink).Install(nodes.Get(5));
    }
    Simulator::Run();
    Simulator::Destroy();
}

/**
 * @param argc number of arguments
 * @param argv arguments
 * @return 0
 */
int
main(int argc, char* argv[])
{
    uint32_t arraySize = 100;
    CommandLine cmd(__FILE__);
    cmd.AddValue("arraySize", "Rows asked for in a fetch", arraySize);
    cmd.Parse(argc, argv);

    std::cout << "query alone: " << std::flush;
    Run(false, arraySize);
    std::cout << "query beside a transfer: " << std::flush;
    Run(true, arraySize);
    return 0;
}
