// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener.h"

#include "net8-listener-answer.h"

#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/net8-cpu-task.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/net8-stream-name.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Listener");
NS_OBJECT_ENSURE_REGISTERED(Net8Listener);

TypeId
Net8Listener::GetTypeId()
{
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
            .AddAttribute("HandOff",
                          "How clients come to processes that are forked for them: with the "
                          "connection that the listener accepted, or by a REDIRECT to a port of "
                          "the process, where the host cannot pass connections on.",
                          EnumValue(HandOff::DIRECT),
                          MakeEnumAccessor<HandOff>(&Net8Listener::m_handOff),
                          MakeEnumChecker(HandOff::DIRECT, "direct", HandOff::REDIRECT, "redirect"))
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
                          MakeRandomChecker())
            .AddAttribute("ParseCpuTime",
                          "CPU time in seconds to read a request and look its service up.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_parseCpuTime),
                          MakeRandomChecker())
            .AddAttribute("ForkCpuTime",
                          "CPU time in seconds to fork a process.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_forkCpuTime),
                          MakeRandomChecker())
            .AddAttribute("EndPoint",
                          "Part: its own end point.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Listener::m_own),
                          MakePointerChecker<Net8EndPoint>())
            .AddAttribute("ValidNodes",
                          "Part: valid-node checking.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Listener::m_nodes),
                          MakePointerChecker<Net8ValidNodes>())
            .AddAttribute("Names",
                          "Part: look-up of clients' names.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Listener::m_names),
                          MakePointerChecker<Net8ListenerNames>())
            .AddAttribute("Limits",
                          "Part: limits of all its end points.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Listener::GetLimits),
                          MakePointerChecker<Net8ListenerLimits>())
            .AddAttribute("Registry",
                          "Part: the instances it knows.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Listener::m_registry),
                          MakePointerChecker<Net8ListenerRegistry>())
            .AddAttribute("Tls",
                          "Part: TLS of its end points.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Listener::m_tls),
                          MakePointerChecker<Net8Tls>())
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

Net8Listener::Net8Listener()
    : m_own(CreateObject<Net8EndPoint>()),
      m_nodes(CreateObject<Net8ValidNodes>()),
      m_names(CreateObject<Net8ListenerNames>()),
      m_registry(CreateObject<Net8ListenerRegistry>()),
      m_tls(CreateObject<Net8Tls>())
{
}

Net8Listener::~Net8Listener() = default;

void
Net8Listener::DoDispose()
{
    for (auto& [session, greeting] : m_greetings)
    {
        greeting->Dispose();
    }
    m_greetings.clear();
    m_answers.Clear();
    m_multiplexed.Clear();
    m_queue.Dispose();
    m_own->Dispose();
    m_registry->Dispose();
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
    int64_t used = 0;
    uint64_t place = 0;
    for (const auto& instance : GetInstances())
    {
        used += instance->AssignStreams(StreamOf(StreamOf(stream, "instance"), place++));
    }
    return used + m_tls->AssignStreams(StreamOf(stream, "tls")) +
           SetStreamsOfDrawn({{"accept_cpu_time", m_acceptCpuTime},
                              {"parse_cpu_time", m_parseCpuTime},
                              {"fork_cpu_time", m_forkCpuTime}},
                             stream);
}

void
Net8Listener::AddEndPoint(Ptr<Net8EndPoint> endPoint)
{
    m_queue.Add(endPoint);
}

void
Net8Listener::AddOwnEndPoint()
{
    AddEndPoint(m_own);
}

std::vector<Ptr<Object>>
Net8Listener::GetParts()
{
    return {this, m_own, m_nodes, m_names, m_queue.GetLimits(), m_registry, m_tls};
}

Ptr<Net8ListenerLimits>
Net8Listener::GetLimits() const
{
    return m_queue.GetLimits();
}

void
Net8Listener::AddInstance(Ptr<Net8Instance> instance)
{
    m_registry->Add(instance);
}

void
Net8Listener::AddRemoteInstance(Ptr<Net8Instance> instance)
{
    m_registry->AddRemote(instance);
}

uint16_t
Net8Listener::GetPort() const
{
    return m_own->GetPort();
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
    return m_registry->GetInstances();
}

SessionCounters
Net8Listener::GetCounters() const
{
    SessionCounters counters = m_log.errors;
    for (const auto& [session, greeting] : m_greetings)
    {
        counters.Add(greeting->GetCounters());
    }
    for (const auto& instance : GetInstances())
    {
        counters.Add(instance->GetCounters());
    }
    return counters;
}

uint64_t
Net8Listener::GetSessionCount() const
{
    return m_log.accepted - m_log.multiplexed;
}

uint32_t
Net8Listener::GetGreetingCount() const
{
    return static_cast<uint32_t>(m_greetings.size());
}

uint32_t
Net8Listener::GetWaiting() const
{
    return m_queue.GetWaiting();
}

uint64_t
Net8Listener::GetOverflows() const
{
    return m_queue.GetOverflows();
}

const std::map<uint32_t, uint64_t>&
Net8Listener::GetRefusals() const
{
    return m_log.refusals;
}

uint64_t
Net8Listener::GetRedirects() const
{
    return m_log.redirected;
}

uint64_t
Net8Listener::GetRateLimited() const
{
    return m_queue.GetLimits()->GetDelayed();
}

void
Net8Listener::SetHosts(Net8NodeList::Hosts hosts)
{
    m_nodes->SetHosts(std::move(hosts));
}

// Start and stop

TextError
Net8Listener::Configure()
{
    if (m_queue.IsEmpty())
    {
        AddOwnEndPoint();
    }
    m_configured = true;
    if (const auto error = m_queue.Configure(); error.IsError())
    {
        return error;
    }
    return m_nodes->Configure();
}

void
Net8Listener::StartApplication()
{
    if (m_registry->IsEmpty())
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
    m_registry->Open(GetNode());
    OpenEndPoints();
}

void
Net8Listener::OpenEndPoints()
{
    m_queue.Open(GetNode(), m_protocol, [this](uint32_t number) {
        m_process->Submit(SumOfTimes(m_acceptCpuTime), [this, number] { Accept(number); });
    });
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
    m_registry->Close();
    m_process->Clear();
    m_process->SetHanging(false);
    m_queue.Clear();
    m_queue.Close();
    // A greeting that ends leaves the map only after the call stack has unwound.
    for (const auto& [session, greeting] : m_greetings)
    {
        greeting->Abort();
    }
    m_answers.Abort();
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
    m_registry->Reopen();
}

void
Net8Listener::SetHanging(bool hangs)
{
    m_process->SetHanging(hangs);
}

void
Net8Listener::StopApplication()
{
    m_queue.Close();
}

// Connections

void
Net8Listener::Accept(uint32_t number)
{
    const auto arrival = m_queue.Take(number);
    if (!arrival || arrival->reset)
    {
        m_queue.Leave();
        return;
    }
    NS_LOG_FUNCTION(this << arrival->from);
    if (arrival->pages)
    {
        if (Admit(*arrival))
        {
            m_answers.Answer(
                *arrival,
                [this](std::function<void()> done) {
                    m_process->Submit(SumOfTimes(m_parseCpuTime), std::move(done));
                },
                [this] { m_queue.Leave(); });
        }
        return;
    }
    const uint64_t session = m_log.accepted++;
    m_acceptedTrace(session, Simulator::Now());
    if (!Admit(*arrival))
    {
        return;
    }
    auto greeting = CreateObject<Net8Greeting>();
    m_greetings[session] = greeting;
    if (arrival->tls)
    {
        greeting->SetTls(m_tls->GetServer(),
                         m_tls->GetCosts(),
                         [this, session](Time work, std::function<void()> done) {
                             WorkOnKeys(session, work, std::move(done));
                         });
    }
    greeting->Start(
        arrival->socket,
        arrival->from,
        m_inboundConnectTimeout,
        [this, session] {
            m_process->Submit(SumOfTimes(m_parseCpuTime), [this, session] { Decide(session); });
        },
        // The greeting is still on the call stack: release it when that has unwound.
        [this, session] { Simulator::ScheduleNow(&Net8Listener::Forget, this, session); });
    if (arrival->closed)
    {
        greeting->HandleClosed();
    }
}

bool
Net8Listener::Admit(const Net8EndPoint::Arrival& arrival)
{
    if (m_nodes->Admits(arrival.from))
    {
        return true;
    }
    m_log.errors.Count(SessionError::NODE_NOT_ADMITTED);
    arrival.socket->Close();
    m_queue.Leave();
    return false;
}

void
Net8Listener::WorkOnKeys(uint64_t session, Time work, std::function<void()> done)
{
    const auto found = m_greetings.find(session);
    const auto cpu = GetNode()->GetObject<Net8HostCpu>();
    if (found != m_greetings.end() && !found->second->IsNamed())
    {
        m_process->Submit(work, std::move(done));
    }
    else
    {
        // The process that has, or had, the connection handed over to it: a server.
        Net8CpuTask::Run(cpu, work, std::move(done));
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
    const auto request = HandlerRequest::Parse(found->second->GetConnectData());
    if (!request)
    {
        Refuse(session, ERROR_UNREADABLE);
        return;
    }
    const auto choice = m_registry->Choose(*request);
    if (choice.error != 0)
    {
        Refuse(session, choice.error);
        return;
    }
    const auto& instance = choice.instance;
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
        m_process->Submit(
            SumOfTimes(m_forkCpuTime),
            [this, session, choice, request] { Fork(session, choice, *request); },
            m_names->GetWait());
    }
}

void
Net8Listener::Fork(uint64_t session,
                   const Net8ListenerRegistry::Choice& choice,
                   const HandlerRequest& request)
{
    const auto found = m_greetings.find(session);
    if (found == m_greetings.end())
    {
        return;
    }
    const auto& instance = choice.instance;
    const auto* tls = found->second->GetConnection()->GetTns().GetTls();
    if (m_handOff == HandOff::DIRECT || tls)
    {
        HandOver(session, instance, choice.handler, request);
        return;
    }
    const Net8Instance::Arrival wanted{.session = session,
                                       .from = found->second->GetFrom(),
                                       .connection = nullptr,
                                       .connect = {},
                                       .request = request,
                                       .handler = choice.handler};
    const auto opened = [this, session, address = instance->GetRedirectAddress()](uint16_t port) {
        SendToPort(session, address, port);
    };
    if (!instance->StartServer(wanted, m_protocol, opened))
    {
        RefuseHandOff(session, choice);
    }
}

void
Net8Listener::SendToPort(uint64_t session, const std::string& address, uint16_t port)
{
    const auto found = m_greetings.find(session);
    if (found == m_greetings.end())
    {
        return;
    }
    if (port == 0)
    {
        Refuse(session, ERROR_HAND_OFF);
        return;
    }
    ++m_log.redirected;
    found->second->Redirect(ReplacePort(address, port), "");
    Forget(session);
}

void
Net8Listener::RefuseHandOff(uint64_t session, const Net8ListenerRegistry::Choice& choice)
{
    const bool forks = choice.instance->NeedsFork(choice.handler);
    Refuse(session, choice.instance->IsUp() || !forks ? ERROR_HAND_OFF : ERROR_NOT_STARTED);
}

void
Net8Listener::Redirect(uint64_t session, const Net8Instance& instance)
{
    const auto& greeting = m_greetings.at(session);
    ++m_log.redirected;
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
    if (request.multiplexes)
    {
        m_multiplexed.Accept(
            *greeting,
            {.instance = instance, .handler = handler, .timeout = m_inboundConnectTimeout});
        greeting->HandOver();
        Forget(session);
        return;
    }
    if (!instance->TakeOver({.session = session,
                             .from = greeting->GetFrom(),
                             .connection = greeting->GetConnection(),
                             .connect = greeting->GetConnect(),
                             .request = request,
                             .handler = handler}))
    {
        RefuseHandOff(session, {.instance = instance, .handler = handler});
        return;
    }
    greeting->HandOver();
    Forget(session);
}

void
Net8Listener::Refuse(uint64_t session, uint32_t code)
{
    ++m_log.refusals[code];
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
        m_log.errors.Add(found->second->GetCounters());
        m_greetings.erase(found);
        m_queue.Leave();
    }
}

} // namespace ns3::net8
