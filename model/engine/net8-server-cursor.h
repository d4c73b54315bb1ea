// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_CURSOR_H
#define NET8_SERVER_CURSOR_H

#include "net8-row-source.h"
#include "net8-server-script.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The statement of a session: what an execute, a fetch or a LOB read is answered with.
 */
class ServerCursor
{
  public:
    /**
     * @param rows the rows of the statement, which outlive this
     * @param pack where replies are cut
     */
    ServerCursor(RowSource& rows, PackRule pack);

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
     * @param request read of a LOB
     * @return what becomes of it
     */
    ServerAnswer ReadLob(const TtcPrefix& request) const;

  private:
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

    RowSource& m_rows;                       ///< The rows.
    PackRule m_pack;                         ///< Where replies are cut.
    bool m_open{false};                      ///< The statement was executed.
    bool m_lookAhead{false};                 ///< Tell the end of data with the last row.
    uint64_t m_position{0};                  ///< Rows already sent.
    BitVectors m_vectors{BitVectors::FIRST}; ///< What the next rows have in front of them.
    uint64_t m_executes{0};                  ///< Executes of the session.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_CURSOR_H */
