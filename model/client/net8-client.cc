// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/integer.h"
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
#include <arpa/inet.h>
#include <array>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Client");
NS_OBJECT_ENSURE_REGISTERED(Net8Client);

namespace
{

/// Largest array size that is accepted, rows.
constexpr uint32_t ARRAY_MAX = (1 << 24) - 1;
/// Most passes that are accepted.
constexpr uint32_t RETRY_MAX = 1'000'000;
/// Most sessions of one client, one after the other.
constexpr uint32_t CYCLES_MAX = 1'000'000;
/// Most entries of a tnsnames.ora.
constexpr uint32_t NAMING_ENTRIES_MAX = 100'000'000;
/// Characters of the statement when nothing else is said: that of the driver captures.
constexpr uint32_t STATEMENT_LENGTH = 21;

/**
 * @param host a host of a descriptor
 * @return the IP address that it is written as, or nothing
 */
std::vector<Address>
ParseIp(const std::string& host)
{
    std::array<uint8_t, 16> bytes{};
    if (inet_pton(AF_INET, host.c_str(), bytes.data()) == 1)
    {
        return {Ipv4Address(host.c_str())};
    }
    if (inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1)
    {
        return {Ipv6Address(host.c_str())};
    }
    return {};
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
            .AddAttribute(
                "Driver",
                "Client program: sqlplus, oci, jdbc-thin, python-thin, node-thin or dblink, or "
                "file: and the path of a file such as those of model/profile/drivers.",
                StringValue(DEFAULT_DRIVER),
                MakeStringAccessor(&Net8Client::m_driverName),
                MakeStringChecker())
            .AddAttribute("Release",
                          "Oracle release of the driver; empty: 12.1 for OCI, 23ai for thin "
                          "drivers, 10.2 for "
                          "database links.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_release),
                          MakeStringChecker())
            .AddAttribute("Sdu",
                          "SDU asked for in bytes; 0: the default of the driver's release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Client::m_sdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("Tdu",
                          "TDU asked for in bytes; 0: the default of the driver's release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Client::m_tdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("TduRule",
                          "Whether packets are cut at the smaller of SDU and TDU (min) or at the "
                          "SDU (ignore); "
                          "default: ignore for thin drivers and from 11g on, else min.",
                          EnumValue(TduChoice::DEFAULT),
                          MakeEnumAccessor<TduChoice>(&Net8Client::m_tduRule),
                          MakeEnumChecker(TduChoice::DEFAULT,
                                          "default",
                                          TduChoice::MIN,
                                          "min",
                                          TduChoice::IGNORE,
                                          "ignore"))
            .AddAttribute("ArraySize",
                          "Rows asked for in a fetch; 0: the driver's default.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Client::m_arraySize),
                          MakeUintegerChecker<uint32_t>(0, ARRAY_MAX))
            .AddAttribute("PrefetchRows",
                          "Rows asked for with the execute; -1: the driver's habit.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&Net8Client::m_prefetchRows),
                          MakeIntegerChecker<int64_t>(-1, ARRAY_MAX))
            .AddAttribute("PrefetchMemory",
                          "Bytes of rows that come with the execute at most, "
                          "OCI_ATTR_PREFETCH_MEMORY; 0: PrefetchRows counts alone.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Client::m_prefetchMemory),
                          MakeUintegerChecker<uint32_t>(0, 0x7fffffff))
            .AddAttribute("FetchHabit",
                          "Rows of the fetches: array, short_second, growing or rounded; default: "
                          "the driver's.",
                          EnumValue(FetchChoice::DEFAULT),
                          MakeEnumAccessor<FetchChoice>(&Net8Client::m_habit),
                          MakeEnumChecker(FetchChoice::DEFAULT,
                                          "default",
                                          FetchChoice::ARRAY,
                                          "array",
                                          FetchChoice::SHORT_SECOND,
                                          "short_second",
                                          FetchChoice::GROWING,
                                          "growing",
                                          FetchChoice::ROUNDED,
                                          "rounded"))
            .AddAttribute("GrownArraySize",
                          "Rows of the third fetch and later ones with the habit growing.",
                          UintegerValue(250), // runs of JDBC 23.26
                          MakeUintegerAccessor(&Net8Client::m_grownArraySize),
                          MakeUintegerChecker<uint32_t>(1, ARRAY_MAX))
            .AddAttribute("LookAhead",
                          "Whether the end of the data comes with the last row, so that a full "
                          "last array is not followed by an empty one; default: the driver's.",
                          EnumValue(LookAheadChoice::DEFAULT),
                          MakeEnumAccessor<LookAheadChoice>(&Net8Client::m_lookAhead),
                          MakeEnumChecker(LookAheadChoice::DEFAULT,
                                          "default",
                                          LookAheadChoice::NO,
                                          "false",
                                          LookAheadChoice::YES,
                                          "true"))
            .AddAttribute("ServiceName",
                          "Service asked for in the connect data.",
                          StringValue("orcl"),
                          MakeStringAccessor(&Net8Client::m_serviceName),
                          MakeStringChecker())
            .AddAttribute("Server",
                          "SERVER in the connect data, where the descriptor gives none: dedicated, "
                          "shared or pooled; any: none, the listener chooses.",
                          EnumValue(ServerChoice::ANY),
                          MakeEnumAccessor<ServerChoice>(&Net8Client::m_server),
                          MakeEnumChecker(ServerChoice::ANY,
                                          "any",
                                          ServerChoice::DEDICATED,
                                          "dedicated",
                                          ServerChoice::SHARED,
                                          "shared",
                                          ServerChoice::POOLED,
                                          "pooled"))
            .AddAttribute("PoolConnectionClass",
                          "POOL_CONNECTION_CLASS in the connect data, where the descriptor gives "
                          "none; empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_poolConnectionClass),
                          MakeStringChecker())
            .AddAttribute("PoolPurity",
                          "POOL_PURITY in the connect data, where the descriptor gives none: self "
                          "or new; any: none, as self.",
                          EnumValue(PurityChoice::ANY),
                          MakeEnumAccessor<PurityChoice>(&Net8Client::m_poolPurity),
                          MakeEnumChecker(PurityChoice::ANY,
                                          "any",
                                          PurityChoice::SELF,
                                          "self",
                                          PurityChoice::NEW,
                                          "new"))
            .AddAttribute(
                "ConnectData",
                "Text of the connect descriptor that is sent; empty: made from ServiceName.",
                StringValue(""),
                MakeStringAccessor(&Net8Client::m_connectData),
                MakeStringChecker())
            .AddAttribute("AuthenticationServices",
                          "Who authenticates the user of an OCI client: the database (none) or "
                          "Windows (nts), in two more requests of the native services.",
                          EnumValue(AuthenticationService::NONE),
                          MakeEnumAccessor<AuthenticationService>(&Net8Client::m_authentication),
                          MakeEnumChecker(AuthenticationService::NONE,
                                          "none",
                                          AuthenticationService::NTS,
                                          "nts"))
            .AddAttribute("DisableOobAuto",
                          "Whether the client does without the out-of-band check at connect time.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Client::m_disableOobAuto),
                          MakeBooleanChecker())
            .AddAttribute("Platform",
                          "Operating system that an OCI client runs on.",
                          EnumValue(Platform::LINUX),
                          MakeEnumAccessor<Platform>(&Net8Client::m_platform),
                          MakeEnumChecker(Platform::LINUX, "linux", Platform::WINDOWS, "windows"))
            .AddAttribute("UserName",
                          "Database user; empty: scott.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_userName),
                          MakeStringChecker())
            .AddAttribute("Program",
                          "Program, on Windows with its path; empty: the driver's name, with the "
                          "host behind it for OCI on Linux.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_program),
                          MakeStringChecker())
            .AddAttribute("Machine",
                          "Host name of the client, DOMAIN\\HOST on Windows; empty: client.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_machine),
                          MakeStringChecker())
            .AddAttribute("Terminal",
                          "Terminal of the client; empty: pts/0 for OCI, unknown for thin drivers.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_terminal),
                          MakeStringChecker())
            .AddAttribute("OsUser",
                          "User of the client's operating system; empty: user.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_osUser),
                          MakeStringChecker())
            .AddAttribute("ProcessId",
                          "Process of the client; empty: 12345, and 1234 for JDBC.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_processId),
                          MakeStringChecker())
            .AddAttribute("Commits",
                          "Number of commit calls between the last query and the logoff.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Client::m_commits),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("Queries",
                          "Number of times that the statement is executed and fetched to its end.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Client::m_queries),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("ThinkTime",
                          "Time in seconds between two queries.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Client::m_thinkTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "CallTime",
                "Time in seconds that the client takes after each reply to an execute, a fetch or "
                "the read of a LOB.",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                MakePointerAccessor(&Net8Client::m_callTime),
                MakePointerChecker<RandomVariableStream>())
            .AddAttribute("RowTime",
                          "Time in seconds that the client takes for each row once it is whole.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Client::m_rowTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("TransportConnectTimeout",
                          "Time for the TCP connect to one address, where the descriptor says "
                          "nothing; 0: 20 s in python-oracledb, else 60 s.",
                          TimeValue(Seconds(0)), // TCP.CONNECT_TIMEOUT, 11.2 and later
                          MakeTimeAccessor(&Net8Client::m_transportConnectTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ConnectTimeout",
                          "Time for one address up to the ACCEPT, REDIRECTs included, where the "
                          "descriptor says nothing; 0: no limit.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_connectTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RetryCount",
                          "Further passes over all addresses, where the descriptor says nothing.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Client::m_retryCount),
                          MakeUintegerChecker<uint32_t>(0, RETRY_MAX))
            .AddAttribute("RetryDelay",
                          "Time between two passes, where the descriptor says nothing; negative: "
                          "1 s in thin drivers and from 12.2 on, else 0.",
                          TimeValue(Seconds(-1)),
                          MakeTimeAccessor(&Net8Client::m_retryDelay),
                          MakeTimeChecker(Seconds(-1)))
            .AddAttribute("RecvTimeout",
                          "Time without a byte from the server, while a reply is due, after which "
                          "the client gives up; 0: none.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_recvTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("SendTimeout",
                          "Time in which the socket takes no byte of a request, after which the "
                          "client gives up; 0: none.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_sendTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("KeepAlive",
                          "ENABLE=BROKEN: TCP's keepalive looks after the server, with the times "
                          "of the client's system.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Client::m_keepAlive),
                          MakeBooleanChecker())
            .AddAttribute("ExpireTime",
                          "EXPIRE_TIME: silence of the server after which TCP's keepalive probes "
                          "it, where the descriptor says nothing; 0: never.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_expireTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("CallTimeout",
                          "Time after which the client cancels an execute or a fetch; 0: never.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_callTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ReadLobs",
                          "Whether the client reads the LOBs of the rows, each by calls of its "
                          "own.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Net8Client::m_readLobs),
                          MakeBooleanChecker())
            .AddAttribute("LobAmount",
                          "Bytes of a LOB that one call asks for; 0: the whole value.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Client::m_lobAmount),
                          MakeUintegerChecker<uint32_t>(0, 0x7fffffff))
            .AddAttribute("WrongPassword",
                          "Whether the server refuses the password (ORA-01017).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Client::m_wrongPassword),
                          MakeBooleanChecker())
            .AddAttribute("PreferIp",
                          "IP version whose addresses of a host are tried first.",
                          EnumValue(PreferIp::V6), // RFC 6724, section 2.1
                          MakeEnumAccessor<PreferIp>(&Net8Client::m_preferIp),
                          MakeEnumChecker(PreferIp::V6, "v6", PreferIp::V4, "v4"))
            .AddAttribute("Descriptor",
                          "Connect descriptor whose addresses are tried; empty: Remote alone.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Client::m_descriptor),
                          MakeStringChecker())
            .AddAttribute("Behaviour",
                          "What it does once TCP is up: as a client should (normal), nothing "
                          "(silent), bytes that are no TNS (garbage), or its CONNECT at one byte "
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
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("PacketTime",
                          "Processor time for each TNS packet sent or received, such as for "
                          "tracing.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_packetTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ByteTime",
                          "Processor time for each byte sent or received, such as for "
                          "encryption.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_byteTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ReadAhead",
                          "Whether a reply is read as it comes; if not, the client does what "
                          "PacketTime and ByteTime say of each packet before it reads the next, "
                          "and its receive buffer fills.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Net8Client::m_readAhead),
                          MakeBooleanChecker())
            .AddAttribute("Naming",
                          "How the alias is found: at no cost (none), by reading tnsnames.ora "
                          "entry by entry (tnsnames) or with an index (indexed), from a name "
                          "server (dns) or a directory server (directory).",
                          EnumValue(NamingMethod::NONE),
                          MakeEnumAccessor<NamingMethod>(&Net8Client::m_naming),
                          MakeEnumChecker(NamingMethod::NONE,
                                          "none",
                                          NamingMethod::TNSNAMES,
                                          "tnsnames",
                                          NamingMethod::INDEXED,
                                          "indexed",
                                          NamingMethod::DNS,
                                          "dns",
                                          NamingMethod::DIRECTORY,
                                          "directory"))
            .AddAttribute("NamingEntries",
                          "Entries of tnsnames.ora.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Client::m_namingEntries),
                          MakeUintegerChecker<uint32_t>(1, NAMING_ENTRIES_MAX))
            .AddAttribute("EntryTime",
                          "Time to read one entry of tnsnames.ora.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_entryTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("LookupTime",
                          "Time that a name or directory server takes for a look-up.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Client::m_lookupTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("NameServer",
                          "Address and port of the name or directory server, which echoes.",
                          AddressValue(),
                          MakeAddressAccessor(&Net8Client::m_nameServer),
                          MakeAddressChecker())
            .AddTraceSource("StateTransition",
                            "A session changed its state: old and new name.",
                            MakeTraceSourceAccessor(&Net8Client::m_stateTrace),
                            "ns3::Application::StateTransitionCallback")
            .AddTraceSource("CallDone",
                            "A round trip of the database protocol is done.",
                            MakeTraceSourceAccessor(&Net8Client::m_callTrace),
                            "ns3::net8::Net8Client::CallTracedCallback")
            .AddTraceSource("Connecting",
                            "A session sent its SYN: its number, the address that it comes from.",
                            MakeTraceSourceAccessor(&Net8Client::m_connectingTrace),
                            "ns3::net8::Net8Client::ConnectingTracedCallback")
            .AddTraceSource("AttemptDone",
                            "A session connected to an address, or failed to.",
                            MakeTraceSourceAccessor(&Net8Client::m_attemptTrace),
                            "ns3::net8::Net8Client::AttemptTracedCallback")
            .AddTraceSource("SessionDone",
                            "A session is over.",
                            MakeTraceSourceAccessor(&Net8Client::m_sessionTrace),
                            "ns3::net8::Net8Client::SessionTracedCallback");
    return tid;
}

Net8Client::Net8Client() = default;
Net8Client::~Net8Client() = default;

void
Net8Client::DoDispose()
{
    CancelEvents();
    m_sessions.clear();
    m_lingering.clear();
    m_settings = {};
    m_resolver = nullptr;
    Application::DoDispose();
}

int64_t
Net8Client::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (const auto& variable : {m_thinkTime, m_callTime, m_rowTime, m_pause})
    {
        variable->SetStream(next++);
    }
    m_choice->SetStream(next++);
    return next - stream;
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
    m_nextArrival = m_arrivals.size();
}

void
Net8Client::SetSessionStep(uint32_t step)
{
    m_sessionStep = step;
}

void
Net8Client::SetRequestLength(uint32_t execute, uint32_t parse)
{
    m_requestLength = execute;
    m_parseLength = parse;
}

void
Net8Client::SetResolver(Net8AddressWalk::Resolver resolver)
{
    m_resolver = std::move(resolver);
}

void
Net8Client::SetLobs(const std::vector<uint32_t>& lobs, uint32_t columns, uint32_t locator)
{
    m_lobs = lobs;
    m_columns = columns;
    m_lobLocator = locator;
}

TextError
Net8Client::ReadDriver(DriverProfile& out) const
{
    if (auto error = DriverProfile::Read(m_driverName, m_release, out); error.IsError())
    {
        return error;
    }
    out.SetPlatform(m_platform);
    if (m_habit != FetchChoice::DEFAULT)
    {
        out.habit = static_cast<FetchHabit>(static_cast<int>(m_habit) - 1);
    }
    if (m_lookAhead != LookAheadChoice::DEFAULT)
    {
        out.lookAhead = m_lookAhead == LookAheadChoice::YES;
    }
    out.sdu = m_sdu == 0 ? out.sdu : m_sdu;
    out.tdu = m_tdu != 0 ? m_tdu : out.tduFollowsSdu ? out.sdu : out.tdu;
    if (m_arraySize != 0)
    {
        out.arraySize = m_arraySize;
        if (out.habit == FetchHabit::GROWING && m_habit == FetchChoice::DEFAULT)
        {
            out.habit = FetchHabit::ARRAY; // JDBC with a fetch size of its own stays there
        }
    }
    out.prefetchRows = out.prefetchRows == 0 ? out.arraySize : out.prefetchRows;
    out.prefetchRows =
        m_prefetchRows < 0 ? out.prefetchRows : static_cast<uint32_t>(m_prefetchRows);
    if (m_prefetchMemory != 0 && m_prefetchRows <= 0)
    {
        out.prefetchRows = ARRAY_MAX; // the memory alone decides
    }
    out.connectFlags2 = m_disableOobAuto ? 0 : out.connectFlags2;
    out.osAuthentication = m_authentication == AuthenticationService::NTS && !out.thin;
    out.connectFlags |= out.osAuthentication ? connect_flag::AUTHENTICATION_LINKED : 0;
    return {};
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
    return m_naming == NamingMethod::DNS || m_naming == NamingMethod::DIRECTORY;
}

Net8ClientSession::State
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
Net8Client::MakeRecord(const Net8ClientSession& session) const
{
    SessionRecord record = session.GetRecord();
    record.group = m_group;
    return record;
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

Net8AddressWalk::Limits
Net8Client::GetLimits(const DriverProfile& driver) const
{
    Net8AddressWalk::Limits limits;
    limits.connectTimeout = m_connectTimeout;
    limits.transportConnectTimeout = m_transportConnectTimeout;
    if (m_transportConnectTimeout.IsZero())
    {
        limits.transportConnectTimeout = Seconds(driver.transportConnectTimeout);
    }
    limits.retryCount = m_retryCount;
    limits.retryDelay = m_retryDelay;
    if (m_retryDelay.IsStrictlyNegative())
    {
        limits.retryDelay = Seconds(driver.retryDelay);
    }
    if (IsAttacker())
    {
        limits.connectTimeout = Seconds(0);
    }
    return limits;
}

void
Net8Client::ReadDescriptor()
{
    auto& descriptor = m_settings.descriptor;
    if (!m_descriptor.empty())
    {
        m_settings.aliasKnown = !ConnectDescriptor::Parse(m_descriptor, descriptor).IsError() &&
                                !descriptor.CheckProtocols().IsError();
        return;
    }
    // Nothing says where to go but Remote: the only address of the only description.
    ConnectAddress address;
    address.port = Inet6SocketAddress::IsMatchingType(m_remote)
                       ? Inet6SocketAddress::ConvertFrom(m_remote).GetPort()
                       : InetSocketAddress::ConvertFrom(m_remote).GetPort();
    AddressList list;
    list.isBare = true;
    list.addresses.push_back(address);
    descriptor.descriptions.resize(1);
    descriptor.descriptions.front().addressLists = {list};
}

std::vector<Address>
Net8Client::Resolve(const std::string& host) const
{
    std::vector<Address> found;
    if (m_resolver)
    {
        found = m_resolver(host);
    }
    else if (!host.empty())
    {
        found = ParseIp(host);
    }
    else
    {
        found = {Inet6SocketAddress::IsMatchingType(m_remote)
                     ? Address(Inet6SocketAddress::ConvertFrom(m_remote).GetIpv6())
                     : Address(InetSocketAddress::ConvertFrom(m_remote).GetIpv4())};
    }
    std::ranges::stable_sort(found, {}, [this](const Address& ip) {
        return std::pair(!HasStackFor(GetNode(), ip), IsIpv6(ip) != (m_preferIp == PreferIp::V6));
    });
    return found;
}

void
Net8Client::MakeSettings()
{
    auto& s = m_settings;
    auto& d = s.dialogue;
    const auto error = ReadDriver(d.driver);
    NS_ABORT_MSG_IF(error.IsError(), "Net8Client: " << error.GetSentence());
    s.node = GetNode();
    s.protocol = m_protocol;
    d.tduRule = m_tduRule;
    d.drivers.clear();
    s.query.requestLength = m_requestLength;
    s.query.parseLength = m_parseLength;
    if (m_requestLength == 0)
    {
        s.query.requestLength = d.driver.GetExecuteLength(STATEMENT_LENGTH, 1);
        s.query.parseLength = d.driver.GetParseLength(STATEMENT_LENGTH);
    }
    d.identity = ClientIdentity{m_userName, m_program, m_machine, m_terminal, m_osUser, m_processId}
                     .Complete(d.driver);
    s.queries = m_queries;
    d.commits = m_commits;
    d.grownArraySize = m_grownArraySize;
    d.prefetchMemory = m_prefetchMemory;
    s.query.lobs = m_lobs;
    s.query.columns = m_columns;
    s.query.lobLocator = m_lobLocator;
    d.readLobs = m_readLobs;
    d.lobAmount = m_lobAmount;
    d.recvTimeout = ToChrono(m_recvTimeout);
    s.sendTimeout = m_sendTimeout;
    s.keepAlive = m_keepAlive;
    s.expireTime = m_expireTime;
    s.thinkTime = m_thinkTime;
    s.callTime = m_callTime;
    s.rowTime = m_rowTime;
    d.packetTime = ToChrono(m_packetTime);
    d.byteTime = ToChrono(m_byteTime);
    s.readAhead = m_readAhead;
    d.callTimeout = ToChrono(m_callTimeout);
    d.wrongPassword = m_wrongPassword;
    d.behaviour = m_behaviour;
    d.connectData = m_connectData;
    d.serviceName = m_serviceName;
    d.server = m_server == ServerChoice::DEDICATED ? "dedicated"
               : m_server == ServerChoice::SHARED  ? "shared"
               : m_server == ServerChoice::POOLED  ? "pooled"
                                                   : "";
    d.poolConnectionClass = m_poolConnectionClass;
    d.poolPurity = m_poolPurity == PurityChoice::SELF  ? "self"
                   : m_poolPurity == PurityChoice::NEW ? "new"
                                                       : "";
    s.limits = GetLimits(d.driver);
    s.resolve = [this](const std::string& host) { return Resolve(host); };
    s.draw = [this](uint32_t below) { return m_choice->GetInteger(0, below - 1); };
    s.naming = m_naming;
    s.namingEntries = m_namingEntries;
    s.entryTime = m_entryTime;
    s.lookupTime = m_lookupTime;
    s.nameServer = m_nameServer;
    s.stateChanged = [this](const std::string& before, const std::string& after) {
        m_stateTrace(before, after);
    };
    s.connecting = [this](uint32_t session, const Address& local) {
        m_connectingTrace(session, local);
    };
    s.callDone = [this](const CallRecord& record) { m_callTrace(record); };
    s.attemptDone = [this](const AttemptRecord& record) { m_attemptTrace(record); };
    s.sessionDone = [this](Net8ClientSession& session) { HandleEnd(session); };
    ReadDescriptor();
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
    StartDue();
}

void
Net8Client::StartDue()
{
    while (m_nextArrival < m_arrivals.size() && m_arrivals[m_nextArrival].start <= Simulator::Now())
    {
        StartSession(m_arrivals[m_nextArrival++].session, 1);
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
    running.session = std::make_unique<Net8ClientSession>(m_settings, number);
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
Net8Client::HandleEnd(Net8ClientSession& session)
{
    const SessionRecord record = MakeRecord(session);
    if (m_last.session == record.session)
    {
        m_last = record;
        m_lastState = session.GetState();
    }
    m_sessionTrace(record);
    // The session is on the call stack: it goes when that has unwound.
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
    const uint32_t cycle = found->second.cycle;
    m_counters.Add(found->second.session->GetCounters());
    if (!found->second.session->IsDrained())
    {
        m_lingering.push_back(std::move(found->second.session));
    }
    m_sessions.erase(found);
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
    for (const auto& [number, running] : m_sessions)
    {
        running.session->Stop();
    }
}

} // namespace ns3::net8
