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
 * transaction, sent one behind the other, and their replies, which come in that order.
 *
 * 1. All statements are asked of the script, and all requests are written: an execute each, or a
 * commit, with a token that counts them. In front of the first one stands the begin, the end is a
 * call of its own.
 * 2. Replies are worked on one after the other, each as a reply that is waited for; those that
 * come meanwhile wait.
 * 3. An error is a reply like any other: neither end breaks. The server knows from the begin
 * whether it goes on behind one.
 * 4. Rows of a query that did not come with its execute are fetched once all that is over, in
 * round trips of their own (TakeRest).
 */
class ClientPipeline
{
  public:
    /// What a pipeline shares with the dialogue whose calls it makes.
    struct Parts
    {
        ClientScript& script;                ///< What is asked.
        ClientProgress& progress;            ///< What the session has come to.
        TnsConnection& tns;                  ///< The connection.
        ClientCalls& calls;                  ///< Numbers and costs of calls.
        ClientPause& pause;                  ///< Time and work between messages.
        ClientStatement& statement;          ///< What to call.
        ClientRequests& requests;            ///< Where requests of a pool begin.
        const std::chrono::nanoseconds& now; ///< The time.
    };

    /// A query of which rows are left behind the reply to its execute.
    struct Rest
    {
        ClientScript::Task task; ///< The query.
        uint32_t token{0};       ///< Token of its execute.
        uint32_t rows{0};        ///< Rows that came.
    };

    /// Most statements of a pipeline: their tokens take two bytes.
    static constexpr std::size_t STATEMENTS_MAX = 65'535;

    /**
     * Ask the script for the statements that follow one.
     *
     * @param parts what the pipeline shares
     * @param first the first statement
     * @param done called at the end, when all replies are worked on
     */
    ClientPipeline(const Parts& parts, const ClientScript::Task& first, std::function<void()> done);

    /**
     * @param query a statement
     * @return why it has no place in a pipeline; empty: it has
     */
    static std::string_view Refuse(const ClientQuery& query);

    /**
     * @return whether there is more than one statement: a single one is sent as ever
     */
    bool HasSeveral() const;

    /**
     * Write the requests.
     */
    void Start();

    /**
     * @return whether replies are still to come or to be worked on
     */
    bool IsOpen() const;

    /**
     * @param message a reply
     * @param done what of it was worked on while it was read
     * @return false if no request is left that it could answer
     */
    bool HandleMessage(const TnsStream::Message& message, const ReadPart& done);

    /**
     * @return what became of the statements
     */
    const ClientScript::Outcome& GetOutcome() const;

    /**
     * @return the next query of which rows are left; nothing: all came
     */
    std::optional<Rest> TakeRest();

  private:
    /// A call whose reply is to come.
    struct Sent
    {
        ClientCall call;         ///< The call.
        ClientScript::Task task; ///< Its statement; of the end none.
        uint32_t token{0};       ///< Its token.
    };

    /// A reply that is to be worked on.
    struct Reply
    {
        TnsStream::Message message; ///< The reply.
        ReadPart done;              ///< What of it was worked on while it was read.
    };

    /**
     * Write requests until one of them takes time, or all are written.
     */
    void WriteOn();

    /**
     * @param prefix the request that was begun last
     */
    void Send(const TtcPrefix& prefix);

    /**
     * Work on replies until one of them takes time, or no more are there.
     */
    void ReadOn();

    /**
     * @param reply the reply of the call that is first
     * @return rows of it
     */
    uint32_t Note(const Reply& reply);

    /**
     * The call that is first failed.
     *
     * @param error its error number
     */
    void NoteError(uint32_t error);

    /**
     * The reply of the call that is first was worked on.
     */
    void EndCall();

    Parts m_parts;                           ///< What it shares.
    std::function<void()> m_done;            ///< Called at the end.
    std::vector<ClientScript::Task> m_tasks; ///< The statements.
    std::size_t m_written{0};                ///< Requests begun.
    bool m_writing{false};                   ///< They are not all written.
    bool m_reading{false};                   ///< A reply is worked on.
    bool m_looping{false};                   ///< ReadOn is under way.
    std::deque<Sent> m_sent;                 ///< Calls whose replies are to come.
    std::deque<Reply> m_replies;             ///< Replies that are there.
    std::deque<Rest> m_rests;                ///< Queries of which rows are left.
    ClientScript::Outcome m_outcome;         ///< What became of the statements.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_PIPELINE_H */
