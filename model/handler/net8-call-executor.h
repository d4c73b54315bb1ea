// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_EXECUTOR_H
#define NET8_CALL_EXECUTOR_H

#include "ns3/event-impl.h"
#include "ns3/net8-server-settings.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How the work of a session is done: by a process of its own, by a shared server behind a
 * dispatcher, or by a pooled server behind a broker.
 *
 * Each session has one executor. It is destroyed when the session ends, and unfinished work is
 * dropped with it.
 */
class Net8CallExecutor
{
  public:
    /// Purpose of a piece of work.
    using Stage = ServerStage;

    /**
     * The work done before the first byte of a reply.
     */
    struct Work
    {
        Stage stage{Stage::CALL}; ///< Purpose of the work.
        Time cpu{};               ///< CPU time.
        Time wait{};              ///< Time without CPU (disk, locks).
    };

    /**
     * Callbacks to the session. None is called from within a method of the executor.
     */
    struct Events
    {
        std::function<void()> ready{}; ///< Called once, when the session can answer.
        /// Called if the work under way cannot be done, with the error text, "ORA-24459: ...".
        std::function<void(const std::string&)> refused{};
        std::function<void()>
            lost{}; ///< Called when the server was taken away: the session is over.
    };

    Net8CallExecutor() = default;
    virtual ~Net8CallExecutor() = default;
    Net8CallExecutor(const Net8CallExecutor&) = delete;
    Net8CallExecutor& operator=(const Net8CallExecutor&) = delete;

    /**
     * Do the work between the hand-over and the first answer.
     *
     * @param events callbacks to the session
     */
    virtual void Start(Events events) = 0;

    /**
     * Do the work of one call. Only one call is under way at a time.
     *
     * @param work the work
     * @param done called once when the work is done, never from within this method
     */
    virtual void Run(const Work& work, std::function<void()> done) = 0;

    /**
     * Cancel the work under way, if any: its callback is not called.
     */
    virtual void Cancel() = 0;

    /**
     * Stop or continue the process of the session. Work that a pooled server has under way is not
     * stopped.
     *
     * @param stopped whether the process is stopped
     */
    virtual void SetStopped([[maybe_unused]] bool stopped)
    {
    }

    /**
     * @return the event in which a wait under way ends, if there is nothing else to do; else null
     */
    virtual const EventImpl* GetWait() const
    {
        return nullptr;
    }

    /**
     * Note that the socket has taken the reply: from now on the session waits for its client.
     */
    virtual void Idle()
    {
    }

    /**
     * Note that the client needs no server until its next call.
     */
    virtual void Release()
    {
    }
};

} // namespace ns3::net8

#endif /* NET8_CALL_EXECUTOR_H */
