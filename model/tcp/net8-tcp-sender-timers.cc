// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-patience.h"
#include "net8-tcp-reduction.h"
#include "net8-tcp-sender.h"

#include <algorithm>
#include <bit>

namespace ns3::net8
{

void
TcpSender::OnRetransmitTimer()
{
    if (m_state.packetsOut == 0 || m_queue.GetSentRuns() == 0)
    {
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    if (TcpPatience::IsAtItsEnd(m_state, m_host))
    {
        m_host.Fail(TcpError::TIMED_OUT);
        return;
    }
    m_recovery.EnterLoss(m_state.timeouts == 0);
    m_state.timeouts += m_state.timeouts < UINT8_MAX ? 1 : 0;
    m_state.totalTimeouts += m_state.totalTimeouts < UINT8_MAX ? 1 : 0;
    if (!RetransmitCounted(0, 1))
    {
        StartTimer(TcpTimer::RETRANSMIT, TcpClock::TicksOf(settings, RESOURCE_PROBE_US));
        return;
    }
    // The first repetitions of a SYN come at even distances (tcp_syn_linear_timeouts).
    if (m_host.GetState() != TcpState::SYN_SENT ||
        m_state.totalTimeouts > settings.synLinearTimeouts)
    {
        ++m_state.backoff;
        m_state.rtt.BackOff(settings);
    }
    StartTimer(TcpTimer::RETRANSMIT, TcpPatience::GetRtoTicks(m_state, m_host));
}

void
TcpSender::OnReorderTimer()
{
    const uint32_t before = m_state.InFlight();
    const uint32_t lost = m_state.lost;
    m_rack.DetectLoss(m_state, m_queue);
    if (m_state.InFlight() != before)
    {
        if (m_state.caState != TcpCaState::RECOVERY)
        {
            m_recovery.EnterRecovery();
            if (!m_control->Controls())
            {
                TcpReduction::Apply(m_state, 1, m_state.lost - lost, false);
            }
        }
        RetransmitLost();
    }
    if (!m_host.GetTimers().Runs(TcpTimer::RETRANSMIT))
    {
        RearmRto(true);
    }
}

void
TcpSender::OnWindowProbeTimer()
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
    SendWindowProbe();
}

void
TcpSender::OnTimer(TcpTimer timer)
{
    switch (timer)
    {
    case TcpTimer::RETRANSMIT:
        OnRetransmitTimer();
        break;
    case TcpTimer::WINDOW_PROBE:
        OnWindowProbeTimer();
        break;
    case TcpTimer::LOSS_PROBE:
        if (m_state.packetsOut > 0)
        {
            SendLossProbe();
        }
        break;
    case TcpTimer::REORDER:
        OnReorderTimer();
        break;
    case TcpTimer::PACING:
        if (m_state.lostOut > m_state.retransOut && m_state.cwnd > m_state.InFlight())
        {
            RetransmitLost();
        }
        SendQueue(TcpNagle::FlagsOf(m_host.GetOptions(), m_push), Burst::NORMAL);
        break;
    default:
        break;
    }
}

void
TcpSender::StartKeepalive(uint32_t ms)
{
    const TcpSettings& settings = *m_state.settings;
    m_host.GetTimers().Set(
        TcpTimer::KEEPALIVE,
        TcpClock::DeadlineOf(settings, m_state.now, TcpClock::TicksOf(settings, ms * 1000ULL)));
}

bool
TcpSender::OnKeepalive()
{
    const TcpSettings& settings = *m_state.settings;
    const TcpSocketOptions& options = m_host.GetOptions();
    const uint32_t idleMs = options.keepIdleMs > 0 ? options.keepIdleMs : settings.keepaliveTimeMs;
    if (m_state.packetsOut > 0 || !m_queue.IsAllSent())
    {
        StartKeepalive(idleMs);
        return true;
    }
    const uint32_t silenceMs = m_host.GetSilenceMs();
    if (silenceMs < idleMs)
    {
        StartKeepalive(idleMs - silenceMs);
        return true;
    }
    const uint8_t most = options.keepCount > 0 ? options.keepCount : settings.keepaliveProbes;
    const bool over = options.userTimeoutMs > 0
                          ? silenceMs >= options.userTimeoutMs && m_state.probes > 0
                          : m_state.probes >= most;
    if (over)
    {
        return false;
    }
    if (WakeWindow())
    {
        ++m_state.probes;
        StartKeepalive(options.keepIntervalMs > 0 ? options.keepIntervalMs
                                                  : settings.keepaliveIntervalMs);
    }
    else
    {
        StartKeepalive(RESOURCE_PROBE_US / 1000);
    }
    return true;
}

} // namespace ns3::net8
