// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_STATEMENT_H
#define NET8_SERVER_STATEMENT_H

#include "net8-row-source.h"

#include "ns3/net8-statement-kind.h"
#include "ns3/net8-ttc-code.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The properties of a statement that determine a server's answers.
 */
struct ServerStatement
{
    /// Duration of calls.
    using Nanoseconds = std::chrono::nanoseconds;

    StatementKind kind{StatementKind::QUERY}; ///< Its kind.
    RowSource* rows{nullptr};                 ///< Its rows, never null; must outlive this object.
    bool ownError{false};    ///< The length of its errors is its own, rather than that of the first
                             ///< statement.
    uint32_t batchErrors{0}; ///< Rows of each array that fail while the others succeed.
    /// Additional TTC bytes of the reply if n rows failed; empty: none fail.
    std::function<uint32_t(uint32_t)> batchErrorBytes{};
    uint32_t lobMade{0};    ///< TTC bytes of the reply to the creation of a temporary LOB for its
                            ///< binds.
    uint32_t lobWritten{0}; ///< TTC bytes of the reply to a write of a piece of one.
    uint32_t prepared{0};   ///< TTC bytes of the reply to the prepare of a direct path load.
    uint32_t loaded{0};     ///< TTC bytes of the reply to each later call of it.
    uint32_t outVector{0};  ///< TTC bytes of the directions of its binds, for a block, and for DML
                            ///< that returns values.
    uint32_t outRow{0};     ///< TTC bytes of the returned values per row of binds.
    std::vector<uint32_t> cursors{}; ///< Numbers of the queries that its reply opens, in order.
    uint32_t cursorBytes{0};         ///< TTC bytes of the reply that describe these.
    TtcFunction function{TtcFunction::NONE}; ///< Function of a call of kind CALL.
    uint32_t requestLength{0};               ///< TTC bytes of that call.
    TtcMessage reply{TtcMessage::PARAMETER}; ///< Message type of its reply.
    uint32_t replyLength{0};                 ///< TTC bytes of its reply.
    std::function<Nanoseconds()> wait{};     ///< Time of a call without CPU; empty: default.
    std::function<Nanoseconds()> cpu{};      ///< CPU time of a call; empty: default.
    /// CPU time of n rows that a call sends or returns; empty: none.
    std::function<Nanoseconds(uint32_t)> rowCpu{};
    std::function<Nanoseconds()> packetTime{}; ///< Time of a packet of a reply; empty: default.
};

/// Statements of a server by number; number 0 is used by clients that know only one statement.
using ServerStatements = std::vector<ServerStatement>;

} // namespace ns3::net8

#endif /* NET8_SERVER_STATEMENT_H */
