// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DATA_TYPES_REPLY_H
#define NET8_TTC_DATA_TYPES_REPLY_H

#include "net8-ttc-code.h"
#include "net8-ttc-type-list.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The data types of a client's list that the server supports (DTY).
 */
class TtcDataTypesReply : public TtcServerCodec<TtcDataTypesReply>
{
  public:
    TtcTypeList types; ///< Data types.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::DATA_TYPES));
        TtcTypeList::Fields(self.types, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_DATA_TYPES_REPLY_H */
