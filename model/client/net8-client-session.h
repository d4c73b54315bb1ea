// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SESSION_H
#define NET8_CLIENT_SESSION_H

#include "net8-connect-attempt.h"
#include "net8-name-lookup.h"
#include "net8-session.h"

#include "ns3/event-impl.h"
#include "ns3/net8-client-engine.h"
#include "ns3/net8-client-script.h"
#include "ns3/net8-cpu-task.h"

#include <memory>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session in the simulator: a ClientEngine with sockets, a clock and records.
 *
 * 1. The alias is looked up, which may take time (NamingMethod).
 * 2. The addresses of the descriptor are tried in the order of a Net8AddressWalk, each by a
 * Net8ConnectAttempt, until one accepts. A failure after the ACCEPT ends the session.
 * 3. The engine conducts the dialogue, from the first TCP connect to the logoff. Its application is
 * a Net8RandomScript, or a Net8TransactionScript if the session runs transactions.
 * 4. With failover, a connection that is lost after the logon does not end the session: the
 * addresses are tried again, or a second connection takes over that was opened at the logon.
 */
class Net8ClientSession : public Net8Session, private Net8ConnectionOwner
{
  public:
    /**
     * @param settings settings common to all sessions of the host; they must outlive the session
     * @param number number of the session in records and traces
     * @param stream number of its random streams
     */
    Net8ClientSession(const SessionSettings& settings, uint32_t number, int64_t stream);
    ~Net8ClientSession() override;

    /**
     * Start with the look-up of the alias.
     */
    void Start() override;
    void Take(PoolTurn turn) override;
    void Stop() override;
    void Cut() override;
    void Lose() override;
    std::optional<IpAddress> GetServer() const override;
    void SetHanging(bool hangs) override;
    bool IsDrained() const override;
    State GetState() const override;
    SessionRecord GetRecord() const override;
    std::optional<FailoverRecord> GetFailover() const override;
    SessionCounters GetCounters() const override;

    /**
     * @return rows asked for by the fetch under way, if nothing else is, and each further reply
     * like the last one leads to a fetch like it; nothing if there is more to do
     */
    std::optional<uint32_t> GetRowsOfLoop() const;

    /**
     * @return the connection; null: there is none
     */
    Net8Connection* GetConnection() const;

    /**
     * @return the event at its next deadline, at which it goes on; null: there is none
     */
    const EventImpl* GetAlarm() const
    {
        return m_alarm.GetEvent();
    }

    /**
     * Report a call that was skipped.
     *
     * @param record the call
     */
    void TellSkipped(const CallRecord& record);

    /**
     * Go on as if fetches had been made again, which are reported separately.
     *
     * @param count how many
     * @param rows rows of all replies
     * @param by time that they took
     */
    void SkipFetches(uint64_t count, uint64_t rows, Time by);

  private:
    Ptr<Socket> Forget() override;
    void Fail(SessionError error, uint32_t code) override;
    void HandleAlarm() override;

    /// What only a session with failover has.
    struct Failover;

    /// What is only there until a server accepts, or while one is looked for again.
    struct Search
    {
        Net8AddressWalk walk;                      ///< Addresses left to try.
        std::optional<Net8AddressWalk::Step> step; ///< Address under trial, until it accepts.
    };

    // FAILOVER

    /**
     * Open the second connection, if there is to be one.
     */
    void OpenBackup();

    /**
     * Go on with the second connection.
     *
     * @return false if there is none that can be used
     */
    bool TakeBackup();

    /**
     * @return whether the session has lost its connection and has not gone on yet
     */
    bool IsFailingOver() const;

    /**
     * Report a failover, and return to what the record of the session said before.
     *
     * @param outcome Oracle error number; 0: the session goes on
     */
    void FinishFailover(uint32_t outcome);

    // ADDRESSES

    /**
     * @return the next address to try; nothing if there is none left
     */
    std::optional<Net8AddressWalk::Step> NextAddress();

    /**
     * Try the first address, as the alias has been found.
     */
    void HandleFound();

    /**
     * End the session, as the alias has not been found.
     */
    void HandleUnknownAlias();

    /**
     * Try the next address, or give up.
     */
    void Connect();

    /**
     * Try an address.
     *
     * @param step the address
     */
    void Attempt(const Net8AddressWalk::Step& step);

    /**
     * @return the address under trial, or to be tried; null: there is none
     */
    const Net8AddressWalk::Step* GetStep() const;

    /**
     * Release the connection, which failed, keeping its counts.
     */
    void ForgetConnection();

    /**
     * Add what the connection of the attempt has counted to the record, as another one follows it.
     */
    void KeepCounts();

    /**
     * Handle an attempt that failed.
     *
     * @param error why it failed
     * @param code its Oracle error number
     */
    void FailAttempt(SessionError error, uint32_t code);

    // THE CONNECTION
    void HandlePacket(const StreamReader::Received& received) override;
    void HandleMessage(const TnsStream::Message& message) override;
    void HandleFailed(SessionError error) override;
    void HandleClosed() override;

    // THE ENGINE

    /**
     * Send what the engine wrote, handle its events, and set its alarm.
     */
    void Pump();

    /**
     * Handle the end of the TCP connect.
     */
    void HandleConnected();

    /**
     * @param event a change of state
     */
    void Handle(const client_event::StateChanged& event);

    /**
     * @param event the end of a wait
     */
    void Handle(const client_event::WaitOver& event);

    /**
     * @param event a failed attempt
     */
    void Handle(const client_event::AttemptFailed& event);

    /**
     * @param event a REDIRECT
     */
    void Handle(const client_event::Redirected& event);

    /**
     * @param event the ACCEPT
     */
    void Handle(const client_event::Accepted& event);

    /**
     * @param event the end of the logon
     */
    void Handle(const client_event::LoggedOn& event);

    /**
     * @param event a round trip
     */
    void Handle(const client_event::CallDone& event);

    /**
     * @param event a wait of a database link for a break
     */
    void Handle(const client_event::BreakWaited& event);

    /**
     * @param event work for the processor of the host
     */
    void Handle(const client_event::WorkBegun& event);

    /**
     * @param event the session rests, as it has no work
     */
    void Handle(const client_event::Resting& event);

    /**
     * @param event the loss of the connection, after which the session goes on with another one
     */
    void Handle(const client_event::Lost& event);

    /**
     * @param event the end of a failover
     */
    void Handle(const client_event::Resumed& event);

    /**
     * @param event the end of the session
     */
    void Handle(const client_event::Ended& event);

    /// Note how long TCP had retransmitted, if it gave up the connection.
    void NoteGivenUp();

    std::unique_ptr<Net8NameLookup> m_lookup;      ///< Look-up of the alias.
    std::unique_ptr<Search> m_search;              ///< For a server that accepts; null: it is over.
    std::unique_ptr<Net8ConnectAttempt> m_attempt; ///< Attempt under way; null: there is none.
    Ptr<Net8Connection> m_connection;              ///< The connection; null: there is none.
    std::optional<SessionError> m_error;           ///< Why the last attempt failed.
    uint32_t m_errorNumber{0};                     ///< Oracle error number of the last attempt.
    std::unique_ptr<Net8RandomScript> m_script;    ///< The application: what it asks.
    std::unique_ptr<ClientScript> m_subscription;  ///< What it asks instead or in addition, if it
                                                   ///< has to do with a subscription.
    ClientEngine m_engine;                         ///< The dialogue.
    std::unique_ptr<Net8CpuTask> m_work;           ///< Work on a processor shared with others.
    std::unique_ptr<Failover> m_failover;          ///< Null: no need for it so far.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SESSION_H */
