// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_H
#define NET8_SESSION_H

#include "net8-random-script.h"
#include "net8-session-record.h"
#include "net8-session-settings.h"

#include "ns3/net8-client-state.h"

#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session of the simulator as its Net8Client sees it, whatever protocol it speaks: that
 * of Oracle Net (Net8ClientSession) or TDS (Net8TdsSession).
 */
class Net8Session
{
  public:
    /// State of the session.
    using State = ClientState;

    /// What a session of a pool did at its last turn to work.
    struct Work
    {
        int32_t transaction{ClientScript::NO_TRANSACTION}; ///< The transaction, by number.
        uint32_t execution{0};                             ///< Which of its session, from 0.
        uint32_t error{0}; ///< Oracle error number of a statement that failed; 0: none did.
    };

    Net8Session() = default;
    virtual ~Net8Session() = default;

    Net8Session(const Net8Session&) = delete;
    Net8Session& operator=(const Net8Session&) = delete;

    /**
     * Begin.
     */
    virtual void Start() = 0;

    /**
     * A session of a pool, which rests, is to do something.
     *
     * @param turn what
     */
    virtual void Take(PoolTurn turn) = 0;

    /**
     * @return what it did at its last turn to work
     */
    virtual const Work& GetWork() const = 0;

    /**
     * Close without telling anybody.
     */
    virtual void Stop() = 0;

    /**
     * The host goes down: the session is over, if it was not. It may not have started.
     *
     * @return its socket, if it has one
     */
    virtual Ptr<Socket> Abort() = 0;

    /**
     * @param hangs whether the host hangs: TCP goes on, all else stands still
     */
    virtual void SetHanging(bool hangs) = 0;

    /**
     * @return true if nothing is left to be sent
     */
    virtual bool IsDrained() const = 0;

    /**
     * @return the state of the session
     */
    virtual State GetState() const = 0;

    /**
     * @return what the session has come to so far
     */
    virtual SessionRecord GetRecord() const = 0;

    /**
     * @return the attempt under way, if there is one
     */
    virtual std::optional<AttemptRecord> GetAttempt() const = 0;

    /**
     * @return what went wrong
     */
    virtual SessionCounters GetCounters() const = 0;
};

} // namespace ns3::net8

#endif /* NET8_SESSION_H */
