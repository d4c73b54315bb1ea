// SPDX-License-Identifier: GPL-2.0-only
#include "net8-directory-server.h"

#include "ns3/fatal-error.h"
#include "ns3/net8-ip-version.h"
#include "ns3/node.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8DirectoryServer);

TypeId
Net8DirectoryServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8DirectoryServer")
                            .SetParent<Application>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8DirectoryServer>();
    return tid;
}

Net8DirectoryServer::Net8DirectoryServer()
    : m_protocol(TcpSocketFactory::GetTypeId())
{
}

Net8DirectoryServer::~Net8DirectoryServer() = default;

void
Net8DirectoryServer::DoDispose()
{
    m_sessions.clear();
    m_sockets.clear();
    Application::DoDispose();
}

void
Net8DirectoryServer::SetProtocol(TypeId protocol)
{
    m_protocol = protocol;
}

void
Net8DirectoryServer::Enter(const std::string& alias, const std::string& descriptor)
{
    m_entries[Net8DirectoryConnection::GetObject(alias)] = descriptor;
}

void
Net8DirectoryServer::StartApplication()
{
    for (const auto& local : AnyAddresses(GetNode(), PORT))
    {
        Listen(local);
    }
}

void
Net8DirectoryServer::StopApplication()
{
    for (const auto& socket : m_sockets)
    {
        socket->Close();
    }
}

void
Net8DirectoryServer::Listen(const Address& local)
{
    const auto socket = Socket::CreateSocket(GetNode(), m_protocol);
    if (socket->Bind(local) != 0)
    {
        NS_FATAL_ERROR("Net8DirectoryServer: port " << PORT << " is in use on node "
                                                    << GetNode()->GetId());
    }
    socket->Listen();
    socket->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> accepted, const Address&) {
            std::erase_if(m_sessions, [](const Session& old) { return old.ended; });
            auto& session = m_sessions.emplace_back();
            session.connection = std::make_unique<Net8DirectoryConnection>(
                accepted,
                [this, &session](const LdapMessage& message) { Answer(session, message); },
                [&session] { session.ended = true; });
        }));
    m_sockets.push_back(socket);
}

void
Net8DirectoryServer::Answer(Session& session, const LdapMessage& message) const
{
    using Operation = LdapMessage::Operation;
    using Result = LdapMessage::Result;
    auto& connection = *session.connection;
    if (message.operation == Operation::BIND_REQUEST)
    {
        connection.Send(
            LdapMessage::MakeResult(message.id, Operation::BIND_RESPONSE, Result::SUCCESS));
        return;
    }
    if (message.operation != Operation::SEARCH_REQUEST)
    {
        connection.Close(); // an UnbindRequest, or what a client does not send
        return;
    }
    const auto found = m_entries.find(message.GetObject());
    const bool known = found != m_entries.end();
    if (known)
    {
        connection.Send(LdapMessage::MakeSearchEntry(message.id,
                                                     found->first,
                                                     Net8DirectoryConnection::DESCRIPTOR,
                                                     found->second));
    }
    connection.Send(LdapMessage::MakeResult(message.id,
                                            Operation::SEARCH_DONE,
                                            known ? Result::SUCCESS : Result::NO_SUCH_OBJECT));
}

} // namespace ns3::net8
