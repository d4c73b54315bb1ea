// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-timeouts.h"

#include "net8-tcp-burst.h"
#include "net8-tcp-mtu-search.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-patience.h"
#include "net8-tcp-reduction.h"
#include "net8-tcp-retransmission.h"
#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-timers.h"
#include "net8-tcp-timers.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

void
TcpTimeouts::OnRetransmitTimer()
{
    if (m_state.packetsOut == 0 || m_queue.GetSentRuns() == 0)
    {
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    if (TcpPatience::SuspectsPath(m_state, m_host))
    {
        TcpMtuSearch(m_core).SuspectBlackHole();
    }
    if (TcpPatience::IsAtItsEnd(m_state, m_host))
    {
        m_host.Fail(TcpError::TIMED_OUT);
        return;
    }
    m_core.Recovery().EnterLoss(m_state.timeouts == 0);
    m_state.timeouts += m_state.timeouts < UINT8_MAX ? 1 : 0;
    m_state.totalTimeouts += m_state.totalTimeouts < UINT8_MAX ? 1 : 0;
    if (!TcpRetransmission(m_core).RepeatCounted(0, 1))
    {
        TcpSendTimers(m_core).Start(TcpTimer::RETRANSMIT,
                                    TcpClock::TicksOf(settings, TcpSendTimers::RESOURCE_PROBE_US));
        return;
    }
    // The first SYN retransmissions are evenly spaced (tcp_syn_linear_timeouts).
    if (m_host.GetState() != TcpState::SYN_SENT ||
        m_state.totalTimeouts > settings.synLinearTimeouts)
    {
        ++m_state.backoff;
        m_state.rtt.BackOff(settings);
    }
    TcpSendTimers(m_core).Start(TcpTimer::RETRANSMIT, TcpPatience::GetRtoTicks(m_state, m_host));
}

void
TcpTimeouts::OnReorderTimer()
{
    const uint32_t before = m_state.InFlight();
    const uint32_t lost = m_state.lost;
    m_core.rack.DetectLoss(m_state, m_queue);
    if (m_state.InFlight() != before)
    {
        if (m_state.caState != TcpCaState::RECOVERY)
        {
            m_core.Recovery().EnterRecovery(false);
            if (!m_core.control->Controls())
            {
                TcpReduction::Apply(m_state, 1, m_state.lost - lost, false);
            }
        }
        TcpRetransmission(m_core).RepeatLost();
    }
    if (!m_host.GetTimers().Runs(TcpTimer::RETRANSMIT))
    {
        TcpSendTimers(m_core).RearmRto(true);
    }
}

void
TcpTimeouts::OnLossProbeTimer()
{
    if (m_state.probeOut)
    {
        TcpSendTimers(m_core).RearmRto(true); // One at a time.
        return;
    }
    const uint32_t before = m_state.packetsOut;
    m_state.probeCopied = false;
    bool left = false;
    if (!m_queue.IsAllSent())
    {
        const uint32_t mss = TcpSegmentSize::GetCurrent(m_state, m_host);
        const TcpSendRun& head = m_queue.SplitUnsentHead();
        if (!SeqAfter(head.seq + std::min(head.bytes, mss), m_state.WindowEnd()))
        {
            TcpBurst(m_core).Send(TcpNagle::OFF, TcpBurst::Reason::LOSS_PROBE);
            left = m_state.packetsOut > before;
            if (!left)
            {
                TcpSendTimers(m_core).RearmRto(true);
                return;
            }
        }
    }
    if (!left && m_queue.GetSentRuns() > 0)
    {
        left = TcpRetransmission(m_core).RepeatTail();
        m_state.probeCopied = left;
    }
    if (left)
    {
        m_state.probeOut = true;
        m_state.probeEnd = m_state.nxt;
    }
    // The timeout restarts with the probe.
    m_host.GetTimers().StopTransmit();
    TcpSendTimers(m_core).RearmRto(!left);
}

} // namespace ns3::net8
