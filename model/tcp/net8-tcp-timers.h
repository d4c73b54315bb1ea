// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TIMERS_H
#define NET8_TCP_TIMERS_H

#include "net8-tcp-settings.h"

#include <algorithm>
#include <array>
#include <cstddef>
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

/**
 * @ingroup net8
 * All timers of a connection. The first four share one clock: at most one of them runs
 * (icsk_pending in Linux).
 */
enum class TcpTimer : uint8_t
{
    RETRANSMIT,   ///< Retransmission timeout (RFC 6298).
    WINDOW_PROBE, ///< Zero-window probe, persist timer (RFC 9293, section 3.8.6.1).
    LOSS_PROBE,   ///< Tail loss probe (RFC 8985, section 7).
    REORDER,      ///< Reordering window of RACK (RFC 8985, section 6.3).
    DELAYED_ACK,  ///< Delayed ACK (RFC 9293, section 3.8.6.3).
    SACK,         ///< Compressed SACKs.
    PACING,       ///< Next send time if the sender paces.
    KEEPALIVE,    ///< Keepalive, and FIN-WAIT-2 without a user.
    COUNT         ///< Number of timers.
};

/**
 * @ingroup net8
 * Table of deadlines.
 */
class TcpTimers
{
  public:
    /// Deadline of a timer that is not running.
    static constexpr TcpTime NEVER = INT64_MAX;

    /// Create the table with no timer running.
    TcpTimers()
    {
        m_deadlines.fill(NEVER);
    }

    /**
     * Start or restart a timer.
     *
     * @param timer the timer
     * @param deadline time at which it fires, ns
     */
    void Set(TcpTimer timer, TcpTime deadline)
    {
        const size_t clock = ClockOf(timer);
        m_deadlines[clock] = deadline;
        m_timers[clock] = timer;
    }

    /**
     * Stop a timer.
     *
     * @param timer the timer
     */
    void Stop(TcpTimer timer)
    {
        if (Runs(timer))
        {
            m_deadlines[ClockOf(timer)] = NEVER;
        }
    }

    /// Stop whichever of the first four is running.
    void StopTransmit()
    {
        m_deadlines[ClockOf(TcpTimer::RETRANSMIT)] = NEVER;
    }

    /// Stop all timers.
    void StopAll()
    {
        m_deadlines.fill(NEVER);
    }

    /**
     * Check whether a timer is running.
     *
     * @param timer a timer
     * @return whether it is running
     */
    bool Runs(TcpTimer timer) const
    {
        const size_t clock = ClockOf(timer);
        return m_deadlines[clock] != NEVER && m_timers[clock] == timer;
    }

    /// @return whether one of the first four is running
    bool TransmitRuns() const
    {
        return m_deadlines[ClockOf(TcpTimer::RETRANSMIT)] != NEVER;
    }

    /**
     * Get the deadline of a timer.
     *
     * @param timer a timer
     * @return time at which it fires, ns; NEVER if it is not running
     */
    TcpTime Get(TcpTimer timer) const
    {
        return Runs(timer) ? m_deadlines[ClockOf(timer)] : NEVER;
    }

    /// @return the next deadline, ns; NEVER if no timer is running
    TcpTime GetNext() const
    {
        return *std::min_element(m_deadlines.begin(), m_deadlines.end());
    }

    /**
     * Take and stop the timer that is due first.
     *
     * @param now current time, ns
     * @return the timer; COUNT if none is due
     */
    TcpTimer TakeDue(TcpTime now)
    {
        const auto first = std::min_element(m_deadlines.begin(), m_deadlines.end());
        if (*first > now)
        {
            return TcpTimer::COUNT;
        }
        *first = NEVER;
        return m_timers[static_cast<size_t>(first - m_deadlines.begin())];
    }

  private:
    /**
     * Get the clock of a timer.
     *
     * @param timer a timer
     * @return index of its clock
     */
    static constexpr size_t ClockOf(TcpTimer timer)
    {
        const auto number = static_cast<size_t>(timer);
        const auto last = static_cast<size_t>(TcpTimer::REORDER);
        return number > last ? number - last : 0;
    }

    /// Number of clocks.
    static constexpr size_t CLOCKS =
        static_cast<size_t>(TcpTimer::COUNT) - static_cast<size_t>(TcpTimer::REORDER);

    std::array<TcpTime, CLOCKS> m_deadlines; ///< Deadline of each clock, ns.
    std::array<TcpTimer, CLOCKS> m_timers{}; ///< Timer for which each clock was set.
};

} // namespace ns3::net8

#endif // NET8_TCP_TIMERS_H
