// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_DIALOGUE_H
#define NET8_CLIENT_DIALOGUE_H

#include "net8-client-break.h"
#include "net8-client-calls.h"
#include "net8-client-failover.h"
#include "net8-client-logon.h"
#include "net8-client-pause.h"
#include "net8-client-pipeline.h"
#include "net8-client-requests.h"
#include "net8-client-statement.h"
#include "net8-client-talk.h"
#include "net8-read-part.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The calls of a client session, from the ACCEPT to its end, independent of sockets.
 *
 * 1. The round trips of the driver's logon come first, each a request and a reply.
 * 2. Each query is an execute, which may return the first rows, followed by fetches until the end
 * of data, as the driver does it; each statement that changes rows is one execute per array of
 * binds; a commit, rollback or ping is one call. Client processing and think times pass between
 * them.
 * 3. The statements of a transaction may be sent as a pipeline instead (ClientPipeline).
 * 4. A failing call is announced by MARKER packets; the client answers with a reset, and the error
 * ends the query, not the session. After a call timeout the client itself sends a break first. An
 * error during the logon ends the session.
 * 5. A connection that ends between two calls is discovered by the next call.
 * 6. A session with failover that loses its connection goes on with another one
 * (ClientFailover).
 * 7. A logoff call and an end-of-file packet end the session.
 */
class ClientDialogue
{
  public:
    /**
     * Take the ACCEPT and start the logon.
     *
     * @param settings settings of the client; must outlive this object
     * @param script provides its requests; must outlive this object
     * @param progress progress of the session; must outlive this object
     * @param tns the connection; must outlive this object
     * @param accept the ACCEPT
     * @param connectData text of the connect descriptor that was sent
     */
    ClientDialogue(const ClientSettings& settings,
                   ClientScript& script,
                   ClientProgress& progress,
                   TnsConnection& tns,
                   const AcceptPacket& accept,
                   const std::string& connectData);

    /**
     * Start the dialogue by sending the first request.
     *
     * @param now current simulation time
     */
    void Start(std::chrono::nanoseconds now);

    /**
     * Log on with another connection, as the first one is lost.
     *
     * @param tns the connection; must outlive this object, or the next one does
     * @param accept the ACCEPT
     * @param connectData text of the connect descriptor that was sent
     */
    void Reconnect(TnsConnection& tns, const AcceptPacket& accept, const std::string& connectData);

    /**
     * Go on with the connection of another session, which is logged on and rests.
     *
     * @param other the dialogue of that session, which ends without notice
     * @param now current simulation time
     */
    void Adopt(const ClientDialogue& other, std::chrono::nanoseconds now);

    /**
     * @return whether the session rests on a connection of which no end is known
     */
    bool IsAtHand() const;

    /**
     * Handle a packet outside of messages.
     *
     * @param received a packet that is not part of a message
     * @param now current simulation time
     */
    void HandlePacket(const StreamReader::Received& received, std::chrono::nanoseconds now);

    /**
     * Handle a message.
     *
     * @param message a message
     * @param done part of it that was already processed while it was being read
     * @param now current simulation time
     */
    void HandleMessage(const TnsStream::Message& message,
                       const ReadPart& done,
                       std::chrono::nanoseconds now);

    /**
     * Handle an orderly close by the peer.
     */
    void HandleClosed();

    /**
     * Handle a failure of the connection.
     *
     * @param error why the connection became unusable
     */
    void Fail(SessionError error);

    /**
     * Notice at once, not with the next call, that the connection ended between two calls.
     *
     * @param now current simulation time
     */
    void FindLost(std::chrono::nanoseconds now);

    /**
     * Handle an expired timer.
     *
     * @param timer the timer
     * @param now current simulation time
     */
    void HandleTimer(ClientTimer timer, std::chrono::nanoseconds now);

    /**
     * Continue after the shared processor has finished its work.
     *
     * @param now current simulation time
     */
    void HandleWorked(std::chrono::nanoseconds now);

    /**
     * Ask the script again after it had no request.
     *
     * @param now current simulation time
     */
    void Wake(std::chrono::nanoseconds now);

    /**
     * @return rows asked for by the fetch under way or the next one, if there is nothing else, and
     * each further reply like the last one leads to a fetch like it; nothing if there is more to do
     */
    std::optional<uint32_t> GetRowsOfLoop() const;

    /**
     * Go on as if fetches had been made whose replies were like the last one.
     *
     * @param count how many
     * @param rows rows of all replies
     * @param by time that they took
     */
    void SkipFetches(uint64_t count, uint64_t rows, std::chrono::nanoseconds by);

  private:
    /**
     * @return whether the session is logged on and has no outstanding request, so that nothing
     * monitors the connection
     */
    bool IsIdle() const;

    /**
     * Use a connection.
     *
     * @param accept the ACCEPT on it
     */
    void Open(const AcceptPacket& accept);

    /**
     * @return whether the current statement is one short call
     */
    bool IsShort() const;

    /**
     * @return the driver, adapted to the server
     */
    const DriverProfile& GetDriver() const;

    // FAILOVER

    /**
     * Let the session go on with another connection, if it is to.
     *
     * @param error why this one became unusable
     * @return whether it goes on
     */
    bool FailOver(SessionError error);

    /**
     * Go on, as the session is logged on again.
     */
    void Resume();

    /**
     * Execute what comes again before the statement under way, or go on with that.
     */
    void Repeat();

    /**
     * Go on with new work, as all is done again.
     */
    void GoOn();

    /**
     * End the current statement with an error that no server has sent.
     *
     * @param number its Oracle error number
     */
    void FailStatement(uint32_t number);

    // CALLS

    /**
     * Start the next round trip of the logon, or what follows the logon.
     */
    void LogOn();

    /**
     * Ask the script for the next statement, or log off.
     *
     * @param work time needed for the previous reply
     */
    void AskNext(std::chrono::nanoseconds work);

    /**
     * Start a statement.
     *
     * @param task statement to execute; if it has no query, the session rests until Wake
     */
    void Execute(const ClientScript::Task& task);

    /**
     * Rest until Wake, after what the driver sends at the end of a request.
     */
    void Rest();

    /**
     * Execute the statements of a transaction as a pipeline.
     *
     * @param task the first statement
     * @return false if it is the only one
     */
    bool StartPipeline(const ClientScript::Task& task);

    /**
     * Handle a reply if it belongs to a pipeline.
     *
     * @param message a reply
     * @param done part of it that was already processed while it was being read
     * @return whether it does
     */
    bool HandlePiped(const TnsStream::Message& message, const ReadPart& done);

    /**
     * Continue after the replies of a pipeline have been processed.
     */
    void FinishPipeline();

    /**
     * Fetch the rows of the next pipelined query that did not come with its execute.
     *
     * @return false if there are none
     */
    bool FetchRest();

    /**
     * @return whether replies of a pipeline are outstanding or being processed
     */
    bool IsPiping() const;

    /**
     * Start calls that follow one another without work in between.
     *
     * @param steps the calls
     */
    void StartSteps(std::vector<ClientStatement::Step> steps);

    /**
     * Start the next call in m_steps.
     */
    void StartStep();

    /**
     * Start a single call.
     *
     * @param step the call
     */
    void StartQueryCall(const ClientStatement::Step& step);

    /**
     * Start the last calls of the session.
     */
    void LogOff();

    /**
     * Send the end-of-file packet, which has no reply, and close the connection.
     */
    void SayGoodBye();

    /**
     * Start a call.
     *
     * @param kind its purpose
     * @param prefix its message
     */
    void StartCall(CallKind kind, TtcPrefix prefix);

    /**
     * Send a call.
     *
     * @param prefix message of the current call
     */
    void SendCall(const TtcPrefix& prefix);

    /**
     * Send the packets of a call, those that take time to make one after the other.
     *
     * @param prefix message of the current call
     * @param flags data flags of its last packet
     * @param number the packet to begin with
     */
    void SendPackets(const TtcPrefix& prefix, uint16_t flags, uint64_t number);

    /**
     * Wait for the reply to the current call, which has been sent.
     */
    void AwaitReply();

    /**
     * End the session if no byte has arrived for too long; otherwise schedule the next check.
     */
    void CheckReceived();

    /// How long a call may take, and what follows.
    struct Patience
    {
        std::chrono::nanoseconds limit{0}; ///< Its timeout; 0: none.
        TimeoutRule rule{};                ///< What follows.
    };

    /**
     * @return the timeout of the current call: a ping of the pool has its own
     */
    Patience GetPatience() const;

    /**
     * Break the current call as it takes too long, or end the session, as the driver does.
     */
    void HandleOverdue();

    /**
     * Continue after a pause.
     *
     * @param wait length of the pause
     * @param next called afterwards
     */
    void After(std::chrono::nanoseconds wait, std::function<void()> next);

    /**
     * Continue after an optional pause.
     *
     * @param wait length of the pause; 0: none, and no event
     * @param next called afterwards
     */
    void OnceOver(std::chrono::nanoseconds wait, const std::function<void()>& next);

    // REPLIES

    /**
     * Report a part of a reply without end, and wait for the next. The application is told of it
     * outside of the session, which takes the next one at any time.
     */
    void AwaitMore();

    /**
     * Continue after the reply of a call without rows has been reported.
     *
     * @param message the reply
     */
    void HandleAnswer(const TnsStream::Message& message);

    /**
     * Continue after a reply of the logon, of a call in m_steps, or of the logoff has been
     * processed.
     *
     * @param message the reply
     */
    void Continue(const TnsStream::Message& message);

    /**
     * End the session because the two ends do not agree on encryption or checksums.
     *
     * @param error Oracle error number
     */
    void Refuse(uint32_t error);

    /**
     * Send a message; if it belongs to the native services, with all its bytes.
     *
     * @param prefix its first bytes
     * @param flags data flags of its last packet
     */
    void SendMessage(const TtcPrefix& prefix, uint16_t flags);

    /**
     * Handle a reply with rows.
     *
     * @param prefix first bytes of a reply to an execute or a fetch
     */
    void HandleRows(const TtcPrefix& prefix);

    /**
     * Continue after a reply of the query: read the next LOB of its rows; if all are read, process
     * the rows, then fetch the next ones or finish the query.
     */
    void NextLob();

    /**
     * Continue after the reply has been processed: start the next call of the query, or finish it.
     *
     * @param lob the call that reads its next LOB, if there is one
     */
    void AskForMore(const std::optional<ClientStatement::Step>& lob);

    /**
     * Finish the current statement after its last reply has been processed.
     */
    void FinishQuery();

    /**
     * Close the connection and end the session.
     *
     * @param error why; nothing for an orderly end
     * @param code its Oracle error number; 0: none
     */
    void Close(std::optional<SessionError> error, uint32_t code);

    /**
     * Handle the error of the current call.
     *
     * @param number its Oracle error number
     */
    void HandleError(uint32_t number);

    ClientTalk m_talk;                          ///< What its parts share.
    ClientBreak m_break;                        ///< Break and reset of the current call.
    ClientPause m_pause;                        ///< Time and work between messages.
    ClientCalls m_calls;                        ///< Numbers and costs of its calls.
    std::unique_ptr<ClientLogon> m_logon;       ///< Messages of the logon, until it is complete.
    std::vector<uint8_t> m_native;              ///< Bytes of the native services to send.
    std::optional<ClientStatement> m_statement; ///< Makes the calls, once logged on.
    std::vector<ClientStatement::Step> m_steps; ///< Calls without work in between.
    std::size_t m_step{0};                      ///< Index of the next one.
    ClientScript::Task m_task{};                ///< Current statement; its query is null if there
                                                ///< is none.
    ClientScript::Outcome m_outcome;            ///< Its outcome so far.
    std::unique_ptr<ClientPipeline> m_pipeline; ///< Statements sent together.
    std::unique_ptr<ClientFailover> m_failover; ///< For a lost connection; null: no failover.
    ClientCall m_call;                          ///< Current call.
    std::chrono::nanoseconds m_overdue{0};      ///< From when on silence counts: the request, or
                                                ///< the break after its timeout.
    ClientRequests m_requests;                  ///< Requests of a pool that it is part of.
    bool m_borrows{false};                      ///< A server of a resident pool may serve it.
    bool m_lost{false};                         ///< The connection ended between two calls.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_DIALOGUE_H */
