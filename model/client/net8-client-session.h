// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SESSION_H
#define NET8_CLIENT_SESSION_H

#include "net8-connect-attempt.h"
#include "net8-name-lookup.h"
#include "net8-session.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-client-engine.h"
#include "ns3/net8-client-script.h"
#include "ns3/net8-cpu-task.h"

#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session of the simulator: a ClientEngine with sockets, a clock and records.
 *
 * 1. The alias is looked up, which may cost time (NamingMethod).
 * 2. The addresses of the descriptor are tried in the order of a Net8AddressWalk, each with a
 * Net8ConnectAttempt, until one of them accepts. What fails after the ACCEPT ends the session.
 * 3. What is said from TCP's first connect to the logoff is the engine's; its application is a
 * Net8RandomScript, or a Net8TransactionScript where it runs transactions.
 */
class Net8ClientSession : public Net8Session, private Net8ConnectionOwner
{
  public:
    /**
     * @param settings what all sessions of the host have in common; it must outlive the session
     * @param number number of the session in records and traces
     */
    Net8ClientSession(const SessionSettings& settings, uint32_t number);
    ~Net8ClientSession() override;

    /**
     * Begin with the look-up.
     */
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
    /// An address that is tried, or that a wait goes before.
    struct Trial
    {
        Net8AddressWalk::Step step; ///< The address.
        AttemptRecord record;       ///< What the attempt has come to.
    };

    // ADDRESSES

    /**
     * The alias is found: try the first address.
     */
    void HandleFound();

    /**
     * The alias is not found.
     */
    void HandleUnknownAlias();

    /**
     * Try the next address, or give up.
     */
    void Connect();

    /**
     * @param step an address to be tried
     */
    void Attempt(const Net8AddressWalk::Step& step);

    /**
     * @return sockets of the attempt in m_trial, which tell the engine what happens
     */
    std::unique_ptr<Net8ConnectAttempt> MakeAttempt();

    /**
     * Release an attempt that failed and keep its counts.
     */
    void ForgetAttempt();

    /**
     * @param outcome Oracle error number; 0: accepted; or AttemptRecord::UNFINISHED
     */
    void FinishAttempt(int32_t outcome);

    /**
     * @param error why an attempt failed
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
     * Hand the socket what the engine wrote, deal with what it tells, and set its alarm.
     */
    void Pump();

    /**
     * TCP is up.
     */
    void HandleConnected();

    /**
     * @param event the state that changed
     */
    void Handle(const client_event::StateChanged& event);

    /**
     * @param event the end of a wait
     */
    void Handle(const client_event::WaitOver& event);

    /**
     * @param event an attempt that failed
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
     * @param event a wait of a database link
     */
    void Handle(const client_event::BreakWaited& event);

    /**
     * @param event work for the processor of the host
     */
    void Handle(const client_event::WorkBegun& event);

    /**
     * @param event that nothing is asked
     */
    void Handle(const client_event::Resting& event);

    /**
     * @param event the end of the session
     */
    void Handle(const client_event::Ended& event);

    const SessionSettings& m_settings;             ///< What all sessions have in common.
    SessionRecord m_record;                        ///< What the session has come to.
    std::unique_ptr<Net8NameLookup> m_lookup;      ///< Look-up of the alias.
    std::unique_ptr<Net8AddressWalk> m_walk;       ///< Addresses that are left.
    std::unique_ptr<Trial> m_trial;                ///< The address that is tried, until it accepts.
    std::unique_ptr<Net8ConnectAttempt> m_attempt; ///< Attempt under way, with its connection.
    SessionCounters m_counters;                    ///< Errors of attempts before it.
    std::optional<SessionError> m_error;           ///< Why the last attempt failed.
    uint32_t m_errorNumber{0};                     ///< Its Oracle error number.
    Work m_done;                                   ///< What it did at its last turn, in a pool.
    std::unique_ptr<Net8RandomScript> m_script;    ///< What is asked.
    ClientEngine m_engine;                         ///< What is said.
    Net8Alarm m_alarm;                             ///< The next deadline of it.
    std::unique_ptr<Net8CpuTask> m_work;           ///< Its work on a processor that others use.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SESSION_H */
