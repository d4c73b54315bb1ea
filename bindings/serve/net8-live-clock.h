// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LIVE_CLOCK_H
#define NET8_LIVE_CLOCK_H

#include <chrono>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Simulated time that goes as fast as the clock of this machine: events are executed when they are
 * due, and never before. Nothing waits in here: whoever waits asks when the next event is due.
 *
 * Between two calls of Advance the simulation stands; what it is told then happens at the time to
 * which it was advanced last.
 */
class Net8LiveClock
{
  public:
    /// A time since the start.
    using Nanos = std::chrono::nanoseconds;
    /// The clock of this machine; it stands while the machine is suspended.
    using Clock = std::chrono::steady_clock;

    /// Set the time 0 to now. Must be called when all has been built.
    void Start();

    /**
     * Execute the events that are due.
     *
     * @param span how far the simulated time advances at most, from the first of them
     * @return whether all of them were executed
     */
    bool Advance(Nanos span) const;

    /**
     * @return when the next event is due; nothing: there is none
     */
    std::optional<Clock::time_point> GetNext() const;

    /**
     * @return the simulated time
     */
    static Nanos GetNow();

    /**
     * @return the time to which the simulation advances next if all events that are due are
     * executed
     */
    Nanos GetReal() const;

    /**
     * @param due a simulated time
     * @return how much later than that it is
     */
    Nanos GetLate(Nanos due) const
    {
        return GetReal() - due;
    }

  private:
    Clock::time_point m_start; ///< The time 0 of the simulation.
};

} // namespace ns3::net8

#endif /* NET8_LIVE_CLOCK_H */
