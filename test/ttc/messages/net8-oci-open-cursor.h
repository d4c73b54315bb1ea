// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_OPEN_CURSOR_H
#define NET8_OCI_OPEN_CURSOR_H

#include "ns3/net8-oci-codec.h"
#include "ns3/net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Requests a cursor: OCI 9.2 does so in a separate call.
 */
class OciOpenCursor : public OciDriverCodec<OciOpenCursor>
{
  public:
    TtcHead head{TtcFunction::OPEN_CURSOR}; ///< Start of the call.
    uint32_t cursor{0};                     ///< 0.

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
        OciFields fields(io, layout);
        auto pointer = fields.PointTo(1);
        fields.Pointer(pointer);
        fields.U32(self.cursor);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_OPEN_CURSOR_H */
