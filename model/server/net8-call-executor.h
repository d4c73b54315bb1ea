// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_EXECUTOR_H
#define NET8_CALL_EXECUTOR_H

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>

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
    /**
     * Kind of a piece of work.
     */
    enum class Stage : uint8_t
    {
        LOGON, ///< A round trip of the logon.
        CALL,  ///< A call of the session.
        LOGOFF ///< The last one.
    };

    /**
     * What a reply takes before its first byte.
     */
    struct Work
    {
        Stage stage{Stage::CALL}; ///< What it is for.
        Time cpu;                 ///< CPU time.
        Time wait;                ///< Time without CPU: disk, locks.
    };

    Net8CallExecutor() = default;
    virtual ~Net8CallExecutor() = default;
    Net8CallExecutor(const Net8CallExecutor&) = delete;
    Net8CallExecutor& operator=(const Net8CallExecutor&) = delete;

    /**
     * Do what comes between the hand-over and the first answer.
     *
     * @param ready called once, not from within, when the session can answer
     */
    virtual void Start(std::function<void()> ready) = 0;

    /**
     * Do the work of one call; there is one at a time.
     *
     * @param work what it takes
     * @param done called once, not from within, when it is done
     */
    virtual void Run(const Work& work, std::function<void()> done) = 0;

    /**
     * Give up the work under way, if there is any: its end is not told.
     */
    virtual void Cancel() = 0;
};

} // namespace ns3::net8

#endif /* NET8_CALL_EXECUTOR_H */
