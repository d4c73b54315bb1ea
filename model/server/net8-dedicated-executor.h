// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DEDICATED_EXECUTOR_H
#define NET8_DEDICATED_EXECUTOR_H

#include "net8-call-executor.h"
#include "net8-cpu-task.h"
#include "net8-host-resources.h"

#include "ns3/event-id.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A process that serves one session alone. It takes the memory of a process and of a session, which
 * was reserved for it, and gives it back when it goes.
 */
class Net8DedicatedExecutor : public Net8CallExecutor
{
  public:
    /**
     * @param resources what the process takes, from where
     */
    explicit Net8DedicatedExecutor(const HostResources& resources);
    ~Net8DedicatedExecutor() override;

    // Inherited
    void Start(std::function<void()> ready) override;
    void Run(const Work& work, std::function<void()> done) override;
    void Cancel() override;

  private:
    const HostResources m_resources; ///< What the process takes.
    Net8CpuTask m_task;              ///< CPU work under way.
    EventId m_wait;                  ///< Wait under way.
};

} // namespace ns3::net8

#endif /* NET8_DEDICATED_EXECUTOR_H */
