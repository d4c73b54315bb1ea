// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DIRECT_PATH_OPERATION_H
#define NET8_TTC_DIRECT_PATH_OPERATION_H

#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Ends a direct path load (python-oracledb 26.1, DirectPathOpMessage).
 */
class TtcDirectPathOperation : public TtcDriverCodec<TtcDirectPathOperation>
{
  public:
    static constexpr uint32_t ABORT = 1;  ///< Discards the rows, after an error.
    static constexpr uint32_t FINISH = 2; ///< Saves them.

    TtcHead head{TtcFunction::DIRECT_PATH_OPERATION}; ///< Start of the call.
    uint32_t operation{FINISH};                       ///< ABORT or FINISH.
    uint32_t cursor{0};                               ///< Cursor from the reply to the prepare.

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
        io.Integer(self.operation);
        io.Integer(self.cursor);
        io.Fixed(0); // no input values
        io.Fixed(0);
        io.Fixed(1); // pointers to output values
        io.Fixed(1);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_DIRECT_PATH_OPERATION_H */
