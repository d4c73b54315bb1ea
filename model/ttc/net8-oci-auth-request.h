// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_AUTH_REQUEST_H
#define NET8_OCI_AUTH_REQUEST_H

#include "net8-oci-codec.h"
#include "net8-oci-pair.h"
#include "net8-ttc-head.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An OCI authentication: user and origin, or the password (OSESSKEY and OAUTH).
 */
class OciAuthRequest : public OciDriverCodec<OciAuthRequest>
{
  public:
    TtcHead head{TtcFunction::AUTH_1}; ///< Start of the call.
    std::string user;                  ///< Name of the user.
    uint32_t mode{1};                  ///< Logon mode: 1 as a normal user, 0x101 with a password.
    std::vector<OciPair> pairs;        ///< Pairs sent by the client.

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
        auto size = static_cast<uint32_t>(self.user.size());
        fields.Pointer(pointer);
        fields.U32(size);
        fields.U32(self.mode);
        fields.Pointer(pointer);
        auto count = static_cast<uint32_t>(self.pairs.size());
        fields.U32(count);
        fields.Pointer(pointer);
        fields.Pointer(pointer);
        OciFields(io, layout).Text(self.user, layout.chunk);
        TtcList::Resize(self.pairs, io, count, OciPair::COUNT_MAX);
        TtcList::Entries(self.pairs, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_AUTH_REQUEST_H */
