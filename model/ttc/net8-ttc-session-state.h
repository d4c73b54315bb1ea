// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_SESSION_STATE_H
#define NET8_TTC_SESSION_STATE_H

#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Marks the start or end of a request of an application's pool, as a piggyback on the next call
 * (python-oracledb, _write_session_state_piggyback).
 */
class TtcSessionState : public TtcDriverCodec<TtcSessionState>
{
  public:
    static constexpr uint32_t BEGIN = 0x04;    ///< A request begins.
    static constexpr uint32_t END = 0x08;      ///< It ends.
    static constexpr uint32_t EXPLICIT = 0x40; ///< Stated explicitly by the driver.

    /// Start of the piggyback.
    TtcHead head{TtcFunction::SESSION_STATE, TtcMessage::PIGGYBACK};
    uint32_t state{BEGIN | EXPLICIT}; ///< BEGIN or END, with EXPLICIT.

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
        io.Integer(self.state);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_SESSION_STATE_H */
