// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connection.h"

#include "net8-data-ns3-header.h"
#include "net8-packet-source.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <limits>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Connection");
NS_OBJECT_ENSURE_REGISTERED(Net8Connection);

namespace
{

/// Keepalive of Oracle Net behind the first probe (sve.to, 7 April 2016, "Dead Connection
/// Detection in Oracle Database 12c"): seconds between two probes, and how many there are.
constexpr int64_t PROBE_INTERVAL_S = 6;
constexpr uint32_t PROBE_COUNT = 10;

/**
 * Set an attribute of a Net8TcpSocket, which this room does not know. TCP sockets of ns-3 3.44 give
 * themselves out as TcpSocketBase, so that SetAttribute does not find those of a class of its own.
 *
 * @param socket a socket; one of another class stays as it is
 * @param name name of the attribute
 * @param value its value
 */
void
SetOnTcp(const Ptr<Socket>& socket, const std::string& name, const AttributeValue& value)
{
    TypeId tid;
    TypeId::AttributeInformation found;
    if (TypeId::LookupByNameFailSafe("ns3::net8::Net8TcpSocket", &tid) &&
        tid.LookupAttributeByName(name, &found))
    {
        found.accessor->Set(PeekPointer(socket), value);
    }
}

} // namespace

TypeId
Net8Connection::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Connection")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Connection>()
            .AddTraceSource("PacketSent",
                            "A TNS packet was written: type, length in bytes, time.",
                            MakeTraceSourceAccessor(&Net8Connection::m_txTrace),
                            "ns3::net8::Net8Connection::PacketTracedCallback")
            .AddTraceSource("PacketReceived",
                            "A TNS packet is whole: type, length in bytes, time.",
                            MakeTraceSourceAccessor(&Net8Connection::m_rxTrace),
                            "ns3::net8::Net8Connection::PacketTracedCallback");
    return tid;
}

Net8Connection::Net8Connection()
    : m_reader([this](const StreamReader::Received& received) { HandlePacket(received); })
{
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
Net8Connection::Attach(Ptr<Socket> socket, Owner owner)
{
    m_socket = socket;
    m_owner = std::move(owner);
    m_socket->SetRecvCallback(MakeCallback(&Net8Connection::HandleRead, this));
    m_socket->SetSendCallback(MakeCallback(&Net8Connection::HandleSend, this));
    m_socket->SetCloseCallbacks(MakeCallback(&Net8Connection::HandleNormalClose, this),
                                MakeCallback(&Net8Connection::HandleErrorClose, this));
    if (m_socket->GetRxAvailable() > 0)
    {
        HandleRead(m_socket);
    }
}

void
Net8Connection::SetOwner(Owner owner)
{
    m_owner = std::move(owner);
}

void
Net8Connection::DoDispose()
{
    m_done = true;
    Detach();
    m_queue.clear();
    m_held = nullptr;
    m_owner = {};
    Object::DoDispose();
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
    m_sendTimeout = timeout;
}

void
Net8Connection::SetReadWork(Time packetTime, Time byteTime)
{
    m_packetTime = packetTime;
    m_byteTime = byteTime;
}

Time
Net8Connection::GetReadWork() const
{
    return m_readWork;
}

void
Net8Connection::Detach()
{
    m_stuck.Cancel();
    m_working.Cancel();
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                    MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket = nullptr;
    }
}

void
Net8Connection::SetAgreement(const Agreement& agreement, TduRule rule)
{
    m_agreement = agreement;
    m_tduRule = rule;
    m_agreed = true;
    m_reader.Configure(agreement.lengthForm, agreement.sdu, StreamReader::SHORT_COPY);
}

const Agreement&
Net8Connection::GetAgreement() const
{
    return m_agreement;
}

uint32_t
Net8Connection::GetPacketLimit() const
{
    return m_agreement.GetPacketLimit(m_tduRule);
}

// Sending

void
Net8Connection::SetHeaderFlags(uint8_t flags)
{
    m_headerFlags = flags;
}

void
Net8Connection::SendPacket(const std::vector<uint8_t>& bytes)
{
    m_txTrace(bytes[4], static_cast<uint32_t>(bytes.size()), Simulator::Now());
    SendBytes(bytes);
}

void
Net8Connection::SendBytes(const std::vector<uint8_t>& bytes)
{
    m_queue.push_back({Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()))});
    Flush();
}

void
Net8Connection::SendMessage(const TtcPrefix& prefix, uint16_t lastFlags)
{
    SendMessage(
        prefix,
        Packing(std::max<uint64_t>(prefix.length, prefix.Encode().size()), GetPacketLimit()),
        lastFlags);
}

void
Net8Connection::SendMessage(const TtcPrefix& prefix, const Packing& packing, uint16_t lastFlags)
{
    const auto real = prefix.Encode();
    const uint64_t count = packing.GetCount();
    for (uint64_t i = 0; i < count; ++i)
    {
        SendData(i == 0 ? real : std::vector<uint8_t>{},
                 packing.GetPayload(i),
                 i + 1 == count ? lastFlags : 0);
    }
}

void
Net8Connection::SendData(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags)
{
    auto packet = Create<Packet>(real.data(), static_cast<uint32_t>(real.size()));
    if (payload > real.size())
    {
        packet->AddAtEnd(Create<Packet>(payload - static_cast<uint32_t>(real.size())));
    }
    Net8DataHeader header(m_agreement.lengthForm);
    header.fields.SetPayloadSize(payload);
    header.fields.flags = flags;
    header.fields.header.flags = m_headerFlags;
    packet->AddHeader(header);
    m_queue.push_back({packet, true});
    m_txTrace(static_cast<uint8_t>(PacketType::DATA),
              header.fields.header.length,
              Simulator::Now());
    Flush();
}

void
Net8Connection::Flush()
{
    while (m_socket && !m_queue.empty())
    {
        auto& [next, data, begun] = m_queue.front();
        const uint32_t room = m_socket->GetTxAvailable();
        if (room == 0)
        {
            WatchQueue();
            return;
        }
        const bool whole = next->GetSize() <= room;
        auto part = whole ? next : next->CreateFragment(0, room);
        const uint32_t size = part->GetSize();
        if (m_socket->Send(part) != static_cast<int>(size))
        {
            Fail(SessionError::SEND_FAILED);
            return;
        }
        m_bytesSent += size;
        m_taken = Simulator::Now();
        if (whole)
        {
            const bool ofMessage = data;
            m_queue.pop_front();
            if (ofMessage && m_owner.taken && !m_done)
            {
                m_owner.taken();
            }
        }
        else
        {
            next->RemoveAtStart(size);
            begun = true;
        }
    }
    m_stuck.Cancel();
    if (m_socket && m_closing)
    {
        auto socket = m_socket;
        Detach();
        socket->Close();
    }
}

void
Net8Connection::WatchQueue()
{
    if (m_sendTimeout.IsStrictlyPositive() && !m_stuck.IsPending())
    {
        m_taken = Simulator::Now();
        m_stuck = Simulator::Schedule(m_sendTimeout, &Net8Connection::CheckSent, this);
    }
}

void
Net8Connection::CheckSent()
{
    if (m_queue.empty())
    {
        return;
    }
    const Time stuck = Simulator::Now() - m_taken;
    if (stuck >= m_sendTimeout)
    {
        Fail(SessionError::SEND_TIMEOUT);
        return;
    }
    m_stuck = Simulator::Schedule(m_sendTimeout - stuck, &Net8Connection::CheckSent, this);
}

Ptr<Socket>
Net8Connection::Forget()
{
    auto socket = m_socket;
    Detach();
    m_done = true;
    m_stuck.Cancel();
    m_queue.clear();
    return socket;
}

void
Net8Connection::SetHanging(bool hangs)
{
    const Ptr<Net8Connection> self(this);
    m_hangs = hangs;
    if (m_hangs)
    {
        m_stuck.Cancel();
        return;
    }
    GoOn();
    HandleSend(m_socket, 0);
    if (!m_queue.empty())
    {
        WatchQueue();
    }
}

void
Net8Connection::HandleSend(Ptr<Socket> /* socket */, uint32_t /* available */)
{
    if (m_queue.empty() || m_hangs)
    {
        return;
    }
    Flush();
    if (m_queue.empty() && !m_done && m_owner.drained)
    {
        m_owner.drained();
    }
}

void
Net8Connection::DropMessage()
{
    m_message.reset();
}

void
Net8Connection::DropQueued()
{
    std::erase_if(m_queue, [](const Queued& queued) { return !queued.begun; });
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

bool
Net8Connection::IsDrained() const
{
    return m_queue.empty();
}

void
Net8Connection::Close()
{
    m_done = true;
    m_closing = true;
    Flush();
}

// Receiving

void
Net8Connection::HandleRead(Ptr<Socket> socket)
{
    // The reader may end the connection, and with it the last reference to this object.
    Ptr<Net8Connection> self(this);
    const bool works = m_agreed && !(m_packetTime.IsZero() && m_byteTime.IsZero());
    const uint32_t most = works ? GetPacketLimit() : std::numeric_limits<uint32_t>::max();
    while (Ptr<Packet> segment = StandsStill() ? nullptr : socket->Recv(most, 0))
    {
        const uint32_t size = segment->GetSize();
        if (size == 0)
        {
            return;
        }
        m_bytesReceived += size;
        m_lastReceived = Simulator::Now();
        if (m_done)
        {
            continue;
        }
        if (!m_reader.IsInsidePacket())
        {
            m_packetStart = Simulator::Now();
            m_readWork = m_message ? m_readWork : Time();
        }
        m_packetsRead = 0;
        PacketSource bytes(segment);
        if (const auto error = m_reader.Feed(bytes))
        {
            Fail(*error);
        }
        if (works && WorkOn(size))
        {
            return;
        }
    }
}

bool
Net8Connection::StandsStill() const
{
    return m_hangs || m_working.IsPending();
}

bool
Net8Connection::WorkOn(uint32_t bytes)
{
    if (!m_socket || !(m_message || m_reader.IsInsidePacket()))
    {
        return false;
    }
    const Time work = m_packetTime * int64_t{m_packetsRead} + m_byteTime * int64_t{bytes};
    m_readWork += work;
    m_working = Simulator::Schedule(work, &Net8Connection::GoOn, this);
    return true;
}

void
Net8Connection::GoOn()
{
    const Ptr<Net8Connection> self(this);
    if (m_socket)
    {
        HandleRead(m_socket);
    }
    if (StandsStill())
    {
        return;
    }
    if (const auto held = std::exchange(m_held, nullptr))
    {
        held();
    }
}

void
Net8Connection::HandlePacket(const StreamReader::Received& received)
{
    m_rxTrace(received.header.type, received.header.length, Simulator::Now());
    ++m_packetsRead;
    if (m_done)
    {
        return;
    }
    if (m_agreed && received.header.type == static_cast<uint8_t>(PacketType::DATA))
    {
        HandleData(received);
    }
    else
    {
        m_owner.packet(received);
    }
    m_packetStart = Simulator::Now();
}

void
Net8Connection::HandleData(const StreamReader::Received& received)
{
    const auto& bytes = received.bytes;
    if (bytes.size() < Packing::OVERHEAD)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    const uint32_t payload = received.header.length - Packing::OVERHEAD;
    if (!m_message && payload == 0)
    {
        m_owner.packet(received);
        return;
    }
    if (!m_message)
    {
        const auto prefix = TtcPrefix::Decode(std::span(bytes).subspan(Packing::OVERHEAD), payload);
        if (!prefix)
        {
            Fail(SessionError::BAD_TTC_PREFIX);
            return;
        }
        m_message = Message{.prefix = *prefix, .firstByte = m_packetStart};
        m_messageBytes = 0;
    }
    m_message->wireBytes += received.header.length;
    ++m_message->packets;
    m_messageBytes += payload;
    if (m_messageBytes > m_message->prefix.length)
    {
        Fail(SessionError::MESSAGE_LENGTH);
    }
    else if (m_messageBytes == m_message->prefix.length)
    {
        const Message message = *m_message;
        m_message.reset();
        m_owner.message(message);
    }
}

void
Net8Connection::HandleNormalClose(Ptr<Socket> /* socket */)
{
    m_closedByPeer = true;
    if (StandsStill())
    {
        m_held = [this] { HandleNormalClose(nullptr); };
        return;
    }
    if (m_done)
    {
        return;
    }
    if (m_reader.IsInsidePacket() || m_message)
    {
        Fail(SessionError::CLOSED_IN_PACKET);
        return;
    }
    m_owner.closed();
}

void
Net8Connection::HandleErrorClose(Ptr<Socket> /* socket */)
{
    if (StandsStill())
    {
        m_held = [this] { HandleErrorClose(nullptr); };
        return;
    }
    Fail(SessionError::RESET);
}

void
Net8Connection::Fail(SessionError error)
{
    NS_LOG_FUNCTION(this << SessionCounters::Name(error));
    if (m_done)
    {
        return;
    }
    m_counters.Count(error);
    m_queue.clear();
    auto failed = m_owner.failed;
    Close();
    failed(error);
}

Ptr<Socket>
Net8Connection::Abandon(SessionError error)
{
    auto socket = m_socket;
    Detach();
    Fail(error);
    return socket;
}

void
Net8Connection::CountError(SessionError error)
{
    m_counters.Count(error);
}

const SessionCounters&
Net8Connection::GetCounters() const
{
    return m_counters;
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

Time
Net8Connection::GetLastReceived() const
{
    return m_lastReceived;
}

} // namespace ns3::net8
