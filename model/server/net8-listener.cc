// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-random.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

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
            .AddAttribute("Port",
                          "TCP port of the end point.",
                          UintegerValue(1521), // registered default of the listener
                          MakeUintegerAccessor(&Net8Listener::m_port),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("Release",
                          "Oracle release of the server: 7.3, 8.1, 9.2, 10.2, 11.1, 11.2, 12.1, "
                          "18c, 19c, 21c, "
                          "23ai or 26ai.",
                          StringValue("19c"),
                          MakeStringAccessor(&Net8Listener::m_release),
                          MakeStringChecker())
            .AddAttribute("Sdu",
                          "SDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Listener::m_sdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("Tdu",
                          "TDU of the server's side in bytes; 0: the default of the release.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Listener::m_tdu),
                          MakeUintegerChecker<uint32_t>(0, SDU_MAX))
            .AddAttribute("TduRule",
                          "Whether packets are cut at the smaller of SDU and TDU (min) or at the "
                          "SDU (ignore); "
                          "default: min before 11g, ignore from there on.",
                          EnumValue(TduChoice::DEFAULT),
                          MakeEnumAccessor<TduChoice>(&Net8Listener::m_tduRule),
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
                          MakeEnumAccessor<PackRule>(&Net8Listener::m_pack),
                          MakeEnumChecker(PackRule::BYTE, "byte", PackRule::ROW, "row"))
            .AddAttribute("SduReserve",
                          "Bytes that the server leaves free in each packet of a message.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Listener::m_sduReserve),
                          MakeUintegerChecker<uint32_t>(0, SDU_RESERVE_MAX))
            .AddAttribute(
                "Resend",
                "Whether the dedicated server asks for the CONNECT once more; default: up to 21c.",
                EnumValue(Choice::DEFAULT),
                MakeEnumAccessor<Choice>(&Net8Listener::m_resend),
                MakeEnumChecker(Choice::DEFAULT,
                                "default",
                                Choice::YES,
                                "true",
                                Choice::NO,
                                "false"))
            .AddAttribute("NativeServices",
                          "Whether the ACCEPT offers the native service negotiation.",
                          BooleanValue(true), // every real server of the captures does
                          MakeBooleanAccessor(&Net8Listener::m_nativeServices),
                          MakeBooleanChecker())
            .AddAttribute("DisableOobAuto",
                          "Whether the server does without the out-of-band check at connect time.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8Listener::m_disableOobAuto),
                          MakeBooleanChecker())
            .AddAttribute("Platform",
                          "Operating system of the server; OCI on the same one has a short data "
                          "type negotiation and longer replies.",
                          EnumValue(Platform::LINUX),
                          MakeEnumAccessor<Platform>(&Net8Listener::m_platform),
                          MakeEnumChecker(Platform::LINUX, "linux", Platform::WINDOWS, "windows"))
            .AddAttribute("CharacterSet",
                          "Character set of the database; AL32UTF8 makes the protocol reply 50 "
                          "bytes longer than a set of single bytes.",
                          StringValue("AL32UTF8"), // captures of 10.2 on Linux, 11.2 and 12.1
                          MakeStringAccessor(&Net8Listener::m_characterSet),
                          MakeStringChecker())
            .AddAttribute("VersionText",
                          "Text in the reply to the version call; empty: as long as the captured "
                          "one of the release.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Listener::m_versionText),
                          MakeStringChecker())
            .AddAttribute(
                "ServiceName",
                "Service or SID that is served; any other is refused (ORA-12514); empty: any.",
                StringValue(""),
                MakeStringAccessor(&Net8Listener::m_serviceName),
                MakeStringChecker())
            .AddAttribute(
                "HandoverTime",
                "Time in seconds from the CONNECT to the dedicated server's first answer.",
                // captures of 9.2 to 12.1: 17 to 20 ms
                StringValue("ns3::ConstantRandomVariable[Constant=0.018]"),
                MakePointerAccessor(&Net8Listener::m_handoverTime),
                MakePointerChecker<RandomVariableStream>())
            .AddAttribute("CallTime",
                          "Time in seconds that a call takes before its first row.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_callTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("RowTime",
                          "Time in seconds that a row takes.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_rowTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("PacketTime",
                          "Time in seconds that a TNS packet takes.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8Listener::m_packetTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("SessionAccepted",
                            "A session was accepted: its number, the time.",
                            MakeTraceSourceAccessor(&Net8Listener::m_acceptedTrace),
                            "ns3::net8::Net8Listener::SessionTracedCallback")
            .AddTraceSource("SessionWaits",
                            "A session is over: what its server waited for.",
                            MakeTraceSourceAccessor(&Net8Listener::m_recordTrace),
                            "ns3::net8::Net8Listener::RecordTracedCallback")
            .AddTraceSource("SessionEnded",
                            "A session is over: its number, the time.",
                            MakeTraceSourceAccessor(&Net8Listener::m_endedTrace),
                            "ns3::net8::Net8Listener::SessionTracedCallback");
    return tid;
}

Net8Listener::Net8Listener() = default;
Net8Listener::~Net8Listener() = default;

void
Net8Listener::DoDispose()
{
    for (auto& [session, server] : m_servers)
    {
        server->Dispose();
    }
    m_servers.clear();
    m_setting = {};
    m_resultSet = nullptr;
    m_sockets.clear();
    Application::DoDispose();
}

int64_t
Net8Listener::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (const auto& variable : {m_handoverTime, m_callTime, m_rowTime, m_packetTime})
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
Net8Listener::SetResultSet(Ptr<Net8ResultSet> resultSet)
{
    m_resultSet = resultSet;
}

SessionCounters
Net8Listener::GetCounters() const
{
    SessionCounters counters = m_counters;
    for (const auto& [session, server] : m_servers)
    {
        counters.Add(server->GetCounters());
    }
    return counters;
}

ServerRecord
Net8Listener::MakeRecord(uint64_t session) const
{
    ServerRecord record = m_servers.at(session)->GetRecord();
    record.session = session;
    record.from = m_clients.at(session);
    return record;
}

std::vector<ServerRecord>
Net8Listener::GetOpenRecords() const
{
    std::vector<ServerRecord> records;
    for (const auto& [session, server] : m_servers)
    {
        records.push_back(MakeRecord(session));
    }
    return records;
}

uint64_t
Net8Listener::GetSessionCount() const
{
    return m_sessions;
}

std::optional<ReleaseProfile>
Net8Listener::FindRelease() const
{
    auto release = ReleaseProfile::Find(m_release);
    if (!release)
    {
        return release;
    }
    release->platform = m_platform;
    release->multibyte = EqualNoCase(m_characterSet, "AL32UTF8");
    if (!m_versionText.empty())
    {
        release->versionText = static_cast<uint32_t>(m_versionText.size());
    }
    return release;
}

Net8DedicatedServer::Setting
Net8Listener::MakeSetting() const
{
    const auto release = FindRelease();
    NS_ABORT_MSG_IF(!release, "Net8Listener: unknown release '" << m_release << "'");
    Net8DedicatedServer::Setting setting;
    setting.release = *release;
    setting.limits.version = release->version;
    setting.limits.sdu = std::min(m_sdu == 0 ? release->sdu : m_sdu, release->maximumSdu);
    setting.limits.tdu = m_tdu == 0 ? release->tdu : m_tdu;
    setting.tduRule = ResolveTduRule(m_tduRule, release->version);
    setting.resend = m_resend == Choice::DEFAULT ? release->resend : m_resend == Choice::YES;
    if (!m_nativeServices)
    {
        setting.release.acceptFlags0 = connect_flag::NA_DISABLED;
        setting.release.acceptFlags1 = connect_flag::NA_DISABLED;
    }
    if (m_disableOobAuto)
    {
        setting.release.acceptFlags2 &= ~accept_flag2::OOB_CHECK;
    }
    setting.serviceName = m_serviceName;
    setting.pack = m_pack;
    setting.sduReserve = m_sduReserve;
    setting.resultSet = m_resultSet;
    setting.handoverTime = m_handoverTime;
    setting.callTime = m_callTime;
    setting.rowTime = m_rowTime;
    setting.packetTime = m_packetTime;
    return setting;
}

void
Net8Listener::StartApplication()
{
    if (!m_resultSet)
    {
        m_resultSet = CreateObject<Net8ResultSet>();
    }
    // Without a helper that knows the client, overheads are those of SQL*Plus.
    m_resultSet->Complete(*DriverProfile::Find("sqlplus"));
    m_setting = MakeSetting();
    if (GetNode()->GetObject<Ipv4>())
    {
        Listen(InetSocketAddress(Ipv4Address::GetAny(), m_port));
    }
    if (GetNode()->GetObject<Ipv6>())
    {
        Listen(Inet6SocketAddress(Ipv6Address::GetAny(), m_port));
    }
}

void
Net8Listener::Listen(const Address& local)
{
    auto socket = Socket::CreateSocket(GetNode(), m_protocol);
    if (socket->Bind(local) != 0)
    {
        NS_FATAL_ERROR("Net8Listener: port " << m_port << " is in use on node "
                                             << GetNode()->GetId());
    }
    socket->Listen();
    socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                              MakeCallback(&Net8Listener::HandleAccept, this));
    m_sockets.push_back(socket);
}

void
Net8Listener::StopApplication()
{
    for (const auto& socket : m_sockets)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
        socket->Close();
    }
    m_sockets.clear();
}

void
Net8Listener::HandleAccept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_FUNCTION(this << socket << from);
    const uint64_t session = m_sessions++;
    auto server = CreateObject<Net8DedicatedServer>();
    m_servers[session] = server;
    m_clients[session] = from;
    m_acceptedTrace(session, Simulator::Now());
    server->Start(socket, m_setting, [this, session] {
        // The server is still on the call stack: give it back when that has unwound.
        Simulator::ScheduleNow(&Net8Listener::HandleEnd, this, session);
    });
}

void
Net8Listener::HandleEnd(uint64_t session)
{
    const auto found = m_servers.find(session);
    if (found == m_servers.end())
    {
        return;
    }
    m_counters.Add(found->second->GetCounters());
    m_recordTrace(MakeRecord(session));
    m_servers.erase(found);
    m_clients.erase(session);
    m_endedTrace(session, Simulator::Now());
}

} // namespace ns3::net8
