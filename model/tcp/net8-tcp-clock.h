// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CLOCK_H
#define NET8_TCP_CLOCK_H

#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Ticks (jiffies) of a Linux host, and its timer wheel.
 *
 * A timer of n ticks fires with the (n+1)th tick from now, so up to one tick late. From 63 ticks
 * on, it fires at a multiple of 8 ticks, from 504 on at a multiple of 64, and so on by factors of
 * eight (kernel/time/timer.c, "Timer wheel levels").
 */
class TcpClock
{
  public:
    /**
     * Get the current tick.
     *
     * @param settings settings of the host
     * @param now current time, ns
     * @return number of the tick that started last
     */
    static uint32_t TickOf(const TcpSettings& settings, TcpTime now)
    {
        return static_cast<uint32_t>((now + settings.uptime) / settings.tick);
    }

    /**
     * Convert a duration to ticks.
     *
     * @param settings length of a tick
     * @param us a duration, us
     * @return its number of ticks, rounded up (usecs_to_jiffies)
     */
    static uint32_t TicksOf(const TcpSettings& settings, uint64_t us)
    {
        const auto tickUs = static_cast<uint64_t>(settings.tick / 1000);
        return static_cast<uint32_t>((us + tickUs - 1) / tickUs);
    }

    /**
     * Convert ticks to a duration.
     *
     * @param settings length of a tick
     * @param ticks number of ticks
     * @return their duration, us
     */
    static uint64_t UsOf(const TcpSettings& settings, uint32_t ticks)
    {
        return static_cast<uint64_t>(ticks) * static_cast<uint64_t>(settings.tick / 1000);
    }

    /**
     * Compute when a timer fires.
     *
     * @param settings settings of the host
     * @param now current time, ns
     * @param ticks duration of the timer, ticks
     * @return time at which it fires, ns
     */
    static TcpTime DeadlineOf(const TcpSettings& settings, TcpTime now, uint32_t ticks);
};

} // namespace ns3::net8

#endif // NET8_TCP_CLOCK_H
