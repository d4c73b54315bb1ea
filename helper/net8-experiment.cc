// SPDX-License-Identifier: GPL-2.0-only
#include "net8-experiment.h"

#include "net8-cross-traffic.h"
#include "net8-event-census.h"
#include "net8-fault.h"
#include "net8-mpi.h"
#include "net8-partition.h"
#include "net8-rank-bytes.h"

#include "ns3/boolean.h"
#include "ns3/hash.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv6-address-generator.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/object-factory.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-echo-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Simulated time after the end of the last session, beside four propagation delays, for the last
/// FIN and ACK.
const Time GRACE = MilliSeconds(10);
/// Port of the name or directory server.
constexpr uint16_t NAME_SERVER_PORT = 53;

/// Thrown when an experiment that is still being built is to stop.
struct Stopped
{
};

/// Most sessions of an experiment.
constexpr uint64_t SESSIONS_MAX = 10'000'000;

/**
 * Hash numbers in the order in which they are given.
 */
class Digest
{
  public:
    /**
     * @param numbers numbers to add
     */
    template <std::size_t N>
    void Add(const std::array<int64_t, N>& numbers)
    {
        m_hash = m_hasher.GetHash64(reinterpret_cast<const char*>(numbers.data()), sizeof(numbers));
    }

    /**
     * @return the hash of all so far, hexadecimal
     */
    std::string Print() const
    {
        std::ostringstream text;
        text << std::hex << std::setw(16) << std::setfill('0') << m_hash;
        return text.str();
    }

  private:
    Hasher m_hasher;    ///< Goes on from call to call.
    uint64_t m_hash{0}; ///< Hash so far.
};

/**
 * @param counters errors of one side
 * @param side "client" or "server"
 * @param out where they go, the ones that are not 0
 */
void
AddCounters(const SessionCounters& counters,
            const std::string& side,
            std::map<std::string, uint64_t>& out)
{
    for (std::size_t i = 0; i < SessionCounters::SIZE; ++i)
    {
        const auto error = static_cast<SessionError>(i);
        if (counters.Get(error) != 0)
        {
            out[side + "_" + SessionCounters::Name(error)] += counters.Get(error);
        }
    }
}

/**
 * @param address a socket address
 * @return the IP address in it
 */
Address
GetHost(const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        return InetSocketAddress::ConvertFrom(address).GetIpv4();
    }
    return Inet6SocketAddress::ConvertFrom(address).GetIpv6();
}

/**
 * @param group a group of a plan; what is for its arrivals is taken out
 * @return number and starts of its clients
 */
Ptr<Net8Arrivals>
TakeArrivals(ClientGroup& group)
{
    auto arrivals = CreateObject<Net8Arrivals>();
    AttributeMap attributes;
    for (std::size_t i = 0; i < Net8Arrivals::GetTypeId().GetAttributeN(); ++i)
    {
        attributes.insert(group.attributes.extract(Net8Arrivals::GetTypeId().GetAttribute(i).name));
    }
    SetAttributes(arrivals, attributes);
    arrivals->SetTimes(group.arrivals);
    if (arrivals->GetCount() == 0)
    {
        throw std::invalid_argument("Arrivals 'file' of the group '" + group.name +
                                    "' has no times.");
    }
    return arrivals;
}

/**
 * @param client a client
 * @return its driver
 */
DriverProfile
FindDriver(const Ptr<Net8Client>& client)
{
    DriverProfile driver;
    if (const auto error = client->ReadDriver(driver); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    return driver;
}

/**
 * @param record a call
 * @return its numbers
 */
std::array<int64_t, 13>
ToNumbers(const CallRecord& record)
{
    return {record.session,
            record.query,
            record.call,
            static_cast<int64_t>(record.kind),
            record.start.GetNanoSeconds(),
            record.firstByte.GetNanoSeconds(),
            record.end.GetNanoSeconds(),
            record.work.GetNanoSeconds(),
            static_cast<int64_t>(record.requestBytes),
            static_cast<int64_t>(record.replyBytes),
            record.requestPackets,
            record.replyPackets,
            record.rows};
}

/**
 * @param record a session
 * @return its numbers
 */
std::array<int64_t, 12>
ToNumbers(const SessionRecord& record)
{
    return {record.session,
            record.start.GetNanoSeconds(),
            record.connected.GetNanoSeconds(),
            record.accepted.GetNanoSeconds(),
            record.ready.GetNanoSeconds(),
            record.end.GetNanoSeconds(),
            record.version,
            record.sdu,
            record.tdu,
            static_cast<int64_t>(record.bytesSent),
            static_cast<int64_t>(record.bytesReceived),
            record.error ? static_cast<int64_t>(*record.error) : -1};
}

} // namespace

Net8Experiment::Net8Experiment(const ExperimentPlan& plan, const Net8Watch::Progress& progress)
    : m_plan(plan),
      m_partition(plan.partition.empty()
                      ? nullptr
                      : std::make_unique<Net8Partition>(plan.partition, plan.mpi))
{
    // Addresses and streams must not depend on what ran before in this process.
    Mac48Address::ResetAllocationIndex();
    Ipv4AddressGenerator::Reset();
    Ipv6AddressGenerator::Reset();
    RngSeedManager::SetSeed(plan.seed);
    RngSeedManager::SetRun(plan.run);
    RngSeedManager::ResetNextStreamIndex();
    try
    {
        if (!m_partition)
        {
            m_watch.Start(progress);
        }
        Build();
        if (m_partition)
        {
            m_partition->Open();
            // Ranks stop at one time, which takes a while to tell.
            m_watch.SetStop([this] { m_partition->StopAll(m_path->GetPropagationDelay() * 4); });
            m_watch.Start(progress);
        }
    }
    catch (const Stopped&)
    {
        // Run tells.
    }
    catch (...)
    {
        m_watch.End();
        if (!m_partition || m_partition->IsUndoable())
        {
            Simulator::Destroy();
        }
        throw;
    }
}

Net8Experiment::~Net8Experiment()
{
    m_watch.End();
    Simulator::Destroy();
}

void
Net8Experiment::Build()
{
    FindProfiles();
    BuildResultSet();
    NumberSessions();
    BuildNetwork();
    BuildServer();
    for (uint32_t i = 0; i < m_groups.size(); ++i)
    {
        BuildClients(i);
    }
    BuildFaults();
    AssignStreams();
}

void
Net8Experiment::Look()
{
    m_watch.Look();
    if (m_watch.IsStopped())
    {
        throw Stopped{};
    }
}

Ptr<Net8Path>
Net8Experiment::GetPath() const
{
    return m_path;
}

void
Net8Experiment::FindProfiles()
{
    m_cluster = std::make_unique<Net8Cluster>(m_plan);
    const auto side = m_cluster->GetRelease();
    m_plan.serverTcp.try_emplace("NoDelay", UsesNoDelay(side.version) ? "true" : "false");
    if (m_plan.groups.empty())
    {
        m_plan.groups.resize(1);
    }
    for (auto& plan : m_plan.groups)
    {
        plan.attributes.insert(m_plan.client.begin(), m_plan.client.end());
        auto arrivals = TakeArrivals(plan);
        auto client = CreateObject<Net8Client>();
        SetAttributes(client, plan.attributes);
        auto driver = FindDriver(client);
        driver.SetServer(side.version, driver.platform == side.platform);
        m_groups.push_back({.arrivals = arrivals, .driver = driver, .first = client});
        m_result.groups.push_back(plan.name);
    }
}

void
Net8Experiment::BuildNetwork()
{
    uint32_t hosts = 0;
    for (auto& group : m_groups)
    {
        group.firstHost = hosts;
        hosts += group.arrivals->GetHosts();
    }
    m_path = CreateObject<Net8Path>();
    SetAttributes(m_path, m_plan.path);
    if (m_partition)
    {
        m_path->SetRanks(m_partition->GetRankOf("client"), m_partition->GetRankOf("server"));
    }
    m_path->SetOnHost([this] { Look(); });
    m_path->Build(hosts);
    if (!Net8Partition::IsHere(m_path->GetClient(0)))
    {
        m_open = 0;
    }

    for (const auto& group : m_groups)
    {
        // Where the plan says nothing of Nagle's algorithm, the Oracle releases decide.
        auto attributes = m_plan.clientTcp;
        attributes.try_emplace("NoDelay", UsesNoDelay(group.driver.version) ? "true" : "false");
        auto clientTcp = CreateObject<Net8TcpProfile>();
        SetAttributes(clientTcp, attributes);
        for (uint32_t i = 0; i < group.arrivals->GetHosts(); ++i)
        {
            auto host = m_path->GetClient(group.firstHost + i);
            clientTcp->Install(host, m_path->GetMtu(), m_path->IsIpv6());
            host->GetObject<Net8TcpSocketFactory>()->SetAttribute("Traces", BooleanValue(false));
            Look();
        }
    }
    for (const auto& attributes : m_plan.crossTraffic)
    {
        auto traffic = CreateObject<Net8CrossTraffic>();
        SetAttributes(traffic, attributes);
        traffic->Install(m_path);
        m_crossTraffic.push_back(traffic);
    }
    if (!m_plan.pcapPrefix.empty())
    {
        m_path->EnablePcap(m_plan.pcapPrefix);
    }
}

void
Net8Experiment::BuildHandlers()
{
    for (const auto& [type, attributes] : m_plan.handlers)
    {
        ObjectFactory factory(type);
        // Reads the texts that the factory then takes without a word.
        SetAttributes(factory.Create<Object>(), attributes);
        for (const auto& [name, value] : attributes)
        {
            factory.Set(name, StringValue(value));
        }
        for (const auto& instance : m_cluster->GetInstances())
        {
            instance->SetFactory(factory);
        }
    }
    for (const auto& instance : m_cluster->GetInstances())
    {
        if (const auto problem = instance->MakeHandlers(); !problem.empty())
        {
            throw std::invalid_argument(problem);
        }
    }
}

void
Net8Experiment::BuildResultSet()
{
    m_resultSet = CreateObject<Net8ResultSet>();
    SetAttributes(m_resultSet, m_plan.query);
    m_resultSet->SetRowLengths(m_plan.rowLengths);
    // The statement is one for all groups; its overheads are those of the first group's driver.
    m_resultSet->Complete(m_groups.front().driver);
}

void
Net8Experiment::BuildServer()
{
    BuildHandlers();
    m_cluster->Build(m_plan, m_path);
    NumberHandlers();
    m_cluster->SetResultSet(m_resultSet);
}

void
Net8Experiment::NumberHandlers()
{
    for (const auto& instance : m_cluster->GetInstances())
    {
        const auto first = static_cast<int32_t>(m_result.handlers.size());
        m_firstHandlers.push_back(first);
        for (const auto& handler : instance->GetHandlers().GetHandlers())
        {
            m_result.handlers.push_back({instance->GetName(), handler->GetRegistration().name});
        }
        instance->TraceConnectWithoutContext(
            "SessionWaits",
            MakeCallback(&Net8Experiment::HandleWaits, this, first));
    }
}

Ptr<Net8Client>
Net8Experiment::MakeClient(uint32_t number, uint32_t host)
{
    auto client = m_groups[number].first;
    if (host > 0)
    {
        client = CreateObject<Net8Client>();
        SetAttributes(client, m_plan.groups[number].attributes);
    }
    client->SetAttribute("Protocol", TypeIdValue(Net8TcpSocketFactory::GetTypeId()));
    const uint16_t port = m_cluster->GetHosts().front().listener->GetPort();
    client->SetAttribute("Remote", AddressValue(m_path->GetServerAddress(port)));
    auto node = m_path->GetClient(m_groups[number].firstHost + host);
    const auto nameServer = m_path->GetAddressFor(node, m_path->GetServer(), NAME_SERVER_PORT);
    client->SetAttribute("NameServer", AddressValue(nameServer));
    client->SetGroup(number);
    client->SetSessionStep(m_groups[number].arrivals->GetCount());
    const auto& first = m_groups.front().driver;
    const auto& driver = m_groups[number].driver;
    if (driver.name == first.name && driver.release == first.release)
    {
        client->SetRequestLength(m_resultSet->GetRequestLength(), m_resultSet->GetParseLength());
        client->SetLobs(m_resultSet->GetLobs(),
                        m_resultSet->GetColumnCount(),
                        m_resultSet->GetLobLocator());
    }
    client->SetResolver([this](const std::string& name) { return LookUp(name); });
    client->TraceConnectWithoutContext("Connecting",
                                       MakeCallback(&Net8Experiment::HandleConnecting, this));
    client->TraceConnectWithoutContext("AttemptDone",
                                       MakeCallback(&Net8Experiment::HandleAttempt, this));
    client->TraceConnectWithoutContext("CallDone", MakeCallback(&Net8Experiment::HandleCall, this));
    client->TraceConnectWithoutContext("SessionDone",
                                       MakeCallback(&Net8Experiment::HandleSession, this));
    node->AddApplication(client);
    return client;
}

void
Net8Experiment::BuildClients(uint32_t number)
{
    const auto& group = m_groups[number];
    const auto starts = group.arrivals->Draw(number);
    const uint32_t hosts = group.arrivals->GetHosts();
    for (uint32_t host = 0; host < hosts; ++host)
    {
        auto client = MakeClient(number, host);
        client->SetStartTime(starts[host]);
        Net8Partition::StartHereOnly(client);
        for (uint32_t i = host; i < starts.size(); i += hosts)
        {
            client->AddClient(group.firstSession + i, starts[i]);
        }
        m_clients.push_back(client);
        Look();
    }
    if (m_clients.back()->AsksServer() && !m_nameServer)
    {
        m_nameServer = true;
        auto names = UdpEchoServerHelper(NAME_SERVER_PORT).Install(m_path->GetServer());
        Net8Partition::StartHereOnly(names.Get(0));
    }
}

void
Net8Experiment::BuildFaults()
{
    std::vector<ClientHost> hosts;
    for (std::size_t i = 0; i < m_groups.size(); ++i)
    {
        const auto& name = m_plan.groups[i].name;
        for (uint32_t host = 0; host < m_groups[i].arrivals->GetHosts(); ++host)
        {
            const uint32_t number = m_groups[i].firstHost + host;
            hosts.push_back({.name = name + "-" + std::to_string(host + 1),
                             .group = name,
                             .node = m_path->GetClient(number),
                             .client = m_clients.at(number)});
        }
    }
    for (const auto& attributes : m_plan.faults)
    {
        auto fault = CreateObject<Net8Fault>();
        SetAttributes(fault, attributes);
        fault->Schedule(*m_cluster, hosts, m_path);
        m_faults.push_back(fault);
    }
}

void
Net8Experiment::NumberSessions()
{
    uint64_t total = 0;
    uint64_t attacks = 0;
    double rows = 0;
    for (std::size_t i = 0; i < m_groups.size(); ++i)
    {
        const auto client = m_groups[i].first;
        const uint64_t count =
            uint64_t{m_groups[i].arrivals->GetCount()} * uint64_t{client->GetCycles()};
        m_groups[i].firstSession = static_cast<uint32_t>(total);
        total += count;
        attacks += client->IsAttacker() ? count : 0;
        UintegerValue queries;
        client->GetAttribute("Queries", queries);
        rows += static_cast<double>(count * queries.Get()) * m_resultSet->GetRows();
        m_attackers.push_back(client->IsAttacker());
        if (total > SESSIONS_MAX)
        {
            throw std::invalid_argument("The groups have more than " +
                                        std::to_string(SESSIONS_MAX) + " sessions together.");
        }
        SessionRecord record;
        record.group = static_cast<uint32_t>(i);
        m_result.sessions.resize(total, record);
    }
    m_result.served.assign(total, -1);
    for (uint32_t i = 0; i < m_result.sessions.size(); ++i)
    {
        m_result.sessions[i].session = i;
    }
    m_attackOnly = attacks == total;
    m_open = m_attackOnly ? total : total - attacks;
    m_watch.Expect(m_plan.stopTime, m_open, rows);
}

std::vector<Address>
Net8Experiment::GetAddresses(Ptr<Node> host) const
{
    std::vector<Address> found;
    for (const auto& address : m_path->GetHostAddresses(host, 0))
    {
        found.push_back(GetHost(address));
    }
    return found;
}

std::vector<Address>
Net8Experiment::GetNowhere() const
{
    // Numbers 2 to 10 of the server's subnet are free on every kind of path.
    static constexpr uint8_t FREE = 2;
    std::vector<Address> found;
    for (const auto& host : GetAddresses(m_path->GetServer()))
    {
        std::array<uint8_t, Address::MAX_SIZE> bytes{};
        const uint32_t size = host.CopyTo(bytes.data());
        bytes[size - 1] = FREE;
        found.push_back(IsIpv6(host) ? Address(Ipv6Address(bytes.data()))
                                     : Address(Ipv4Address::Deserialize(bytes.data())));
    }
    return found;
}

std::vector<Address>
Net8Experiment::GetTarget(const std::string& target)
{
    if (target == "server")
    {
        return GetAddresses(m_path->GetServer());
    }
    const auto hosts = m_cluster->LookUp(target);
    return hosts.empty() ? GetNowhere() : GetAddresses(hosts.front());
}

std::vector<Address>
Net8Experiment::LookUp(const std::string& host)
{
    std::string name = host;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    std::vector<Address> found;
    const auto add = [&found](const std::vector<Address>& addresses) {
        found.insert(found.end(), addresses.begin(), addresses.end());
    };
    if (const auto entry = m_plan.hosts.find(name); entry != m_plan.hosts.end())
    {
        for (const auto& target : entry->second)
        {
            add(GetTarget(target));
        }
    }
    else
    {
        for (const auto& node : m_cluster->LookUp(name))
        {
            add(GetAddresses(node));
        }
        const bool all = m_plan.hosts.empty() && !m_cluster->NamesHosts();
        if (name.empty() || (found.empty() && all))
        {
            add(GetTarget("server"));
        }
    }
    // A host that is written as an address has that IP version alone.
    const bool ipv6 = name.find(':') != std::string::npos;
    const bool ipv4 = !name.empty() && name.find_first_not_of("0123456789.") == std::string::npos;
    std::erase_if(found, [&](const Address& ip) { return IsIpv6(ip) ? ipv4 : ipv6; });
    return found;
}

void
Net8Experiment::AssignStreams()
{
    int64_t next = 0;
    next += m_path->AssignStreams(next);
    for (const auto& traffic : m_crossTraffic)
    {
        next += traffic->AssignStreams(next);
    }
    next += m_cluster->AssignStreams(next);
    for (const auto& client : m_clients)
    {
        next += client->AssignStreams(next);
    }
}

void
Net8Experiment::HandleCall(const CallRecord& record)
{
    m_watch.AddRows(record.rows);
    m_result.calls.push_back(record);
}

void
Net8Experiment::HandleConnecting(uint32_t session, const Address& local)
{
    m_book.Add({.time = Simulator::Now(), .session = session, .local = local});
    // All clients of a host may start in one event, which takes seconds.
    m_watch.Look();
    if (m_watch.IsStopped())
    {
        std::ranges::for_each(m_clients, [](const auto& client) { client->StartNoMore(); });
    }
}

void
Net8Experiment::HandleAttempt(const AttemptRecord& record)
{
    m_result.attempts.push_back(record);
}

void
Net8Experiment::HandleSession(const SessionRecord& record)
{
    m_result.sessions.at(record.session) = record;
    m_result.end = record.end;
    const bool counts = m_attackOnly || !m_attackers.at(record.group);
    if (counts)
    {
        m_watch.AddSession();
        --m_open;
    }
    if (counts && m_open == 0)
    {
        StopAfter(m_path->GetPropagationDelay() * 4 + GRACE);
    }
}

void
Net8Experiment::HandleWaits(int32_t first, const ServerRecord& record)
{
    auto known = record;
    known.handler += static_cast<uint32_t>(first);
    m_book.Add({.time = Simulator::Now(), .record = known});
}

void
Net8Experiment::StopAfter(Time delay)
{
    if (m_partition)
    {
        m_partition->StopAll(delay);
    }
    else
    {
        Simulator::Stop(delay);
    }
}

ExperimentResult
Net8Experiment::Run()
{
    if (m_watch.IsStopped())
    {
        m_result.stopped = true;
        return m_result;
    }
    if (m_plan.sampleInterval.IsStrictlyPositive())
    {
        for (const auto& host : m_cluster->GetHosts())
        {
            if (Net8Partition::IsHere(host.node))
            {
                m_sampler.Add(host.listener);
            }
        }
        m_sampler.Start(m_plan.sampleInterval);
    }
    Simulator::Stop(m_plan.stopTime);
    Simulator::Run();
    m_result.stopped = m_watch.End();
    m_result.events = Simulator::GetEventCount() - m_sampler.GetLooks();
    m_result.eventsLeft = Net8EventCensus::Take();
    m_result.samples = m_sampler.GetSamples();
    Collect();
    Finish();
    // With very many sessions there is no room for a second copy.
    return std::move(m_result);
}

void
Net8Experiment::Collect()
{
    if (m_open > 0)
    {
        m_result.end = Simulator::Now();
    }
    for (const auto& client : m_clients)
    {
        for (const auto& record : client->GetOpenRecords())
        {
            m_result.sessions.at(record.session) = record;
        }
        const auto open = client->GetOpenAttempts();
        m_result.attempts.insert(m_result.attempts.end(), open.begin(), open.end());
    }
    const auto& instances = m_cluster->GetInstances();
    for (std::size_t i = 0; i < instances.size(); ++i)
    {
        for (const auto& record : instances[i]->GetOpenRecords())
        {
            HandleWaits(m_firstHandlers[i], record);
        }
    }
    auto& counters = m_result.counters;
    const auto drops = m_path->GetDrops();
    counters["queue_drops_to_client"] = drops.queueToClient;
    counters["queue_drops_to_server"] = drops.queueToServer;
    counters["loss_drops_to_client"] = drops.lossToClient;
    counters["loss_drops_to_server"] = drops.lossToServer;
    m_cluster->AddCounters(counters);
    for (const auto& client : m_clients)
    {
        AddCounters(client->GetCounters(), "client", counters);
    }
}

void
Net8Experiment::Finish()
{
    if (m_partition)
    {
        const auto ranks = m_partition->Exchange(WriteRank(m_result, m_book));
        const auto here = m_result.events;
        for (uint32_t rank = 0; rank < ranks.size(); ++rank)
        {
            const auto before = m_result.events;
            if (rank != Net8Mpi::GetRank())
            {
                ReadRank(ranks[rank], m_result, m_book);
            }
            m_result.rankEvents.push_back(rank == Net8Mpi::GetRank() ? here
                                                                     : m_result.events - before);
        }
    }
    // Calls that end at the same time have no order that ranks could keep.
    std::ranges::stable_sort(m_result.calls, {}, [](const CallRecord& call) {
        return std::pair(call.end, call.session);
    });
    std::ranges::sort(m_result.attempts, {}, [](const AttemptRecord& record) {
        return std::pair(record.session, record.attempt);
    });
    m_result.servers = m_book.Match();
    std::vector<Time> begins(m_result.sessions.size());
    for (auto& server : m_result.servers)
    {
        // An attempt that was given up may end at its server after the one that came to something.
        if (server.begin >= begins[server.session])
        {
            begins[server.session] = server.begin;
            m_result.served[server.session] = static_cast<int32_t>(server.handler);
        }
        const auto& waits = m_result.sessions.at(server.session).dblinkWaits;
        server.all.Add(waits);
        server.statement.Add(waits);
    }

    Digest digest;
    for (const auto& call : m_result.calls)
    {
        digest.Add(ToNumbers(call));
    }
    for (const auto& session : m_result.sessions)
    {
        digest.Add(ToNumbers(session));
    }
    for (const auto& [name, count] : m_result.counters)
    {
        digest.Add(std::array{static_cast<int64_t>(Hash64(name)), static_cast<int64_t>(count)});
    }
    m_result.digest = digest.Print();
}

} // namespace ns3::net8
