// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-machine-socket.h"

#include "net8-tcp-pieces.h"
#include "net8-tcp-segment-header.h"
#include "net8-tcp-tables.h"
#include "net8-tcp-tape.h"
#include "net8-time-wait-table.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-event-heap.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpMachineSocket);

TypeId
Net8TcpMachineSocket::GetTypeId()
{
    static TypeId tid =
        Net8TcpTraces::AddTo(AddAttributes(TypeId("ns3::net8::Net8TcpMachineSocket")
                                               .SetParent<TcpSocket>()
                                               .SetGroupName("Net8")
                                               .AddConstructor<Net8TcpMachineSocket>()));
    return tid;
}

Net8TcpMachineSocket::Net8TcpMachineSocket() = default;

Net8TcpMachineSocket::Net8TcpMachineSocket(const Net8TcpMachineSocket& other)
    : Net8TcpFlowSocket(other),
      m_traces(other.m_traces ? std::make_unique<Net8TcpTraces>(*other.m_traces) : nullptr)
{
    // The callbacks that ns-3 clears on the copies of a listening socket.
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
Net8TcpMachineSocket::Forget()
{
    m_binding.Forget();
    m_notifier.Forget();
    m_passive = nullptr;
    m_connection = nullptr;
    m_deadline.Stop();
}

// Opening

int
Net8TcpMachineSocket::Bind()
{
    return Bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
}

int
Net8TcpMachineSocket::Bind6()
{
    return Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 0));
}

int
Net8TcpMachineSocket::Bind(const Address& address)
{
    m_errno = m_binding.Bind(address);
    return m_errno == ERROR_NOTERROR ? 0 : -1;
}

void
Net8TcpMachineSocket::BindToNetDevice(Ptr<NetDevice> device)
{
    Socket::BindToNetDevice(device);
    m_binding.BindToNetDevice(device);
}

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
    m_errno = m_binding.SetPeer(address);
    if (m_errno != ERROR_NOTERROR)
    {
        return -1;
    }
    const auto segment = m_binding.FindRoute();
    if (!segment)
    {
        return FailWith(ERROR_NOROUTETOHOST);
    }
    if (!m_binding.Register())
    {
        return FailWith(ERROR_ADDRINUSE);
    }
    TcpSocketOptions options = *m_options;
    options.maxSegment = FitSegment(*segment, m_binding.GetFlow().ipv6);
    const uint32_t iss = Net8TcpHost::MakeIsn(m_binding.GetFlow());
    m_payload.Start(iss);
    m_notifier.Start(iss, true);
    m_connection = std::make_unique<TcpConnection>(*m_settings, options, *this);
    m_connection->Connect(iss, Net8Deadline::Now());
    Update();
    return 0;
}

void
Net8TcpMachineSocket::Restart()
{
    m_connection = nullptr;
    m_payload.Start(0);
    m_notifier.Start(0, false);
    m_blocked = 0;
    m_closing = m_sendShut = m_recvShut = false;
}

int
Net8TcpMachineSocket::Listen()
{
    if (m_passive || m_connection || !m_binding.HasEndPoint())
    {
        return FailWith(ERROR_INVAL);
    }
    m_passive = std::make_unique<Net8TcpPassiveOpen>(*this);
    return 0;
}

bool
Net8TcpMachineSocket::ListensWith(const Net8TcpPassiveOpen* passive) const
{
    return m_passive.get() == passive;
}

Ptr<Net8TcpFlowSocket>
Net8TcpMachineSocket::Fork(const Net8TcpFlow& flow, uint32_t iss, uint32_t irs) const
{
    auto fork = CopyObject<Net8TcpMachineSocket>(this);
    fork->m_binding.SetFlow(flow);
    fork->m_payload.Start(iss);
    fork->m_payload.SetPeerIsn(irs);
    fork->m_notifier.Start(iss, false);
    return fork;
}

void
Net8TcpMachineSocket::Accepted(const Ptr<Net8TcpFlowSocket>& listening,
                               const TcpSegment& segment,
                               const Ptr<Packet>& packet)
{
    const Ptr<Net8TcpMachineSocket> self(this);
    if (!m_binding.Register())
    {
        Forget(); // Its peer has opened it twice at the same moment.
        return;
    }
    packet->RemoveAtStart(packet->GetSize() - segment.length);
    KeepPayload(segment, Net8PacketSlice::Whole(packet));
    Update();
    listening->TellAccepted(this, m_binding.GetFlow().GetPeer());
    m_notifier.TellWritable();
    m_notifier.Tell();
}

void
Net8TcpMachineSocket::ReceiveFrom(const Ptr<Packet>& packet, const Net8TcpFlow& flow, uint8_t ecn)
{
    m_passive ? m_passive->Receive(packet, flow, ecn) : Receive(packet, ecn);
}

void
Net8TcpMachineSocket::Receive(const Ptr<Packet>& packet, uint8_t ecn)
{
    const auto segment = Net8TcpSegmentHeader::Read(packet, ecn);
    if (segment)
    {
        packet->RemoveAtStart(packet->GetSize() - segment->length);
        Receive(*segment, Net8PacketSlice::Whole(packet));
    }
}

void
Net8TcpMachineSocket::Receive(const TcpSegment& segment, const Net8PacketSlice& payload)
{
    if (!m_connection)
    {
        return;
    }
    const Time wait = m_host->GetArrivalWork().TakeIn(segment.length > 0);
    if (wait.IsZero())
    {
        Process(segment, payload);
        return;
    }
    const Ptr<Net8TcpMachineSocket> self(this);
    Simulator::Schedule(wait, [self, segment, payload] {
        if (self->m_connection)
        {
            self->Process(segment, payload);
        }
    });
}

void
Net8TcpMachineSocket::ReceivePacketTooBig(uint32_t mtu, uint32_t seq)
{
    const auto& flow = m_binding.GetFlow();
    const auto path = Net8TcpHost::MakePathMtu(mtu, flow.ipv6);
    if (m_connection &&
        m_connection->ReceivePacketTooBig(path.largest, seq, path.until, Net8Deadline::Now()))
    {
        m_host->KeepPathMtu(flow, path);
        Update();
    }
}

void
Net8TcpMachineSocket::Process(const TcpSegment& segment, const Net8PacketSlice& payload)
{
    const Ptr<Net8TcpMachineSocket> self(this);
    if (segment.Has(TcpSegment::SYN) && m_connection->GetState() == TcpState::SYN_SENT)
    {
        m_payload.SetPeerIsn(segment.seq);
    }
    if (m_tape)
    {
        m_tape->Receive(*this, segment);
        m_tape->Begin(*this, Net8TcpTape::Kind::RECEIVE);
    }
    m_connection->Receive(segment, Net8Deadline::Now());
    if (m_tape)
    {
        m_tape->End(*this);
    }
    KeepPayload(segment, payload);
    Update();
    if (m_connection && m_connection->TakeUrgent())
    {
        m_notifier.TellUrgent();
    }
    m_notifier.Tell();
}

void
Net8TcpMachineSocket::KeepPayload(const TcpSegment& segment, const Net8PacketSlice& payload)
{
    if (m_traces)
    {
        Net8TcpTraces::Tell(m_traces->received, segment, m_binding.GetFlow(), payload.Copy());
    }
    if (segment.length > 0 && !segment.Has(TcpSegment::SYN) && !m_closing &&
        !m_connection->IsDone())
    {
        m_payload.Keep(segment, payload);
    }
}

void
Net8TcpMachineSocket::Emit(const Net8TcpFlow& flow,
                           const TcpSegment& segment,
                           const Net8PacketSlice& payload)
{
    if (m_tape)
    {
        m_tape->Send(*this, segment);
    }
    if (!m_traces && !m_boundnetdevice && !HasTags(segment.ecn) &&
        m_host->SendPlain(flow, segment, payload))
    {
        return;
    }
    const auto packet = payload.Copy();
    if (m_traces)
    {
        Net8TcpTraces::Tell(m_traces->sent, segment, flow, packet);
    }
    AddTags(packet, segment.ecn, flow.ipv6);
    m_host->Send(flow, segment, packet, m_boundnetdevice);
}

bool
Net8TcpMachineSocket::Transmit(const TcpSegment& segment)
{
    ForEachPiece(segment, [this](const TcpSegment& piece) {
        Emit(m_binding.GetFlow(), piece, m_payload.Copy(piece));
    });
    return true;
}

void
Net8TcpMachineSocket::Advance()
{
    const TcpTime now = Net8Deadline::Now();
    const bool due = m_connection->GetDeadline() <= now;
    if (m_tape && due)
    {
        m_tape->Begin(*this, Net8TcpTape::Kind::TIMER);
    }
    m_connection->Advance(now);
    if (m_tape)
    {
        due ? m_tape->End(*this) : m_tape->NoteEarly();
    }
}

TcpConnection::Result
Net8TcpMachineSocket::Write(TcpSender::WriteFlags flags)
{
    if (m_tape)
    {
        m_tape->Begin(*this, Net8TcpTape::Kind::WRITE, m_blocked, flags);
    }
    const auto result = m_connection->Write(m_blocked, flags, Net8Deadline::Now());
    if (m_tape)
    {
        m_tape->End(*this, result.bytes);
    }
    return result;
}

void
Net8TcpMachineSocket::BreakTape(std::string_view what)
{
    if (m_tape)
    {
        m_tape->Break(*this, what);
    }
}

void
Net8TcpMachineSocket::Skip(const TcpConnection& later, const Skipped& skipped)
{
    m_connection = std::make_unique<TcpConnection>(later, *this);
    m_payload.Skip(skipped.written, skipped.read);
    m_notifier.Skip(skipped.written, skipped.read, NanoSeconds(skipped.by));
    if (skipped.moved)
    {
        m_deadline.Stop();
        if (skipped.deadline != TcpTimers::NEVER)
        {
            auto* const heap = Net8EventHeap::Get(); // Only in one can time be skipped.
            const auto number = heap->TakeNumber();
            const std::chrono::nanoseconds known(skipped.known);
            heap->Place({.known = known, .cause = known, .order = number, .within = number});
        }
        m_deadline.Set(skipped.deadline, &Net8TcpMachineSocket::HandleDeadline, this);
    }
}

void
Net8TcpMachineSocket::HandleDeadline()
{
    const Ptr<Net8TcpMachineSocket> self(this);
    m_deadline.Fired();
    Advance();
    Update();
    m_notifier.Tell();
    if (!m_tape)
    {
        // The last timer of a connection that waits for its user runs out a moment later.
        m_connection.Rest(Net8Deadline::Now());
    }
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
    auto* tables = m_host->GetTables();
    const auto rest = tables ? m_connection->TakeTimeWait() : std::nullopt;
    if (m_connection->IsDone())
    {
        m_deadline.Stop();
        m_payload.DropSent();
        m_blocked = 0;
        m_binding.Release();
        if (rest)
        {
            tables->GetTimeWaits().Add(m_binding.GetFlow(), *rest, m_settings, m_host);
        }
        return;
    }
    m_payload.Acknowledge(m_connection->GetSender().GetState().una);
    m_deadline.Set(m_connection->GetDeadline(), &Net8TcpMachineSocket::HandleDeadline, this);
}

uint32_t
Net8TcpMachineSocket::GetTxAvailable() const
{
    // Send returns a signed number.
    constexpr uint32_t ANY = std::numeric_limits<int32_t>::max();
    return m_connection && m_blocked == 0 && !m_connection->IsDone() ? ANY : 0;
}

int
Net8TcpMachineSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    if ((flags & ~URGENT) != 0)
    {
        return FailWith(ERROR_OPNOTSUPP);
    }
    if (!m_connection || m_connection->IsDone() || m_notifier.GetError() != TcpError::NONE)
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
    if (const auto path = m_host->GetPathMtu(m_binding.GetFlow()))
    {
        BreakTape("was told of the MTU of its path");
        m_connection->LearnPath(path->largest, path->until);
    }
    m_payload.Write(packet);
    m_blocked = packet->GetSize();
    if (!m_notifier.IsConnecting() && m_blocked > 0)
    {
        const auto [bytes, error] = Write({.urgent = (flags & URGENT) != 0});
        m_blocked -= static_cast<uint32_t>(bytes);
        AwaitNext();
        Update();
    }
    return static_cast<int>(packet->GetSize());
}

void
Net8TcpMachineSocket::Poll()
{
    if (m_connection)
    {
        BreakTape("polled");
        m_connection->Poll();
    }
}

void
Net8TcpMachineSocket::AwaitNext()
{
    // What is there to read needs no wait.
    if (m_host->GetPolls() && m_blocked == 0 && m_connection->GetReadable() == 0)
    {
        Poll();
    }
}

int
Net8TcpMachineSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& /* address */)
{
    return Send(packet, flags); // As in ns-3, the peer is that of the connection.
}

void
Net8TcpMachineSocket::ResumeWriting()
{
    if (m_blocked == 0 || !m_connection || m_notifier.IsConnecting() ||
        m_connection->GetError() != TcpError::NONE || !m_connection->IsWritable())
    {
        return;
    }
    const auto [bytes, error] = Write({.resumed = true});
    m_blocked -= static_cast<uint32_t>(bytes);
    AwaitNext();
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
        m_notifier.TellWritable();
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
    auto slice = ReadSlice(maxSize);
    if (slice.bytes == 0)
    {
        FailWith(ERROR_AGAIN);
        // The end of the stream is an empty packet, as in ns-3.
        return m_connection->HasPeerFinished() || m_recvShut ? Create<Packet>() : nullptr;
    }
    return Net8PacketSlice::Release(std::move(slice));
}

Net8PacketSlice
Net8TcpMachineSocket::ReadSlice(uint32_t most)
{
    const uint32_t bytes = m_connection ? std::min(most, m_connection->GetReadable()) : 0;
    if (bytes == 0)
    {
        return {};
    }
    if (m_tape)
    {
        m_tape->Begin(*this, Net8TcpTape::Kind::READ, bytes);
    }
    const auto result = m_connection->Read(bytes, Net8Deadline::Now());
    if (m_tape)
    {
        m_tape->End(*this, result.bytes);
    }
    auto slice = m_payload.Read(bytes);
    Update();
    return slice;
}

Ptr<Packet>
Net8TcpMachineSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    auto packet = Recv(maxSize, flags);
    from = m_binding.GetFlow().GetPeer();
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
        m_binding.Release();
        return 0;
    }
    if (m_closing)
    {
        return 0;
    }
    m_closing = true;
    if (m_blocked == 0 || m_notifier.IsConnecting() || m_connection->GetReadable() > 0)
    {
        m_connection->Close(Net8Deadline::Now());
        m_payload.DropReceived();
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

void
Net8TcpMachineSocket::SetUser(TcpUser* user)
{
    m_notifier.SetUser(user);
}

void
Net8TcpMachineSocket::Abort()
{
    SetUser(nullptr);
    SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(), MakeNullCallback<void, Ptr<Socket>>());
    SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                       MakeNullCallback<void, Ptr<Socket>>());
    ChangeOptions([](TcpSocketOptions& options) { options.lingerZero = true; });
    m_blocked = 0;
    m_closing = false;
    Close();
}

int
Net8TcpMachineSocket::GetSockName(Address& address) const
{
    address = m_binding.GetFlow().GetLocal();
    return 0;
}

int
Net8TcpMachineSocket::GetPeerName(Address& address) const
{
    if (!m_connection)
    {
        return FailWith(ERROR_NOTCONN);
    }
    address = m_binding.GetFlow().GetPeer();
    return 0;
}

uint32_t
Net8TcpMachineSocket::GetPathSegment(Net8TcpFlow flow) const
{
    const uint32_t path = m_host->FindRoute(flow, m_boundnetdevice).value_or(m_settings->mss);
    return FitSegment(path, flow.ipv6);
}

Net8TcpTraces&
Net8TcpMachineSocket::GetTraces()
{
    if (!m_traces)
    {
        m_traces = std::make_unique<Net8TcpTraces>();
        if (m_connection)
        {
            // Changes are traced from now on; nobody is connected yet.
            m_traces->Update(Net8TcpTraces::Read(*m_connection, Net8Deadline::Now()));
        }
    }
    return *m_traces;
}

} // namespace ns3::net8
