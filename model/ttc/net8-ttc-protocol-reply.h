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
 * Properties of a server, sent before a logon (PRO).
 */
class TtcProtocolReply : public TtcServerCodec<TtcProtocolReply>
{
  public:
    /// Size of a character set conversion, bytes.
    static constexpr uint32_t CONVERSION = 5;
    /// Index of the field version in the compile-time capabilities.
    static constexpr std::size_t FIELD_VERSION = 7;

    std::string versions{"\6"}; ///< Its protocol version.
    std::string platform;       ///< Name of its platform.
    uint16_t characterSet{873}; ///< Character set of the database.
    uint8_t flags{1};           ///< Flags.
    std::string conversions;    ///< Character set conversions, CONVERSION bytes each.
    std::string formats;        ///< Formats of numbers and others.
    std::string compileTime;    ///< Compile-time capabilities (release).
    std::string runTime;        ///< Run-time capabilities (database).

    /** @return the newest field version that the server knows; 0 if it does not tell */
    uint8_t GetFieldVersion() const
    {
        return compileTime.size() > FIELD_VERSION ? static_cast<uint8_t>(compileTime[FIELD_VERSION])
                                                  : 0;
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
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
