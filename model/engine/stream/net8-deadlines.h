// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DEADLINES_H
#define NET8_DEADLINES_H

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace ns3::net8
{

/// A deadline that never expires.
inline constexpr std::chrono::nanoseconds NEVER = std::chrono::nanoseconds::max();

/**
 * @ingroup net8
 * A table of timers, which exposes only the next deadline.
 *
 * @tparam Timer an enumeration of the timers, numbered from 0
 * @tparam COUNT number of timers
 */
template <typename Timer, std::size_t COUNT>
class Deadlines
{
  public:
    Deadlines()
    {
        CancelAll();
    }

    /**
     * Set a timer.
     *
     * @param timer a timer
     * @param deadline when it expires; replaces an earlier setting
     */
    void Set(Timer timer, std::chrono::nanoseconds deadline)
    {
        At(timer) = deadline;
    }

    /**
     * Cancel a timer.
     *
     * @param timer the timer
     */
    void Cancel(Timer timer)
    {
        At(timer) = NEVER;
    }

    /**
     * Cancel all timers.
     */
    void CancelAll()
    {
        m_deadlines.fill(NEVER);
    }

    /**
     * Check whether a timer is set.
     *
     * @param timer a timer
     * @return whether it is
     */
    bool IsSet(Timer timer) const
    {
        return m_deadlines[static_cast<std::size_t>(timer)] != NEVER;
    }

    /**
     * @param timer a timer
     * @return whether no other one is set
     */
    bool HasNoneBut(Timer timer) const
    {
        auto others = *this;
        others.Cancel(timer);
        return others.GetNext() == NEVER;
    }

    /**
     * Go on after a time that was skipped.
     *
     * @param by its length
     */
    void Skip(std::chrono::nanoseconds by)
    {
        for (auto& deadline : m_deadlines)
        {
            deadline += deadline == NEVER ? std::chrono::nanoseconds(0) : by;
        }
    }

    /**
     * Suspend all timers, like a hanging process: none of them expires.
     *
     * @param now current simulation time
     */
    void Stop(std::chrono::nanoseconds now)
    {
        m_stopped = std::min(m_stopped, now);
    }

    /**
     * Resume all timers: each has the same time left as when suspended.
     *
     * @param now current simulation time
     */
    void Resume(std::chrono::nanoseconds now)
    {
        Skip(now - std::min(m_stopped, now));
        m_stopped = NEVER;
    }

    /**
     * @return when the next timer expires; NEVER if none is set
     */
    std::chrono::nanoseconds GetNext() const
    {
        return m_stopped != NEVER ? NEVER : *std::ranges::min_element(m_deadlines);
    }

    /**
     * Take an expired timer.
     *
     * @param now current simulation time
     * @return the timer that expired first, or among several the first of the enumeration, which is
     * cleared; nothing if none has expired
     */
    std::optional<Timer> TakeExpired(std::chrono::nanoseconds now)
    {
        const auto next = std::ranges::min_element(m_deadlines);
        if (m_stopped != NEVER || *next == NEVER || *next > now)
        {
            return std::nullopt;
        }
        *next = NEVER;
        return static_cast<Timer>(next - m_deadlines.begin());
    }

  private:
    /**
     * Access the deadline of a timer.
     *
     * @param timer a timer
     * @return its deadline
     */
    std::chrono::nanoseconds& At(Timer timer)
    {
        return m_deadlines[static_cast<std::size_t>(timer)];
    }

    std::array<std::chrono::nanoseconds, COUNT> m_deadlines; ///< For each timer; NEVER: not set.
    std::chrono::nanoseconds m_stopped{NEVER}; ///< When the timers were suspended; NEVER: they are
                                               ///< not.
};

} // namespace ns3::net8

#endif /* NET8_DEADLINES_H */
