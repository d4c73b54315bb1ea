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

/// A deadline that never comes.
inline constexpr std::chrono::nanoseconds NEVER = std::chrono::nanoseconds::max();

/**
 * @ingroup net8
 * All timers of something in one table, of which only the next deadline is of interest outside.
 *
 * @tparam Timer an enumeration of the timers, numbered from 0 on
 * @tparam COUNT how many they are
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
     * @param timer a timer
     * @param deadline when it expires; takes the place of what was set before
     */
    void Set(Timer timer, std::chrono::nanoseconds deadline)
    {
        At(timer) = deadline;
    }

    /**
     * @param timer a timer that is not to expire
     */
    void Cancel(Timer timer)
    {
        At(timer) = NEVER;
    }

    /**
     * No timer is to expire.
     */
    void CancelAll()
    {
        m_deadlines.fill(NEVER);
    }

    /**
     * @param timer a timer
     * @return whether it is to expire
     */
    bool IsSet(Timer timer) const
    {
        return m_deadlines[static_cast<std::size_t>(timer)] != NEVER;
    }

    /**
     * Stand still, as a process that hangs does: no timer expires.
     *
     * @param now the time
     */
    void Stop(std::chrono::nanoseconds now)
    {
        m_stopped = std::min(m_stopped, now);
    }

    /**
     * Go on: each timer has the time left that it had.
     *
     * @param now the time
     */
    void Resume(std::chrono::nanoseconds now)
    {
        const auto stood = now - std::min(m_stopped, now);
        for (auto& deadline : m_deadlines)
        {
            deadline += deadline == NEVER ? std::chrono::nanoseconds(0) : stood;
        }
        m_stopped = NEVER;
    }

    /**
     * @return when the next timer expires; NEVER: none does
     */
    std::chrono::nanoseconds GetNext() const
    {
        return m_stopped != NEVER ? NEVER : *std::ranges::min_element(m_deadlines);
    }

    /**
     * @param now the time
     * @return the timer that expired first, the first of the enumeration among several, which is
     * then no longer set; nothing if none has expired
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
     * @param timer a timer
     * @return its deadline
     */
    std::chrono::nanoseconds& At(Timer timer)
    {
        return m_deadlines[static_cast<std::size_t>(timer)];
    }

    std::array<std::chrono::nanoseconds, COUNT> m_deadlines; ///< Of each timer; NEVER: not set.
    std::chrono::nanoseconds m_stopped{NEVER}; ///< Since when it stands still; NEVER: it does not.
};

} // namespace ns3::net8

#endif /* NET8_DEADLINES_H */
