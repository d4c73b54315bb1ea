// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_SETTING_H
#define NET8_TTC_SETTING_H

#include "net8-ttc-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A session setting sent with a reply, identified by its number: NLS parameters and others.
 */
class TtcSetting : public TtcServerCodec<TtcSetting>
{
  public:
    std::string text;   ///< Its value as a text.
    std::string bytes;  ///< Its value as bytes.
    uint32_t number{0}; ///< Number of the setting.

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
        io.Field(self.text);
        io.Field(self.bytes);
        io.Integer(self.number);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_SETTING_H */
