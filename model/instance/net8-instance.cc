// SPDX-License-Identifier: GPL-2.0-only
#include "net8-instance.h"

#include "ns3/log.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-stream-name.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Instance");
NS_OBJECT_ENSURE_REGISTERED(Net8Instance);

TypeId
Net8Instance::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Instance")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Instance>()
            .AddAttribute("Processes",
                          "PROCESSES: most processes, and the sessions that dedicated servers "
                          "take, as the instance tells listeners; 0: any number.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Instance::m_processes),
                          MakeUintegerChecker<uint32_t>(0, 10000000))
            .AddAttribute("Sessions",
                          "SESSIONS: most sessions of dedicated and shared servers; 0: any number.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Instance::m_sessionLimit),
                          MakeUintegerChecker<uint32_t>(0, 10000000))
            .AddAttribute("Handlers",
                          "What serves sessions: dedicated or prespawned, shared, pooled, with "
                          "commas between them.",
                          StringValue("dedicated"),
                          MakeStringAccessor(&Net8Instance::m_kinds),
                          MakeStringChecker())
            .AddAttribute("Dispatchers",
                          "DISPATCHERS: dispatchers in front of shared servers.",
                          UintegerValue(1), // Database Reference, where shared servers are set up
                          MakeUintegerAccessor(&Net8Instance::m_dispatchers),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("Site",
                          "Site of its host in the network; empty: the only one.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Instance::m_site),
                          MakeStringChecker())
            .AddAttribute("Brokers",
                          "NUM_CBROK: connection brokers in front of the resident pool.",
                          UintegerValue(1), // general knowledge, default of the package
                          MakeUintegerAccessor(&Net8Instance::m_brokers),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("Release",
                          "Part: its release and what it offers.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Instance::m_release),
                          MakePointerChecker<Net8ServerRelease>())
            .AddAttribute("Work",
                          "Part: what calls cost.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Instance::m_work),
                          MakePointerChecker<Net8ServerWork>())
            .AddAttribute("Timeouts",
                          "Part: its timeouts.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Instance::m_timeouts),
                          MakePointerChecker<Net8ServerTimeouts>())
            .AddAttribute("Security",
                          "Part: native encryption and integrity.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Instance::m_security),
                          MakePointerChecker<Net8NativeSecurity>())
            .AddAttribute("Registrar",
                          "Part: how it registers with listeners.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Instance::m_registrar),
                          MakePointerChecker<Net8Registrar>())
            .AddTraceSource("Sessions",
                            "Sessions that are not over.",
                            MakeTraceSourceAccessor(&Net8Instance::m_sessionCount),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("SessionStarted",
                            "A session was taken over: its number, the time.",
                            MakeTraceSourceAccessor(&Net8Instance::m_startedTrace),
                            "ns3::net8::Net8Instance::SessionTracedCallback")
            .AddTraceSource("SessionRejected",
                            "A session is told that PROCESSES or SESSIONS is reached: its number, "
                            "Oracle error number, the time.",
                            MakeTraceSourceAccessor(&Net8Instance::m_rejectedTrace),
                            "ns3::net8::Net8Instance::RejectedTracedCallback")
            .AddTraceSource("SessionWaits",
                            "A session is over: what its server waited for.",
                            MakeTraceSourceAccessor(&Net8Instance::m_recordTrace),
                            "ns3::net8::Net8Instance::RecordTracedCallback")
            .AddTraceSource("SessionEnded",
                            "A session is over: its number, the time.",
                            MakeTraceSourceAccessor(&Net8Instance::m_endedTrace),
                            "ns3::net8::Net8Instance::SessionTracedCallback");
    return tid;
}

Net8Instance::Net8Instance()
    : m_release(CreateObject<Net8ServerRelease>()),
      m_work(CreateObject<Net8ServerWork>()),
      m_timeouts(CreateObject<Net8ServerTimeouts>()),
      m_security(CreateObject<Net8NativeSecurity>()),
      m_registrar(CreateObject<Net8Registrar>())
{
}

Net8Instance::~Net8Instance() = default;

void
Net8Instance::DoDispose()
{
    // Close the pools first, so that no server goes from one session to the next.
    m_handlers.Close();
    m_waiting.Dispose();
    m_sessions.Clear();
    m_settings = {};
    if (m_log)
    {
        m_log->Dispose();
    }
    m_log = nullptr;
    m_registrar->Dispose();
    m_work->Dispose();
    m_handlers.Dispose();
    m_node = nullptr;
    m_resultSet = nullptr;
    m_statements.clear();
    Object::DoDispose();
}

std::vector<Ptr<Object>>
Net8Instance::GetParts()
{
    return {this, m_release, m_work, m_timeouts, m_security, m_registrar};
}

Ptr<Net8ServerRelease>
Net8Instance::GetRelease() const
{
    return m_release;
}

Ptr<Net8ServerWork>
Net8Instance::GetWork() const
{
    return m_work;
}

Ptr<Net8Registrar>
Net8Instance::GetRegistrar() const
{
    return m_registrar;
}

int64_t
Net8Instance::AssignStreams(int64_t stream)
{
    m_stream = stream;
    int64_t used = m_work->AssignStreams(StreamOf(stream, "work"));
    if (m_resultSet)
    {
        // All instances share it, so its stream is not that of an instance.
        used += m_resultSet->AssignStreams(StreamOf(0, "query"));
    }
    return used + m_handlers.AssignStreams(StreamOf(stream, "handlers"));
}

void
Net8Instance::SetCallers(std::function<int64_t(const Address& from)> find)
{
    m_findCaller = std::move(find);
}

std::shared_ptr<const Net8ServerSession::Settings>
Net8Instance::MakeOwnSettings(const Address& from)
{
    const bool draws = m_work->Draws() || std::ranges::any_of(m_statements, &Net8Statement::Draws);
    if (!draws || !m_findCaller)
    {
        return nullptr;
    }
    const auto caller = m_findCaller(from);
    const auto stream = StreamOf(StreamOf(m_stream, "session"), static_cast<uint64_t>(caller));
    auto draw = std::make_shared<Net8OwnDraws>(StreamOf(stream, m_calls[caller]++));
    const OwnVariable own = [draw](const NamedVariable& shared) { return draw->Get(shared); };
    auto settings = std::make_shared<Net8ServerSession::Settings>(m_settings);
    m_work->ApplyTo(settings->dialogue, own);
    for (std::size_t place = 0; place < m_statements.size(); ++place)
    {
        m_statements[place]->ApplyTimes(settings->statements[place + 1], own);
    }
    return settings;
}

void
Net8Instance::SetResultSet(Ptr<Net8ResultSet> resultSet)
{
    m_resultSet = resultSet;
}

void
Net8Instance::SetStatements(std::vector<Ptr<Net8Statement>> statements)
{
    m_statements = std::move(statements);
}

void
Net8Instance::SetLog(const Ptr<Net8LogWriter>& log)
{
    m_log = log;
}

void
Net8Instance::KeepSteps()
{
    m_keepsSteps = true;
}

void
Net8Instance::Open(Ptr<Node> node)
{
    if (!m_resultSet)
    {
        m_resultSet = CreateObject<Net8ResultSet>();
    }
    // If no helper sets the client's driver, overheads are those of the default driver.
    m_resultSet->Complete(*DriverProfile::Find(DEFAULT_DRIVER));
    m_settings = MakeSettings();
    m_node = node;
    const auto problem = MakeHandlers();
    NS_ABORT_MSG_IF(!problem.empty(), problem);
    HostResources resources = m_work->GetResources();
    resources.cpu = node->GetObject<Net8HostCpu>();
    resources.memory = node->GetObject<Net8HostMemory>();
    resources.hasProcess = [this] { return m_processes == 0 || GetProcesses() < m_processes; };
    m_handlers.Open(resources);
    m_registrar->Open();
}

void
Net8Instance::SetFactory(const ObjectFactory& factory)
{
    m_handlers.SetFactory(factory);
}

void
Net8Instance::AddHandlerKind(const HandlerWord& kind)
{
    m_handlers.AddKind(kind);
}

std::string
Net8Instance::MakeHandlers()
{
    if (m_made)
    {
        return "";
    }
    m_made = true;
    const auto problem = m_handlers.Make({.kinds = m_kinds,
                                          .dispatchers = m_dispatchers,
                                          .brokers = m_brokers,
                                          .processes = m_processes,
                                          .isStatic = m_registrar->IsStatic()});
    m_sessions.SetHandlers(m_handlers.GetHandlers().size());
    return problem;
}

const Net8HandlerSet&
Net8Instance::GetHandlers() const
{
    return m_handlers;
}

void
Net8Instance::Shutdown(bool silent)
{
    ++m_downs;
    // Close the pools first, so that no server goes from one session to the next.
    m_handlers.Close();
    // A session that ends leaves the table only after the call stack has unwound.
    m_sessions.Abort();
    m_waiting.Abort();
    StandStill(false);
    if (silent)
    {
        m_registrar->Schedule();
        return;
    }
    m_registrar->UpdateNow();
}

void
Net8Instance::Startup()
{
    StandStill(false);
    if (m_downs > 0 && --m_downs == 0)
    {
        m_handlers.Reopen();
        m_registrar->Schedule();
    }
}

void
Net8Instance::StandStill(bool hangs)
{
    m_hangs = hangs;
    m_registrar->SetHanging(hangs);
    for (const auto& handler : m_handlers.GetHandlers())
    {
        handler->SetHanging(hangs);
    }
}

void
Net8Instance::SetHanging(bool hangs)
{
    StandStill(hangs);
    m_sessions.SetHanging(hangs);
    m_waiting.SetHanging(hangs);
    if (!hangs)
    {
        m_registrar->Schedule();
    }
}

bool
Net8Instance::IsUp() const
{
    return m_downs == 0;
}

const std::string&
Net8Instance::GetSite() const
{
    return m_site;
}

const std::string&
Net8Instance::GetName() const
{
    return m_registrar->GetInstanceName();
}

uint64_t
Net8Instance::GetStarted() const
{
    return m_sessions.GetStarted();
}

ServiceRegistration
Net8Instance::MakeRegistration() const
{
    auto registration = m_registrar->MakeRegistration();
    registration.node = std::to_string(m_node->GetId());
    const auto cpu = m_node->GetObject<Net8HostCpu>();
    registration.nodeLoad = cpu ? cpu->GetRunQueue() : 0;
    registration.sessions = m_sessionCount;
    for (uint32_t number = 0; number < m_handlers.GetHandlers().size(); ++number)
    {
        registration.handlers.push_back(m_handlers.GetRegistration(number));
        registration.handlers.back().sessions = m_sessions.GetCount(number);
    }
    return registration;
}

void
Net8Instance::SetRedirectAddress(const std::string& address)
{
    m_redirectAddress = address;
}

const std::string&
Net8Instance::GetRedirectAddress() const
{
    return m_redirectAddress;
}

Ptr<Node>
Net8Instance::GetNode() const
{
    return m_node;
}

Net8ServerSession::Settings
Net8Instance::MakeSettings() const
{
    Net8ServerSession::Settings settings;
    m_release->ApplyTo(settings);
    const auto& release = settings.dialogue.release;
    settings.dialogue.timeouts = m_timeouts->Get(release.version);
    settings.dialogue.security = m_security->Get(release.encryptionTypes, release.checksumTypes);
    m_work->ApplyTo(settings.dialogue);
    settings.dialogue.keepsSteps = m_keepsSteps;
    settings.log = m_log;
    settings.statements.push_back({.rows = PeekPointer(m_resultSet)});
    for (const auto& statement : m_statements)
    {
        settings.statements.push_back(statement->MakeAnswer());
    }
    return settings;
}

bool
Net8Instance::TakeOver(Arrival arrival)
{
    NS_LOG_FUNCTION(this << arrival.session << arrival.from);
    auto process = Spawn(arrival);
    if (!process)
    {
        return false;
    }
    Serve(arrival, std::move(*process), ServerDialogue::Handover::HANDED_OVER);
    return true;
}

bool
Net8Instance::StartServer(const Arrival& wanted,
                          TypeId protocol,
                          std::function<void(uint16_t port)> opened)
{
    NS_LOG_FUNCTION(this << wanted.session);
    auto process = Spawn(wanted);
    if (!process)
    {
        return false;
    }
    const auto take = [this, wanted](ServerProcess served, const Ptr<Net8Greeting>& greeting) {
        Arrival arrival = wanted;
        arrival.from = greeting->GetFrom();
        arrival.connection = greeting->GetConnection();
        arrival.connect = greeting->GetConnect();
        greeting->HandOver();
        Serve(arrival, std::move(served), ServerDialogue::Handover::OWN_PORT);
    };
    m_waiting.Start(wanted.session,
                    std::move(*process),
                    {.node = m_node,
                     .protocol = protocol,
                     .timeout = ToTime(m_settings.dialogue.timeouts.inboundConnectTimeout),
                     .opened = std::move(opened),
                     .taken = take});
    return true;
}

std::optional<ServerProcess>
Net8Instance::Spawn(const Arrival& arrival)
{
    if (!IsUp() && !Starts(arrival.handler))
    {
        return std::nullopt;
    }
    // Check before the hand-over whether it will fork a process.
    const bool forked = NeedsFork(arrival.handler);
    const auto rejection = GetRejection(arrival);
    auto executor = m_handlers.Admit(arrival.handler, arrival.request);
    if (!executor)
    {
        return std::nullopt;
    }
    return ServerProcess{.executor = std::move(executor), .rejection = rejection, .forked = forked};
}

void
Net8Instance::Serve(const Arrival& arrival,
                    ServerProcess process,
                    ServerDialogue::Handover handover)
{
    const uint64_t number = arrival.session;
    auto session = CreateObject<Net8ServerSession>();
    session->SetHandover(handover);
    const bool rejected = !process.rejection.empty();
    const auto own = MakeOwnSettings(arrival.from);
    m_sessions.Add(number,
                   {.own = own,
                    .session = session,
                    .from = arrival.from,
                    .begin = Simulator::Now(),
                    .handler = arrival.handler,
                    .rejected = rejected,
                    .multiplexed = arrival.request.multiplexed,
                    .forked = process.Counts()});
    m_sessionCount = m_sessions.GetCount();
    if (rejected)
    {
        session->Reject(process.rejection);
        const uint32_t code = GetErrorNumber(process.rejection);
        m_sessions.CountRejection(code);
        m_rejectedTrace(number, code, Simulator::Now());
    }
    m_startedTrace(number, Simulator::Now());
    m_registrar->Schedule();
    session->Start(arrival.connection,
                   arrival.connect,
                   own ? *own : m_settings,
                   std::move(process.executor),
                   [this, number] {
                       // The session is still on the call stack: release it when that has unwound.
                       Simulator::ScheduleNow(&Net8Instance::HandleEnd, this, number);
                   });
    session->SetHanging(m_hangs);
}

bool
Net8Instance::Starts(uint32_t handler) const
{
    return m_release->GetPlatform() != Platform::WINDOWS && NeedsFork(handler);
}

std::string
Net8Instance::GetRejection(const Arrival& arrival) const
{
    if (!IsUp())
    {
        return "ORA-01034: ORACLE not available";
    }
    const auto& handler = m_handlers.GetHandlers()[arrival.handler];
    // A connection to a broker is not a session; it borrows one from the pool.
    const bool isSession = handler->GetRegistration().type != HandlerType::POOLED;
    if (handler->NeedsFork() && m_processes > 0 && GetProcesses() >= m_processes)
    {
        return "ORA-00020: maximum number of processes (" + std::to_string(m_processes) +
               ") exceeded";
    }
    if (isSession && m_sessionLimit > 0 && m_sessions.GetAdmitted() >= m_sessionLimit)
    {
        return "ORA-00018: maximum number of sessions exceeded";
    }
    return "";
}

uint32_t
Net8Instance::GetProcesses() const
{
    return m_handlers.GetProcesses() + m_sessions.GetForked() + m_waiting.GetForked();
}

bool
Net8Instance::NeedsFork(uint32_t handler) const
{
    return m_handlers.GetHandlers()[handler]->NeedsFork();
}

uint32_t
Net8Instance::GetSessionCount() const
{
    return m_sessionCount;
}

void
Net8Instance::HandleEnd(uint64_t number)
{
    const auto record = m_sessions.Remove(number);
    if (!record)
    {
        return;
    }
    m_recordTrace(*record);
    m_sessionCount = m_sessions.GetCount();
    m_endedTrace(number, Simulator::Now());
    m_registrar->Schedule();
}

uint64_t
Net8Instance::GetProbes() const
{
    return m_sessions.GetProbes();
}

const std::map<uint32_t, uint64_t>&
Net8Instance::GetRejections() const
{
    return m_sessions.GetRejections();
}

SessionCounters
Net8Instance::GetCounters() const
{
    auto counters = m_sessions.GetCounters();
    counters.Add(m_waiting.GetCounters());
    return counters;
}

void
Net8Instance::ForEachOpen(const std::function<void(ServerRecord)>& take) const
{
    m_sessions.ForEach(take);
}

} // namespace ns3::net8
