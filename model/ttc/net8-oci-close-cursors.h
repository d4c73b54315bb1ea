// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_CLOSE_CURSORS_H
#define NET8_OCI_CLOSE_CURSORS_H

#include "net8-oci-codec.h"
#include "net8-ttc-head.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Closes cursors along with the call after it, in OCI's form.
 */
class OciCloseCursors : public OciDriverCodec<OciCloseCursors>
{
  public:
    /// Maximum number of cursors read from one message.
    static constexpr uint32_t COUNT_MAX = 65536;

    TtcHead head{TtcFunction::CLOSE_CURSORS, TtcMessage::PIGGYBACK}; ///< Start of the call.
    std::vector<uint32_t> cursors;                                   ///< The cursors.

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
        auto count = static_cast<uint32_t>(self.cursors.size());
        auto pointer = fields.PointTo(count);
        fields.Pointer(pointer);
        fields.U32(count);
        fields.End();
        TtcList::Resize(self.cursors, io, count, COUNT_MAX);
        for (auto& cursor : self.cursors)
        {
            fields.U32(cursor);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_CLOSE_CURSORS_H */
