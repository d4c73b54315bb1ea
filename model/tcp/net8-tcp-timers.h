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
 * All timers of a connection. The first four share one clock, of which at most one runs
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
    PACING,       ///< Next departure when the sender paces.
    KEEPALIVE,    ///< Keepalive, and FIN-WAIT-2 without a user.
    COUNT         ///< Number of timers.
};

/**
 * @ingroup net8
 * The table of deadlines.
 */
class TcpTimers
{
  public:
    /// Deadline of a timer that does not run.
    static constexpr TcpTime NEVER = INT64_MAX;

    /// No timer runs.
    TcpTimers()
    {
        m_deadlines.fill(NEVER);
    }

    /**
     * Start a timer, or move it.
     *
     * @param timer the timer
     * @param deadline when it fires, ns
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

    /// Stop the one that runs of the first four.
    void StopTransmit()
    {
        m_deadlines[ClockOf(TcpTimer::RETRANSMIT)] = NEVER;
    }

    /// Stop all.
    void StopAll()
    {
        m_deadlines.fill(NEVER);
    }

    /**
     * @param timer a timer
     * @return whether it runs
     */
    bool Runs(TcpTimer timer) const
    {
        const size_t clock = ClockOf(timer);
        return m_deadlines[clock] != NEVER && m_timers[clock] == timer;
    }

    /// @return whether one of the first four runs
    bool TransmitRuns() const
    {
        return m_deadlines[ClockOf(TcpTimer::RETRANSMIT)] != NEVER;
    }

    /**
     * @param timer a timer
     * @return when it fires, ns; NEVER when it does not run
     */
    TcpTime Get(TcpTimer timer) const
    {
        return Runs(timer) ? m_deadlines[ClockOf(timer)] : NEVER;
    }

    /// @return the next deadline, ns; NEVER when no timer runs
    TcpTime GetNext() const
    {
        return *std::min_element(m_deadlines.begin(), m_deadlines.end());
    }

    /**
     * Take the timer that is due first, and stop it.
     *
     * @param now the time, ns
     * @return the timer, COUNT when none is due
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
     * @param timer a timer
     * @return the clock that it runs on
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

    std::array<TcpTime, CLOCKS> m_deadlines; ///< By clock, ns.
    std::array<TcpTimer, CLOCKS> m_timers{}; ///< What each clock was set for.
};

} // namespace ns3::net8

#endif // NET8_TCP_TIMERS_H
