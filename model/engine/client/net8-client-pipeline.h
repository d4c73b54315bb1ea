// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_PIPELINE_H
#define NET8_CLIENT_PIPELINE_H

#include "net8-client-calls.h"
#include "net8-client-requests.h"
#include "net8-client-statement.h"
#include "net8-read-part.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A pipeline of a client (python-oracledb, node-oracledb with 23ai): the statements of a
 * transaction, sent one after the other without waiting, and their replies, which arrive in the
 * same order.
 *
 * 1. The script is asked for all statements, and all requests are written: an execute each, or a
 * commit, with a token that numbers them. A piggyback before the first one starts the pipeline; its
 * end is a separate call.
 * 2. Replies are processed one after the other, like any other reply; those that arrive meanwhile
 * wait.
 * 3. An error is a normal reply: neither end sends a break. The piggyback tells the server whether
 * to continue after an error.
 * 4. Rows of a query that did not come with its execute are fetched after all that, in separate
 * round trips (TakeRest).
 */
class ClientPipeline
{
  public:
    /// What a pipeline shares with the dialogue that it makes calls for.
    struct Parts
    {
        ClientTalk& talk;           ///< What the parts of the dialogue share.
        ClientCalls& calls;         ///< Numbers and costs of calls.
        ClientPause& pause;         ///< Time and work between messages.
        ClientStatement& statement; ///< Makes the calls.
        ClientRequests& requests;   ///< Marks where the requests of a pool start.
    };

    /// A query with rows remaining after the reply to its execute.
    struct Rest
    {
        ClientScript::Task task; ///< The query.
        uint32_t query{0};       ///< Number of the statement in its session.
        uint32_t token{0};       ///< Token of its execute.
        uint32_t rows{0};        ///< Rows received so far.
    };

    /// Maximum number of statements of a pipeline: their tokens take two bytes.
    static constexpr std::size_t STATEMENTS_MAX = 65'535;

    /**
     * Collect the statements of a pipeline from the script.
     *
     * @param parts what the pipeline shares
     * @param first the first statement
     * @param done called when all replies have been processed
     */
    ClientPipeline(const Parts& parts, const ClientScript::Task& first, std::function<void()> done);

    /**
     * Check whether a statement can be pipelined.
     *
     * @param query a statement
     * @return the reason why not; empty if it can
     */
    static std::string_view Refuse(const ClientQuery& query);

    /**
     * @return whether there is more than one statement: a single one is sent normally
     */
    bool HasSeveral() const;

    /**
     * Start writing the requests.
     */
    void Start();

    /**
     * @return whether replies are outstanding or being processed
     */
    bool IsOpen() const;

    /**
     * Handle a reply.
     *
     * @param message a reply
     * @param done part of it that was already processed while it was being read
     * @return false if no outstanding request could have caused it
     */
    bool HandleMessage(const TnsStream::Message& message, const ReadPart& done);

    /**
     * @return outcome of the statements
     */
    const ClientScript::Outcome& GetOutcome() const;

    /**
     * Take the next query with remaining rows; later calls belong to it.
     *
     * @return the query; nothing if there is none
     */
    std::optional<Rest> TakeRest();

  private:
    /// A call whose reply is outstanding.
    struct Sent
    {
        ClientCall call;         ///< The call.
        ClientScript::Task task; ///< Its statement; none for the end.
        uint32_t token{0};       ///< Its token.
    };

    /// A reply to process.
    struct Reply
    {
        TnsStream::Message message; ///< The reply.
        ReadPart done;              ///< Part of it already processed while it was being read.
    };

    /**
     * Write requests until one of them takes time, or all are written.
     */
    void WriteOn();

    /**
     * Send a request.
     *
     * @param prefix the request that was started last
     */
    void Send(const TtcPrefix& prefix);

    /**
     * Process replies until one of them takes time, or none is left.
     */
    void ReadOn();

    /**
     * Record a reply.
     *
     * @param reply reply of the first outstanding call
     * @return its number of rows
     */
    uint32_t Note(const Reply& reply);

    /**
     * Record the failure of the first outstanding call.
     *
     * @param error its error number
     */
    void NoteError(uint32_t error);

    /**
     * Finish the first outstanding call after its reply has been processed.
     */
    void EndCall();

    Parts m_parts;                           ///< What it shares with the dialogue.
    std::function<void()> m_done;            ///< Called at the end.
    std::vector<ClientScript::Task> m_tasks; ///< The statements.
    std::size_t m_written{0};                ///< Requests started.
    bool m_writing{false};                   ///< Not all requests are written yet.
    bool m_reading{false};                   ///< A reply is being processed.
    bool m_looping{false};                   ///< ReadOn is running.
    std::deque<Sent> m_sent;                 ///< Calls with outstanding replies.
    std::deque<Reply> m_replies;             ///< Replies waiting to be processed.
    std::deque<Rest> m_rests;                ///< Queries with remaining rows.
    ClientScript::Outcome m_outcome;         ///< Outcome of the statements.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_PIPELINE_H */
