// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PROCESSOR_SHARING_H
#define NET8_PROCESSOR_SHARING_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Equal sharing of a number of cores among any number of jobs, computed on a clock that the caller
 * advances, without events or random numbers.
 *
 * 1. Each of n jobs on c cores advances by min(1, c / n) of a core. With a switch cost s(n) it
 * advances by Q / (Q + s(n)) of that if n > c: each quantum Q of work costs one switch.
 * 2. All jobs advance at the same rate, so one number describes the progress of all: the virtual
 * time, which is the core time that a job present from the start would have received. A job ends
 * when the virtual time has grown by its work since its arrival. Jobs are sorted by that value; no
 * other job is touched when one comes or goes, and each change costs a search in a balanced tree.
 * 3. Jobs end inside the machine at the exact instant their work is done, even between two ticks,
 * and the others speed up from that instant on. The caller learns of it at the end of the tick.
 *
 * A tick is one time unit of the caller (1 ns in ns-3 by default). Times are integers of 2^-56
 * ticks in 128 bits, and rates are fractions, so that results do not depend on the floating point
 * of compiler and machine. Each change rounds the virtual time by at most one such unit, and an
 * instant within 2^-10 ticks after a tick counts as in it, so that rounding does not show as long
 * as changes x jobs per core stay below 2^46 while a job is present.
 */
class Net8ProcessorSharing
{
  public:
    /// Number of a job, chosen by the caller.
    using JobId = uint64_t;

    /// Billionths in a whole, for ratios that are passed as integers.
    static constexpr uint64_t BILLION = 1'000'000'000;

    /**
     * The machine.
     */
    struct Settings
    {
        uint32_t cores{1};           ///< Number of cores, at least 1.
        uint64_t quantum{3'000'000}; ///< Work between two switches, ns, at least 1.
        uint64_t switchCost{0};      ///< Time of a switch with one job more than there are cores
                                     ///< and without growth, ns.
        uint64_t switchGrowth{0};    ///< Growth of that time for each waiting job per core, in
                                     ///< billionths of it.
    };

    Net8ProcessorSharing();

    /**
     * Configure the machine.
     *
     * @param settings the machine from the current instant on
     */
    void Configure(const Settings& settings);

    /**
     * Advance the clock.
     *
     * @param now current time in ticks, not before that of the previous call
     * @return jobs that have ended by then, in the order in which they ended; jobs that ended
     * together are in the order of their numbers
     */
    std::vector<JobId> Advance(int64_t now);

    /**
     * Stop or resume the machine.
     *
     * @param stopped true to stop all jobs until the next call with false
     */
    void SetStopped(bool stopped);

    /**
     * Add a job.
     *
     * @param job number of the job, not in use by another
     * @param work core time it needs, ticks; a negative one counts as 0
     * @param speed speed of a core in billionths of that for which @p work is given
     */
    void Add(JobId job, int64_t work, uint64_t speed);

    /**
     * Remove a job.
     *
     * @param job number of a job
     * @return whether it was present
     */
    bool Remove(JobId job);

    /**
     * Suspend a job, like that of a stopped process, or resume it with its remaining work.
     *
     * @param job number of a job; ignored if it is absent or already in that state
     * @param suspended true to suspend it, false to resume it
     */
    void SetSuspended(JobId job, bool suspended);

    /**
     * Remove all jobs.
     */
    void Clear();

    /**
     * @return the tick at whose end the next job ends if no job comes or goes; nothing if none ends
     * within the range of the clock
     */
    std::optional<int64_t> GetNextEnd() const;

    /**
     * @return number of jobs present that are not suspended
     */
    std::size_t GetSize() const;

    /**
     * @return number of busy cores
     */
    uint32_t GetCoresInUse() const;

    /**
     * Get the core time used.
     *
     * @param now current time in ticks, not after the next end
     * @return core ticks used by then
     */
    int64_t GetBusy(int64_t now) const;

    /**
     * Get the work done.
     *
     * @param now current time in ticks, not after the next end
     * @return core ticks of work done by then, without the time of switches
     */
    int64_t GetWorkDone(int64_t now) const;

  private:
    /// Times in 2^-56 ticks, and products of them.
    __extension__ typedef unsigned __int128 Uint128;

    /**
     * Multiply a value by a fraction.
     *
     * @param value a number
     * @param factor a number of at most 2^73
     * @param divisor a number of at most 2^46, or the other way round
     * @return value x factor / divisor, rounded down, and at most LIMIT or a little more
     */
    static Uint128 Scale(Uint128 value, Uint128 factor, Uint128 divisor);

    /**
     * Convert a time to ticks.
     *
     * @return the time in ticks, rounded to the nearest
     * @param value a time in 2^-56 ticks
     */
    static int64_t ToTicks(Uint128 value);

    /**
     * Compute the rate at which the jobs advance.
     */
    void UpdateRate();

    /**
     * Get the progress of each job in a time span.
     *
     * @param span a time span
     * @return how far each job advances in it
     */
    Uint128 ProgressIn(Uint128 span) const;

    /**
     * @return the instant at which the next job ends; there must be a job
     */
    Uint128 EndOfFirst() const;

    /**
     * Advance the clock within a span in which no job ends.
     *
     * @param until the new time; ignored if it is in the past
     * @param progress how far each job advances until then
     */
    void Pass(Uint128 until, Uint128 progress);

    /// Greater than any time ns-3 can represent.
    static constexpr Uint128 LIMIT = Uint128{1} << 126;
    /// Fraction bits of a time.
    static constexpr unsigned FRACTION_BITS = 56;
    /// A job that ends up to this long after a tick ends in that tick.
    static constexpr Uint128 TOLERANCE = Uint128{1} << (FRACTION_BITS - 10);
    /// Longest time of a switch, ns; keeps products within 128 bits.
    static constexpr Uint128 SWITCH_MAX = Uint128{1} << 40;

    Settings m_settings;                         ///< The machine.
    bool m_stopped{false};                       ///< All jobs are stopped.
    std::set<std::pair<Uint128, JobId>> m_order; ///< Jobs by the virtual time of their end.
    std::unordered_map<JobId, Uint128> m_endOf;  ///< That virtual time, by job.
    std::unordered_map<JobId, Uint128> m_leftOf; ///< Remaining work of suspended jobs, by job.
    Uint128 m_clock{0};                          ///< The current time.
    Uint128 m_virtual{0};                        ///< The current virtual time.
    Uint128 m_rateAbove{1};                      ///< Rate of each job, share of a core: the
                                                 ///< numerator.
    Uint128 m_rateBelow{1};                      ///< The denominator of that rate.
    Uint128 m_busy{0};                           ///< Core time used.
    Uint128 m_workDone{0};                       ///< Core time by which jobs advanced.
};

} // namespace ns3::net8

#endif /* NET8_PROCESSOR_SHARING_H */
