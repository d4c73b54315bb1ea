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
 * Equal sharing of a number of cores among any number of jobs, as arithmetic on a clock that the
 * caller moves: no event, no random number.
 *
 * 1. Each of n jobs on c cores advances by min(1, c / n) of a core. With a switch cost s(n) it
 * advances by Q / (Q + s(n)) of that where n > c: each quantum Q of work costs one switch.
 * 2. All jobs advance alike, so one number says how far all of them are: the virtual time, which is
 * the core time that a job present from the start on would have got. A job ends when the virtual
 * time has grown by its work since it came. Jobs are sorted by that value; none of them is touched
 * when another one comes or goes, and each such change costs a search in a balanced tree.
 * 3. Jobs end inside the machine at the instant at which their work is done, also between two
 * ticks, and the others go faster from that instant on. The caller hears of it at the end of the
 * tick.
 *
 * A tick is one unit of time of the caller (1 ns in ns-3 unless it is told otherwise). Times are
 * integers of 2^-56 ticks in 128 bits, and rates are fractions, so that results do not depend on
 * the floating point of compiler and machine. Each change rounds the virtual time by at most one
 * such unit, and an instant within 2^-10 ticks after a tick counts as in it, so that the roundings
 * do not show as long as changes x jobs per core stay below 2^46 while a job is present.
 */
class Net8ProcessorSharing
{
  public:
    /// Number of a job, given by the caller.
    using JobId = uint64_t;

    /// Billionths in a whole, for ratios that are handed over as integers.
    static constexpr uint64_t BILLION = 1'000'000'000;

    /**
     * The machine.
     */
    struct Settings
    {
        uint32_t cores{1};           ///< Number of cores, at least 1.
        uint64_t quantum{3'000'000}; ///< Work between two switches, ns, at least 1.
        uint64_t switchCost{0};      ///< Time of a switch with one job more than there are cores
                                     ///< and no growth, ns.
        uint64_t switchGrowth{0};    ///< Growth of that time for each waiting job per core, in
                                     ///< billionths of it.
    };

    Net8ProcessorSharing();

    /**
     * @param settings the machine from the present instant on
     */
    void Configure(const Settings& settings);

    /**
     * Let time pass.
     *
     * @param now the present instant in ticks, not before the last one
     * @return jobs that ended by then, in the order in which they did; those that ended together in
     * the order of their numbers
     */
    std::vector<JobId> Advance(int64_t now);

    /**
     * @param stopped true: no job advances until this is called with false
     */
    void SetStopped(bool stopped);

    /**
     * @param job a number that no job present has
     * @param work core time that it needs in ticks; a negative one counts as 0
     * @param speed speed of a core in billionths of the one for which the work is given
     */
    void Add(JobId job, int64_t work, uint64_t speed);

    /**
     * @param job number of a job
     * @return true if it was present and is not any more
     */
    bool Remove(JobId job);

    /**
     * Take a job off the cores, as that of a process which stands still, or give it back with what
     * is left of its work.
     *
     * @param job number of a job; one that is not present, or that is so already, stays as it is
     * @param suspended whether it is to stand still
     */
    void SetSuspended(JobId job, bool suspended);

    /**
     * Remove all jobs.
     */
    void Clear();

    /**
     * @return the tick at whose end the next job ends if none comes or goes; nothing if none ends
     * within the range of the clock
     */
    std::optional<int64_t> GetNextEnd() const;

    /**
     * @return jobs present that do not stand still
     */
    std::size_t GetSize() const;

    /**
     * @return cores at work
     */
    uint32_t GetCoresInUse() const;

    /**
     * @param now an instant in ticks, not after the next end
     * @return core ticks used by then
     */
    int64_t GetBusy(int64_t now) const;

    /**
     * @param now an instant in ticks, not after the next end
     * @return core ticks by which the jobs advanced by then, without the time of switches
     */
    int64_t GetWorkDone(int64_t now) const;

  private:
    /// Times in 2^-56 ticks, and products of them.
    __extension__ typedef unsigned __int128 Uint128;

    /**
     * @param value a number
     * @param factor a number of at most 2^73
     * @param divisor a number of at most 2^46, or the other way round
     * @return value x factor / divisor, rounded down, and at most LIMIT or a little more
     */
    static Uint128 Scale(Uint128 value, Uint128 factor, Uint128 divisor);

    /**
     * @return ticks that a value stands for, rounded to the nearest one
     * @param value a time in 2^-56 ticks
     */
    static int64_t ToTicks(Uint128 value);

    /**
     * Work out at which part of a core the jobs advance.
     */
    void UpdateRate();

    /**
     * @param span a time
     * @return by how much each job advances in it
     */
    Uint128 ProgressIn(Uint128 span) const;

    /**
     * @return the instant at which the next job ends; there must be one
     */
    Uint128 EndOfFirst() const;

    /**
     * @param until an instant before which no job ends; ignored if it is in the past
     * @param progress by how much each job advances until then
     */
    void Pass(Uint128 until, Uint128 progress);

    /// More than any time that ns-3 can tell.
    static constexpr Uint128 LIMIT = Uint128{1} << 126;
    /// Bits behind the point of a time.
    static constexpr unsigned FRACTION_BITS = 56;
    /// A job that ends this much after a tick ends in the tick.
    static constexpr Uint128 TOLERANCE = Uint128{1} << (FRACTION_BITS - 10);
    /// Longest time of a switch, ns: keeps products inside 128 bits.
    static constexpr Uint128 SWITCH_MAX = Uint128{1} << 40;

    Settings m_settings;                         ///< The machine.
    bool m_stopped{false};                       ///< No job advances.
    std::set<std::pair<Uint128, JobId>> m_order; ///< Jobs by the virtual time of their end.
    std::unordered_map<JobId, Uint128> m_endOf;  ///< That virtual time, by job.
    std::unordered_map<JobId, Uint128> m_leftOf; ///< Work left of those that stand still, by job.
    Uint128 m_clock{0};                          ///< The present instant.
    Uint128 m_virtual{0};                        ///< Virtual time now.
    Uint128 m_rateAbove{1};                      ///< Part of a core for each job, over the bar.
    Uint128 m_rateBelow{1};                      ///< The same, under the bar.
    Uint128 m_busy{0};                           ///< Core time used.
    Uint128 m_workDone{0};                       ///< Core time by which jobs advanced.
};

} // namespace ns3::net8

#endif /* NET8_PROCESSOR_SHARING_H */
