// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_FETCH_H
#define NET8_OCI_FETCH_H

#include "net8-oci-codec.h"
#include "net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Requests rows, in OCI's form up to 12.1. Its additional fields from 18c on are unpublished.
 */
class OciFetch : public OciDriverCodec<OciFetch>
{
  public:
    TtcHead head{TtcFunction::FETCH}; ///< Start of the call.
    uint32_t cursor{0};               ///< Cursor of the statement.
    uint32_t rows{0};                 ///< Number of rows requested.

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
        fields.U32(self.cursor);
        fields.U32(self.rows);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_FETCH_H */
