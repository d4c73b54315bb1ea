// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-window-probe.h"

#include "net8-tcp-patience.h"
#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-timers.h"
#include "net8-tcp-timers.h"
#include "net8-tcp-transmission.h"

#include <algorithm>

namespace ns3::net8
{

bool
TcpWindowProbe::SendEmpty()
{
    // An old sequence number and no data: the peer answers with an ACK (RFC 9293, section 3.8.6.1
    // as in Linux).
    return m_host.SendSegment(m_state.una - 1, 0, 0, 0);
}

bool
TcpWindowProbe::Wake()
{
    if (m_queue.IsAllSent() || !SeqBefore(m_queue.SplitUnsentHead().seq, m_state.WindowEnd()))
    {
        return SendEmpty();
    }
    // The window is too small for a whole segment: after a timeout send exactly what fits (RFC
    // 9293, SWS avoidance).
    const uint32_t mss = TcpSegmentSize::GetCurrent(m_state, m_host);
    TcpSendRun& head = m_queue.SplitUnsentHead();
    if (SeqBefore(m_state.pushedSeq, head.GetEnd()))
    {
        m_state.pushedSeq = head.GetEnd();
    }
    const uint32_t room = std::min(m_state.WindowEnd() - head.seq, mss);
    if (head.bytes > room)
    {
        head.flags |= TcpSegment::PSH; // The rest also has it (tcp_write_wakeup).
        m_queue.CutUnsentHead(room);
    }
    TcpSendRun& buffer = m_queue.SplitUnsentHead();
    buffer.flags |= TcpSegment::PSH;
    buffer.mss = mss;
    if (!TcpTransmission(m_core).Send(buffer))
    {
        return false;
    }
    TcpTransmission(m_core).NoteNewDataSent();
    return true;
}

void
TcpWindowProbe::Send()
{
    const bool left = Wake();
    if (m_state.packetsOut > 0 || m_queue.IsAllSent())
    {
        m_state.probes = 0;
        m_state.backoff = 0;
        m_state.probing = false;
        return;
    }
    ++m_state.probes;
    uint32_t ticks = TcpClock::TicksOf(*m_state.settings, TcpSendTimers::RESOURCE_PROBE_US);
    if (left)
    {
        m_state.backoff += m_state.backoff < m_state.settings->retries2 ? 1 : 0;
        ticks = TcpPatience::GetProbeTicks(m_state);
    }
    TcpSendTimers(m_core).Start(TcpTimer::WINDOW_PROBE,
                                TcpPatience::ClampProbeTicks(m_state, m_host, ticks));
}

void
TcpWindowProbe::OnAnswer()
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
    TcpSendTimers(m_core).Start(
        TcpTimer::WINDOW_PROBE,
        TcpPatience::ClampProbeTicks(m_state, m_host, TcpPatience::GetProbeTicks(m_state)));
}

void
TcpWindowProbe::OnTimer()
{
    if (m_state.packetsOut > 0 || m_queue.IsAllSent())
    {
        m_state.probes = 0;
        m_state.probing = false;
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    const uint32_t timeoutMs = m_host.GetOptions().userTimeoutMs;
    bool over = false;
    if (!m_state.probing)
    {
        m_state.probing = true;
        m_state.probesTick = m_state.tick;
    }
    else if (timeoutMs > 0)
    {
        over =
            m_state.tick - m_state.probesTick >= TcpClock::TicksOf(settings, timeoutMs * 1000ULL);
    }
    uint32_t most = settings.retries2;
    if (m_host.IsOrphan())
    {
        const bool alive = TcpPatience::GetProbeTicks(m_state) <
                           TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
        most = TcpPatience::GetOrphanRetries(m_state, alive);
        over = over || (!alive && m_state.backoff >= most);
    }
    if (over || m_state.probes >= most)
    {
        m_host.Fail(TcpError::TIMED_OUT);
        return;
    }
    Send();
}

} // namespace ns3::net8
