// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CPU_TASK_H
#define NET8_CPU_TASK_H

#include "net8-host-cpu.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One piece of work that a process does: on the CPU of its host or, without one, for as long as the
 * work takes.
 *
 * The end is always signalled from an event of its own, never from inside Start, so the caller of
 * Start may continue with what it was doing. On a host that is or goes down the work never ends:
 * the process is gone with the host, and the owner of the task cancels it. Destroying a task
 * cancels it.
 */
class Net8CpuTask
{
  public:
    Net8CpuTask() = default;
    ~Net8CpuTask();
    Net8CpuTask(const Net8CpuTask&) = delete;
    Net8CpuTask& operator=(const Net8CpuTask&) = delete;

    /**
     * Start work, cancelling any work under way.
     *
     * @param cpu CPU that does the work; null: the work just takes its time
     * @param work CPU time of the work; a negative time counts as 0
     * @param done called at its end; may destroy the task
     */
    void Start(const Ptr<Net8HostCpu>& cpu, Time work, std::function<void()> done);

    /**
     * Do work that nobody can cancel.
     *
     * @param cpu as in Start
     * @param work CPU time of the work
     * @param done called at its end; never called if the host goes down first
     */
    static void Run(const Ptr<Net8HostCpu>& cpu, Time work, std::function<void()> done);

    /**
     * @return whether work is under way
     */
    bool IsBusy() const
    {
        return static_cast<bool>(m_done);
    }

    /**
     * Cancel the work under way, if any; its end is not signalled.
     */
    void Cancel();

    /**
     * Stop the work, as when its process is stopped, or continue it where it was left.
     *
     * @param stopped whether the process is stopped
     */
    void SetStopped(bool stopped);

  private:
    /**
     * Handle the end of the work.
     */
    void Finish();

    Ptr<Net8HostCpu> m_cpu;                        ///< CPU that does the work; null: plain time.
    Net8HostCpu::JobId m_job{Net8HostCpu::NO_JOB}; ///< Job on the CPU.
    EventId m_event;                               ///< End of the work, without a CPU.
    bool m_stopped{false};                         ///< The process is stopped.
    Time m_left;                                   ///< Plain time left while stopped.
    std::function<void()> m_done;                  ///< Called at the end; empty: no work under way.
};

} // namespace ns3::net8

#endif /* NET8_CPU_TASK_H */
