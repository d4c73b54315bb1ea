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
 * The wait that a server is in, and what came of those before.
 */
class CallWaits
{
  public:
    /// Times of a clock that any epoch may have.
    using Nanoseconds = std::chrono::nanoseconds;

    /**
     * A wait begins.
     *
     * @param now the time
     */
    void Begin(Nanoseconds now);

    /**
     * The wait under way ends; the next one begins.
     *
     * @param event what was waited for
     * @param now the time
     */
    void End(WaitEvent event, Nanoseconds now);

    /**
     * Count a wait without a length.
     *
     * @param event what was waited for
     */
    void Count(WaitEvent event);

    /**
     * A call is there: the wait for it is over. That counts for the call before it, the wait for
     * the rest of its packets for itself.
     *
     * @param message the call
     * @param ofStatement whether it is of the statement
     * @param now the time
     */
    void EndIdle(const TnsStream::Message& message, bool ofStatement, Nanoseconds now);

    /**
     * The process stood still: that is part of the wait, but no time in which a client was idle.
     *
     * @param time how long
     */
    void AddStood(Nanoseconds time);

    /**
     * @param now the time
     * @return time since the wait under way began, as the process knows it
     */
    Nanoseconds GetIdle(Nanoseconds now) const;

    /**
     * @return waits of all calls
     */
    const WaitStatistics& GetAll() const;

    /**
     * @return waits of the calls of the statement
     */
    const WaitStatistics& GetStatement() const;

  private:
    /**
     * @param event what was waited for
     * @param time how long
     * @param count number of waits
     */
    void Add(WaitEvent event, Nanoseconds time, uint64_t count = 1);

    Nanoseconds m_start{0};     ///< When the wait under way began.
    Nanoseconds m_stood{0};     ///< How long the process stood still in it.
    bool m_ofStatement{false};  ///< The call under way, or the last one, is of the statement.
    WaitStatistics m_all;       ///< Waits of all calls.
    WaitStatistics m_statement; ///< Those of the statement.
};

} // namespace ns3::net8

#endif /* NET8_CALL_WAITS_H */
