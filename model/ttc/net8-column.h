// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_COLUMN_H
#define NET8_COLUMN_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How many bytes column values take in the rows of a reply.
 *
 * A value is a byte string: its length in one byte, then its bytes; above 252 bytes 0xfe, chunks of
 * at most 32,767 bytes, each behind its length, and a zero. A null is one byte. A ROWID is a byte
 * and five numbers; a LONG has an indicator and a return code behind it; of a LOB the row holds its
 * size, its chunk size, what is prefetched of its value and its locator, and the rest is read by
 * calls of its own.
 *
 * A list of columns is a text such as `8*varchar2:9, number:5, date`:
 *
 *     list   = [ column *( "," column ) ]
 *     column = [ count "*" ] type [ ":" argument ]
 *     type   = number:VALUE | varchar2:BYTES | char:BYTES | raw:BYTES
 *            | nvarchar2:CHARACTERS | nchar:CHARACTERS
 *            | binary_float | binary_double | boolean:true | boolean:false
 *            | date | timestamp | timestamp:0 | timestamp_tz | timestamp_ltz | timestamp_ltz:0
 *            | interval_ds | interval_ym | rowid:ROWID | long:BYTES | long_raw:BYTES
 *            | clob:CHARACTERS | nclob:CHARACTERS | blob:BYTES | null
 *
 * `number:VALUE` is a NUMBER that holds that value, as the length of a NUMBER depends on it;
 * `timestamp:0` one without a fraction of a second; a ROWID is written as SQL shows it, with 18
 * characters. Blanks do not matter, nor does case but in a ROWID.
 */
class Column
{
  public:
    /// Most columns of one list (columns of a table in 23ai).
    static constexpr uint64_t COUNT_MAX = 4096;
    /// Most bytes of a VARCHAR2 or RAW (MAX_STRING_SIZE=EXTENDED), and of a chunk.
    static constexpr uint64_t STRING_MAX = 32767;
    /// Most bytes of a LONG, and of a LOB here.
    static constexpr uint64_t LONG_BYTES_MAX = 0x7fffffff;
    /// Bytes of a NUMBER as it is defined, whatever it holds: those of the largest one (captures).
    static constexpr uint32_t NUMBER_BYTES = 22;
    /// Bytes of a LOB locator unless something else is said (packet dump in issue 43 of
    /// kubo/rust-oracle).
    static constexpr uint32_t LOB_LOCATOR = 114;

    /// One entry of a list of columns.
    struct Entry
    {
        int64_t count{1};        ///< How many columns of this kind.
        std::string type;        ///< Name of the type, in small letters.
        bool hasArgument{false}; ///< Whether there is a colon.
        std::string argument;    ///< What stands behind it.
        std::string text;        ///< The entry as it is written.
    };

    /**
     * @param text a list of columns
     * @return its entries, whether they are columns or not; a count that is no number is 0
     */
    static std::vector<Entry> SplitList(std::string_view text);

    /**
     * What became of a text: a list of columns, or the reason why it is none.
     */
    struct List
    {
        std::vector<uint32_t> bytes;     ///< Bytes of each column on the wire.
        std::vector<uint32_t> lobs;      ///< Bytes of the value of each LOB column, in their order.
        std::vector<uint32_t> lobsAhead; ///< Those of them that the row holds.
        uint64_t defined{0};             ///< Bytes of a row as the columns are defined.
        uint64_t halved{0};       ///< The same as DBD::Oracle guesses what they hold: half of a
                                  ///< VARCHAR2, 4 of a number, 8 of a DATE.
        uint32_t bindBytes{0};    ///< Bytes of a row of them as binds, whose LOBs are temporary.
        uint32_t bindIntegers{0}; ///< TTC bytes of what their definitions as binds of thin
                                  ///< drivers have beside fixed fields: buffer, character set.
        bool hasLong{false};      ///< One of them is a LONG.
        std::string error; ///< What was found and what would be right; empty if nothing is wrong.
    };

    /**
     * @param text a list of columns
     * @param locator bytes of a LOB locator
     * @param prefetch bytes of a BLOB and characters of a CLOB that a row holds; 0: none
     * @return the columns, or what is wrong
     */
    static List ParseList(std::string_view text,
                          uint32_t locator = LOB_LOCATOR,
                          uint32_t prefetch = 0);

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
     * @param text a ROWID as SQL shows it: 6 characters of the object, 3 of the file, 6 of the
     * block and 3 of the row, to base 64
     * @return bytes of it on the wire, nothing if the text is no ROWID
     */
    static std::optional<uint32_t> GetRowidSize(std::string_view text);

    /**
     * @param bytes bytes of the value
     * @param locator bytes of its locator
     * @return bytes of the LOB in a row: length, size, chunk size and locator
     */
    static uint32_t GetLobSize(uint32_t bytes, uint32_t locator);

    /**
     * @param bytes length of a byte string, at most LONG_BYTES_MAX
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
