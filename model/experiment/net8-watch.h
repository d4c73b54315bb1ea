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
 * Progress of a simulation.
 */
struct ProgressReport
{
    Time now{};         ///< Simulation time.
    uint64_t events{0}; ///< Events executed so far.
    double share{0};    ///< Share of the simulation that is done, from 0 to 1: an estimate.
};

/**
 * @ingroup net8
 * Reports the progress of a simulation at intervals of wall time, and stops it when asked to.
 *
 * It checks the clock after every Net8WatchedScheduler::INTERVAL events, so it reports whether
 * simulation time advances slowly or quickly.
 */
class Net8Watch
{
  public:
    /// Wall time between two reports.
    static constexpr std::chrono::milliseconds INTERVAL{250};

    /**
     * Called from time to time while a simulation is built and runs.
     *
     * @param report the progress
     * @return false to stop the simulation
     */
    using Progress = std::function<bool(const ProgressReport& report)>;

    Net8Watch() = default;
    Net8Watch(const Net8Watch&) = delete;
    Net8Watch& operator=(const Net8Watch&) = delete;

    /**
     * Watch the simulator from now on. The watch must not be moved until End.
     *
     * @param progress called with reports; empty: nothing is watched
     */
    void Start(const Progress& progress);

    /**
     * @param stop ends the simulation when asked to; if empty, it ends at once
     */
    void SetStop(std::function<void()> stop);

    /**
     * @param stopTime latest end of the simulation
     * @param sessions number of sessions that the end waits for
     * @param rows number of rows that clients will receive
     */
    void Expect(Time stopTime, uint64_t sessions, double rows);

    /**
     * @param rows number of rows that reached a client
     */
    void AddRows(uint64_t rows);

    /**
     * Count a session that is over.
     */
    void AddSession();

    /**
     * Report progress, if it is time to.
     */
    void Look();

    /**
     * Stop watching.
     *
     * @return whether the simulation was stopped
     */
    bool End();

    /**
     * @return whether the simulation has been asked to stop
     */
    bool IsStopped() const;

  private:
    /**
     * @return share of the simulation that is done, from 0 to 1
     */
    double GetShare() const;

    Progress m_progress;                          ///< Called with reports.
    std::function<void()> m_stop;                 ///< Ends the simulation; may be empty.
    std::chrono::steady_clock::time_point m_last; ///< Wall time of the last report.
    Time m_stopTime{Time::Max()};                 ///< Latest end of the simulation.
    uint64_t m_sessionsExpected{0};               ///< Sessions in all.
    double m_rowsExpected{0};                     ///< Rows in all.
    uint64_t m_sessions{0};                       ///< Sessions that are over.
    uint64_t m_rows{0};                           ///< Rows received so far.
    bool m_stopped{false};                        ///< The simulation has been asked to stop.
};

} // namespace ns3::net8

#endif /* NET8_WATCH_H */
