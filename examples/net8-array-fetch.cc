// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * How long does one query take over a WAN, and where does the time go?
 *
 * One SQL*Plus client fetches 2000 rows of 100 bytes from a server 40 ms away over 10 Mb/s. Every
 * round trip is printed as it ends. Try `--arraySize=500` or `--sdu=32767`.
 */
#include "ns3/command-line.h"
#include "ns3/net8-client-helper.h"
#include "ns3/net8-client.h"
#include "ns3/net8-instance-helper.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;
using namespace ns3::net8;

/**
 * @param call a round trip that is done
 */
void
PrintCall(const CallRecord& call)
{
    if (call.kind == CallKind::EXECUTE || call.kind == CallKind::FETCH)
    {
        std::cout << "call " << call.call << ": " << call.rows << " rows, " << call.replyBytes
                  << " bytes in " << call.replyPackets << " TNS packets, "
                  << (call.end - call.start).As(Time::MS) << "\n";
    }
}

/**
 * @param session a session that is over
 */
void
PrintSession(const SessionRecord& session)
{
    std::cout << "logon " << (session.ready - session.start).As(Time::MS) << " in "
              << session.roundTrips << " round trips, query "
              << (session.end - session.ready).As(Time::S) << ", SDU " << session.sdu << " bytes\n";
    Simulator::Stop(MilliSeconds(200)); // let the last FIN cross the path
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
    uint32_t sdu = 8192;
    CommandLine cmd(__FILE__);
    cmd.AddValue("arraySize", "Rows asked for in a fetch", arraySize);
    cmd.AddValue("sdu", "SDU that both ends ask for, bytes", sdu);
    cmd.Parse(argc, argv);

    auto path = CreateObjectWithAttributes<Net8Path>("Kind",
                                                     StringValue("wan"),
                                                     "Delay",
                                                     StringValue("40ms"));
    path->Build(1);
    auto profile = CreateObjectWithAttributes<Net8TcpProfile>("NoDelay", StringValue("true"));
    profile->Install(path->GetClient(0), path->GetMtu(), path->IsIpv6());
    profile->Install(path->GetServer(), path->GetMtu(), path->IsIpv6());
    const TypeIdValue tcp(Net8TcpSocketFactory::GetTypeId());

    Net8ListenerHelper listener(1521);
    listener.SetAttribute("Protocol", tcp);
    Net8InstanceHelper server;
    server.SetAttribute("Sdu", UintegerValue(sdu));
    server.SetAttribute("Rows", UintegerValue(2000));
    server.Install(listener.Install(path->GetServer()).Get(0));

    Net8ClientHelper client(path->GetServerAddress(1521));
    client.SetAttribute("Protocol", tcp);
    client.SetAttribute("Sdu", UintegerValue(sdu));
    client.SetAttribute("ArraySize", UintegerValue(arraySize));
    auto session = client.Install(path->GetClient(0)).Get(0);
    session->TraceConnectWithoutContext("CallDone", MakeCallback(&PrintCall));
    session->TraceConnectWithoutContext("SessionDone", MakeCallback(&PrintSession));

    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
