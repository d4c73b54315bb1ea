// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-queue-cleaner.h"

#include "net8-tcp-reordering.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-state.h"

#include <algorithm>

namespace ns3::net8
{

bool
TcpQueueCleaner::IsSpurious(const TcpSendRun& run) const
{
    const auto age = static_cast<uint32_t>(m_state.NowUs() / 1000 - run.sentUs / 1000);
    return run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED) &&
           m_ack.EchoesBefore(m_timestampMs - age);
}

uint32_t
TcpQueueCleaner::TakeAcked(TcpSendRun& run, uint32_t packets)
{
    if (run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED))
    {
        m_ack.flags |= TcpAck::COPY_ACKED;
    }
    else if (!run.Is(TcpSendRun::SACKED))
    {
        m_lastUs = run.sentUs;
        m_firstUs = m_firstUs < 0 ? m_lastUs : m_firstUs;
        m_ack.lowestReordered = SeqMin(m_ack.lowestReordered, run.seq);
        if (!SeqAfter(run.GetEnd(), m_state.highSeq))
        {
            m_ack.flags |= TcpAck::ORIGINAL_ACKED;
        }
    }
    if (!run.Is(TcpSendRun::SACKED) && m_state.sack)
    {
        m_state.delivered += packets;
        if (!IsSpurious(run))
        {
            m_rack.Advance(m_state, run, run.GetEnd());
        }
    }
    TcpScoreboard::Uncount(m_state, run, packets);
    m_ack.rate.TakeRun(m_state, run);
    if (run.flags & TcpSegment::SYN)
    {
        m_ack.flags |= TcpAck::SYN_ACKED;
        m_state.hasRetransStamp = false;
    }
    else
    {
        m_ack.flags |= TcpAck::DATA_ACKED;
    }
    return packets;
}

uint32_t
TcpQueueCleaner::TrimPartlyAcked()
{
    TcpSendRun& buffer = m_queue.At(0);
    if (buffer.GetSegments() == 1 || !SeqAfter(m_state.una, buffer.seq))
    {
        return 0;
    }
    if (buffer.count > 1)
    {
        m_queue.SplitRun(0, 1);
    }
    TcpSendRun& head = m_queue.At(0);
    const uint32_t segments = head.GetSegments();
    const uint32_t gone = m_state.una - head.seq;
    // A FIN without data is also a segment.
    const uint32_t left = std::max((head.bytes - gone + head.mss - 1) / head.mss, 1U);
    uint32_t acked = 0;
    if (segments > left)
    {
        acked = TakeAcked(head, segments - left);
    }
    m_queue.TrimFront(gone);
    return acked;
}

void
TcpQueueCleaner::RemoveDuplicates(uint32_t acked)
{
    if (acked > 0)
    {
        // One segment filled the hole; the others had caused the duplicate ACKs.
        m_state.delivered +=
            acked > m_state.sackedOut ? std::max(acked - m_state.sackedOut, 1U) : 1;
        m_state.sackedOut -= std::min(m_state.sackedOut, acked - 1);
    }
    TcpReordering::NoteWithoutSack(m_state, acked);
}

bool
TcpQueueCleaner::SampleRtt(int64_t seqUs, int64_t sackUs, int64_t ackUs)
{
    if (seqUs < 0)
    {
        seqUs = sackUs;
    }
    const TcpSegmentOptions& options = m_ack.segment->options;
    if (seqUs < 0 && options.hasTimestamps && options.timestampEcho != 0 && m_ack.Is(TcpAck::ACKED))
    {
        // Only retransmitted segments were acknowledged: the echo tells which transmission (RFC
        // 7323, section 4).
        const auto ms = static_cast<int32_t>(m_timestampMs - options.timestampEcho);
        if (ms >= 0)
        {
            seqUs = ackUs = std::max(ms, 1) * 1000LL;
        }
    }
    m_ack.rate.rttUs = ackUs;
    if (seqUs < 0)
    {
        return false;
    }
    const bool delayed =
        m_ack.Is(TcpAck::MAYBE_DELAYED) && ackUs > static_cast<int64_t>(m_state.MinRttUs());
    if (!delayed)
    {
        m_state.rtt.SampleMinimum(*m_state.settings, m_state.tick, ackUs);
    }
    m_state.rtt.Sample(*m_state.settings, seqUs, m_state.una, m_state.nxt);
    m_state.rtt.ComputeRto(*m_state.settings);
    m_state.backoff = 0;
    return true;
}

void
TcpQueueCleaner::Clean()
{
    uint32_t acked = 0;
    bool whole = true;
    const bool hadSacked = m_state.sackedOut > 0;
    m_ack.lowestReordered = m_state.nxt;
    size_t place = 0;
    while (place < m_queue.GetSentRuns() && SeqAfter(m_state.una, m_queue.At(place).seq))
    {
        TcpSendRun& run = m_queue.At(place);
        if (SeqAfter(run.GetEnd(), m_state.una))
        {
            const uint32_t buffers = run.count > 1 ? (m_state.una - run.seq) / run.bytes : 0;
            if (buffers == 0)
            {
                break;
            }
            m_queue.SplitRun(place, buffers);
        }
        TcpSendRun& gone = m_queue.At(place);
        acked += TakeAcked(gone, gone.GetPackets());
        ++place;
    }
    m_queue.RemoveFront(place);
    if (m_queue.GetSentRuns() > 0)
    {
        const uint32_t trimmed = TrimPartlyAcked();
        whole = trimmed == 0;
        acked += trimmed;
    }
    if (m_queue.GetSentRuns() > 0 && m_queue.At(0).Is(TcpSendRun::SACKED))
    {
        m_ack.flags |= TcpAck::RENEGED;
    }
    int64_t seqUs = -1;
    int64_t sackUs = -1;
    int64_t ackUs = -1;
    const int64_t nowUs = m_state.NowUs();
    if (m_firstUs >= 0 && !m_ack.Is(TcpAck::COPY_ACKED))
    {
        seqUs = nowUs - m_firstUs;
        ackUs = nowUs - m_lastUs;
        if (acked == 1 && whole && !hadSacked && m_state.una - m_ack.priorUna < m_state.mss &&
            m_ack.rate.priorDelivered + 1 == m_state.delivered &&
            !m_ack.Is(TcpAck::ALERT | TcpAck::SYN_ACKED))
        {
            m_ack.flags |= TcpAck::MAYBE_DELAYED;
            m_ack.rate.ackDelayed = true;
        }
    }
    if (m_ack.firstSackUs >= 0)
    {
        sackUs = nowUs - m_ack.firstSackUs;
        ackUs = nowUs - m_ack.lastSackUs;
    }
    const bool sampled = SampleRtt(seqUs, sackUs, ackUs);
    if (m_ack.Is(TcpAck::ACKED))
    {
        m_ack.flags |= TcpAck::SET_TIMER;
        if (!m_state.sack)
        {
            RemoveDuplicates(acked);
            if (m_ack.Is(TcpAck::COPY_ACKED))
            {
                m_ack.flags &= ~TcpAck::ORIGINAL_ACKED; // Without SACK this cannot be known.
            }
        }
        else if (SeqBefore(m_ack.lowestReordered, m_ack.priorHighest))
        {
            TcpReordering::Note(m_state, m_ack.lowestReordered);
        }
    }
    else if (m_queue.GetSentRuns() > 0 && sampled && sackUs >= 0 &&
             sackUs > nowUs - m_queue.At(0).sentUs)
    {
        m_ack.flags |= TcpAck::SET_TIMER;
    }
}

} // namespace ns3::net8
