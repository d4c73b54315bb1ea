// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_PAIR_H
#define NET8_TTC_PAIR_H

#include "net8-ttc-codec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A key-value pair in the messages of a logon.
 */
class TtcPair : public TtcServerCodec<TtcPair>
{
  public:
    /// Maximum number of pairs read from one message.
    static constexpr uint32_t COUNT_MAX = 256;

    std::string key;   ///< The key; some have a terminating zero byte.
    std::string value; ///< The value.
    uint32_t flags{0}; ///< Flags, or the type of a verifier.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        io.Field(self.key);
        io.Field(self.value);
        io.Integer(self.flags);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_PAIR_H */
