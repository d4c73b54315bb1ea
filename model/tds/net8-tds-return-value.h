// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_RETURN_VALUE_H
#define NET8_TDS_RETURN_VALUE_H

#include "net8-tds-codec.h"
#include "net8-tds-text.h"
#include "net8-tds-token.h"
#include "net8-tds-type.h"
#include "net8-tds-value.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An output parameter of a procedure.
 */
class TdsReturnValue : public TdsCodec<TdsReturnValue>
{
  public:
    uint16_t ordinal{0};  ///< Number of the parameter.
    std::string name;     ///< Its name, in UTF-16.
    uint8_t status{1};    ///< 1: a parameter, 2: result of a function.
    uint32_t userType{0}; ///< Number of a user-defined type.
    uint16_t flags{0};    ///< Flags of the type.
    TdsType type;         ///< Its type.
    TdsValue value;       ///< Its value.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the token
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& layout)
    {
        io.Expect(static_cast<uint8_t>(TdsToken::RETURN_VALUE));
        io.Little(self.ordinal, 2);
        TdsText::Short(self.name, io);
        io.U8(self.status);
        io.Little(self.userType, layout.wide ? 4 : 2);
        io.Little(self.flags, 2);
        TdsType::Fields(self.type, io, layout);
        if constexpr (TdsReads<IO>)
        {
            self.value = TdsValue(self.type);
        }
        TdsValue::Fields(self.value, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_RETURN_VALUE_H */
