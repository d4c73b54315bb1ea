// SPDX-License-Identifier: GPL-2.0-only
#include "net8-greeting.h"

#include "ns3/net8-data-packet.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Greeting);

namespace
{

/// Reasons in the REFUSE of a 21c listener that does not know the service.
constexpr uint8_t REFUSE_USER_REASON = 0x22;

/**
 * @param code Oracle error number
 * @return the text of a REFUSE, in the form of a 21c listener
 */
std::string
RefuseText(uint32_t code)
{
    const std::string number = std::to_string(code);
    return "(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=" + number +
           ")(ERROR_STACK=(ERROR=(CODE=" + number + ")(EMFI=4))))";
}

} // namespace

TypeId
Net8Greeting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Greeting")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8Greeting>();
    return tid;
}

Net8Greeting::Net8Greeting() = default;
Net8Greeting::~Net8Greeting() = default;

void
Net8Greeting::DoDispose()
{
    m_timeout.Cancel();
    if (m_connection)
    {
        m_connection->Dispose();
        m_connection = nullptr;
    }
    m_completed = nullptr;
    m_failed = nullptr;
    Object::DoDispose();
}

void
Net8Greeting::Start(Ptr<Socket> socket,
                    const Address& from,
                    Time timeout,
                    std::function<void()> complete,
                    std::function<void()> failed)
{
    m_from = from;
    m_completed = std::move(complete);
    m_failed = std::move(failed);
    m_connection = CreateObject<Net8Connection>();
    if (!timeout.IsZero())
    {
        m_timeout = Simulator::Schedule(timeout, [this] {
            m_connection->Fail(SessionError::INBOUND_TIMEOUT);
        });
    }
    m_connection->Attach(
        socket,
        {.packet = [this](const StreamReader::Received& received) { HandlePacket(received); },
         .message = [](const Net8Connection::Message&) {},
         .taken = {},
         .failed = [this](SessionError) { Fail(); },
         .closed = [this] { HandleClosed(); }});
}

void
Net8Greeting::HandleClosed()
{
    // Who closed while it waited for the accept is found out by whoever serves the request.
    m_connection->SetClosedByPeer();
    if (!m_done)
    {
        m_connection->Close();
        Fail();
    }
}

void
Net8Greeting::HandlePacket(const StreamReader::Received& received)
{
    const auto type = static_cast<PacketType>(received.header.type);
    if (!m_done && !m_waitingForData && type == PacketType::CONNECT)
    {
        HandleConnect(received);
        return;
    }
    DataPacket data;
    if (m_done || !m_waitingForData || type != PacketType::DATA)
    {
        m_connection->Fail(SessionError::UNEXPECTED_PACKET);
    }
    else if (DataPacket::Decode(received.bytes, LengthForm::SHORT_16, data) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
    }
    else
    {
        Complete(std::string(data.payload.begin(), data.payload.end()));
    }
}

void
Net8Greeting::HandleConnect(const StreamReader::Received& received)
{
    if (ConnectPacket::Decode(received.bytes, LengthForm::SHORT_16, m_connect) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
    }
    else if (m_connect.DataFollows())
    {
        m_waitingForData = true;
    }
    else
    {
        Complete(m_connect.connectData);
    }
}

void
Net8Greeting::Complete(std::string connectData)
{
    m_connectData = std::move(connectData);
    m_done = true;
    m_timeout.Cancel();
    m_completed();
}

void
Net8Greeting::Fail()
{
    m_done = true;
    m_timeout.Cancel();
    m_failed();
}

void
Net8Greeting::Refuse(uint32_t code, SessionError reason)
{
    m_connection->GetTns().CountError(reason);
    RefusePacket refuse;
    refuse.userReason = REFUSE_USER_REASON;
    refuse.SetText(RefuseText(code));
    m_connection->GetTns().SendPacket(refuse.Encode());
    m_connection->Close();
}

void
Net8Greeting::Redirect(const std::string& address, const std::string& connectData)
{
    RedirectPacket redirect;
    redirect.SetTarget(address, connectData);
    m_connection->GetTns().SendPacket(redirect.Encode());
    m_connection->Close();
}

void
Net8Greeting::Abort()
{
    const auto socket = m_connection->Abandon(SessionError::SERVER_DOWN);
    if (auto* tcp = Net8TcpControl::Get(socket))
    {
        tcp->Abort();
    }
}

Ptr<Net8Connection>
Net8Greeting::GetConnection() const
{
    return m_connection;
}

void
Net8Greeting::HandOver()
{
    m_connection = nullptr;
}

const ConnectPacket&
Net8Greeting::GetConnect() const
{
    return m_connect;
}

const std::string&
Net8Greeting::GetConnectData() const
{
    return m_connectData;
}

const Address&
Net8Greeting::GetFrom() const
{
    return m_from;
}

SessionCounters
Net8Greeting::GetCounters() const
{
    return m_connection ? m_connection->GetCounters() : SessionCounters();
}

} // namespace ns3::net8
