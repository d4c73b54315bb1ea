// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_MESSAGE_H
#define NET8_TDS_MESSAGE_H

#include "net8-tds-codec.h"
#include "net8-tds-text.h"
#include "net8-tds-token.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An error or an informational message.
 */
class TdsMessage : public TdsCodec<TdsMessage>
{
  public:
    uint8_t token{static_cast<uint8_t>(TdsToken::ERROR)}; ///< ERROR or INFO.
    uint32_t number{0};                                   ///< Number of the error.
    uint8_t state{1};                                     ///< State: where it arose in the server.
    uint8_t severity{0};                                  ///< Severity; errors have 11 or more.
    std::string text;                                     ///< Its text, in UTF-16.
    std::string server;                                   ///< Name of the server, in UTF-16.
    std::string procedure;                                ///< Name of the procedure, in UTF-16.
    uint32_t line{0};                                     ///< Line in the statement.

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
        constexpr uint32_t FIXED = 4 + 1 + 1 + 2 + 1 + 1;
        io.U8(self.token);
        auto length = static_cast<uint16_t>(FIXED + (layout.wide ? 4 : 2) + self.text.size() +
                                            self.server.size() + self.procedure.size());
        io.Little(length, 2);
        io.Little(self.number, 4);
        io.U8(self.state);
        io.U8(self.severity);
        TdsText::Long(self.text, io);
        TdsText::Short(self.server, io);
        TdsText::Short(self.procedure, io);
        io.Little(self.line, layout.wide ? 4 : 2);
        if constexpr (TdsReads<IO>)
        {
            if (length != FIXED + (layout.wide ? 4 : 2) + self.text.size() + self.server.size() +
                              self.procedure.size())
            {
                io.Fail();
            }
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_MESSAGE_H */
