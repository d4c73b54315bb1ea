// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_VERSION_REPLY_H
#define NET8_OCI_VERSION_REPLY_H

#include "net8-oci-status.h"

#include "ns3/net8-oci-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Version of a server, for OCI.
 */
class OciVersionReply : public OciServerCodec<OciVersionReply>
{
  public:
    std::string text;    ///< Banner.
    uint32_t version{0}; ///< Version as a number: 0x0b100700 is 11.1.0.7.
    OciStatus end;       ///< End of the call.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::PARAMETER));
        OciFields fields(io, layout);
        auto size = static_cast<uint32_t>(self.text.size());
        fields.U16(size);
        fields.Text(self.text, OciFields<IO>::SHORT_TEXT);
        fields.U32(self.version);
        OciStatus::Fields(self.end, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_VERSION_REPLY_H */
