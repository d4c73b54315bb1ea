// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-timers.h"

namespace ns3::net8
{

TcpTime
TcpClock::DeadlineOf(const TcpSettings& settings, TcpTime now, uint32_t ticks)
{
    if (!settings.timerWheel)
    {
        return now + ticks * settings.tick;
    }
    const auto expires = static_cast<uint64_t>((now + settings.uptime) / settings.tick) + ticks;
    // Level l is for timers of 63 * 8^(l-1) ticks and more, in steps of 8^l; they are counted from
    // the next tick.
    unsigned shift = 0;
    for (uint64_t start = 63; ticks > start && shift < 24; start *= 8)
    {
        shift += 3;
    }
    const uint64_t fires = ((expires >> shift) + 1) << shift;
    return static_cast<TcpTime>(fires) * settings.tick - settings.uptime;
}

} // namespace ns3::net8
