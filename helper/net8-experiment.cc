// SPDX-License-Identifier: GPL-2.0-only
#include "net8-experiment.h"

#include "net8-client-helper.h"
#include "net8-cross-traffic.h"
#include "net8-listener-helper.h"

#include "ns3/hash.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv6-address-generator.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

/// Wall time between two reports of progress, s.
constexpr double TICK_WALL_SECONDS = 0.2;
/// Simulated time after the end of the last session, beside four propagation delays, for the last
/// FIN and ACK.
const Time GRACE = MilliSeconds(10);

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
 * ns-3 ends the process at a text that its reader of numbers, times or words cannot read, so it is
 * looked at first.
 *
 * @param checker checker of an attribute
 * @param text a value in ns-3's notation
 * @return false if the text has not the form of such a value
 */
bool
IsWellFormed(const AttributeChecker& checker, const std::string& text)
{
    static const std::map<std::string, std::regex> FORMS{
        {"ns3::UintegerValue", std::regex(R"(\d+)")},
        {"ns3::IntegerValue", std::regex(R"(-?\d+)")},
        {"ns3::DoubleValue", std::regex(R"(-?\d+(\.\d*)?([eE][-+]?\d+)?)")},
        {"ns3::TimeValue",
         std::regex(R"([-+]?\d+(\.\d*)?([eE][-+]?\d+)?(y|d|h|min|s|ms|us|ns|ps|fs)?)")},
        {"ns3::DataRateValue", std::regex(R"(\d+(\.\d*)?[kKMG]?i?(bps|b/s|Bps|B/s))")},
        {"ns3::QueueSizeValue", std::regex(R"(\d+[kKMG]?i?[pB])")},
        {"ns3::BooleanValue", std::regex("true|false|0|1")}};
    const auto form = FORMS.find(checker.GetValueTypeName());
    if (form != FORMS.end())
    {
        return std::regex_match(text, form->second);
    }
    if (checker.GetValueTypeName().starts_with("ns3::EnumValue"))
    {
        const std::string words = "|" + checker.GetUnderlyingTypeInformation() + "|";
        return words.find("|" + text + "|") != std::string::npos;
    }
    return true;
}

/**
 * @param name name of a counter
 * @param count its value
 * @param out where it goes unless it is 0
 */
void
AddNonZero(const std::string& name, uint64_t count, std::map<std::string, uint64_t>& out)
{
    if (count != 0)
    {
        out[name] = count;
    }
}

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
 * @param record a call
 * @return its numbers
 */
std::array<int64_t, 11>
ToNumbers(const CallRecord& record)
{
    return {record.session,
            record.query,
            record.call,
            static_cast<int64_t>(record.kind),
            record.start.GetNanoSeconds(),
            record.firstByte.GetNanoSeconds(),
            record.end.GetNanoSeconds(),
            static_cast<int64_t>(record.requestBytes),
            static_cast<int64_t>(record.replyBytes),
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

void
SetAttributes(const Ptr<Object>& object, const AttributeMap& attributes)
{
    const auto type = object->GetInstanceTypeId();
    for (const auto& [name, value] : attributes)
    {
        TypeId::AttributeInformation info;
        if (!type.LookupAttributeByName(name, &info))
        {
            throw std::invalid_argument(type.GetName() + " has no attribute '" + name + "'.");
        }
        if (!IsWellFormed(*info.checker, value) ||
            !object->SetAttributeFailSafe(name, StringValue(value)))
        {
            throw std::invalid_argument(type.GetName() + "::" + name + " does not take '" + value +
                                        "': " + info.help);
        }
    }
}

Net8Experiment::Net8Experiment(const ExperimentPlan& plan)
    : m_plan(plan)
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
        FindProfiles();
        BuildNetwork();
        BuildApplications();
        AssignStreams();
    }
    catch (...)
    {
        Simulator::Destroy();
        throw;
    }
}

Net8Experiment::~Net8Experiment()
{
    Simulator::Destroy();
}

Ptr<Net8Path>
Net8Experiment::GetPath() const
{
    return m_path;
}

void
Net8Experiment::FindProfiles()
{
    // The objects know the defaults of the attributes that the plan leaves out.
    m_instance = CreateObject<Net8Instance>();
    SetAttributes(m_instance, m_plan.server);
    StringValue release;
    m_instance->GetAttribute("Release", release);
    const auto side = m_instance->FindRelease();
    if (!side)
    {
        throw std::invalid_argument("Net8Instance::Release does not take '" + release.Get() + "'.");
    }
    auto client = CreateObject<Net8Client>();
    SetAttributes(client, m_plan.client);
    const auto driver = client->FindDriver();
    if (!driver)
    {
        StringValue name;
        client->GetAttribute("Driver", name);
        client->GetAttribute("Release", release);
        throw std::invalid_argument("Net8Client does not know driver '" + name.Get() +
                                    "' of release '" + release.Get() + "'.");
    }
    m_driver = *driver;
    m_driver.SetServer(side->version, m_driver.platform == side->platform);
    // Where the plan says nothing of Nagle's algorithm, the Oracle releases decide.
    m_plan.clientTcp.try_emplace("NoDelay", UsesNoDelay(driver->version) ? "true" : "false");
    m_plan.serverTcp.try_emplace("NoDelay", UsesNoDelay(side->version) ? "true" : "false");
}

void
Net8Experiment::BuildNetwork()
{
    m_path = CreateObject<Net8Path>();
    SetAttributes(m_path, m_plan.path);
    m_path->Build(m_plan.clients);

    auto clientTcp = CreateObject<Net8TcpProfile>();
    SetAttributes(clientTcp, m_plan.clientTcp);
    for (uint32_t i = 0; i < m_plan.clients; ++i)
    {
        clientTcp->Install(m_path->GetClient(i), m_path->GetMtu(), m_path->IsIpv6());
    }
    auto serverTcp = CreateObject<Net8TcpProfile>();
    SetAttributes(serverTcp, m_plan.serverTcp);
    serverTcp->Install(m_path->GetServer(), m_path->GetMtu(), m_path->IsIpv6());

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
Net8Experiment::BuildApplications()
{
    const TypeIdValue protocol(Net8TcpSocketFactory::GetTypeId());
    auto cpu = CreateObject<Net8HostCpu>();
    SetAttributes(cpu, m_plan.hostCpu);
    m_path->GetServer()->AggregateObject(cpu);
    auto memory = CreateObject<Net8HostMemory>();
    SetAttributes(memory, m_plan.hostMemory);
    m_path->GetServer()->AggregateObject(memory);
    m_listener = CreateObject<Net8Listener>();
    SetAttributes(m_listener, m_plan.listener);
    m_listener->SetAttribute("Protocol", protocol);
    m_listener->AddInstance(m_instance);
    if (const auto error = m_listener->Configure(); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    UintegerValue port;
    m_listener->GetAttribute("Port", port);
    m_instance->TraceConnectWithoutContext("SessionWaits",
                                           MakeCallback(&Net8Experiment::HandleWaits, this));
    m_path->GetServer()->AddApplication(m_listener);

    auto resultSet = CreateObject<Net8ResultSet>();
    SetAttributes(resultSet, m_plan.query);
    resultSet->SetRowLengths(m_plan.rowLengths);
    m_instance->SetResultSet(resultSet);

    for (uint32_t i = 0; i < m_plan.clients; ++i)
    {
        auto client = CreateObject<Net8Client>();
        SetAttributes(client, m_plan.client);
        resultSet->Complete(m_driver);
        client->SetAttribute("Protocol", protocol);
        client->SetAttribute("Remote", AddressValue(m_path->GetServerAddress(port.Get())));
        client->SetSession(i);
        client->SetRequestLength(resultSet->GetRequestLength(), resultSet->GetParseLength());
        client->SetLobs(resultSet->GetLobs(),
                        resultSet->GetColumnCount(),
                        resultSet->GetLobLocator());
        client->SetStartTime(m_plan.start + m_plan.startSpacing * i);
        client->TraceConnectWithoutContext("CallDone",
                                           MakeCallback(&Net8Experiment::HandleCall, this));
        client->TraceConnectWithoutContext("SessionDone",
                                           MakeCallback(&Net8Experiment::HandleSession, this));
        m_path->GetClient(i)->AddApplication(client);
        m_clients.push_back(client);
        m_hosts[GetHost(m_path->GetHostAddress(m_path->GetClient(i), 0))] = i;
    }
    m_open = m_plan.clients;
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
    next += m_listener->AssignStreams(next);
    for (const auto& client : m_clients)
    {
        next += client->AssignStreams(next);
    }
}

void
Net8Experiment::HandleCall(const CallRecord& record)
{
    m_result.calls.push_back(record);
}

void
Net8Experiment::HandleSession(const SessionRecord& record)
{
    m_result.end = record.end;
    if (--m_open == 0)
    {
        Simulator::Stop(m_path->GetPropagationDelay() * 4 + GRACE);
    }
}

void
Net8Experiment::HandleWaits(const ServerRecord& record)
{
    // The listener numbers sessions as they arrive; here they have the numbers of their client
    // hosts.
    m_result.servers.push_back(record);
    m_result.servers.back().session = m_hosts.at(GetHost(record.from));
}

void
Net8Experiment::Tick()
{
    // The next report comes after as much simulated time as takes TICK_WALL_SECONDS at the present
    // pace.
    static constexpr double GROWTH_LIMIT = 4;
    ++m_ticks;
    if (!m_progress(Simulator::Now(), Simulator::GetEventCount() - m_ticks))
    {
        m_result.stopped = true;
        Simulator::Stop();
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> wall = now - m_lastTick;
    const double factor = TICK_WALL_SECONDS / std::max(wall.count(), 1e-9);
    m_interval =
        Seconds(m_interval.GetSeconds() * std::clamp(factor, 1 / GROWTH_LIMIT, GROWTH_LIMIT));
    m_lastTick = now;
    Simulator::Schedule(m_interval, &Net8Experiment::Tick, this);
}

ExperimentResult
Net8Experiment::Run(const Progress& progress)
{
    m_progress = progress;
    if (m_progress)
    {
        m_lastTick = std::chrono::steady_clock::now();
        Simulator::Schedule(m_interval, &Net8Experiment::Tick, this);
    }
    Simulator::Stop(m_plan.stopTime);
    Simulator::Run();
    m_result.events = Simulator::GetEventCount() - m_ticks;
    Collect();
    return m_result;
}

void
Net8Experiment::Collect()
{
    if (m_open > 0)
    {
        m_result.end = Simulator::Now();
    }
    for (const auto& record : m_instance->GetOpenRecords())
    {
        HandleWaits(record);
    }
    for (auto& server : m_result.servers)
    {
        const auto waits = m_clients.at(server.session)->GetRecord().dblinkWaits;
        server.all.Add(waits);
        server.statement.Add(waits);
    }
    std::ranges::sort(m_result.servers, {}, &ServerRecord::session);
    auto& counters = m_result.counters;
    const auto drops = m_path->GetDrops();
    counters["queue_drops_to_client"] = drops.queueToClient;
    counters["queue_drops_to_server"] = drops.queueToServer;
    counters["loss_drops_to_client"] = drops.lossToClient;
    counters["loss_drops_to_server"] = drops.lossToServer;
    AddCounters(m_listener->GetCounters(), "server", counters);
    AddNonZero("backlog_overflows", m_listener->GetOverflows(), counters);
    AddNonZero("rate_limited", m_listener->GetRateLimited(), counters);
    for (const auto& [code, count] : m_listener->GetRefusals())
    {
        AddNonZero("refused_ora_" + std::to_string(code), count, counters);
    }

    Digest digest;
    for (const auto& call : m_result.calls)
    {
        digest.Add(ToNumbers(call));
    }
    for (const auto& client : m_clients)
    {
        m_result.sessions.push_back(client->GetRecord());
        AddCounters(client->GetCounters(), "client", counters);
        digest.Add(ToNumbers(m_result.sessions.back()));
    }
    for (const auto& [name, count] : counters)
    {
        digest.Add(std::array{static_cast<int64_t>(Hash64(name)), static_cast<int64_t>(count)});
    }
    m_result.digest = digest.Print();
}

} // namespace ns3::net8
