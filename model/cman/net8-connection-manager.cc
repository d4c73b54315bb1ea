// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connection-manager.h"

#include "ns3/address-utils.h"
#include "ns3/boolean.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-random.h"
#include "ns3/net8-service-registration.h"
#include "ns3/net8-service-registry.h"
#include "ns3/net8-source-route.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ConnectionManager);

namespace
{

/// Oracle error number of what the rules do not let pass.
constexpr uint32_t ERROR_FILTERED = 12529;
/// Largest number of a session that shares a connection.
constexpr uint16_t LAST_NUMBER = 32767;

/**
 * @param seconds a time of a rule
 * @param otherwise the time that applies without it
 * @return the time that applies
 */
Time
Choose(const std::optional<uint32_t>& seconds, Time otherwise)
{
    return seconds ? Seconds(*seconds) : otherwise;
}

/**
 * @param connectData connect data of a client
 * @return the service that it asks for: SERVICE_NAME, else SID
 */
std::string
GetService(const std::string& connectData)
{
    const auto request = HandlerRequest::Parse(connectData);
    return !request ? "" : request->serviceName.empty() ? request->sid : request->serviceName;
}

} // namespace

TypeId
Net8ConnectionManager::GetTypeId()
{
    using Relay = Net8CmanRelay::Settings;
    static TypeId tid =
        TypeId("ns3::net8::Net8ConnectionManager")
            .SetParent<Application>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ConnectionManager>()
            .AddAttribute("Name",
                          "Name of its host, as in connect descriptors.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ConnectionManager::m_name),
                          MakeStringChecker())
            .AddAttribute("Site",
                          "Its site.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ConnectionManager::m_site),
                          MakeStringChecker())
            .AddAttribute("Port",
                          "Its TCP port.",
                          UintegerValue(1521), // examples of cman.ora
                          MakeUintegerAccessor(&Net8ConnectionManager::m_port),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("RuleList",
                          "RULE_LIST of cman.ora: who may pass. What no rule matches may not.",
                          StringValue(""),
                          MakeStringAccessor(&Net8ConnectionManager::m_ruleList),
                          MakeStringChecker())
            .AddAttribute("MaxConnections",
                          "MAX_CONNECTIONS: most sessions of a gateway process.",
                          UintegerValue(256), // Net Services Reference
                          MakeUintegerAccessor(&Net8ConnectionManager::m_maxConnections),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("MinGatewayProcesses",
                          "MIN_GATEWAY_PROCESSES: gateway processes from the start.",
                          UintegerValue(2), // the same
                          MakeUintegerAccessor(&Net8ConnectionManager::m_minGateways),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("MaxGatewayProcesses",
                          "MAX_GATEWAY_PROCESSES: most gateway processes.",
                          UintegerValue(16), // the same
                          MakeUintegerAccessor(&Net8ConnectionManager::m_maxGateways),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("InboundConnectTimeout",
                          "INBOUND_CONNECT_TIMEOUT: longest time until the CONNECT; 0: no limit.",
                          TimeValue(Seconds(60)), // the same
                          MakeTimeAccessor(&Net8ConnectionManager::m_inbound),
                          MakeTimeChecker(Time()))
            .AddAttribute("OutboundConnectTimeout",
                          "OUTBOUND_CONNECT_TIMEOUT: longest time until the next hop accepts; 0: "
                          "no limit.",
                          TimeValue(Time()), // the same
                          MakeTimeAccessor(&Net8ConnectionManager::m_outbound),
                          MakeTimeChecker(Time()))
            .AddAttribute("IdleTimeout",
                          "IDLE_TIMEOUT: longest time without a byte of a session; 0: no limit.",
                          TimeValue(Time()), // the same
                          MakeTimeAccessor(&Net8ConnectionManager::m_idle),
                          MakeTimeChecker(Time()))
            .AddAttribute("SessionTimeout",
                          "SESSION_TIMEOUT: longest session; 0: no limit.",
                          TimeValue(Time()), // the same
                          MakeTimeAccessor(&Net8ConnectionManager::m_session),
                          MakeTimeChecker(Time()))
            .AddAttribute("Sdu",
                          "SDU: largest that it lets the ends agree on, in bytes.",
                          UintegerValue(8192), // the same
                          MakeUintegerAccessor(&Net8ConnectionManager::m_sdu),
                          MakeUintegerChecker<uint32_t>(512, 2097152))
            .AddAttribute(
                "RelayBuffer",
                "Most bytes of a session that a gateway process holds in each direction.",
                UintegerValue(8192), // assumed: one packet
                MakeFieldAccessor<UintegerValue>(&Net8ConnectionManager::m_relay, &Relay::buffer),
                MakeUintegerChecker<uint32_t>(512, 1U << 30))
            .AddAttribute("Multiplex",
                          "MULTIPLEX of DISPATCHERS: whether sessions of shared servers share "
                          "connections to their dispatcher.",
                          BooleanValue(false), // Database Reference
                          MakeBooleanAccessor(&Net8ConnectionManager::m_multiplex),
                          MakeBooleanChecker())
            .AddAttribute("Cores",
                          "CPU cores of its host.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8ConnectionManager::m_cores),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("ConnectCpuTime",
                          "CPU time in seconds of its listener for a request.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8ConnectionManager::m_connectCpuTime),
                          MakeRandomChecker())
            .AddAttribute("ReadCpuTime",
                          "CPU time in seconds of a gateway process for a read of at most "
                          "RelayBuffer bytes, passed on.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakeFieldAccessor<PointerValue>(&Net8ConnectionManager::m_relay,
                                                          &Relay::readCpuTime),
                          MakeRandomChecker());
    return tid;
}

Net8ConnectionManager::Net8ConnectionManager() = default;
Net8ConnectionManager::~Net8ConnectionManager() = default;

void
Net8ConnectionManager::DoDispose()
{
    m_sessions.clear();
    for (const auto& gateway : m_gateways)
    {
        gateway->process->Dispose();
    }
    m_gateways.clear();
    if (m_listener)
    {
        m_listener->Dispose();
        m_listener = nullptr;
    }
    m_sockets.clear();
    m_resolve = nullptr;
    m_leaves = nullptr;
    m_connectCpuTime = nullptr;
    m_relay = {};
    Application::DoDispose();
}

const std::string&
Net8ConnectionManager::GetName() const
{
    return m_name;
}

const std::string&
Net8ConnectionManager::GetSite() const
{
    return m_site;
}

uint32_t
Net8ConnectionManager::GetCores() const
{
    return m_cores;
}

TextError
Net8ConnectionManager::SetUp(const Net8NodeList::Hosts& hosts, Resolver resolve, Leaves leaves)
{
    m_resolve = std::move(resolve);
    m_leaves = std::move(leaves);
    return m_rules.Parse(m_ruleList, hosts);
}

int64_t
Net8ConnectionManager::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn(
        {{"connect_cpu_time", m_connectCpuTime}, {"read_cpu_time", m_relay.readCpuTime}},
        stream);
}

void
Net8ConnectionManager::StartApplication()
{
    m_listener = CreateObject<Net8SerialProcess>();
    m_listener->SetCpu(GetNode()->GetObject<Net8HostCpu>());
    for (uint32_t i = 0; i < m_minGateways; ++i)
    {
        StartGateway();
    }
    for (const auto& local : AnyAddresses(GetNode(), m_port))
    {
        Listen(local);
    }
}

void
Net8ConnectionManager::Listen(const Address& local)
{
    const auto socket = Socket::CreateSocket(GetNode(), Net8TcpSocketFactory::GetTypeId());
    socket->Bind(local);
    socket->Listen();
    socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                              MakeCallback(&Net8ConnectionManager::HandleAccept, this));
    m_sockets.push_back(socket);
}

void
Net8ConnectionManager::StopApplication()
{
    for (const auto& socket : m_sockets)
    {
        socket->Close();
    }
}

// Sessions

void
Net8ConnectionManager::HandleAccept(Ptr<Socket> socket, const Address& from)
{
    const auto number = m_counters.accepted++;
    auto& entry = m_sessions[number];
    entry.session = std::make_unique<Net8CmanSession>(
        GetNode(),
        Net8CmanSession::Owner{
            .requested =
                [this, number] {
                    m_listener->Submit(SumOfTimes(m_connectCpuTime),
                                       [this, number] { Decide(number); });
                },
            .ended = [this, number](auto outcome) { HandleEnded(number, outcome); },
            .leaves = [this, from](const Address& local) { m_leaves(from, local); },
            .resolve = [this](const auto& host, uint16_t port) { return Resolve(host, port); }});
    entry.session->Start(socket, from, m_inbound);
}

void
Net8ConnectionManager::Decide(uint64_t number)
{
    const auto found = m_sessions.find(number);
    if (found == m_sessions.end())
    {
        return;
    }
    auto& [session, gateway] = found->second;
    const auto hop = SourceRoute::Take(session->GetConnectData());
    if (!hop)
    {
        ++m_counters.noHop;
        session->Refuse(Net8ServiceRegistry::ERROR_UNKNOWN_SERVICE, SessionError::UNKNOWN_SERVICE);
        return;
    }
    const auto remote = Resolve(hop->address.host, hop->address.port);
    const auto* rule = m_rules.Find({.from = ToIpAddress(session->GetFrom()),
                                     .host = hop->address.host,
                                     .to = remote.IsInvalid() ? IpAddress() : ToIpAddress(remote),
                                     .service = GetService(session->GetConnectData())});
    if (rule && rule->action == CmanRules::Action::DROP)
    {
        ++m_counters.dropped;
        session->Drop();
        return;
    }
    if (!rule || rule->action == CmanRules::Action::REJECT)
    {
        ++m_counters.rejected;
        session->Refuse(ERROR_FILTERED, SessionError::NODE_NOT_ADMITTED);
        return;
    }
    gateway = remote.IsInvalid() ? nullptr : ChooseGateway();
    if (!gateway)
    {
        ++(remote.IsInvalid() ? m_counters.unreachable : m_counters.full);
        session->Refuse(0, SessionError::HAND_OFF_FAILED);
        return;
    }
    ++gateway->sessions;
    m_counters.mostSessions = std::max(m_counters.mostSessions, ++m_open);
    auto relay = m_relay;
    relay.process = gateway->process;
    session->Open({.remote = remote,
                   .connectData = hop->connectData,
                   .sdu = m_sdu,
                   .outbound = Choose(rule->outboundS, m_outbound),
                   .idle = Choose(rule->idleS, m_idle),
                   .longest = Choose(rule->sessionS, m_session),
                   .relay = relay,
                   .share = ShareTransport(*hop, remote, *gateway)});
}

std::function<void(Net8CmanTransports::Taken taken)>
Net8ConnectionManager::ShareTransport(const SourceRoute::NextHop& hop,
                                      const Address& remote,
                                      Gateway& gateway)
{
    using Server = HandlerRequest::Server;
    const auto request = HandlerRequest::Parse(hop.connectData);
    if (!m_multiplex || !request || SourceRoute::Take(hop.connectData) ||
        (request->server != Server::ANY && request->server != Server::SHARED))
    {
        return {};
    }
    const auto service = request->serviceName.empty()
                             ? NameValue("SID", request->sid)
                             : NameValue("SERVICE_NAME", request->serviceName);
    // Less than the ports from which a host connects, as both name sessions in the same table.
    m_lastNumber = m_lastNumber == LAST_NUMBER ? 1 : m_lastNumber + 1;
    return [&gateway, remote, service = service.Print(), number = m_lastNumber](auto taken) {
        gateway.transports->Request(remote, service, number, std::move(taken));
    };
}

Address
Net8ConnectionManager::Resolve(const std::string& host, uint16_t port) const
{
    for (const auto& ip : m_resolve(host))
    {
        if (HasStackFor(GetNode(), ip))
        {
            return addressUtils::ConvertToSocketAddress(ip, port);
        }
    }
    return {};
}

Net8ConnectionManager::Gateway&
Net8ConnectionManager::StartGateway()
{
    auto& gateway = *m_gateways.emplace_back(std::make_unique<Gateway>());
    gateway.process = CreateObject<Net8SerialProcess>();
    gateway.transports = std::make_unique<Net8CmanTransports>(GetNode());
    gateway.process->SetCpu(GetNode()->GetObject<Net8HostCpu>());
    return gateway;
}

Net8ConnectionManager::Gateway*
Net8ConnectionManager::ChooseGateway()
{
    const auto least = std::ranges::min_element(m_gateways, {}, [](const auto& gateway) {
        return gateway->sessions;
    });
    if ((*least)->sessions < m_maxConnections)
    {
        return least->get();
    }
    return m_gateways.size() < m_maxGateways ? &StartGateway() : nullptr;
}

void
Net8ConnectionManager::AddBytes(const Net8CmanSession& session, Counters& out)
{
    if (const auto* relay = session.GetRelay())
    {
        ++out.relayed;
        out.toServer += relay->GetBytes(Net8CmanRelay::CLIENT);
        out.toClient += relay->GetBytes(Net8CmanRelay::SERVER);
        out.longest = std::max<uint64_t>(out.longest, relay->GetLongest());
    }
}

void
Net8ConnectionManager::HandleEnded(uint64_t number, Net8CmanSession::Outcome outcome)
{
    using Outcome = Net8CmanSession::Outcome;
    m_counters.noRequest += outcome == Outcome::NO_REQUEST ? 1 : 0;
    m_counters.unreachable += outcome == Outcome::UNREACHABLE ? 1 : 0;
    m_counters.hopRefused += outcome == Outcome::HOP_REFUSED ? 1 : 0;
    m_counters.idle += outcome == Outcome::IDLE ? 1 : 0;
    m_counters.expired += outcome == Outcome::EXPIRED ? 1 : 0;
    if (auto* gateway = m_sessions.at(number).gateway)
    {
        --gateway->sessions;
        --m_open;
    }
    // It is still on the call stack.
    Simulator::ScheduleNow([this, number] {
        const auto found = m_sessions.find(number);
        if (found != m_sessions.end())
        {
            AddBytes(*found->second.session, m_counters);
            m_sessions.erase(found);
        }
    });
}

Net8ConnectionManager::Counters
Net8ConnectionManager::GetCounters() const
{
    auto counters = m_counters;
    for (const auto& [number, entry] : m_sessions)
    {
        AddBytes(*entry.session, counters);
    }
    counters.gateways = m_gateways.size();
    for (const auto& gateway : m_gateways)
    {
        counters.transports += gateway->transports->GetCounters().opened;
        counters.multiplexed += gateway->transports->GetCounters().sessions;
    }
    return counters;
}

} // namespace ns3::net8
