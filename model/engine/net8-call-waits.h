// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_WAITS_H
#define NET8_CALL_WAITS_H

#include "net8-tns-stream.h"
#include "net8-wait-statistics.h"

#include <chrono>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The current wait of a server process, and the statistics of the completed ones.
 */
class CallWaits
{
  public:
    /// Time points of a clock with an arbitrary epoch.
    using Nanoseconds = std::chrono::nanoseconds;

    /**
     * Start a wait.
     *
     * @param now current simulation time
     */
    void Begin(Nanoseconds now);

    /**
     * End the current wait and start the next one.
     *
     * @param event the wait event
     * @param now current simulation time
     */
    void End(WaitEvent event, Nanoseconds now);

    /**
     * Count a wait without a duration.
     *
     * @param event the wait event
     */
    void Count(WaitEvent event);

    /**
     * End the wait for a call. It counts for the call before it; the wait for the remaining packets
     * of the new call counts for that one.
     *
     * @param message the new call
     * @param ofStatement whether the call belongs to the statement
     * @param now current simulation time
     */
    void EndIdle(const TnsStream::Message& message, bool ofStatement, Nanoseconds now);

    /**
     * Add time in which the process was suspended: it is part of the wait, but not idle time of the
     * client.
     *
     * @param time its duration
     */
    void AddStood(Nanoseconds time);

    /**
     * Get the length of the current wait.
     *
     * @param now current simulation time
     * @return time since it began, as the process perceives it
     */
    Nanoseconds GetIdle(Nanoseconds now) const;

    /**
     * @return wait statistics of all calls
     */
    const WaitStatistics& GetAll() const;

    /**
     * @return wait statistics of the calls of the statement
     */
    const WaitStatistics& GetStatement() const;

  private:
    /**
     * Count waits.
     *
     * @param event the wait event
     * @param time total duration
     * @param count number of waits
     */
    void Add(WaitEvent event, Nanoseconds time, uint64_t count = 1);

    Nanoseconds m_start{0};     ///< When the current wait began.
    Nanoseconds m_stood{0};     ///< Time in which the process was suspended during it.
    bool m_ofStatement{false};  ///< The current or last call belongs to the statement.
    WaitStatistics m_all;       ///< Statistics of all calls.
    WaitStatistics m_statement; ///< Statistics of the statement.
};

} // namespace ns3::net8

#endif /* NET8_CALL_WAITS_H */
