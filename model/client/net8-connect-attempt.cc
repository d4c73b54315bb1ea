// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-attempt.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/net8-body-packet.h"
#include "ns3/net8-data-packet.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8ConnectAttempt");

namespace
{

/// What a client that sends garbage sends.
constexpr std::string_view GARBAGE = "GET / HTTP/1.1\r\nHost: listener\r\n\r\n";
/// Time between two bytes of a CONNECT that drips.
const Time DRIP_INTERVAL = Seconds(1);

/**
 * @param ip an IP address
 * @param port a port
 * @return the socket address
 */
Address
MakeSocketAddress(const Address& ip, uint16_t port)
{
    if (Ipv4Address::IsMatchingType(ip))
    {
        return InetSocketAddress(Ipv4Address::ConvertFrom(ip), port);
    }
    return Inet6SocketAddress(Ipv6Address::ConvertFrom(ip), port);
}

/**
 * @param ip an IP address
 * @return its text
 */
std::string
PrintIp(const Address& ip)
{
    std::ostringstream text;
    if (Ipv4Address::IsMatchingType(ip))
    {
        text << Ipv4Address::ConvertFrom(ip);
    }
    else
    {
        text << Ipv6Address::ConvertFrom(ip);
    }
    return text.str();
}

/**
 * @param wanted connect data of a descriptor
 * @return what they ask for, without who asks
 */
std::string
PrintWanted(ConnectData wanted)
{
    std::erase_if(wanted.others, [](const auto& node) { return node.Is("CID"); });
    ConnectDescription description;
    description.connectData = std::move(wanted);
    // Between "(DESCRIPTION=(CONNECT_DATA=" and "))".
    const std::string text = ConnectDescriptor::PrintConnectData(description);
    const auto start = text.find("(CONNECT_DATA=") + std::string_view("(CONNECT_DATA=").size();
    return text.substr(start, text.size() - start - 2);
}

/**
 * @param setting what the attributes of the client say
 * @param wanted connect data of a descriptor, which go before that
 * @return what the attributes add to these
 */
std::string
PrintChoices(const ClientSetting& setting, const ConnectData& wanted)
{
    std::string text;
    const auto add = [&text](const char* name, const std::string& given, const std::string& own) {
        text += given.empty() && !own.empty() ? NameValue(name, own).Print() : "";
    };
    add("SERVER", wanted.server, setting.server);
    add("POOL_CONNECTION_CLASS", wanted.poolConnectionClass, setting.poolConnectionClass);
    add("POOL_PURITY", wanted.poolPurity, setting.poolPurity);
    return text;
}

} // namespace

Net8ConnectAttempt::Net8ConnectAttempt(const ClientSetting& setting, uint32_t session, Owner owner)
    : m_setting(setting),
      m_session(session),
      m_owner(std::move(owner))
{
}

Net8ConnectAttempt::~Net8ConnectAttempt()
{
    m_transportTimeout.Cancel();
    m_connectTimeout.Cancel();
    m_drip.Cancel();
    if (m_connection)
    {
        m_connection->Dispose();
    }
}

void
Net8ConnectAttempt::Start(const Net8AddressWalk::Step& step)
{
    m_step = step;
    if (m_step.connectTimeout.IsStrictlyPositive())
    {
        m_connectTimeout.Schedule(m_step.connectTimeout,
                                  [this] { m_connection->Fail(SessionError::CONNECT_TIMEOUT); });
    }
    Connect(MakeSocketAddress(*step.ip, step.address->port));
}

void
Net8ConnectAttempt::Close()
{
    m_transportTimeout.Cancel();
    m_connectTimeout.Cancel();
    m_drip.Cancel();
    if (m_connection)
    {
        m_connection->Close();
    }
}

void
Net8ConnectAttempt::SetHanging(bool hangs)
{
    m_hangs = hangs;
    m_transportTimeout.SetStopped(hangs);
    m_connectTimeout.SetStopped(hangs);
    m_drip.SetStopped(hangs);
    const auto held = hangs ? nullptr : std::exchange(m_held, nullptr);
    if (held)
    {
        held();
    }
    if (m_connection)
    {
        m_connection->SetHanging(hangs);
    }
}

Ptr<Net8Connection>
Net8ConnectAttempt::GetConnection() const
{
    return m_connection;
}

uint32_t
Net8ConnectAttempt::GetRoundTrips() const
{
    return m_roundTrips;
}

uint32_t
Net8ConnectAttempt::GetRedirects() const
{
    return m_redirects;
}

uint32_t
Net8ConnectAttempt::GetErrorNumber(SessionError error) const
{
    return error == SessionError::REFUSED ? m_refusal : GetOracleError(error, m_accepted);
}

SessionCounters
Net8ConnectAttempt::GetCounters() const
{
    SessionCounters counters = m_counters;
    if (m_connection)
    {
        counters.Add(m_connection->GetCounters());
    }
    return counters;
}

uint64_t
Net8ConnectAttempt::GetBytesSent() const
{
    return m_bytesSent + (m_connection ? m_connection->GetBytesSent() : 0);
}

uint64_t
Net8ConnectAttempt::GetBytesReceived() const
{
    return m_bytesReceived + (m_connection ? m_connection->GetBytesReceived() : 0);
}

// TCP

void
Net8ConnectAttempt::Connect(const Address& remote)
{
    auto socket = Socket::CreateSocket(m_setting.node, m_setting.protocol);
    m_connected = false;
    m_connection = CreateObject<Net8Connection>();
    m_connection->Attach(
        socket,
        {.packet = [this](const StreamReader::Received& received) { HandlePacket(received); },
         .message = [this](const Net8Connection::Message& message) { m_owner.message(message); },
         .taken = nullptr,
         .drained = nullptr,
         .failed = [this](SessionError error) { HandleFailed(error); },
         .closed = [this] { HandleClosed(); }});
    LookAfterServer();
    if (!HasStackFor(m_setting.node, remote))
    {
        m_connection->Fail(SessionError::HOST_UNREACHABLE);
        return;
    }
    if ((IsIpv6(remote) ? socket->Bind6() : socket->Bind()) != 0)
    {
        m_connection->Fail(SessionError::NO_LOCAL_PORT);
        return;
    }
    socket->SetConnectCallback(MakeCallback(&Net8ConnectAttempt::HandleConnected, this),
                               MakeCallback(&Net8ConnectAttempt::HandleConnectFailed, this));
    if (m_step.transportConnectTimeout.IsStrictlyPositive())
    {
        m_transportTimeout.Schedule(m_step.transportConnectTimeout,
                                    [this] { m_connection->Fail(SessionError::CONNECT_TIMEOUT); });
    }
    if (socket->Connect(remote) != 0)
    {
        m_connection->Fail(SessionError::HOST_UNREACHABLE);
        return;
    }
    Address local;
    socket->GetSockName(local);
    m_setting.connecting(m_session, local);
}

void
Net8ConnectAttempt::LookAfterServer()
{
    const auto& description = *m_step.description;
    const Time expire =
        description.expireTimeMin ? Minutes(*description.expireTimeMin) : m_setting.expireTime;
    m_connection->SetSendTimeout(m_setting.sendTimeout);
    if (!m_setting.readAhead)
    {
        m_connection->SetReadWork(m_setting.packetTime, m_setting.byteTime);
    }
    if (expire.IsStrictlyPositive() || m_setting.keepAlive || description.enable == "broken")
    {
        m_connection->KeepAlive(expire);
    }
}

void
Net8ConnectAttempt::HandleConnected(Ptr<Socket> /* socket */)
{
    if (m_hangs)
    {
        m_held = [this] { HandleConnected(nullptr); };
        return;
    }
    m_connected = true;
    m_transportTimeout.Cancel();
    m_owner.connected();
    if (m_setting.behaviour == ClientBehaviour::NORMAL)
    {
        SendConnect();
    }
    else
    {
        Attack();
    }
}

void
Net8ConnectAttempt::HandleConnectFailed(Ptr<Socket> /* socket */)
{
    if (m_hangs)
    {
        m_held = [this] { HandleConnectFailed(nullptr); };
        return;
    }
    m_connection->Fail(SessionError::TRANSPORT_GAVE_UP);
}

void
Net8ConnectAttempt::HandleClosed()
{
    if (m_accepted)
    {
        m_owner.closed();
        return;
    }
    if (m_textOf == PacketType::REFUSE)
    {
        Refuse("");
        return;
    }
    // ns-3's TCP tells a RST in answer to the SYN as a close.
    m_connection->Fail(m_connected ? SessionError::CLOSED_IN_SETUP : SessionError::CONNECT_FAILED);
}

void
Net8ConnectAttempt::HandleFailed(SessionError error)
{
    m_transportTimeout.Cancel();
    m_connectTimeout.Cancel();
    m_drip.Cancel();
    m_owner.failed(error);
}

// Negotiation

std::string
Net8ConnectAttempt::GetConnectData() const
{
    if (!m_redirectData.empty())
    {
        return m_redirectData;
    }
    if (!m_setting.connectData.empty())
    {
        return m_setting.connectData;
    }
    const auto& wanted = m_step.description->connectData.value_or(ConnectData());
    const bool named = !m_step.address->host.empty();
    std::string text = m_setting.identity.GetConnectData(
        m_setting.driver,
        wanted.serviceName.empty() ? m_setting.serviceName : wanted.serviceName,
        named ? m_step.address->host : PrintIp(*m_step.ip),
        m_step.address->port);
    if (!wanted.serviceName.empty() || !wanted.sid.empty())
    {
        const auto start = text.find("(SERVICE_NAME=");
        text.replace(start, text.find(')', start) + 1 - start, PrintWanted(wanted));
    }
    constexpr std::string_view START = "(CONNECT_DATA=";
    text.insert(text.find(START) + START.size(), PrintChoices(m_setting, wanted));
    return text;
}

ConnectPacket
Net8ConnectAttempt::MakeConnect() const
{
    const auto& driver = m_setting.driver;
    ConnectPacket connect(driver.version);
    const auto rule =
        driver.lowHalfSdu ? ConnectPacket::ShortSize::LOW_BITS : ConnectPacket::ShortSize::CAPPED;
    connect.SetSdu(driver.sdu, rule);
    connect.SetTdu(driver.tdu, rule);
    connect.serviceOptions = driver.serviceOptions;
    connect.ntCharacteristics = driver.ntCharacteristics;
    connect.byteOrderOne = driver.bigEndian ? 0x0001 : 0x0100;
    connect.maxConnectDataReturned = driver.maxConnectDataBack;
    connect.connectFlags0 = driver.connectFlags;
    connect.connectFlags1 = driver.connectFlags;
    connect.connectFlags2 = driver.connectFlags2;
    if (m_redirects > 0 && (driver.redirectMark == RedirectMark::ALWAYS || !m_redirectData.empty()))
    {
        connect.header.flags |= header_flag::REDIRECTED;
    }
    connect.SetConnectData(GetConnectData());
    return connect;
}

void
Net8ConnectAttempt::SendConnect()
{
    const auto connect = MakeConnect();
    ++m_roundTrips;
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
Net8ConnectAttempt::HandlePacket(const StreamReader::Received& received)
{
    const auto type = static_cast<PacketType>(received.header.type);
    if (m_accepted)
    {
        m_owner.packet(received);
        return;
    }
    const bool textDue = m_textOf != PacketType::DATA;
    if (textDue != (type == PacketType::DATA))
    {
        m_connection->Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    switch (type)
    {
    case PacketType::DATA:
        HandleText(received);
        return;
    case PacketType::RESEND:
        if (m_setting.behaviour == ClientBehaviour::NORMAL)
        {
            SendConnect();
        }
        return;
    case PacketType::ACCEPT:
        HandleAccept(received);
        return;
    case PacketType::REFUSE:
        HandleRefuse(received);
        return;
    case PacketType::REDIRECT:
        HandleRedirect(received);
        return;
    default:
        m_connection->Fail(SessionError::UNEXPECTED_PACKET);
    }
}

void
Net8ConnectAttempt::HandleAccept(const StreamReader::Received& received)
{
    AcceptPacket accept;
    if (AcceptPacket::Decode(received.bytes, LengthForm::SHORT_16, accept) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (accept.version < m_setting.driver.lowestVersion)
    {
        m_connection->Fail(SessionError::VERSION_NOT_SUPPORTED);
        return;
    }
    m_connectTimeout.Cancel();
    m_accepted = true;
    m_owner.accepted(accept);
}

void
Net8ConnectAttempt::HandleRefuse(const StreamReader::Received& received)
{
    RefusePacket refuse;
    if (RefusePacket::Decode(received.bytes, LengthForm::SHORT_16, refuse) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (refuse.DataFollows())
    {
        m_textOf = PacketType::REFUSE;
        return;
    }
    Refuse(refuse.text);
}

void
Net8ConnectAttempt::HandleRedirect(const StreamReader::Received& received)
{
    RedirectPacket redirect;
    if (RedirectPacket::Decode(received.bytes, LengthForm::SHORT_16, redirect) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (redirect.DataFollows())
    {
        m_textOf = PacketType::REDIRECT;
        return;
    }
    Redirect(redirect.text);
}

void
Net8ConnectAttempt::HandleText(const StreamReader::Received& received)
{
    const auto& bytes = received.bytes;
    const std::size_t head = std::min<std::size_t>(bytes.size(), Packing::OVERHEAD);
    const std::string text(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end());
    if (m_textOf == PacketType::REFUSE)
    {
        Refuse(text);
        return;
    }
    m_textOf = PacketType::DATA;
    Redirect(text);
}

void
Net8ConnectAttempt::Refuse(const std::string& text)
{
    m_refusal = ReadRefusal(text);
    m_connection->Fail(SessionError::REFUSED);
}

void
Net8ConnectAttempt::Redirect(const std::string& text)
{
    NS_LOG_FUNCTION(this << text);
    ConnectDescriptor target;
    const auto error = ConnectDescriptor::Parse(RedirectPacket::AddressOf(text), target);
    const auto* address = target.GetFirstAddress();
    if (error.IsError() || !address)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    const auto found = m_setting.resolve(address->host);
    if (found.empty())
    {
        m_connection->Fail(SessionError::HOST_UNKNOWN);
        return;
    }
    if (m_redirects == REDIRECTS_MAX)
    {
        m_connection->Fail(SessionError::REDIRECT_NOT_FOLLOWED);
        return;
    }
    ++m_redirects;
    m_redirectData = RedirectPacket::ConnectDataOf(text);
    m_counters.Add(m_connection->GetCounters());
    m_bytesSent += m_connection->GetBytesSent();
    m_bytesReceived += m_connection->GetBytesReceived();
    m_connection->Close();
    Connect(MakeSocketAddress(found.front(), address->port));
}

// Attacks

void
Net8ConnectAttempt::Attack()
{
    switch (m_setting.behaviour)
    {
    case ClientBehaviour::GARBAGE:
        m_connection->SendBytes({GARBAGE.begin(), GARBAGE.end()});
        return;
    case ClientBehaviour::DRIP:
        Drip(0);
        return;
    default:
        return;
    }
}

void
Net8ConnectAttempt::Drip(std::size_t sent)
{
    const auto bytes = MakeConnect().Encode();
    m_connection->SendBytes({bytes.at(sent)});
    if (sent + 1 < bytes.size())
    {
        m_drip.Schedule(DRIP_INTERVAL, [this, sent] { Drip(sent + 1); });
    }
}

} // namespace ns3::net8
