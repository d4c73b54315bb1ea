// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_WAITS_H
#define NET8_CALL_WAITS_H

#include "net8-wait-statistics.h"

#include "ns3/net8-tns-stream.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Something that a server process did, for a trace of it.
 */
struct ServerStep
{
    /// What it was.
    enum class Kind : uint8_t
    {
        WAIT,   ///< It waited for something of its connection.
        CALL,   ///< A call had arrived; its time is the CPU time that it needs.
        BLOCKED ///< The same call, and its time without CPU: disk, locks.
    };

    Kind kind{Kind::WAIT};                         ///< What it was.
    WaitEvent event{WaitEvent::MESSAGE_TO_CLIENT}; ///< Event of a wait.
    std::chrono::nanoseconds end{0};               ///< When the wait ended, or the call was there.
    std::chrono::nanoseconds time{0};              ///< How long.
    uint64_t count{1};                             ///< Number of waits.
};

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
     * @param now current simulation time
     */
    void Count(WaitEvent event, Nanoseconds now);

    /**
     * Keep each wait and call from now on.
     */
    void KeepSteps();

    /**
     * Keep a call, if steps are kept.
     *
     * @param cpu CPU time that it needs
     * @param blocked its time without CPU
     * @param now current simulation time: it has arrived
     */
    void NoteCall(Nanoseconds cpu, Nanoseconds blocked, Nanoseconds now);

    /**
     * @return waits and calls in their order; empty unless they are kept
     */
    std::vector<ServerStep> GetSteps() const;

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

    /// Statistics of completed waits.
    struct Sums
    {
        WaitStatistics all;       ///< Of all calls.
        WaitStatistics statement; ///< Of the statement.
    };

    /**
     * @return statistics of the waits completed so far
     */
    Sums GetSums() const
    {
        return {.all = m_all, .statement = m_statement};
    }

    /**
     * Go on as if the latest waits had come again.
     *
     * @param before the statistics before these
     * @param count how often they come again
     * @param by time that this took
     */
    void Skip(const Sums& before, uint64_t count, Nanoseconds by)
    {
        m_all.Repeat(before.all, count);
        m_statement.Repeat(before.statement, count);
        m_start += by;
    }

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
     * @param now when they ended
     * @param count number of waits
     */
    void Add(WaitEvent event, Nanoseconds time, Nanoseconds now, uint64_t count = 1);

    Nanoseconds m_start{0};     ///< When the current wait began.
    Nanoseconds m_stood{0};     ///< Time in which the process was suspended during it.
    bool m_ofStatement{false};  ///< The current or last call belongs to the statement.
    WaitStatistics m_all;       ///< Statistics of all calls.
    WaitStatistics m_statement; ///< Statistics of the statement.
    std::unique_ptr<std::vector<ServerStep>> m_steps; ///< Waits and calls, if they are kept.
};

} // namespace ns3::net8

#endif /* NET8_CALL_WAITS_H */
