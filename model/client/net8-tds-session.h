// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SESSION_H
#define NET8_TDS_SESSION_H

#include "net8-dial.h"
#include "net8-session.h"

#include "ns3/net8-message-socket.h"
#include "ns3/net8-pipe-client.h"
#include "ns3/net8-random.h"
#include "ns3/net8-tds-client-engine.h"

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
    void Stop() override;
    void Lose() override;
    void SetHanging(bool hangs) override;
    bool IsDrained() const override;
    State GetState() const override;
    SessionRecord GetRecord() const override;

  private:
    Ptr<Socket> Forget() override;
    void Fail(SessionError error, uint32_t code) override;
    void HandleAlarm() override;
    std::optional<Task> GetNext() override;
    std::chrono::nanoseconds GetWork(uint64_t rows) override;

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
     *
     * @param error why it failed; nothing: TCP is connected
     */
    void HandleDialled(std::optional<SessionError> error);

    /**
     * Report a state, if it is new.
     *
     * @param state the state
     */
    void Enter(State state);

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
    void HandleCalls();

    /**
     * Report a call that is over.
     *
     * @param call the call
     */
    void HandleCall(const TdsClientCall& call);

    /**
     * End the session.
     *
     * @param error why, unless it ended in an orderly way
     */
    void End(std::optional<SessionError> error);

    Net8OwnDraws m_draws;               ///< Random variables of the session.
    uint32_t m_asked{0};                ///< Requests made so far.
    std::size_t m_told{0};              ///< Calls reported.
    State m_state{State::IDLE};         ///< State reported last.
    Net8Dial m_dial;                    ///< Its TCP connect.
    TdsConnection m_connection;         ///< Its connection.
    TdsClientEngine m_engine;           ///< The dialogue.
    std::unique_ptr<PipeClient> m_pipe; ///< Named pipe under it; null: none.
    Net8MessageSocket m_socket;         ///< Its socket.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SESSION_H */
