// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SCRIPT_H
#define NET8_CLIENT_SCRIPT_H

#include "net8-statement-kind.h"

#include "ns3/net8-ttc-code.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A cursor that the reply to a block opens, and which is fetched from then on.
 */
struct ClientCursor
{
    uint32_t number{0};    ///< Number by which the server knows its query.
    uint32_t arraySize{0}; ///< Rows a fetch; 0: the driver's.
};

/**
 * @ingroup net8
 * A statement, as far as a driver's calls depend on it.
 */
struct ClientQuery
{
    StatementKind kind{StatementKind::QUERY}; ///< What it is.
    uint32_t number{0}; ///< Number by which the server knows it, from 1 on; 0: it knows but one.
    TtcFunction function{TtcFunction::NONE}; ///< What it calls, of kind CALL.
    uint32_t requestLength{0}; ///< TTC bytes of an execute request, rows of binds not counted.
    uint32_t parseLength{0};   ///< TTC bytes of a parse request, where that is a call of its own.
    uint32_t columns{0};       ///< Number of columns.
    std::vector<uint32_t> lobs{};      ///< Bytes of the value of each LOB column.
    std::vector<uint32_t> lobsAhead{}; ///< Those that come with the row; empty: none.
    uint32_t lobLocator{0};            ///< Bytes of a LOB locator.
    uint32_t bindRows{0};              ///< Rows of binds that it sends.
    uint32_t bindRowLength{0};         ///< TTC bytes of one of them.
    std::vector<uint32_t> bindLobs{};  ///< Bytes of the value of each LOB of one of them.
    uint32_t repeatLength{0}; ///< TTC bytes of an execute request of a cursor that is kept, in a
                              ///< statement that always sends its definitions; 0: it does not.
    uint32_t arraySize{0};    ///< Rows a fetch, or rows of binds an execute; 0: the driver's, all.
    bool rowByRow{false};     ///< An execute brings one row of binds: values go in and come back.
    std::vector<ClientCursor> cursors{}; ///< Cursors that its reply opens, in their order.
    /// Rows that a query asks for with its execute; nothing: the driver's.
    std::optional<uint32_t> prefetchRows{};
    bool keeps{false};        ///< Its result may be kept by the client.
    uint32_t bindValues{1};   ///< Different values of its binds, each with a result of its own.
    uint64_t keptRowBytes{0}; ///< Bytes that a kept row takes.
    std::vector<uint32_t> changes{}; ///< Queries, by number, whose kept results it makes stale.
};

/**
 * @ingroup net8
 * What a session is told in front of a call: who is at work and on what, in which schema.
 */
struct SessionState
{
    TtcFunction first{TtcFunction::NONE}; ///< Function of the first piggyback.
    uint32_t calls{0};                    ///< How many they are.
    uint32_t bytes{0};                    ///< TTC bytes of all; 0: it is told nothing.
};

/**
 * @ingroup net8
 * What the application above a client asks, and the time that it takes.
 */
class ClientScript
{
  public:
    /// A transaction that a statement is not part of.
    static constexpr int32_t NO_TRANSACTION = -1;

    /// A statement that is to come.
    struct Task
    {
        const ClientQuery* query{nullptr}; ///< The statement; it stays until its last reply; null:
                                           ///< the session rests until it is woken.
        std::chrono::nanoseconds wait{0};  ///< Time until it is asked.
        int32_t transaction{NO_TRANSACTION}; ///< Number of the transaction that it is part of.
        uint32_t execution{0};               ///< Which transaction of its session that is, from 0.
        const SessionState* state{nullptr};  ///< What goes in front of it; null: nothing.
        bool piped{false}; ///< What follows in its transaction is to be sent without waiting for
                           ///< its reply, where the driver and the server have pipelines.
        bool abort{false}; ///< Such a pipeline does nothing behind a statement that failed.
        /// Rows of its result, which the client has kept, so that nobody is asked; nothing: the
        /// server is.
        std::optional<uint32_t> kept{};
    };

    /// What became of a statement.
    struct Outcome
    {
        uint64_t rows{0};     ///< Rows that it brought.
        bool failed{false};   ///< It ended with an error.
        bool underWay{false}; ///< It is not over yet: what follows in its pipeline is asked for.
    };

    virtual ~ClientScript() = default;

    /**
     * The session is logged on, or a statement is over.
     *
     * @param before what became of that statement
     * @return what is asked next; nothing: the session logs off, or while the statement is under
     * way its transaction has no more
     */
    virtual std::optional<Task> GetNext(const Outcome& before) = 0;

    /**
     * @return time that the application takes for a reply of a statement, but for its rows
     */
    virtual std::chrono::nanoseconds GetReplyTime() = 0;

    /**
     * @param rows number of rows
     * @return time that the application takes for them
     */
    virtual std::chrono::nanoseconds GetRowTime(uint32_t rows) = 0;

    /**
     * @param rows rows of a reply
     * @return time that a processor needs for a call with them, where the client shares one
     */
    virtual std::chrono::nanoseconds GetCpuTime([[maybe_unused]] uint32_t rows)
    {
        return {};
    }
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SCRIPT_H */
