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
 * One piece of work that a process has under way: on the CPU of its host, or, without one, for the
 * time that the work takes.
 *
 * The end is always told from an event of its own, never from inside Start, so that whoever starts
 * work may go on with what it was doing. On a host that is or goes down work never ends: the
 * process is gone with the host, and whoever owns the task cancels it. A task that is destroyed is
 * cancelled.
 */
class Net8CpuTask
{
  public:
    Net8CpuTask() = default;
    ~Net8CpuTask();
    Net8CpuTask(const Net8CpuTask&) = delete;
    Net8CpuTask& operator=(const Net8CpuTask&) = delete;

    /**
     * Start work; what was under way is cancelled.
     *
     * @param cpu where the work is done; nothing: it takes its time and no more
     * @param work CPU time of the work; less than nothing counts as nothing
     * @param done called at its end; may destroy the task
     */
    void Start(const Ptr<Net8HostCpu>& cpu, Time work, std::function<void()> done);

    /**
     * Have work done that is nobody's to cancel.
     *
     * @param cpu as in Start
     * @param work CPU time of the work
     * @param done called at its end; never, if the host goes down before
     */
    static void Run(const Ptr<Net8HostCpu>& cpu, Time work, std::function<void()> done);

    /**
     * Forget the work under way, if any; its end is not told.
     */
    void Cancel();

    /**
     * Stand still, as the process does whose task this is, or go on: what is left of the work is
     * left as it is.
     *
     * @param stopped whether it stands still
     */
    void SetStopped(bool stopped);

    /**
     * @return whether work is under way
     */
    bool IsRunning() const;

  private:
    /**
     * The work is over.
     */
    void Finish();

    Ptr<Net8HostCpu> m_cpu;                        ///< Where the work is done; nothing: plain time.
    Net8HostCpu::JobId m_job{Net8HostCpu::NO_JOB}; ///< The work, as the CPU knows it.
    EventId m_event;                               ///< Its end, without a CPU.
    bool m_stopped{false};                         ///< It stands still.
    Time m_left;                                   ///< What is left of plain time meanwhile.
    std::function<void()> m_done; ///< Whom to tell of the end; empty: nothing is under way.
};

} // namespace ns3::net8

#endif /* NET8_CPU_TASK_H */
