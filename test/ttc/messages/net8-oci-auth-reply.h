// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_AUTH_REPLY_H
#define NET8_OCI_AUTH_REPLY_H

#include "ns3/net8-oci-codec.h"
#include "ns3/net8-oci-end-of-call.h"
#include "ns3/net8-oci-pair.h"
#include "ns3/net8-ttc-list.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Reply to an OCI authentication: key-value pairs, and the end of the call.
 */
class OciAuthReply : public OciServerCodec<OciAuthReply>
{
  public:
    std::vector<OciPair> pairs; ///< Pairs sent by the server.
    OciEndOfCall end;           ///< End of the call.

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
        // A server writes texts of up to 252 bytes with one length byte.
        auto whole = layout;
        whole.chunk = OciFields<IO>::SHORT_TEXT;
        io.Expect(static_cast<uint8_t>(TtcMessage::PARAMETER));
        OciFields fields(io, layout);
        auto count = static_cast<uint32_t>(self.pairs.size());
        fields.U16(count);
        TtcList::Resize(self.pairs, io, count, OciPair::COUNT_MAX);
        TtcList::Entries(self.pairs, io, whole);
        OciEndOfCall::Fields(self.end, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_AUTH_REPLY_H */
