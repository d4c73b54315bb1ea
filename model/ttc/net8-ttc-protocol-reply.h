// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_PROTOCOL_REPLY_H
#define NET8_TTC_PROTOCOL_REPLY_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a server tells of itself before a logon (PRO).
 */
class TtcProtocolReply : public TtcServerCodec<TtcProtocolReply>
{
  public:
    /// Bytes of a conversion of a character set.
    static constexpr uint32_t CONVERSION = 5;
    /// Where the field version stands in the compile-time capabilities.
    static constexpr std::size_t FIELD_VERSION = 7;

    std::string versions{"\6"}; ///< Its version of the protocol.
    std::string platform;       ///< Name of its platform.
    uint16_t characterSet{873}; ///< Character set of the database.
    uint8_t flags{1};           ///< Flags.
    std::string conversions;    ///< Conversions of the character set, CONVERSION bytes each.
    std::string formats;        ///< Formats of numbers and others.
    std::string compileTime;    ///< Capabilities of its release.
    std::string runTime;        ///< Capabilities of its database.

    /** @return the newest field version that it knows, 0 if it tells none */
    uint8_t GetFieldVersion() const
    {
        return compileTime.size() > FIELD_VERSION ? static_cast<uint8_t>(compileTime[FIELD_VERSION])
                                                  : 0;
    }

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::PROTOCOL));
        io.Terminated(self.versions);
        io.Terminated(self.platform);
        io.U16Little(self.characterSet);
        io.U8(self.flags);
        auto count = static_cast<uint16_t>(self.conversions.size() / CONVERSION);
        io.U16Little(count);
        io.Raw(self.conversions, count * CONVERSION);
        auto size = static_cast<uint16_t>(self.formats.size());
        io.U16(size);
        io.Raw(self.formats, size);
        io.String(self.compileTime);
        io.String(self.runTime);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_PROTOCOL_REPLY_H */
