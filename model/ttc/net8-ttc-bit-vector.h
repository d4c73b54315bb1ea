// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_BIT_VECTOR_H
#define NET8_TTC_BIT_VECTOR_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Tells which columns are sent in the next row, the others repeating the previous row (BVC). Its
 * length follows from the number of columns of the result.
 */
class TtcBitVector
{
  public:
    uint32_t sent{0}; ///< Number of columns sent.
    std::string bits; ///< A bit for each column, lowest first.

    /**
     * Get the size of a bit vector.
     * @param columns number of columns of the result
     * @return its size, bytes
     */
    static uint32_t GetBytes(uint32_t columns)
    {
        return (columns + 7) / 8;
    }

    /**
     * Count the columns that are sent.
     * @param bits a bit for each column, lowest first
     * @return number of bits set
     */
    static uint32_t Count(std::string_view bits)
    {
        uint32_t count = 0;
        for (const char byte : bits)
        {
            count += static_cast<uint32_t>(std::popcount(static_cast<uint8_t>(byte)));
        }
        return count;
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param columns number of columns of the result
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, uint32_t columns)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::BIT_VECTOR));
        io.Integer(self.sent);
        io.Raw(self.bits, GetBytes(columns));
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_BIT_VECTOR_H */
