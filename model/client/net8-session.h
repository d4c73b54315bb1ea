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
 * One client session in the simulator as seen by its Net8Client, whatever protocol it uses: Oracle
 * Net (Net8ClientSession) or TDS (Net8TdsSession).
 */
class Net8Session
{
  public:
    /// State of the session.
    using State = ClientState;

    /// What a pooled session did at its last turn to work.
    struct Work
    {
        int32_t transaction{ClientScript::NO_TRANSACTION}; ///< Number of the transaction.
        uint32_t execution{0}; ///< 0-based count of transactions in the session.
        uint32_t error{0};     ///< Oracle error number of a failed statement; 0: none failed.
    };

    Net8Session() = default;
    virtual ~Net8Session() = default;

    Net8Session(const Net8Session&) = delete;
    Net8Session& operator=(const Net8Session&) = delete;

    /**
     * Start the session.
     */
    virtual void Start() = 0;

    /**
     * Give a pooled session that rests something to do.
     *
     * @param turn what to do
     */
    virtual void Take(PoolTurn turn) = 0;

    /**
     * @return what it did at its last turn to work
     */
    virtual const Work& GetWork() const = 0;

    /**
     * Close without notifying anybody.
     */
    virtual void Stop() = 0;

    /**
     * Close during a call, without a logoff: the session is over, in order.
     */
    virtual void Cut()
    {
        Stop();
    }

    /**
     * Treat the connection as lost now, as if a RST had arrived and been noticed at once, also
     * between two calls. Nothing happens before the first attempt and after the end.
     */
    virtual void Lose() = 0;

    /**
     * End the session because the host goes down, if it is not over yet. It may not have started.
     *
     * @return its socket, if it has one
     */
    virtual Ptr<Socket> Abort() = 0;

    /**
     * Make the host hang or continue. TCP continues during a hang, all else stops.
     *
     * @param hangs whether the host hangs
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
     * @return the record of the session so far
     */
    virtual SessionRecord GetRecord() const = 0;

    /**
     * @return the attempt under way, if there is one
     */
    virtual std::optional<AttemptRecord> GetAttempt() const = 0;

    /**
     * @return counts of its errors
     */
    virtual SessionCounters GetCounters() const = 0;
};

} // namespace ns3::net8

#endif /* NET8_SESSION_H */
