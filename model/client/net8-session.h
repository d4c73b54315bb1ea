// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_H
#define NET8_SESSION_H

#include "net8-random-script.h"
#include "net8-session-record.h"
#include "net8-session-settings.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-client-state.h"
#include "ns3/net8-ip-address.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session in the simulator, whatever protocol it uses: Oracle Net (Net8ClientSession) or
 * TDS (Net8TdsSession). It keeps the records and reports; the dialogue is that of the protocol.
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

    /**
     * @param settings settings common to all sessions of the host; they must outlive the session
     * @param number number of the session in records and traces
     */
    Net8Session(const SessionSettings& settings, uint32_t number);
    virtual ~Net8Session();

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
    const Work& GetWork() const;

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
     * @return IP address of the host at the other end; nothing: there is no connection
     */
    virtual std::optional<IpAddress> GetServer() const
    {
        return std::nullopt;
    }

    /**
     * End the session because the host goes down, if it is not over yet. It may not have started.
     *
     * @return its socket, if it has one
     */
    Ptr<Socket> Abort();

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
    std::optional<AttemptRecord> GetAttempt() const;

    /**
     * @return the failover under way, if there is one
     */
    virtual std::optional<FailoverRecord> GetFailover() const
    {
        return std::nullopt;
    }

    /**
     * @return counts of its errors
     */
    virtual SessionCounters GetCounters() const;

  protected:
    /**
     * Forget the socket, as the host goes down.
     *
     * @return the socket, if there is one
     */
    virtual Ptr<Socket> Forget() = 0;

    /**
     * Count an error and end the session with it.
     *
     * @param error the error
     * @param code its Oracle error number; 0: none
     */
    virtual void Fail(SessionError error, uint32_t code) = 0;

    /**
     * Handle the deadline of the alarm.
     */
    virtual void HandleAlarm() = 0;

    /**
     * @return whether the session is over
     */
    bool IsOver() const;

    /**
     * Begin the record of an attempt at an address.
     *
     * @param host the host, as it is written
     * @param port the port
     * @param ip its address; nothing: the host has none
     * @return the record
     */
    AttemptRecord& BeginAttempt(const std::string& host,
                                uint16_t port,
                                const std::optional<Address>& ip);

    /**
     * Report the attempt under way, if there is one.
     *
     * @param outcome Oracle error number; 0: accepted; or AttemptRecord::UNFINISHED
     */
    void FinishAttempt(int32_t outcome);

    /**
     * Report a change of state.
     *
     * @param before old state
     * @param after new state
     */
    void TellState(State before, State after) const;

    /**
     * Report a round trip.
     *
     * @param call the round trip
     */
    void TellCall(const CallRecord& call);

    /**
     * Report the end of the session.
     *
     * @param error why, unless it ended in an orderly way
     * @param code its error number; 0: none
     */
    void TellEnd(std::optional<SessionError> error, uint32_t code);

    const SessionSettings& m_settings;      ///< Settings common to all sessions.
    SessionRecord m_record;                 ///< Record of the session so far.
    std::unique_ptr<AttemptRecord> m_trial; ///< Record of the attempt under way; null: none is.
    SessionCounters m_counters;             ///< Counts of errors.
    Work m_done;                            ///< What it did at its last turn, in a pool.
    Net8Alarm m_alarm;                      ///< Rings at the next deadline.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_H */
