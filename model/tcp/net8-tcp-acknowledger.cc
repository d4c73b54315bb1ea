// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-acknowledger.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpAcknowledger::Send()
{
    if (m_core.state != TcpState::CLOSED)
    {
        m_core.SendSegment(m_core.sender.GetAcceptableSeq(), 0, 0, 0);
    }
}

void
TcpAcknowledger::SendForOld(const TcpSegment& segment)
{
    const uint32_t end = segment.GetEnd();
    const uint32_t next = m_core.received.GetNext();
    if (segment.seq != end && SeqBefore(segment.seq, next))
    {
        m_core.acks.EnterQuick(m_core.settings, m_core.window.GetOffered());
        if (m_core.sender.GetState().sack && m_core.settings.dsack)
        {
            m_core.received.SetDuplicate({segment.seq, SeqMin(end, next)});
        }
    }
    Send();
}

void
TcpAcknowledger::SendChallenge()
{
    if (!LimitAnswers())
    {
        Send();
    }
}

bool
TcpAcknowledger::LimitAnswers()
{
    const TcpTime limit = static_cast<TcpTime>(m_core.settings.invalidRateLimitMs) * 1000000;
    if (m_core.lastAnswer >= 0 && m_core.now - m_core.lastAnswer < limit)
    {
        return true;
    }
    m_core.lastAnswer = m_core.now;
    return false;
}

bool
TcpAcknowledger::IsAnswerLimited(const TcpSegment& segment)
{
    // Data and FIN cannot cause a loop of ACKs.
    if (segment.GetEnd() != segment.seq && !segment.Has(TcpSegment::SYN))
    {
        return false;
    }
    return LimitAnswers();
}

void
TcpAcknowledger::CheckCounted()
{
    const bool runs = m_core.timers.Runs(TcpTimer::DELAYED_ACK);
    const bool isDue = m_core.acks.Is(TcpAckPolicy::NOW) ||
                       m_core.acks.GetUnacknowledged() >= m_core.settings.delayedAckSegments;
    if (m_core.received.HasGap() ||
        (isDue && runs && m_core.timers.Get(TcpTimer::DELAYED_ACK) <= m_core.now))
    {
        Send();
    }
    else if (isDue)
    {
        // Deliver data before the ACK is sent, so that a waiting reader runs first.
        m_core.timers.Set(TcpTimer::DELAYED_ACK, m_core.now);
    }
    else if (!runs)
    {
        m_core.timers.Set(TcpTimer::DELAYED_ACK,
                          m_core.now + m_core.settings.delayedAckUs * TcpTime{1000});
    }
}

void
TcpAcknowledger::UpdateCountedWindow()
{
    const uint32_t left = m_core.window.GetLeft(m_core.received.GetNext());
    const uint32_t window =
        m_core.window.Compute(m_core.received, m_core.acks.GetRcvMss(), m_core.acks.GetQuick());
    const uint32_t step = std::min(2 * m_core.advMss, m_core.window.GetBuffer() / 2);
    if (window > left && window - left >= step)
    {
        Send();
    }
}

void
TcpAcknowledger::Check()
{
    if (m_core.settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        CheckCounted();
        return;
    }
    const uint32_t next = m_core.received.GetNext();
    // More than a full segment was received, and the window would not shrink: otherwise a read
    // sends the ACK.
    const bool full =
        next - m_core.window.GetOfferedAt() > m_core.acks.GetRcvMss() &&
        (next == m_core.received.GetReadSeq() ||
         m_core.window.Compute(m_core.received, m_core.acks.GetRcvMss(), m_core.acks.GetQuick()) >=
             m_core.window.GetOffered());
    if (full || m_core.acks.IsQuick(m_core.settings) || m_core.acks.Is(TcpAckPolicy::NOW))
    {
        Send();
    }
    else if (!m_core.received.HasGap())
    {
        Delay();
    }
    else
    {
        Compress();
    }
}

void
TcpAcknowledger::Compress()
{
    // Beyond a gap: send three SACKs individually, so that the peer retransmits immediately; merge
    // the others (tcp_comp_sack_*).
    constexpr uint8_t ONE_BY_ONE = 3;
    const TcpSendState& sender = m_core.sender.GetState();
    if (!sender.sack || m_core.compressed >= m_core.settings.compressedSacks)
    {
        Send();
        return;
    }
    if (m_core.compressedNext != m_core.received.GetNext())
    {
        m_core.compressedNext = m_core.received.GetNext();
        m_core.gapAcks = 0;
    }
    if (m_core.gapAcks < ONE_BY_ONE)
    {
        ++m_core.gapAcks;
        Send();
        return;
    }
    ++m_core.compressed;
    if (m_core.timers.Runs(TcpTimer::SACK))
    {
        return;
    }
    uint32_t rtt8 = m_core.window.GetRtt8();
    if (sender.rtt.GetSrtt8() > 0 && sender.rtt.GetSrtt8() < rtt8)
    {
        rtt8 = sender.rtt.GetSrtt8();
    }
    const TcpSettings& settings = m_core.settings;
    const auto ofRtt = static_cast<TcpTime>(rtt8) * 125 * settings.compressedSackPercent / 100;
    const TcpTime delay = std::min<TcpTime>(settings.compressedSackDelayUs * TcpTime{1000}, ofRtt);
    // A timer with slack that no other timer triggers fires at the end of its slack
    // (hrtimer_start_range_ns).
    const TcpTime slack = settings.compressedSackSlackUs * TcpTime{1000};
    m_core.timers.Set(TcpTimer::SACK, m_core.now + delay + slack);
}

void
TcpAcknowledger::Delay()
{
    const uint32_t delay =
        m_core.acks.GetDelayTicks(m_core.settings, m_core.sender.GetState().rtt.GetSrtt8());
    uint32_t due = m_core.tick + delay;
    if (m_core.acks.Is(TcpAckPolicy::TIMER))
    {
        const uint32_t old = m_core.acks.GetDueTick();
        if (!SeqAfter(old, m_core.tick + (delay >> 2)))
        {
            Send(); // It is about to be sent anyway.
            return;
        }
        due = SeqMin(due, old);
        if (due == old)
        {
            m_core.acks.Set(TcpAckPolicy::SCHEDULED);
            return;
        }
    }
    m_core.acks.Set(TcpAckPolicy::SCHEDULED | TcpAckPolicy::TIMER);
    m_core.acks.SetDueTick(due);
    m_core.timers.Set(TcpTimer::DELAYED_ACK,
                      TcpClock::DeadlineOf(m_core.settings, m_core.now, due - m_core.tick));
}

void
TcpAcknowledger::CheckAfterRead(uint32_t bytes)
{
    if (m_core.settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        UpdateCountedWindow();
        return;
    }
    bool send = false;
    if (m_core.acks.Is(TcpAckPolicy::SCHEDULED))
    {
        // Everything has been read, and a message seems to be complete: the peer may be waiting for
        // the ACK (tcp_cleanup_rbuf).
        const bool pushed =
            m_core.acks.Is(TcpAckPolicy::PUSHED_TWICE) ||
            (m_core.acks.Is(TcpAckPolicy::PUSHED) && !m_core.acks.IsInteractive(m_core.settings));
        send = m_core.received.GetNext() - m_core.window.GetOfferedAt() > m_core.acks.GetRcvMss() ||
               (bytes > 0 && pushed && m_core.received.GetMemory() == 0);
    }
    if (bytes > 0 && !send && !m_core.readShut)
    {
        const uint32_t left = m_core.window.GetLeft(m_core.received.GetNext());
        if (2ULL * left <= m_core.window.GetClamp())
        {
            const uint32_t window = m_core.window.Compute(m_core.received,
                                                          m_core.acks.GetRcvMss(),
                                                          m_core.acks.GetQuick());
            send = window > 0 && window >= 2 * left;
        }
    }
    if (send)
    {
        Send();
    }
}

} // namespace ns3::net8
