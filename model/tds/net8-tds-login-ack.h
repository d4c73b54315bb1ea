// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_LOGIN_ACK_H
#define NET8_TDS_LOGIN_ACK_H

#include "net8-tds-codec.h"
#include "net8-tds-text.h"
#include "net8-tds-token.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Acknowledges a logon.
 */
class TdsLoginAck : public TdsCodec<TdsLoginAck>
{
  public:
    uint8_t interface{1};         ///< 1: SQL.
    uint32_t version{0x74000004}; ///< TDS version of the session.
    std::string program;          ///< Name of the server, in UTF-16.
    uint32_t programVersion{0};   ///< Its version, major version in the highest byte.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the token
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& /* layout */)
    {
        constexpr uint32_t FIXED = 1 + 4 + 1 + 4;
        io.Expect(static_cast<uint8_t>(TdsToken::LOGIN_ACK));
        auto length = static_cast<uint16_t>(FIXED + self.program.size());
        io.Little(length, 2);
        io.U8(self.interface);
        io.U32(self.version);
        TdsText::Short(self.program, io);
        io.U32(self.programVersion);
        if constexpr (TdsReads<IO>)
        {
            if (length != FIXED + self.program.size())
            {
                io.Fail();
            }
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_LOGIN_ACK_H */
