// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_LOB_READ_H
#define NET8_TTC_LOB_READ_H

#include "net8-ttc-head.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reads a part of a LOB (OLOBOPS).
 */
class TtcLobRead : public TtcDriverCodec<TtcLobRead>
{
  public:
    TtcHead head{TtcFunction::LOB}; ///< Start of the call.
    std::string locator;            ///< Locator of the LOB.
    uint32_t locatorBytes{0};       ///< Bytes of a locator that nobody reads, in place of one.
    uint64_t offset{1};             ///< First byte or character, from 1.
    uint64_t amount{0};             ///< Bytes or characters.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        constexpr uint8_t READ = 2;
        constexpr uint8_t PRESENT = 1;
        TtcHead::Fields(self.head, io, layout);
        uint64_t size = self.locator.size() + self.locatorBytes;
        io.Fixed(PRESENT);
        io.Integer(size);
        // Pointer and length of the other LOB, short offsets; pointers to character set, short
        // amount, null.
        for (int field = 0; field < 7; ++field)
        {
            io.Fixed(0);
        }
        uint32_t operation = READ;
        io.Integer(operation);
        io.Fixed(0); // a system change number, and its length
        io.Fixed(0);
        io.Integer(self.offset);
        io.Fixed(0); // offset in the other LOB
        io.Fixed(PRESENT);
        for (int field = 0; field < 6; ++field)
        {
            io.Fixed(0); // array of LOBs
        }
        io.Raw(self.locator, size);
        io.Integer(self.amount);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_LOB_READ_H */
