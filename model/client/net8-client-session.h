// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SESSION_H
#define NET8_CLIENT_SESSION_H

#include "net8-client-setting.h"
#include "net8-client-statement.h"
#include "net8-connect-attempt.h"
#include "net8-name-lookup.h"
#include "net8-session-record.h"

#include "ns3/net8-ttc-logon.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One client session: it connects, logs on, runs queries and logs off.
 *
 * 1. The alias is looked up, which may cost time (NamingMethod).
 * 2. The addresses of the descriptor are tried in the order of a Net8AddressWalk, each with a
 * Net8ConnectAttempt, until one of them accepts. What fails after the ACCEPT ends the session.
 * 3. The round trips of the driver's logon follow, each a request and a reply (LogonStep).
 * 4. Each query is an execute, which may bring the first rows, and fetches until the end of data,
 * in the driver's habit. Times of the client pass between them.
 * 5. A call that fails is told by MARKER packets; the client answers with a reset, and the error
 * ends the query, not the session. After a call timeout the client itself sends a break first. An
 * error in the logon ends the session.
 * 6. A connection that ends between two calls is found dead by the next one.
 * 7. A logoff call, an end-of-file packet and FIN end the session.
 */
class Net8ClientSession
{
  public:
    /**
     * State of the session, as the client sees it.
     */
    enum class State : uint8_t
    {
        IDLE,        ///< Not started.
        RESOLVING,   ///< The alias is looked up.
        CONNECTING,  ///< SYN is out.
        NEGOTIATING, ///< CONNECT is out.
        WAITING,     ///< An attempt failed, the next one follows.
        LOGGING_ON,  ///< A round trip of the logon is under way.
        CALLING,     ///< An execute or a fetch is under way.
        BREAKING,    ///< A call failed or is cancelled; its error comes.
        THINKING,    ///< The client works on rows or thinks.
        LOGGING_OFF, ///< The logoff is under way.
        CLOSED,      ///< Ended in good order.
        FAILED       ///< Ended by an error.
    };

    /**
     * @param setting what all sessions of the host have in common; it must outlive the session
     * @param number number of the session in records and traces
     */
    Net8ClientSession(const ClientSetting& setting, uint32_t number);
    ~Net8ClientSession();

    Net8ClientSession(const Net8ClientSession&) = delete;
    Net8ClientSession& operator=(const Net8ClientSession&) = delete;

    /**
     * Begin with the look-up.
     */
    void Start();

    /**
     * Close without telling anybody.
     */
    void Stop();

    /**
     * The host goes down: the session is over, if it was not. It may not have started.
     *
     * @return its socket, if it has one
     */
    Ptr<Socket> Abort();

    /**
     * @param hangs whether the host hangs: TCP goes on, all else stands still
     */
    void SetHanging(bool hangs);

    /**
     * @return true if nothing is left to be sent
     */
    bool IsDrained() const;

    /**
     * @return the state of the session
     */
    State GetState() const;

    /**
     * @return what the session has come to so far
     */
    SessionRecord GetRecord() const;

    /**
     * @return the attempt under way, if there is one
     */
    std::optional<AttemptRecord> GetAttempt() const;

    /**
     * @return what went wrong
     */
    SessionCounters GetCounters() const;

    /**
     * @param state a state
     * @return its name
     */
    static const char* GetStateName(State state);

  private:
    // SET-UP

    /**
     * Try the next address, or give up.
     */
    void Connect();

    /**
     * @param step an address to be tried
     */
    void Attempt(const Net8AddressWalk::Step& step);

    /**
     * Give an attempt that failed back and keep its counts.
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

    /**
     * TCP is up.
     */
    void HandleConnected();

    /**
     * @param accept the ACCEPT
     */
    void HandleAccept(const AcceptPacket& accept);

    /**
     * The peer closed in good order.
     */
    void HandleClosed();

    /**
     * @param error why the connection is of no more use
     */
    void HandleFailed(SessionError error);

    /**
     * @return whether the session is logged on and has no request under way, so that nobody looks
     * at the connection
     */
    bool IsIdle() const;

    /**
     * @return the connection of the attempt under way
     */
    Net8Connection& GetConnection() const;

    // CALLS

    /**
     * Start the next round trip of the logon, or the first query.
     */
    void LogOn();

    /**
     * Execute the statement.
     */
    void Execute();

    /**
     * @param steps calls that follow one another without work between, the first of which starts
     */
    void StartSteps(std::vector<Net8ClientStatement::Step> steps);

    /**
     * Start the next of the calls in m_steps.
     */
    void StartStep();

    /**
     * Fetch the next array.
     */
    void Fetch();

    /**
     * Say good-bye.
     */
    void LogOff();

    /**
     * @param kind what the call is for
     * @param prefix its message
     */
    void StartCall(CallKind kind, TtcPrefix prefix);

    /**
     * @param prefix message of the call under way
     */
    void SendCall(const TtcPrefix& prefix);

    /**
     * Give up where no byte has come for too long; else look again when that may be.
     */
    void CheckReceived();

    /**
     * @param message type of a message
     * @return header flags of its packets
     */
    uint8_t GetHeaderFlags(TtcMessage message) const;

    /**
     * @param packets TNS packets of a request or a reply
     * @param bytes their bytes
     * @return time that the processor takes to write or to read them
     */
    Time GetWork(uint64_t packets, uint64_t bytes) const;

    /**
     * @return time that the client takes for the reply that came, but for its rows
     */
    Time GetReplyWork() const;

    /**
     * Go on once the reply that came is dealt with.
     *
     * @param next what follows
     */
    void AfterWork(std::function<void()> next);

    /**
     * @param received a packet after the ACCEPT that is part of no message
     */
    void HandlePacket(const StreamReader::Received& received);

    /**
     * @param message the reply
     */
    void HandleMessage(const Net8Connection::Message& message);

    /**
     * Take what a protocol reply tells.
     *
     * @param server the server's platform and TNS version, and its verifier
     */
    void ReadProtocol(uint32_t server);

    /**
     * @param prefix first bytes of a reply of the logon, to one of m_steps or to the logoff
     */
    void GoOn(const TtcPrefix& prefix);

    /**
     * @param message reply or error of the call under way
     */
    void NoteReply(const Net8Connection::Message& message);

    /**
     * @param prefix first bytes of a reply to an execute or a fetch
     */
    void HandleRows(const TtcPrefix& prefix);

    /**
     * A reply of the query is there: read what is next of the LOBs of its rows; if all are read,
     * work on the rows, then fetch the next ones or finish the query.
     */
    void NextLob();

    /**
     * The query under way is over once its last reply is dealt with.
     */
    void FinishQuery();

    /**
     * Send a break: the call takes too long.
     */
    void CancelCall();

    /**
     * @param received a MARKER
     */
    void HandleMarker(const StreamReader::Received& received);

    /**
     * A database link put a break into its socket buffer, or has the answer to it.
     *
     * @param time how long that took
     */
    void AddDblinkWait(Time time);

    /**
     * @param message error of the call under way
     */
    void HandleError(const Net8Connection::Message& message);

    /**
     * @param type DATA_BYTE or ATTENTION
     * @param data BREAK, RESET or INTERRUPT
     */
    void SendMarker(uint8_t type, uint8_t data);

    /**
     * The session is over: stop timers, tell the owner.
     *
     * @param error why, or nothing if it ended in good order
     * @param code its Oracle error number, or 0
     */
    void End(std::optional<SessionError> error, uint32_t code);

    /**
     * @param state the new state
     */
    void SwitchToState(State state);

    const ClientSetting& m_setting;                 ///< What all sessions have in common.
    State m_state{State::IDLE};                     ///< Where the session stands.
    SessionRecord m_record;                         ///< What the session has come to.
    std::unique_ptr<Net8NameLookup> m_lookup;       ///< Look-up of the alias.
    std::unique_ptr<Net8AddressWalk> m_walk;        ///< Addresses that are left.
    std::unique_ptr<Net8ConnectAttempt> m_attempt;  ///< Attempt under way, with its connection.
    AttemptRecord m_attemptRecord;                  ///< What it has come to.
    SessionCounters m_counters;                     ///< Errors of attempts before it.
    std::optional<SessionError> m_error;            ///< Why the last attempt failed.
    uint32_t m_errorNumber{0};                      ///< Its Oracle error number.
    const DriverProfile* m_driver;                  ///< The driver, fitted to the server.
    std::unique_ptr<TtcLogonSizes> m_sizes;         ///< Sizes of requests, until logged on.
    std::vector<LogonStep> m_logon;                 ///< Messages of the logon.
    std::size_t m_logonStep{0};                     ///< Next of them.
    std::optional<Net8ClientStatement> m_statement; ///< What to call, once logged on.
    std::vector<Net8ClientStatement::Step> m_steps; ///< Calls without work between.
    std::size_t m_step{0};                          ///< Next of them.
    uint32_t m_query{0};                            ///< 0-based number of the query.
    CallRecord m_call;                              ///< Call under way.
    bool m_lost{false};                             ///< The connection ended between two calls.
    bool m_breakSeen{false};            ///< The server's break of this call has arrived.
    Time m_breakStart{NanoSeconds(-1)}; ///< When this end sent a break; negative: it did not.
    uint32_t m_calls{0};                ///< Calls started.
    Net8StoppableEvent m_cancel;        ///< Cancels the call under way.
    Net8StoppableEvent m_next;          ///< Next attempt or call.
    Net8StoppableEvent m_silence;       ///< Ends a wait for a reply.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SESSION_H */
