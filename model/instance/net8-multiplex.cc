// SPDX-License-Identifier: GPL-2.0-only
#include "net8-multiplex.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-data-header.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace ns3::net8
{

namespace
{

/// Most bytes of a session in a DATA packet.
constexpr uint32_t MOST = Net8Multiplex::SDU - DataHeader::SIZE;

/**
 * @param to packet to append to; null: none yet
 * @param bytes what to append
 */
void
Append(Ptr<Packet>& to, const Ptr<Packet>& bytes)
{
    if (to)
    {
        to->AddAtEnd(bytes);
    }
    else
    {
        to = bytes;
    }
}

/**
 * @param from packet to take from; null when nothing is left
 * @param size bytes to take
 * @return the first bytes
 */
Ptr<Packet>
TakeFront(Ptr<Packet>& from, uint32_t size)
{
    auto front = std::exchange(from, nullptr);
    if (size < front->GetSize())
    {
        from = front->CreateFragment(size, front->GetSize() - size);
        front = front->CreateFragment(0, size);
    }
    return front;
}

} // namespace

std::string
Net8Multiplex::MakeConnectData(const std::string& service)
{
    return "(DESCRIPTION=(CONNECT_DATA=" + service + "(SERVER=shared)(MULTIPLEX=on)))";
}

Net8Multiplex::Net8Multiplex(const Ptr<Socket>& connection, Owner owner)
    : m_connection(connection),
      m_owner(std::move(owner))
{
    using Told = Callback<void, Ptr<Socket>>;
    m_connection->SetRecvCallback(Told([this](Ptr<Socket>) { Read(); }));
    m_connection->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { HandleWritable(); }));
    m_connection->SetCloseCallbacks(Told([this](Ptr<Socket>) { HandleEnd(); }),
                                    Told([this](Ptr<Socket>) { HandleEnd(); }));
}

Net8Multiplex::~Net8Multiplex()
{
    Drop();
}

Ptr<Net8MultiplexSocket>
Net8Multiplex::Open(uint16_t number)
{
    if (m_sessions.contains(number) || m_closing.contains(number))
    {
        return nullptr;
    }
    const auto session = CreateObject<Net8MultiplexSocket>();
    session->SetUp(*this, number);
    m_sessions.emplace(number, session);
    return session;
}

void
Net8Multiplex::Drop()
{
    m_owner = {};
    if (const auto connection = std::exchange(m_connection, nullptr))
    {
        Net8TcpControl::Silence(connection);
    }
    for (const auto& [number, session] : std::exchange(m_sessions, {}))
    {
        session->Dispose();
    }
}

// To the other end

uint32_t
Net8Multiplex::GetRoom() const
{
    const auto room = m_connection && !m_waiting ? m_connection->GetTxAvailable() : 0;
    return room > DataHeader::SIZE ? std::min(room - DataHeader::SIZE, MOST) : 0;
}

void
Net8Multiplex::Send(uint16_t number, const Ptr<Packet>& bytes)
{
    Write(number, 0, bytes);
    m_full = m_full || GetRoom() == 0;
}

void
Net8Multiplex::Write(uint16_t number, uint16_t flags, const Ptr<Packet>& bytes)
{
    DataHeader header;
    header.header.headerChecksum = number;
    header.flags = flags;
    header.SetPayloadSize(bytes ? bytes->GetSize() : 0);
    std::array<uint8_t, DataHeader::SIZE> encoded{};
    header.Encode(LengthForm::LONG_32, encoded);
    Append(m_waiting, Create<Packet>(encoded.data(), DataHeader::SIZE));
    if (bytes)
    {
        const auto plain = bytes->Copy();
        plain->RemoveAllPacketTags();
        plain->RemoveAllByteTags();
        Append(m_waiting, plain);
    }
    Flush();
}

void
Net8Multiplex::Flush()
{
    while (m_waiting && m_connection && m_connection->GetTxAvailable() > 0)
    {
        const auto size = std::min(m_connection->GetTxAvailable(), m_waiting->GetSize());
        m_connection->Send(TakeFront(m_waiting, size), 0);
    }
}

void
Net8Multiplex::HandleWritable()
{
    const Ptr<Net8Multiplex> self(this);
    Flush();
    if (!m_full || GetRoom() == 0)
    {
        return;
    }
    m_full = false;
    std::vector<Ptr<Net8MultiplexSocket>> turns;
    std::vector<uint16_t> numbers;
    for (const auto& [number, session] : m_sessions)
    {
        numbers.push_back(number);
        turns.push_back(session);
    }
    const auto first = std::distance(numbers.begin(), std::ranges::upper_bound(numbers, m_last));
    std::rotate(numbers.begin(), numbers.begin() + first, numbers.end());
    std::rotate(turns.begin(), turns.begin() + first, turns.end());
    for (std::size_t i = 0; i < turns.size(); ++i)
    {
        if (GetRoom() == 0)
        {
            m_full = true;
            return;
        }
        m_last = numbers[i];
        turns[i]->HandleWritable();
    }
}

void
Net8Multiplex::Close(uint16_t number)
{
    const Ptr<Net8Multiplex> self(this);
    if (m_sessions.erase(number) > 0)
    {
        m_closing.insert(number);
        Write(number, data_flag::END_OF_FILE, nullptr);
        GoOn(number);
    }
}

// From the other end

void
Net8Multiplex::Read()
{
    const Ptr<Net8Multiplex> self(this);
    while (m_connection && m_stalled == 0)
    {
        if (m_read && Take())
        {
            continue;
        }
        const auto bytes = m_connection ? m_connection->Recv() : nullptr;
        if (!bytes || bytes->GetSize() == 0)
        {
            return;
        }
        Append(m_read, bytes);
    }
}

bool
Net8Multiplex::Take()
{
    std::array<uint8_t, DataHeader::SIZE> bytes{};
    if (m_read->CopyData(bytes.data(), DataHeader::SIZE) < DataHeader::SIZE)
    {
        return false;
    }
    DataHeader header;
    if (DataHeader::Decode(bytes, LengthForm::LONG_32, header) != WireError::NONE)
    {
        const auto connection = m_connection;
        HandleEnd();
        Net8TcpControl::Abort(connection);
        return true;
    }
    if (m_read->GetSize() < header.header.length)
    {
        return false;
    }
    const auto packet = TakeFront(m_read, header.header.length);
    packet->RemoveAtStart(DataHeader::SIZE);
    Deliver(header.header.headerChecksum, header.flags, packet);
    return true;
}

void
Net8Multiplex::Deliver(uint16_t number, uint16_t flags, const Ptr<Packet>& bytes)
{
    if (m_closing.contains(number))
    {
        if (flags & data_flag::END_OF_FILE)
        {
            m_closing.erase(number);
        }
        return;
    }
    if (!m_sessions.contains(number) && m_owner.opened)
    {
        m_owner.opened(Open(number));
    }
    const auto found = m_sessions.find(number);
    if (found == m_sessions.end())
    {
        return;
    }
    const auto session = found->second;
    if (flags & data_flag::END_OF_FILE)
    {
        m_sessions.erase(found);
        Write(number, data_flag::END_OF_FILE, nullptr);
        session->HandleEnd(false);
        return;
    }
    session->Receive(bytes);
    if (m_sessions.contains(number) && session->GetRxAvailable() >= BUFFER)
    {
        m_stalled = number;
    }
}

void
Net8Multiplex::GoOn(uint16_t number)
{
    const auto found = m_sessions.find(number);
    const bool has = found != m_sessions.end() && found->second->GetRxAvailable() >= BUFFER;
    if (m_stalled == number && !has)
    {
        m_stalled = 0;
        // Whoever has just read is on the call stack, and has not used what it read.
        Simulator::ScheduleNow([self = Ptr<Net8Multiplex>(this)] { self->Read(); });
    }
}

void
Net8Multiplex::HandleEnd()
{
    const Ptr<Net8Multiplex> self(this);
    if (const auto connection = std::exchange(m_connection, nullptr))
    {
        Net8TcpControl::Silence(connection);
        connection->Close();
        m_waiting = nullptr;
        m_read = nullptr;
        const auto sessions = std::exchange(m_sessions, {});
        for (const auto& [number, session] : sessions)
        {
            session->HandleEnd(true);
        }
        if (const auto ended = std::exchange(m_owner, {}).ended)
        {
            ended();
        }
    }
}

// What it is

Address
Net8Multiplex::GetName(uint16_t number, bool peer) const
{
    Address name;
    if (m_connection)
    {
        peer ? m_connection->GetPeerName(name) : m_connection->GetSockName(name);
    }
    if (InetSocketAddress::IsMatchingType(name))
    {
        return InetSocketAddress(InetSocketAddress::ConvertFrom(name).GetIpv4(), number);
    }
    return Inet6SocketAddress::IsMatchingType(name)
               ? Inet6SocketAddress(Inet6SocketAddress::ConvertFrom(name).GetIpv6(), number)
               : name;
}

Ptr<Node>
Net8Multiplex::GetNode() const
{
    return m_connection ? m_connection->GetNode() : nullptr;
}

} // namespace ns3::net8
