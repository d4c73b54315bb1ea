// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ons-server.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/node.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8OnsServer);

TypeId
Net8OnsServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8OnsServer")
                            .SetParent<Application>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8OnsServer>();
    return tid;
}

Net8OnsServer::Net8OnsServer()
    : m_protocol(TcpSocketFactory::GetTypeId())
{
}

Net8OnsServer::~Net8OnsServer() = default;

void
Net8OnsServer::DoDispose()
{
    m_subscribers.clear();
    m_sockets.clear();
    Application::DoDispose();
}

void
Net8OnsServer::SetUp(TypeId protocol, uint16_t port)
{
    m_protocol = protocol;
    m_port = port;
}

void
Net8OnsServer::StartApplication()
{
    for (const auto& local : AnyAddresses(GetNode(), m_port))
    {
        Listen(local);
    }
}

void
Net8OnsServer::StopApplication()
{
    for (const auto& socket : m_sockets)
    {
        socket->Close();
    }
}

void
Net8OnsServer::Listen(const Address& local)
{
    const auto socket = Socket::CreateSocket(GetNode(), m_protocol);
    socket->Bind(local);
    socket->Listen();
    socket->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> accepted, const Address&) {
            std::erase_if(m_subscribers, [](const Subscriber& old) { return old.ended; });
            auto& subscriber = m_subscribers.emplace_back();
            subscriber.connection = std::make_unique<Net8OnsConnection>(
                accepted,
                [&subscriber](const std::string&) { subscriber.subscribed = true; },
                [&subscriber] { subscriber.ended = true; });
            subscriber.connection->SetHanging(m_hangs);
        }));
    m_sockets.push_back(socket);
}

void
Net8OnsServer::Publish(const std::string& message)
{
    for (const auto& subscriber : m_subscribers)
    {
        if (subscriber.subscribed && !subscriber.ended)
        {
            ++m_sent;
            subscriber.connection->Send(message);
        }
    }
}

void
Net8OnsServer::Shutdown()
{
    for (const auto& subscriber : m_subscribers)
    {
        Net8TcpControl::Abort(subscriber.connection->Forget());
    }
    m_subscribers.clear();
}

void
Net8OnsServer::SetHanging(bool hangs)
{
    m_hangs = hangs;
    for (const auto& subscriber : m_subscribers)
    {
        subscriber.connection->SetHanging(hangs);
    }
}

uint64_t
Net8OnsServer::GetSent() const
{
    return m_sent;
}

} // namespace ns3::net8
