// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-negotiation.h"

#include "ns3/net8-body-packet.h"
#include "ns3/net8-data-packet.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Data sent by a client with ClientBehaviour::GARBAGE.
constexpr std::string_view GARBAGE = "GET / HTTP/1.1\r\nHost: listener\r\n\r\n";
/// Time between two bytes of a CONNECT that is sent byte by byte.
constexpr std::chrono::seconds DRIP_INTERVAL{1};

/**
 * Print the connect data without the identification of the client.
 *
 * @param wanted connect data of a descriptor
 * @return their text
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
 * Get the text of a SERVER value.
 *
 * @param server the requested server
 * @return its value in the connect data; empty: none
 */
std::string
GetText(ServerChoice server)
{
    switch (server)
    {
    case ServerChoice::DEDICATED:
        return "dedicated";
    case ServerChoice::SHARED:
        return "shared";
    case ServerChoice::POOLED:
        return "pooled";
    case ServerChoice::EMON:
        return "emon";
    case ServerChoice::ANY:
        break;
    }
    return "";
}

/**
 * Get the text of a POOL_PURITY value.
 *
 * @param purity the requested purity
 * @return its value in the connect data; empty: none
 */
std::string
GetText(PurityChoice purity)
{
    switch (purity)
    {
    case PurityChoice::SELF:
        return "self";
    case PurityChoice::NEW:
        return "new";
    case PurityChoice::ANY:
        break;
    }
    return "";
}

/**
 * Print the connect data that a request adds to a descriptor.
 *
 * @param request what the client requests
 * @param wanted connect data of the descriptor, which take precedence
 * @return what the request adds
 */
std::string
PrintChoices(const ClientRequest& request, const ConnectData& wanted)
{
    std::string text;
    const auto add = [&text](const char* name, const std::string& given, const std::string& own) {
        text += given.empty() && !own.empty() ? NameValue(name, own).Print() : "";
    };
    add("SERVER", wanted.server, GetText(request.server));
    add("POOL_CONNECTION_CLASS", wanted.poolConnectionClass, request.poolConnectionClass);
    add("POOL_PURITY", wanted.poolPurity, GetText(request.poolPurity));
    return text;
}

} // namespace

ClientNegotiation::ClientNegotiation(const ClientSettings& settings,
                                     ClientProgress& progress,
                                     ClientTarget target,
                                     std::chrono::nanoseconds now)
    : m_settings(settings),
      m_progress(progress),
      m_target(std::move(target))
{
    if (m_target.connectTimeout.count() > 0)
    {
        m_progress.deadlines.Set(ClientTimer::CONNECT, now + m_target.connectTimeout);
    }
}

void
ClientNegotiation::Begin(TnsConnection& tns, std::chrono::nanoseconds now)
{
    m_redirects += m_tns ? 1 : 0;
    m_tns = &tns;
    m_connected = false;
    if (m_target.transportConnectTimeout.count() > 0)
    {
        m_progress.deadlines.Set(ClientTimer::TRANSPORT_CONNECT,
                                 now + m_target.transportConnectTimeout);
    }
}

void
ClientNegotiation::HandleConnected(std::chrono::nanoseconds now)
{
    m_connected = true;
    m_progress.deadlines.Cancel(ClientTimer::TRANSPORT_CONNECT);
    switch (m_settings.behaviour)
    {
    case ClientBehaviour::NORMAL:
        SendConnect();
        return;
    case ClientBehaviour::GARBAGE:
        m_tns->SendBytes({GARBAGE.begin(), GARBAGE.end()});
        return;
    case ClientBehaviour::DRIP:
        m_dripped = 0;
        Drip(now);
        return;
    case ClientBehaviour::SILENT:
        return;
    }
}

void
ClientNegotiation::HandleClosed()
{
    if (m_textOf == PacketType::REFUSE)
    {
        Refuse("");
        return;
    }
    // ns-3's TCP reports a RST in answer to the SYN as a close.
    Fail(m_connected ? SessionError::CLOSED_IN_SETUP : SessionError::CONNECT_FAILED);
}

void
ClientNegotiation::HandleTimer(ClientTimer timer, std::chrono::nanoseconds now)
{
    if (timer == ClientTimer::DRIP)
    {
        Drip(now);
        return;
    }
    Fail(SessionError::CONNECT_TIMEOUT);
}

void
ClientNegotiation::CancelTimers()
{
    m_progress.deadlines.Cancel(ClientTimer::TRANSPORT_CONNECT);
    m_progress.deadlines.Cancel(ClientTimer::CONNECT);
    m_progress.deadlines.Cancel(ClientTimer::DRIP);
}

void
ClientNegotiation::Fail(SessionError error)
{
    CancelTimers();
    m_tns->Fail(error);
    m_outcome = Outcome::FAILED;
    m_error = error;
}

ClientNegotiation::Outcome
ClientNegotiation::GetOutcome() const
{
    return m_outcome;
}

SessionError
ClientNegotiation::GetError() const
{
    return m_error;
}

uint32_t
ClientNegotiation::GetErrorNumber() const
{
    if (m_error == SessionError::TLS_FAILED && m_tns && m_tns->GetTls())
    {
        return GetTlsError(m_tns->GetTls()->GetAlert());
    }
    return m_error == SessionError::REFUSED ? m_refusal : GetOracleError(m_error, false);
}

const AcceptPacket&
ClientNegotiation::GetAccept() const
{
    return m_accept;
}

uint32_t
ClientNegotiation::GetRedirects() const
{
    return m_redirects;
}

// CONNECT

std::string
ClientNegotiation::GetConnectData() const
{
    if (!m_redirectData.empty())
    {
        return m_redirectData;
    }
    if (!m_settings.request.connectData.empty())
    {
        return m_settings.request.connectData;
    }
    const auto& wanted = m_target.wanted;
    std::string text = m_settings.identity.GetConnectData(
        m_settings.driver,
        wanted.serviceName.empty() ? m_settings.request.serviceName : wanted.serviceName,
        m_target.host,
        m_target.port,
        m_target.address);
    if (!wanted.serviceName.empty() || !wanted.sid.empty())
    {
        const auto start = text.find("(SERVICE_NAME=");
        text.replace(start, text.find(')', start) + 1 - start, PrintWanted(wanted));
    }
    constexpr std::string_view START = "(CONNECT_DATA=";
    text.insert(text.find(START) + START.size(), PrintChoices(m_settings.request, wanted));
    return text;
}

ConnectPacket
ClientNegotiation::MakeConnect() const
{
    const auto& driver = m_settings.driver;
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
    connect.connectFlags2 = m_settings.GetConnectFlags2();
    if (m_tns->GetTls())
    {
        // There is no urgent data in TLS: the client neither announces nor checks it
        // (python-oracledb 26.1.0).
        connect.connectFlags2 = 0;
        connect.serviceOptions &= static_cast<uint16_t>(~service_option::CAN_RECEIVE_ATTENTION);
    }
    connect.compression = m_settings.security.compression.ToConnect();
    if (m_redirects > 0 &&
        (driver.redirectMark != RedirectMark::WITH_DATA || !m_redirectData.empty()))
    {
        connect.header.flags |= header_flag::REDIRECTED;
    }
    connect.SetConnectData(GetConnectData());
    return connect;
}

void
ClientNegotiation::SendConnect()
{
    const auto connect = MakeConnect();
    if (m_settings.driver.redirectMark == RedirectMark::SESSION)
    {
        m_tns->SetCommonFlags(connect.header.flags & header_flag::REDIRECTED);
    }
    ++m_progress.roundTrips;
    m_tns->SendPacket(connect.Encode());
    if (connect.DataFollows())
    {
        DataPacket data;
        const std::string text = GetConnectData();
        data.payload.assign(text.begin(), text.end());
        m_tns->SendPacket(data.Encode(LengthForm::SHORT_16));
    }
}

void
ClientNegotiation::Drip(std::chrono::nanoseconds now)
{
    const auto bytes = MakeConnect().Encode();
    m_tns->SendBytes({bytes.at(m_dripped++)});
    if (m_dripped < bytes.size())
    {
        m_progress.deadlines.Set(ClientTimer::DRIP, now + DRIP_INTERVAL);
    }
}

// Answers

void
ClientNegotiation::HandlePacket(const StreamReader::Received& received)
{
    const auto type = static_cast<PacketType>(received.header.type);
    const bool textDue = m_textOf != PacketType::DATA;
    if (textDue != (type == PacketType::DATA))
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    switch (type)
    {
    case PacketType::DATA:
        HandleText(received);
        return;
    case PacketType::RESEND:
        if (m_settings.behaviour == ClientBehaviour::NORMAL)
        {
            if ((received.header.flags & header_flag::RENEW_TLS) != 0)
            {
                m_tns->RenewTls();
            }
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
        Fail(SessionError::UNEXPECTED_PACKET);
    }
}

void
ClientNegotiation::HandleAccept(const StreamReader::Received& received)
{
    if (AcceptPacket::Decode(received.bytes, LengthForm::SHORT_16, m_accept) != WireError::NONE)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (m_accept.version < m_settings.driver.lowestVersion)
    {
        Fail(SessionError::VERSION_NOT_SUPPORTED);
        return;
    }
    if (m_accept.DataFollows())
    {
        m_textOf = PacketType::ACCEPT;
        return;
    }
    Accept();
}

void
ClientNegotiation::Accept()
{
    CancelTimers();
    m_outcome = Outcome::ACCEPTED;
}

void
ClientNegotiation::HandleRefuse(const StreamReader::Received& received)
{
    RefusePacket refuse;
    if (RefusePacket::Decode(received.bytes, LengthForm::SHORT_16, refuse) != WireError::NONE)
    {
        Fail(SessionError::MALFORMED_PACKET);
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
ClientNegotiation::HandleRedirect(const StreamReader::Received& received)
{
    RedirectPacket redirect;
    if (RedirectPacket::Decode(received.bytes, LengthForm::SHORT_16, redirect) != WireError::NONE)
    {
        Fail(SessionError::MALFORMED_PACKET);
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
ClientNegotiation::HandleText(const StreamReader::Received& received)
{
    const auto& bytes = received.bytes;
    const std::size_t head = std::min<std::size_t>(bytes.size(), Packing::OVERHEAD);
    const std::string text(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end());
    if (m_textOf == PacketType::REFUSE)
    {
        Refuse(text);
        return;
    }
    if (std::exchange(m_textOf, PacketType::DATA) == PacketType::ACCEPT)
    {
        Accept(); // accept data are for those who control a listener
        return;
    }
    Redirect(text);
}

void
ClientNegotiation::Refuse(const std::string& text)
{
    m_refusal = ReadRefusal(text);
    Fail(SessionError::REFUSED);
}

void
ClientNegotiation::Redirect(const std::string& text)
{
    ConnectDescriptor target;
    const auto error = ConnectDescriptor::Parse(RedirectPacket::AddressOf(text), target);
    const auto* address = target.GetFirstAddress();
    if (error.IsError() || !address)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (m_redirects == REDIRECTS_MAX)
    {
        Fail(SessionError::REDIRECT_NOT_FOLLOWED);
        return;
    }
    m_redirectData = RedirectPacket::ConnectDataOf(text);
    m_progress.events.push_back(client_event::Redirected{address->host, address->port});
}

} // namespace ns3::net8
