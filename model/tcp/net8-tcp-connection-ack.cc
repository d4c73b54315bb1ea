// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-connection.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpConnection::SendAck()
{
    if (m_state != TcpState::CLOSED)
    {
        SendSegment(m_sender.GetAcceptableSeq(), 0, 0, 0);
    }
}

void
TcpConnection::NoteAckSent()
{
    m_acks.OnAckSent(m_settings);
    m_timers.Stop(TcpTimer::DELAYED_ACK);
    m_timers.Stop(TcpTimer::SACK);
    m_compressed = 0;
}

void
TcpConnection::SendAckForOld(const TcpSegment& segment)
{
    const uint32_t end = segment.GetEnd();
    const uint32_t next = m_received.GetNext();
    if (segment.seq != end && SeqBefore(segment.seq, next))
    {
        m_acks.EnterQuick(m_settings, m_window.GetOffered());
        if (m_sender.GetState().sack && m_settings.dsack)
        {
            m_received.SetDuplicate({segment.seq, SeqMin(end, next)});
        }
    }
    SendAck();
}

void
TcpConnection::SendChallengeAck()
{
    if (!LimitAnswers())
    {
        SendAck();
    }
}

void
TcpConnection::CheckCountedAck()
{
    const bool runs = m_timers.Runs(TcpTimer::DELAYED_ACK);
    const bool isDue =
        m_acks.Is(TcpAckPolicy::NOW) || m_acks.GetUnacknowledged() >= m_settings.delayedAckSegments;
    if (m_received.HasGap() || (isDue && runs && m_timers.Get(TcpTimer::DELAYED_ACK) <= m_now))
    {
        SendAck();
    }
    else if (isDue)
    {
        // Data go up before the ACK is made, so that a reader who waits has its turn first.
        m_timers.Set(TcpTimer::DELAYED_ACK, m_now);
    }
    else if (!runs)
    {
        m_timers.Set(TcpTimer::DELAYED_ACK, m_now + m_settings.delayedAckUs * TcpTime{1000});
    }
}

void
TcpConnection::UpdateCountedWindow()
{
    const uint32_t left = m_window.GetLeft(m_received.GetNext());
    const uint32_t window = m_window.Compute(m_received, m_acks.GetRcvMss(), m_acks.GetQuick());
    const uint32_t step = std::min(2 * m_advMss, m_window.GetBuffer() / 2);
    if (window > left && window - left >= step)
    {
        SendAck();
    }
}

void
TcpConnection::CheckAck()
{
    if (m_settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        CheckCountedAck();
        return;
    }
    const uint32_t next = m_received.GetNext();
    // More than a full segment, and the window would not get smaller: a read sends it otherwise.
    const bool full = next - m_window.GetOfferedAt() > m_acks.GetRcvMss() &&
                      (next == m_received.GetReadSeq() ||
                       m_window.Compute(m_received, m_acks.GetRcvMss(), m_acks.GetQuick()) >=
                           m_window.GetOffered());
    if (full || m_acks.IsQuick(m_settings) || m_acks.Is(TcpAckPolicy::NOW))
    {
        SendAck();
    }
    else if (!m_received.HasGap())
    {
        DelayAck();
    }
    else
    {
        CompressAck();
    }
}

void
TcpConnection::CompressAck()
{
    // Beyond a gap: three SACKs one by one, so that the peer repeats at once; the others merge
    // (tcp_comp_sack_*).
    constexpr uint8_t ONE_BY_ONE = 3;
    const TcpSendState& sender = m_sender.GetState();
    if (!sender.sack || m_compressed >= m_settings.compressedSacks)
    {
        SendAck();
        return;
    }
    if (m_compressedNext != m_received.GetNext())
    {
        m_compressedNext = m_received.GetNext();
        m_gapAcks = 0;
    }
    if (m_gapAcks < ONE_BY_ONE)
    {
        ++m_gapAcks;
        SendAck();
        return;
    }
    ++m_compressed;
    if (m_timers.Runs(TcpTimer::SACK))
    {
        return;
    }
    uint32_t rtt8 = m_window.GetRtt8();
    if (sender.rtt.GetSrtt8() > 0 && sender.rtt.GetSrtt8() < rtt8)
    {
        rtt8 = sender.rtt.GetSrtt8();
    }
    const uint64_t us = std::min<uint64_t>(m_settings.compressedSackDelayUs,
                                           static_cast<uint64_t>(rtt8 >> 3) *
                                               m_settings.compressedSackPercent / 100);
    m_timers.Set(TcpTimer::SACK, m_now + static_cast<TcpTime>(us) * 1000);
}

void
TcpConnection::DelayAck()
{
    const uint32_t delay = m_acks.GetDelayTicks(m_settings, m_sender.GetState().rtt.GetSrtt8());
    uint32_t due = m_tick + delay;
    if (m_acks.Is(TcpAckPolicy::TIMER))
    {
        const uint32_t old = m_acks.GetDueTick();
        if (!SeqAfter(old, m_tick + (delay >> 2)))
        {
            SendAck(); // It is about to leave anyway.
            return;
        }
        due = SeqMin(due, old);
        if (due == old)
        {
            m_acks.Set(TcpAckPolicy::SCHEDULED);
            return;
        }
    }
    m_acks.Set(TcpAckPolicy::SCHEDULED | TcpAckPolicy::TIMER);
    m_acks.SetDueTick(due);
    m_timers.Set(TcpTimer::DELAYED_ACK, TcpClock::DeadlineOf(m_settings, m_now, due - m_tick));
}

void
TcpConnection::CheckAckAfterRead(uint32_t bytes)
{
    if (m_settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        UpdateCountedWindow();
        return;
    }
    bool send = false;
    if (m_acks.Is(TcpAckPolicy::SCHEDULED))
    {
        // Everything is read, and a message seems to be over: the peer may wait for the ACK
        // (tcp_cleanup_rbuf).
        const bool pushed = m_acks.Is(TcpAckPolicy::PUSHED_TWICE) ||
                            (m_acks.Is(TcpAckPolicy::PUSHED) && !m_acks.IsInteractive(m_settings));
        send = m_received.GetNext() - m_window.GetOfferedAt() > m_acks.GetRcvMss() ||
               (bytes > 0 && pushed && m_received.GetMemory() == 0);
    }
    if (bytes > 0 && !send && !m_readShut)
    {
        const uint32_t left = m_window.GetLeft(m_received.GetNext());
        if (2ULL * left <= m_window.GetClamp())
        {
            const uint32_t window =
                m_window.Compute(m_received, m_acks.GetRcvMss(), m_acks.GetQuick());
            send = window > 0 && window >= 2 * left;
        }
    }
    if (send)
    {
        SendAck();
    }
}

} // namespace ns3::net8
