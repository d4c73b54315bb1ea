// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/net8-accept-packet.h"
#include "ns3/net8-column.h"
#include "ns3/net8-data-packet.h"
#include "ns3/net8-marker-packet.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-random.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Client");
NS_OBJECT_ENSURE_REGISTERED(Net8Client);

namespace
{

/// Names of the states, in their order.
constexpr std::array STATE_NAMES{"IDLE",
                                 "CONNECTING",
                                 "NEGOTIATING",
                                 "LOGGING_ON",
                                 "CALLING",
                                 "BREAKING",
                                 "THINKING",
                                 "LOGGING_OFF",
                                 "CLOSED",
                                 "FAILED"};

/// Fetches before JDBC grows its default fetch size (driver captures).
constexpr uint32_t FETCHES_BEFORE_GROWTH = 2;
/// Largest array size that is accepted, rows.
constexpr uint32_t ARRAY_MAX = (1 << 24) - 1;
/// Error of a call that was cancelled.
constexpr uint32_t ERROR_CANCELLED = 1013;
/// TTC bytes of the calls that open and close a cursor, and of the session switch in front of the
/// logoff, of OCI up to 9.2 (capture of 9.2 with 10.2).
constexpr uint32_t OPEN_CURSOR_LENGTH = 11;
constexpr uint32_t CLOSE_CURSOR_LENGTH = 7;
constexpr uint32_t SESSION_SWITCH_9I = 15;
/// Characters of the statement when nothing else is said: that of the driver captures.
constexpr uint32_t STATEMENT_LENGTH = 21;

/**
 * @param accept an ACCEPT
 * @return true if it offers native services: wanted, not disabled, and services are linked
 */
bool
OffersNative(const AcceptPacket& accept)
{
    return (accept.connectFlags0 & connect_flag::NA_WANTED) != 0 &&
           (accept.connectFlags0 & connect_flag::NA_DISABLED) == 0 &&
           (accept.connectFlags1 & connect_flag::NO_NA_SERVICES) == 0;
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
                "Client program: sqlplus, oci, jdbc-thin, python-thin, node-thin or dblink.",
                StringValue("sqlplus"),
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
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Queries",
                          "Number of times that the statement is executed and fetched to its end.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Client::m_queries),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("ThinkTime",
                          "Time in seconds between two queries.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Client::m_thinkTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "CallTime",
                "Time in seconds that the client takes before each further call of a query.",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                MakePointerAccessor(&Net8Client::m_callTime),
                MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "RowTime",
                "Time in seconds that the client takes for each row before the next call.",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                MakePointerAccessor(&Net8Client::m_rowTime),
                MakePointerChecker<RandomVariableStream>())
            .AddAttribute("ConnectTimeout",
                          "Time until the logon must be complete; 0: no limit.",
                          TimeValue(Seconds(60)), // TCP.CONNECT_TIMEOUT, 11.2 and later
                          MakeTimeAccessor(&Net8Client::m_connectTimeout),
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
            .AddTraceSource("StateTransition",
                            "The session changed its state: old and new name.",
                            MakeTraceSourceAccessor(&Net8Client::m_stateTrace),
                            "ns3::Application::StateTransitionCallback")
            .AddTraceSource("CallDone",
                            "A round trip of the database protocol is done.",
                            MakeTraceSourceAccessor(&Net8Client::m_callTrace),
                            "ns3::net8::Net8Client::CallTracedCallback")
            .AddTraceSource("SessionDone",
                            "The session is over.",
                            MakeTraceSourceAccessor(&Net8Client::m_sessionTrace),
                            "ns3::net8::Net8Client::SessionTracedCallback");
    return tid;
}

Net8Client::Net8Client() = default;
Net8Client::~Net8Client() = default;

void
Net8Client::DoDispose()
{
    m_timeout.Cancel();
    m_next.Cancel();
    m_cancel.Cancel();
    if (m_connection)
    {
        m_connection->Dispose();
        m_connection = nullptr;
    }
    Application::DoDispose();
}

int64_t
Net8Client::AssignStreams(int64_t stream)
{
    m_thinkTime->SetStream(stream);
    m_callTime->SetStream(stream + 1);
    m_rowTime->SetStream(stream + 2);
    return 3;
}

void
Net8Client::SetSession(uint32_t session)
{
    m_record.session = session;
}

void
Net8Client::SetRequestLength(uint32_t execute, uint32_t parse)
{
    m_requestLength = execute;
    m_parseLength = parse;
}

void
Net8Client::SetLobs(const std::vector<uint32_t>& lobs, uint32_t columns, uint32_t locator)
{
    m_lobs = lobs;
    m_columns = columns;
    m_lobLocator = locator;
}

std::optional<DriverProfile>
Net8Client::FindDriver() const
{
    auto driver = DriverProfile::Find(m_driverName, m_release);
    if (!driver)
    {
        return driver;
    }
    driver->SetPlatform(m_platform);
    if (m_habit != FetchChoice::DEFAULT)
    {
        driver->habit = static_cast<FetchHabit>(static_cast<int>(m_habit) - 1);
    }
    if (m_lookAhead != LookAheadChoice::DEFAULT)
    {
        driver->lookAhead = m_lookAhead == LookAheadChoice::YES;
    }
    driver->sdu = m_sdu == 0 ? driver->sdu : m_sdu;
    driver->tdu = m_tdu != 0 ? m_tdu : driver->tduFollowsSdu ? driver->sdu : driver->tdu;
    if (m_arraySize != 0)
    {
        driver->arraySize = m_arraySize;
        if (driver->habit == FetchHabit::GROWING && m_habit == FetchChoice::DEFAULT)
        {
            // JDBC with a fetch size of its own asks for it from the execute on, and stays there.
            driver->habit = FetchHabit::ARRAY;
            driver->prefetchRows = m_arraySize;
        }
    }
    driver->prefetchRows = driver->prefetchRows == 0 ? driver->arraySize : driver->prefetchRows;
    driver->prefetchRows =
        m_prefetchRows < 0 ? driver->prefetchRows : static_cast<uint32_t>(m_prefetchRows);
    if (m_prefetchMemory != 0 && m_prefetchRows <= 0)
    {
        driver->prefetchRows = ARRAY_MAX; // the memory alone decides
    }
    driver->executeBytes += driver->GetPrefetchGrowth();
    driver->connectFlags2 = m_disableOobAuto ? 0 : driver->connectFlags2;
    driver->osAuthentication = m_authentication == AuthenticationService::NTS && !driver->thin;
    driver->connectFlags |= driver->osAuthentication ? connect_flag::AUTHENTICATION_LINKED : 0;
    return driver;
}

Net8Client::State
Net8Client::GetState() const
{
    return m_state;
}

const char*
Net8Client::GetStateName(State state)
{
    return STATE_NAMES.at(static_cast<std::size_t>(state));
}

SessionRecord
Net8Client::GetRecord() const
{
    SessionRecord record = m_record;
    if (m_connection)
    {
        record.bytesSent = m_connection->GetBytesSent();
        record.bytesReceived = m_connection->GetBytesReceived();
    }
    return record;
}

SessionCounters
Net8Client::GetCounters() const
{
    return m_connection ? m_connection->GetCounters() : SessionCounters();
}

void
Net8Client::SwitchToState(State state)
{
    const State before = m_state;
    NS_LOG_FUNCTION(this << GetStateName(before) << GetStateName(state));
    m_state = state;
    m_stateTrace(GetStateName(before), GetStateName(state));
}

void
Net8Client::End(std::optional<SessionError> error)
{
    m_timeout.Cancel();
    m_next.Cancel();
    m_cancel.Cancel();
    m_record.end = Simulator::Now();
    m_record.closed = !error;
    m_record.error = error;
    SwitchToState(error ? State::FAILED : State::CLOSED);
    m_sessionTrace(GetRecord());
}

// Connection

void
Net8Client::StartApplication()
{
    const auto driver = FindDriver();
    NS_ABORT_MSG_IF(!driver,
                    "Net8Client: unknown driver '" << m_driverName << "' or release '" << m_release
                                                   << "'");
    m_driver = *driver;
    if (m_requestLength == 0)
    {
        m_requestLength = m_driver.GetExecuteLength(STATEMENT_LENGTH, 1);
        m_parseLength = m_driver.GetParseLength(STATEMENT_LENGTH);
    }
    m_sizes.identity =
        ClientIdentity{m_userName, m_program, m_machine, m_terminal, m_osUser, m_processId}
            .Complete(m_driver);

    m_record.start = Simulator::Now();
    auto socket = Socket::CreateSocket(GetNode(), m_protocol);
    const bool ipv6 = Inet6SocketAddress::IsMatchingType(m_remote);
    const int bound = ipv6 ? socket->Bind6() : socket->Bind();
    NS_ABORT_MSG_IF(bound != 0, "Net8Client: no free port on node " << GetNode()->GetId());
    socket->SetConnectCallback(MakeCallback(&Net8Client::HandleConnected, this),
                               MakeCallback(&Net8Client::HandleConnectFailed, this));
    m_connection = CreateObject<Net8Connection>();
    m_connection->Attach(
        socket,
        {.packet = [this](const StreamReader::Received& received) { HandlePacket(received); },
         .message = [this](const Net8Connection::Message& message) { HandleMessage(message); },
         .taken = nullptr,
         .drained = nullptr,
         .failed = [this](SessionError error) { HandleFailed(error); },
         .closed = [this] { HandleClosed(); }});
    SwitchToState(State::CONNECTING);
    if (m_connectTimeout.IsStrictlyPositive())
    {
        m_timeout = Simulator::Schedule(m_connectTimeout,
                                        &Net8Connection::Fail,
                                        m_connection,
                                        SessionError::CONNECT_TIMEOUT);
    }
    socket->Connect(m_remote);
}

void
Net8Client::StopApplication()
{
    m_timeout.Cancel();
    m_next.Cancel();
    m_cancel.Cancel();
    if (m_connection)
    {
        m_connection->Close();
    }
}

void
Net8Client::HandleConnected(Ptr<Socket> /* socket */)
{
    m_record.connected = Simulator::Now();
    SwitchToState(State::NEGOTIATING);
    SendConnect();
}

void
Net8Client::HandleConnectFailed(Ptr<Socket> /* socket */)
{
    m_connection->Fail(SessionError::CONNECT_FAILED);
}

std::string
Net8Client::GetConnectData() const
{
    if (!m_connectData.empty())
    {
        return m_connectData;
    }
    std::ostringstream host;
    uint16_t port = 0;
    if (InetSocketAddress::IsMatchingType(m_remote))
    {
        const auto remote = InetSocketAddress::ConvertFrom(m_remote);
        host << remote.GetIpv4();
        port = remote.GetPort();
    }
    else
    {
        const auto remote = Inet6SocketAddress::ConvertFrom(m_remote);
        host << remote.GetIpv6();
        port = remote.GetPort();
    }
    return m_sizes.identity.GetConnectData(m_driver, m_serviceName, host.str(), port);
}

ConnectPacket
Net8Client::MakeConnect() const
{
    ConnectPacket connect(m_driver.version);
    const auto rule =
        m_driver.lowHalfSdu ? ConnectPacket::ShortSize::LOW_BITS : ConnectPacket::ShortSize::CAPPED;
    connect.SetSdu(m_driver.sdu, rule);
    connect.SetTdu(m_driver.tdu, rule);
    connect.serviceOptions = m_driver.serviceOptions;
    connect.ntCharacteristics = m_driver.ntCharacteristics;
    connect.byteOrderOne = m_driver.bigEndian ? 0x0001 : 0x0100;
    connect.maxConnectDataReturned = m_driver.maxConnectDataBack;
    connect.connectFlags0 = m_driver.connectFlags;
    connect.connectFlags1 = m_driver.connectFlags;
    connect.connectFlags2 = m_driver.connectFlags2;
    connect.SetConnectData(GetConnectData());
    return connect;
}

void
Net8Client::SendConnect()
{
    const auto connect = MakeConnect();
    ++m_record.roundTrips;
    m_connection->SendPacket(connect.Encode());
    if (connect.DataFollows())
    {
        DataPacket data;
        const std::string text = GetConnectData();
        data.payload.assign(text.begin(), text.end());
        m_connection->SendPacket(data.Encode(LengthForm::SHORT_16));
    }
}

void
Net8Client::HandlePacket(const StreamReader::Received& received)
{
    const auto type = static_cast<PacketType>(received.header.type);
    const bool inCall =
        m_state == State::LOGGING_ON || m_state == State::CALLING || m_state == State::BREAKING;
    if (type == PacketType::MARKER && inCall)
    {
        HandleMarker(received);
        return;
    }
    if (m_state != State::NEGOTIATING)
    {
        m_connection->Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    switch (type)
    {
    case PacketType::RESEND:
        SendConnect();
        return;
    case PacketType::ACCEPT:
        HandleAccept(received);
        return;
    case PacketType::REFUSE:
        m_connection->Fail(SessionError::REFUSED);
        return;
    case PacketType::REDIRECT:
        m_connection->Fail(SessionError::REDIRECT_NOT_FOLLOWED);
        return;
    default:
        m_connection->Fail(SessionError::UNEXPECTED_PACKET);
    }
}

void
Net8Client::HandleAccept(const StreamReader::Received& received)
{
    AcceptPacket accept;
    if (AcceptPacket::Decode(received.bytes, LengthForm::SHORT_16, accept) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (accept.version < m_driver.lowestVersion)
    {
        m_connection->Fail(SessionError::VERSION_NOT_SUPPORTED);
        return;
    }
    const auto agreement = ReadAgreement(accept);
    if (agreement.outOfRange)
    {
        m_connection->CountError(SessionError::SDU_OUT_OF_RANGE);
    }
    const auto byDefault = m_driver.ignoresTdu
                               ? TduRule::IGNORE
                               : ResolveTduRule(TduChoice::DEFAULT, m_driver.version);
    m_connection->SetAgreement(
        agreement,
        m_tduRule == TduChoice::DEFAULT ? byDefault : ResolveTduRule(m_tduRule, m_driver.version));
    m_record.accepted = Simulator::Now();
    m_record.version = agreement.version;
    m_record.sdu = agreement.sdu;
    m_record.tdu = agreement.tdu;
    if (m_driver.connectFlags2 != 0 && (accept.acceptFlags2 & accept_flag2::OOB_CHECK) != 0)
    {
        // The urgent byte in front of it is not modelled: ns-3's TCP has no urgent data.
        SendMarker(m_driver.markerType, m_driver.markerData);
    }
    m_logon = m_driver.GetLogon(agreement.version,
                                OffersNative(accept),
                                (accept.acceptFlags2 & accept_flag2::FAST_AUTHENTICATION) != 0);
    m_logonStep = 0;
    // Until the protocol reply tells the server's platform it is taken to be the same; nothing
    // before depends on it.
    m_sizes.version = agreement.version;
    m_sizes.samePlatform = true;
    m_sizes.nativeSteps = 0;
    m_sizes.connectString = ClientIdentity::GetConnectStringLength(m_driver, GetConnectData());
    m_driver.SetServer(agreement.version, true);
    SwitchToState(State::LOGGING_ON);
    LogOn();
}

void
Net8Client::HandleClosed()
{
    switch (m_state)
    {
    case State::CONNECTING:
        // ns-3's TCP tells a RST in answer to the SYN as a close.
        m_connection->Fail(SessionError::CONNECT_FAILED);
        return;
    case State::CALLING:
    case State::BREAKING:
    case State::THINKING:
    case State::LOGGING_OFF:
        m_connection->Fail(SessionError::CLOSED_IN_CALL);
        return;
    default:
        m_connection->Fail(SessionError::CLOSED_IN_SETUP);
    }
}

void
Net8Client::HandleFailed(SessionError error)
{
    End(error);
}

// Calls

void
Net8Client::LogOn()
{
    while (m_logonStep < m_logon.size())
    {
        const auto& step = m_logon[m_logonStep++];
        TtcPrefix prefix{.message = step.message,
                         .function = step.function,
                         .flags = m_wrongPassword ? TtcPrefix::WRONG_PASSWORD : uint8_t{0},
                         .rows = step.single ? 1U : 0U,
                         .length = m_sizes.GetRequest(m_driver, step.message, step.function)};
        m_sizes.nativeSteps += step.message == TtcMessage::NATIVE ? 1 : 0;
        if (step.function == TtcFunction::VERSION && m_driver.GetSessionSwitch() != 0)
        {
            prefix.piggyback = TtcFunction::SESSION_SWITCH;
            prefix.piggybackLength = m_driver.GetSessionSwitch();
        }
        if (step.answered)
        {
            ++m_record.roundTrips;
            StartCall(CallKind::LOGON, prefix);
            return;
        }
        m_connection->SendMessage(prefix, 0);
    }
    m_timeout.Cancel();
    m_record.ready = Simulator::Now();
    if (m_queries == 0)
    {
        LogOff();
        return;
    }
    Execute();
}

void
Net8Client::Execute()
{
    SwitchToState(State::CALLING);
    m_fetches = 0;
    m_defined = m_lobs.empty() || !m_driver.DefinesLobs();
    TtcPrefix prefix{.function = TtcFunction::EXECUTE,
                     .flags = m_driver.lookAhead ? TtcPrefix::LOOK_AHEAD : uint8_t{0},
                     .rows = m_defined ? m_driver.prefetchRows : 0,
                     .memory = m_prefetchMemory,
                     .length = std::max(m_requestLength, TtcPrefix::SIZE)};
    if (m_prefetchMemory != 0)
    {
        prefix.flags |= TtcPrefix::PREFETCH_MEMORY;
        prefix.length = std::max(m_requestLength, TtcPrefix::LONG_SIZE);
    }
    m_steps.clear();
    if (m_driver.parsesApart)
    {
        CloseCursor();
        m_steps.push_back({CallKind::PARSE,
                           {.function = TtcFunction::OPEN_CURSOR, .length = OPEN_CURSOR_LENGTH}});
        m_steps.push_back(
            {CallKind::PARSE, {.function = TtcFunction::PARSE, .length = m_parseLength}});
        prefix.function = TtcFunction::EXECUTE_9I;
    }
    else if (const auto close = m_driver.GetCloseCursors(m_sizes.samePlatform);
             m_cursorOpen && close != 0)
    {
        prefix.piggyback = TtcFunction::CLOSE_CURSORS;
        prefix.piggybackLength = close;
        prefix.length += close;
    }
    m_cursorOpen = true;
    m_steps.push_back({CallKind::EXECUTE, prefix});
    m_step = 0;
    StartStep();
}

void
Net8Client::CloseCursor()
{
    if (m_cursorOpen)
    {
        m_steps.push_back({CallKind::CLOSE,
                           {.function = TtcFunction::CLOSE_CURSOR, .length = CLOSE_CURSOR_LENGTH}});
        m_cursorOpen = false;
    }
}

void
Net8Client::StartStep()
{
    const auto [kind, prefix] = m_steps.at(m_step++);
    StartCall(kind, prefix);
}

uint32_t
Net8Client::GetNextFetchRows() const
{
    if (m_driver.habit == FetchHabit::SHORT_SECOND && m_fetches == 0 &&
        m_executeRows < m_driver.arraySize)
    {
        return m_driver.arraySize - m_executeRows;
    }
    if (m_driver.habit == FetchHabit::GROWING && m_fetches >= FETCHES_BEFORE_GROWTH)
    {
        return m_grownArraySize;
    }
    if (m_driver.habit == FetchHabit::ROUNDED)
    {
        const uint32_t array = m_driver.arraySize;
        const uint32_t prefetch = m_prefetchMemory == 0 ? m_driver.prefetchRows : m_executeRows;
        const uint32_t rest = array - prefetch % array;
        return prefetch > array ? rest + prefetch : m_fetches == 0 ? rest : array;
    }
    return m_driver.arraySize;
}

void
Net8Client::Fetch()
{
    SwitchToState(State::CALLING);
    if (!m_defined)
    {
        m_defined = true;
        StartCall(CallKind::EXECUTE,
                  {.function = TtcFunction::EXECUTE,
                   .flags = TtcPrefix::DEFINE,
                   .rows = m_driver.prefetchRows,
                   .length = GetDefineLength()});
        return;
    }
    TtcPrefix prefix{.function = TtcFunction::FETCH,
                     .rows = GetNextFetchRows(),
                     .length = m_driver.fetchBytes,
                     .token = m_driver.token};
    prefix.length = static_cast<uint32_t>(prefix.Encode().size());
    ++m_fetches;
    StartCall(CallKind::FETCH, prefix);
}

void
Net8Client::LogOff()
{
    SwitchToState(State::LOGGING_OFF);
    m_steps.clear();
    m_step = 0;
    TtcPrefix logoff{.function = TtcFunction::LOGOFF, .length = m_driver.logoffBytes};
    if (m_driver.parsesApart)
    {
        CloseCursor();
        logoff.piggyback = TtcFunction::SESSION_SWITCH;
        logoff.piggybackLength = SESSION_SWITCH_9I;
        logoff.length += SESSION_SWITCH_9I;
    }
    else if (m_driver.kind == DriverKind::JDBC_THIN)
    {
        // The logoff of its own takes three bytes and a token.
        logoff.piggyback = TtcFunction::CLOSE_CURSORS;
        logoff.piggybackLength = logoff.length - TtcPrefix::MINIMUM - (m_driver.token ? 1 : 0);
    }
    for (uint32_t i = 0; i < m_commits; ++i)
    {
        m_steps.push_back({CallKind::COMMIT,
                           {.function = TtcFunction::COMMIT,
                            .length = TtcPrefix::MINIMUM + (m_driver.token ? 1U : 0U)}});
    }
    m_steps.push_back({CallKind::LOGOFF, logoff});
    StartStep();
}

void
Net8Client::StartCall(CallKind kind, TtcPrefix prefix)
{
    prefix.sequence = static_cast<uint8_t>(m_calls + 1);
    m_call = {.session = m_record.session,
              .query = m_query,
              .call = m_calls++,
              .kind = kind,
              .start = Simulator::Now(),
              .requestBytes =
                  Packing(prefix.length, m_connection->GetPacketLimit()).GetWireBytes()};
    m_breakSeen = false;
    m_breakStart = NanoSeconds(-1);
    m_connection->SetHeaderFlags(GetHeaderFlags(prefix.message));
    // Messages of the native services are none of TTC: no driver marks their end.
    const bool native = prefix.message == TtcMessage::NATIVE;
    m_connection->SendMessage(prefix, native ? uint16_t{0} : m_driver.endOfRequest);
    if (m_state == State::CALLING && m_callTimeout.IsStrictlyPositive())
    {
        m_cancel = Simulator::Schedule(m_callTimeout, &Net8Client::CancelCall, this);
    }
}

void
Net8Client::SendMarker(uint8_t type, uint8_t data)
{
    const auto& agreement = m_connection->GetAgreement();
    const bool flagged =
        m_driver.kind != DriverKind::PYTHON_THIN && m_driver.kind != DriverKind::NODE_THIN;
    const bool large = agreement.version >= VERSION_LONG_SIZES && flagged;
    MarkerPacket marker;
    marker.markerType = type;
    marker.data = data;
    marker.header.flags = large ? header_flag::LARGE_SDU : uint8_t{0};
    m_connection->SendPacket(marker.Encode(agreement.lengthForm));
}

void
Net8Client::CancelCall()
{
    // The driver's urgent byte is not modelled, so the marker goes in-band, as where out-of-band
    // breaks are switched off. python-oracledb then sends an interrupt, the others a break.
    const bool python = m_driver.kind == DriverKind::PYTHON_THIN;
    SwitchToState(State::BREAKING);
    m_breakStart = Simulator::Now();
    AddDblinkWait(Time());
    SendMarker(MarkerPacket::DATA_BYTE, python ? MarkerPacket::INTERRUPT : MarkerPacket::BREAK);
}

void
Net8Client::AddDblinkWait(Time time)
{
    if (m_driver.kind == DriverKind::DBLINK)
    {
        m_record.dblinkWaits.Add(WaitEvent::BREAK_RESET_TO_DBLINK, time);
    }
}

void
Net8Client::HandleMarker(const StreamReader::Received& received)
{
    MarkerPacket marker;
    const auto form = m_connection->GetAgreement().lengthForm;
    if (MarkerPacket::Decode(received.bytes, form, marker) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (marker.data == MarkerPacket::RESET && !m_breakStart.IsStrictlyNegative())
    {
        AddDblinkWait(Simulator::Now() - m_breakStart);
        m_breakStart = NanoSeconds(-1);
    }
    if (m_breakSeen)
    {
        return;
    }
    // Whatever had arrived of the reply is void: only the error is still to come.
    m_breakSeen = true;
    m_cancel.Cancel();
    m_connection->DropMessage();
    if (m_state != State::BREAKING)
    {
        SwitchToState(State::BREAKING);
    }
    SendMarker(MarkerPacket::DATA_BYTE, MarkerPacket::RESET);
}

void
Net8Client::HandleError(const Net8Connection::Message& message)
{
    m_call.firstByte = message.firstByte;
    m_call.end = Simulator::Now();
    m_call.replyBytes = message.wireBytes;
    m_call.replyPackets = message.packets;
    m_call.error = message.prefix.rows;
    m_callTrace(m_call);
    if (m_call.kind == CallKind::LOGON)
    {
        m_connection->CountError(SessionError::LOGON_DENIED);
        m_connection->SendData({}, 0, data_flag::END_OF_FILE);
        m_connection->Close();
        End(SessionError::LOGON_DENIED);
        return;
    }
    const bool cancelled = m_call.error == ERROR_CANCELLED;
    m_connection->CountError(cancelled ? SessionError::CALL_CANCELLED : SessionError::CALL_FAILED);
    ++m_record.failedCalls;
    m_record.fetchCalls += m_call.kind == CallKind::LOB ? 0 : 1;
    SwitchToState(State::THINKING);
    FinishQuery(Time());
}

uint8_t
Net8Client::GetHeaderFlags(TtcMessage message) const
{
    // Captures of OCI 12.1 and of JDBC 23: native services, and JDBC's first message of TTC.
    const bool jdbc = m_driver.kind == DriverKind::JDBC_THIN;
    const bool native = message == TtcMessage::NATIVE && m_driver.kind != DriverKind::NODE_THIN;
    const bool first = message == TtcMessage::PROTOCOL || message == TtcMessage::FAST_AUTH;
    const bool marked = m_record.version >= VERSION_LONG_SIZES && (native || (jdbc && first));
    return marked ? header_flag::LARGE_SDU : uint8_t{0};
}

void
Net8Client::HandleMessage(const Net8Connection::Message& message)
{
    if (m_state == State::BREAKING && !m_breakSeen)
    {
        return; // the reply to the call that is being cancelled
    }
    const bool failed = message.prefix.message == TtcMessage::ERROR &&
                        (message.prefix.flags & TtcPrefix::FAILED) != 0;
    const bool waiting =
        m_state == State::LOGGING_ON || m_state == State::CALLING || m_state == State::LOGGING_OFF;
    if (!waiting && !(m_state == State::BREAKING && failed))
    {
        m_connection->Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    m_cancel.Cancel();
    if (failed)
    {
        HandleError(message);
        return;
    }
    m_call.firstByte = message.firstByte;
    m_call.end = Simulator::Now();
    m_call.replyBytes = message.wireBytes;
    m_call.replyPackets = message.packets;
    const bool ofSteps = m_state != State::LOGGING_ON && m_step < m_steps.size();
    const bool rows = m_call.kind == CallKind::EXECUTE || m_call.kind == CallKind::FETCH;
    m_call.rows = rows ? message.prefix.rows : 0;
    m_callTrace(m_call);
    if (m_state == State::LOGGING_ON)
    {
        if (message.prefix.message == TtcMessage::PROTOCOL)
        {
            m_sizes.samePlatform = message.prefix.rows == static_cast<uint32_t>(m_platform);
        }
        LogOn();
    }
    else if (ofSteps)
    {
        StartStep();
    }
    else if (m_call.kind == CallKind::LOB)
    {
        SwitchToState(State::THINKING);
        ReadLobs();
    }
    else if (m_state == State::CALLING)
    {
        HandleRows(message.prefix);
    }
    else
    {
        m_connection->SendData({}, 0, data_flag::END_OF_FILE);
        m_connection->Close();
        End(std::nullopt);
    }
}

void
Net8Client::HandleRows(const TtcPrefix& prefix)
{
    ++m_record.fetchCalls;
    m_record.rows += prefix.rows;
    m_executeRows = m_fetches == 0 ? prefix.rows : m_executeRows;
    const bool last = (prefix.flags & TtcPrefix::END_OF_DATA) != 0;
    if (!last && prefix.rows == 0 && m_fetches > 0)
    {
        // Neither rows nor their end: asking again would go on for ever.
        m_connection->Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    m_rowsCame = prefix.rows;
    m_lastRows = last;
    m_lobsLeft = m_readLobs ? uint64_t{prefix.rows} * m_lobs.size() : 0;
    m_lobOffset = 0;
    SwitchToState(State::THINKING);
    ReadLobs();
}

uint32_t
Net8Client::GetDefineLength() const
{
    // python-oracledb: an execute without text, and for each column type, flags, length, character
    // set and so on: 16 bytes, 4 more for the LOB prefetch flag of a LOB.
    constexpr uint32_t COLUMN = 16;
    constexpr uint32_t LOB_COLUMN = 20;
    const auto lobs = static_cast<uint32_t>(m_lobs.size());
    return m_driver.executeBytes + LOB_COLUMN * lobs + COLUMN * (m_columns - lobs);
}

void
Net8Client::ReadLobs()
{
    const auto next = [this] {
        return m_lobs[m_lobs.size() - 1 - (m_lobsLeft - 1) % m_lobs.size()];
    };
    while (m_lobsLeft > 0 && next() == 0)
    {
        --m_lobsLeft; // an empty one
    }
    if (m_lobsLeft == 0)
    {
        FinishRows();
        return;
    }
    const uint32_t size = next();
    const uint32_t rest = size - m_lobOffset;
    const uint32_t amount = m_lobAmount == 0 ? rest : std::min(m_lobAmount, rest);
    // python-oracledb: function, flags and pointers 23, and the locator, its length, offset and
    // amount.
    constexpr uint32_t FIXED = 23;
    const uint32_t length =
        FIXED + (m_driver.token ? 1 : 0) + m_lobLocator + Column::GetIntegerSize(m_lobLocator) +
        Column::GetIntegerSize(m_lobOffset + 1) + Column::GetIntegerSize(amount);
    m_lobOffset += amount;
    if (m_lobOffset == size)
    {
        m_lobOffset = 0;
        --m_lobsLeft;
    }
    SwitchToState(State::CALLING);
    StartCall(CallKind::LOB, {.function = TtcFunction::LOB, .rows = amount, .length = length});
}

void
Net8Client::FinishRows()
{
    const Time pause = SumOfTimes(m_rowTime, m_rowsCame);
    if (!m_lastRows)
    {
        m_next = Simulator::Schedule(pause + SumOfTimes(m_callTime), &Net8Client::Fetch, this);
        return;
    }
    FinishQuery(pause);
}

void
Net8Client::FinishQuery(Time pause)
{
    ++m_query;
    if (m_query < m_queries)
    {
        m_next = Simulator::Schedule(pause + SumOfTimes(m_thinkTime), &Net8Client::Execute, this);
        return;
    }
    m_next = Simulator::Schedule(pause, &Net8Client::LogOff, this);
}

} // namespace ns3::net8
