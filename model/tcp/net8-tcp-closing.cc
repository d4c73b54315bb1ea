// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-closing.h"

#include "net8-tcp-acknowledger.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"

namespace ns3::net8
{

TcpError
TcpClosing::Shutdown(bool reading, bool writing)
{
    if (m_core.state == TcpState::CLOSED)
    {
        return TcpError::NOT_CONNECTED;
    }
    m_core.readShut = m_core.readShut || reading;
    if (writing && !m_core.writeShut)
    {
        m_core.writeShut = true;
        if (m_core.state == TcpState::SYN_SENT)
        {
            m_core.Finish();
        }
        else
        {
            SendFinIfDue();
        }
    }
    return TcpError::NONE;
}

void
TcpClosing::Close()
{
    if (m_core.orphan)
    {
        return;
    }
    const bool unread = m_core.received.GetReadable() > 0;
    m_core.orphan = true;
    m_core.readShut = m_core.writeShut = true;
    m_core.error = TcpError::NONE;
    // Data beyond a gap is kept: FIN and RST report it by SACK.
    m_core.received.DropReadable();
    if (m_core.state == TcpState::CLOSED)
    {
        m_core.received.DropRanges();
        return;
    }
    if (m_core.state == TcpState::SYN_SENT)
    {
        m_core.Finish();
        return;
    }
    // RFC 2525, section 2.17: data was lost, so the peer must be told. With SO_LINGER 0 it already
    // knows if our FIN was sent (tcp_disconnect).
    if (unread || m_core.options.lingerZero)
    {
        const bool told = m_core.state == TcpState::LAST_ACK || m_core.state == TcpState::CLOSING;
        const TcpSendState& sender = m_core.sender.GetState();
        if (unread || !told || sender.nxt != sender.writeSeq)
        {
            m_core.SendReset();
        }
        m_core.Finish();
        return;
    }
    SendFinIfDue();
    if (m_core.state == TcpState::FIN_WAIT_2)
    {
        EnterTimeWait(true);
    }
}

bool
TcpClosing::SendFinIfDue()
{
    switch (m_core.state)
    {
    case TcpState::SYN_RECEIVED:
    case TcpState::ESTABLISHED:
        m_core.state = TcpState::FIN_WAIT_1;
        break;
    case TcpState::CLOSE_WAIT:
        m_core.state = TcpState::LAST_ACK;
        break;
    default:
        return false;
    }
    m_core.finQueued = true;
    m_core.sender.SendFin();
    return true;
}

void
TcpClosing::EnterTimeWait(bool halfClosed)
{
    auto rest = std::make_unique<TcpTimeWait>();
    const uint32_t ms = halfClosed ? m_core.settings.finTimeoutMs : m_core.settings.timeWaitMs;
    rest->sendNext = m_core.sender.GetState().nxt;
    rest->receiveNext = m_core.received.GetNext();
    rest->receiveWindow = m_core.window.GetLeft(m_core.received.GetNext());
    rest->windowField =
        static_cast<uint16_t>(m_core.window.GetOffered() >> m_core.window.GetScale());
    rest->timestampOffsetMs = m_core.settings.timestampOffsetMs;
    rest->recentTimestamp = m_core.recentTimestamp;
    rest->timestamps = m_core.timestamps;
    rest->halfClosed = halfClosed;
    rest->deadline = TcpClock::DeadlineOf(m_core.settings,
                                          m_core.now,
                                          TcpClock::TicksOf(m_core.settings, ms * 1000ULL));
    const bool finished = m_core.peerFinished;
    m_core.Finish();
    m_core.peerFinished = finished;
    m_core.timeWait = std::move(rest);
}

void
TcpClosing::TakeFin()
{
    m_core.received.CountFin();
    m_core.acks.Set(TcpAckPolicy::SCHEDULED);
    m_core.readShut = true;
    m_core.peerFinished = true;
    switch (m_core.state)
    {
    case TcpState::SYN_RECEIVED:
    case TcpState::ESTABLISHED:
        m_core.state = TcpState::CLOSE_WAIT;
        m_core.acks.SetInteractive(m_core.settings, true);
        if (m_core.settings.rules.acks == TcpRules::Acks::COUNTED)
        {
            m_core.acks.Set(TcpAckPolicy::NOW); // RFC 9293, section 3.10.7.4: acknowledge the FIN.
        }
        break;
    case TcpState::FIN_WAIT_1:
        TcpAcknowledger(m_core).Send();
        m_core.state = TcpState::CLOSING;
        break;
    case TcpState::FIN_WAIT_2:
        TcpAcknowledger(m_core).Send();
        EnterTimeWait(false);
        break;
    default:
        break;
    }
    // An ACK sent so far has reported it; no other ACK does (tcp_fin: tcp_sack_reset).
    m_core.received.DropRanges();
    m_core.received.DropDuplicate();
}

bool
TcpClosing::AfterAckInFinWait(const TcpSegment& segment)
{
    m_core.state = TcpState::FIN_WAIT_2;
    m_core.writeShut = true;
    if (!m_core.orphan)
    {
        return true;
    }
    const bool data = segment.GetEnd() != segment.seq &&
                      SeqAfter(segment.seq + segment.length, m_core.received.GetNext());
    if (data)
    {
        if (const auto reset = TcpConnectionCore::ResetFor(segment))
        {
            m_core.output.Transmit(*reset);
        }
        m_core.Finish();
        return false;
    }
    if (segment.Has(TcpSegment::FIN))
    {
        return true;
    }
    EnterTimeWait(true);
    return false;
}

void
TcpClosing::OnKeepaliveTimer()
{
    if (!m_core.options.keepAlive || m_core.state == TcpState::CLOSED ||
        m_core.state == TcpState::SYN_SENT)
    {
        return;
    }
    if (!m_core.sender.OnKeepalive())
    {
        m_core.SendReset();
        m_core.Reset(TcpError::TIMED_OUT);
    }
}

} // namespace ns3::net8
