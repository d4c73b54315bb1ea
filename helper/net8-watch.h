// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WATCH_H
#define NET8_WATCH_H

#include "ns3/nstime.h"

#include <chrono>
#include <cstdint>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How far a simulation is.
 */
struct ProgressReport
{
    Time now{};         ///< Simulated time.
    uint64_t events{0}; ///< Events executed so far.
    double share{0};    ///< Part of the whole that is done, from 0 to 1: an estimate.
};

/**
 * @ingroup net8
 * Tells how far a simulation is, in intervals of wall time, and stops it when asked to.
 *
 * It looks at the clock after each Net8WatchedScheduler::INTERVAL events, so it speaks whether
 * simulated time creeps or leaps.
 */
class Net8Watch
{
  public:
    /// Wall time between two reports.
    static constexpr std::chrono::milliseconds INTERVAL{250};

    /**
     * Called now and then while a simulation is built and runs.
     *
     * @param report how far it is
     * @return false to stop the simulation
     */
    using Progress = std::function<bool(const ProgressReport& report)>;

    Net8Watch() = default;
    Net8Watch(const Net8Watch&) = delete;
    Net8Watch& operator=(const Net8Watch&) = delete;

    /**
     * Watch the simulator from now on. The watch must stay where it is until End.
     *
     * @param progress whom to tell; nobody: nothing is watched
     */
    void Start(const Progress& progress);

    /**
     * @param stop ends the simulation when asked to; without one it ends at once
     */
    void SetStop(std::function<void()> stop);

    /**
     * @param stopTime when the simulation ends at the latest
     * @param sessions sessions whose end ends it
     * @param rows rows that clients are to get
     */
    void Expect(Time stopTime, uint64_t sessions, double rows);

    /**
     * @param rows rows that reached a client
     */
    void AddRows(uint64_t rows);

    /**
     * A session is over.
     */
    void AddSession();

    /**
     * Tell how far it is, if it is time to.
     */
    void Look();

    /**
     * Watch no longer.
     *
     * @return whether the simulation was stopped
     */
    bool End();

    /**
     * @return whether the simulation is to stop
     */
    bool IsStopped() const;

  private:
    /**
     * @return part of the whole that is done, from 0 to 1
     */
    double GetShare() const;

    Progress m_progress;                          ///< Whom to tell.
    std::function<void()> m_stop;                 ///< Ends the simulation; may be empty.
    std::chrono::steady_clock::time_point m_last; ///< Wall time of the last report.
    Time m_stopTime{Time::Max()};                 ///< When the simulation ends at the latest.
    uint64_t m_sessionsExpected{0};               ///< Sessions in all.
    double m_rowsExpected{0};                     ///< Rows in all.
    uint64_t m_sessions{0};                       ///< Sessions that are over.
    uint64_t m_rows{0};                           ///< Rows that are there.
    bool m_stopped{false};                        ///< The simulation is to stop.
};

} // namespace ns3::net8

#endif /* NET8_WATCH_H */
