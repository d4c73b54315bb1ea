// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-sack-tagger.h"
#include "net8-tcp-scoreboard.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpSender::UpdateWindow(TcpAck& ack, uint8_t windowScale)
{
    const TcpSegment& segment = *ack.segment;
    uint32_t window = segment.window;
    if (!segment.Has(TcpSegment::SYN))
    {
        window <<= windowScale;
    }
    // RFC 9293, section 3.10.7.4; a window that shrinks to nothing counts at once
    // (tcp_may_update_window).
    const bool counts = SeqAfter(segment.ack, m_state.una) || SeqAfter(segment.seq, m_wl1) ||
                        (segment.seq == m_wl1 && (window > m_state.window || window == 0));
    if (!counts)
    {
        return 0;
    }
    m_wl1 = segment.seq;
    const bool changed = m_state.window != window;
    if (changed)
    {
        m_state.window = window;
        if (!m_queue.IsAllSent())
        {
            CheckIdle();
        }
        if (window > m_state.maxWindow)
        {
            m_state.maxWindow = window;
            SyncMss();
        }
    }
    return TcpAck::WINDOW_UPDATE;
}

bool
TcpSender::IsSpurious(const TcpAck& ack, const TcpSendRun& run) const
{
    const auto age = static_cast<uint32_t>(m_state.NowUs() / 1000 - run.sentUs / 1000);
    return run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED) &&
           ack.EchoesBefore(m_host.GetTimestampMs() - age);
}

uint32_t
TcpSender::TakeAcked(TcpAck& ack,
                     TcpSendRun& run,
                     uint32_t packets,
                     int64_t& firstUs,
                     int64_t& lastUs)
{
    if (run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED))
    {
        ack.flags |= TcpAck::COPY_ACKED;
    }
    else if (!run.Is(TcpSendRun::SACKED))
    {
        lastUs = run.sentUs;
        firstUs = firstUs < 0 ? lastUs : firstUs;
        ack.lowestReordered = SeqMin(ack.lowestReordered, run.seq);
        if (!SeqAfter(run.GetEnd(), m_state.highSeq))
        {
            ack.flags |= TcpAck::ORIGINAL_ACKED;
        }
    }
    if (!run.Is(TcpSendRun::SACKED) && m_state.sack)
    {
        m_state.delivered += packets;
        if (!IsSpurious(ack, run))
        {
            m_rack.Advance(m_state, run, run.GetEnd());
        }
    }
    TcpScoreboard::Uncount(m_state, run, packets);
    ack.rate.TakeRun(m_state, run);
    if (run.flags & TcpSegment::SYN)
    {
        ack.flags |= TcpAck::SYN_ACKED;
        m_state.hasRetransStamp = false;
    }
    else
    {
        ack.flags |= TcpAck::DATA_ACKED;
    }
    return packets;
}

uint32_t
TcpSender::TrimPartlyAcked(TcpAck& ack, int64_t& firstUs, int64_t& lastUs)
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
    const uint32_t left = (head.bytes - gone + head.mss - 1) / head.mss;
    uint32_t acked = 0;
    if (segments > left)
    {
        acked = TakeAcked(ack, head, segments - left, firstUs, lastUs);
    }
    m_queue.TrimFront(gone);
    return acked;
}

void
TcpSender::RemoveDuplicates(uint32_t acked)
{
    if (acked > 0)
    {
        // One segment filled the hole; the others are those that made the duplicate ACKs.
        m_state.delivered +=
            acked > m_state.sackedOut ? std::max(acked - m_state.sackedOut, 1U) : 1;
        m_state.sackedOut -= std::min(m_state.sackedOut, acked - 1);
    }
    m_recovery.SeeReorderingWithoutSack(acked);
}

bool
TcpSender::UpdateRtt(TcpAck& ack, int64_t seqUs, int64_t sackUs, int64_t ackUs)
{
    if (seqUs < 0)
    {
        seqUs = sackUs;
    }
    const TcpSegmentOptions& options = ack.segment->options;
    if (seqUs < 0 && options.hasTimestamps && options.timestampEcho != 0 && ack.Is(TcpAck::ACKED))
    {
        // Only repeated segments were acknowledged: the echo tells which copy (RFC 7323, section
        // 4).
        const auto ms = static_cast<int32_t>(m_host.GetTimestampMs() - options.timestampEcho);
        if (ms >= 0)
        {
            seqUs = ackUs = std::max(ms, 1) * 1000LL;
        }
    }
    ack.rate.rttUs = ackUs;
    if (seqUs < 0)
    {
        return false;
    }
    const bool delayed =
        ack.Is(TcpAck::MAYBE_DELAYED) && ackUs > static_cast<int64_t>(m_state.MinRttUs());
    if (!delayed)
    {
        m_state.rtt.SampleMinimum(*m_state.settings, m_state.tick, ackUs);
    }
    m_state.rtt.Sample(*m_state.settings, seqUs, m_state.una, m_state.nxt);
    m_state.rtt.ComputeRto(*m_state.settings);
    m_backoff = 0;
    return true;
}

void
TcpSender::CleanQueue(TcpAck& ack)
{
    int64_t firstUs = -1;
    int64_t lastUs = -1;
    uint32_t acked = 0;
    bool whole = true;
    const bool hadSacked = m_state.sackedOut > 0;
    ack.lowestReordered = m_state.nxt;
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
        acked += TakeAcked(ack, gone, gone.GetPackets(), firstUs, lastUs);
        ++place;
    }
    m_queue.RemoveFront(place);
    if (m_queue.GetSentRuns() > 0)
    {
        const uint32_t trimmed = TrimPartlyAcked(ack, firstUs, lastUs);
        whole = trimmed == 0;
        acked += trimmed;
    }
    else
    {
        m_chrono.Stop(TcpChrono::Kind::BUSY, m_queue.IsEmpty(), m_state.NowUs());
    }
    if (m_queue.GetSentRuns() > 0 && m_queue.At(0).Is(TcpSendRun::SACKED))
    {
        ack.flags |= TcpAck::RENEGED;
    }
    int64_t seqUs = -1;
    int64_t sackUs = -1;
    int64_t ackUs = -1;
    const int64_t nowUs = m_state.NowUs();
    if (firstUs >= 0 && !ack.Is(TcpAck::COPY_ACKED))
    {
        seqUs = nowUs - firstUs;
        ackUs = nowUs - lastUs;
        if (acked == 1 && whole && !hadSacked && m_state.una - ack.priorUna < m_state.mss &&
            ack.rate.priorDelivered + 1 == m_state.delivered &&
            !ack.Is(TcpAck::ALERT | TcpAck::SYN_ACKED))
        {
            ack.flags |= TcpAck::MAYBE_DELAYED;
            ack.rate.ackDelayed = true;
        }
    }
    if (ack.firstSackUs >= 0)
    {
        sackUs = nowUs - ack.firstSackUs;
        ackUs = nowUs - ack.lastSackUs;
    }
    const bool sampled = UpdateRtt(ack, seqUs, sackUs, ackUs);
    if (ack.Is(TcpAck::ACKED))
    {
        ack.flags |= TcpAck::SET_TIMER;
        if (!m_state.sack)
        {
            RemoveDuplicates(acked);
            if (ack.Is(TcpAck::COPY_ACKED))
            {
                ack.flags &= ~TcpAck::ORIGINAL_ACKED; // Without SACK nobody can tell.
            }
        }
        else if (SeqBefore(ack.lowestReordered, ack.priorHighest))
        {
            m_recovery.SeeReordering(ack.lowestReordered);
        }
    }
    else if (m_queue.GetSentRuns() > 0 && sampled && sackUs >= 0 &&
             sackUs > nowUs - m_queue.At(0).sentUs)
    {
        ack.flags |= TcpAck::SET_TIMER;
    }
    m_control->OnAcked(m_state, ack.rate.rttUs);
}

bool
TcpSender::IsDubious(const TcpAck& ack) const
{
    return !ack.Is(TcpAck::NOT_DUPLICATE) || ack.Is(TcpAck::ALERT) ||
           m_state.caState != TcpCaState::OPEN;
}

void
TcpSender::UpdatePacingRate()
{
    // mss * window / srtt, with a surplus (tcp_update_pacing_rate).
    const TcpSettings& settings = *m_state.settings;
    uint64_t rate = static_cast<uint64_t>(m_state.mss) * ((1000000 / 100) << 3);
    rate *= m_state.cwnd < m_state.ssthresh / 2 ? settings.pacingSlowStartPercent
                                                : settings.pacingAvoidancePercent;
    rate *= std::max(m_state.cwnd, m_state.packetsOut);
    if (m_state.rtt.GetSrtt8() > 0)
    {
        rate /= m_state.rtt.GetSrtt8();
    }
    m_state.pacingRate = std::min(rate, m_host.GetOptions().maxPacingRate);
}

void
TcpSender::SetWindowOrRate(TcpAck& ack, uint32_t delivered)
{
    if (m_control->Controls())
    {
        m_control->Control(m_state, ack.rate);
        m_state.pacingRate = std::min(m_state.pacingRate, m_host.GetOptions().maxPacingRate);
        return;
    }
    if (m_state.InReduction())
    {
        m_recovery.Reduce(delivered, ack.rate.losses, ack.Is(TcpAck::ADVANCED));
    }
    else if (ack.Is(m_state.reordering > m_state.settings->reordering ? TcpAck::PROGRESS
                                                                      : TcpAck::DATA_ACKED))
    {
        m_control->Grow(m_state, delivered);
        m_state.cwndStampTick = m_state.tick;
    }
    UpdatePacingRate();
}

void
TcpSender::Resend(TcpAck& ack)
{
    if (ack.resend == TcpAck::Resend::NOTHING || m_host.GetState() == TcpState::SYN_SENT)
    {
        return;
    }
    if (ack.resend == TcpAck::Resend::NEW)
    {
        PushPending(NAGLE_OFF);
        if (SeqAfter(m_state.nxt, m_state.highSeq))
        {
            return;
        }
        m_state.frto = false;
    }
    RetransmitLost();
}

void
TcpSender::FinishAck(TcpAck& ack, uint32_t delivered, uint32_t lost)
{
    const TcpSettings& settings = *m_state.settings;
    if (ack.isReneged)
    {
        // The peer may have dropped what it SACKed: look again soon (tcp_check_sack_reneging).
        const uint64_t us = std::max(m_state.rtt.GetSrtt8() >> 4, 10000U);
        StartTimer(TcpTimer::RETRANSMIT, TcpClock::TicksOf(settings, us));
    }
    else if (ack.reorderUs > 0)
    {
        const uint64_t us = ack.reorderUs + TIMEOUT_MIN_US;
        StartTimer(TcpTimer::REORDER,
                   std::min(TcpClock::TicksOf(settings, us), m_state.rtt.GetRtoTicks(settings)));
    }
    if (ack.Is(TcpAck::SET_TIMER) && !ScheduleLossProbe(true))
    {
        RearmRto();
    }
    ack.rate.Finish(m_state, m_state.delivered - delivered, m_state.lost - lost);
    SetWindowOrRate(ack, m_state.delivered - delivered);
    Resend(ack);
}

void
TcpSender::OnOldAck(TcpAck& ack)
{
    // Late, but its SACK blocks may be news.
    if (ack.segment->options.blocks == 0 || !m_state.sack)
    {
        return;
    }
    if (TcpSackTagger(m_state, m_queue, m_rack, ack).Tag() &&
        (m_state.caState != TcpCaState::LOSS || m_state.undoable))
    {
        m_recovery.SeeReordering(ack.lowestReordered);
    }
    m_recovery.OnAck(ack);
    Resend(ack);
}

bool
TcpSender::OnAck(const TcpSegment& segment, uint8_t windowScale)
{
    TcpAck ack;
    ack.segment = &segment;
    ack.priorUna = m_state.una;
    if (SeqAfter(segment.ack, m_state.nxt))
    {
        return false;
    }
    if (SeqBefore(segment.ack, m_state.una))
    {
        const auto most = std::min<uint64_t>(m_state.maxWindow, m_bytesAcked);
        if (SeqBefore(segment.ack, m_state.una - static_cast<uint32_t>(most)))
        {
            return false;
        }
        OnOldAck(ack);
        return true;
    }
    const uint32_t delivered = m_state.delivered;
    const uint32_t lost = m_state.lost;
    const uint32_t priorPackets = m_state.packetsOut;
    if (SeqAfter(segment.ack, m_state.una))
    {
        ack.flags |= TcpAck::ADVANCED;
        m_timeouts = 0;
    }
    ack.priorHighest = m_state.sackedOut > 0 ? m_state.highestSack : m_state.una;
    ack.rate.priorInFlight = m_state.InFlight();
    if (segment.length > 0 || segment.Has(TcpSegment::SYN | TcpSegment::FIN))
    {
        ack.flags |= TcpAck::DATA;
    }
    ack.flags |= UpdateWindow(ack, windowScale);
    m_bytesAcked += segment.ack - m_state.una;
    m_state.una = segment.ack;
    if (segment.options.blocks > 0 && m_state.sack &&
        TcpSackTagger(m_state, m_queue, m_rack, ack).Tag() &&
        (m_state.caState != TcpCaState::LOSS || m_state.undoable))
    {
        m_recovery.SeeReordering(ack.lowestReordered);
    }
    m_probes = 0;
    if (priorPackets == 0)
    {
        if (ack.Is(TcpAck::DSACKED))
        {
            m_recovery.OnAck(ack);
        }
        AckWindowProbe();
        if (m_state.probeOut)
        {
            m_recovery.OnProbeAck(ack);
        }
        return true;
    }
    CleanQueue(ack);
    m_rack.UpdateWindow(m_state, ack.rate);
    if (m_state.probeOut)
    {
        m_recovery.OnProbeAck(ack);
    }
    if (IsDubious(ack))
    {
        ack.duplicates = ack.Is(TcpAck::ADVANCED | TcpAck::NOT_DUPLICATE | TcpAck::DSACKED) ? 0 : 1;
        m_recovery.OnAck(ack);
    }
    FinishAck(ack, delivered, lost);
    return true;
}

} // namespace ns3::net8
