// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CLOCK_H
#define NET8_TCP_CLOCK_H

#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Ticks (jiffies) of a Linux host and its timer wheel.
 *
 * A timer of n ticks fires with the (n+1)th tick from now on, so up to one tick late. From 63 ticks
 * on it fires with a multiple of 8 ticks, from 504 on of 64, and so on by eights
 * (kernel/time/timer.c, "Timer wheel levels").
 */
class TcpClock
{
  public:
    /**
     * @param settings the host
     * @param now the time, ns
     * @return the tick that began last
     */
    static uint32_t TickOf(const TcpSettings& settings, TcpTime now)
    {
        return static_cast<uint32_t>((now + settings.uptime) / settings.tick);
    }

    /**
     * @param settings length of a tick
     * @param us a time, us
     * @return ticks it takes, rounded up (usecs_to_jiffies)
     */
    static uint32_t TicksOf(const TcpSettings& settings, uint64_t us)
    {
        const auto tickUs = static_cast<uint64_t>(settings.tick / 1000);
        return static_cast<uint32_t>((us + tickUs - 1) / tickUs);
    }

    /**
     * @param settings length of a tick
     * @param ticks a number of ticks
     * @return their time, us
     */
    static uint64_t UsOf(const TcpSettings& settings, uint32_t ticks)
    {
        return static_cast<uint64_t>(ticks) * static_cast<uint64_t>(settings.tick / 1000);
    }

    /**
     * @param settings the host
     * @param now the time, ns
     * @param ticks how long a timer is to run
     * @return when it fires, ns
     */
    static TcpTime DeadlineOf(const TcpSettings& settings, TcpTime now, uint32_t ticks);
};

} // namespace ns3::net8

#endif // NET8_TCP_CLOCK_H
