// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client.h"

#include "net8-client-session.h"
#include "net8-tds-session.h"

#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/net8-stream-name.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Client");
NS_OBJECT_ENSURE_REGISTERED(Net8Client);

namespace
{

/// Most sessions that one client runs, one after the other.
constexpr uint32_t CYCLES_MAX = 1'000'000;
/// Default length of the statement in characters: the one in the captures of drivers.
constexpr uint32_t STATEMENT_LENGTH = 21;

/**
 * @param settings settings common to all sessions
 * @param number number of a session
 * @param stream number of its random streams
 * @return a session of the protocol in use
 */
std::unique_ptr<Net8Session>
MakeSession(const SessionSettings& settings, uint32_t number, int64_t stream)
{
    if (settings.tds)
    {
        return std::make_unique<Net8TdsSession>(settings, number, stream);
    }
    return std::make_unique<Net8ClientSession>(settings, number, stream);
}

} // namespace

TypeId
Net8Client::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Client")
            .SetParent<Application>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Client>()
            .AddAttribute("Protocol",
                          "The socket factory, a stream protocol.",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&Net8Client::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Remote",
                          "Address and port of the listener.",
                          AddressValue(),
                          MakeAddressAccessor(&Net8Client::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Behaviour",
                          "What it does once TCP is up: as a client should (normal), nothing "
                          "(silent), bytes that are not TNS (garbage), or its CONNECT at one byte "
                          "a second (drip).",
                          EnumValue(ClientBehaviour::NORMAL),
                          MakeEnumAccessor<ClientBehaviour>(&Net8Client::m_behaviour),
                          MakeEnumChecker(ClientBehaviour::NORMAL,
                                          "normal",
                                          ClientBehaviour::SILENT,
                                          "silent",
                                          ClientBehaviour::GARBAGE,
                                          "garbage",
                                          ClientBehaviour::DRIP,
                                          "drip"))
            .AddAttribute("Cycles",
                          "Sessions that each client runs one after the other.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Client::m_cycles),
                          MakeUintegerChecker<uint32_t>(1, CYCLES_MAX))
            .AddAttribute("Pause",
                          "Time in seconds between two sessions of a client.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Client::m_pause),
                          MakeRandomChecker())
            .AddAttribute(
                "Driver",
                "Part: the driver.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::driver),
                MakePointerChecker<Net8DriverChoice>())
            .AddAttribute(
                "Names",
                "Part: what it says about itself.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::names),
                MakePointerChecker<Net8ClientNames>())
            .AddAttribute(
                "Connect",
                "Part: where it connects to.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::policy),
                MakePointerChecker<Net8ConnectPolicy>())
            .AddAttribute(
                "Naming",
                "Part: how it finds the descriptor.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::naming),
                MakePointerChecker<Net8NamingPolicy>())
            .AddAttribute(
                "Work",
                "Part: what its application does.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::work),
                MakePointerChecker<Net8ClientWork>())
            .AddAttribute(
                "Timeouts",
                "Part: its timeouts.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::timeouts),
                MakePointerChecker<Net8ClientTimeouts>())
            .AddAttribute(
                "Cpu",
                "Part: the processor of its application.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::cpu),
                MakePointerChecker<Net8ClientCpu>())
            .AddAttribute(
                "Pool",
                "Part: its pool of sessions.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::pool),
                MakePointerChecker<Net8PoolPolicy>())
            .AddAttribute(
                "Tls",
                "Part: TLS.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::tls),
                MakePointerChecker<Net8Tls>())
            .AddAttribute(
                "Security",
                "Part: native encryption and integrity.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakeFieldAccessor<PointerValue>(&Net8Client::m_parts, &Net8ClientParts::security),
                MakePointerChecker<Net8NativeSecurity>())
            .AddTraceSource("StateTransition",
                            "A session changed its state: its number, old and new name.",
                            MakeTraceSourceAccessor(&Net8Client::m_stateTrace),
                            "ns3::net8::Net8Client::StateTracedCallback")
            .AddTraceSource("CallDone",
                            "A round trip of the database protocol is done.",
                            MakeTraceSourceAccessor(&Net8Client::m_callTrace),
                            "ns3::net8::Net8Client::CallTracedCallback")
            .AddTraceSource("Connecting",
                            "A session sent its SYN: its number, the address that it comes from.",
                            MakeTraceSourceAccessor(&Net8Client::m_connectingTrace),
                            "ns3::net8::Net8Client::ConnectingTracedCallback")
            .AddTraceSource("Dialling",
                            "A session sent its SYN: its number, the socket that did.",
                            MakeTraceSourceAccessor(&Net8Client::m_diallingTrace),
                            "ns3::net8::Net8Client::DiallingTracedCallback")
            .AddTraceSource("AttemptDone",
                            "A session connected to an address, or failed to.",
                            MakeTraceSourceAccessor(&Net8Client::m_attemptTrace),
                            "ns3::net8::Net8Client::AttemptTracedCallback")
            .AddTraceSource("FailoverDone",
                            "A session goes on after a lost connection, or gives up.",
                            MakeTraceSourceAccessor(&Net8Client::m_failoverTrace),
                            "ns3::net8::Net8Client::FailoverTracedCallback")
            .AddTraceSource("SessionDone",
                            "A session is over.",
                            MakeTraceSourceAccessor(&Net8Client::m_sessionTrace),
                            "ns3::net8::Net8Client::SessionTracedCallback")
            .AddTraceSource("RequestDone",
                            "A request of a user of a pool is over.",
                            MakeTraceSourceAccessor(&Net8Client::m_requestTrace),
                            "ns3::net8::Net8Client::RequestTracedCallback")
            .AddTraceSource("FanEvent",
                            "A pool acted on an event of FAN: number of the event, connections "
                            "closed and opened.",
                            MakeTraceSourceAccessor(&Net8Client::m_fanTrace),
                            "ns3::net8::Net8Client::FanTracedCallback")
            .AddTraceSource("PoolClosed",
                            "All users of a pool are done, and all its sessions are over.",
                            MakeTraceSourceAccessor(&Net8Client::m_poolTrace),
                            "ns3::TracedCallback<>");
    return tid;
}

Net8Client::Net8Client() = default;

Net8Client::Net8Client(const Ptr<const Net8Client>& first)
    : m_parts(first->m_parts.Share())
{
}

Net8Client::~Net8Client() = default;

void
Net8Client::DoDispose()
{
    CancelEvents();
    m_arrival = {}; // a cancelled one would keep this object
    m_ons.reset();
    m_users.reset();
    m_sessions.clear();
    m_lingering.clear();
    m_settings = {};
    m_notified.reset();
    m_transactions = {};
    m_resolver = nullptr;
    Application::DoDispose();
}

int64_t
Net8Client::AssignStreams(int64_t stream)
{
    m_stream = stream;
    m_choice->SetStream(StreamOf(stream, "choice"));
    return 1 + SetStreamsOfDrawn({{"cycle_pause", m_pause}}, stream) +
           m_parts.work->AssignStreams(StreamOf(stream, "work")) +
           m_parts.cpu->AssignStreams(StreamOf(stream, "cpu")) +
           m_parts.pool->AssignStreams(StreamOf(stream, "pool")) +
           m_parts.naming->AssignStreams(StreamOf(stream, "naming")) +
           m_parts.tls->AssignStreams(StreamOf(stream, "tls"));
}

void
Net8Client::SetGroup(uint32_t group)
{
    m_group = group;
}

void
Net8Client::AddClient(uint32_t session, Time start)
{
    m_arrivals.push_back({session, start});
}

void
Net8Client::StartNoMore()
{
    for (; m_users && m_nextArrival < m_arrivals.size(); ++m_nextArrival)
    {
        m_users->Miss();
    }
    m_nextArrival = m_arrivals.size();
}

void
Net8Client::SetSessionStep(uint32_t step)
{
    m_sessionStep = step;
}

void
Net8Client::SetQuery(const ClientQuery& query)
{
    m_query = query;
}

std::string
Net8Client::SetTransactions(const TransactionSettings& transactions)
{
    m_transactions = transactions;
    std::vector<std::string> names;
    for (const auto& entry : transactions.transactions)
    {
        names.push_back(entry.transaction.name);
    }
    auto found = m_parts.work->ReadMix(names);
    m_transactions.mix = std::move(found.mix);
    return found.error;
}

void
Net8Client::SetResolver(Net8AddressWalk::Resolver resolver)
{
    m_resolver = std::move(resolver);
}

void
Net8Client::SetTds(Ptr<Net8TdsPolicy> policy)
{
    m_tds = std::move(policy);
}

std::vector<Ptr<Object>>
Net8Client::GetParts()
{
    auto parts = m_parts.List();
    parts.insert(parts.begin(), this);
    return parts;
}

Ptr<Net8DriverChoice>
Net8Client::GetDriver() const
{
    return m_parts.driver;
}

Ptr<Net8ConnectPolicy>
Net8Client::GetPolicy() const
{
    return m_parts.policy;
}

std::string
Net8Client::PrintDescriptor() const
{
    ConnectDescriptor descriptor;
    return m_parts.policy->ReadDescriptor(m_remote, descriptor) ? descriptor.Print() : "";
}

Ptr<Net8NamingPolicy>
Net8Client::GetNaming() const
{
    return m_parts.naming;
}

Ptr<Net8ClientWork>
Net8Client::GetWork() const
{
    return m_parts.work;
}

Ptr<Net8ClientCpu>
Net8Client::GetCpu() const
{
    return m_parts.cpu;
}

bool
Net8Client::IsAttacker() const
{
    return m_behaviour != ClientBehaviour::NORMAL;
}

uint32_t
Net8Client::GetCycles() const
{
    return m_cycles;
}

bool
Net8Client::AsksServer() const
{
    return m_parts.naming->AsksServer();
}

Net8Session::State
Net8Client::GetState() const
{
    const auto found = m_sessions.find(m_last.session);
    return found == m_sessions.end() ? m_lastState : found->second.session->GetState();
}

SessionRecord
Net8Client::GetRecord() const
{
    const auto found = m_sessions.find(m_last.session);
    return found == m_sessions.end() ? m_last : MakeRecord(*found->second.session);
}

SessionRecord
Net8Client::MakeRecord(const Net8Session& session) const
{
    SessionRecord record = session.GetRecord();
    record.group = m_group;
    return record;
}

std::optional<std::vector<Net8ClientSession*>>
Net8Client::GetSessions() const
{
    if (!m_lingering.empty() || !m_held.empty() || m_users)
    {
        return std::nullopt;
    }
    std::vector<Net8ClientSession*> sessions;
    for (const auto& [number, running] : m_sessions)
    {
        auto* const session = dynamic_cast<Net8ClientSession*>(running.session.get());
        if (!session)
        {
            return std::nullopt;
        }
        sessions.push_back(session);
    }
    return sessions;
}

std::vector<SessionRecord>
Net8Client::GetOpenRecords() const
{
    std::vector<SessionRecord> records;
    for (const auto& [number, client] : m_sessions)
    {
        records.push_back(MakeRecord(*client.session));
    }
    return records;
}

std::vector<AttemptRecord>
Net8Client::GetOpenAttempts() const
{
    std::vector<AttemptRecord> records;
    for (const auto& [number, client] : m_sessions)
    {
        if (const auto attempt = client.session->GetAttempt())
        {
            records.push_back(*attempt);
        }
    }
    return records;
}

std::vector<FailoverRecord>
Net8Client::GetOpenFailovers() const
{
    std::vector<FailoverRecord> records;
    for (const auto& [number, client] : m_sessions)
    {
        if (const auto failover = client.session->GetFailover())
        {
            records.push_back(*failover);
        }
    }
    return records;
}

SessionCounters
Net8Client::GetCounters() const
{
    SessionCounters counters = m_counters;
    for (const auto& [number, client] : m_sessions)
    {
        counters.Add(client.session->GetCounters());
    }
    return counters;
}

// Settings

void
Net8Client::MakeSettings()
{
    auto& s = m_settings;
    const auto error = m_parts.driver->Read(s.dialogue.driver);
    NS_ABORT_MSG_IF(error.IsError(), "Net8Client: " << error.GetSentence());
    s.node = GetNode();
    s.protocol = m_protocol;
    s.query = m_query;
    if (m_query.requestLength == 0)
    {
        s.query.requestLength = s.dialogue.driver.GetExecuteLength(STATEMENT_LENGTH, 1);
        s.query.parseLength = s.dialogue.driver.GetParseLength(STATEMENT_LENGTH);
    }
    s.transactions = m_transactions;
    s.work = m_parts.work->GetSettings();
    if (s.work.resultCacheSize > 0 && s.transactions.changes && s.dialogue.driver.keepsResults)
    {
        s.results = std::make_shared<ResultCache>(s.work.resultCacheSize,
                                                  ToChrono(s.work.resultCacheLag),
                                                  *s.transactions.changes);
    }
    s.naming = m_parts.naming->Get();
    auto& dialogue = s.dialogue;
    dialogue.drivers.clear();
    dialogue.options = m_parts.driver->GetOptions();
    dialogue.urgentData = m_urgentData;
    dialogue.identity = m_parts.names->Get().Complete(dialogue.driver);
    dialogue.wrongPassword = m_parts.names->HasWrongPassword();
    dialogue.notInPasswordFile = m_parts.names->IsNotInPasswordFile();
    dialogue.behaviour = m_behaviour;
    dialogue.request = m_parts.policy->GetRequest();
    dialogue.work = m_parts.work->Get();
    dialogue.timeouts = m_parts.timeouts->Get();
    dialogue.timeouts.pingTimeout = ToChrono(m_parts.pool->GetPingTimeout());
    m_parts.cpu->Equip(s);
    dialogue.security = m_parts.security->Get({}, {});
    s.tls = m_parts.tls->GetClient(dialogue.request.serviceName);
    s.tlsAlways = m_parts.tls->IsOn();
    s.tlsCosts = m_parts.tls->GetCosts();
    s.limits = m_parts.policy->GetLimits(dialogue.driver);
    s.limits.connectTimeout = IsAttacker() ? Time() : s.limits.connectTimeout;
    s.resolve = m_parts.policy->MakeResolver(m_remote, s.node, m_resolver);
    s.aliasKnown = m_parts.policy->ReadDescriptor(m_remote, s.descriptor);
    s.draw = [this](uint32_t below) { return m_choice->GetInteger(0, below - 1); };
    s.stateChanged = [this](uint32_t session, const std::string& before, const std::string& after) {
        m_stateTrace(session, before, after);
    };
    s.dialling = [this](uint32_t session, const Ptr<Socket>& socket) {
        Address local;
        socket->GetSockName(local);
        m_diallingTrace(session, socket);
        m_connectingTrace(session, local);
    };
    s.callDone = [this](const CallRecord& record) { m_callTrace(record); };
    s.attemptDone = [this](const AttemptRecord& record) { m_attemptTrace(record); };
    s.failoverDone = [this](const FailoverRecord& record) { m_failoverTrace(record); };
    if (m_tds)
    {
        m_tds->Equip(s, m_parts.names->Get(), m_parts.names->HasWrongPassword());
        s.tds->remote = m_remote;
    }
    s.work.pooled = HasPool();
    s.rests = [this](Net8Session& session) { HandleRest(session); };
    s.sessionDone = [this](Net8Session& session) { HandleEnd(session); };
    s.failover = m_parts.policy->GetFailover();
    dialogue.failover = s.failover.type;
    PrepareBackups();
    PrepareNotifications();
}

void
Net8Client::PrepareBackups()
{
    if (m_settings.failover.type == FailoverType::NONE ||
        m_settings.failover.method == FailoverMethod::BASIC)
    {
        return;
    }
    auto backup = std::make_shared<SessionSettings>(m_settings);
    backup->failover = {};
    backup->dialogue.failover = FailoverType::NONE;
    backup->naming.method = NamingMethod::NONE;
    backup->work.pooled = true; // it rests after the logon
    backup->transactions = {};
    backup->stateChanged = [](uint32_t, const std::string&, const std::string&) {};
    backup->callDone = [](const CallRecord&) {};
    backup->rests = [](Net8Session&) {};
    backup->sessionDone = [](Net8Session&) {};
    m_settings.backup = std::move(backup);
}

// Sessions

void
Net8Client::StartApplication()
{
    MakeSettings();
    if (m_arrivals.empty())
    {
        m_arrivals.push_back({0, Simulator::Now()});
    }
    std::ranges::stable_sort(m_arrivals, {}, &Arrival::start);
    const bool asks = Subscribes() && !m_onsServers.empty();
    const auto wait = asks || !Subscribes() ? m_parts.pool->GetStartWait() : Time();
    if (wait.IsStrictlyPositive())
    {
        m_arrival = Simulator::Schedule(wait, &Net8Client::Begin, Ptr<Net8Client>(this));
    }
    else
    {
        Begin();
    }
    if (asks)
    {
        StartOns();
    }
}

void
Net8Client::Begin()
{
    OpenPool();
    StartDue();
}

void
Net8Client::StartDue()
{
    while (m_nextArrival < m_arrivals.size() && m_arrivals[m_nextArrival].start <= Simulator::Now())
    {
        const auto number = m_arrivals[m_nextArrival++].session;
        m_users ? m_users->Begin(number) : StartSession(number, 1);
    }
    if (m_nextArrival < m_arrivals.size())
    {
        m_arrival = Simulator::Schedule(m_arrivals[m_nextArrival].start - Simulator::Now(),
                                        &Net8Client::StartDue,
                                        this);
    }
}

void
Net8Client::StartSession(uint32_t number, uint32_t cycle)
{
    m_pauses.erase(number);
    if ((m_downs > 0 && !m_gone) || m_hangs)
    {
        m_held.emplace_back(number, cycle);
        return;
    }
    m_last.session = number;
    auto& running = m_sessions[number];
    running.cycle = cycle;
    // Sessions of a pool are numbered as they are opened, by all pools.
    const uint32_t place = m_users ? m_begun++ : number - m_arrivals.front().session;
    running.session = MakeSession(m_settings, number, StreamOf(m_stream, uint64_t{place}));
    if (m_gone)
    {
        running.session->Abort();
        return;
    }
    running.session->Start();
}

std::vector<Ptr<Socket>>
Net8Client::Shutdown(bool forGood)
{
    std::vector<Ptr<Socket>> sockets;
    ++m_downs;
    m_gone = m_gone || forGood;
    m_hangs = false;
    for (const auto& [number, running] : m_sessions)
    {
        sockets.push_back(running.session->Abort());
    }
    for (const auto& session : m_lingering)
    {
        sockets.push_back(session->Abort());
    }
    if (m_ons)
    {
        const auto subscribed = m_ons->Stop();
        sockets.insert(sockets.end(), subscribed.begin(), subscribed.end());
    }
    if (m_gone)
    {
        StartHeld();
    }
    return sockets;
}

void
Net8Client::Startup()
{
    if (m_downs > 0 && --m_downs == 0)
    {
        if (m_ons)
        {
            m_ons->Start();
        }
        StartHeld();
    }
}

void
Net8Client::SetHanging(bool hangs)
{
    m_hangs = hangs && m_downs == 0;
    for (const auto& [number, running] : m_sessions)
    {
        running.session->SetHanging(m_hangs);
    }
    if (m_users)
    {
        m_users->SetHanging(m_hangs);
    }
    if (m_ons)
    {
        m_ons->SetHanging(m_hangs);
    }
    if (!m_hangs)
    {
        StartHeld();
    }
}

void
Net8Client::StartHeld()
{
    for (const auto& [number, cycle] : std::exchange(m_held, {}))
    {
        StartSession(number, cycle);
    }
}

void
Net8Client::HandleEnd(Net8Session& session)
{
    const SessionRecord record = MakeRecord(session);
    if (m_last.session == record.session)
    {
        m_last = record;
        m_lastState = session.GetState();
    }
    m_sessionTrace(record);
    if (m_users)
    {
        m_users->HandleEnd(record.session, record.oraCode);
    }
    // The session is on the call stack: release it when that has unwound.
    Simulator::ScheduleNow(&Net8Client::GiveBack, Ptr<Net8Client>(this), record.session);
}

void
Net8Client::GiveBack(uint32_t number)
{
    const auto found = m_sessions.find(number);
    if (found == m_sessions.end())
    {
        return;
    }
    EndSubscription(found->second);
    const uint32_t cycle = found->second.cycle;
    m_counters.Add(found->second.session->GetCounters());
    if (!found->second.session->IsDrained())
    {
        m_lingering.push_back(std::move(found->second.session));
    }
    m_sessions.erase(found);
    CheckPool();
    if (cycle < m_cycles)
    {
        const uint32_t next = number + m_sessionStep;
        m_pauses[next] = Simulator::Schedule(SumOfTimes(m_pause),
                                             &Net8Client::StartSession,
                                             this,
                                             next,
                                             cycle + 1);
    }
}

void
Net8Client::CancelEvents()
{
    m_arrival.Cancel();
    for (auto& [number, event] : m_pauses)
    {
        event.Cancel();
    }
    m_pauses.clear();
}

void
Net8Client::StopApplication()
{
    CancelEvents();
    if (m_users)
    {
        m_users->Stop();
    }
    for (const auto& [number, running] : m_sessions)
    {
        running.session->Stop();
    }
}

} // namespace ns3::net8
