// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_VERSION_H
#define NET8_TTC_VERSION_H

#include "ns3/net8-ttc-head.h"

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Requests the banner and the version of the server (OVERSION).
 */
class TtcVersion : public TtcDriverCodec<TtcVersion>
{
  public:
    TtcHead head{TtcFunction::VERSION}; ///< Start of the call.
    uint32_t room{256};                 ///< Maximum length of the banner, characters.

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
        constexpr uint8_t PRESENT = 1;
        TtcHead::Fields(self.head, io, layout);
        io.Fixed(PRESENT);
        io.Integer(self.room);
        io.Fixed(PRESENT);
        io.Fixed(PRESENT);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_VERSION_H */
