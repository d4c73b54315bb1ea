// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Checks whether finished sessions leave anything behind. Clients open short sessions one after the
 * other; the memory of the process is printed during the run, one JSON object per line.
 */
#include "ns3/command-line.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-client.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <ctime>
#include <fstream>
#include <iostream>
#include <unistd.h>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Port of the listener.
constexpr uint16_t PORT = 1521;
/// Number of lines printed.
constexpr uint64_t LINES = 20;

/**
 * @return resident memory of this process, bytes
 */
uint64_t
GetResident()
{
    std::ifstream file("/proc/self/statm");
    uint64_t size = 0;
    uint64_t resident = 0;
    file >> size >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

/// Counts sessions that are over, and prints from time to time.
struct Count
{
    uint64_t every{1};  ///< Sessions between two lines.
    uint64_t done{0};   ///< Sessions that are over.
    uint64_t failed{0}; ///< Those that did not end in an orderly way.

    /**
     * @param record a session that is over
     */
    void Add(const SessionRecord& record)
    {
        ++done;
        failed += record.closed ? 0 : 1;
        if (done % every == 0)
        {
            std::cout << "{\"sessions\": " << done << ", \"failed\": " << failed
                      << ", \"simulated_s\": " << Simulator::Now().GetSeconds()
                      << ", \"resident_bytes\": " << GetResident()
                      << ", \"cpu_s\": " << static_cast<double>(std::clock()) / CLOCKS_PER_SEC
                      << "}" << std::endl;
        }
    }
};

/**
 * @param path the path
 */
void
InstallServer(Ptr<Net8Path> path)
{
    Net8ListenerHelper listener(PORT);
    listener.SetAttribute("Protocol", TypeIdValue(Net8TcpSocketFactory::GetTypeId()));
    auto instance = CreateObject<Net8Instance>();
    DynamicCast<Net8Listener>(listener.Install(path->GetServer()).Get(0))->AddInstance(instance);
    instance->SetResultSet(CreateObjectWithAttributes<Net8ResultSet>("Rows", UintegerValue(1)));
}

/**
 * @param path the path
 * @param clients number of clients on all hosts together
 * @param cycles sessions per client
 * @param count notified of each session
 */
void
InstallClients(Ptr<Net8Path> path, uint32_t clients, uint32_t cycles, Count* count)
{
    const uint32_t hosts = path->GetNClients();
    for (uint32_t host = 0; host < hosts; ++host)
    {
        auto client =
            CreateObjectWithAttributes<Net8Client>("Protocol",
                                                   TypeIdValue(Net8TcpSocketFactory::GetTypeId()),
                                                   "Remote",
                                                   AddressValue(path->GetServerAddress(PORT)),
                                                   "Cycles",
                                                   UintegerValue(cycles));
        client->GetDriver()->SetAttribute("Driver", StringValue("oci"));
        client->GetWork()->SetAttribute("Queries", UintegerValue(2));
        client->GetWork()->SetAttribute("ThinkTime",
                                        StringValue("ns3::ConstantRandomVariable[Constant=60]"));
        client->SetSessionStep(clients);
        for (uint32_t i = host; i < clients; i += hosts)
        {
            client->AddClient(i, MilliSeconds(5) * i);
        }
        client->TraceConnectWithoutContext("SessionDone", MakeCallback(&Count::Add, count));
        path->GetClient(host)->AddApplication(client);
    }
}

} // namespace

/**
 * @param argc number of arguments
 * @param argv arguments
 * @return 0
 */
int
main(int argc, char* argv[])
{
    uint32_t clients = 10000;
    uint32_t cycles = 100;
    uint32_t hosts = 100;
    CommandLine cmd(__FILE__);
    cmd.AddValue("clients", "Clients", clients);
    cmd.AddValue("cycles", "Sessions of each client", cycles);
    cmd.AddValue("hosts", "Hosts that they are on", hosts);
    cmd.Parse(argc, argv);

    auto path = CreateObject<Net8Path>();
    SetAttributes(path->GetParts(),
                  {{"Kind", "lan"}, {"LanRate", "1Gbps"}, {"QueueSize", "10000p"}});
    path->Build(hosts);
    auto profile = CreateObject<Net8TcpProfile>();
    profile->Install(path->GetServer(), path->GetMtu(), path->IsIpv6());
    for (uint32_t i = 0; i < hosts; ++i)
    {
        profile->Install(path->GetClient(i), path->GetMtu(), path->IsIpv6());
    }
    InstallServer(path);
    Count count{.every = uint64_t{clients} * cycles / LINES};
    InstallClients(path, clients, cycles, &count);
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
