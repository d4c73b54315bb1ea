// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-ack-policy.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpAckPolicy::Grant(uint32_t window, uint8_t most)
{
    uint32_t quick = window / (2 * m_rcvMss);
    quick = std::min<uint32_t>(quick == 0 ? 2 : quick, most);
    m_quick = std::max(m_quick, static_cast<uint8_t>(quick));
}

void
TcpAckPolicy::EnterQuick(const TcpSettings& settings, uint32_t window, uint8_t most)
{
    if (settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        Set(NOW);
        return;
    }
    Grant(window, most);
    m_interactive = 0;
    m_delayTicks = LeastTicks(settings);
}

void
TcpAckPolicy::OnData(const TcpSettings& settings, uint32_t tick, uint32_t rtoTicks, uint32_t window)
{
    Set(SCHEDULED);
    if (settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        m_segments += m_segments < UINT8_MAX ? 1 : 0;
        m_receivedTick = tick;
        return;
    }
    const uint32_t least = LeastTicks(settings);
    const uint32_t gap = tick - m_receivedTick;
    if (m_delayTicks == 0)
    {
        Grant(window, MOST_QUICK);
        m_delayTicks = least;
    }
    else if (gap <= least / 2)
    {
        m_delayTicks = (m_delayTicks >> 1) + least / 2;
    }
    else if (gap < m_delayTicks)
    {
        m_delayTicks = std::min((m_delayTicks >> 1) + gap, rtoTicks);
    }
    else if (gap > rtoTicks)
    {
        Grant(window, MOST_QUICK); // The sender restarts after a pause.
    }
    m_receivedTick = tick;
}

bool
TcpAckPolicy::MeasureMss(uint32_t bytes,
                         uint32_t wireBytes,
                         uint32_t headerBytes,
                         uint32_t advMss,
                         uint8_t flags)
{
    constexpr uint32_t DEFAULT_MSS = 536;
    constexpr uint32_t LEAST_MSS = 88;
    const uint32_t last = m_lastBytes;
    m_lastBytes = 0;
    if (bytes >= m_rcvMss)
    {
        const bool isNew = bytes != m_rcvMss;
        m_rcvMss = std::min(bytes, advMss);
        if ((flags & TcpSegment::PSH) && bytes == m_rcvMss)
        {
            Set(PUSHED); // A message may end exactly at a segment boundary.
        }
        return isNew;
    }
    constexpr uint8_t REMNANT =
        TcpSegment::PSH | TcpSegment::FIN | TcpSegment::URG | TcpSegment::SYN | TcpSegment::RST;
    if (wireBytes >= DEFAULT_MSS + TcpSegment::HEADER_BYTES ||
        (wireBytes >= LEAST_MSS + TcpSegment::HEADER_BYTES && (flags & REMNANT) == 0))
    {
        // Two short segments of equal size are full ones of a peer with a smaller MSS.
        m_lastBytes = wireBytes - headerBytes;
        if (m_lastBytes == last)
        {
            m_rcvMss = m_lastBytes;
            return false;
        }
    }
    Set(Is(PUSHED) ? PUSHED | PUSHED_TWICE : PUSHED);
    return false;
}

void
TcpAckPolicy::OnAckSent(const TcpSettings& settings)
{
    if (m_quick > 0)
    {
        const uint8_t used = Is(SCHEDULED) ? 1 : 0;
        if (used >= m_quick)
        {
            m_quick = 0;
            m_delayTicks = LeastTicks(settings);
        }
        else
        {
            m_quick -= used;
        }
    }
    m_pending = 0;
    m_segments = 0;
}

void
TcpAckPolicy::OnTimer(const TcpSettings& settings, uint32_t rtoTicks)
{
    if (settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        return;
    }
    if (!IsInteractive(settings))
    {
        m_delayTicks = std::min(m_delayTicks << 1, rtoTicks);
    }
    else
    {
        m_interactive = 0;
        m_delayTicks = LeastTicks(settings);
    }
}

uint32_t
TcpAckPolicy::GetDelayTicks(const TcpSettings& settings, uint32_t srtt8) const
{
    const uint32_t least = LeastTicks(settings);
    const uint32_t most = TcpClock::TicksOf(settings, 200000);
    uint32_t delay = m_delayTicks;
    if (delay > least)
    {
        uint32_t limit = TcpClock::TicksOf(settings, 500000);
        if (IsInteractive(settings) || Is(PUSHED))
        {
            limit = most;
        }
        if (srtt8 > 0)
        {
            limit = std::min(limit, std::max(TcpClock::TicksOf(settings, srtt8 >> 3), least));
        }
        delay = std::min(delay, limit);
    }
    // Stay below the peer's minimum retransmission timeout (tcp_delack_max).
    const uint32_t rtoMin = std::max(TcpClock::TicksOf(settings, settings.rtoMinUs), 2U);
    return std::min({delay, most, rtoMin - 1});
}

} // namespace ns3::net8
