// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-socket.h"

#include "ns3/inet-socket-address.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LanSocket);

TypeId
Net8LanSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LanSocket")
                            .SetParent<Socket>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LanSocket>();
    return tid;
}

Net8LanSocket::Net8LanSocket() = default;
Net8LanSocket::~Net8LanSocket() = default;

void
Net8LanSocket::DoDispose()
{
    Forget();
    Socket::DoDispose();
}

void
Net8LanSocket::SetHost(const Ptr<Net8LanHost>& host)
{
    m_host = host;
}

void
Net8LanSocket::Forget()
{
    m_deadline.Stop();
    m_host = nullptr;
    m_listener = nullptr;
    m_user = nullptr;
}

bool
Net8LanSocket::IsFrom(const LanEnds& ends) const
{
    const bool known = m_ends.remoteId == 0 || ends.remoteId == 0;
    return m_ends.remote == ends.remote && (known || m_ends.remoteId == ends.remoteId);
}

// Connecting

bool
Net8LanSocket::Begin()
{
    m_ends = m_host->MakeEnds();
    m_ends.localId = m_host->Enter(this, this);
    m_transport = std::make_unique<LanTransport>(m_host->GetProtocol().rules, *this);
    m_entered = m_ends.localId != 0;
    return m_entered;
}

int
Net8LanSocket::Connect(const Address& address)
{
    if (!m_host || m_transport || !InetSocketAddress::IsMatchingType(address))
    {
        return -1;
    }
    const auto to = InetSocketAddress::ConvertFrom(address);
    const auto& protocol = m_host->GetProtocol();
    const auto station = protocol.directory->Find(to.GetIpv4());
    if (!station || !Begin())
    {
        return -1;
    }
    m_peer = to.GetIpv4();
    m_peerPort = to.GetPort();
    m_ends.remote = station->address;
    m_ends.remoteNode = station->node;
    m_ends.service = protocol.codec->GetService(to.GetPort());
    m_ends.remoteSocket = m_ends.service;
    m_ends.localSocket = protocol.codec->GetOwnSocket(m_ends.localId);
    m_transport->Connect(Net8Deadline::Now());
    Update();
    return 0;
}

int
Net8LanSocket::Listen()
{
    const auto service = m_host->GetProtocol().codec->GetService(m_port);
    m_listening = m_host->Listen(service, this);
    return m_listening ? 0 : -1;
}

void
Net8LanSocket::Accept(const LanArrival& arrival)
{
    const auto& protocol = m_host->GetProtocol();
    const auto peer = protocol.directory->FindName(arrival.ends.remote);
    const InetSocketAddress from(peer, arrival.ends.remoteId);
    if (!NotifyConnectionRequest(from))
    {
        return;
    }
    auto socket = CreateObject<Net8LanSocket>();
    socket->SetHost(m_host);
    if (!socket->Begin())
    {
        return;
    }
    socket->m_listener = this;
    socket->m_passive = true;
    socket->m_port = m_port;
    socket->m_peer = peer;
    socket->m_peerPort = arrival.ends.remoteId;
    auto& ends = socket->m_ends;
    ends.remote = arrival.ends.remote;
    ends.remoteNode = arrival.ends.remoteNode;
    ends.remoteId = arrival.ends.remoteId;
    ends.localSocket = arrival.ends.localSocket;
    ends.remoteSocket = arrival.ends.remoteSocket;
    ends.service = arrival.ends.service;
    m_host->EnterPeer(ends.localId, ends);
    socket->Receive(arrival, nullptr);
}

LanTransport::Counts
Net8LanSocket::GetCounts() const
{
    return m_transport ? m_transport->GetCounts() : LanTransport::Counts{};
}

void
Net8LanSocket::HandleConnected()
{
    m_open = true;
    if (!m_passive)
    {
        NotifyConnectionSucceeded();
        return;
    }
    const auto listener = std::exchange(m_listener, nullptr);
    listener->NotifyNewConnectionCreated(this, InetSocketAddress(m_peer, m_peerPort));
}

// Sending

uint32_t
Net8LanSocket::GetTxAvailable() const
{
    if (!m_transport || !m_host)
    {
        return 0;
    }
    return m_transport->GetWaiting() < m_host->GetProtocol().sendBuffer
               ? std::numeric_limits<uint32_t>::max()
               : 0;
}

int
Net8LanSocket::Send(Ptr<Packet> packet, uint32_t /* flags */)
{
    const uint32_t size = packet->GetSize();
    if (!m_transport || !m_host || m_closed ||
        m_transport->GetState() == LanTransport::State::ENDED)
    {
        return -1;
    }
    if (size == 0)
    {
        return 0;
    }
    m_written.push_back({.offset = m_writtenBytes, .packet = packet});
    m_writtenBytes += size;
    m_transport->Write(size, Net8Deadline::Now());
    m_blocked = GetTxAvailable() == 0;
    Update();
    return static_cast<int>(size);
}

void
Net8LanSocket::Transmit(const LanUnit& unit)
{
    if (!m_host)
    {
        return;
    }
    m_host->Send(m_ends, unit, unit.size > 0 ? Cut(unit.offset, unit.size) : nullptr);
}

Ptr<Packet>
Net8LanSocket::Cut(int64_t offset, uint32_t size) const
{
    auto write = std::prev(std::ranges::upper_bound(m_written, offset, {}, &Written::offset));
    Ptr<Packet> bytes;
    for (uint32_t left = size; left > 0; ++write)
    {
        const auto at = static_cast<uint32_t>(offset + size - left - write->offset);
        const uint32_t part = std::min(left, write->packet->GetSize() - at);
        auto piece = write->packet->CreateFragment(at, part);
        left -= part;
        if (bytes)
        {
            bytes->AddAtEnd(piece);
            continue;
        }
        bytes = piece;
    }
    return bytes;
}

void
Net8LanSocket::HandleAcknowledged(uint32_t /* bytes */)
{
    const auto acknowledged = m_writtenBytes - static_cast<int64_t>(m_transport->GetWaiting());
    while (!m_written.empty() &&
           m_written.front().offset + m_written.front().packet->GetSize() <= acknowledged)
    {
        m_written.pop_front();
    }
    if (!m_blocked || GetTxAvailable() == 0)
    {
        return;
    }
    m_blocked = false;
    if (m_user)
    {
        m_user->HandleWritable();
        return;
    }
    NotifySend(GetTxAvailable());
}

// Receiving

void
Net8LanSocket::Receive(const LanArrival& arrival, const Ptr<Packet>& payload)
{
    const Ptr<Net8LanSocket> self(this);
    if (m_ends.remoteId == 0)
    {
        m_ends.remoteId = arrival.ends.remoteId;
    }
    m_arriving = payload;
    m_transport->Receive(arrival.unit, Net8Deadline::Now());
    m_arriving = nullptr;
    Update();
}

void
Net8LanSocket::Acknowledge(int64_t number)
{
    const Ptr<Net8LanSocket> self(this);
    m_transport->Acknowledge(number, Net8Deadline::Now());
    Update();
}

void
Net8LanSocket::Fail()
{
    const Ptr<Net8LanSocket> self(this);
    m_transport->Fail();
    Update();
}

void
Net8LanSocket::HandleData(const LanUnit& unit)
{
    if (m_closed)
    {
        m_transport->Read(unit.size, Net8Deadline::Now());
        return;
    }
    m_received.push_back(m_arriving);
    m_receivedBytes += unit.size;
    if (m_user)
    {
        m_user->HandleReadable();
        return;
    }
    NotifyDataRecv();
}

Ptr<Packet>
Net8LanSocket::Recv(uint32_t maxSize, uint32_t /* flags */)
{
    if (m_received.empty())
    {
        return nullptr;
    }
    auto packet = m_received.front();
    const uint32_t size = packet->GetSize();
    if (size <= maxSize)
    {
        m_received.pop_front();
    }
    else
    {
        m_received.front() = packet->CreateFragment(maxSize, size - maxSize);
        packet = packet->CreateFragment(0, maxSize);
    }
    m_receivedBytes -= packet->GetSize();
    m_transport->Read(packet->GetSize(), Net8Deadline::Now());
    Update();
    return packet;
}

Ptr<Packet>
Net8LanSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    GetPeerName(from);
    return Recv(maxSize, flags);
}

uint32_t
Net8LanSocket::GetRxAvailable() const
{
    return m_receivedBytes;
}

// Ending

int
Net8LanSocket::Close()
{
    const Ptr<Net8LanSocket> self(this);
    if (m_listening && m_host)
    {
        m_host->StopListening(m_host->GetProtocol().codec->GetService(m_port));
        m_listening = false;
    }
    if (m_transport && !m_closed && m_host)
    {
        m_closed = true;
        m_transport->Close(Net8Deadline::Now());
        Update();
    }
    return 0;
}

void
Net8LanSocket::HandleTransportEnd(LanEnd end)
{
    const auto listener = std::exchange(m_listener, nullptr);
    if (m_closed || listener)
    {
        return;
    }
    if (!m_open)
    {
        NotifyConnectionFailed();
        return;
    }
    const bool reset = end == LanEnd::GAVE_UP;
    if (m_user)
    {
        m_user->HandleEnd({.reset = reset});
    }
    else if (reset)
    {
        NotifyErrorClose();
    }
    else
    {
        NotifyNormalClose();
    }
}

void
Net8LanSocket::Leave()
{
    m_deadline.Stop();
    if (m_host && std::exchange(m_entered, false))
    {
        m_host->Leave(m_ends.localId, m_ends);
    }
}

void
Net8LanSocket::HandleDeadline()
{
    const Ptr<Net8LanSocket> self(this);
    m_deadline.Fired();
    m_transport->Expire(Net8Deadline::Now());
    Update();
}

void
Net8LanSocket::Update()
{
    if (!m_host)
    {
        return;
    }
    if (m_transport->GetState() == LanTransport::State::ENDED)
    {
        Leave();
        return;
    }
    m_deadline.Set(m_transport->GetDeadline(), &Net8LanSocket::HandleDeadline, this);
}

// What the socket is

void
Net8LanSocket::SetUser(TcpUser* user)
{
    m_user = user;
}

Socket::SocketErrno
Net8LanSocket::GetErrno() const
{
    return ERROR_NOTERROR;
}

Socket::SocketType
Net8LanSocket::GetSocketType() const
{
    return NS3_SOCK_STREAM;
}

Ptr<Node>
Net8LanSocket::GetNode() const
{
    return m_host ? m_host->GetNode() : nullptr;
}

int
Net8LanSocket::Bind(const Address& address)
{
    if (!InetSocketAddress::IsMatchingType(address))
    {
        return -1;
    }
    m_port = InetSocketAddress::ConvertFrom(address).GetPort();
    return 0;
}

int
Net8LanSocket::Bind()
{
    return 0;
}

int
Net8LanSocket::Bind6()
{
    return -1;
}

int
Net8LanSocket::ShutdownSend()
{
    return -1;
}

int
Net8LanSocket::ShutdownRecv()
{
    return -1;
}

int
Net8LanSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& /* address */)
{
    return Send(packet, flags);
}

int
Net8LanSocket::GetSockName(Address& address) const
{
    const uint16_t port = m_listening || m_passive ? m_port : m_ends.localId;
    address = InetSocketAddress(m_host ? m_host->GetName() : Ipv4Address::GetAny(), port);
    return 0;
}

int
Net8LanSocket::GetPeerName(Address& address) const
{
    address = InetSocketAddress(m_peer, m_peerPort);
    return m_transport ? 0 : -1;
}

bool
Net8LanSocket::SetAllowBroadcast(bool allow)
{
    return !allow;
}

bool
Net8LanSocket::GetAllowBroadcast() const
{
    return false;
}

} // namespace ns3::net8
