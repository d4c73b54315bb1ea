// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-machine-socket.h"

#include "net8-tcp-l4-protocol.h"
#include "net8-tcp-segment-header.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpMachineSocket);

Net8TcpMachineSocket::Net8TcpMachineSocket() = default;

Net8TcpMachineSocket::Net8TcpMachineSocket(const Net8TcpMachineSocket& other)
    : TcpSocket(other),
      m_node(other.m_node),
      m_host(other.m_host),
      m_settings(other.m_settings),
      m_options(other.m_options),
      m_traces(other.m_traces ? std::make_unique<Net8TcpTraces>(*other.m_traces) : nullptr),
      m_sendShut(other.m_sendShut),
      m_recvShut(other.m_recvShut)
{
    // Those that ns-3 takes away of the copies of a listening socket.
    SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                       MakeNullCallback<void, Ptr<Socket>>());
    SetDataSentCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
}

Net8TcpMachineSocket::~Net8TcpMachineSocket()
{
    Forget();
}

void
Net8TcpMachineSocket::SetHost(const Ptr<Node>& node, const Ptr<Net8TcpHost>& host)
{
    m_node = node;
    m_host = host;
    m_settings = host->GetSettings();
}

void
Net8TcpMachineSocket::SetBacklog(const Ptr<Net8TcpBacklog>& backlog)
{
    m_backlog = backlog;
}

int
Net8TcpMachineSocket::FailWith(SocketErrno error) const
{
    m_errno = error;
    return -1;
}

// Opening

int
Net8TcpMachineSocket::Connect(const Address& address)
{
    if (m_passive || (m_connection && !m_connection->IsDone()))
    {
        return FailWith(ERROR_ISCONN);
    }
    if (!m_host->GetTcp())
    {
        return FailWith(ERROR_BADF);
    }
    if (!InetSocketAddress::IsMatchingType(address) && !Inet6SocketAddress::IsMatchingType(address))
    {
        return FailWith(ERROR_INVAL);
    }
    Restart();
    m_errno = ERROR_AFNOSUPPORT;
    if (!SetPeer(address))
    {
        return -1;
    }
    const auto segment = m_host->FindRoute(m_flow, m_boundnetdevice);
    if (!segment)
    {
        return FailWith(ERROR_NOROUTETOHOST);
    }
    if (!Register())
    {
        return FailWith(ERROR_ADDRINUSE);
    }
    TcpSocketOptions options = m_options;
    options.maxSegment = options.maxSegment > 0 ? std::min(options.maxSegment, *segment) : *segment;
    m_iss = Net8TcpHost::MakeIsn(m_flow);
    m_toldSent = m_iss + 1;
    m_connecting = true;
    m_connection = std::make_unique<TcpConnection>(*m_settings, options, *this);
    m_connection->Connect(m_iss, Net8Deadline::Now());
    Update();
    return 0;
}

void
Net8TcpMachineSocket::Restart()
{
    m_connection = nullptr;
    m_sent = {};
    m_received = {};
    m_toldReceived = 0;
    m_blocked = 0;
    m_error = TcpError::NONE;
    m_endTold = m_closing = m_sendShut = m_recvShut = false;
}

int
Net8TcpMachineSocket::Listen()
{
    if (m_passive || m_connection || (!m_endPoint && !m_endPoint6))
    {
        return FailWith(ERROR_INVAL);
    }
    m_passive = std::make_unique<Net8TcpPassiveOpen>(*this);
    return 0;
}

Ptr<Net8TcpMachineSocket>
Net8TcpMachineSocket::Fork(const Net8TcpFlow& flow, uint32_t iss, uint32_t irs) const
{
    auto fork = CopyObject<Net8TcpMachineSocket>(this);
    fork->m_flow = flow;
    fork->m_iss = iss;
    fork->m_irs = irs;
    fork->m_toldSent = iss + 1;
    return fork;
}

void
Net8TcpMachineSocket::Accepted(const Ptr<Net8TcpMachineSocket>& listening,
                               const TcpSegment& segment,
                               const Ptr<Packet>& packet)
{
    const Ptr<Net8TcpMachineSocket> self(this);
    if (!Register())
    {
        Forget(); // Its peer has opened it twice in the same moment.
        return;
    }
    KeepPayload(segment, packet);
    Update();
    listening->NotifyNewConnectionCreated(this, m_flow.GetPeer());
    NotifySend(GetTxAvailable());
    Tell();
}

// Segments

void
Net8TcpMachineSocket::Receive(const Ptr<Packet>& packet)
{
    const auto segment = Net8TcpSegmentHeader::Read(packet);
    if (!segment || !m_connection)
    {
        return;
    }
    const Time wait = m_host->TakeIn(segment->length > 0);
    if (wait.IsZero())
    {
        Process(*segment, packet);
        return;
    }
    const Ptr<Net8TcpMachineSocket> self(this);
    Simulator::Schedule(wait, [self, segment = *segment, packet] {
        if (self->m_connection)
        {
            self->Process(segment, packet);
        }
    });
}

void
Net8TcpMachineSocket::Process(const TcpSegment& segment, const Ptr<Packet>& packet)
{
    const Ptr<Net8TcpMachineSocket> self(this);
    if (segment.Has(TcpSegment::SYN) && m_connection->GetState() == TcpState::SYN_SENT)
    {
        m_irs = segment.seq;
    }
    m_connection->Receive(segment, Net8Deadline::Now());
    KeepPayload(segment, packet);
    Update();
    Tell();
}

void
Net8TcpMachineSocket::KeepPayload(const TcpSegment& segment, const Ptr<Packet>& packet)
{
    packet->RemoveAtStart(packet->GetSize() - segment.length);
    if (m_traces)
    {
        Net8TcpTraces::Tell(m_traces->received, segment, m_flow, packet);
    }
    if (segment.length == 0 || segment.Has(TcpSegment::SYN) || m_closing || m_connection->IsDone())
    {
        return;
    }
    // Sequence numbers near to what is read next, on either side.
    const auto begin = static_cast<int64_t>(m_received.GetBegin());
    const uint32_t next = m_irs + 1 + static_cast<uint32_t>(begin);
    const int64_t start = begin + static_cast<int32_t>(segment.seq - next);
    if (start + segment.length <= begin)
    {
        return;
    }
    if (start < 0)
    {
        const auto before = static_cast<uint32_t>(-start);
        m_received.Insert(0, packet->CreateFragment(before, segment.length - before));
        return;
    }
    m_received.Insert(static_cast<uint64_t>(start), packet);
}

bool
Net8TcpMachineSocket::Transmit(const TcpSegment& segment)
{
    TcpSegment piece = segment;
    uint32_t left = segment.length;
    // Segmentation offload ends here; only the last piece has PSH and FIN.
    while (segment.segmentBytes > 0 && left > segment.segmentBytes)
    {
        piece.length = segment.segmentBytes;
        piece.flags = segment.flags & static_cast<uint8_t>(~(TcpSegment::PSH | TcpSegment::FIN));
        EmitData(piece);
        piece.seq += piece.length;
        left -= piece.length;
    }
    piece.length = left;
    piece.flags = segment.flags;
    EmitData(piece);
    return true;
}

void
Net8TcpMachineSocket::EmitData(const TcpSegment& segment)
{
    Emit(m_flow,
         segment,
         segment.length > 0
             ? m_sent.Copy(static_cast<uint64_t>(GetPlace(segment.seq)), segment.length)
             : Create<Packet>());
}

void
Net8TcpMachineSocket::Emit(const Net8TcpFlow& flow,
                           const TcpSegment& segment,
                           const Ptr<Packet>& payload)
{
    if (m_traces)
    {
        Net8TcpTraces::Tell(m_traces->sent, segment, flow, payload);
    }
    if (GetIpTos() > 0)
    {
        SocketIpTosTag tag;
        tag.SetTos(GetIpTos());
        payload->AddPacketTag(tag);
    }
    if (IsManualIpv6Tclass())
    {
        SocketIpv6TclassTag tag;
        tag.SetTclass(GetIpv6Tclass());
        payload->AddPacketTag(tag);
    }
    if (IsManualIpTtl())
    {
        SocketIpTtlTag tag;
        tag.SetTtl(GetIpTtl());
        payload->AddPacketTag(tag);
    }
    if (IsManualIpv6HopLimit())
    {
        SocketIpv6HopLimitTag tag;
        tag.SetHopLimit(GetIpv6HopLimit());
        payload->AddPacketTag(tag);
    }
    if (GetPriority() > 0)
    {
        SocketPriorityTag tag;
        tag.SetPriority(GetPriority());
        payload->ReplacePacketTag(tag);
    }
    m_host->Send(flow, segment, payload, m_boundnetdevice);
}

int64_t
Net8TcpMachineSocket::GetPlace(uint32_t seq) const
{
    const auto begin = static_cast<int64_t>(m_sent.GetBegin());
    const uint32_t first = m_iss + 1 + static_cast<uint32_t>(begin);
    return begin + static_cast<int32_t>(seq - first);
}

void
Net8TcpMachineSocket::HandleDeadline()
{
    const Ptr<Net8TcpMachineSocket> self(this);
    m_deadline.Fired();
    m_connection->Advance(Net8Deadline::Now());
    Update();
    Tell();
}

void
Net8TcpMachineSocket::Update()
{
    if (!m_connection)
    {
        return;
    }
    const TcpTime now = Net8Deadline::Now();
    if (m_traces)
    {
        m_traces->Update(Net8TcpTraces::Read(*m_connection, now));
    }
    auto* table = m_host->GetTable();
    const auto rest = table ? m_connection->TakeTimeWait() : std::nullopt;
    if (m_connection->IsDone())
    {
        m_deadline.Stop();
        m_sent.Clear();
        m_blocked = 0;
        Release();
        if (rest)
        {
            table->GetTimeWaits().Add(m_flow, *rest, m_settings, m_host);
        }
        return;
    }
    const int64_t acknowledged = GetPlace(m_connection->GetSender().GetState().una);
    if (acknowledged > 0)
    {
        m_sent.DropBefore(static_cast<uint64_t>(acknowledged));
    }
    m_deadline.Set(m_connection->GetDeadline(), &Net8TcpMachineSocket::HandleDeadline, this);
}

// What the program does

uint32_t
Net8TcpMachineSocket::GetTxAvailable() const
{
    // What Send returns has a sign.
    constexpr uint32_t ANY = std::numeric_limits<int32_t>::max();
    return m_connection && m_blocked == 0 && !m_connection->IsDone() ? ANY : 0;
}

int
Net8TcpMachineSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    if (flags != 0)
    {
        return FailWith(ERROR_OPNOTSUPP);
    }
    if (!m_connection || m_connection->IsDone() || m_error != TcpError::NONE)
    {
        return FailWith(ERROR_NOTCONN);
    }
    if (m_sendShut || m_closing)
    {
        return FailWith(ERROR_SHUTDOWN);
    }
    if (m_blocked > 0)
    {
        return FailWith(ERROR_AGAIN);
    }
    m_sent.Append(packet);
    m_blocked = packet->GetSize();
    if (!m_connecting && m_blocked > 0)
    {
        const auto [bytes, error] =
            m_connection->Write(m_blocked, TcpSender::WriteFlags{}, Net8Deadline::Now());
        m_blocked -= static_cast<uint32_t>(bytes);
        Update();
    }
    return static_cast<int>(packet->GetSize());
}

int
Net8TcpMachineSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& /* address */)
{
    return Send(packet, flags); // As ns-3's: the peer is that of the connection.
}

void
Net8TcpMachineSocket::GoOnWriting()
{
    if (m_blocked == 0 || !m_connection || m_connecting ||
        m_connection->GetError() != TcpError::NONE || !m_connection->IsWritable())
    {
        return;
    }
    const auto [bytes, error] =
        m_connection->Write(m_blocked, TcpSender::WriteFlags{.resumed = true}, Net8Deadline::Now());
    m_blocked -= static_cast<uint32_t>(bytes);
    if (m_blocked == 0 && m_closing)
    {
        m_connection->Close(Net8Deadline::Now());
    }
    else if (m_blocked == 0 && m_sendShut)
    {
        m_connection->Shutdown(false, true, Net8Deadline::Now());
    }
    Update();
    if (m_blocked == 0 && !m_closing && !m_sendShut)
    {
        NotifySend(GetTxAvailable());
    }
}

uint32_t
Net8TcpMachineSocket::GetRxAvailable() const
{
    return m_connection ? m_connection->GetReadable() : 0;
}

Ptr<Packet>
Net8TcpMachineSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    if (flags != 0)
    {
        FailWith(ERROR_OPNOTSUPP);
        return nullptr;
    }
    if (!m_connection)
    {
        FailWith(ERROR_NOTCONN);
        return nullptr;
    }
    const uint32_t bytes = std::min(maxSize, m_connection->GetReadable());
    if (bytes == 0)
    {
        FailWith(ERROR_AGAIN);
        // The end of the stream is an empty packet, as in ns-3.
        return m_connection->HasPeerFinished() || m_recvShut ? Create<Packet>() : nullptr;
    }
    m_connection->Read(bytes, Net8Deadline::Now());
    auto packet = m_received.Take(bytes);
    Update();
    return packet;
}

Ptr<Packet>
Net8TcpMachineSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    auto packet = Recv(maxSize, flags);
    from = m_flow.GetPeer();
    return packet;
}

int
Net8TcpMachineSocket::Close()
{
    const Ptr<Net8TcpMachineSocket> self(this);
    if (!m_host || !m_host->GetTcp())
    {
        return 0; // The node is gone.
    }
    if (m_passive)
    {
        m_passive = nullptr;
    }
    if (!m_connection)
    {
        Release();
        return 0;
    }
    if (m_closing)
    {
        return 0;
    }
    m_closing = true;
    if (m_blocked == 0 || m_connecting || m_connection->GetReadable() > 0)
    {
        m_connection->Close(Net8Deadline::Now());
        m_received.Clear();
        Update();
    }
    return 0;
}

int
Net8TcpMachineSocket::ShutdownSend()
{
    m_sendShut = true;
    if (m_connection && m_blocked == 0)
    {
        m_connection->Shutdown(false, true, Net8Deadline::Now());
        Update();
    }
    return 0;
}

int
Net8TcpMachineSocket::ShutdownRecv()
{
    m_recvShut = true;
    if (m_connection)
    {
        m_connection->Shutdown(true, false, Net8Deadline::Now());
        Update();
    }
    return 0;
}

} // namespace ns3::net8
