// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-connection.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

std::optional<TcpSegment>
TcpConnection::ResetFor(const TcpSegment& segment)
{
    if (segment.Has(TcpSegment::RST))
    {
        return std::nullopt;
    }
    TcpSegment reset;
    reset.flags = TcpSegment::RST;
    if (segment.Has(TcpSegment::ACK))
    {
        reset.seq = segment.ack;
    }
    else
    {
        reset.flags |= TcpSegment::ACK;
        reset.ack = segment.GetEnd();
    }
    return reset;
}

void
TcpConnection::SendReset()
{
    TcpSegment reset;
    reset.seq = m_sender.GetAcceptableSeq();
    reset.ack = m_received.GetNext();
    reset.flags = TcpSegment::RST | TcpSegment::ACK;
    if (m_timestamps)
    {
        reset.options.hasTimestamps = true;
        reset.options.timestampValue = GetTimestampMs();
        reset.options.timestampEcho = m_recentTimestamp;
    }
    m_output.Transmit(reset);
}

void
TcpConnection::Finish()
{
    m_state = TcpState::CLOSED;
    m_readShut = m_writeShut = true;
    m_sender.Clear();
    m_timers.StopAll();
    m_received.DropRanges();
}

void
TcpConnection::Reset(TcpError error)
{
    m_error = m_orphan ? TcpError::NONE : error;
    Finish();
}

void
TcpConnection::Fail(TcpError error)
{
    Reset(error);
}

std::optional<TcpTimeWait>
TcpConnection::TakeTimeWait()
{
    if (!m_timeWait)
    {
        return std::nullopt;
    }
    const TcpTimeWait rest = *m_timeWait;
    m_timeWait.reset();
    return rest;
}

void
TcpConnection::EnterTimeWait(bool halfClosed)
{
    auto rest = std::make_unique<TcpTimeWait>();
    const uint32_t ms = halfClosed ? m_settings.finTimeoutMs : m_settings.timeWaitMs;
    rest->sendNext = m_sender.GetState().nxt;
    rest->receiveNext = m_received.GetNext();
    rest->receiveWindow = m_window.GetLeft(m_received.GetNext());
    rest->windowField = static_cast<uint16_t>(m_window.GetOffered() >> m_window.GetScale());
    rest->timestampOffsetMs = m_settings.timestampOffsetMs;
    rest->recentTimestamp = m_recentTimestamp;
    rest->timestamps = m_timestamps;
    rest->halfClosed = halfClosed;
    rest->deadline =
        TcpClock::DeadlineOf(m_settings, m_now, TcpClock::TicksOf(m_settings, ms * 1000ULL));
    const bool finished = m_peerFinished;
    Finish();
    m_peerFinished = finished;
    m_timeWait = std::move(rest);
}

bool
TcpConnection::SendFinIfDue()
{
    switch (m_state)
    {
    case TcpState::SYN_RECEIVED:
    case TcpState::ESTABLISHED:
        m_state = TcpState::FIN_WAIT_1;
        break;
    case TcpState::CLOSE_WAIT:
        m_state = TcpState::LAST_ACK;
        break;
    default:
        return false;
    }
    m_finQueued = true;
    m_sender.SendFin();
    return true;
}

TcpError
TcpConnection::Shutdown(bool reading, bool writing, TcpTime now)
{
    SetNow(now);
    if (m_state == TcpState::CLOSED)
    {
        return TcpError::NOT_CONNECTED;
    }
    m_readShut = m_readShut || reading;
    if (writing && !m_writeShut)
    {
        m_writeShut = true;
        if (m_state == TcpState::SYN_SENT)
        {
            Finish();
        }
        else
        {
            SendFinIfDue();
        }
    }
    return TcpError::NONE;
}

void
TcpConnection::Close(TcpTime now)
{
    SetNow(now);
    if (m_orphan)
    {
        return;
    }
    const bool unread = m_received.GetReadable() > 0;
    m_orphan = true;
    m_readShut = m_writeShut = true;
    m_error = TcpError::NONE;
    m_received.Clear();
    if (m_state == TcpState::CLOSED)
    {
        return;
    }
    if (m_state == TcpState::SYN_SENT)
    {
        Finish();
        return;
    }
    // RFC 2525, section 2.17: data were lost, so the peer has to know.
    if (unread || m_options.lingerZero)
    {
        if (m_state != TcpState::LAST_ACK && m_state != TcpState::CLOSING)
        {
            SendReset();
        }
        Finish();
        return;
    }
    SendFinIfDue();
    if (m_state == TcpState::FIN_WAIT_2)
    {
        EnterTimeWait(true);
    }
}

void
TcpConnection::OnKeepaliveTimer()
{
    if (!m_options.keepAlive || m_state == TcpState::CLOSED || m_state == TcpState::SYN_SENT)
    {
        return;
    }
    if (!m_sender.OnKeepalive())
    {
        SendReset();
        Reset(TcpError::TIMED_OUT);
    }
}

} // namespace ns3::net8
