// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_VERSION_REPLY_H
#define NET8_TTC_VERSION_REPLY_H

#include "net8-ttc-code.h"
#include "net8-ttc-status.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reply to the version call: the banner and the version as a number.
 */
class TtcVersionReply : public TtcServerCodec<TtcVersionReply>
{
  public:
    std::string banner; ///< Name, release and options of the database.
    uint32_t number{0}; ///< Its version, such as 0x0c100200.
    TtcStatus status;   ///< End of the reply.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::PARAMETER));
        auto size = static_cast<uint32_t>(self.banner.size());
        io.Integer(size);
        if (layout.textLengths)
        {
            io.String(self.banner);
        }
        else
        {
            io.Raw(self.banner, size);
        }
        io.Integer(self.number);
        TtcStatus::Fields(self.status, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_VERSION_REPLY_H */
