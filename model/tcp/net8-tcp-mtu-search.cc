// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-mtu-search.h"

#include "net8-tcp-retransmission.h"
#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"
#include "net8-tcp-transmission.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpMtuSearch::Open()
{
    TcpPathMtu& path = m_state.path;
    path.searching = m_state.settings->mtuProbing >= TcpSettings::MTU_PROBED;
    path.high = m_state.mssClamp;
    path.low = m_state.settings->baseMss + m_state.optionBytes;
    path.probe = 0;
    path.stampTick = m_state.tick;
}

void
TcpMtuSearch::SuspectBlackHole()
{
    const TcpSettings& settings = *m_state.settings;
    TcpPathMtu& path = m_state.path;
    if (settings.mtuProbing == TcpSettings::MTU_NOT_PROBED)
    {
        return;
    }
    if (path.searching)
    {
        const uint32_t half = TcpSegmentSize::ToPayload(m_state, path.low) >> 1;
        path.low =
            std::max(
                {std::min(settings.baseMss, half), settings.leastProbedMss, settings.leastMss}) +
            m_state.optionBytes;
    }
    else
    {
        path.searching = true;
        path.stampTick = m_state.tick;
    }
    TcpSegmentSize::Sync(m_state);
}

void
TcpMtuSearch::SearchAgain()
{
    const TcpSettings& settings = *m_state.settings;
    TcpPathMtu& path = m_state.path;
    const uint32_t interval =
        TcpClock::TicksOf(settings, uint64_t{settings.mtuProbeIntervalS} * 1000000);
    if (m_state.tick - path.stampTick < interval)
    {
        return;
    }
    path.probe = 0;
    path.high = m_state.mssClamp;
    path.low = TcpSegmentSize::GetCurrent(m_state, m_host) + m_state.optionBytes;
    path.stampTick = m_state.tick;
}

bool
TcpMtuSearch::MayJoin(uint32_t bytes) const
{
    for (size_t place = m_queue.GetSentRuns(); place < m_queue.GetRuns(); ++place)
    {
        const TcpSendRun& run = m_queue.At(place);
        if (bytes <= run.bytes * run.count)
        {
            return true;
        }
        if (run.endOfRecord)
        {
            return false;
        }
        bytes -= run.bytes * run.count;
    }
    return true;
}

TcpMtuSearch::Probed
TcpMtuSearch::Probe()
{
    constexpr uint32_t LEAST_WINDOW = 11;
    const TcpPathMtu& path = m_state.path;
    // SACK blocks would make the probe longer than it should be.
    if (!path.searching || path.probe > 0 || m_state.caState != TcpCaState::OPEN ||
        m_state.cwnd < LEAST_WINDOW || m_host.GetOptionBytes() != m_state.optionBytes)
    {
        return Probed::NONE;
    }
    const uint32_t bytes = TcpSegmentSize::ToPayload(m_state, (path.high + path.low) >> 1);
    const uint32_t needed = bytes + (m_state.reordering + 1) * m_state.mss;
    const auto width = static_cast<int32_t>(path.high - path.low);
    if (bytes > TcpSegmentSize::ToPayload(m_state, path.high) ||
        width < static_cast<int32_t>(m_state.settings->mtuProbeThreshold))
    {
        SearchAgain();
        return Probed::NONE;
    }
    if (m_state.writeSeq - m_state.nxt < needed || m_state.window < needed)
    {
        return Probed::NONE;
    }
    if (SeqAfter(m_state.nxt + needed, m_state.WindowEnd()))
    {
        return Probed::WAITS;
    }
    if (m_state.InFlight() + 2 > m_state.cwnd)
    {
        return m_state.InFlight() == 0 ? Probed::NONE : Probed::WAITS;
    }
    return MayJoin(bytes) && !TcpTransmission(m_core).IsPaced() && Send(bytes) ? Probed::SENT
                                                                               : Probed::NONE;
}

bool
TcpMtuSearch::Send(uint32_t bytes)
{
    while (m_queue.SplitUnsentHead().bytes < bytes)
    {
        m_queue.GrowUnsentHead(bytes - m_queue.SplitUnsentHead().bytes);
    }
    if (m_queue.SplitUnsentHead().bytes > bytes)
    {
        m_queue.CutUnsentHead(bytes);
    }
    TcpSendRun& buffer = m_queue.SplitUnsentHead();
    buffer.mss = bytes;
    if (!TcpTransmission(m_core).Send(buffer))
    {
        return false;
    }
    --m_state.cwnd; // It carries the data of two segments.
    m_state.path.probe = bytes + m_state.optionBytes;
    m_state.path.start = buffer.seq;
    m_state.path.end = buffer.GetEnd();
    TcpTransmission(m_core).NoteNewDataSent();
    return true;
}

void
TcpMtuSearch::OnAcked()
{
    TcpPathMtu& path = m_state.path;
    if (path.probe == 0 || SeqAfter(path.end, m_state.una))
    {
        return;
    }
    // The window stays the same number of bytes.
    constexpr uint32_t HEADERS = TcpSegment::HEADER_BYTES;
    const uint64_t packet = uint64_t{m_state.mss} + m_state.optionBytes + HEADERS;
    m_state.priorSsthresh = m_state.CurrentSsthresh();
    m_state.cwnd =
        std::max(1U, static_cast<uint32_t>(m_state.cwnd * packet / (path.probe + HEADERS)));
    m_state.cwndCredit = 0;
    m_state.cwndStampTick = m_state.tick;
    m_state.ssthresh = m_state.CurrentSsthresh();
    path.low = path.probe;
    path.probe = 0;
    TcpSegmentSize::Sync(m_state);
}

void
TcpMtuSearch::OnPacketTooBig(uint32_t largest, TcpTime until)
{
    if (TcpSegmentSize::GetPath(m_state) <= largest)
    {
        return;
    }
    m_state.path.learned = largest;
    m_state.path.learnedUntil = until;
    if (m_state.path.known <= largest)
    {
        return; // It has been cut for the path, and the usual timer sends it again.
    }
    TcpSegmentSize::Sync(m_state, largest);
    m_core.Recovery().GiveUpOversized();
    if (m_state.lostOut > 0)
    {
        TcpRetransmission(m_core).RepeatLost();
    }
}

} // namespace ns3::net8
