// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-random.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Listener");
NS_OBJECT_ENSURE_REGISTERED(Net8Listener);

namespace
{

/// Oracle error number for a hand-over that failed.
constexpr uint32_t ERROR_HAND_OFF = 12518;
/// Oracle error number for a server program that cannot be started.
constexpr uint32_t ERROR_NOT_STARTED = 12500;
/// Oracle error number for connect data that cannot be read (TNS-01153).
constexpr uint32_t ERROR_UNREADABLE = 1153;
/// Stands in the registry for an instance that serves whatever is asked for.
const std::string ANY_SERVICE = "*";

/**
 * @param connectData text of a connect descriptor
 * @param name name of an instance
 * @return the text, asking for this instance unless it asks for one already
 */
std::string
AddInstanceName(std::string connectData, const std::string& name)
{
    static constexpr std::string_view BEFORE = "(CONNECT_DATA=";
    const auto capital = [](unsigned char c) { return static_cast<char>(std::toupper(c)); };
    std::string upper = connectData;
    std::ranges::transform(upper, upper.begin(), capital);
    const auto at = upper.find(BEFORE);
    if (at != std::string::npos && upper.find("(INSTANCE_NAME=") == std::string::npos)
    {
        connectData.insert(at + BEFORE.size(), "(INSTANCE_NAME=" + name + ")");
    }
    return connectData;
}

/**
 * @param code Oracle error number of a refusal
 * @return what is counted
 */
SessionError
GetReason(uint32_t code)
{
    using Registry = Net8ServiceRegistry;
    switch (code)
    {
    case ERROR_UNREADABLE:
        return SessionError::CONNECT_DATA_INVALID;
    case ERROR_HAND_OFF:
    case ERROR_NOT_STARTED:
        return SessionError::HAND_OFF_FAILED;
    case Registry::ERROR_NO_SERVICE_NAME:
    case Registry::ERROR_UNKNOWN_SID:
    case Registry::ERROR_UNKNOWN_SERVICE:
    case Registry::ERROR_UNKNOWN_INSTANCE:
        return SessionError::UNKNOWN_SERVICE;
    default:
        return SessionError::NO_HANDLER;
    }
}

} // namespace

TypeId
Net8Listener::GetTypeId()
{
    using Overflow = Net8TcpBacklog::Overflow;
    static TypeId tid =
        TypeId("ns3::net8::Net8Listener")
            .SetParent<Application>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Listener>()
            .AddAttribute("Protocol",
                          "The socket factory, a stream protocol.",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&Net8Listener::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Port",
                          "TCP port of the end point.",
                          UintegerValue(1521), // registered default of the listener
                          MakeUintegerAccessor(&Net8Listener::m_port),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("QueueSize",
                          "QUEUESIZE of the end point: connections that may wait to be accepted.",
                          UintegerValue(128), // Linux, Net Services Administrator's Guide 23ai
                          MakeUintegerAccessor(&Net8Listener::m_queueSize),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute(
                "Overflow",
                "What happens to a connection beyond that: its SYN or last ACK is dropped "
                "(drop), or it is reset (reset).",
                EnumValue(Overflow::DROP), // Linux
                MakeEnumAccessor<Overflow>(&Net8Listener::m_overflow),
                MakeEnumChecker(Overflow::DROP, "drop", Overflow::RESET, "reset"))
            .AddAttribute("RateLimit",
                          "RATE_LIMIT of the end point: no, yes (ConnectionRate), or a number of "
                          "connections per second.",
                          StringValue("no"), // Net Services Reference 19c
                          MakeStringAccessor(&Net8Listener::m_rateLimit),
                          MakeStringChecker())
            .AddAttribute(
                "Ip",
                "IP of the end point: the addresses of its host that it listens on, those "
                "of both IP versions (any) or of one.",
                EnumValue(Net8EndPoint::Ip::ANY), // Net Services Reference 19c
                MakeEnumAccessor<Net8EndPoint::Ip>(&Net8Listener::m_ip),
                MakeEnumChecker(Net8EndPoint::Ip::ANY,
                                "any",
                                Net8EndPoint::Ip::V4_ONLY,
                                "v4_only",
                                Net8EndPoint::Ip::V6_ONLY,
                                "v6_only"))
            .AddAttribute(
                "ConnectionRate",
                "CONNECTION_RATE: connections per second on end points whose RATE_LIMIT is "
                "yes, and instead of their own number; 0: not set.",
                UintegerValue(0),
                MakeUintegerAccessor(&Net8Listener::m_connectionRate),
                MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("RateScope",
                          "What ConnectionRate counts: all limited end points together (total) or "
                          "each by itself (each).",
                          // the first of the two published readings
                          EnumValue(Net8RateLimits::Scope::TOTAL),
                          MakeEnumAccessor<Net8RateLimits::Scope>(&Net8Listener::m_rateScope),
                          MakeEnumChecker(Net8RateLimits::Scope::TOTAL,
                                          "total",
                                          Net8RateLimits::Scope::EACH,
                                          "each"))
            .AddAttribute("RateRelease",
                          "When connections beyond a limit are taken: with the next second of the "
                          "clock that has room (window), or one by one at equal distances "
                          "(spaced).",
                          EnumValue(Net8RateLimiter::Release::WINDOW), // white paper of 2007
                          MakeEnumAccessor<Net8RateLimiter::Release>(&Net8Listener::m_rateRelease),
                          MakeEnumChecker(Net8RateLimiter::Release::WINDOW,
                                          "window",
                                          Net8RateLimiter::Release::SPACED,
                                          "spaced"))
            .AddAttribute("ValidNodeChecking",
                          "VALIDNODE_CHECKING: close connections of clients that are not admitted.",
                          BooleanValue(false), // Net Services Reference 19c
                          MakeBooleanAccessor(&Net8Listener::m_validNodeChecking),
                          MakeBooleanChecker())
            .AddAttribute("InvitedNodes",
                          "TCP.INVITED_NODES: host names, addresses, wildcards and networks that "
                          "are admitted, with commas between them; empty: all.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Listener::m_invitedNodes),
                          MakeStringChecker())
            .AddAttribute("ExcludedNodes",
                          "TCP.EXCLUDED_NODES: likewise, not admitted; counts where nobody is "
                          "invited.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Listener::m_excludedNodes),
                          MakeStringChecker())
            .AddAttribute("DefaultService",
                          "DEFAULT_SERVICE: service of clients that ask for none; empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Listener::m_defaultService),
                          MakeStringChecker())
            .AddAttribute(
                "MaxAllConnections",
                "MAX_ALL_CONNECTIONS: connections with the listener at once, beyond which "
                "it accepts none.",
                UintegerValue(4096), // Net Services Reference 19c
                MakeUintegerAccessor(&Net8Listener::m_maxAllConnections),
                MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("Scan",
                          "Number of SCAN listeners, each at an address of its own, that know all "
                          "instances and redirect to the listeners of their hosts; 0: none.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Listener::m_scan),
                          MakeUintegerChecker<uint32_t>(0, 16))
            .AddAttribute("ScanName",
                          "Host name that stands for the addresses of the SCAN listeners.",
                          StringValue("scan"),
                          MakeStringAccessor(&Net8Listener::m_scanName),
                          MakeStringChecker())
            .AddAttribute("InboundConnectTimeout",
                          "INBOUND_CONNECT_TIMEOUT of the listener: time from the accept within "
                          "which the CONNECT must be there; 0: none.",
                          TimeValue(Seconds(60)), // 10.2 and later, Net Services Reference
                          MakeTimeAccessor(&Net8Listener::m_inboundConnectTimeout),
                          MakeTimeChecker(Time()))
            .AddAttribute("AcceptCpuTime",
                          "CPU time in seconds to accept a connection.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_acceptCpuTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("ParseCpuTime",
                          "CPU time in seconds to read a request and look its service up.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_parseCpuTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("ForkCpuTime",
                          "CPU time in seconds to fork a process.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_forkCpuTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("SessionAccepted",
                            "A connection was accepted: its number, the time.",
                            MakeTraceSourceAccessor(&Net8Listener::m_acceptedTrace),
                            "ns3::net8::Net8Instance::SessionTracedCallback")
            .AddTraceSource("SessionRefused",
                            "A connection was refused: its number, Oracle error number, the time.",
                            MakeTraceSourceAccessor(&Net8Listener::m_refusedTrace),
                            "ns3::net8::Net8Listener::RefusedTracedCallback");
    return tid;
}

Net8Listener::Net8Listener() = default;
Net8Listener::~Net8Listener() = default;

void
Net8Listener::DoDispose()
{
    for (auto& [session, greeting] : m_greetings)
    {
        greeting->Dispose();
    }
    m_greetings.clear();
    m_remote.clear();
    for (const auto& endPoint : m_endPoints)
    {
        endPoint->Dispose();
    }
    m_endPoints.clear();
    for (const auto& instance : m_instances)
    {
        instance->Dispose();
    }
    m_instances.clear();
    if (m_process)
    {
        m_process->Dispose();
        m_process = nullptr;
    }
    Application::DoDispose();
}

int64_t
Net8Listener::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (const auto& instance : m_instances)
    {
        next += instance->AssignStreams(next);
    }
    for (const auto& variable : {m_acceptCpuTime, m_parseCpuTime, m_forkCpuTime})
    {
        variable->SetStream(next++);
    }
    return next - stream;
}

void
Net8Listener::AddEndPoint(Ptr<Net8EndPoint> endPoint)
{
    m_endPoints.push_back(endPoint);
}

void
Net8Listener::AddOwnEndPoint()
{
    AddEndPoint(CreateObjectWithAttributes<Net8EndPoint>("Port",
                                                         UintegerValue(m_port),
                                                         "QueueSize",
                                                         UintegerValue(m_queueSize),
                                                         "Overflow",
                                                         EnumValue(m_overflow),
                                                         "RateLimit",
                                                         StringValue(m_rateLimit),
                                                         "Ip",
                                                         EnumValue(m_ip)));
}

void
Net8Listener::AddInstance(Ptr<Net8Instance> instance)
{
    m_instances.push_back(instance);
}

void
Net8Listener::AddRemoteInstance(Ptr<Net8Instance> instance)
{
    m_remote.push_back(instance);
}

uint16_t
Net8Listener::GetPort() const
{
    return m_port;
}

uint32_t
Net8Listener::GetScan() const
{
    return m_scan;
}

const std::string&
Net8Listener::GetScanName() const
{
    return m_scanName;
}

const std::vector<Ptr<Net8Instance>>&
Net8Listener::GetInstances() const
{
    return m_instances;
}

SessionCounters
Net8Listener::GetCounters() const
{
    SessionCounters counters = m_counters;
    for (const auto& [session, greeting] : m_greetings)
    {
        counters.Add(greeting->GetCounters());
    }
    for (const auto& instance : m_instances)
    {
        counters.Add(instance->GetCounters());
    }
    return counters;
}

uint64_t
Net8Listener::GetSessionCount() const
{
    return m_sessions;
}

uint32_t
Net8Listener::GetGreetingCount() const
{
    return static_cast<uint32_t>(m_greetings.size());
}

uint32_t
Net8Listener::GetWaiting() const
{
    uint32_t waiting = 0;
    for (const auto& endPoint : m_endPoints)
    {
        waiting += endPoint->GetWaiting();
    }
    return waiting;
}

uint64_t
Net8Listener::GetOverflows() const
{
    uint64_t overflows = 0;
    for (const auto& endPoint : m_endPoints)
    {
        overflows += endPoint->GetOverflows();
    }
    return overflows;
}

const std::map<uint32_t, uint64_t>&
Net8Listener::GetRefusals() const
{
    return m_refusals;
}

uint64_t
Net8Listener::GetRedirects() const
{
    return m_redirects;
}

uint64_t
Net8Listener::GetRateLimited() const
{
    return m_limits.GetDelayed();
}

void
Net8Listener::SetHosts(Net8NodeList::Hosts hosts)
{
    m_hosts = std::move(hosts);
}

// Start and stop

TextError
Net8Listener::Configure()
{
    if (m_endPoints.empty())
    {
        AddOwnEndPoint();
    }
    m_limits = Net8RateLimits(m_connectionRate, m_rateScope, m_rateRelease);
    for (const auto& endPoint : m_endPoints)
    {
        Net8RateLimits::Limit limit;
        if (auto error = Net8RateLimits::Parse(endPoint->GetRateLimit(), limit); error.IsError())
        {
            return error;
        }
        m_limits.AddEndPoint(limit);
    }
    m_registry.SetDefaultService(m_defaultService);
    m_configured = true;
    return m_validNodeChecking ? m_filter.SetLists(m_invitedNodes, m_excludedNodes, m_hosts)
                               : TextError();
}

void
Net8Listener::StartApplication()
{
    if (m_instances.empty() && m_remote.empty())
    {
        AddInstance(CreateObject<Net8Instance>());
    }
    if (!m_configured)
    {
        const auto error = Configure();
        NS_ABORT_MSG_IF(error.IsError(), error.GetSentence());
    }
    m_process = CreateObject<Net8SerialProcess>();
    m_process->SetCpu(GetNode()->GetObject<Net8HostCpu>());
    m_up = true;
    for (const auto& instance : m_instances)
    {
        instance->Open(GetNode());
    }
    for (uint32_t number = 0; number < m_instances.size() + m_remote.size(); ++number)
    {
        const auto& instance = GetKnown(number);
        m_servesAny = m_servesAny || instance->GetRegistrar()->GetServiceName().empty();
        instance->GetRegistrar()->OnUpdate([this, number] { Register(number); });
    }
    OpenEndPoints();
}

const Ptr<Net8Instance>&
Net8Listener::GetKnown(uint32_t number) const
{
    return number < m_instances.size() ? m_instances[number]
                                       : m_remote.at(number - m_instances.size());
}

void
Net8Listener::OpenEndPoints()
{
    for (uint32_t number = 0; number < m_endPoints.size(); ++number)
    {
        m_endPoints[number]->Open(GetNode(), m_protocol, [this, number] { HandleArrival(number); });
    }
}

void
Net8Listener::Shutdown()
{
    ++m_downs;
    if (!m_up)
    {
        return;
    }
    m_up = false;
    m_process->Clear();
    m_process->SetHanging(false);
    m_taking = 0;
    m_held.clear();
    for (const auto& endPoint : m_endPoints)
    {
        endPoint->Close();
    }
    // Each greeting that ends leaves the list only when the call stack has unwound.
    for (const auto& [session, greeting] : m_greetings)
    {
        greeting->Abort();
    }
    m_registry = Net8ServiceRegistry();
    m_registry.SetDefaultService(m_defaultService);
    m_numbers.clear();
}

void
Net8Listener::Startup()
{
    if (m_downs == 0 || --m_downs > 0)
    {
        return;
    }
    m_up = true;
    OpenEndPoints();
    for (uint32_t number = 0; number < m_instances.size() + m_remote.size(); ++number)
    {
        const auto& instance = GetKnown(number);
        if (instance->GetRegistrar()->IsStatic())
        {
            Register(number);
        }
        else
        {
            instance->GetRegistrar()->Schedule();
        }
    }
}

void
Net8Listener::SetHanging(bool hangs)
{
    m_process->SetHanging(hangs);
}

void
Net8Listener::StopApplication()
{
    for (const auto& endPoint : m_endPoints)
    {
        endPoint->Close();
    }
}

void
Net8Listener::Register(uint32_t number)
{
    const auto& instance = GetKnown(number);
    if (!m_up)
    {
        return;
    }
    if (!instance->IsUp() && !instance->GetRegistrar()->IsStatic())
    {
        m_registry.Deregister(instance->GetName());
        return;
    }
    const auto isThis = [number](const auto& entry) { return entry.second == number; };
    if (instance->GetRegistrar()->IsStatic() && std::ranges::any_of(m_numbers, isThis))
    {
        return;
    }
    auto registration = instance->MakeRegistration();
    for (auto& service : registration.services)
    {
        service.name = service.name.empty() ? ANY_SERVICE : service.name;
    }
    if (registration.state == InstanceState::UNKNOWN)
    {
        m_numbers[m_registry.AddStatic(registration.instance, registration.services[0].name)] =
            number;
        return;
    }
    m_numbers[m_registry.Register(registration)] = number;
}

// Connections

void
Net8Listener::HandleArrival(uint32_t number)
{
    const Time now = Simulator::Now();
    const Time release = ToTime(m_limits.GetRelease(number, ToChrono(now)));
    if (release == now)
    {
        Release(number);
    }
    else
    {
        Simulator::Schedule(release - now, &Net8Listener::Release, this, number);
    }
}

void
Net8Listener::Release(uint32_t number)
{
    if (m_greetings.size() + m_taking >= m_maxAllConnections)
    {
        m_held.push_back(number);
        return;
    }
    ++m_taking;
    m_process->Submit(SumOfTimes(m_acceptCpuTime), [this, number] { Accept(number); });
}

void
Net8Listener::TakeHeld()
{
    if (!m_held.empty() && m_greetings.size() + m_taking < m_maxAllConnections)
    {
        const uint32_t number = m_held.front();
        m_held.pop_front();
        Release(number);
    }
}

void
Net8Listener::Accept(uint32_t number)
{
    --m_taking;
    const auto arrival = m_endPoints[number]->Take();
    if (!arrival || arrival->reset)
    {
        TakeHeld();
        return;
    }
    NS_LOG_FUNCTION(this << arrival->from);
    const uint64_t session = m_sessions++;
    m_acceptedTrace(session, Simulator::Now());
    if (m_validNodeChecking && !m_filter.Admits(ToIpAddress(arrival->from)))
    {
        m_counters.Count(SessionError::NODE_NOT_ADMITTED);
        arrival->socket->Close();
        TakeHeld();
        return;
    }
    auto greeting = CreateObject<Net8Greeting>();
    m_greetings[session] = greeting;
    greeting->Start(
        arrival->socket,
        arrival->from,
        m_inboundConnectTimeout,
        [this, session] {
            m_process->Submit(SumOfTimes(m_parseCpuTime), [this, session] { Decide(session); });
        },
        // The greeting is still on the call stack: give it back when that has unwound.
        [this, session] { Simulator::ScheduleNow(&Net8Listener::Forget, this, session); });
    if (arrival->closed)
    {
        greeting->HandleClosed();
    }
}

void
Net8Listener::Decide(uint64_t session)
{
    const auto found = m_greetings.find(session);
    if (found == m_greetings.end())
    {
        return;
    }
    auto request = HandlerRequest::Parse(found->second->GetConnectData());
    if (!request)
    {
        Refuse(session, ERROR_UNREADABLE);
        return;
    }
    if (m_servesAny)
    {
        request->serviceName = ANY_SERVICE;
    }
    const auto choice = m_registry.Pick(*request);
    if (choice.error != 0)
    {
        Refuse(session, choice.error);
        return;
    }
    const auto& instance = GetKnown(m_numbers.at(choice.instance));
    if (instance->GetNode() != GetNode())
    {
        Redirect(session, *instance);
    }
    else if (!instance->NeedsFork(choice.handler))
    {
        HandOver(session, instance, choice.handler, *request);
    }
    else
    {
        m_process->Submit(SumOfTimes(m_forkCpuTime), [this, session, instance, choice, request] {
            HandOver(session, instance, choice.handler, *request);
        });
    }
}

void
Net8Listener::Redirect(uint64_t session, const Net8Instance& instance)
{
    const auto& greeting = m_greetings.at(session);
    ++m_redirects;
    greeting->Redirect(instance.GetRedirectAddress(),
                       AddInstanceName(greeting->GetConnectData(), instance.GetName()));
    Forget(session);
}

void
Net8Listener::HandOver(uint64_t session,
                       const Ptr<Net8Instance>& instance,
                       uint32_t handler,
                       const HandlerRequest& request)
{
    const auto found = m_greetings.find(session);
    if (found == m_greetings.end())
    {
        return;
    }
    const auto& greeting = found->second;
    if (!instance->TakeOver({.session = session,
                             .from = greeting->GetFrom(),
                             .connection = greeting->GetConnection(),
                             .connect = greeting->GetConnect(),
                             .request = request,
                             .handler = handler}))
    {
        const bool forks = instance->NeedsFork(handler);
        Refuse(session, instance->IsUp() || !forks ? ERROR_HAND_OFF : ERROR_NOT_STARTED);
        return;
    }
    greeting->HandOver();
    Forget(session);
}

void
Net8Listener::Refuse(uint64_t session, uint32_t code)
{
    ++m_refusals[code];
    m_refusedTrace(session, code, Simulator::Now());
    m_greetings.at(session)->Refuse(code, GetReason(code));
    Forget(session);
}

void
Net8Listener::Forget(uint64_t session)
{
    const auto found = m_greetings.find(session);
    if (found != m_greetings.end())
    {
        m_counters.Add(found->second->GetCounters());
        m_greetings.erase(found);
        TakeHeld();
    }
}

} // namespace ns3::net8
