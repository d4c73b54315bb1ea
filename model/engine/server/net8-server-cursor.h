// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_CURSOR_H
#define NET8_SERVER_CURSOR_H

#include "net8-server-script.h"
#include "net8-server-statement.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The open statement of a session: it answers executes, fetches and LOB reads.
 */
class ServerCursor
{
  public:
    /**
     * Create a cursor without an open statement.
     *
     * @param statements at least one statement; must outlive this object
     * @param pack where replies are cut into packets
     */
    ServerCursor(const ServerStatements& statements, PackRule pack);

    /**
     * Answer an execute.
     *
     * @param request the request
     * @return the answer
     */
    ServerAnswer Execute(const TtcPrefix& request);

    /**
     * Answer a fetch.
     *
     * @param request the request
     * @return the answer
     */
    ServerAnswer Fetch(const TtcPrefix& request);

    /**
     * Answer a LOB call.
     *
     * @param request a LOB read or, with a statement number, a call that creates or writes a
     * temporary LOB
     * @return the answer
     */
    ServerAnswer AnswerLob(const TtcPrefix& request) const;

    /**
     * Add the time of a call to an answer.
     *
     * @param statement a statement
     * @param rows rows that the call sends or returns
     * @param answer receives the time, if the statement defines one
     */
    static void Tax(const ServerStatement& statement, uint32_t rows, ServerAnswer& answer);

    /**
     * Answer a call of kind CALL; the cursor is unchanged.
     *
     * @param number number of its statement
     * @param request the call
     * @return the reply
     */
    ServerAnswer Call(uint32_t number, const TtcPrefix& request);

    /**
     * Answer a call of a direct path load; the cursor is unchanged.
     *
     * @param request the prepare, a batch of rows, or the end
     * @return the reply; a batch fails as an execute would
     */
    ServerAnswer Load(const TtcPrefix& request);

    /**
     * Count how often the next fetches have the same answers, one after the other.
     *
     * @param request the fetch, always the same
     * @param like the answers
     * @param most how often at most
     * @return how often they have all of them
     */
    uint64_t CountAlike(const TtcPrefix& request,
                        const std::vector<ServerAnswer>& like,
                        uint64_t most) const;

    /**
     * @param request a fetch
     * @param count a number of such fetches
     * @return what their answers would be
     */
    std::vector<ServerAnswer> Foresee(const TtcPrefix& request, std::size_t count) const;

    /**
     * Find out after how many fetches answers repeat.
     *
     * @param request the fetch, always the same
     * @param most how many at most
     * @return the least number such that each of the next fetches, at most twice as many as asked
     * for, has the answer of the one that many before it; 0: there is none
     */
    std::size_t FindPeriod(const TtcPrefix& request, std::size_t most) const;

  private:
    /// A pipelined query with remaining rows.
    struct Parked
    {
        uint32_t token;     ///< Token of its execute.
        uint32_t number;    ///< Number of its statement.
        uint64_t position;  ///< Rows already sent.
        BitVectors vectors; ///< Bit vector state for its next rows.
    };

    /**
     * Resume a query of a pipeline, if a fetch belongs to one.
     *
     * @param request the fetch
     */
    void Unpark(const TtcPrefix& request);

    /**
     * Count an execute.
     *
     * @param number number of a statement
     * @return how often the statement has been executed in its session, including this one
     */
    uint64_t CountExecute(uint32_t number);

    /**
     * Answer a call that writes a LOB of binds.
     *
     * @param request call that creates a temporary LOB, without rows, or writes to one
     * @return the answer
     */
    ServerAnswer WriteLob(const TtcPrefix& request) const;

    /**
     * Answer an execute that returns no rows.
     *
     * @param request execute with binds, or of a statement that changes data
     * @return the answer
     */
    ServerAnswer ReplyChange(const TtcPrefix& request);

    /**
     * Answer a fetch from a cursor opened by a block.
     *
     * @param request execute without text, or fetch
     * @return the next rows of the current cursor of those that the block opened
     */
    ServerAnswer FetchOpened(const TtcPrefix& request);

    /**
     * @return TTC bytes of session settings in the reply to an execute; only the first successful
     * execute returns them
     */
    uint32_t TellSettings();

    /**
     * Answer with the next rows.
     *
     * @param request execute or fetch
     * @param execute whether it is an execute
     * @return the answer
     */
    ServerAnswer ReplyRows(const TtcPrefix& request, bool execute);

    /**
     * Get the number of requested rows.
     *
     * @param request execute or fetch
     * @return number of rows it requests
     */
    uint64_t GetWanted(const TtcPrefix& request) const;

    const ServerStatements& m_statements;    ///< The statements.
    RowSource* m_rows;                       ///< Rows of the open statement.
    uint32_t m_number{0};                    ///< Its number.
    uint32_t m_loading{0};                   ///< Direct path load that is prepared; 0: none.
    uint32_t m_block{0};                     ///< Statement whose reply opened cursors; 0: none.
    uint64_t m_position{0};                  ///< Rows already sent.
    uint64_t m_executes{0};                  ///< Executes of the session.
    std::vector<uint64_t> m_executesOf;      ///< Executes of each statement, if there are several.
    std::size_t m_opened{0};                 ///< Number of block cursors fetched from.
    std::vector<Parked> m_parked;            ///< Remaining queries of the last pipeline.
    PackRule m_pack;                         ///< Where replies are cut into packets.
    bool m_open{false};                      ///< A statement has been executed.
    bool m_lookAhead{false};                 ///< The end of data is reported with the last row.
    BitVectors m_vectors{BitVectors::FIRST}; ///< Bit vector state for the next rows.
    bool m_settingsTold{false};              ///< An execute has returned the session settings.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_CURSOR_H */
