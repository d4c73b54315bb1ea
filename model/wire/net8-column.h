// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_COLUMN_H
#define NET8_COLUMN_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How many bytes column values take in the rows of a reply.
 *
 * A value is a byte string: its length in one byte, then its bytes; above 252 bytes 0xfe, the
 * length of the one chunk, the bytes, and a zero. A null is one byte. Types for which no published
 * number or capture is at hand (ROWID, LONG, LOB locators) are not here.
 *
 * A list of columns is a text such as `8*varchar2:9, number:5, date`:
 *
 *     list   = [ column *( "," column ) ]
 *     column = [ count "*" ] type [ ":" argument ]
 *     type   = number:VALUE | varchar2:BYTES | char:BYTES | raw:BYTES
 *            | date | timestamp | timestamp:0 | null
 *
 * `number:VALUE` is a NUMBER that holds that value, as the length of a NUMBER depends on it;
 * `timestamp:0` one without a fraction of a second. Blanks and case do not matter.
 */
class Column
{
  public:
    /// Most columns of one list (columns of a table in 23ai).
    static constexpr uint64_t COUNT_MAX = 4096;
    /// Most bytes of a VARCHAR2 or RAW (MAX_STRING_SIZE=EXTENDED), and of a chunk.
    static constexpr uint64_t STRING_MAX = 32767;

    /**
     * What became of a text: a list of columns, or the reason why it is none.
     */
    struct List
    {
        std::vector<uint32_t> bytes; ///< Bytes of each column on the wire.
        std::string error; ///< What was found and what would be right; empty if nothing is wrong.
    };

    /**
     * @param text a list of columns
     * @return the columns, or what is wrong
     */
    static List ParseList(std::string_view text);

    /**
     * Write a number as Oracle stores it: an exponent byte, then digits to base 100.
     *
     * @param text a decimal number such as "-12.5" or "1e10"
     * @return its bytes without the length byte; nothing if the text is no number, has more than
     * 40 digits or does not fit the exponent
     */
    static std::vector<uint8_t> EncodeNumber(std::string_view text);

    /**
     * @param value a number
     * @return bytes of it as a universal integer: a length byte and the value without leading
     * zeros; above 65535 the four value bytes that drivers write
     */
    static uint32_t GetIntegerSize(uint32_t value);

    /**
     * @param bytes length of a byte string, at most STRING_MAX
     * @return bytes of it on the wire
     */
    static uint32_t GetStringSize(uint32_t bytes);

    /**
     * @param columns columns of the row
     * @param sent those of them whose values follow
     * @return bytes of the bit-vector message before the row: its type, how many values follow, and
     * a bit for each column
     */
    static uint32_t GetBitVectorSize(uint32_t columns, uint32_t sent);
};

} // namespace ns3::net8

#endif /* NET8_COLUMN_H */
