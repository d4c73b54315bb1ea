// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_CLOSE_CURSORS_H
#define NET8_TTC_CLOSE_CURSORS_H

#include "net8-ttc-head.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Closes cursors, as a piggyback on the next call.
 */
class TtcCloseCursors : public TtcDriverCodec<TtcCloseCursors>
{
  public:
    /// Maximum number of cursors read from one message.
    static constexpr uint32_t COUNT_MAX = 65536;

    /// Start of the piggyback.
    TtcHead head{TtcFunction::CLOSE_CURSORS, TtcMessage::PIGGYBACK};
    std::vector<uint32_t> cursors; ///< The cursors.

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
        TtcList::Count(self.cursors, io, COUNT_MAX);
        for (auto& cursor : self.cursors)
        {
            io.Integer(cursor);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_CLOSE_CURSORS_H */
