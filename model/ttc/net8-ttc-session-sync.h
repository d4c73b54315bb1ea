// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_SESSION_SYNC_H
#define NET8_TTC_SESSION_SYNC_H

#include "net8-ttc-code.h"
#include "net8-ttc-list.h"
#include "net8-ttc-setting.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Session settings sent by a server-side piggyback (from 12.1 on).
 */
class TtcSessionSync : public TtcServerCodec<TtcSessionSync>
{
  public:
    static constexpr uint8_t SYNC = 5; ///< Kind of the piggyback; any other is malformed.
    /// Maximum number of settings read.
    static constexpr uint32_t COUNT_MAX = 4096;

    std::array<uint8_t, 3> head{1, 0, 0x10}; ///< Meaning unknown.
    uint8_t length{0};                       ///< Meaning unknown.
    std::vector<TtcSetting> settings;        ///< The settings.
    uint32_t flags{0};                       ///< Flags.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::SERVER_SIDE_PIGGYBACK));
        io.Expect(SYNC);
        for (auto& byte : self.head)
        {
            io.U8(byte);
        }
        TtcList::Count(self.settings, io, COUNT_MAX);
        io.U8(self.length);
        TtcList::Entries(self.settings, io, layout);
        io.Integer(self.flags);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_SESSION_SYNC_H */
