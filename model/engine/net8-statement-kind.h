// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STATEMENT_KIND_H
#define NET8_STATEMENT_KIND_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a statement is, as far as its calls depend on it.
 */
enum class StatementKind : uint8_t
{
    QUERY,    ///< Returns rows: an execute and fetches.
    DML,      ///< Changes rows: executes that bring rows of binds, one array each.
    PLSQL,    ///< A block: one execute with the values that go in; the reply brings those out.
    DDL,      ///< Parsed and executed each time, without binds and rows.
    COMMIT,   ///< A commit call.
    ROLLBACK, ///< A rollback call.
    PING,     ///< A call that asks for nothing but its reply.
    CALL      ///< Any other call, of which its function and the lengths are known and no more.
};

/**
 * @param kind what a statement is
 * @return whether it is one call without a text
 */
constexpr bool
IsShortCall(StatementKind kind)
{
    return kind == StatementKind::COMMIT || kind == StatementKind::ROLLBACK ||
           kind == StatementKind::PING || kind == StatementKind::CALL;
}

} // namespace ns3::net8

#endif /* NET8_STATEMENT_KIND_H */
