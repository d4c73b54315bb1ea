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
 * A process that does one thing after the other: a listener, a dispatcher, a connection broker.
 *
 * 1. Submit puts a job behind those that wait; JobsPresent counts them all.
 * 2. The first one is worked on, on the CPU of the host if SetCpu named one, else for as long as
 * its work takes.
 * 3. At its end JobDone fires, then its callback is called, then the next one begins. A callback
 * never runs from inside Submit.
 *
 * Each job costs time in the logarithm of those that wait.
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
     * @param cpu the CPU of the host, or nothing: work takes its time, whatever else goes on
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * @param work CPU time of the job
     * @param done called when it is done
     * @return number of the job
     */
    JobId Submit(Time work, std::function<void()> done);

    /**
     * @param job a job; one under way is given up, and the next one begins
     * @return whether it was waiting or under way
     */
    bool Cancel(JobId job);

    /**
     * Stand still, as a process that hangs does, or go on: the job under way is left where it is,
     * and no other begins.
     *
     * @param hangs whether it hangs
     */
    void SetHanging(bool hangs);

    /**
     * Forget all jobs, as a process that ends does; none of their ends is told.
     */
    void Clear();

    /**
     * @return jobs that wait or are under way
     */
    uint32_t GetJobsPresent() const;

    /**
     * @return jobs done so far
     */
    uint64_t GetJobsDone() const;

    /**
     * @return the time that all jobs begun so far waited for their turn
     */
    Time GetWaitTime() const;

    /**
     * TracedCallback signature for a job that is done.
     *
     * @param [in] wait time from its arrival to its turn
     * @param [in] service time from its turn to its end
     */
    typedef void (*JobTracedCallback)(Time wait, Time service);

  protected:
    void DoDispose() override;

  private:
    /**
     * A job that waits.
     */
    struct Job
    {
        Time arrived;               ///< When it came.
        Time work;                  ///< CPU time.
        std::function<void()> done; ///< Whom to tell of its end.
    };

    /**
     * Begin the first job that waits, if nothing is under way.
     */
    void BeginNext();

    /**
     * The job under way is done.
     */
    void Finish();

    /**
     * Bring JobsPresent up to date.
     */
    void Count();

    Ptr<Net8HostCpu> m_cpu;                    ///< CPU of the host; nothing: plain time.
    Net8CpuTask m_task;                        ///< Work under way.
    std::map<JobId, Job> m_jobs;               ///< Jobs that wait, first come first.
    JobId m_submitted{0};                      ///< Jobs so far.
    JobId m_current{0};                        ///< Job under way; 0: none.
    Job m_currentJob;                          ///< The same.
    Time m_began;                              ///< When it began.
    uint64_t m_done{0};                        ///< Jobs done so far.
    Time m_waitTime;                           ///< Time waited by all jobs begun.
    bool m_hangs{false};                       ///< No job begins.
    TracedValue<uint32_t> m_present{0};        ///< Jobs that wait or are under way.
    TracedCallback<Time, Time> m_jobDoneTrace; ///< A job is done.
};

} // namespace ns3::net8

#endif /* NET8_SERIAL_PROCESS_H */
