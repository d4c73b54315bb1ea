// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-keepalive.h"

#include "net8-tcp-send-timers.h"
#include "net8-tcp-timers.h"
#include "net8-tcp-window-probe.h"

namespace ns3::net8
{

void
TcpKeepalive::Start(uint32_t ms)
{
    const TcpSettings& settings = *m_state.settings;
    m_host.GetTimers().Set(
        TcpTimer::KEEPALIVE,
        TcpClock::DeadlineOf(settings, m_state.now, TcpClock::TicksOf(settings, ms * 1000ULL)));
}

bool
TcpKeepalive::OnTimer()
{
    const TcpSettings& settings = *m_state.settings;
    const TcpSocketOptions& options = m_host.GetOptions();
    const uint32_t idleMs = options.keepIdleMs > 0 ? options.keepIdleMs : settings.keepaliveTimeMs;
    if (m_state.packetsOut > 0 || !m_queue.IsAllSent())
    {
        Start(idleMs);
        return true;
    }
    const uint32_t silenceMs = m_host.GetSilenceMs();
    if (silenceMs < idleMs)
    {
        Start(idleMs - silenceMs);
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
    if (TcpWindowProbe(m_core).Wake())
    {
        ++m_state.probes;
        Start(options.keepIntervalMs > 0 ? options.keepIntervalMs : settings.keepaliveIntervalMs);
    }
    else
    {
        Start(TcpSendTimers::RESOURCE_PROBE_US / 1000);
    }
    return true;
}

} // namespace ns3::net8
