// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-burst.h"

#include "net8-tcp-congestion-control.h"
#include "net8-tcp-mtu-search.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-timers.h"
#include "net8-tcp-transmission.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpBurst::GetQuota() const
{
    const uint32_t inFlight = m_state.Occupied();
    if (inFlight >= m_state.cwnd)
    {
        return 0;
    }
    // At least two bursts per window (tcp_cwnd_test).
    return std::min(std::max(m_state.cwnd >> 1, 1U), m_state.cwnd - inFlight);
}

bool
TcpBurst::IsDeferred(const TcpSendRun& buffer, uint32_t maxSegments)
{
    const TcpSettings& settings = *m_state.settings;
    // Only within a millisecond of the last segment; a real host never returns after exactly that
    // time.
    if (m_state.caState >= TcpCaState::RECOVERY || m_state.now - m_state.departure >= 1000000 ||
        m_queue.GetSentRuns() == 0)
    {
        return false;
    }
    const uint32_t sendWindow = m_state.WindowEnd() - buffer.seq;
    const uint32_t congestionWindow = (m_state.cwnd - m_state.InFlight()) * m_state.mss;
    const uint32_t limit = std::min(sendWindow, congestionWindow);
    if (limit >= maxSegments * m_state.mss ||
        (!m_queue.UnsentHeadIsTail() && limit >= buffer.bytes))
    {
        return false;
    }
    const uint32_t share = std::min(m_state.window, m_state.cwnd * m_state.mss);
    if (settings.burstWindowDivisor > 0 ? limit >= share / settings.burstWindowDivisor
                                        : limit > 3 * m_state.mss)
    {
        return false;
    }
    // The next ACK must be near, or waiting for it costs more than a larger burst gains.
    const int64_t srttUs = m_state.rtt.GetSrtt8() >> 3;
    const int64_t ackInUs = m_queue.At(0).sentUs + srttUs - m_state.NowUs();
    if (ackInUs > std::min<int64_t>(srttUs / 2, 1000))
    {
        return false;
    }
    if (limit <= buffer.bytes)
    {
        // Which of the two windows is the limit decides whether the congestion window may grow.
        (congestionWindow < sendWindow ? m_cwndHeld : m_windowHeld) = true;
        return true;
    }
    return (buffer.flags & TcpSegment::FIN) == 0 && !buffer.endOfRecord;
}

bool
TcpBurst::SendHead(Reason reason, uint32_t mss, uint8_t nagle, uint32_t maxSegments)
{
    uint32_t quota = GetQuota();
    if (quota == 0)
    {
        if (reason != Reason::LOSS_PROBE)
        {
            return false;
        }
        quota = 1; // A probe may be sent one segment beyond the window.
    }
    quota = std::min(quota, maxSegments);
    if (m_queue.SplitUnsentHead().bytes < quota * mss)
    {
        m_queue.GrowUnsentHead(quota * mss - m_queue.SplitUnsentHead().bytes);
    }
    TcpSendRun& buffer = m_queue.SplitUnsentHead();
    buffer.mss = mss;
    if (SeqAfter(std::min(buffer.bytes, mss) + buffer.seq, m_state.WindowEnd()) ||
        (buffer.bytes <= mss && SeqAfter(buffer.GetEnd(), m_state.WindowEnd())))
    {
        m_windowHeld = true;
        return false;
    }
    uint32_t limit = mss;
    if (buffer.GetSegments() == 1)
    {
        if (!TcpNagle::MayLeave(m_state, buffer, mss, m_queue.UnsentHeadIsTail(), nagle))
        {
            return false;
        }
    }
    else
    {
        if (reason == Reason::NORMAL && IsDeferred(buffer, maxSegments))
        {
            return false;
        }
        limit = TcpNagle::GetSplitPoint(m_state,
                                        buffer,
                                        mss * quota,
                                        m_queue.UnsentHeadIsTail(),
                                        nagle);
    }
    if (buffer.bytes > limit)
    {
        m_queue.CutUnsentHead(limit);
    }
    return true;
}

bool
TcpBurst::Send(uint8_t nagle, Reason reason)
{
    const uint32_t mss = TcpSegmentSize::GetCurrent(m_state, m_host);
    const uint32_t maxSegments = TcpTransmission(m_core).GetBurstSegments();
    uint32_t sent = 0;
    m_windowHeld = m_cwndHeld = false;
    if (reason == Reason::NORMAL && m_state.path.searching)
    {
        const auto probed = TcpMtuSearch(m_core).Probe();
        if (probed == TcpMtuSearch::Probed::WAITS)
        {
            return false;
        }
        sent = probed == TcpMtuSearch::Probed::SENT ? 1 : 0;
    }
    while (!m_queue.IsAllSent() && !TcpTransmission(m_core).IsPaced() &&
           SendHead(reason, mss, nagle, maxSegments))
    {
        TcpSendRun& buffer = m_queue.SplitUnsentHead();
        if (!TcpTransmission(m_core).Send(buffer))
        {
            break;
        }
        const uint32_t packets = buffer.GetPackets();
        const bool isSmall = buffer.bytes < packets * mss;
        const uint32_t end = buffer.GetEnd();
        m_state.lastSent = buffer.bytes - (packets - 1) * buffer.mss;
        sent += packets;
        TcpTransmission(m_core).NoteNewDataSent();
        if (isSmall)
        {
            m_state.smallEnd = end;
        }
        if (reason != Reason::NORMAL)
        {
            break;
        }
    }
    const auto kind = TcpChrono::Kind::WINDOW_LIMITED;
    m_windowHeld ? m_core.chrono.Start(kind, m_state.NowUs())
                 : m_core.chrono.Stop(kind, m_queue.IsEmpty(), m_state.NowUs());
    const bool cwndLimited = m_cwndHeld || m_state.InFlight() >= m_state.cwnd;
    if (sent > 0 || cwndLimited)
    {
        const bool held =
            TcpCwndUse::Note(m_state, *m_core.control, cwndLimited, m_state.writerWaits);
        if (!held && m_queue.IsAllSent() && m_state.writerWaits)
        {
            m_core.chrono.Start(TcpChrono::Kind::BUFFER_LIMITED, m_state.NowUs());
        }
    }
    if (sent == 0)
    {
        return m_state.packetsOut == 0 && !m_queue.IsAllSent();
    }
    m_state.prrOut += m_state.InReduction() ? sent : 0;
    if (reason != Reason::LOSS_PROBE)
    {
        TcpSendTimers(m_core).ScheduleLossProbe(false);
    }
    return false;
}

void
TcpBurst::PushPending(uint8_t nagle)
{
    if (m_host.GetState() != TcpState::CLOSED && Send(nagle, Reason::NORMAL))
    {
        TcpSendTimers(m_core).StartWindowProbe();
    }
}

void
TcpBurst::Push()
{
    if (!m_queue.IsAllSent())
    {
        PushPending(TcpNagle::FlagsOf(m_host.GetOptions(), m_state.pushAll));
    }
}

} // namespace ns3::net8
