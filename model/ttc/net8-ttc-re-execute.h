// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_RE_EXECUTE_H
#define NET8_TTC_RE_EXECUTE_H

#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Executes a cursor with an already parsed statement, without its text: OEXEC, or OEXFEN for a
 * query that returns rows. Rows of binds follow.
 */
class TtcReExecute : public TtcDriverCodec<TtcReExecute>
{
  public:
    /// Option of a query: execute and fetch.
    static constexpr uint32_t EXECUTE = 0x20;

    TtcHead head{TtcFunction::RE_EXECUTE}; ///< Start of the call.
    uint32_t cursor{0};                    ///< Cursor.
    uint32_t rows{0};                      ///< Number of rows to return, or rows of binds.
    uint32_t options{0};                   ///< What to do.
    uint32_t moreOptions{0};               ///< Commit, as by autocommit.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        TtcHead::Fields(self.head, io, layout);
        io.Integer(self.cursor);
        io.Integer(self.rows);
        io.Integer(self.options);
        io.Integer(self.moreOptions);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_RE_EXECUTE_H */
