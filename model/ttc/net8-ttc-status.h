// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_STATUS_H
#define NET8_TTC_STATUS_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reply to a call that returns nothing: logoff, commit, closing a cursor (STA).
 */
class TtcStatus : public TtcServerCodec<TtcStatus>
{
  public:
    uint32_t status{1};   ///< State of the session.
    uint32_t sequence{0}; ///< Number of the call, end to end.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::STATUS));
        io.Integer(self.status);
        io.Integer(self.sequence);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_STATUS_H */
