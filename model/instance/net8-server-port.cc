// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-port.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ServerPort);

TypeId
Net8ServerPort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8ServerPort")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8ServerPort>();
    return tid;
}

Net8ServerPort::Net8ServerPort()
    : m_backlog(Create<Net8TcpBacklog>(1, Net8TcpBacklog::Overflow::DROP))
{
}

Net8ServerPort::~Net8ServerPort() = default;

void
Net8ServerPort::DoDispose()
{
    m_timeout.Cancel();
    Close();
    if (m_greeting)
    {
        m_greeting->Dispose();
        m_greeting = nullptr;
    }
    m_settings = {};
    Object::DoDispose();
}

uint16_t
Net8ServerPort::Open(const Settings& settings)
{
    m_settings = settings;
    uint16_t port = 0;
    for (const bool ipv6 : {false, true})
    {
        const auto local = AnyAddress(ipv6, port);
        if (HasStackFor(m_settings.node, local))
        {
            // IPv6 on the same port, if it is free; if not, clients can still come over IPv4.
            const uint16_t there = Listen(local);
            port = port == 0 ? there : port;
        }
    }
    if (!m_settings.timeout.IsZero())
    {
        m_timeout = Simulator::Schedule(m_settings.timeout, &Net8ServerPort::Fail, this);
    }
    return port;
}

uint16_t
Net8ServerPort::Listen(const Address& local)
{
    auto socket = Socket::CreateSocket(m_settings.node, m_settings.protocol);
    if (socket->Bind(local) != 0)
    {
        return 0;
    }
    socket->Listen();
    socket->SetAcceptCallback(Net8TcpControl::SetBacklog(socket, m_backlog),
                              MakeCallback(&Net8ServerPort::HandleAccept, this));
    m_sockets.push_back(socket);
    Address bound;
    socket->GetSockName(bound);
    return PortOf(bound);
}

void
Net8ServerPort::Close()
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
Net8ServerPort::HandleAccept(Ptr<Socket> socket, const Address& from)
{
    if (m_greeting)
    {
        Net8TcpControl::Abort(socket);
        return;
    }
    // The greeting gets the time that is left.
    const Time left = m_timeout.IsPending() ? Simulator::GetDelayLeft(m_timeout) : Time();
    m_timeout.Cancel();
    m_greeting = CreateObject<Net8Greeting>();
    // The listening sockets are still on the call stack.
    Simulator::ScheduleNow(&Net8ServerPort::Close, Ptr<Net8ServerPort>(this));
    m_greeting->Start(socket, from, left, m_settings.complete, m_settings.failed);
}

void
Net8ServerPort::Fail()
{
    m_settings.failed();
}

Ptr<Net8Greeting>
Net8ServerPort::GetGreeting() const
{
    return m_greeting;
}

void
Net8ServerPort::Abort()
{
    m_timeout.Cancel();
    Close();
    if (m_greeting && m_greeting->GetConnection())
    {
        m_greeting->Abort();
    }
}

} // namespace ns3::net8
