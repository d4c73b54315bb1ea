// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HOST_CPU_H
#define NET8_HOST_CPU_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/net8-processor-sharing.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <deque>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The processor of a host, to be aggregated to its node: all that runs there shares its cores
 * equally.
 *
 * 1. A job is an amount of core time. Each of n jobs on c cores advances by min(1, c / n) of a
 * core, exactly (see Net8ProcessorSharing); Speed divides the work of all jobs.
 * 2. With ContextSwitchCost each Quantum of work costs a switch while there are more jobs than
 * cores, and the time of a switch grows with the jobs that wait: s(n) = ContextSwitchCost x (1 +
 * ContextSwitchGrowth x (n - c) / c), at most 2^40 ns. Jobs then advance by c / n x Quantum /
 * (Quantum
 * + s(n)).
 * 3. When a job has its work, its callback is called, at the end of the nanosecond in which that is
 * so; those of one nanosecond in the order in which the jobs ended.
 * 4. One event is pending, that of the next end. A job costs at most two events: one for its end,
 * and one that came too early because the job made others slower.
 * 5. A host that hangs makes no progress and keeps its jobs, a host that is down loses them.
 *
 * An attribute that is changed while jobs run counts from the next time on that a job comes, ends
 * or is cancelled; Speed, from the next job on.
 */
class Net8HostCpu : public Object
{
  public:
    /// Number of a job, from 1 in order of arrival.
    using JobId = Net8ProcessorSharing::JobId;
    /// What is given instead by a host that is down.
    static constexpr JobId NO_JOB = 0;

    /**
     * What the host is doing.
     */
    enum class State : uint8_t
    {
        UP,      ///< Jobs run.
        HANGING, ///< Jobs come and stay, none advances.
        DOWN     ///< There are no jobs, and none is taken.
    };

    /**
     * The books: submitted = finished + cancelled + lost + present.
     */
    struct JobCounts
    {
        uint64_t submitted{0}; ///< Taken by the host.
        uint64_t finished{0};  ///< Got all their work.
        uint64_t cancelled{0}; ///< Given up by who submitted them.
        uint64_t lost{0};      ///< Present when the host went down.
        uint64_t refused{0};   ///< Not taken, because the host was down; not in submitted.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8HostCpu();
    ~Net8HostCpu() override;

    /**
     * @param work core time that the job needs on a core of Speed 1; a negative one counts as 0
     * @param done called when it has got it, never from within this method; may be null
     * @param lost called instead if the host goes down before; may be null
     * @return the number of the job, or NO_JOB if the host is down; then nothing is called
     */
    JobId Submit(Time work, Callback<void> done, Callback<void> lost = Callback<void>());

    /**
     * Cancel a job: neither of its callbacks is called.
     *
     * @param job number of a job
     * @return true if neither of its callbacks had been called yet
     */
    bool Cancel(JobId job);

    /**
     * Take a job off the cores, as that of a process which stands still, or give it back with what
     * is left of its work.
     *
     * @param job number of a job; one that is not present stays as it is
     * @param suspended whether it is to stand still
     */
    void SetSuspended(JobId job, bool suspended);

    /**
     * No job advances until Resume. A host that is down stays so.
     */
    void Hang();

    /**
     * The host goes down: all jobs are lost, and their callbacks for that are called in the order
     * in which they came.
     */
    void Fail();

    /**
     * A host that hangs goes on with its jobs; one that was down takes new ones.
     */
    void Resume();

    /**
     * @return what the host is doing
     */
    State GetState() const;

    /**
     * @return jobs present, running or waiting for a core
     */
    uint32_t GetRunQueue() const;

    /**
     * @return the books
     */
    const JobCounts& GetJobs() const;

    /**
     * @return core time used so far, switches included: with two busy cores it grows by 2 s a
     * second
     */
    Time GetBusyTime() const;

    /**
     * @return number of cores
     */
    uint32_t GetCores() const;

    /**
     * @return the part of the busy time by which jobs advanced
     */
    Time GetWorkDone() const;

    /**
     * @return the part of the busy time that went into switches between jobs
     */
    Time GetSwitchTime() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * What is called for a job.
     */
    struct Job
    {
        Callback<void> done; ///< It has got its work.
        Callback<void> lost; ///< The host went down.
    };

    /**
     * Bring the jobs to the present instant, and the machine to what the attributes say.
     */
    void Settle();

    /**
     * After a change: see to it that an event is pending for the next end, and tell the trace
     * sources.
     */
    void FinishChange();

    /**
     * The time for the next end of a job has come.
     */
    void HandleEnd();

    // ATTRIBUTES
    uint32_t m_cores{1};      ///< Number of cores.
    double m_speed{1};        ///< Speed of a core; 1: that for which work is given.
    Time m_quantum;           ///< Work between two switches.
    Time m_switchCost;        ///< Time of a switch, with few jobs.
    double m_switchGrowth{0}; ///< Its growth for each waiting job per core.

    State m_state{State::UP};       ///< What the host is doing.
    Net8ProcessorSharing m_sharing; ///< How far the jobs are.
    std::map<JobId, Job> m_jobs;    ///< Jobs of which no callback was called.
    std::deque<JobId> m_ended;      ///< Those of them that have got their work, or were cancelled.
    JobCounts m_counts;             ///< The books.
    EventId m_event;                ///< The next end of a job, or earlier.

    // TRACE SOURCES
    TracedValue<uint32_t> m_runQueue{0};  ///< Jobs present.
    TracedValue<double> m_utilization{0}; ///< Cores in use as a part of all cores.
};

} // namespace ns3::net8

#endif /* NET8_HOST_CPU_H */
