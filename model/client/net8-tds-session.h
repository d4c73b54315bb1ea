// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SESSION_H
#define NET8_TDS_SESSION_H

#include "net8-session.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-pipe-client.h"
#include "ns3/net8-tds-client-engine.h"
#include "ns3/net8-tds-socket.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session of the simulator with a SQL Server: a TdsClientEngine with a socket, a clock
 * and records.
 *
 * 1. It tries one address, that of the server; connect and logon have one limit together.
 * 2. PRELOGIN, LOGIN7 and the begin of a transaction are round trips of the logon; each batch or
 * call after them is an execute, whose reply brings all of its rows.
 * 3. It ends by closing: TDS has no logoff.
 * 4. Where it goes through a named pipe, that is opened and closed, too (PipeClient).
 */
class Net8TdsSession : public Net8Session, private TdsClientScript
{
  public:
    /**
     * @param settings what all sessions of the host have in common; it must outlive the session
     * @param number number of the session in records and traces
     */
    Net8TdsSession(const SessionSettings& settings, uint32_t number);
    ~Net8TdsSession() override;

    void Start() override;
    void Take(PoolTurn turn) override;
    const Work& GetWork() const override;
    void Stop() override;
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
     * @return whether it could begin
     */
    bool Connect();

    /**
     * @return the pipe; null: there is none
     */
    std::unique_ptr<PipeClient> MakePipe();

    /**
     * @param segment bytes of the socket
     */
    void HandleBytes(ByteSource& segment);

    /**
     * TCP is up.
     */
    void HandleConnected();

    /**
     * Set the alarm for what is next.
     */
    void SetAlarm();

    /**
     * The connection is over, or did not come about.
     *
     * @param error why, unless the engine knows
     */
    void HandleLost(SessionError error);

    /**
     * Hand the socket what the engine wrote, tell what is new, and set the alarm.
     */
    void Pump();

    /**
     * Tell the calls that are over.
     */
    void TellCalls();

    /**
     * @param call a call that is over
     */
    void TellCall(const TdsClientCall& call);

    /**
     * The session is over.
     *
     * @param error why, if not in good order
     */
    void End(std::optional<SessionError> error);

    /**
     * The attempt is over.
     *
     * @param outcome number of its error; 0: it came to a PRELOGIN
     */
    void FinishAttempt(int32_t outcome);

    const SessionSettings& m_settings;  ///< What all sessions have in common.
    SessionRecord m_record;             ///< What the session has come to.
    AttemptRecord m_attempt;            ///< Its attempt.
    bool m_trying{false};               ///< The attempt is under way.
    SessionCounters m_counters;         ///< What went wrong.
    Work m_done;                        ///< What it did last.
    uint32_t m_asked{0};                ///< Requests so far.
    uint32_t m_error{0};                ///< Number of the last error of the server.
    std::size_t m_told{0};              ///< Calls that were told.
    State m_state{State::IDLE};         ///< State that was told.
    bool m_over{false};                 ///< Its end was told.
    std::optional<bool> m_held;         ///< End of the TCP connect that it is to be told of.
    bool m_hangs{false};                ///< The host hangs.
    TdsConnection m_connection;         ///< Its connection.
    TdsClientEngine m_engine;           ///< What is said.
    std::unique_ptr<PipeClient> m_pipe; ///< The pipe under it; null: none.
    Net8TdsSocket m_socket;             ///< Its socket.
    Net8Alarm m_alarm;                  ///< The next deadline of it.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SESSION_H */
