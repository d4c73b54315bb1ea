// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_HEAD_H
#define NET8_TTC_HEAD_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Start of a client call; for calls without parameters, the whole call: logoff, commit, rollback,
 * ping.
 */
class TtcHead : public TtcDriverCodec<TtcHead>
{
  public:
    TtcMessage message;   ///< FUNCTION or PIGGYBACK.
    TtcFunction function; ///< Function code.
    uint8_t sequence{0};  ///< Sequence number.
    uint64_t token{0};    ///< Token, from 23.1 on.

    /**
     * Create a head.
     * @param call function code
     * @param type FUNCTION or PIGGYBACK
     */
    explicit TtcHead(TtcFunction call = TtcFunction::NONE, TtcMessage type = TtcMessage::FUNCTION)
        : message(type),
          function(call)
    {
    }

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
        auto type = static_cast<uint8_t>(self.message);
        auto code = static_cast<uint8_t>(self.function);
        io.U8(type);
        io.U8(code);
        io.U8(self.sequence);
        if (layout.HasToken())
        {
            io.Integer(self.token);
        }
        if constexpr (requires { io.Fail(); })
        {
            self.message = static_cast<TtcMessage>(type);
            self.function = static_cast<TtcFunction>(code);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_HEAD_H */
