// SPDX-License-Identifier: GPL-2.0-only
#include "net8-multiplex-socket.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8MultiplexSocket);

TypeId
Net8MultiplexSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8MultiplexSocket")
                            .SetParent<Socket>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8MultiplexSocket>();
    return tid;
}

Net8MultiplexSocket::Net8MultiplexSocket() = default;
Net8MultiplexSocket::~Net8MultiplexSocket() = default;

void
Net8MultiplexSocket::DoDispose()
{
    m_connection = nullptr;
    m_received = nullptr;
    Socket::DoDispose();
}

void
Net8MultiplexSocket::SetUp(Net8SharedConnection& connection, uint16_t number)
{
    m_connection = &connection;
    m_number = number;
}

void
Net8MultiplexSocket::Receive(const Ptr<Packet>& bytes)
{
    if (m_received)
    {
        m_received->AddAtEnd(bytes);
    }
    else
    {
        m_received = bytes;
    }
    NotifyDataRecv();
}

void
Net8MultiplexSocket::HandleEnd(bool gone)
{
    m_connection = nullptr;
    if (gone)
    {
        NotifyErrorClose();
    }
    else
    {
        NotifyNormalClose();
    }
}

void
Net8MultiplexSocket::HandleWritable()
{
    NotifySend(GetTxAvailable());
}

void
Net8MultiplexSocket::Abort()
{
    Net8TcpControl::Silence(this);
    Close();
}

int
Net8MultiplexSocket::Close()
{
    if (auto* connection = std::exchange(m_connection, nullptr))
    {
        connection->Close(m_number);
    }
    return 0;
}

uint32_t
Net8MultiplexSocket::GetTxAvailable() const
{
    return m_connection ? m_connection->GetRoom() : 0;
}

int
Net8MultiplexSocket::Send(Ptr<Packet> packet, uint32_t /* flags */)
{
    if (GetTxAvailable() < packet->GetSize())
    {
        return -1;
    }
    const auto size = static_cast<int>(packet->GetSize());
    m_connection->Send(m_number, packet);
    return size;
}

uint32_t
Net8MultiplexSocket::GetRxAvailable() const
{
    return m_received ? m_received->GetSize() : 0;
}

Ptr<Packet>
Net8MultiplexSocket::Recv(uint32_t maxSize, uint32_t /* flags */)
{
    const auto size = std::min(maxSize, GetRxAvailable());
    if (size == 0)
    {
        return nullptr;
    }
    auto read = std::exchange(m_received, nullptr);
    if (size < read->GetSize())
    {
        m_received = read->CreateFragment(size, read->GetSize() - size);
        read = read->CreateFragment(0, size);
    }
    if (m_connection)
    {
        m_connection->GoOn(m_number);
    }
    return read;
}

// What the socket is

Socket::SocketErrno
Net8MultiplexSocket::GetErrno() const
{
    return ERROR_NOTERROR;
}

Socket::SocketType
Net8MultiplexSocket::GetSocketType() const
{
    return NS3_SOCK_STREAM;
}

Ptr<Node>
Net8MultiplexSocket::GetNode() const
{
    return m_connection ? m_connection->GetNode() : nullptr;
}

int
Net8MultiplexSocket::Bind(const Address& /* address */)
{
    return -1;
}

int
Net8MultiplexSocket::Bind()
{
    return -1;
}

int
Net8MultiplexSocket::Bind6()
{
    return -1;
}

int
Net8MultiplexSocket::ShutdownSend()
{
    return -1;
}

int
Net8MultiplexSocket::ShutdownRecv()
{
    return -1;
}

int
Net8MultiplexSocket::Connect(const Address& /* address */)
{
    return -1;
}

int
Net8MultiplexSocket::Listen()
{
    return -1;
}

int
Net8MultiplexSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& /* address */)
{
    return Send(packet, flags);
}

Ptr<Packet>
Net8MultiplexSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    GetPeerName(from);
    return Recv(maxSize, flags);
}

int
Net8MultiplexSocket::GetSockName(Address& address) const
{
    address = m_connection ? m_connection->GetName(m_number, false) : Address();
    return m_connection ? 0 : -1;
}

int
Net8MultiplexSocket::GetPeerName(Address& address) const
{
    address = m_connection ? m_connection->GetName(m_number, true) : Address();
    return m_connection ? 0 : -1;
}

bool
Net8MultiplexSocket::SetAllowBroadcast(bool allow)
{
    return !allow;
}

bool
Net8MultiplexSocket::GetAllowBroadcast() const
{
    return false;
}

} // namespace ns3::net8
