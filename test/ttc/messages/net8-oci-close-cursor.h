// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_CLOSE_CURSOR_H
#define NET8_OCI_CLOSE_CURSOR_H

#include "ns3/net8-oci-codec.h"
#include "ns3/net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Closes a cursor: OCI 9.2 does so in a separate call.
 */
class OciCloseCursor : public OciDriverCodec<OciCloseCursor>
{
  public:
    TtcHead head{TtcFunction::CLOSE_CURSOR}; ///< Start of the call.
    uint32_t cursor{0};                      ///< The cursor.

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
        OciFields(io, layout).U32(self.cursor);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_CLOSE_CURSOR_H */
