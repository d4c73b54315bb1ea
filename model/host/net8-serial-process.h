// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERIAL_PROCESS_H
#define NET8_SERIAL_PROCESS_H

#include "net8-cpu-task.h"

#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A process that does one job at a time: a listener, a dispatcher, a connection broker.
 *
 * 1. Submit appends a job to the queue; JobsPresent counts the jobs waiting and under way.
 * 2. The first job is worked on: on the CPU of the host if SetCpu named one, otherwise for as long
 * as its work takes.
 * 3. At its end JobDone fires, then its callback is called, then the next job begins. A callback
 * never runs from inside Submit.
 * 4. With SetLook, the process looks for jobs, which takes time: it works on all that a look found,
 * then looks again if there are more.
 *
 * Each job costs time logarithmic in the number of waiting jobs.
 */
class Net8SerialProcess : public Object
{
  public:
    /// Number of a job, counted from 1 in the order of Submit.
    using JobId = uint64_t;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8SerialProcess();
    ~Net8SerialProcess() override;

    /**
     * Set the CPU that the jobs run on.
     *
     * @param cpu the CPU of the host; null: work just takes its time
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * Let the process look for jobs.
     *
     * @param look CPU time of a look at this moment
     */
    void SetLook(std::function<Time()> look);

    /**
     * Append a job to the queue.
     *
     * @param work CPU time of the job
     * @param done called when the job is done
     * @param wait time after the work in which the process stands still, without the CPU
     * @return number of the job
     */
    JobId Submit(Time work, std::function<void()> done, Time wait = Time());

    /**
     * Cancel a job. If it was under way, the next one begins.
     *
     * @param job number of a job
     * @return whether it was waiting or under way
     */
    bool Cancel(JobId job);

    /**
     * Make the process hang or continue: while it hangs, the job under way is paused and no other
     * begins.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * Drop all jobs, as when the process ends; none of their callbacks is called.
     */
    void Clear();

    /**
     * @return jobs waiting or under way
     */
    uint32_t GetJobsPresent() const;

    /**
     * @return jobs done so far
     */
    uint64_t GetJobsDone() const;

    /**
     * @return total time that all jobs begun so far have waited
     */
    Time GetWaitTime() const;

    /**
     * TracedCallback signature for a job that is done.
     *
     * @param [in] wait time from its arrival to its begin
     * @param [in] service time from its begin to its end
     */
    typedef void (*JobTracedCallback)(Time wait, Time service);

  protected:
    void DoDispose() override;

  private:
    /**
     * A waiting job.
     */
    struct Job
    {
        Time arrived;               ///< Time of arrival.
        Time work;                  ///< CPU time.
        Time wait;                  ///< Time after it without the CPU.
        std::function<void()> done; ///< Called at its end.
    };

    /**
     * Begin the first waiting job, or the look that finds it, unless either is under way.
     */
    void BeginNext();

    /**
     * Wait after the work of the job under way, if it asks for that.
     */
    void Stand();

    /**
     * Handle the end of the job under way.
     */
    void Finish();

    /**
     * Update JobsPresent.
     */
    void Count();

    Ptr<Net8HostCpu> m_cpu;                    ///< CPU of the host; null: plain time.
    Net8CpuTask m_task;                        ///< Work under way.
    std::map<JobId, Job> m_jobs;               ///< Waiting jobs, in order of arrival.
    std::function<Time()> m_look;              ///< Time of a look; empty: none is needed.
    bool m_looking{false};                     ///< A look is under way.
    JobId m_seen{0};                           ///< Last job that a look found.
    JobId m_submitted{0};                      ///< Jobs submitted so far.
    JobId m_current{0};                        ///< Number of the job under way; 0: none.
    Job m_currentJob;                          ///< The job under way.
    Time m_began;                              ///< When the job under way began.
    uint64_t m_done{0};                        ///< Jobs done so far.
    Time m_waitTime;                           ///< Total waiting time of the jobs begun.
    bool m_hangs{false};                       ///< The process hangs: no job begins.
    TracedValue<uint32_t> m_present{0};        ///< Jobs waiting or under way.
    TracedCallback<Time, Time> m_jobDoneTrace; ///< A job is done.
};

} // namespace ns3::net8

#endif /* NET8_SERIAL_PROCESS_H */
