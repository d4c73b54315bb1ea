// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_VERSION_H
#define NET8_OCI_VERSION_H

#include "net8-oci-codec.h"
#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Requests the version of a server, in OCI's form.
 */
class OciVersion : public OciDriverCodec<OciVersion>
{
  public:
    TtcHead head{TtcFunction::VERSION}; ///< Start of the call.
    uint32_t room{500};                 ///< Maximum length of the text.

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
        TtcHead::Fields(self.head, io, {});
        OciFields fields(io, layout, layout.samePlatform);
        auto pointer = fields.PointTo(1);
        fields.Pointer(pointer);
        fields.U32(self.room);
        fields.Pointer(pointer);
        fields.Pointer(pointer);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_VERSION_H */
