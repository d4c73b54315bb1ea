// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_AUTH_REPLY_H
#define NET8_TTC_AUTH_REPLY_H

#include "net8-ttc-end-of-call.h"
#include "net8-ttc-list.h"
#include "net8-ttc-pair.h"
#include "net8-ttc-session-sync.h"

#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reply to an authentication: key-value pairs, and the end of the call.
 */
class TtcAuthReply : public TtcServerCodec<TtcAuthReply>
{
  public:
    std::vector<TtcPair> pairs;         ///< Pairs sent by the server.
    std::optional<TtcSessionSync> sync; ///< Settings of the session.
    TtcEndOfCall end;                   ///< End of the call.

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
        TtcList::Count(self.pairs, io, TtcPair::COUNT_MAX);
        TtcList::Entries(self.pairs, io, layout);
        if constexpr (requires { io.Fail(); })
        {
            if (io.Peek() == static_cast<uint8_t>(TtcMessage::SERVER_SIDE_PIGGYBACK))
            {
                self.sync.emplace();
            }
        }
        if (self.sync)
        {
            TtcSessionSync::Fields(*self.sync, io, layout);
        }
        TtcEndOfCall::Fields(self.end, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_AUTH_REPLY_H */
