// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SCRIPT_H
#define NET8_CLIENT_SCRIPT_H

#include "ns3/net8-statement-kind.h"
#include "ns3/net8-ttc-code.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A cursor that is opened by the reply to a PL/SQL block, and fetched from afterwards.
 */
struct ClientCursor
{
    uint32_t number{0};    ///< Number of its query at the server.
    uint32_t arraySize{0}; ///< Rows per fetch; 0: default of the driver.
};

/**
 * @ingroup net8
 * A LOB column of a query.
 */
struct LobColumn
{
    uint32_t bytes{0};   ///< Size of its value, bytes.
    uint32_t ahead{0};   ///< Bytes of it that come with the row.
    uint32_t locator{0}; ///< Size of its locator, bytes.
    bool sized{true};    ///< Its size comes with the row.
};

/**
 * @ingroup net8
 * The properties of a statement that determine a driver's calls.
 */
struct ClientQuery
{
    StatementKind kind{StatementKind::QUERY}; ///< Its kind.
    uint32_t number{0}; ///< Number at the server, from 1; 0: the server knows only one statement.
    TtcFunction function{TtcFunction::NONE}; ///< Its function, for kind CALL.
    bool unending{false};                    ///< Its reply comes in parts and has no end.
    bool token{false};              ///< Its request has a token in addition, if calls have one.
    uint32_t requestLength{0};      ///< TTC bytes of an execute request, without rows of binds.
    uint32_t requestPacketBytes{0}; ///< Most bytes of a packet of it, for kind CALL; 0: as agreed.
    std::chrono::nanoseconds requestPacketTime{0}; ///< Time before each of these but the first.
    uint32_t parseLength{0};          ///< TTC bytes of a parse request, if that is a separate call.
    uint32_t columns{0};              ///< Number of columns.
    std::vector<LobColumn> lobs{};    ///< Its LOB columns.
    uint32_t bindRows{0};             ///< Number of rows of binds that it sends.
    uint32_t bindRowLength{0};        ///< TTC bytes of one row of binds.
    std::vector<uint32_t> bindLobs{}; ///< Size of each LOB value in a row of binds, bytes.
    uint32_t repeatLength{0}; ///< TTC bytes of an execute request of a kept cursor, for a statement
                              ///< that always sends its definitions; 0: it does not.
    uint32_t arraySize{0};    ///< Rows per fetch, or rows of binds per execute; 0: the driver's
                              ///< default, or all.
    bool rowByRow{false};     ///< Each execute has one row of binds: values go in and come back.
    std::vector<ClientCursor> cursors{}; ///< Cursors opened by its reply, in order.
    /// Rows that a query requests with its execute; nothing: default of the driver.
    std::optional<uint32_t> prefetchRows{};
    bool keeps{false};               ///< Its result may be cached by the client.
    uint32_t bindValues{1};          ///< Number of distinct bind values, each with its own result.
    uint64_t keptRowBytes{0};        ///< Bytes that a cached row takes.
    std::vector<uint32_t> changes{}; ///< Queries, by number, whose cached results it invalidates.
};

/**
 * @ingroup net8
 * Session state sent before a call: who is working on what, in which schema.
 */
struct SessionState
{
    TtcFunction first{TtcFunction::NONE}; ///< Function of the first piggyback.
    uint32_t calls{0};                    ///< Number of piggybacks.
    uint32_t bytes{0};                    ///< Their TTC bytes; 0: nothing is sent.
};

/**
 * @ingroup net8
 * What the application on top of a client requests, and the time it takes.
 */
class ClientScript
{
  public:
    /// Value for a statement outside of transactions.
    static constexpr int32_t NO_TRANSACTION = -1;

    /// The next statement.
    struct Task
    {
        const ClientQuery* query{nullptr};   ///< The statement; must exist until its last reply.
                                             ///< Null: the session rests until it is woken.
        std::chrono::nanoseconds wait{0};    ///< Time to wait before it.
        int32_t transaction{NO_TRANSACTION}; ///< Number of its transaction.
        uint32_t execution{0};               ///< Which transaction of its session that is, from 0.
        const SessionState* state{nullptr};  ///< Session state sent before it; null: none.
        bool piped{false}; ///< Later statements of its transaction are sent without waiting for its
                           ///< reply, if the driver and the server support pipelines.
        bool pauses{false}; ///< Such a rest is not the end of a request of a pool.
        bool abort{false};  ///< Such a pipeline stops after a statement that failed.
        /// Rows of its result cached by the client, so that the server is not asked; nothing: the
        /// server is asked.
        std::optional<uint32_t> kept{};
    };

    /// Outcome of a statement.
    struct Outcome
    {
        uint64_t rows{0};     ///< Rows it returned.
        bool failed{false};   ///< It ended with an error.
        bool underWay{false}; ///< It has not ended yet: the next statement of its pipeline is
                              ///< requested.
    };

    virtual ~ClientScript() = default;

    /**
     * Get the next statement, after the logon or a completed statement.
     *
     * @param before outcome of the previous statement
     * @return the next statement; nothing to log off or, while the statement is under way, if its
     * transaction has no more statements
     */
    virtual std::optional<Task> GetNext(const Outcome& before) = 0;

    /**
     * @return time the application needs for a reply of a statement, without its rows
     */
    virtual std::chrono::nanoseconds GetReplyTime() = 0;

    /**
     * Get the time the application needs for rows.
     *
     * @param rows number of rows
     * @return time it needs for them
     */
    virtual std::chrono::nanoseconds GetRowTime(uint32_t rows) = 0;

    /**
     * Get the processor time of a call.
     *
     * @param rows rows of a reply
     * @return time a shared processor needs for a call with them
     */
    virtual std::chrono::nanoseconds GetCpuTime([[maybe_unused]] uint32_t rows)
    {
        return {};
    }
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SCRIPT_H */
