// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STATEMENT_KIND_H
#define NET8_STATEMENT_KIND_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Kind of a statement, which determines its calls.
 */
enum class StatementKind : uint8_t
{
    QUERY, ///< Returns rows: an execute and fetches.
    DML,   ///< Changes rows: executes with rows of binds, one array each.
    PLSQL, ///< A PL/SQL block: one execute with the input values; the reply returns the output
           ///< values.
    DDL,   ///< Parsed and executed each time, without binds or rows.
    DIRECT_PATH, ///< A direct path load: a prepare, batches of rows, and a finish, without text.
    COMMIT,      ///< A commit call.
    ROLLBACK,    ///< A rollback call.
    PING,        ///< A call without content, which only returns a reply.
    BEGIN,       ///< A call that begins a sessionless transaction.
    RESUME,      ///< A call that resumes one.
    SUSPEND,     ///< A call that suspends it.
    CALL         ///< Any other call, of which only function and lengths are known.
};

/**
 * Check whether a statement switches to or from a sessionless transaction.
 *
 * @param kind kind of the statement
 * @return whether it does
 */
constexpr bool
IsTransactionSwitch(StatementKind kind)
{
    return kind == StatementKind::BEGIN || kind == StatementKind::RESUME ||
           kind == StatementKind::SUSPEND;
}

/**
 * Check whether a statement is a single call.
 *
 * @param kind kind of the statement
 * @return whether it is one call without SQL text
 */
constexpr bool
IsShortCall(StatementKind kind)
{
    return kind == StatementKind::COMMIT || kind == StatementKind::ROLLBACK ||
           kind == StatementKind::PING || kind == StatementKind::CALL || IsTransactionSwitch(kind);
}

} // namespace ns3::net8

#endif /* NET8_STATEMENT_KIND_H */
