// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_STATUS_H
#define NET8_OCI_STATUS_H

#include "ns3/net8-oci-codec.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Status message for OCI (STA): the reply to a logoff, a commit, or closing a cursor.
 */
class OciStatus : public OciServerCodec<OciStatus>
{
  public:
    uint32_t status{1};   ///< State of the session.
    uint16_t sequence{0}; ///< Number of the call, from 10.2 on.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::STATUS));
        OciFields fields(io, layout);
        fields.U32(self.status);
        if (layout.HasSequence())
        {
            fields.U16(self.sequence);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_STATUS_H */
