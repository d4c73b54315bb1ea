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
 * The processor of a host, to be aggregated to its node: all jobs that run there share its cores
 * equally.
 *
 * 1. A job is an amount of core time. Each of n jobs on c cores advances at the rate of min(1, c /
 * n) of a core, exactly (see Net8ProcessorSharing); Speed divides the work of all jobs.
 * 2. With ContextSwitchCost each Quantum of work costs a switch while there are more jobs than
 * cores, and the time of a switch grows with the number of waiting jobs: s(n) = ContextSwitchCost x
 * (1 + ContextSwitchGrowth x (n - c) / c), at most 2^40 ns. Jobs then advance by c / n x Quantum /
 * (Quantum + s(n)).
 * 3. When a job has received its work, its callback is called at the end of that nanosecond;
 * callbacks of the same nanosecond are called in the order in which the jobs ended.
 * 4. Only one event is pending, for the next end of a job. A job costs at most two events: one for
 * its end, and one that came too early because the job slowed others down.
 * 5. A host that hangs makes no progress and keeps its jobs; a host that goes down loses them.
 *
 * A change of an attribute while jobs run takes effect the next time a job arrives, ends or is
 * cancelled; a change of Speed, from the next job on.
 */
class Net8HostCpu : public Object
{
  public:
    /// Number of a job, from 1 in order of arrival.
    using JobId = Net8ProcessorSharing::JobId;
    /// Returned instead by a host that is down.
    static constexpr JobId NO_JOB = 0;

    /**
     * State of the host.
     */
    enum class State : uint8_t
    {
        UP,      ///< Jobs run.
        HANGING, ///< Jobs arrive and stay, but none advances.
        DOWN     ///< There are no jobs, and none is accepted.
    };

    /**
     * Counts of jobs: submitted = finished + cancelled + lost + present.
     */
    struct JobCounts
    {
        uint64_t submitted{0}; ///< Accepted by the host.
        uint64_t finished{0};  ///< Received all their work.
        uint64_t cancelled{0}; ///< Cancelled by the submitter.
        uint64_t lost{0};      ///< Present when the host went down.
        uint64_t refused{0};   ///< Not accepted because the host was down; not in submitted.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8HostCpu();
    ~Net8HostCpu() override;

    /**
     * Submit a job.
     *
     * @param work core time that the job needs on a core of Speed 1; a negative one counts as 0
     * @param done called when the job has received its work, never from within this method; may be
     * null
     * @param lost called instead if the host goes down first; may be null
     * @return the number of the job, or NO_JOB if the host is down; then neither is called
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
     * Take a job off the cores, as when its process is stopped, or return it with the work it has
     * left.
     *
     * @param job number of a job; ignored if it is not present
     * @param suspended whether the job is suspended
     */
    void SetSuspended(JobId job, bool suspended);

    /**
     * Make the host hang: no job advances until Resume. A host that is down stays down.
     */
    void Hang();

    /**
     * Take the host down: all jobs are lost, and their `lost` callbacks are called in the order of
     * arrival.
     */
    void Fail();

    /**
     * Resume: a host that hangs continues its jobs; one that was down accepts new jobs.
     */
    void Resume();

    /**
     * @return the state of the host
     */
    State GetState() const;

    /**
     * @return jobs present, running or waiting for a core
     */
    uint32_t GetRunQueue() const;

    /**
     * @return the counts of jobs
     */
    const JobCounts& GetJobs() const;

    /**
     * @return core time used so far, including switches; with two busy cores it grows by 2 s per
     * second
     */
    Time GetBusyTime() const;

    /**
     * @return number of cores
     */
    uint32_t GetCores() const;

    /**
     * @return the part of the busy time in which jobs advanced
     */
    Time GetWorkDone() const;

    /**
     * @return the part of the busy time spent on switches between jobs
     */
    Time GetSwitchTime() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * The callbacks of a job.
     */
    struct Job
    {
        Callback<void> done; ///< The job has received its work.
        Callback<void> lost; ///< The host went down.
    };

    /**
     * Bring the jobs up to the present instant, and apply the attributes to the machine.
     */
    void Settle();

    /**
     * After a change: make sure an event is pending for the next end, and update the trace sources.
     */
    void FinishChange();

    /**
     * Handle the event for the next end of a job.
     */
    void HandleEnd();

    // ATTRIBUTES
    uint32_t m_cores{1};      ///< Number of cores.
    double m_speed{1};        ///< Speed of a core; 1: the one work is given for.
    Time m_quantum;           ///< Work between two switches.
    Time m_switchCost;        ///< Time of a switch while few jobs wait.
    double m_switchGrowth{0}; ///< Growth of that time per waiting job per core.

    State m_state{State::UP};       ///< State of the host.
    Net8ProcessorSharing m_sharing; ///< Progress of the jobs.
    std::map<JobId, Job> m_jobs;    ///< Jobs with no callback called yet.
    std::deque<JobId> m_ended;      ///< Jobs that ended or were cancelled.
    JobCounts m_counts;             ///< Counts of jobs.
    EventId m_event;                ///< Event at the next end of a job, or earlier.

    // TRACE SOURCES
    TracedValue<uint32_t> m_runQueue{0};  ///< Jobs present.
    TracedValue<double> m_utilization{0}; ///< Fraction of the cores in use.
};

} // namespace ns3::net8

#endif /* NET8_HOST_CPU_H */
