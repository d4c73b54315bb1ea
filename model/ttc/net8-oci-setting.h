// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_SETTING_H
#define NET8_OCI_SETTING_H

#include "net8-oci-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A session setting in the return parameters for OCI.
 */
class OciSetting : public OciServerCodec<OciSetting>
{
  public:
    std::string text;   ///< A text, empty in captures.
    std::string value;  ///< Its value.
    uint16_t number{0}; ///< Number of the setting.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const OciLayout& layout)
    {
        OciFields fields(io, layout);
        fields.Field(self.text);
        fields.Field(self.value);
        fields.U16(self.number);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_SETTING_H */
