// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SHARED_EXECUTOR_H
#define NET8_SHARED_EXECUTOR_H

#include "net8-call-executor.h"
#include "net8-dispatcher.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A session with a dispatcher: each of its calls, those of the logon included, is read by the
 * dispatcher, waits in the common queue for a shared server, and is written by the dispatcher.
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
    const std::function<void()> m_gone;     ///< Whom to tell of the end.
    Net8SerialProcess::JobId m_start{0};    ///< Its turn to take the session.
    Net8Dispatcher::CallId m_call{0};       ///< The call under way, or the last one.
};

} // namespace ns3::net8

#endif /* NET8_SHARED_EXECUTOR_H */
