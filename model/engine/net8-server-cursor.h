// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_CURSOR_H
#define NET8_SERVER_CURSOR_H

#include "net8-server-script.h"
#include "net8-server-statement.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The statement that a session has open: what an execute, a fetch or a LOB read is answered with.
 */
class ServerCursor
{
  public:
    /**
     * @param statements the statements, which outlive this; there is one at least
     * @param pack where replies are cut
     */
    ServerCursor(const ServerStatements& statements, PackRule pack);

    /**
     * @param request an execute
     * @return what becomes of it
     */
    ServerAnswer Execute(const TtcPrefix& request);

    /**
     * @param request a fetch
     * @return what becomes of it
     */
    ServerAnswer Fetch(const TtcPrefix& request);

    /**
     * @param request read of a LOB, or with the number of a statement what makes or writes a
     * temporary one
     * @return what becomes of it
     */
    ServerAnswer AnswerLob(const TtcPrefix& request) const;

    /**
     * @param statement a statement
     * @param rows rows that one of its calls brings or returns
     * @param answer takes the time that this is known to need
     */
    static void Tax(const ServerStatement& statement, uint32_t rows, ServerAnswer& answer);

    /**
     * @param number number of a statement of kind CALL
     * @param request that call
     * @return the reply; the cursor stays as it is
     */
    ServerAnswer Call(uint32_t number, const TtcPrefix& request);

  private:
    /// A query of a pipeline of which rows are left.
    struct Parked
    {
        uint32_t number;    ///< Number of its statement.
        uint64_t position;  ///< Rows already sent.
        BitVectors vectors; ///< What the next rows have in front of them.
    };

    /**
     * Go on with a query of a pipeline, if a fetch is one of it.
     *
     * @param request the fetch
     */
    void Unpark(const TtcPrefix& request);

    /**
     * @param number number of a statement
     * @return 1-based number of this execute of it in its session
     */
    uint64_t CountExecute(uint32_t number);

    /**
     * @param request what makes a temporary LOB, without rows, or writes one
     * @return its answer
     */
    ServerAnswer WriteLob(const TtcPrefix& request) const;

    /**
     * @param request execute that brings binds, or changes what is there
     * @return its answer, which brings no rows
     */
    ServerAnswer ReplyChange(const TtcPrefix& request);

    /**
     * @param request execute without text, or fetch
     * @return the next rows of the cursor that is next of those that a block opened
     */
    ServerAnswer FetchOpened(const TtcPrefix& request);

    /**
     * @return TTC bytes of the settings of the session that a reply to an execute brings: the first
     * one that does not fail has them
     */
    uint32_t TellSettings();

    /**
     * @param request execute or fetch
     * @param execute whether it is an execute
     * @return the next rows
     */
    ServerAnswer ReplyRows(const TtcPrefix& request, bool execute);

    /**
     * @param request execute or fetch
     * @return rows that it wants
     */
    uint64_t GetWanted(const TtcPrefix& request) const;

    const ServerStatements& m_statements;    ///< The statements.
    RowSource* m_rows;                       ///< Rows of the open one.
    uint32_t m_number{0};                    ///< Its number.
    uint32_t m_block{0};                     ///< Statement whose reply opened cursors; 0: none did.
    uint64_t m_position{0};                  ///< Rows already sent.
    uint64_t m_executes{0};                  ///< Executes of the session.
    std::vector<uint64_t> m_executesOf;      ///< Those of each statement, where there are several.
    std::size_t m_opened{0};                 ///< How many cursors of a block were fetched from.
    std::map<uint32_t, Parked> m_parked;     ///< Queries of the last pipeline, by token.
    PackRule m_pack;                         ///< Where replies are cut.
    bool m_open{false};                      ///< The statement was executed.
    bool m_lookAhead{false};                 ///< Tell the end of data with the last row.
    BitVectors m_vectors{BitVectors::FIRST}; ///< What the next rows have in front of them.
    bool m_settingsTold{false};              ///< One execute brought settings of the session.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_CURSOR_H */
