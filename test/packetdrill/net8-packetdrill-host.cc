// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-host.h"

#include <algorithm>

namespace ns3::net8::packetdrill
{

TcpTime
Host::GetDeadline() const
{
    TcpTime next = m_listener ? m_listener->GetDeadline() : TcpTimers::NEVER;
    for (const auto& connection : m_connections)
    {
        next = std::min(next, connection->GetDeadline());
    }
    return next;
}

bool
Host::RunOneTimer(TcpTime until)
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
        if (connection->GetDeadline() <= m_now)
        {
            connection->Advance(m_now);
        }
    }
    return true;
}

bool
Host::RunUntilSegment(TcpTime until)
{
    while (m_departures.empty())
    {
        if (!RunOneTimer(until))
        {
            return false;
        }
    }
    return true;
}

void
Host::Receive(const TcpSegment& segment)
{
    for (auto i = m_connections.rbegin(); i != m_connections.rend(); ++i)
    {
        if (!(*i)->IsDone())
        {
            (*i)->Receive(segment, m_now);
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
Host::Listen(const TcpSocketOptions& options, uint32_t backlog)
{
    m_listener = std::make_unique<TcpListener>(m_settings, options, backlog, *this);
}

TcpConnection&
Host::Connect(const TcpSocketOptions& options)
{
    m_connections.push_back(std::make_unique<TcpConnection>(m_settings, options, *this));
    TcpConnection& connection = *m_connections.back();
    connection.Connect(ISN, m_now);
    return connection;
}

TcpConnection*
Host::Accept()
{
    return m_listener && m_listener->Accept() ? m_connections.back().get() : nullptr;
}

uint32_t
Host::MakeIsn(uint64_t)
{
    return ISN;
}

TcpOutput&
Host::MakeOutput(uint64_t)
{
    return *this;
}

void
Host::TakeConnection(uint64_t, std::unique_ptr<TcpConnection> connection)
{
    m_connections.push_back(std::move(connection));
}

bool
Host::TransmitTo(uint64_t, const TcpSegment& segment)
{
    return Transmit(segment);
}

bool
Host::Transmit(const TcpSegment& segment)
{
    if (!m_deviceOpen)
    {
        return false;
    }
    TcpSegment piece = segment;
    uint32_t left = segment.length;
    // A tun device takes no bursts: they are cut here, and only the last piece has PSH and FIN.
    while (segment.segmentBytes > 0 && left > segment.segmentBytes)
    {
        piece.length = segment.segmentBytes;
        piece.flags = segment.flags & static_cast<uint8_t>(~(TcpSegment::PSH | TcpSegment::FIN));
        m_departures.push_back({m_now, piece, true});
        piece.seq += piece.length;
        left -= piece.length;
    }
    piece.length = left;
    piece.flags = segment.flags;
    m_departures.push_back({m_now, piece, false});
    return true;
}

} // namespace ns3::net8::packetdrill
