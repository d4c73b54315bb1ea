// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_EXECUTOR_H
#define NET8_CALL_EXECUTOR_H

#include "ns3/net8-server-settings.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a session gets its work done: by a process of its own, by a shared server behind a
 * dispatcher, by a pooled server behind a broker.
 *
 * Each session has one; when the session ends, it goes, and takes along what is still to be done.
 */
class Net8CallExecutor
{
  public:
    /// What a piece of work is for.
    using Stage = ServerStage;

    /**
     * What a reply takes before its first byte.
     */
    struct Work
    {
        Stage stage{Stage::CALL}; ///< What it is for.
        Time cpu{};               ///< CPU time.
        Time wait{};              ///< Time without CPU: disk, locks.
    };

    /**
     * What a session is told; none of it from within a method of the executor.
     */
    struct Events
    {
        std::function<void()> ready{}; ///< Once: the session can answer.
        /// The work under way is not done; text of the error, "ORA-24459: ...".
        std::function<void(const std::string&)> refused{};
        std::function<void()> lost{}; ///< The server was taken away: the session is over.
    };

    Net8CallExecutor() = default;
    virtual ~Net8CallExecutor() = default;
    Net8CallExecutor(const Net8CallExecutor&) = delete;
    Net8CallExecutor& operator=(const Net8CallExecutor&) = delete;

    /**
     * Do what comes between the hand-over and the first answer.
     *
     * @param events whom to tell what becomes of it
     */
    virtual void Start(Events events) = 0;

    /**
     * Do the work of one call; there is one at a time.
     *
     * @param work what it takes
     * @param done called once, not from within, when it is done
     */
    virtual void Run(const Work& work, std::function<void()> done) = 0;

    /**
     * Stop the work under way, if there is any: its end is not told.
     */
    virtual void Cancel() = 0;

    /**
     * The process of the session stands still or goes on. What servers of a pool have under way is
     * not stopped.
     *
     * @param stopped whether it stands still
     */
    virtual void SetStopped([[maybe_unused]] bool stopped)
    {
    }

    /**
     * The socket has taken the reply: from now on the session waits for its client.
     */
    virtual void Idle()
    {
    }

    /**
     * The client needs no server until its next call.
     */
    virtual void Release()
    {
    }
};

} // namespace ns3::net8

#endif /* NET8_CALL_EXECUTOR_H */
