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
 * Reply to the reading of a LOB: its data, its locator and how much it was, the end of the call.
 */
class TtcLobReply : public TtcServerCodec<TtcLobReply>
{
  public:
    std::string data;         ///< What was read.
    uint64_t dataBytes{0};    ///< Bytes of data that nobody reads, in place of it.
    std::string locator;      ///< Locator of the LOB; a reader must know its length.
    uint32_t locatorBytes{0}; ///< Bytes of a locator that nobody reads, in place of one.
    uint64_t amount{0};       ///< Bytes or characters that were read.
    TtcEndOfCall end;         ///< End of the call.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
