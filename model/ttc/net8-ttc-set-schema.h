// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_SET_SCHEMA_H
#define NET8_TTC_SET_SCHEMA_H

#include "net8-ttc-head.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sets the schema in which names are resolved, as a piggyback on the next call.
 */
class TtcSetSchema : public TtcDriverCodec<TtcSetSchema>
{
  public:
    /// Start of the piggyback.
    TtcHead head{TtcFunction::SET_SCHEMA, TtcMessage::PIGGYBACK};
    std::string schema; ///< The schema.

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
        constexpr uint8_t PRESENT = 1;
        TtcHead::Fields(self.head, io, layout);
        io.Fixed(PRESENT);
        io.Field(self.schema);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_SET_SCHEMA_H */
