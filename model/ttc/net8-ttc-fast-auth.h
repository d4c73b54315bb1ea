// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_FAST_AUTH_H
#define NET8_TTC_FAST_AUTH_H

#include "net8-ttc-data-types-request.h"
#include "net8-ttc-protocol-request.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Protocol, data types and first authentication in one message. The authentication is kept as raw
 * bytes: its layout depends on the field version that the client assumes the server to have.
 */
class TtcFastAuth : public TtcDriverCodec<TtcFastAuth>
{
  public:
    uint8_t version{1};            ///< Version of this message.
    uint8_t serverConverts{1};     ///< The server converts characters.
    uint8_t flags{0};              ///< Flags.
    TtcProtocolRequest protocol;   ///< Protocol.
    uint16_t characterSet{0};      ///< Character set of the server, as far as known.
    uint8_t characterFlags{0};     ///< Flags of it.
    uint16_t nationalSet{0};       ///< Its national character set, as far as known.
    uint8_t fieldVersion{0};       ///< Field version of the authentication.
    TtcDataTypesRequest dataTypes; ///< Data types.
    std::string authentication;    ///< First authentication.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::FAST_AUTH));
        io.U8(self.version);
        io.U8(self.serverConverts);
        io.U8(self.flags);
        TtcProtocolRequest::Fields(self.protocol, io, layout);
        io.U16(self.characterSet);
        io.U8(self.characterFlags);
        io.U16(self.nationalSet);
        io.U8(self.fieldVersion);
        TtcDataTypesRequest::Fields(self.dataTypes, io, layout);
        io.Rest(self.authentication);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_FAST_AUTH_H */
