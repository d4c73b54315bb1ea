// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * What does RATE_LIMIT do to a storm of logons?
 *
 * Clients on one LAN connect to a server at the same moment. Its listener takes some connections a
 * second, or all at once with `--rateLimit=no`. The mean and the longest time to a session are
 * printed.
 */
#include "ns3/command-line.h"
#include "ns3/net8-client-helper.h"
#include "ns3/net8-client.h"
#include "ns3/net8-instance-helper.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/net8-path.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>

using namespace ns3;
using namespace ns3::net8;

/// Times to a session.
struct Logons
{
    uint32_t count{0}; ///< How many sessions there were.
    Time sum;          ///< Their times together.
    Time longest;      ///< The longest of them.
};

/**
 * @param logons what was counted so far
 * @param session a session that is over
 */
void
Count(Logons* logons, const SessionRecord& session)
{
    const Time time = session.ready - session.start;
    ++logons->count;
    logons->sum += time;
    logons->longest = std::max(logons->longest, time);
}

/**
 * @param argc number of arguments
 * @param argv arguments
 * @return 0
 */
int
main(int argc, char* argv[])
{
    uint32_t clients = 50;
    std::string rateLimit = "10";
    CommandLine cmd(__FILE__);
    cmd.AddValue("clients", "Clients that connect at once", clients);
    cmd.AddValue("rateLimit", "RATE_LIMIT: connections that are taken a second, or no", rateLimit);
    cmd.Parse(argc, argv);

    auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
    path->Build(clients);

    Net8ListenerHelper listener(1521);
    listener.SetAttribute("RateLimit", StringValue(rateLimit));
    Net8InstanceHelper server;
    server.SetAttribute("Rows", UintegerValue(1));
    server.Install(listener.Install(path->GetServer()).Get(0));

    Net8ClientHelper client(path->GetServerAddress(1521));
    client.SetAttribute("Driver", StringValue("jdbc-thin"));
    Logons logons;
    for (uint32_t i = 0; i < clients; ++i)
    {
        auto session = client.Install(path->GetClient(i)).Get(0);
        session->TraceConnectWithoutContext("SessionDone", MakeBoundCallback(&Count, &logons));
    }
    Simulator::Stop(Seconds(600));
    Simulator::Run();
    Simulator::Destroy();
    std::cout << logons.count << " sessions, RATE_LIMIT " << rateLimit << ": mean time to logon "
              << (logons.sum / std::max(logons.count, 1U)).As(Time::S) << ", longest "
              << logons.longest.As(Time::S) << "\n";
    return 0;
}
