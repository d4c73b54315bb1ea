// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SESSION_H
#define NET8_TDS_SESSION_H

#include "net8-session.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-pipe-client.h"
#include "ns3/net8-random.h"
#include "ns3/net8-tds-client-engine.h"
#include "ns3/net8-message-socket.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session in the simulator with a SQL Server: a TdsClientEngine with a socket, a clock
 * and records.
 *
 * 1. It tries one address, the server's; connect and logon share one limit.
 * 2. PRELOGIN, LOGIN7 and the begin of a transaction are round trips of the logon; each batch or
 * call after them is an execute, whose reply brings all of its rows.
 * 3. It ends by closing: TDS has no logoff.
 * 4. If it goes through a named pipe, the pipe is opened and closed, too (PipeClient).
 */
class Net8TdsSession : public Net8Session, private TdsClientScript
{
  public:
    /**
     * @param settings settings common to all sessions of the host; they must outlive the session
     * @param number number of the session in records and traces
     * @param stream number of its random streams
     */
    Net8TdsSession(const SessionSettings& settings, uint32_t number, int64_t stream);
    ~Net8TdsSession() override;

    void Start() override;
    void Take(PoolTurn turn) override;
    const Work& GetWork() const override;
    void Stop() override;
    void Lose() override;
    Ptr<Socket> Abort() override;
    void SetHanging(bool hangs) override;
    bool IsDrained() const override;
    State GetState() const override;
    SessionRecord GetRecord() const override;
    std::optional<AttemptRecord> GetAttempt() const override;
    SessionCounters GetCounters() const override;

  private:
    std::optional<Task> GetNext() override;
    std::chrono::nanoseconds GetWork(uint64_t rows) override;

    /**
     * Connect the socket.
     *
     * @return whether the connect could start
     */
    bool Connect();

    /**
     * @return the pipe; null if there is none
     */
    std::unique_ptr<PipeClient> MakePipe();

    /**
     * Handle bytes that arrived.
     *
     * @param segment the bytes
     */
    void HandleBytes(ByteSource& segment);

    /**
     * Handle the end of the TCP connect.
     */
    void HandleConnected();

    /**
     * Set the alarm for the next deadline.
     */
    void SetAlarm();

    /**
     * Handle the loss of the connection, or its failure to come up.
     *
     * @param error why, unless the engine knows
     */
    void HandleLost(SessionError error);

    /**
     * Send what the engine wrote, report news, and set the alarm.
     */
    void Pump();

    /**
     * Report the calls that are over.
     */
    void TellCalls();

    /**
     * Report a call that is over.
     *
     * @param call the call
     */
    void TellCall(const TdsClientCall& call);

    /**
     * End the session.
     *
     * @param error why, unless it ended in an orderly way
     */
    void End(std::optional<SessionError> error);

    /**
     * Finish the record of the attempt.
     *
     * @param outcome number of its error; 0: PRELOGIN was reached
     */
    void FinishAttempt(int32_t outcome);

    const SessionSettings& m_settings;  ///< Settings common to all sessions.
    Net8OwnDraws m_draws;               ///< Random variables of the session.
    SessionRecord m_record;             ///< Record of the session so far.
    AttemptRecord m_attempt;            ///< Record of its attempt.
    bool m_trying{false};               ///< The attempt is under way.
    SessionCounters m_counters;         ///< Counts of errors.
    Work m_done;                        ///< What it did last.
    uint32_t m_asked{0};                ///< Requests made so far.
    uint32_t m_error{0};                ///< Number of the last error of the server.
    std::size_t m_told{0};              ///< Calls reported.
    State m_state{State::IDLE};         ///< State reported last.
    bool m_over{false};                 ///< Its end was reported.
    std::optional<bool> m_held;         ///< End of the TCP connect held back.
    bool m_hangs{false};                ///< The host hangs.
    TdsConnection m_connection;         ///< Its connection.
    TdsClientEngine m_engine;           ///< The dialogue.
    std::unique_ptr<PipeClient> m_pipe; ///< Named pipe under it; null: none.
    Net8MessageSocket m_socket;             ///< Its socket.
    Net8Alarm m_alarm;                  ///< Rings at its next deadline.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SESSION_H */
