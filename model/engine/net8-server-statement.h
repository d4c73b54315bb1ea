// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_STATEMENT_H
#define NET8_SERVER_STATEMENT_H

#include "net8-row-source.h"
#include "net8-statement-kind.h"

#include "ns3/net8-ttc-code.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A statement, as far as a server's answers depend on it.
 */
struct ServerStatement
{
    /// Times of calls.
    using Nanoseconds = std::chrono::nanoseconds;

    StatementKind kind{StatementKind::QUERY}; ///< What it is.
    RowSource* rows{nullptr};                 ///< Its rows, which outlive this; never null.
    bool ownError{false};    ///< The length of its errors is its own, not that of the first one.
    uint32_t batchErrors{0}; ///< Rows of each array that fail while the others go on.
    /// TTC bytes of the reply more where so many rows failed; empty: none does.
    std::function<uint32_t(uint32_t)> batchErrorBytes{};
    uint32_t lobMade{0};    ///< TTC bytes of the reply when a temporary LOB for its binds is made.
    uint32_t lobWritten{0}; ///< TTC bytes of the reply when a piece of one is written.
    uint32_t outVector{0};  ///< TTC bytes of the directions of its binds: of a block, and of DML
                            ///< where values come back.
    uint32_t outRow{0};     ///< TTC bytes of the values that come back of each row of binds.
    std::vector<uint32_t>
        cursors{};           ///< Numbers of the queries that its reply opens, in their order.
    uint32_t cursorBytes{0}; ///< TTC bytes of the reply that describe these.
    TtcFunction function{TtcFunction::NONE}; ///< What a call of kind CALL calls.
    uint32_t requestLength{0};               ///< TTC bytes of that.
    TtcMessage reply{TtcMessage::PARAMETER}; ///< What the reply to it starts with.
    uint32_t replyLength{0};                 ///< TTC bytes of that.
    std::function<Nanoseconds()> wait{};     ///< Time of a call without CPU; empty: as otherwise.
    std::function<Nanoseconds()> cpu{};      ///< CPU time of a call; empty: as otherwise.
    /// CPU time of so many rows that a call brings or returns; empty: none.
    std::function<Nanoseconds(uint32_t)> rowCpu{};
};

/// The statements of a server by number; the first, of number 0, is that of clients which know one.
using ServerStatements = std::vector<ServerStatement>;

} // namespace ns3::net8

#endif /* NET8_SERVER_STATEMENT_H */
