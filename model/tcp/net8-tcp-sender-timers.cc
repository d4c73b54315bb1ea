// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-sender.h"

#include <algorithm>
#include <bit>

namespace ns3::net8
{

bool
TcpSender::IsOver(uint32_t boundary, uint32_t timeoutMs) const
{
    if (m_timeouts == 0)
    {
        return false;
    }
    const TcpSettings& settings = *m_state.settings;
    if (timeoutMs == 0)
    {
        // What that many doublings from the smallest timeout take in all (tcp_model_timeout).
        const bool opening = m_host.GetState() == TcpState::SYN_SENT;
        const uint32_t base =
            opening ? TcpRttEstimator::INITIAL_RTO_US / 1000 : settings.rtoMinUs / 1000;
        const auto linear = static_cast<uint32_t>(std::bit_width(settings.rtoMaxMs / base) - 1);
        if (boundary <= linear)
        {
            timeoutMs = ((2U << boundary) - 1) * base;
        }
        else
        {
            timeoutMs = ((2U << linear) - 1) * base + (boundary - linear) * settings.rtoMaxMs;
        }
    }
    const uint32_t elapsed = m_host.GetTimestampMs() - m_state.retransStampMs;
    return static_cast<int32_t>(elapsed - timeoutMs) >= 0;
}

uint32_t
TcpSender::GetOrphanRetries(bool alive) const
{
    return alive ? m_state.settings->orphanRetries : 0;
}

bool
TcpSender::HasTimedOut()
{
    const TcpSettings& settings = *m_state.settings;
    const TcpSocketOptions& options = m_host.GetOptions();
    uint32_t retries = settings.retries2;
    bool over = false;
    if (m_host.GetState() == TcpState::SYN_SENT)
    {
        retries = options.synCount > 0 ? options.synCount : settings.synRetries;
        over = m_timeouts >= retries + settings.synLinearTimeouts;
    }
    else if (m_host.IsOrphan())
    {
        retries = GetOrphanRetries(m_state.rtt.GetRtoUs() < settings.rtoMaxMs * 1000ULL);
    }
    if (!over)
    {
        over = m_host.GetState() == TcpState::SYN_SENT
                   ? options.userTimeoutMs > 0 && IsOver(retries, options.userTimeoutMs)
                   : IsOver(retries, options.userTimeoutMs);
    }
    return over;
}

uint32_t
TcpSender::ClampRtoToUserTimeout() const
{
    const TcpSettings& settings = *m_state.settings;
    const uint32_t rto = m_state.rtt.GetRtoTicks(settings);
    const uint32_t timeoutMs = m_host.GetOptions().userTimeoutMs;
    if (timeoutMs == 0)
    {
        return rto;
    }
    const uint32_t elapsed = m_host.GetTimestampMs() - m_state.retransStampMs;
    const int64_t left = static_cast<int64_t>(timeoutMs) - elapsed;
    if (left <= 0)
    {
        return 1;
    }
    return std::min(rto, TcpClock::TicksOf(settings, static_cast<uint64_t>(left) * 1000));
}

void
TcpSender::OnRetransmitTimer()
{
    if (m_state.packetsOut == 0 || m_queue.GetSentRuns() == 0)
    {
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    if (HasTimedOut())
    {
        m_host.Fail(TcpError::TIMED_OUT);
        return;
    }
    m_recovery.EnterLoss(m_timeouts == 0);
    m_timeouts += m_timeouts < UINT8_MAX ? 1 : 0;
    m_totalTimeouts += m_totalTimeouts < UINT8_MAX ? 1 : 0;
    if (!RetransmitCounted(0, 1))
    {
        StartTimer(TcpTimer::RETRANSMIT, TcpClock::TicksOf(settings, RESOURCE_PROBE_US));
        return;
    }
    // The first repetitions of a SYN come at even distances (tcp_syn_linear_timeouts).
    if (m_host.GetState() != TcpState::SYN_SENT || m_totalTimeouts > settings.synLinearTimeouts)
    {
        ++m_backoff;
        m_state.rtt.BackOff(settings);
    }
    StartTimer(TcpTimer::RETRANSMIT, ClampRtoToUserTimeout());
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
                m_recovery.Reduce(1, m_state.lost - lost, false);
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
        m_probes = 0;
        m_probing = false;
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    const uint32_t timeoutMs = m_host.GetOptions().userTimeoutMs;
    bool over = false;
    if (!m_probing)
    {
        m_probing = true;
        m_probesTick = m_state.tick;
    }
    else if (timeoutMs > 0)
    {
        over = m_state.tick - m_probesTick >= TcpClock::TicksOf(settings, timeoutMs * 1000ULL);
    }
    uint32_t most = settings.retries2;
    if (m_host.IsOrphan())
    {
        const bool alive =
            GetWindowProbeTicks() < TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
        most = GetOrphanRetries(alive);
        over = over || (!alive && m_backoff >= most);
    }
    if (over || m_probes >= most)
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
        SendQueue(GetNagle(), Burst::NORMAL);
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
    const bool over = options.userTimeoutMs > 0 ? silenceMs >= options.userTimeoutMs && m_probes > 0
                                                : m_probes >= most;
    if (over)
    {
        return false;
    }
    if (WakeWindow())
    {
        ++m_probes;
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
