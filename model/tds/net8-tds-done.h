// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_DONE_H
#define NET8_TDS_DONE_H

#include "net8-tds-codec.h"
#include "net8-tds-token.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The end of a statement or a procedure: 13 bytes, before 7.2 9.
 */
class TdsDone : public TdsCodec<TdsDone>
{
  public:
    static constexpr uint16_t MORE = 0x01;      ///< More results follow.
    static constexpr uint16_t ERROR = 0x02;     ///< There was an error.
    static constexpr uint16_t COUNT = 0x10;     ///< The row count is valid.
    static constexpr uint16_t ATTENTION = 0x20; ///< It acknowledges an attention.

    uint8_t token{static_cast<uint8_t>(TdsToken::DONE)}; ///< One of the three DONE tokens.
    uint16_t status{0};                                  ///< Flags.
    uint16_t command{0}; ///< Number of the statement's kind, such as 0xc1 for a query.
    uint64_t rows{0};    ///< Number of rows.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the token
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& layout)
    {
        io.U8(self.token);
        io.Little(self.status, 2);
        io.Little(self.command, 2);
        io.Little(self.rows, layout.wide ? 8 : 4);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_DONE_H */
