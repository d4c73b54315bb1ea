// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SHARED_EXECUTOR_H
#define NET8_SHARED_EXECUTOR_H

#include "net8-call-executor.h"
#include "net8-dispatcher.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A session of a dispatcher: each of its calls, including those of the logon, is read by the
 * dispatcher, waits in the common queue for a shared server, and has its reply written by the
 * dispatcher.
 */
class Net8SharedExecutor : public Net8CallExecutor
{
  public:
    /**
     * @param dispatcher the dispatcher
     * @param gone called when the session is over
     */
    Net8SharedExecutor(Ptr<Net8Dispatcher> dispatcher, std::function<void()> gone);
    ~Net8SharedExecutor() override;

    // Inherited
    void Start(Events events) override;
    void Run(const Work& work, std::function<void()> done) override;
    void Cancel() override;

  private:
    const Ptr<Net8Dispatcher> m_dispatcher; ///< The dispatcher.
    const std::function<void()> m_gone;     ///< Called at the end of the session.
    Net8SerialProcess::JobId m_start{0};    ///< Job that takes the session over.
    Net8Dispatcher::CallId m_call{0};       ///< Current or last call.
};

} // namespace ns3::net8

#endif /* NET8_SHARED_EXECUTOR_H */
