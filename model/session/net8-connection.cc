// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connection.h"

#include "net8-chrono.h"
#include "net8-packet-source.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/net8-tcp-user.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <limits>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Connection");

namespace
{

/// Keepalive of Oracle Net after the first probe (sve.to, 7 April 2016, "Dead Connection Detection
/// in Oracle Database 12c"): seconds between two probes, and the number of probes.
constexpr int64_t PROBE_INTERVAL_S = 6;
constexpr uint32_t PROBE_COUNT = 10;

/**
 * Set an attribute of the sockets of the TCP machine, whose class this directory does not know.
 *
 * @param socket a socket; one of another class is left as it is
 * @param name name of the attribute
 * @param value its value
 */
void
SetOnTcp(const Ptr<Socket>& socket, const std::string& name, const AttributeValue& value)
{
    TypeId tid;
    TypeId::AttributeInformation found;
    if (TypeId::LookupByNameFailSafe("ns3::net8::Net8TcpMachineSocket", &tid) &&
        tid.LookupAttributeByName(name, &found))
    {
        found.accessor->Set(PeekPointer(socket), value);
    }
}

/**
 * @param bytes bytes to send
 * @return a packet with these bytes for a socket
 */
Ptr<Packet>
MakePacket(const StreamBytes& bytes)
{
    auto packet = Create<Packet>(bytes.real.data(), static_cast<uint32_t>(bytes.real.size()));
    if (bytes.zeros > 0)
    {
        packet->AddAtEnd(Create<Packet>(bytes.zeros));
    }
    return packet;
}

} // namespace

Net8Connection::Timers::Timers(Net8Connection& connection)
    : alarm([&connection] { connection.HandleAlarm(); })
{
}

void
Net8Connection::SetTimer(Timer timer, std::chrono::nanoseconds deadline)
{
    auto& timers = GetTimers();
    timers.deadlines.Set(timer, deadline);
    timers.alarm.Set(timers.deadlines.GetNext());
}

Net8Connection::Timers&
Net8Connection::GetTimers()
{
    if (!m_timers)
    {
        m_timers = std::make_unique<Timers>(*this);
    }
    return *m_timers;
}

bool
Net8Connection::IsSet(Timer timer) const
{
    return m_timers && m_timers->deadlines.IsSet(timer);
}

void
Net8Connection::CancelSend()
{
    if (m_timers)
    {
        m_timers->deadlines.Cancel(Timer::SEND);
    }
}

Net8Connection::~Net8Connection()
{
    if (auto socket = m_socket)
    {
        Detach();
        socket->Close();
    }
}

void
Net8Connection::Attach(Ptr<Socket> socket, Net8ConnectionOwner& owner)
{
    m_socket = socket;
    m_reader = dynamic_cast<Net8SliceReader*>(PeekPointer(m_socket));
    m_owner = &owner;
    if (auto* slot = dynamic_cast<TcpUserSlot*>(PeekPointer(m_socket)))
    {
        DropCallbacks(); // callbacks of whoever accepted it
        slot->SetUser(this);
    }
    else
    {
        SetCallbacks();
    }
    if (m_socket->GetRxAvailable() > 0)
    {
        HandleReadable();
    }
}

void
Net8Connection::SetCallbacks()
{
    using Told = Callback<void, Ptr<Socket>>;
    using Room = Callback<void, Ptr<Socket>, uint32_t>;
    m_socket->SetRecvCallback(Told([this](Ptr<Socket>) { HandleReadable(); }));
    m_socket->SetSendCallback(Room([this](Ptr<Socket>, uint32_t) { HandleWritable(); }));
    m_socket->SetCloseCallbacks(Told([this](Ptr<Socket>) { HandleEnd({}); }),
                                Told([this](Ptr<Socket>) { HandleEnd({.reset = true}); }));
}

void
Net8Connection::DropCallbacks()
{
    m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    m_socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                MakeNullCallback<void, Ptr<Socket>>());
}

void
Net8Connection::SetOwner(Net8ConnectionOwner& owner)
{
    m_owner = &owner;
}

void
Net8Connection::DropConnectCallbacks()
{
    if (m_socket)
    {
        m_socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                     MakeNullCallback<void, Ptr<Socket>>());
    }
}

void
Net8Connection::Dispose()
{
    Detach();
    m_tns.Drop();
    m_held = false;
    m_owner = nullptr;
}

void
Net8Connection::KeepAlive(Time idle)
{
    if (idle.IsStrictlyPositive())
    {
        SetOnTcp(m_socket, "KeepAliveTime", TimeValue(idle));
        SetOnTcp(m_socket, "KeepAliveInterval", TimeValue(Seconds(PROBE_INTERVAL_S)));
        SetOnTcp(m_socket, "KeepAliveCount", UintegerValue(PROBE_COUNT));
    }
    SetOnTcp(m_socket, "KeepAlive", BooleanValue(true));
}

void
Net8Connection::SetSendTimeout(Time timeout)
{
    if (timeout.IsStrictlyPositive() || m_timers)
    {
        GetTimers().sendTimeout = ToChrono(timeout);
    }
}

void
Net8Connection::SetReadWork(const UnitTime& packetTime, const UnitTime& byteTime)
{
    const bool works = !packetTime.IsZero() || !byteTime.IsZero();
    if (works)
    {
        GetTimers().readWork = ReadWork{.packetTime = packetTime, .byteTime = byteTime};
    }
    else if (m_timers)
    {
        m_timers->readWork.reset();
    }
}

ReadPart
Net8Connection::GetReadPart() const
{
    const auto* const work = GetReadWork();
    return work ? work->done : ReadPart();
}

void
Net8Connection::Detach()
{
    if (m_timers)
    {
        m_timers->deadlines.CancelAll();
        m_timers->alarm.Set(NEVER);
    }
    if (m_socket)
    {
        if (auto* slot = dynamic_cast<TcpUserSlot*>(PeekPointer(m_socket)))
        {
            slot->SetUser(nullptr);
        }
        DropCallbacks();
        DropConnectCallbacks();
        m_socket = nullptr;
        m_reader = nullptr;
    }
}

TnsConnection&
Net8Connection::GetTns()
{
    return m_tns;
}

// Sending

void
Net8Connection::Flush()
{
    while (m_socket && !m_tns.IsDrained())
    {
        const uint32_t room = m_socket->GetTxAvailable();
        if (room == 0)
        {
            WatchOutbox();
            return;
        }
        const auto [bytes, endsMessage, urgent] = m_tns.Take(room);
        if (bytes.GetSize() == 0)
        {
            break; // the TLS handshake is under way
        }
        const uint32_t flags = urgent ? TcpUserSlot::URGENT : 0;
        if (m_socket->Send(MakePacket(bytes), flags) != static_cast<int>(bytes.GetSize()))
        {
            Fail(SessionError::SEND_FAILED);
            return;
        }
        m_bytesSent += bytes.GetSize();
        if (m_timers)
        {
            m_timers->taken = Net8Alarm::Now();
        }
        if (endsMessage && !m_tns.IsClosing())
        {
            m_owner->HandleTaken();
        }
    }
    CancelSend();
    if (m_socket && m_tns.IsClosing())
    {
        auto socket = m_socket;
        Detach();
        socket->Close();
    }
}

void
Net8Connection::WatchOutbox()
{
    if (m_timers && m_timers->sendTimeout.count() > 0 && !IsSet(Timer::SEND))
    {
        m_timers->taken = Net8Alarm::Now();
        SetTimer(Timer::SEND, m_timers->taken + m_timers->sendTimeout);
    }
}

void
Net8Connection::CheckSent()
{
    const auto due = m_timers->taken + m_timers->sendTimeout;
    if (due > Net8Alarm::Now())
    {
        SetTimer(Timer::SEND, due);
        return;
    }
    Fail(SessionError::SEND_TIMEOUT);
}

void
Net8Connection::HandleAlarm()
{
    const Ptr<Net8Connection> self(this);
    while (const auto timer = m_timers->deadlines.TakeExpired(Net8Alarm::Now()))
    {
        if (*timer == Timer::WORK)
        {
            Continue();
        }
        else if (*timer == Timer::TLS)
        {
            FinishTlsWork();
        }
        else
        {
            CheckSent();
        }
    }
    m_timers->alarm.Set(m_timers->deadlines.GetNext());
}

void
Net8Connection::SetKeyWorker(Worker worker)
{
    GetTimers().keyWork = KeyWork{.worker = std::move(worker)};
}

void
Net8Connection::BeginTlsWork()
{
    auto* const work = GetKeyWork();
    if (!work)
    {
        SetTimer(Timer::TLS, m_tns.GetTlsDeadline());
    }
    else if (!std::exchange(work->begun, true))
    {
        work->worker(ToTime(m_tns.GetTlsDeadline() - Net8Alarm::Now()),
                     [self = Ptr<Net8Connection>(this)] { self->FinishTlsWork(); });
    }
}

void
Net8Connection::FinishTlsWork()
{
    if (auto* const work = GetKeyWork())
    {
        work->begun = false;
    }
    if (!m_socket || m_tns.IsClosing())
    {
        return;
    }
    m_tns.FinishTlsWork();
    if (const auto error = m_tns.GetStreamError())
    {
        Fail(*error);
        return;
    }
    Flush();
}

Ptr<Socket>
Net8Connection::Forget()
{
    auto socket = m_socket;
    Detach();
    m_tns.Drop();
    return socket;
}

void
Net8Connection::SetHanging(bool hangs)
{
    const Ptr<Net8Connection> self(this);
    m_hangs = hangs;
    if (m_hangs)
    {
        CancelSend();
        return;
    }
    Continue();
    HandleWritable();
    if (!m_tns.IsDrained())
    {
        WatchOutbox();
    }
}

void
Net8Connection::HandleWritable()
{
    if (m_tns.IsDrained() || m_hangs)
    {
        return;
    }
    Flush();
}

void
Net8Connection::SetClosedByPeer()
{
    m_closedByPeer = true;
}

bool
Net8Connection::IsClosedByPeer() const
{
    return m_closedByPeer;
}

void
Net8Connection::Close()
{
    m_tns.Close();
    Flush();
}

// Receiving

void
Net8Connection::HandleReadable()
{
    // The owner may end the connection, and with it the last reference to this object.
    Ptr<Net8Connection> self(this);
    const auto socket = m_socket;
    auto* const reader = m_reader;
    const bool works = m_tns.IsAgreed() && GetReadWork();
    const uint32_t most = works ? m_tns.GetPacketLimit() : std::numeric_limits<uint32_t>::max();
    while (!StandsStill())
    {
        auto bytes =
            reader ? reader->ReadSlice(most) : Net8PacketSlice::Whole(socket->Recv(most, 0));
        const uint32_t size = bytes.bytes;
        if (size == 0)
        {
            return;
        }
        m_bytesReceived += size;
        if (m_tns.IsClosing())
        {
            continue;
        }
        Receive(std::move(bytes));
        if (works && WorkOn(size))
        {
            return;
        }
    }
}

void
Net8Connection::HandleUrgent()
{
    m_signalled = m_hangs;
    if (m_hangs || m_tns.IsClosing() || m_tns.GetTls())
    {
        return;
    }
    const Ptr<Net8Connection> self(this);
    m_tns.NoteUrgent();
    m_owner->HandleUrgent();
}

void
Net8Connection::Receive(Net8PacketSlice bytes)
{
    if (auto* const work = GetReadWork())
    {
        work->done = m_tns.IsInsideMessage() ? work->done : ReadPart();
        work->packetsRead = 0;
    }
    PacketSource source(std::move(bytes));
    while (const auto arrival = m_tns.Receive(source, Net8Alarm::Now()))
    {
        HandleArrival(*arrival);
    }
    if (const auto error = m_tns.GetStreamError())
    {
        Fail(*error);
    }
    else if (m_socket && m_tns.GetTlsDeadline() != NEVER)
    {
        BeginTlsWork();
    }
    else if (m_tns.GetTls() && m_socket)
    {
        Flush(); // what waited for work on keys
    }
}

bool
Net8Connection::StandsStill() const
{
    return m_hangs || IsSet(Timer::WORK);
}

bool
Net8Connection::WorkOn(uint32_t bytes)
{
    if (!m_socket || !m_tns.IsInsideMessage())
    {
        return false;
    }
    auto& work = *GetReadWork();
    const auto time = work.packetTime.Of(work.packetsRead) + work.byteTime.Of(bytes);
    work.done.packets += work.packetsRead;
    work.done.bytes += bytes;
    SetTimer(Timer::WORK, Net8Alarm::Now() + time);
    return true;
}

void
Net8Connection::Continue()
{
    const Ptr<Net8Connection> self(this);
    if (m_signalled && !m_hangs)
    {
        HandleUrgent();
    }
    if (m_socket)
    {
        HandleReadable();
    }
    if (StandsStill())
    {
        return;
    }
    if (std::exchange(m_held, false))
    {
        HandleEnd(TcpEnd(*m_end));
    }
}

void
Net8Connection::HandleArrival(const TnsStream::Arrival& arrival)
{
    const auto& [packet, ofMessage, message] = arrival;
    if (auto* const work = GetReadWork())
    {
        ++work->packetsRead;
    }
    if (m_tns.IsClosing())
    {
        return;
    }
    if (message)
    {
        m_owner->HandleMessage(*message);
    }
    else if (!ofMessage)
    {
        m_owner->HandlePacket(packet);
    }
}

void
Net8Connection::HandleEnd(const TcpEnd& end)
{
    m_closedByPeer = m_closedByPeer || !end.reset;
    m_end = std::make_unique<TcpEnd>(end);
    m_held = StandsStill();
    if (m_held)
    {
        return;
    }
    if (end.reset)
    {
        Fail(SessionError::RESET);
        return;
    }
    if (m_tns.IsClosing())
    {
        return;
    }
    if (m_tns.IsInsideMessage())
    {
        Fail(SessionError::CLOSED_IN_PACKET);
        return;
    }
    m_owner->HandleClosed();
}

void
Net8Connection::Fail(SessionError error)
{
    NS_LOG_FUNCTION(this << SessionCounters::Name(error));
    if (m_tns.IsClosing())
    {
        return;
    }
    auto* owner = m_owner;
    m_tns.Fail(error);
    Flush();
    owner->HandleFailed(error);
}

Ptr<Socket>
Net8Connection::Abandon(SessionError error)
{
    auto socket = m_socket;
    Detach();
    Fail(error);
    return socket;
}

TcpGivenUp
Net8Connection::GetGivenUp() const
{
    return m_end && !m_held ? m_end->givenUp : TcpGivenUp();
}

const SessionCounters&
Net8Connection::GetCounters() const
{
    return m_tns.GetCounters();
}

bool
Net8Connection::IsSteady() const
{
    const auto* const tls = m_tns.GetTls();
    return m_socket && !m_hangs && !(GetKeyWork() && GetKeyWork()->begun) &&
           (!tls || tls->IsSteady()) && !m_tns.IsClosing() &&
           (!m_timers || m_timers->deadlines.GetNext() == NEVER);
}

void
Net8Connection::Skip(uint64_t sent, uint64_t received, Time by)
{
    m_bytesSent += sent;
    m_bytesReceived += received;
    if (m_timers)
    {
        m_timers->taken += ToChrono(by);
    }
    m_tns.Skip(ToChrono(by));
}

uint64_t
Net8Connection::GetBytesSent() const
{
    return m_bytesSent;
}

uint64_t
Net8Connection::GetBytesReceived() const
{
    return m_bytesReceived;
}

} // namespace ns3::net8
