// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-patience.h"
#include "net8-tcp-scoreboard.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpSender::CollapseBehind(size_t place, uint32_t space)
{
    if (!m_state.settings->retransmitCollapse || (m_queue.At(place).flags & TcpSegment::SYN))
    {
        return;
    }
    while (place + 1 < m_queue.GetSentRuns())
    {
        if (m_queue.At(place + 1).count > 1)
        {
            m_queue.SplitRun(place + 1, 1);
        }
        TcpSendRun& front = m_queue.At(place);
        const TcpSendRun& next = m_queue.At(place + 1);
        if (front.GetSegments() > 1 || next.GetSegments() > 1 || next.Is(TcpSendRun::SACKED) ||
            front.endOfRecord || front.bytes + next.bytes > space ||
            SeqAfter(next.GetEnd(), m_state.WindowEnd()))
        {
            return;
        }
        TcpScoreboard::Uncount(m_state, next, 1);
        m_queue.JoinBuffers(place);
    }
}

bool
TcpSender::Retransmit(size_t place, uint32_t segments)
{
    if (m_queue.At(place).count > 1)
    {
        m_queue.SplitRun(place, 1);
    }
    if (place == 0 && SeqAfter(m_state.una, m_queue.At(0).seq))
    {
        // An ACK in the middle of a segment leaves it in the queue whole (__tcp_retransmit_skb).
        m_queue.TrimFront(m_state.una - m_queue.At(0).seq);
    }
    const uint32_t mss = GetCurrentMss();
    uint32_t room = SeqAfter(m_state.WindowEnd(), m_queue.At(place).seq)
                        ? m_state.WindowEnd() - m_queue.At(place).seq
                        : 0;
    if (room == 0)
    {
        if (m_queue.At(place).seq != m_state.una)
        {
            return false;
        }
        room = mss; // The peer took its window back; the oldest segment probes it.
    }
    uint32_t length = mss * segments;
    if (length > room)
    {
        length = room < mss ? room : room / mss * mss;
    }
    const uint32_t packetsBefore = m_state.packetsOut;
    TcpScoreboard::Uncount(m_state, m_queue.At(place), m_queue.At(place).GetPackets());
    if (m_queue.At(place).bytes > length)
    {
        m_queue.CutBuffer(place, length);
        TcpSendRun& rest = m_queue.At(place + 1);
        rest.mss = mss;
        TcpScoreboard::Count(m_state, rest, rest.GetPackets());
    }
    m_queue.At(place).mss = mss;
    TcpScoreboard::Count(m_state, m_queue.At(place), m_queue.At(place).GetPackets());
    if (m_queue.At(place).bytes < std::min(room, mss))
    {
        CollapseBehind(place, std::min(room, mss));
    }
    if (!m_state.sack && m_state.packetsOut < packetsBefore)
    {
        // Fewer segments are out, so fewer can have caused duplicate ACKs (tcp_adjust_pcount).
        m_state.sackedOut -= std::min(m_state.sackedOut, packetsBefore - m_state.packetsOut);
    }
    TcpSendRun& buffer = m_queue.At(place);
    m_state.totalRetrans += buffer.GetPackets();
    buffer.marks |=
        TcpSendRun::EVER_REPEATED; // Even if the device does not take it: no sample from it.
    return Transmit(buffer);
}

bool
TcpSender::RetransmitCounted(size_t place, uint32_t segments)
{
    const bool left = Retransmit(place, segments);
    TcpSendRun& buffer = m_queue.At(place);
    if (left)
    {
        TcpScoreboard::Unrepeat(m_state, buffer);
        TcpScoreboard::Repeat(m_state, buffer);
    }
    if (!m_state.hasRetransStamp)
    {
        m_state.hasRetransStamp = true;
        m_state.retransStampMs = m_host.GetTimestampMs();
    }
    m_state.undoRetrans =
        std::max(0, m_state.undoRetrans) + static_cast<int32_t>(buffer.GetPackets());
    return left;
}

void
TcpSender::RetransmitLost()
{
    const uint32_t maxSegments = GetBurstSegments();
    bool rearm = false;
    for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
    {
        if (m_state.retransOut >= m_state.lostOut || m_state.InFlight() >= m_state.cwnd ||
            IsPaced())
        {
            break;
        }
        const TcpSendRun& run = m_queue.At(place);
        if (!run.Is(TcpSendRun::LOST) || run.Is(TcpSendRun::SACKED | TcpSendRun::REPEATED))
        {
            continue;
        }
        const uint32_t room = m_state.cwnd - m_state.InFlight();
        if (!RetransmitCounted(place, std::min(room, maxSegments)))
        {
            break;
        }
        m_state.prrOut += m_state.InReduction() ? m_queue.At(place).GetPackets() : 0;
        rearm = rearm || (place == 0 && !m_host.GetTimers().Runs(TcpTimer::REORDER));
        if (m_queue.JoinWithPrevious(place))
        {
            --place;
        }
    }
    if (rearm)
    {
        StartTimer(TcpTimer::RETRANSMIT, m_state.rtt.GetRtoTicks(*m_state.settings));
    }
}

bool
TcpSender::SendProbeSegment()
{
    // An old sequence number and no data: the peer answers with an ACK (RFC 9293, section 3.8.6.1
    // in Linux's form).
    return m_host.SendSegment(m_state.una - 1, 0, 0, 0);
}

bool
TcpSender::WakeWindow()
{
    if (m_queue.IsAllSent() || !SeqBefore(m_queue.SplitUnsentHead().seq, m_state.WindowEnd()))
    {
        return SendProbeSegment();
    }
    // A window too small for a whole segment: after a timeout exactly what fits goes (RFC 9293, SWS
    // avoidance).
    const uint32_t mss = GetCurrentMss();
    TcpSendRun& head = m_queue.SplitUnsentHead();
    if (SeqBefore(m_pushedSeq, head.GetEnd()))
    {
        m_pushedSeq = head.GetEnd();
    }
    const uint32_t room = std::min(m_state.WindowEnd() - head.seq, mss);
    if (head.bytes > room)
    {
        m_queue.CutUnsentHead(room);
    }
    TcpSendRun& buffer = m_queue.SplitUnsentHead();
    buffer.flags |= TcpSegment::PSH;
    buffer.mss = mss;
    if (!Transmit(buffer))
    {
        return false;
    }
    NoteNewDataSent();
    return true;
}

void
TcpSender::SendWindowProbe()
{
    const bool left = WakeWindow();
    if (m_state.packetsOut > 0 || m_queue.IsAllSent())
    {
        m_state.probes = 0;
        m_state.backoff = 0;
        m_state.probing = false;
        return;
    }
    ++m_state.probes;
    uint32_t ticks = TcpClock::TicksOf(*m_state.settings, RESOURCE_PROBE_US);
    if (left)
    {
        m_state.backoff += m_state.backoff < m_state.settings->retries2 ? 1 : 0;
        ticks = TcpPatience::GetProbeTicks(m_state);
    }
    StartTimer(TcpTimer::WINDOW_PROBE, TcpPatience::ClampProbeTicks(m_state, m_host, ticks));
}

void
TcpSender::CheckWindowProbe()
{
    if (m_state.packetsOut == 0 && !m_host.GetTimers().TransmitRuns())
    {
        const TcpSettings& settings = *m_state.settings;
        const uint32_t least = TcpClock::TicksOf(settings, settings.rtoMinUs);
        StartTimer(TcpTimer::WINDOW_PROBE, std::max(m_state.rtt.GetRtoTicks(settings), least));
    }
}

void
TcpSender::AckWindowProbe()
{
    if (m_queue.IsAllSent())
    {
        return;
    }
    if (!SeqAfter(m_queue.SplitUnsentHead().GetEnd(), m_state.WindowEnd()))
    {
        m_state.backoff = 0;
        m_state.probing = false;
        m_host.GetTimers().Stop(TcpTimer::WINDOW_PROBE);
        return;
    }
    StartTimer(TcpTimer::WINDOW_PROBE,
               TcpPatience::ClampProbeTicks(m_state, m_host, TcpPatience::GetProbeTicks(m_state)));
}

int64_t
TcpSender::GetRtoRemainingUs() const
{
    return m_queue.At(0).sentUs + m_state.rtt.GetRtoUs() - m_state.NowUs();
}

bool
TcpSender::ScheduleLossProbe(bool rtoStartsAnew)
{
    const TcpSettings& settings = *m_state.settings;
    if (!settings.tailLossProbe || m_state.packetsOut == 0 || !m_state.sack ||
        (m_state.caState != TcpCaState::OPEN && m_state.caState != TcpCaState::CWR))
    {
        return false;
    }
    uint32_t ticks = TcpClock::TicksOf(settings, settings.initialRtoUs);
    if (m_state.rtt.GetSrtt8() > 0)
    {
        // Twice the round-trip time, and for a lone segment the time of the peer's delayed ACK.
        uint64_t us = m_state.rtt.GetSrtt8() >> 2;
        us += m_state.packetsOut == 1 ? settings.rtoMinUs : TIMEOUT_MIN_US;
        ticks = TcpClock::TicksOf(settings, us);
    }
    const int64_t rtoUs = rtoStartsAnew ? m_state.rtt.GetRtoUs() : GetRtoRemainingUs();
    if (rtoUs > 0)
    {
        ticks = std::min(ticks, TcpClock::TicksOf(settings, static_cast<uint64_t>(rtoUs)));
    }
    StartTimer(TcpTimer::LOSS_PROBE, ticks);
    return true;
}

void
TcpSender::RearmRto(bool sinceHead)
{
    TcpTimers& timers = m_host.GetTimers();
    if (m_state.packetsOut == 0)
    {
        timers.StopTransmit();
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    uint32_t ticks = m_state.rtt.GetRtoTicks(settings);
    if (sinceHead || timers.Runs(TcpTimer::REORDER) || timers.Runs(TcpTimer::LOSS_PROBE))
    {
        ticks = TcpClock::TicksOf(settings,
                                  static_cast<uint64_t>(std::max<int64_t>(GetRtoRemainingUs(), 1)));
    }
    StartTimer(TcpTimer::RETRANSMIT, ticks);
}

void
TcpSender::SendLossProbe()
{
    if (m_state.probeOut)
    {
        RearmRto(true); // One at a time.
        return;
    }
    const uint32_t before = m_state.packetsOut;
    m_state.probeCopied = false;
    bool left = false;
    if (!m_queue.IsAllSent())
    {
        const uint32_t mss = GetCurrentMss();
        const TcpSendRun& head = m_queue.SplitUnsentHead();
        if (!SeqAfter(head.seq + std::min(head.bytes, mss), m_state.WindowEnd()))
        {
            SendQueue(TcpNagle::OFF, Burst::LOSS_PROBE);
            left = m_state.packetsOut > before;
            if (!left)
            {
                RearmRto(true);
                return;
            }
        }
    }
    if (!left && m_queue.GetSentRuns() > 0)
    {
        left = RepeatTail();
        m_state.probeCopied = left;
    }
    if (left)
    {
        m_state.probeOut = true;
        m_state.probeEnd = m_state.nxt;
    }
    // The timeout starts anew with the probe.
    m_host.GetTimers().StopTransmit();
    RearmRto(!left);
}

bool
TcpSender::RepeatTail()
{
    size_t last = m_queue.GetSentRuns() - 1;
    if (m_queue.At(last).count > 1)
    {
        m_queue.SplitRun(last, m_queue.At(last).count - 1);
        ++last;
    }
    const TcpSendRun& tail = m_queue.At(last);
    const uint32_t front = (tail.GetSegments() - 1) * tail.mss;
    if (front > 0 && tail.bytes > front)
    {
        m_queue.CutBuffer(last, front);
        ++last;
    }
    return Retransmit(last, 1);
}

} // namespace ns3::net8
