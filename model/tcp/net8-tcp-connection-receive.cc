// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-connection.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpConnection::Receive(const TcpSegment& segment, TcpTime now)
{
    SetNow(now);
    if (m_timeWait)
    {
        const auto verdict = m_timeWait->Receive(segment, m_settings, now, m_output);
        if (verdict == TcpTimeWait::Verdict::STAYS)
        {
            return;
        }
        m_timeWait.reset();
        if (verdict == TcpTimeWait::Verdict::RESETS)
        {
            if (const auto reset = ResetFor(segment))
            {
                m_output.Transmit(*reset);
            }
        }
        return;
    }
    if (m_state == TcpState::CLOSED)
    {
        return;
    }
    if (m_state == TcpState::SYN_SENT)
    {
        ReceiveInSynSent(segment);
        return;
    }
    ReceiveSynchronized(segment);
}

void
TcpConnection::ReceiveInSynSent(const TcpSegment& segment)
{
    const TcpSendState& sender = m_sender.GetState();
    if (segment.Has(TcpSegment::ACK))
    {
        if (!SeqAfter(segment.ack, sender.una) || SeqAfter(segment.ack, sender.nxt))
        {
            if (const auto reset = ResetFor(segment))
            {
                m_output.Transmit(*reset);
            }
            return;
        }
        if (segment.Has(TcpSegment::RST))
        {
            Reset(TcpError::REFUSED);
            return;
        }
        if (segment.Has(TcpSegment::SYN))
        {
            CompleteConnect(segment);
        }
        return;
    }
    if (segment.Has(TcpSegment::SYN) && !segment.Has(TcpSegment::RST))
    {
        OpenSimultaneously(segment);
    }
}

void
TcpConnection::CompleteConnect(const TcpSegment& synAck)
{
    m_scaling = m_settings.windowScaling && synAck.options.hasWindowScale;
    m_sendScale = m_scaling ? std::min<uint8_t>(synAck.options.windowScale, 14) : 0;
    if (!m_scaling)
    {
        m_window.DropScale();
    }
    const bool stamped = m_timestamps && synAck.options.hasTimestamps;
    if (stamped)
    {
        m_sender.CheckSpuriousSyn(synAck.options.timestampEcho);
        m_recentTimestamp = synAck.options.timestampValue;
        m_hasRecentTimestamp = true;
    }
    m_timestamps = stamped;
    m_sender.Agree(m_settings.sack && synAck.options.sackPermitted,
                   TcpHandshake::ClampOf(synAck, m_settings, m_options),
                   m_timestamps ? 12 : 0);
    m_received.Open(synAck.seq + 1);
    m_window.SetStart(synAck.seq + 1);
    m_sender.OnAck(synAck, 0);
    BeginEstablished(synAck.window, synAck.seq);
    SendAck();
}

void
TcpConnection::OpenSimultaneously(const TcpSegment& syn)
{
    // SYNs cross: answer with SYN and ACK, which repeats our SYN (RFC 9293, figure 8).
    TcpHandshake handshake;
    handshake.TakeSyn(syn, m_settings, m_options);
    m_state = TcpState::SYN_RECEIVED;
    m_sendScale = handshake.sendScale;
    m_scaling = handshake.scaling;
    m_timestamps = handshake.timestamps;
    m_recentTimestamp = handshake.recentTimestamp;
    m_hasRecentTimestamp = m_timestamps;
    m_synAckUs = -1;
    if (!m_scaling)
    {
        m_window.DropScale();
    }
    m_received.Open(syn.seq + 1);
    m_window.SetStart(syn.seq + 1);
    m_sender.Agree(handshake.sack, handshake.mssClamp, m_timestamps ? 12 : 0);
    SendSegment(m_sender.GetState().una, 0, 0, TcpSegment::SYN);
}

void
TcpConnection::CompleteAccept(const TcpSegment& segment)
{
    const uint32_t window = static_cast<uint32_t>(segment.window) << m_sendScale;
    if (m_synAckUs >= 0)
    {
        m_sender.SampleHandshake(m_now / 1000 - m_synAckUs);
    }
    BeginEstablished(window, segment.seq);
}

bool
TcpConnection::IsOldByTimestamp(const TcpSegment& segment) const
{
    // PAWS (RFC 7323, section 5); an old stamp is allowed for a pure ACK that is a duplicate out of
    // order.
    if (!m_timestamps || !segment.options.hasTimestamps || !m_hasRecentTimestamp)
    {
        return false;
    }
    if (static_cast<int32_t>(segment.options.timestampValue - m_recentTimestamp) >= 0)
    {
        return false;
    }
    const TcpSendState& sender = m_sender.GetState();
    const bool pureAck = segment.Has(TcpSegment::ACK) && segment.GetEnd() == segment.seq &&
                         segment.seq == m_received.GetNext() && segment.ack == sender.una;
    const auto ageMs = static_cast<int32_t>(m_recentTimestamp - segment.options.timestampValue);
    const auto replayMs = static_cast<int32_t>(sender.rtt.GetRtoUs() / 1000);
    return !(pureAck && ageMs <= replayMs);
}

bool
TcpConnection::IsAcceptable(const TcpSegment& segment) const
{
    const uint32_t end = segment.GetEnd();
    if (SeqBefore(end, m_window.GetOfferedAt()))
    {
        return false;
    }
    const uint32_t limit = m_received.GetNext() + m_window.GetLeft(m_received.GetNext());
    if (!SeqAfter(end, limit))
    {
        return true;
    }
    // The FIN may stand just beyond the window; a segment that reaches beyond it is taken only if
    // nothing is queued.
    if (!SeqAfter(end - (segment.Has(TcpSegment::FIN) ? 1 : 0), limit))
    {
        return true;
    }
    return !SeqAfter(segment.seq, limit) && m_received.GetMemory() == 0;
}

bool
TcpConnection::LimitAnswers()
{
    const TcpTime limit = static_cast<TcpTime>(m_settings.invalidRateLimitMs) * 1000000;
    if (m_lastAnswer >= 0 && m_now - m_lastAnswer < limit)
    {
        return true;
    }
    m_lastAnswer = m_now;
    return false;
}

bool
TcpConnection::IsAnswerLimited(const TcpSegment& segment)
{
    // Data are no part of a loop of ACKs.
    if (segment.length > 0 && !segment.Has(TcpSegment::SYN))
    {
        return false;
    }
    return LimitAnswers();
}

void
TcpConnection::TakeReset(const TcpSegment& segment)
{
    // RFC 5961, section 3.2; Linux also takes the end of the rightmost SACK block.
    const bool exact = segment.seq == m_received.GetNext() ||
                       (m_peerFinished && segment.seq == m_received.GetNext() - 1) ||
                       (m_received.HasGap() && m_sender.GetState().sack &&
                        segment.seq == m_received.GetHighestEnd());
    if (!exact)
    {
        SendChallengeAck();
        return;
    }
    Reset(m_state == TcpState::CLOSE_WAIT ? TcpError::BROKEN_PIPE : TcpError::RESET);
}

bool
TcpConnection::Validate(const TcpSegment& segment)
{
    const bool isReset = segment.Has(TcpSegment::RST);
    const bool isSyn = segment.Has(TcpSegment::SYN);
    if (IsOldByTimestamp(segment) && !isReset)
    {
        if (isSyn)
        {
            SendChallengeAck();
        }
        else if (!IsAnswerLimited(segment))
        {
            SendAckForOld(segment);
        }
        return false;
    }
    if (!IsAcceptable(segment))
    {
        if (isReset)
        {
            return false;
        }
        if (isSyn)
        {
            SendChallengeAck();
        }
        else if (!IsAnswerLimited(segment))
        {
            SendAckForOld(segment);
        }
        return false;
    }
    if (isReset)
    {
        TakeReset(segment);
        return false;
    }
    if (isSyn)
    {
        SendChallengeAck(); // RFC 5961, section 4.2.
        return false;
    }
    return segment.Has(TcpSegment::ACK);
}

void
TcpConnection::UpdateRecentTimestamp(const TcpSegment& segment)
{
    // RFC 7323, section 4.3: of the first segment that is not acknowledged yet.
    if (m_timestamps && segment.options.hasTimestamps &&
        !SeqAfter(segment.seq, m_window.GetOfferedAt()))
    {
        m_recentTimestamp = segment.options.timestampValue;
        m_hasRecentTimestamp = true;
    }
}

void
TcpConnection::ReceiveSynchronized(const TcpSegment& segment)
{
    if (m_state == TcpState::SYN_RECEIVED && !m_passive && segment.Has(TcpSegment::SYN) &&
        segment.Has(TcpSegment::ACK) && segment.seq + 1 == m_received.GetNext())
    {
        // The peer's SYN again, now with an ACK: the simultaneous opening is complete.
        TcpSegment bare = segment;
        bare.flags &= static_cast<uint8_t>(~TcpSegment::SYN);
        ++bare.seq;
        ReceiveSynchronized(bare);
        return;
    }
    if (!Validate(segment))
    {
        return;
    }
    const bool fits = !SeqAfter(segment.ack, m_sender.GetState().nxt);
    if (fits && !SeqBefore(segment.ack, m_sender.GetState().una))
    {
        UpdateRecentTimestamp(segment);
        m_ackTick = m_tick;
    }
    if (!m_sender.OnAck(segment, m_sendScale))
    {
        if (m_state == TcpState::SYN_RECEIVED)
        {
            if (const auto reset = ResetFor(segment))
            {
                m_output.Transmit(*reset);
            }
        }
        else
        {
            SendChallengeAck();
        }
        return;
    }
    if (m_state != TcpState::ESTABLISHED && !AfterAck(segment))
    {
        return;
    }
    const uint32_t echo = segment.options.timestampEcho;
    if (m_timestamps && echo != 0 && echo != m_lastEcho)
    {
        m_lastEcho = echo;
        const auto ms = static_cast<int32_t>(GetTimestampMs() - echo);
        if (segment.GetEnd() - segment.seq >= m_acks.GetRcvMss() && ms > 0)
        {
            m_window.SampleRtt(ms * 1000LL);
        }
    }
    if (!TakeData(segment) || m_state == TcpState::CLOSED || m_timeWait)
    {
        return;
    }
    m_sender.Push();
    m_sender.CheckSpace();
    if (m_acks.Is(TcpAckPolicy::SCHEDULED))
    {
        CheckAck();
    }
}

bool
TcpConnection::AfterAck(const TcpSegment& segment)
{
    const TcpSendState& sender = m_sender.GetState();
    const bool finAcked = m_finQueued && sender.una == sender.writeSeq;
    switch (m_state)
    {
    case TcpState::SYN_RECEIVED:
        CompleteAccept(segment);
        if (m_writeShut)
        {
            m_state = TcpState::FIN_WAIT_1;
        }
        return true;
    case TcpState::FIN_WAIT_1:
        return !finAcked || AfterAckInFinWait(segment);
    case TcpState::CLOSING:
        if (finAcked)
        {
            EnterTimeWait(false);
            return false;
        }
        return true;
    case TcpState::LAST_ACK:
        if (finAcked)
        {
            Finish();
            return false;
        }
        return true;
    default:
        return true;
    }
}

bool
TcpConnection::AfterAckInFinWait(const TcpSegment& segment)
{
    m_state = TcpState::FIN_WAIT_2;
    m_writeShut = true;
    if (!m_orphan)
    {
        return true;
    }
    const bool data =
        segment.length > 0 && SeqAfter(segment.seq + segment.length, m_received.GetNext());
    if (data)
    {
        if (const auto reset = ResetFor(segment))
        {
            m_output.Transmit(*reset);
        }
        Finish();
        return false;
    }
    if (segment.Has(TcpSegment::FIN))
    {
        return true;
    }
    EnterTimeWait(true);
    return false;
}

} // namespace ns3::net8
