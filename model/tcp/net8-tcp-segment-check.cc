// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-segment-check.h"

#include "net8-tcp-acknowledger.h"
#include "net8-tcp-segment.h"

namespace ns3::net8
{

bool
TcpSegmentCheck::IsOldByTimestamp(const TcpSegment& segment) const
{
    // PAWS (RFC 7323, section 5); an old timestamp is allowed in a pure ACK that is an out-of-order
    // duplicate.
    if (!m_core.timestamps || !segment.options.hasTimestamps || !m_core.hasRecentTimestamp)
    {
        return false;
    }
    constexpr int32_t CLOSE_MS = 1; // TCP_PAWS_WINDOW
    const auto ageMs =
        static_cast<int32_t>(m_core.recentTimestamp - segment.options.timestampValue);
    if (ageMs <= CLOSE_MS)
    {
        return false;
    }
    const TcpSendState& sender = m_core.sender.GetState();
    const uint32_t window = static_cast<uint32_t>(segment.window) << m_core.sendScale;
    const bool isLate = IsPureAck(segment) && segment.seq == m_core.received.GetNext() &&
                        segment.ack == sender.una && !sender.TakesWindow(segment, window);
    const auto replayMs = static_cast<int32_t>(sender.rtt.GetRtoUs() * 6ULL / 5000);
    return !(isLate && ageMs <= replayMs);
}

bool
TcpSegmentCheck::IsPureAck(const TcpSegment& segment)
{
    return segment.Has(TcpSegment::ACK) && segment.GetEnd() == segment.seq;
}

bool
TcpSegmentCheck::IsAcceptable(const TcpSegment& segment) const
{
    const uint32_t end = segment.GetEnd();
    if (SeqBefore(end, m_core.window.GetOfferedAt()))
    {
        return false;
    }
    const uint32_t limit =
        m_core.received.GetNext() + m_core.window.GetLeft(m_core.received.GetNext());
    if (!SeqAfter(end, limit))
    {
        return true;
    }
    // The FIN may be just beyond the window; a segment that extends beyond it is accepted only if
    // no data is waiting for the reader (tcp_sequence, from 6.17 on).
    if (!SeqAfter(end - (segment.Has(TcpSegment::FIN) ? 1 : 0), limit))
    {
        return true;
    }
    return !SeqAfter(segment.seq, limit) && m_core.received.GetReadable() == 0;
}

bool
TcpSegmentCheck::IsResetBehindFin(const TcpSegment& segment) const
{
    return m_core.peerFinished && segment.seq == m_core.received.GetNext() - 1;
}

void
TcpSegmentCheck::TakeReset(const TcpSegment& segment)
{
    // RFC 5961, section 3.2; Linux also accepts the end of the rightmost SACK block.
    const bool exact = segment.seq == m_core.received.GetNext() || IsResetBehindFin(segment) ||
                       (m_core.received.HasGap() && m_core.sender.GetState().sack &&
                        segment.seq == m_core.received.GetHighestEnd());
    if (!exact)
    {
        TcpAcknowledger(m_core).SendChallenge();
        return;
    }
    EndByReset();
}

void
TcpSegmentCheck::EndByReset()
{
    m_core.Reset(m_core.state == TcpState::CLOSE_WAIT ? TcpError::BROKEN_PIPE : TcpError::RESET);
}

bool
TcpSegmentCheck::Validate(const TcpSegment& segment)
{
    const bool isReset = segment.Has(TcpSegment::RST);
    const bool isSyn = segment.Has(TcpSegment::SYN);
    if (IsOldByTimestamp(segment) && !isReset)
    {
        if (isSyn)
        {
            TcpAcknowledger(m_core).SendChallenge();
        }
        else if (IsPureAck(segment) && SeqBefore(segment.seq, m_core.received.GetNext()))
        {
            return false; // Late ACKs are common and need no answer.
        }
        else if (!TcpAcknowledger(m_core).IsAnswerLimited(segment))
        {
            TcpAcknowledger(m_core).SendForOld(segment);
        }
        return false;
    }
    if (!IsAcceptable(segment))
    {
        if (isReset)
        {
            if (IsResetBehindFin(segment))
            {
                EndByReset();
            }
            return false;
        }
        if (isSyn)
        {
            TcpAcknowledger(m_core).SendChallenge();
        }
        else if (!TcpAcknowledger(m_core).IsAnswerLimited(segment))
        {
            TcpAcknowledger(m_core).SendForOld(segment);
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
        TcpAcknowledger(m_core).SendChallenge(); // RFC 5961, section 4.2.
        return false;
    }
    return segment.Has(TcpSegment::ACK);
}

bool
TcpSegmentCheck::IsPredicted(const TcpSegment& segment) const
{
    constexpr uint32_t PAGE = 4096;
    const TcpSendState& sender = m_core.sender.GetState();
    const uint8_t flags = segment.flags & static_cast<uint8_t>(~TcpSegment::PSH);
    const bool isPlain = flags == TcpSegment::ACK && segment.options.blocks == 0 &&
                         segment.options.hasTimestamps == m_core.timestamps;
    const uint32_t window = static_cast<uint32_t>(segment.window) << m_core.sendScale;
    if (m_core.state != TcpState::ESTABLISHED || !isPlain || m_core.received.HasGap() ||
        segment.seq != m_core.received.GetNext() || SeqAfter(segment.ack, sender.nxt) ||
        window != sender.window || m_core.window.GetOffered() == 0)
    {
        return false;
    }
    if (m_core.timestamps && m_core.hasRecentTimestamp &&
        static_cast<int32_t>(segment.options.timestampValue - m_core.recentTimestamp) < 0)
    {
        return false;
    }
    // Memory is charged in pages (sk_forward_alloc): the segment must fit into the rest of one.
    const uint32_t held = m_core.received.GetMemory() + m_core.sender.GetMemory();
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_core.settings, segment.length, segment.options.GetBytes());
    return memory <= (PAGE - held % PAGE) % PAGE;
}

void
TcpSegmentCheck::UpdateRecentTimestamp(const TcpSegment& segment)
{
    // RFC 7323, section 4.3: the timestamp of the first segment not acknowledged yet.
    const auto ageMs =
        static_cast<int32_t>(m_core.recentTimestamp - segment.options.timestampValue);
    if (m_core.timestamps && segment.options.hasTimestamps &&
        (!m_core.hasRecentTimestamp || ageMs <= 0) &&
        !SeqAfter(segment.seq, m_core.window.GetOfferedAt()))
    {
        m_core.recentTimestamp = segment.options.timestampValue;
        m_core.hasRecentTimestamp = true;
    }
}

} // namespace ns3::net8
