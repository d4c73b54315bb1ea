// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_ROW_H
#define NET8_TTC_ROW_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Values of a row or of bind variables (RXD), as stored by the server. To read them, their number
 * must be set.
 */
class TtcRow : public TtcServerCodec<TtcRow>
{
  public:
    std::vector<std::string> values; ///< Each value, empty for null.
    bool returnCodes{false};         ///< Each value is followed by a return code.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::ROW_DATA));
        for (auto& value : self.values)
        {
            io.String(value);
            if (self.returnCodes)
            {
                uint32_t code = 0;
                io.Integer(code);
            }
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_ROW_H */
