// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DIRECT_PATH_LOAD_H
#define NET8_TTC_DIRECT_PATH_LOAD_H

#include "net8-ttc-direct-path-prepare.h"
#include "net8-ttc-head.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sends a batch of rows of a direct path load (python-oracledb 26.1, DirectPathLoadStreamMessage).
 */
class TtcDirectPathLoad : public TtcDriverCodec<TtcDirectPathLoad>
{
  public:
    TtcHead head{TtcFunction::DIRECT_PATH_LOAD}; ///< Start of the call.
    uint32_t cursor{0};                          ///< Cursor from the reply to the prepare.
    std::string pieces;                          ///< Pieces of rows (DirectPathRow).
    uint32_t pieceBytes{0};                      ///< Size of virtual pieces instead, bytes.

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
        io.Fixed(1); // pointer to the pieces
        auto bytes = static_cast<uint32_t>(self.pieces.size()) + self.pieceBytes;
        io.Integer(bytes);
        uint32_t version = TtcDirectPathPrepare::VERSION;
        io.Integer(version);
        io.Fixed(0); // no input values
        io.Fixed(0);
        io.Fixed(1); // pointers to output values
        io.Fixed(1);
        if constexpr (requires { io.Fail(); })
        {
            io.Raw(self.pieces, bytes);
        }
        else
        {
            io.Raw(self.pieces);
            io.Zeros(self.pieceBytes);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_DIRECT_PATH_LOAD_H */
