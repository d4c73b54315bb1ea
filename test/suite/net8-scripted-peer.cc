// SPDX-License-Identifier: GPL-2.0-only
#include "net8-scripted-peer.h"

#include "ns3/inet-socket-address.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3::net8::test
{

ScriptedPeer::ScriptedPeer(std::vector<Bytes> script, bool closes)
    : m_script(std::move(script)),
      m_closes(closes)
{
}

void
ScriptedPeer::Listen(Ptr<Node> node)
{
    m_socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_socket->Listen();
    m_socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&ScriptedPeer::HandleAccept, this));
}

void
ScriptedPeer::Connect(Ptr<Node> node, const Address& remote)
{
    m_socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    m_socket->Bind();
    m_socket->SetConnectCallback(MakeCallback(&ScriptedPeer::SendNext, this),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetRecvCallback(MakeCallback(&ScriptedPeer::HandleRead, this));
    m_socket->Connect(remote);
}

void
ScriptedPeer::HandleAccept(Ptr<Socket> socket, const Address& /* from */)
{
    socket->SetRecvCallback(MakeCallback(&ScriptedPeer::HandleRead, this));
}

void
ScriptedPeer::HandleRead(Ptr<Socket> socket)
{
    while (auto packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
    }
    SendNext(socket);
}

void
ScriptedPeer::SendNext(Ptr<Socket> socket)
{
    if (m_next < m_script.size())
    {
        const auto& bytes = m_script[m_next++];
        socket->Send(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())));
    }
    if (m_next == m_script.size() && m_closes)
    {
        socket->Close();
        m_closes = false;
    }
}

Ptr<Net8Path>
MakeLan()
{
    auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
    path->Build(1);
    return path;
}

} // namespace ns3::net8::test
