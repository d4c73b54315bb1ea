// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_SESSION_SWITCH_H
#define NET8_OCI_SESSION_SWITCH_H

#include "ns3/net8-oci-codec.h"
#include "ns3/net8-ttc-head.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Selects the session of the call after it: OCI sends it as a piggyback.
 */
class OciSessionSwitch : public OciDriverCodec<OciSessionSwitch>
{
  public:
    TtcHead head{TtcFunction::SESSION_SWITCH, TtcMessage::PIGGYBACK}; ///< Start of the call.
    uint32_t session{0};                                              ///< Number of the session.
    uint32_t serial{0};                                               ///< Its serial number.
    uint32_t mode{1};                                                 ///< Meaning unknown.

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
        fields.U32(self.session);
        fields.U32(self.serial);
        fields.U32(self.mode);
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_SESSION_SWITCH_H */
