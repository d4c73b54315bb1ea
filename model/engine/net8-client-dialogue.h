// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_DIALOGUE_H
#define NET8_CLIENT_DIALOGUE_H

#include "net8-client-break.h"
#include "net8-client-calls.h"
#include "net8-client-logon.h"
#include "net8-client-pause.h"
#include "net8-client-pipeline.h"
#include "net8-client-progress.h"
#include "net8-client-requests.h"
#include "net8-client-script.h"
#include "net8-client-statement.h"
#include "net8-read-part.h"
#include "net8-tns-connection.h"

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
 * The calls of a client session, from the ACCEPT to its end, without sockets.
 *
 * 1. The round trips of the driver's logon come first, each a request and a reply.
 * 2. Each query is an execute, which may bring the first rows, and fetches until the end of data,
 * in the driver's habit; each statement that changes rows is an execute for each array of binds; a
 * commit, rollback or ping is one call. Times of the client pass between them.
 * 3. The statements of a transaction may go in a pipeline instead (ClientPipeline).
 * 4. A call that fails is told by MARKER packets; the client answers with a reset, and the error
 * ends the query, not the session. After a call timeout the client itself sends a break first. An
 * error in the logon ends the session.
 * 5. A connection that ends between two calls is found dead by the next one.
 * 6. A logoff call and an end-of-file packet end the session.
 */
class ClientDialogue
{
  public:
    /**
     * Take the ACCEPT and start the logon.
     *
     * @param settings how the client talks; it must outlive the dialogue
     * @param script what it asks; likewise
     * @param progress what the session has come to; likewise
     * @param tns the connection; likewise
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
     * Send the first request.
     *
     * @param now the time
     */
    void Start(std::chrono::nanoseconds now);

    /**
     * @param received a packet that is part of no message
     * @param now the time
     */
    void HandlePacket(const StreamReader::Received& received, std::chrono::nanoseconds now);

    /**
     * @param message a message
     * @param done what of it was worked on while it was read
     * @param now the time
     */
    void HandleMessage(const TnsStream::Message& message,
                       const ReadPart& done,
                       std::chrono::nanoseconds now);

    /**
     * The peer closed in good order.
     */
    void HandleClosed();

    /**
     * @param error why the connection is of no more use
     */
    void Fail(SessionError error);

    /**
     * @param timer a timer of the calls that expired
     * @param now the time
     */
    void HandleTimer(ClientTimer timer, std::chrono::nanoseconds now);

    /**
     * The processor that the client shares has done its work.
     *
     * @param now the time
     */
    void HandleWorked(std::chrono::nanoseconds now);

    /**
     * Ask the script again, which had nothing.
     *
     * @param now the time
     */
    void Wake(std::chrono::nanoseconds now);

  private:
    /**
     * @return whether the session is logged on and has no request under way, so that nobody looks
     * at the connection
     */
    bool IsIdle() const;

    /**
     * @return whether the statement under way is one short call
     */
    bool IsShort() const;

    /**
     * @return the driver, fitted to the server
     */
    const DriverProfile& GetDriver() const;

    // CALLS

    /**
     * Start the next round trip of the logon, or what follows it.
     */
    void LogOn();

    /**
     * Ask what the script has next, or log off.
     *
     * @param work time that the reply before takes
     */
    void AskNext(std::chrono::nanoseconds work);

    /**
     * @param task statement to execute; without one, rest until Wake
     */
    void Execute(const ClientScript::Task& task);

    /**
     * Rest until Wake, behind what a driver says at the end of a request.
     */
    void Rest();

    /**
     * Execute the statements of a transaction in a pipeline.
     *
     * @param task the first of them
     * @return false if it is the only one
     */
    bool StartPipeline(const ClientScript::Task& task);

    /**
     * @param message a reply, which may be one of a pipeline
     * @param done what of it was worked on while it was read
     * @return whether it is
     */
    bool HandlePiped(const TnsStream::Message& message, const ReadPart& done);

    /**
     * The replies of a pipeline are worked on.
     */
    void FinishPipeline();

    /**
     * Fetch the rows of the next query of a pipeline that did not come with its execute.
     *
     * @return false if there are none
     */
    bool FetchRest();

    /**
     * @return whether replies of a pipeline are still to come or to be worked on
     */
    bool IsPiping() const;

    /**
     * @param steps calls that follow one another without work between, the first of which starts
     */
    void StartSteps(std::vector<ClientStatement::Step> steps);

    /**
     * Start the next of the calls in m_steps.
     */
    void StartStep();

    /**
     * Start a call of its own.
     *
     * @param step the call
     */
    void StartQueryCall(const ClientStatement::Step& step);

    /**
     * Make the last calls.
     */
    void LogOff();

    /**
     * Say good-bye, which has no reply, and close the connection.
     */
    void SayGoodBye();

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
     * End the session where no byte has come for too long; else look again when that may be.
     */
    void CheckReceived();

    /**
     * @param wait time that passes first
     * @param next what is to be done then
     */
    void After(std::chrono::nanoseconds wait, std::function<void()> next);

    /**
     * @param wait time that passes first; 0: none, and no event
     * @param next what is to be done then
     */
    void OnceOver(std::chrono::nanoseconds wait, const std::function<void()>& next);

    // REPLIES

    /**
     * The reply of a call that brings no rows has been told of.
     *
     * @param message the reply
     */
    void HandleAnswer(const TnsStream::Message& message);

    /**
     * The reply of the logon, to one of m_steps or to the logoff is dealt with.
     *
     * @param message the reply
     */
    void Continue(const TnsStream::Message& message);

    /**
     * Both ends do not agree on encryption or checksums.
     *
     * @param error Oracle error number
     */
    void Refuse(uint32_t error);

    /**
     * Send a message, with all its bytes if it is of the native services.
     *
     * @param prefix its first bytes
     * @param flags data flags of its last packet
     */
    void SendMessage(const TtcPrefix& prefix, uint16_t flags);

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
     * The reply is worked on: start the next call of the query, or finish it.
     *
     * @param lob the call that reads what is next of its LOBs, if there is one
     */
    void AskForMore(const std::optional<ClientStatement::Step>& lob);

    /**
     * The statement under way is over once its last reply is dealt with.
     */
    void FinishQuery();

    /**
     * The connection is closed, and the session over.
     *
     * @param error why; nothing: in good order
     * @param code its Oracle error number, or 0
     */
    void Close(std::optional<SessionError> error, uint32_t code);

    /**
     * The error of the call under way is there.
     *
     * @param number its Oracle error number
     */
    void HandleError(uint32_t number);

    const ClientSettings& m_settings;           ///< How the client talks.
    ClientScript& m_script;                     ///< What it asks.
    ClientProgress& m_progress;                 ///< What the session has come to.
    TnsConnection& m_tns;                       ///< The connection.
    ClientBreak m_break;                        ///< Break and reset of the call under way.
    ClientPause m_pause;                        ///< Time and work between messages.
    ClientCalls m_calls;                        ///< Numbers and costs of its calls.
    std::unique_ptr<ClientLogon> m_logon;       ///< Messages of the logon, until it is complete.
    std::vector<uint8_t> m_native;              ///< Bytes of the native services to be sent.
    std::optional<ClientStatement> m_statement; ///< What to call, once logged on.
    std::vector<ClientStatement::Step> m_steps; ///< Calls without work between.
    std::size_t m_step{0};                      ///< Next of them.
    ClientScript::Task m_task{};                ///< Statement under way; its query is null else.
    ClientScript::Outcome m_outcome;            ///< What has become of it so far.
    std::unique_ptr<ClientPipeline> m_pipeline; ///< Statements that were sent together.
    ClientCall m_call;                          ///< Call under way.
    ClientRequests m_requests;                  ///< Requests of a pool that it is part of.
    bool m_borrows{false};                      ///< A server of a resident pool may work for it.
    bool m_lost{false};                         ///< It ended between two calls.
    std::chrono::nanoseconds m_now{0};          ///< The time.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_DIALOGUE_H */
