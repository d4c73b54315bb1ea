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
 * A key and its value, in the messages of a logon.
 */
class TtcPair : public TtcServerCodec<TtcPair>
{
  public:
    /// Most of them in one message that is read.
    static constexpr uint32_t COUNT_MAX = 256;

    std::string key;   ///< The key; some are written with a zero byte at their end.
    std::string value; ///< The value.
    uint32_t flags{0}; ///< Flags, or the type of a verifier.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
