// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-send-timers.h"

#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpSendTimers::Start(TcpTimer timer, uint32_t ticks)
{
    const TcpSettings& settings = *m_state.settings;
    const uint32_t most = TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
    m_host.GetTimers().Set(timer,
                           TcpClock::DeadlineOf(settings, m_state.now, std::min(ticks, most)));
}

int64_t
TcpSendTimers::GetRtoRemainingUs() const
{
    return m_queue.At(0).sentUs + m_state.rtt.GetRtoUs() - m_state.NowUs();
}

void
TcpSendTimers::RearmRto(bool sinceHead)
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
    Start(TcpTimer::RETRANSMIT, ticks);
}

bool
TcpSendTimers::ScheduleLossProbe(bool rtoStartsAnew)
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
        // Twice the round-trip time, plus the peer's delayed-ACK time for a single segment.
        uint64_t us = m_state.rtt.GetSrtt8() >> 2;
        us += m_state.packetsOut == 1 ? settings.rtoMinUs : TIMEOUT_MIN_US;
        ticks = TcpClock::TicksOf(settings, us);
    }
    const int64_t rtoUs = rtoStartsAnew ? m_state.rtt.GetRtoUs() : GetRtoRemainingUs();
    if (rtoUs > 0)
    {
        ticks = std::min(ticks, TcpClock::TicksOf(settings, static_cast<uint64_t>(rtoUs)));
    }
    Start(TcpTimer::LOSS_PROBE, ticks);
    return true;
}

void
TcpSendTimers::StartWindowProbe()
{
    if (m_state.packetsOut == 0 && !m_host.GetTimers().TransmitRuns())
    {
        const TcpSettings& settings = *m_state.settings;
        const uint32_t least = TcpClock::TicksOf(settings, settings.rtoMinUs);
        Start(TcpTimer::WINDOW_PROBE, std::max(m_state.rtt.GetRtoTicks(settings), least));
    }
}

} // namespace ns3::net8
