// SPDX-License-Identifier: GPL-2.0-only
#include "net8-greeting.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-tcp-control.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Greeting);

TypeId
Net8Greeting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Greeting")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8Greeting>();
    return tid;
}

Net8Greeting::Net8Greeting()
    : m_alarm([this] { m_connection->Fail(SessionError::INBOUND_TIMEOUT); })
{
}

Net8Greeting::~Net8Greeting() = default;

void
Net8Greeting::DoDispose()
{
    m_alarm.Set(NEVER);
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
Net8Greeting::SetTls(const TlsParameters& parameters,
                     const TlsCosts& costs,
                     Net8Connection::Worker worker)
{
    m_tls = parameters;
    m_tlsCosts = costs;
    m_keyWorker = std::move(worker);
}

bool
Net8Greeting::IsNamed() const
{
    const auto* tls = m_connection ? m_connection->GetTns().GetTls() : nullptr;
    return tls && tls->IsNamed();
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
    m_connection = Create<Net8Connection>();
    if (m_tls)
    {
        m_connection->GetTns().BeginTls(TlsEnd::Role::SERVER, *m_tls, m_tlsCosts);
        m_connection->SetKeyWorker(std::move(m_keyWorker));
    }
    m_request.Start(Net8Alarm::Now(), ToChrono(timeout));
    m_alarm.Set(m_request.GetDeadline());
    m_connection->Attach(socket, *this);
}

void
Net8Greeting::HandleClosed()
{
    // If the client closed while it waited for the accept, whoever serves the request will notice.
    m_connection->SetClosedByPeer();
    if (!m_request.IsDone())
    {
        m_connection->Close();
        Fail();
    }
}

void
Net8Greeting::HandlePacket(const StreamReader::Received& received)
{
    if (const auto error = m_request.HandlePacket(received))
    {
        m_connection->Fail(*error);
        return;
    }
    m_alarm.Set(m_request.GetDeadline());
    if (m_request.IsComplete())
    {
        m_completed();
    }
}

void
Net8Greeting::HandleMessage(const TnsStream::Message& /* message */)
{
    // Before the ACCEPT no packet is part of a message.
}

void
Net8Greeting::HandleFailed(SessionError /* error */)
{
    Fail();
}

void
Net8Greeting::Fail()
{
    m_request.End();
    m_alarm.Set(NEVER);
    m_failed();
}

void
Net8Greeting::Refuse(uint32_t code, SessionError reason)
{
    m_connection->GetTns().CountError(reason);
    m_connection->GetTns().SendPacket(ListenerGreeting::EncodeRefuse(code));
    m_connection->Close();
}

void
Net8Greeting::Redirect(const std::string& address, const std::string& connectData)
{
    m_connection->GetTns().SendPacket(ListenerGreeting::EncodeRedirect(address, connectData));
    m_connection->Close();
}

void
Net8Greeting::Abort()
{
    Net8TcpControl::Abort(m_connection->Abandon(SessionError::SERVER_DOWN));
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
    return m_request.GetConnect();
}

const std::string&
Net8Greeting::GetConnectData() const
{
    return m_request.GetConnectData();
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
