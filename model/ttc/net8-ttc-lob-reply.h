// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_LOB_REPLY_H
#define NET8_TTC_LOB_REPLY_H

#include "net8-ttc-code.h"
#include "net8-ttc-end-of-call.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reply to a LOB read: data, locator, amount, and the end of the call.
 */
class TtcLobReply : public TtcServerCodec<TtcLobReply>
{
  public:
    std::string data;         ///< What was read.
    uint64_t dataBytes{0};    ///< Size of virtual data instead, bytes.
    std::string locator;      ///< Locator of the LOB; its length must be set before reading.
    uint32_t locatorBytes{0}; ///< Size of a virtual locator instead, bytes.
    uint64_t amount{0};       ///< Bytes or characters read.
    TtcEndOfCall end;         ///< End of the call.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::LOB_DATA));
        if constexpr (requires { io.Fail(); })
        {
            io.String(self.data);
        }
        else if (self.data.empty())
        {
            io.VirtualString(self.dataBytes);
        }
        else
        {
            io.String(self.data);
        }
        io.Expect(static_cast<uint8_t>(TtcMessage::PARAMETER));
        io.Raw(self.locator, self.locator.size() + self.locatorBytes);
        io.Integer(self.amount);
        TtcEndOfCall::Fields(self.end, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_LOB_REPLY_H */
