// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_COUNTED_TOKEN_H
#define NET8_TDS_COUNTED_TOKEN_H

#include "net8-tds-codec.h"
#include "net8-tds-token.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A token of which only the length is known: row order, authentication.
 */
class TdsCountedToken : public TdsCodec<TdsCountedToken>
{
  public:
    uint8_t token{static_cast<uint8_t>(TdsToken::ORDER)}; ///< Its first byte.
    std::string bytes;                                    ///< Its bytes.

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
        io.U8(self.token);
        auto length = static_cast<uint16_t>(self.bytes.size());
        io.Little(length, 2);
        io.Raw(self.bytes, length);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_COUNTED_TOKEN_H */
