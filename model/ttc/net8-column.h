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
 * Computes the size of column values in the rows of a reply.
 *
 * A value is a byte string: its length in one byte, then its bytes; above 252 bytes, 0xfe, chunks
 * of at most 32,767 bytes, each preceded by its length, and a zero. A null takes one byte. A ROWID
 * is a byte and five numbers; a LONG is followed by an indicator and a return code; for a LOB the
 * row has its size, its chunk size, the prefetched part of its value and its locator, and the rest
 * is read by separate calls.
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
 *            | clob:CHARACTERS | nclob:CHARACTERS | blob:BYTES | temporary_clob:CHARACTERS
 *            | temporary_blob:BYTES | xmltype:CHARACTERS | null
 *
 * `number:VALUE` is a NUMBER with that value, as the length of a NUMBER depends on it;
 * `timestamp:0` one without fractional seconds; a ROWID is written as SQL shows it, with 18
 * characters. Blanks are ignored, and so is case except in a ROWID.
 */
class Column
{
  public:
    /// Maximum number of columns in a list (columns of a table in 23ai).
    static constexpr uint64_t COUNT_MAX = 4096;
    /// Maximum size of a VARCHAR2 or RAW (MAX_STRING_SIZE=EXTENDED), and of a chunk, bytes.
    static constexpr uint64_t STRING_MAX = 32767;
    /// Maximum size of a LONG, and of a LOB here, bytes.
    static constexpr uint64_t LONG_BYTES_MAX = 0x7fffffff;
    /// Defined size of a NUMBER, whatever its value, bytes: that of the largest one (captures).
    static constexpr uint32_t NUMBER_BYTES = 22;
    /// Default size of a LOB locator, bytes (packet dump in issue 43 of kubo/rust-oracle).
    static constexpr uint32_t LOB_LOCATOR = 114;

    /// One entry of a list of columns.
    struct Entry
    {
        int64_t count{1};        ///< Number of such columns.
        std::string type;        ///< Name of the type, in lower case.
        bool hasArgument{false}; ///< Whether there is a colon.
        std::string argument;    ///< What follows the colon.
        std::string text;        ///< The entry as written.
    };

    /**
     * Split a list into entries.
     *
     * @param text a list of columns
     * @return its entries, whether or not they are valid; a count that is not a number is 0
     */
    static std::vector<Entry> SplitList(std::string_view text);

    /**
     * The result of parsing a list of columns.
     */
    struct List
    {
        std::vector<uint32_t> bytes; ///< Size of each column on the wire, bytes.
        /// Size of each value in a direct path load, without its length, bytes; nothing for a
        /// null.
        std::vector<std::optional<uint32_t>> values;
        std::vector<uint32_t> lobs;        ///< Size of the value of each LOB column, bytes.
        std::vector<uint32_t> lobsAhead;   ///< Bytes of these that are sent in the row.
        std::vector<uint32_t> lobLocators; ///< Size of the locator of each of them, bytes.
        uint64_t defined{0};               ///< Defined size of a row, bytes.
        uint64_t halved{0};       ///< The same as estimated by DBD::Oracle: half of a VARCHAR2, 4
                                  ///< of a number, 8 of a DATE.
        uint32_t bindBytes{0};    ///< Size of a row of them as binds, with temporary LOBs, bytes.
        uint32_t bindIntegers{0}; ///< TTC bytes of the variable part of their bind definitions in
                                  ///< thin drivers: buffer size, character set.
        bool hasLong{false};      ///< One of them is a LONG.
        std::string error;        ///< What was found and what would be right; empty: no error.
    };

    /**
     * What a row contains of each LOB.
     */
    struct LobForm
    {
        uint32_t locator{LOB_LOCATOR}; ///< Size of the locator of a LOB of a table, bytes.
        int64_t prefetch{0};  ///< Bytes of a BLOB and characters of a CLOB that follow its size; 0:
                              ///< its size alone; -1: not even that.
        bool isInline{false}; ///< The value as a string, without a locator.
    };

    /**
     * Parse a list of columns.
     *
     * @param text a list of columns
     * @param form what a row contains of each LOB
     * @return the columns, or the error
     */
    static List ParseList(std::string_view text, const LobForm& form);

    /**
     * Parse a list of columns of which LOBs come with their size, but without data.
     *
     * @param text a list of columns
     * @return the columns, or the error
     */
    static List ParseList(std::string_view text);

    /**
     * Encode a number as Oracle stores it: an exponent byte, then base-100 digits.
     *
     * @param text a decimal number such as "-12.5" or "1e10"
     * @return its bytes without the length byte; nothing if the text is not a number, has more than
     * 40 digits or exceeds the exponent
     */
    static std::vector<uint8_t> EncodeNumber(std::string_view text);

    /**
     * Get the size of a universal integer.
     *
     * @param value a number
     * @return its size, bytes: a length byte and the value without leading zeros; above 65535, the
     * four value bytes that drivers write
     */
    static uint32_t GetIntegerSize(uint32_t value);

    /**
     * Get the size of a ROWID.
     *
     * @param text a ROWID as SQL shows it: 6 characters for the object, 3 for the file, 6 for the
     * block and 3 for the row, in base 64
     * @return its size on the wire, bytes; nothing if the text is not a ROWID
     */
    static std::optional<uint32_t> GetRowidSize(std::string_view text);

    /**
     * Get the size of a LOB in a row, without data.
     *
     * @param bytes size of its value, bytes
     * @param locator size of its locator, bytes
     * @param sized whether its size and its chunk size are sent, too
     * @return size of length, LOB size, chunk size and locator, bytes
     */
    static uint32_t GetLobSize(uint32_t bytes, uint32_t locator, bool sized);

    /**
     * Get the size of a byte string on the wire.
     *
     * @param bytes length of a byte string, at most LONG_BYTES_MAX
     * @return its size with length bytes
     */
    static uint32_t GetStringSize(uint32_t bytes);

    /**
     * Get the size of a bit vector message.
     *
     * @param columns number of columns of the row
     * @param sent number of columns whose values follow
     * @return size of the message before the row, bytes: its type, the number of values that
     * follow, and one bit per column
     */
    static uint32_t GetBitVectorSize(uint32_t columns, uint32_t sent);
};

} // namespace ns3::net8

#endif /* NET8_COLUMN_H */
