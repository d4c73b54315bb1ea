// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-ack-process.h"

#include "net8-tcp-burst.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-mtu-search.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-queue-cleaner.h"
#include "net8-tcp-reduction.h"
#include "net8-tcp-reordering.h"
#include "net8-tcp-retransmission.h"
#include "net8-tcp-sack-tagger.h"
#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-timers.h"
#include "net8-tcp-timers.h"
#include "net8-tcp-window-probe.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpAckProcess::UpdateWindow(TcpAck& ack, uint8_t windowScale)
{
    const TcpSegment& segment = *ack.segment;
    uint32_t window = segment.window;
    if (!segment.Has(TcpSegment::SYN))
    {
        window <<= windowScale;
    }
    if (!m_state.TakesWindow(segment, window))
    {
        return 0;
    }
    m_state.wl1 = segment.seq;
    const bool changed = m_state.window != window;
    if (changed)
    {
        m_state.window = window;
        if (!m_queue.IsAllSent())
        {
            TcpCwndUse::CheckIdle(m_state, *m_core.control);
        }
        if (window > m_state.maxWindow)
        {
            m_state.maxWindow = window;
            TcpSegmentSize::Sync(m_state);
        }
    }
    return TcpAck::WINDOW_UPDATE;
}

void
TcpAckProcess::UpdatePacingRate()
{
    // mss * window / srtt, plus a margin (tcp_update_pacing_rate).
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
TcpAckProcess::SetWindowOrRate(TcpAck& ack, uint32_t delivered)
{
    if (m_core.control->Controls())
    {
        m_core.control->Control(m_state, ack.rate);
        m_state.pacingRate = std::min(m_state.pacingRate, m_host.GetOptions().maxPacingRate);
        return;
    }
    if (m_state.InReduction())
    {
        TcpReduction::Apply(m_state, delivered, ack.rate.losses, ack.Is(TcpAck::ADVANCED));
    }
    else if (ack.Is(m_state.reordering > m_state.settings->reordering ? TcpAck::PROGRESS
                                                                      : TcpAck::DATA_ACKED))
    {
        m_core.control->Grow(m_state, delivered);
        m_state.cwndStampTick = m_state.tick;
    }
    UpdatePacingRate();
}

void
TcpAckProcess::Resend(TcpAck& ack)
{
    if (ack.resend == TcpAck::Resend::NOTHING || m_host.GetState() == TcpState::SYN_SENT)
    {
        return;
    }
    if (ack.resend == TcpAck::Resend::NEW)
    {
        TcpBurst(m_core).PushPending(TcpNagle::OFF);
        if (SeqAfter(m_state.nxt, m_state.highSeq))
        {
            return;
        }
        m_state.frto = false;
    }
    TcpRetransmission(m_core).RepeatLost();
}

void
TcpAckProcess::OnOldAck(TcpAck& ack)
{
    // The ACK is late, but its SACK blocks may be new.
    if (ack.segment->options.blocks == 0 || !m_state.sack)
    {
        return;
    }
    const uint32_t delivered = m_state.delivered;
    const bool tagged = TcpSackTagger(m_state, m_queue, m_core.rack, ack).Tag();
    m_state.delivered = delivered; // Data reported by such blocks is not counted (tcp_ack).
    if (tagged && (m_state.caState != TcpCaState::LOSS || m_state.undoable))
    {
        TcpReordering::Note(m_state, ack.lowestReordered);
    }
    m_core.Recovery().OnAck(ack);
    Resend(ack);
}

void
TcpAckProcess::Finish(TcpAck& ack, uint32_t delivered, uint32_t lost)
{
    const TcpSettings& settings = *m_state.settings;
    if (ack.isReneged)
    {
        // The peer may have dropped data that it SACKed: check again soon
        // (tcp_check_sack_reneging).
        const uint64_t us = std::max(m_state.rtt.GetSrtt8() >> 4, 10000U);
        TcpSendTimers(m_core).Start(TcpTimer::RETRANSMIT, TcpClock::TicksOf(settings, us));
    }
    else if (ack.reorderUs > 0)
    {
        const uint64_t us = ack.reorderUs + TcpSendTimers::TIMEOUT_MIN_US;
        TcpSendTimers(m_core).Start(
            TcpTimer::REORDER,
            std::min(TcpClock::TicksOf(settings, us), m_state.rtt.GetRtoTicks(settings)));
    }
    if (ack.Is(TcpAck::SET_TIMER) && !TcpSendTimers(m_core).ScheduleLossProbe(true))
    {
        TcpSendTimers(m_core).RearmRto();
    }
    ack.rate.Finish(m_state, m_state.delivered - delivered, m_state.lost - lost);
    SetWindowOrRate(ack, m_state.delivered - delivered);
    Resend(ack);
}

void
TcpAckProcess::CountMarked(const TcpAck& ack, uint32_t delivered)
{
    if (ack.Is(TcpAck::ECHO))
    {
        m_state.deliveredMarked += m_state.delivered - delivered;
    }
    m_core.control->OnAckEvent(m_state);
}

bool
TcpAckProcess::Take(const TcpSegment& segment, uint8_t windowScale)
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
        const auto most = std::min<uint64_t>(m_state.maxWindow, m_state.bytesAcked);
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
        m_state.timeouts = 0;
    }
    ack.priorHighest = m_state.sackedOut > 0 ? m_state.highestSack : m_state.una;
    ack.rate.priorInFlight = m_state.InFlight();
    if (segment.length > 0 || segment.Has(TcpSegment::SYN | TcpSegment::FIN))
    {
        ack.flags |= TcpAck::DATA;
    }
    ack.flags |= UpdateWindow(ack, windowScale);
    m_state.bytesAcked += segment.ack - m_state.una;
    m_state.una = segment.ack;
    if (!SeqAfter(m_state.urgentEnd, m_state.una))
    {
        m_state.urgentEnd = m_state.una;
    }
    if (segment.options.blocks > 0 && m_state.sack &&
        TcpSackTagger(m_state, m_queue, m_core.rack, ack).Tag() &&
        (m_state.caState != TcpCaState::LOSS || m_state.undoable))
    {
        TcpReordering::Note(m_state, ack.lowestReordered);
    }
    if (m_state.ecn.IsEcho(segment))
    {
        ack.flags |= TcpAck::ECHO;
    }
    m_state.probes = 0;
    if (priorPackets == 0)
    {
        CountMarked(ack, delivered);
        if (ack.Is(TcpAck::DSACKED))
        {
            m_core.Recovery().OnAck(ack);
        }
        TcpWindowProbe(m_core).OnAnswer();
        if (m_state.probeOut)
        {
            m_core.Recovery().OnProbeAck(ack);
        }
        return true;
    }
    TcpQueueCleaner(m_state, m_queue, m_core.rack, ack, m_host.GetTimestampMs()).Clean();
    if (ack.Is(TcpAck::ACKED))
    {
        TcpMtuSearch(m_core).OnAcked();
    }
    if (m_queue.GetSentRuns() == 0)
    {
        m_core.chrono.Stop(TcpChrono::Kind::BUSY, m_queue.IsEmpty(), m_state.NowUs());
    }
    m_core.control->OnAcked(m_state, ack.rate.rttUs);
    m_core.rack.UpdateWindow(m_state, ack.rate);
    CountMarked(ack, delivered);
    if (m_state.probeOut)
    {
        m_core.Recovery().OnProbeAck(ack);
    }
    if (!ack.Is(TcpAck::NOT_DUPLICATE) || ack.Is(TcpAck::ALERT) ||
        m_state.caState != TcpCaState::OPEN)
    {
        ack.duplicates = ack.Is(TcpAck::ADVANCED | TcpAck::NOT_DUPLICATE | TcpAck::DSACKED) ? 0 : 1;
        m_core.Recovery().OnAck(ack);
    }
    Finish(ack, delivered, lost);
    return true;
}

} // namespace ns3::net8
