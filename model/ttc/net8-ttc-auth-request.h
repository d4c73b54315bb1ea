// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_AUTH_REQUEST_H
#define NET8_TTC_AUTH_REQUEST_H

#include "net8-ttc-head.h"
#include "net8-ttc-list.h"
#include "net8-ttc-pair.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An authentication: user and origin, or the password (OSESSKEY and OAUTH).
 */
class TtcAuthRequest : public TtcDriverCodec<TtcAuthRequest>
{
  public:
    /// Marks a value that is not null.
    static constexpr uint8_t PRESENT = 1;

    TtcHead head{TtcFunction::AUTH_1}; ///< Start of the call.
    std::string user;                  ///< Name of the user.
    uint32_t mode{1};                  ///< Logon mode: 1 as a normal user.
    std::vector<TtcPair> pairs;        ///< Pairs sent by the client.
    uint8_t output{PRESENT}; ///< Whether the reply may have pairs; node requests none at first.

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
        auto size = static_cast<uint32_t>(self.user.size());
        io.Fixed(size > 0 ? PRESENT : 0);
        io.Integer(size);
        io.Integer(self.mode);
        io.Fixed(PRESENT);
        TtcList::Count(self.pairs, io, TtcPair::COUNT_MAX);
        io.U8(self.output);
        io.Fixed(PRESENT);
        if (size > 0 && layout.textLengths)
        {
            io.String(self.user);
        }
        else
        {
            io.Raw(self.user, size);
        }
        TtcList::Entries(self.pairs, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_AUTH_REQUEST_H */
