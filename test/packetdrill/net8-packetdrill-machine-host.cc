// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-machine-host.h"

#include <algorithm>

namespace ns3::net8::packetdrill
{

TcpTime
MachineHost::GetDeadline() const
{
    TcpTime next = m_listener ? m_listener->GetDeadline() : TcpTimers::NEVER;
    for (const auto& connection : m_connections)
    {
        next = std::min(next, connection->GetTcp().GetDeadline());
    }
    return next;
}

bool
MachineHost::RunOneTimer(TcpTime until)
{
    const TcpTime next = GetDeadline();
    if (next > until)
    {
        m_now = std::max(m_now, until);
        return false;
    }
    m_now = std::max(m_now, next);
    if (m_listener && m_listener->GetDeadline() <= m_now)
    {
        m_listener->Advance(m_now);
    }
    for (const auto& connection : m_connections)
    {
        if (connection->GetTcp().GetDeadline() <= m_now)
        {
            connection->GetTcp().Advance(m_now);
        }
    }
    return true;
}

void
MachineHost::Receive(const TcpSegment& segment)
{
    for (auto i = m_connections.rbegin(); i != m_connections.rend(); ++i)
    {
        if (!(*i)->GetTcp().IsDone())
        {
            (*i)->GetTcp().Receive(segment, m_now);
            return;
        }
    }
    if (m_listener)
    {
        m_listener->Receive(0, segment, m_now);
        return;
    }
    if (const auto reset = TcpConnection::ResetFor(segment))
    {
        Transmit(*reset);
    }
}

void
MachineHost::Listen(const TcpSocketOptions& options, uint32_t backlog)
{
    m_listener = std::make_unique<TcpListener>(m_settings, options, backlog, *this);
}

void
MachineHost::SetListenOptions(const TcpSocketOptions& options)
{
    m_listener->SetOptions(options);
}

bool
MachineHost::IsAcceptable() const
{
    return m_listener && m_listener->IsReady();
}

Connection&
MachineHost::Connect(const TcpSocketOptions& options)
{
    TakeConnection(0, std::make_unique<TcpConnection>(m_settings, options, *this));
    MachineConnection& connection = *m_connections.back();
    connection.GetTcp().Connect(ISN, m_now);
    return connection;
}

Connection*
MachineHost::Accept()
{
    if (!m_listener || !m_listener->Accept())
    {
        return nullptr;
    }
    m_connections.back()->GetTcp().NoteAccepted();
    return m_connections.back().get();
}

uint32_t
MachineHost::MakeIsn(uint64_t)
{
    return ISN;
}

TcpOutput&
MachineHost::MakeOutput(uint64_t)
{
    return *this;
}

void
MachineHost::TakeConnection(uint64_t, std::unique_ptr<TcpConnection> connection)
{
    m_connections.push_back(std::make_unique<MachineConnection>(std::move(connection), m_now));
}

bool
MachineHost::TransmitTo(uint64_t, const TcpSegment& segment)
{
    return Transmit(segment);
}

bool
MachineHost::Transmit(const TcpSegment& segment)
{
    if (!m_deviceOpen)
    {
        return false;
    }
    TcpSegment piece = segment;
    uint32_t left = segment.length;
    // A tun device does not accept bursts: they are cut here, and only the last piece has PSH and
    // FIN.
    while (segment.segmentBytes > 0 && left > segment.segmentBytes)
    {
        piece.length = segment.segmentBytes;
        piece.flags = segment.flags & static_cast<uint8_t>(~(TcpSegment::PSH | TcpSegment::FIN));
        GetDepartures().push_back({m_now, piece, true});
        piece.seq += piece.length;
        left -= piece.length;
    }
    piece.length = left;
    piece.flags = segment.flags;
    GetDepartures().push_back({m_now, piece, false});
    return true;
}

} // namespace ns3::net8::packetdrill
