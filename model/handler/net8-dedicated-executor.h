// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DEDICATED_EXECUTOR_H
#define NET8_DEDICATED_EXECUTOR_H

#include "net8-call-executor.h"

#include "ns3/event-impl.h"
#include "ns3/net8-cpu-task.h"
#include "ns3/ptr.h"

#include <memory>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A process that serves a single session.
 */
class Net8DedicatedExecutor : public Net8CallExecutor
{
  public:
    /**
     * Make one. What ends it is a part of it, as there is one for each session.
     *
     * @tparam Gone function without arguments
     * @param cpu the CPU of the host; null: work just takes its time
     * @param birth work until the process can answer
     * @param gone called when the session is over
     * @return the executor
     */
    template <typename Gone>
    static std::unique_ptr<Net8CallExecutor> Make(Ptr<Net8HostCpu> cpu,
                                                  const Work& birth,
                                                  Gone gone);

    // Inherited
    void Start(Events events) override;
    void Run(const Work& work, std::function<void()> done) override;
    void Cancel() override;
    void SetStopped(bool stopped) override;

    const EventImpl* GetWait() const override
    {
        return PeekPointer(m_wait);
    }

  protected:
    /**
     * @param cpu the CPU of the host; null: work just takes its time
     * @param birth work until the process can answer
     */
    Net8DedicatedExecutor(Ptr<Net8HostCpu> cpu, const Work& birth);

  private:
    /**
     * @return the CPU task of the process
     */
    Net8CpuTask& GetTask();

    const Ptr<Net8HostCpu> m_cpu;        ///< CPU of the host; null: plain time.
    std::unique_ptr<const Work> m_birth; ///< Work until the process can answer; null once it is
                                         ///< begun.
    std::unique_ptr<Net8CpuTask> m_task; ///< CPU work under way; null if there never was any.
    Ptr<EventImpl> m_wait;               ///< End of the wait under way; null: there is none.
};

template <typename Gone>
std::unique_ptr<Net8CallExecutor>
Net8DedicatedExecutor::Make(Ptr<Net8HostCpu> cpu, const Work& birth, Gone gone)
{
    /// Tells its end.
    class Executor : public Net8DedicatedExecutor
    {
      public:
        Executor(Ptr<Net8HostCpu> cpu, const Work& birth, Gone gone)
            : Net8DedicatedExecutor(cpu, birth),
              m_gone(std::move(gone))
        {
        }

        ~Executor() override
        {
            Cancel();
            m_gone();
        }

      private:
        Gone m_gone; ///< Called at the end of the session.
    };

    return std::make_unique<Executor>(cpu, birth, std::move(gone));
}

} // namespace ns3::net8

#endif /* NET8_DEDICATED_EXECUTOR_H */
