// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_FETCH_H
#define NET8_TTC_FETCH_H

#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Requests further rows of a cursor (OFETCH).
 */
class TtcFetch : public TtcDriverCodec<TtcFetch>
{
  public:
    TtcHead head{TtcFunction::FETCH}; ///< Start of the call.
    uint32_t cursor{0};               ///< The cursor.
    uint32_t rows{0};                 ///< Number of rows.

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
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_FETCH_H */
