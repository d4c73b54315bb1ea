// SPDX-License-Identifier: GPL-2.0-only
#include "net8-instance.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

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
            .AddAttribute("Release",
                          "Oracle release of the server: 7.3, 8.1, 9.2, 10.2, 11.1, 11.2, 12.1, "
                          "12.2, 18c, 19c, 21c, 23ai or 26ai, or file: and the path of a file such "
                          "as those of model/profile/releases.",
                          StringValue("19c"),
                          MakeStringAccessor(&Net8Instance::m_release),
                          MakeStringChecker())
            .AddAttribute("Sdu",
                          "SDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Instance::m_sdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("Tdu",
                          "TDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Instance::m_tdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("TduRule",
                          "Whether packets are cut at the smaller of SDU and TDU (min) or at the "
                          "SDU (ignore); "
                          "default: min before 11g, ignore from there on.",
                          EnumValue(TduChoice::DEFAULT),
                          MakeEnumAccessor<TduChoice>(&Net8Instance::m_tduRule),
                          MakeEnumChecker(TduChoice::DEFAULT,
                                          "default",
                                          TduChoice::MIN,
                                          "min",
                                          TduChoice::IGNORE,
                                          "ignore"))
            .AddAttribute("Pack",
                          "Where replies are cut into packets: at the last byte that fits (byte), "
                          "or at the end of the last row that fits (row).",
                          EnumValue(PackRule::BYTE), // S1, the 2651 bytes of three rows
                          MakeEnumAccessor<PackRule>(&Net8Instance::m_pack),
                          MakeEnumChecker(PackRule::BYTE, "byte", PackRule::ROW, "row"))
            .AddAttribute("SduReserve",
                          "Bytes that the server leaves free in each packet of a message.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Instance::m_sduReserve),
                          MakeUintegerChecker<uint32_t>(0, SDU_RESERVE_MAX))
            .AddAttribute(
                "Resend",
                "Whether the dedicated server asks for the CONNECT once more; default: up to 21c.",
                EnumValue(Choice::DEFAULT),
                MakeEnumAccessor<Choice>(&Net8Instance::m_resend),
                MakeEnumChecker(Choice::DEFAULT,
                                "default",
                                Choice::YES,
                                "true",
                                Choice::NO,
                                "false"))
            .AddAttribute("Verifier11g",
                          "Whether users have verifiers of 11g alone; up to 11.2 they have.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Instance::m_verifier11g),
                          MakeBooleanChecker())
            .AddAttribute("NativeServices",
                          "Whether the ACCEPT offers the native service negotiation.",
                          BooleanValue(true), // every real server of the captures does
                          MakeBooleanAccessor(&Net8Instance::m_nativeServices),
                          MakeBooleanChecker())
            .AddAttribute("DisableOobAuto",
                          "Whether the server does without the out-of-band check at connect time.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Instance::m_disableOobAuto),
                          MakeBooleanChecker())
            .AddAttribute("Platform",
                          "Operating system of the server; OCI on the same one has a short data "
                          "type negotiation and longer replies.",
                          EnumValue(Platform::LINUX),
                          MakeEnumAccessor<Platform>(&Net8Instance::m_platform),
                          MakeEnumChecker(Platform::LINUX, "linux", Platform::WINDOWS, "windows"))
            .AddAttribute("CharacterSet",
                          "Character set of the database; AL32UTF8 makes the protocol reply 50 "
                          "bytes longer than a set of single bytes.",
                          StringValue("AL32UTF8"), // captures of 10.2 on Linux, 11.2 and 12.1
                          MakeStringAccessor(&Net8Instance::m_characterSet),
                          MakeStringChecker())
            .AddAttribute("VersionText",
                          "Text in the reply to the version call; empty: as long as the captured "
                          "one of the release.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Instance::m_versionText),
                          MakeStringChecker())
            .AddAttribute(
                "ServiceName",
                "Service or SID that is served; any other is refused (ORA-12514); empty: any.",
                StringValue(""),
                MakeStringAccessor(&Net8Instance::m_serviceName),
                MakeStringChecker())
            .AddAttribute("HandoverTime",
                          "Time in seconds without CPU from the hand-over to the first answer.",
                          // captures of 9.2 to 12.1: 17 to 20 ms
                          StringValue("ns3::ConstantRandomVariable[Constant=0.018]"),
                          MakePointerAccessor(&Net8Instance::m_handoverTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("CallTime",
                          "Time in seconds that a call takes before its first row.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Instance::m_callTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("RowTime",
                          "Time in seconds that a row takes.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Instance::m_rowTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("PacketTime",
                          "Time in seconds that a TNS packet takes.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Instance::m_packetTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("ExecCpuTime",
                          "CPU time in seconds to start the server program and attach it.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Instance::m_execCpuTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("LogonCpuTime",
                          "CPU time in seconds of an authentication.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Instance::m_logonCpuTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("CallCpuTime",
                          "CPU time in seconds of a call after the logon.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Instance::m_callCpuTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "InboundConnectTimeout",
                "SQLNET.INBOUND_CONNECT_TIMEOUT: time from the hand-over within which the "
                "logon must be complete; 0: none.",
                TimeValue(Seconds(60)), // Net Services Reference 19c
                MakeTimeAccessor(&Net8Instance::m_inboundConnectTimeout),
                MakeTimeChecker(Time()))
            .AddAttribute("ExpireTime",
                          "SQLNET.EXPIRE_TIME: time without a call after which a client is "
                          "probed, and again after each further one; 0: never.",
                          TimeValue(Time()), // Net Services Reference
                          MakeTimeAccessor(&Net8Instance::m_expireTime),
                          MakeTimeChecker(Time()))
            .AddAttribute("NsProbes",
                          "USE_NS_PROBES_FOR_DCD: probes are packets of Oracle Net, not TCP's "
                          "keepalive; default: below 12.1.",
                          EnumValue(Choice::DEFAULT),
                          MakeEnumAccessor<Choice>(&Net8Instance::m_nsProbes),
                          MakeEnumChecker(Choice::DEFAULT,
                                          "default",
                                          Choice::YES,
                                          "true",
                                          Choice::NO,
                                          "false"))
            .AddAttribute("SendTimeout",
                          "SQLNET.SEND_TIMEOUT: longest time in which the socket takes no byte of "
                          "a reply; 0: none.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&Net8Instance::m_sendTimeout),
                          MakeTimeChecker(Time()))
            .AddAttribute("RecvTimeout",
                          "SQLNET.RECV_TIMEOUT: longest time without a call, after which the "
                          "server closes; 0: none.",
                          TimeValue(Time()),
                          MakeTimeAccessor(&Net8Instance::m_recvTimeout),
                          MakeTimeChecker(Time()))
            .AddAttribute("ProcessMemory",
                          "Memory of a server process in bytes.",
                          UintegerValue(4 << 20), // Net Services Administrator's Guide 23ai
                          MakeUintegerAccessor(&Net8Instance::m_processMemory),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("SessionMemory",
                          "Memory of a session in bytes.",
                          UintegerValue(400 << 10), // the same
                          MakeUintegerAccessor(&Net8Instance::m_sessionMemory),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("InstanceName",
                          "Name of the instance, its SID.",
                          StringValue("orcl"),
                          MakeStringAccessor(&Net8Instance::m_instanceName),
                          MakeStringChecker())
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
            .AddAttribute("Brokers",
                          "NUM_CBROK: connection brokers in front of the resident pool.",
                          UintegerValue(1), // general knowledge, default of the package
                          MakeUintegerAccessor(&Net8Instance::m_brokers),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute(
                "Registration",
                "How listeners know of the instance: it registers itself (dynamic), or it "
                "stands in SID_LIST (static) and is never blocked.",
                EnumValue(Registration::DYNAMIC), // PMON, LREG
                MakeEnumAccessor<Registration>(&Net8Instance::m_registration),
                MakeEnumChecker(Registration::DYNAMIC, "dynamic", Registration::STATIC, "static"))
            .AddAttribute("RegistrationInterval",
                          "Time between two updates of a dynamic registration.",
                          TimeValue(Seconds(60)), // about a minute when busy, at most ten
                          MakeTimeAccessor(&Net8Instance::m_registrationInterval),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute(
                "State",
                "Whether the instance takes connections: ready, restricted (ORA-12526) or "
                "blocked (ORA-12528).",
                EnumValue(InstanceState::READY),
                MakeEnumAccessor<InstanceState>(&Net8Instance::m_instanceState),
                MakeEnumChecker(InstanceState::READY,
                                "ready",
                                InstanceState::RESTRICTED,
                                "restricted",
                                InstanceState::BLOCKED,
                                "blocked"))
            .AddAttribute(
                "RemoteListener",
                "REMOTE_LISTENER: the instance registers with the listener of its host and "
                "with SCAN listeners (none), or with those of all other hosts, too (all).",
                EnumValue(RemoteListener::NONE),
                MakeEnumAccessor<RemoteListener>(&Net8Instance::m_remoteListener),
                MakeEnumChecker(RemoteListener::NONE, "none", RemoteListener::ALL, "all"))
            .AddAttribute("BalanceGoal",
                          "By what listeners choose among the instances of a service: fewest "
                          "sessions (long), least goodness (short), or least loaded node and then "
                          "fewest sessions (load).",
                          EnumValue(BalanceGoal::LONG), // CLB_GOAL_LONG, the documented default
                          MakeEnumAccessor<BalanceGoal>(&Net8Instance::m_balanceGoal),
                          MakeEnumChecker(BalanceGoal::LONG,
                                          "long",
                                          BalanceGoal::SHORT,
                                          "short",
                                          BalanceGoal::LOAD,
                                          "load"))
            .AddAttribute(
                "Goodness",
                "Goodness of the service at the instance, with BalanceGoal short; less is "
                "better.",
                DoubleValue(0),
                MakeDoubleAccessor(&Net8Instance::m_goodness),
                MakeDoubleChecker<double>(0))
            .AddAttribute("GoodnessDelta",
                          "What each new session adds to that until the next update.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8Instance::m_goodnessDelta),
                          MakeDoubleChecker<double>(0))
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

Net8Instance::Net8Instance() = default;
Net8Instance::~Net8Instance() = default;

void
Net8Instance::DoDispose()
{
    // First the pools, so that no server goes from one session to the next.
    m_handlers.Close();
    for (auto& [number, entry] : m_sessions)
    {
        entry.session->Dispose();
    }
    m_sessions.clear();
    m_setting = {};
    m_update.Cancel();
    m_updates.clear();
    m_handlers.Dispose();
    m_node = nullptr;
    m_resultSet = nullptr;
    Object::DoDispose();
}

int64_t
Net8Instance::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (const auto& variable : {m_handoverTime,
                                 m_callTime,
                                 m_rowTime,
                                 m_packetTime,
                                 m_execCpuTime,
                                 m_logonCpuTime,
                                 m_callCpuTime})
    {
        variable->SetStream(next++);
    }
    if (m_resultSet)
    {
        next += m_resultSet->AssignStreams(next);
    }
    return next - stream;
}

void
Net8Instance::SetResultSet(Ptr<Net8ResultSet> resultSet)
{
    m_resultSet = resultSet;
}

void
Net8Instance::Open(Ptr<Node> node)
{
    if (!m_resultSet)
    {
        m_resultSet = CreateObject<Net8ResultSet>();
    }
    // Without a helper that knows the client, overheads are those of the driver by default.
    m_resultSet->Complete(*DriverProfile::Find(DEFAULT_DRIVER));
    m_setting = MakeSetting();
    m_node = node;
    const auto problem = MakeHandlers();
    NS_ABORT_MSG_IF(!problem.empty(), problem);
    m_handlers.Open(
        {.cpu = node->GetObject<Net8HostCpu>(),
         .memory = node->GetObject<Net8HostMemory>(),
         .execCpuTime = m_execCpuTime,
         .handoverTime = m_handoverTime,
         .hasProcess = [this] { return m_processes == 0 || GetProcesses() < m_processes; },
         .processMemory = m_processMemory,
         .sessionMemory = m_sessionMemory});
    Update();
}

void
Net8Instance::SetFactory(const ObjectFactory& factory)
{
    m_handlers.SetFactory(factory);
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
                                          .isStatic = m_registration == Registration::STATIC});
    m_handlerSessions.assign(m_handlers.GetHandlers().size(), 0);
    return problem;
}

const Net8HandlerSet&
Net8Instance::GetHandlers() const
{
    return m_handlers;
}

void
Net8Instance::OnUpdate(const std::function<void()>& update)
{
    m_updates.push_back(update);
    if (m_node)
    {
        update();
    }
}

void
Net8Instance::Update()
{
    if (m_hangs)
    {
        return;
    }
    for (const auto& update : m_updates)
    {
        update();
    }
}

void
Net8Instance::Announce()
{
    ScheduleUpdate();
}

void
Net8Instance::Shutdown(bool silent)
{
    ++m_downs;
    // First the pools, so that no server goes from one session to the next.
    m_handlers.Close();
    // Each session that ends leaves the list only when the call stack has unwound.
    for (const auto& [number, entry] : m_sessions)
    {
        entry.session->Abort();
    }
    m_hangs = false;
    if (silent)
    {
        ScheduleUpdate();
        return;
    }
    m_update.Cancel();
    Update();
}

void
Net8Instance::Startup()
{
    m_hangs = false;
    if (m_downs > 0 && --m_downs == 0)
    {
        m_handlers.Reopen();
        ScheduleUpdate();
    }
}

void
Net8Instance::SetHanging(bool hangs)
{
    m_hangs = hangs;
    for (const auto& [number, entry] : m_sessions)
    {
        entry.session->SetHanging(hangs);
    }
    if (!hangs)
    {
        ScheduleUpdate();
    }
}

bool
Net8Instance::IsUp() const
{
    return m_downs == 0;
}

bool
Net8Instance::IsStatic() const
{
    return m_registration == Registration::STATIC;
}

bool
Net8Instance::RegistersEverywhere() const
{
    return m_remoteListener == RemoteListener::ALL;
}

const std::string&
Net8Instance::GetName() const
{
    return m_instanceName;
}

uint64_t
Net8Instance::GetStarted() const
{
    return m_started;
}

void
Net8Instance::ScheduleUpdate()
{
    if (m_registration == Registration::STATIC || m_update.IsPending())
    {
        return;
    }
    // Updates come at whole multiples of the interval; one that brings nothing new is left out.
    const int64_t interval = m_registrationInterval.GetTimeStep();
    const int64_t next = (Simulator::Now().GetTimeStep() / interval + 1) * interval;
    m_update = Simulator::Schedule(TimeStep(next) - Simulator::Now(), &Net8Instance::Update, this);
}

ServiceRegistration
Net8Instance::MakeRegistration() const
{
    ServiceRegistration registration;
    registration.instance = m_instanceName;
    registration.node = std::to_string(m_node->GetId());
    const auto cpu = m_node->GetObject<Net8HostCpu>();
    registration.nodeLoad = cpu ? cpu->GetRunQueue() : 0;
    registration.sessions = m_sessionCount;
    registration.state =
        m_registration == Registration::STATIC ? InstanceState::UNKNOWN : m_instanceState;
    registration.services.push_back({.name = m_serviceName,
                                     .goal = m_balanceGoal,
                                     .goodness = m_goodness,
                                     .delta = m_goodnessDelta});
    for (uint32_t number = 0; number < m_handlerSessions.size(); ++number)
    {
        registration.handlers.push_back(m_handlers.GetRegistration(number));
        registration.handlers.back().sessions = m_handlerSessions[number];
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

TextError
Net8Instance::ReadRelease(ReleaseProfile& out) const
{
    if (auto error = ReleaseProfile::Read(m_release, out); error.IsError())
    {
        return error;
    }
    out.platform = m_platform;
    out.verifier11g = m_verifier11g;
    out.multibyte = EqualNoCase(m_characterSet, "AL32UTF8");
    if (!m_versionText.empty())
    {
        out.versionText = static_cast<uint32_t>(m_versionText.size());
    }
    return {};
}

Net8ServerSession::Setting
Net8Instance::MakeSetting() const
{
    Net8ServerSession::Setting setting;
    const auto error = ReadRelease(setting.release);
    NS_ABORT_MSG_IF(error.IsError(), "Net8Instance: " << error.GetSentence());
    const auto& release = setting.release;
    setting.limits.version = release.version;
    setting.limits.sdu = std::min(m_sdu == 0 ? release.sdu : m_sdu, release.maximumSdu);
    setting.limits.tdu = m_tdu == 0 ? release.tdu : m_tdu;
    setting.tduRule = ResolveTduRule(m_tduRule, release.version);
    setting.resend = m_resend == Choice::DEFAULT ? release.resend : m_resend == Choice::YES;
    if (!m_nativeServices)
    {
        setting.release.acceptFlags0 = connect_flag::NA_DISABLED;
        setting.release.acceptFlags1 = connect_flag::NA_DISABLED;
    }
    if (m_disableOobAuto)
    {
        setting.release.acceptFlags2 &= ~accept_flag2::OOB_CHECK;
    }
    setting.pack = m_pack;
    setting.sduReserve = m_sduReserve;
    setting.resultSet = m_resultSet;
    setting.inboundConnectTimeout = m_inboundConnectTimeout;
    setting.expireTime = m_expireTime;
    setting.nsProbes = m_nsProbes == Choice::DEFAULT ? release.version < VERSION_LONG_SIZES
                                                     : m_nsProbes == Choice::YES;
    setting.sendTimeout = m_sendTimeout;
    setting.recvTimeout = m_recvTimeout;
    setting.logonCpuTime = m_logonCpuTime;
    setting.callCpuTime = m_callCpuTime;
    setting.callTime = m_callTime;
    setting.rowTime = m_rowTime;
    setting.packetTime = m_packetTime;
    return setting;
}

bool
Net8Instance::TakeOver(Arrival arrival)
{
    NS_LOG_FUNCTION(this << arrival.session << arrival.from);
    if (!IsUp() && !Starts(arrival.handler))
    {
        return false;
    }
    // Whether a process is forked is seen before that is done.
    const bool forked = NeedsFork(arrival.handler);
    const auto rejection = GetRejection(arrival);
    auto executor = m_handlers.Admit(arrival.handler, arrival.request);
    if (!executor)
    {
        return false;
    }
    ++m_started;
    const uint64_t number = arrival.session;
    auto session = CreateObject<Net8ServerSession>();
    const bool rejected = !rejection.empty();
    m_sessions[number] = {.session = session,
                          .from = arrival.from,
                          .begin = Simulator::Now(),
                          .handler = arrival.handler,
                          .rejected = rejected,
                          .forked = forked && !rejected};
    m_forked += forked && !rejected ? 1 : 0;
    m_sessionCount = static_cast<uint32_t>(m_sessions.size());
    ++m_handlerSessions[arrival.handler];
    if (rejected)
    {
        Reject(number, rejection);
    }
    m_startedTrace(number, Simulator::Now());
    ScheduleUpdate();
    session->Start(arrival.connection,
                   arrival.connect,
                   m_setting,
                   std::move(executor),
                   [this, number] {
                       // The session is still on the call stack: give it back when that has
                       // unwound.
                       Simulator::ScheduleNow(&Net8Instance::HandleEnd, this, number);
                   });
    session->SetHanging(m_hangs);
    return true;
}

bool
Net8Instance::Starts(uint32_t handler) const
{
    return m_platform != Platform::WINDOWS && NeedsFork(handler);
}

std::string
Net8Instance::GetRejection(const Arrival& arrival) const
{
    if (!IsUp())
    {
        return "ORA-01034: ORACLE not available";
    }
    const auto& handler = m_handlers.GetHandlers()[arrival.handler];
    const auto sessions = static_cast<uint32_t>(m_sessions.size()) - m_rejected;
    // A connection with a broker is no session; it borrows one of the pool.
    const bool isSession = handler->GetRegistration().type != HandlerType::POOLED;
    if (handler->NeedsFork() && m_processes > 0 && GetProcesses() >= m_processes)
    {
        return "ORA-00020: maximum number of processes (" + std::to_string(m_processes) +
               ") exceeded";
    }
    if (isSession && m_sessionLimit > 0 && sessions >= m_sessionLimit)
    {
        return "ORA-00018: maximum number of sessions exceeded";
    }
    return "";
}

uint32_t
Net8Instance::GetProcesses() const
{
    return m_handlers.GetProcesses() + m_forked;
}

void
Net8Instance::Reject(uint64_t number, const std::string& text)
{
    const auto& entry = m_sessions.at(number);
    ++m_rejected;
    entry.session->Reject(text);
    const uint32_t code = Net8ServerSession::GetErrorNumber(text);
    ++m_rejections[code];
    m_rejectedTrace(number, code, Simulator::Now());
}

bool
Net8Instance::NeedsFork(uint32_t handler) const
{
    return m_handlers.GetHandlers()[handler]->NeedsFork();
}

const std::string&
Net8Instance::GetServiceName() const
{
    return m_serviceName;
}

uint32_t
Net8Instance::GetSessionCount() const
{
    return m_sessionCount;
}

void
Net8Instance::HandleEnd(uint64_t number)
{
    const auto found = m_sessions.find(number);
    if (found == m_sessions.end())
    {
        return;
    }
    m_counters.Add(found->second.session->GetCounters());
    m_probes += found->second.session->GetProbes();
    m_recordTrace(MakeRecord(number, found->second));
    const auto& entry = found->second;
    --m_handlerSessions[entry.handler];
    m_rejected -= entry.rejected ? 1 : 0;
    m_forked -= entry.forked ? 1 : 0;
    m_sessions.erase(found);
    m_sessionCount = static_cast<uint32_t>(m_sessions.size());
    m_endedTrace(number, Simulator::Now());
    ScheduleUpdate();
}

ServerRecord
Net8Instance::MakeRecord(uint64_t number, const Entry& entry)
{
    ServerRecord record = entry.session->GetRecord();
    record.session = number;
    record.from = entry.from;
    record.begin = entry.begin;
    record.handler = entry.handler;
    return record;
}

uint64_t
Net8Instance::GetProbes() const
{
    uint64_t probes = m_probes;
    for (const auto& [number, entry] : m_sessions)
    {
        probes += entry.session->GetProbes();
    }
    return probes;
}

const std::map<uint32_t, uint64_t>&
Net8Instance::GetRejections() const
{
    return m_rejections;
}

SessionCounters
Net8Instance::GetCounters() const
{
    SessionCounters counters = m_counters;
    for (const auto& [number, entry] : m_sessions)
    {
        counters.Add(entry.session->GetCounters());
    }
    return counters;
}

std::vector<ServerRecord>
Net8Instance::GetOpenRecords() const
{
    std::vector<ServerRecord> records;
    for (const auto& [number, entry] : m_sessions)
    {
        records.push_back(MakeRecord(number, entry));
    }
    return records;
}

} // namespace ns3::net8
