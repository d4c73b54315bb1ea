// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_ROW_HEADER_H
#define NET8_TTC_ROW_HEADER_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Start of the rows of a reply (RXH). Its bit vector tells which columns of the first row are sent,
 * the others repeating the last row of an earlier reply.
 */
class TtcRowHeader : public TtcServerCodec<TtcRowHeader>
{
  public:
    uint8_t flags{0x22};    ///< 0x20 from the first row of a result on.
    uint32_t requests{1};   ///< Columns.
    uint32_t iteration{0};  ///< Number of the first row.
    uint32_t iterations{0}; ///< Rows requested.
    uint32_t buffer{0};     ///< Length of a buffer.
    std::string bitVector;  ///< A bit for each column, lowest first; empty: all are sent.
    std::string rowid;      ///< Last row.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::ROW_HEADER));
        io.U8(self.flags);
        io.Integer(self.requests);
        io.Integer(self.iteration);
        io.Integer(self.iterations);
        io.Integer(self.buffer);
        io.Field(self.bitVector);
        io.Field(self.rowid);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_ROW_HEADER_H */
