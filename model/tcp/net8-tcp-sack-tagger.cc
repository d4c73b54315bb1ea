// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-sack-tagger.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-send-state.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpSackTagger::CountDuplicate(const TcpSackBlock& block)
{
    const uint32_t bytes = block.end - block.start;
    uint32_t segments = 1;
    if (bytes > m_state.maxWindow)
    {
        return 0; // Longer than anything ever sent at once.
    }
    if (m_state.mss > 0 && bytes > m_state.mss)
    {
        segments = (bytes + m_state.mss - 1) / m_state.mss;
    }
    if (m_state.probeOut && m_state.probeEnd == block.end)
    {
        m_ack.flags |= TcpAck::DSACK_PROBE;
    }
    m_state.dsackDups += segments;
    if (m_state.dsackDups > m_state.totalRetrans)
    {
        return 0; // The network duplicated it, not the sender.
    }
    m_state.dsackSeen = true;
    if (m_state.reorderingSeen > 0 && !m_ack.Is(TcpAck::DSACK_PROBE))
    {
        m_rack.SeeDsack();
    }
    m_ack.flags |= TcpAck::DSACKED;
    m_state.delivered += segments; // The retransmission arrived as well.
    return segments;
}

bool
TcpSackTagger::CheckDuplicate()
{
    const TcpSegmentOptions& options = m_ack.segment->options;
    const TcpSackBlock& first = options.sack[0];
    bool duplicate = SeqBefore(first.start, m_ack.segment->ack);
    if (!duplicate && options.blocks > 1)
    {
        const TcpSackBlock& second = options.sack[1];
        duplicate = !SeqAfter(first.end, second.end) && !SeqBefore(first.start, second.start);
    }
    if (!duplicate)
    {
        return false;
    }
    const uint32_t segments = CountDuplicate(first);
    if (segments == 0)
    {
        return false;
    }
    if (m_state.undoable && m_state.undoRetrans > 0 && !SeqAfter(first.end, m_ack.priorUna) &&
        SeqAfter(first.end, m_state.undoMarker))
    {
        // The data it reports is no longer in the queue: count it here.
        m_state.undoRetrans = std::max(0, m_state.undoRetrans - static_cast<int32_t>(segments));
    }
    return true;
}

bool
TcpSackTagger::IsValid(const TcpSackBlock& block, bool duplicate) const
{
    if (SeqAfter(block.end, m_state.nxt) || !SeqBefore(block.start, block.end) ||
        !SeqBefore(block.start, m_state.nxt))
    {
        return false;
    }
    if (SeqAfter(block.start, m_state.una))
    {
        return true;
    }
    if (!duplicate || !m_state.undoable)
    {
        return false;
    }
    if (SeqAfter(block.end, m_state.una))
    {
        return false;
    }
    return !SeqBefore(block.start, m_state.undoMarker) ||
           (SeqAfter(block.end, m_state.undoMarker) &&
            block.end - block.start <= m_state.maxWindow);
}

void
TcpSackTagger::TagNew(TcpSendRun& run)
{
    const uint32_t packets = run.GetPackets();
    m_rack.Advance(m_state, run, run.GetEnd());
    if (run.Is(TcpSendRun::REPEATED))
    {
        // A retransmission of a run not marked lost may still be in flight.
        if (run.Is(TcpSendRun::LOST))
        {
            TcpScoreboard::Unlose(m_state, run);
            TcpScoreboard::Unrepeat(m_state, run);
        }
    }
    else
    {
        if (!run.Is(TcpSendRun::EVER_REPEATED))
        {
            const uint32_t high = m_state.sackedOut > 0 ? m_state.highestSack : m_state.una;
            if (SeqBefore(run.seq, high))
            {
                m_ack.lowestReordered = SeqMin(m_ack.lowestReordered, run.seq);
            }
            if (!SeqAfter(run.GetEnd(), m_state.highSeq))
            {
                m_ack.flags |= TcpAck::ORIGINAL_ACKED;
            }
            if (m_ack.firstSackUs < 0)
            {
                m_ack.firstSackUs = run.sentUs;
            }
            m_ack.lastSackUs = run.sentUs;
        }
        TcpScoreboard::Unlose(m_state, run);
    }
    const uint32_t end = run.GetEnd();
    m_state.highestSack = m_state.sackedOut > 0 ? SeqMax(m_state.highestSack, end) : end;
    run.marks |= TcpSendRun::SACKED;
    m_ack.flags |= TcpAck::DATA_SACKED;
    m_state.sackedOut += packets;
    m_state.delivered += packets;
    m_ack.rate.TakeRun(m_state, run);
}

void
TcpSackTagger::TagRun(TcpSendRun& run, bool duplicate)
{
    if (duplicate && run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED))
    {
        if (m_state.undoable && m_state.undoRetrans > 0 &&
            SeqAfter(run.GetEnd(), m_state.undoMarker))
        {
            m_state.undoRetrans =
                std::max(0, m_state.undoRetrans - static_cast<int32_t>(run.GetPackets()));
        }
        if (run.Is(TcpSendRun::SACKED))
        {
            m_ack.lowestReordered = SeqMin(m_ack.lowestReordered, run.seq);
        }
    }
    if (!SeqAfter(run.GetEnd(), m_state.una))
    {
        return; // It is removed from the queue by the same ACK.
    }
    if (!run.Is(TcpSendRun::SACKED))
    {
        TagNew(run);
    }
    if (duplicate)
    {
        TcpScoreboard::Unrepeat(m_state, run);
    }
}

bool
TcpSackTagger::FitBuffer(size_t place, const TcpSackBlock& block)
{
    const TcpSendRun& run = m_queue.At(place);
    if (run.GetSegments() == 1)
    {
        return false;
    }
    const bool front = !SeqAfter(block.start, run.seq);
    uint32_t bytes = front ? block.end - run.seq : block.start - run.seq;
    if (front)
    {
        bytes = bytes / run.mss * run.mss; // Only whole segments.
    }
    else
    {
        bytes = (bytes + run.mss - 1) / run.mss * run.mss;
    }
    if (bytes == 0 || bytes >= run.bytes)
    {
        return false;
    }
    // A cut at a segment boundary does not change the number of segments.
    m_queue.CutBuffer(place, bytes);
    return front;
}

bool
TcpSackTagger::Fit(size_t place, const TcpSackBlock& block)
{
    const TcpSendRun& run = m_queue.At(place);
    if (!SeqAfter(block.start, run.seq) && !SeqBefore(block.end, run.GetEnd()))
    {
        return true;
    }
    if (run.count == 1)
    {
        return FitBuffer(place, block);
    }
    if (SeqAfter(block.start, run.seq))
    {
        const uint32_t before = (block.start - run.seq) / run.bytes;
        m_queue.SplitRun(place, std::max(1U, before));
        return before == 0 && FitBuffer(place, block);
    }
    const uint32_t whole = (block.end - run.seq) / run.bytes;
    if (whole == 0)
    {
        m_queue.SplitRun(place, 1);
        return FitBuffer(place, block);
    }
    m_queue.SplitRun(place, whole);
    return true;
}

void
TcpSackTagger::TagBlock(const TcpSackBlock& block, bool duplicate)
{
    size_t place = m_queue.Find(SeqMax(block.start, duplicate ? block.start : m_state.una));
    while (place < m_queue.GetSentRuns() && SeqBefore(m_queue.At(place).seq, block.end))
    {
        const bool tagged = m_queue.At(place).Is(TcpSendRun::SACKED);
        if ((!tagged || duplicate) && Fit(place, block))
        {
            TagRun(m_queue.At(place), duplicate);
            if (!tagged && m_queue.At(place).Is(TcpSendRun::SACKED))
            {
                m_queue.ShareSacked(place);
            }
            if (m_queue.JoinWithPrevious(place))
            {
                continue;
            }
        }
        ++place;
    }
}

bool
TcpSackTagger::Tag()
{
    const TcpSegmentOptions& options = m_ack.segment->options;
    m_ack.lowestReordered = m_state.nxt;
    const bool duplicate = CheckDuplicate();
    if (SeqBefore(m_ack.segment->ack, m_ack.priorUna - m_state.maxWindow) ||
        m_state.packetsOut == 0)
    {
        return false;
    }
    // The blocks in sequence order, each with a flag for a reported duplicate.
    std::array<std::pair<TcpSackBlock, bool>, TcpSegmentOptions::MAX_BLOCKS> blocks;
    size_t used = 0;
    for (uint8_t i = 0; i < options.blocks; ++i)
    {
        const bool reports = duplicate && i == 0;
        if (!IsValid(options.sack[i], reports) ||
            (!reports && !SeqAfter(options.sack[i].end, m_ack.priorUna)))
        {
            continue;
        }
        size_t place = used++;
        for (; place > 0 && SeqBefore(options.sack[i].start, blocks[place - 1].first.start);
             --place)
        {
            blocks[place] = blocks[place - 1];
        }
        blocks[place] = {options.sack[i], reports};
    }
    for (size_t i = 0; i < used; ++i)
    {
        TagBlock(blocks[i].first, blocks[i].second);
    }
    return true;
}

} // namespace ns3::net8
