// SPDX-License-Identifier: GPL-2.0-only
#include "net8-column.h"

#include "net8-ttc-bit-vector.h"
#include "net8-ttc-lob-call.h"
#include "net8-ttc-writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ns3::net8
{

namespace
{

/// Size of a DATE, bytes: century, year, month, day, hour, minute, second (constants of the thin
/// drivers).
constexpr uint32_t DATE_BYTES = 7;
/// Size of a TIMESTAMP, bytes: a DATE and four of nanoseconds (constants of the thin drivers).
constexpr uint32_t TIMESTAMP_BYTES = 11;
/// Size of a TIMESTAMP WITH TIME ZONE, bytes: a TIMESTAMP and two of the zone (same).
constexpr uint32_t TIMESTAMP_TZ_BYTES = 13;
/// Size of an INTERVAL DAY TO SECOND, bytes: days 4, hour, minute, second, nanoseconds 4 (same).
constexpr uint32_t INTERVAL_DS_BYTES = 11;
/// Size of an INTERVAL YEAR TO MONTH, bytes: years 4, months (same).
constexpr uint32_t INTERVAL_YM_BYTES = 5;
/// Size of a BINARY_FLOAT, and of a BINARY_DOUBLE, bytes (same).
constexpr uint32_t FLOAT_BYTES = 4;
/// See FLOAT_BYTES.
constexpr uint32_t DOUBLE_BYTES = 8;
/// Size of a character in the national character set (AL16UTF16), and in a CLOB of a database with
/// a variable-length character set (AL32UTF8), bytes.
constexpr uint32_t UTF16_BYTES = 2;
/// Bytes after a LONG: indicator and return code, each a universal integer of 0 (thin drivers).
constexpr uint32_t LONG_TAIL = 2;
/// Chunk size of a LOB as reported by a server: a block of 8192 without its header, 8060 (row of a
/// packet dump in the issues of rust-oracle).
constexpr uint32_t LOB_CHUNK = 8060;
/// Maximum decimal digits of a NUMBER (Oracle SQL Language Reference, "Numeric Data Types").
constexpr std::size_t DIGITS_MAX = 40;
/// Maximum number of digit pairs with which a negative NUMBER has a terminating byte.
constexpr std::size_t PAIRS_MAX = 20;
/// Smallest and largest number of digit pairs before the point: 1e-130 and below 1e126.
constexpr int64_t POINT_MIN = -64;
/// See POINT_MIN.
constexpr int64_t POINT_MAX = 63;

/// The parts of a decimal number.
struct Decimal
{
    bool negative{false}; ///< Whether there is a minus sign.
    std::string digits;   ///< Digits, without the point.
    int64_t point{0};     ///< How many of them precede the point.
};

/**
 * Get the size of a universal integer written by a server, without leading zeros.
 *
 * @param value a number
 * @return its size, bytes
 */
uint32_t
GetServerIntegerSize(uint64_t value)
{
    TtcWriter counter;
    counter.Integer(value);
    return static_cast<uint32_t>(counter.GetSize());
}

/**
 * Convert digits to an integer.
 *
 * @param text digits with an optional minus sign
 * @return their value, or nothing
 */
std::optional<int64_t>
ToInteger(std::string_view text)
{
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(value) : std::nullopt;
}

/**
 * Split a decimal number into its parts.
 *
 * @param text a decimal number
 * @return its parts, or nothing
 */
std::optional<Decimal>
TakeApart(std::string_view text)
{
    Decimal number;
    if (text.starts_with('-') || text.starts_with('+'))
    {
        number.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    const auto mark = text.find_first_of("eE");
    auto power = mark == std::string_view::npos ? "0" : text.substr(mark + 1);
    if (power.starts_with('+') && !power.starts_with("+-"))
    {
        power.remove_prefix(1);
    }
    const auto exponent = ToInteger(power);
    const auto mantissa = text.substr(0, mark);
    const auto dot = std::min(mantissa.find('.'), mantissa.size());
    number.digits = std::string(mantissa.substr(0, dot));
    number.digits += mantissa.substr(std::min(dot + 1, mantissa.size()));
    const bool digitsOnly = std::all_of(number.digits.begin(), number.digits.end(), [](char c) {
        return c >= '0' && c <= '9';
    });
    if (!exponent || *exponent < -1000 || *exponent > 1000 || number.digits.empty() || !digitsOnly)
    {
        return std::nullopt;
    }
    number.point = static_cast<int64_t>(dot) + *exponent;
    return number;
}

/**
 * Remove zeros at both ends, then make the numbers of digits before and after the point even.
 *
 * @param number a number; its point counts pairs afterwards
 */
void
AlignToPairs(Decimal& number)
{
    const auto first = std::min(number.digits.find_first_not_of('0'), number.digits.size());
    number.digits.erase(0, first);
    number.point -= static_cast<int64_t>(first);
    number.digits.erase(number.digits.find_last_not_of('0') + 1);
    if (number.digits.empty())
    {
        return;
    }
    if (number.point % 2 != 0)
    {
        number.digits.insert(0, 1, '0');
        ++number.point;
    }
    number.digits.append(number.digits.size() % 2, '0');
    number.point /= 2;
}

/**
 * Remove the blanks around a text.
 *
 * @param text a text
 * @return the text without surrounding blanks
 */
std::string_view
Trim(std::string_view text)
{
    constexpr std::string_view BLANKS = " \t\r\n";
    const auto first = std::min(text.find_first_not_of(BLANKS), text.size());
    text.remove_prefix(first);
    return text.substr(0, text.find_last_not_of(BLANKS) + 1);
}

/**
 * Convert a text to lower case.
 *
 * @param text a text
 * @return the text with ASCII letters in lower case
 */
std::string
Lower(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

/**
 * Split an entry into its parts.
 *
 * @param text an entry
 * @return its parts; a count that is not a number is 0
 */
Column::Entry
Split(std::string_view text)
{
    Column::Entry entry;
    if (const auto star = text.find('*'); star != std::string_view::npos)
    {
        entry.count = ToInteger(Trim(text.substr(0, star))).value_or(0);
        text.remove_prefix(star + 1);
    }
    const auto colon = text.find(':');
    entry.type = Lower(Trim(text.substr(0, colon)));
    entry.hasArgument = colon != std::string_view::npos;
    if (entry.hasArgument)
    {
        entry.argument = Trim(text.substr(colon + 1));
    }
    return entry;
}

/// A type whose argument is a length.
struct SizedType
{
    std::string_view name;   ///< Name of the type.
    uint32_t unit;           ///< Bytes per unit of the argument.
    uint64_t most;           ///< Maximum size of a value, bytes.
    bool isLong;             ///< LONG or LONG RAW.
    bool isLob;              ///< CLOB, NCLOB or BLOB.
    bool isTemporary{false}; ///< A temporary one, made by a function of the statement.
};

/// Types whose argument is a length.
constexpr std::array<SizedType, 13> SIZED_TYPES{{
    {"varchar2", 1, Column::STRING_MAX, false, false},
    {"char", 1, Column::STRING_MAX, false, false},
    {"raw", 1, Column::STRING_MAX, false, false},
    {"nvarchar2", UTF16_BYTES, Column::STRING_MAX, false, false},
    {"nchar", UTF16_BYTES, Column::STRING_MAX, false, false},
    {"long", 1, Column::LONG_BYTES_MAX, true, false},
    {"long_raw", 1, Column::LONG_BYTES_MAX, true, false},
    {"clob", UTF16_BYTES, Column::LONG_BYTES_MAX, false, true},
    {"nclob", UTF16_BYTES, Column::LONG_BYTES_MAX, false, true},
    {"blob", 1, Column::LONG_BYTES_MAX, false, true},
    {"temporary_clob", UTF16_BYTES, Column::LONG_BYTES_MAX, false, true, true},
    {"temporary_blob", 1, Column::LONG_BYTES_MAX, false, true, true},
    // As a client reads it: the temporary CLOB of getClobVal() (traces of JDBC over OCI).
    {"xmltype", UTF16_BYTES, Column::LONG_BYTES_MAX, false, true, true},
}};

/// A type whose values all have the same length, or one of two.
struct FixedType
{
    std::string_view name;     ///< Name of the type.
    std::string_view argument; ///< What follows the colon; empty: nothing.
    uint32_t bytes;            ///< Size of a value without its length byte.
};

/// Types with fixed lengths. Drivers omit fractional seconds that are zero.
constexpr std::array<FixedType, 13> FIXED_TYPES{{
    {"null", "", 0},
    {"date", "", DATE_BYTES},
    {"timestamp", "", TIMESTAMP_BYTES},
    {"timestamp", "0", DATE_BYTES},
    {"timestamp_ltz", "", TIMESTAMP_BYTES},
    {"timestamp_ltz", "0", DATE_BYTES},
    {"timestamp_tz", "", TIMESTAMP_TZ_BYTES},
    {"interval_ds", "", INTERVAL_DS_BYTES},
    {"interval_ym", "", INTERVAL_YM_BYTES},
    {"binary_float", "", FLOAT_BYTES},
    {"binary_double", "", DOUBLE_BYTES},
    {"boolean", "true", 2},
    {"boolean", "false", 1},
}};

/// Bytes that a client reserves per character of a text (UTF-8, source of python-oracledb).
constexpr uint32_t UTF8_BYTES = 4;
/// Numbers of the character sets of a CLOB's data, AL16UTF16, and of a text in its definition.
constexpr uint32_t UTF16_ID = 2000;
constexpr uint32_t UTF8_ID = 873;

/// One column.
struct Value
{
    uint32_t bytes{0};             ///< Size in the row, bytes.
    uint32_t defined{0};           ///< Defined size of the column, bytes.
    bool isLong{false};            ///< LONG or LONG RAW.
    std::optional<uint32_t> lob{}; ///< Size of the value of a LOB, bytes.
    uint32_t ahead{0};             ///< Bytes of it sent in the row.
    uint32_t locator{0};           ///< Size of its locator, bytes.
};

/**
 * Get the variable size of a bind definition.
 *
 * @param type name of a type
 * @param defined defined size of such a column, bytes
 * @return TTC bytes of its buffer size and of its character set, which only a text has, as integers
 */
uint32_t
GetBindIntegers(std::string_view type, uint32_t defined)
{
    const bool isText = type.ends_with("char2") || type.ends_with("char") || type == "long";
    return Column::GetIntegerSize(isText ? UTF8_BYTES * defined : defined) +
           Column::GetIntegerSize(isText ? UTF8_ID : 0);
}

/**
 * Get the variable size of the bind definition of a LOB.
 *
 * @param type a LOB type
 * @return TTC bytes of the variable fields of its definition, as integers: buffer size, a flag
 * requesting a prefetch where others have a zero, character set
 */
uint32_t
GetLobBindIntegers(std::string_view type)
{
    constexpr uint32_t BUFFER = 112;
    constexpr uint32_t PREFETCH = 0x2000000;
    return Column::GetIntegerSize(BUFFER) + Column::GetIntegerSize(PREFETCH) - 1 +
           Column::GetIntegerSize(type == "blob" ? 0 : UTF8_ID);
}

/**
 * @return TTC bytes of a temporary LOB in a row of binds: its locator preceded by its length, twice
 */
uint32_t
GetLobBindSize()
{
    return Column::GetIntegerSize(TtcLobCall::TEMPORARY_LOCATOR) +
           Column::GetStringSize(TtcLobCall::TEMPORARY_LOCATOR);
}

/**
 * Get the size that DBD::Oracle estimates for a value.
 *
 * @param type name of a type
 * @param defined defined size of such a column, bytes
 * @return estimated size, bytes (dbd_describe in oci8.c of DBD::Oracle 1.9)
 */
uint32_t
GetHalved(std::string_view type, uint32_t defined)
{
    constexpr uint32_t NUMBER = 4;
    constexpr uint32_t DATE = 8;
    const bool isNumber = type == "number" || type.starts_with("binary_");
    return isNumber                                    ? NUMBER
           : type == "date"                            ? DATE
           : type == "varchar2" || type == "nvarchar2" ? defined / 2
                                                       : defined;
}

/**
 * Get a LOB column.
 *
 * @param type its type
 * @param bytes size of its value, bytes
 * @param form what a row contains of a LOB
 * @return the column
 */
Value
GetLob(const SizedType& type, uint32_t bytes, const Column::LobForm& form)
{
    const uint32_t locator = type.isTemporary ? TtcLobCall::TEMPORARY_LOCATOR : form.locator;
    if (form.isInline)
    {
        // Defined as a LONG; a driver's texts are UTF-8, and these have one byte a character.
        const uint32_t text = bytes / type.unit;
        return Value{Column::GetStringSize(text) + LONG_TAIL, text, false, bytes, bytes, locator};
    }
    const auto room = static_cast<uint64_t>(std::max(form.prefetch, int64_t{0})) * type.unit;
    const auto ahead = static_cast<uint32_t>(std::min<uint64_t>(room, bytes));
    // Data of a CLOB follows a flag, the number of its character set and its form, as in a trace of
    // a server of 11.2 with JDBC thin.
    const uint32_t text = type.unit == 1 ? 0 : 2 + Column::GetIntegerSize(UTF16_ID);
    return Value{Column::GetLobSize(bytes, locator, form.prefetch >= 0) +
                     (room == 0 ? 0 : text + Column::GetStringSize(ahead)),
                 locator + static_cast<uint32_t>(std::min<uint64_t>(room, UINT32_MAX / 2)),
                 false,
                 bytes,
                 ahead,
                 locator};
}

/**
 * Get a column of a sized type.
 *
 * @param type a type whose argument is a length
 * @param argument its argument
 * @param form what a row contains of a LOB
 * @return the column, or nothing if the length is invalid
 */
std::optional<Value>
GetSized(const SizedType& type, std::string_view argument, const Column::LobForm& form)
{
    const auto length = ToInteger(argument).value_or(-1);
    if (length < 0 || length > static_cast<int64_t>(type.most / type.unit))
    {
        return std::nullopt;
    }
    const auto bytes = static_cast<uint32_t>(length) * type.unit;
    if (type.isLob)
    {
        return GetLob(type, bytes, form);
    }
    const uint32_t tail = type.isLong ? LONG_TAIL : 0;
    return Value{Column::GetStringSize(bytes) + tail, bytes, type.isLong, {}, 0};
}

/**
 * Get a column of a list entry.
 *
 * @param entry an entry of the list
 * @param form what a row contains of a LOB
 * @return the column, or nothing if type and argument do not match
 */
std::optional<Value>
GetValue(const Column::Entry& entry, const Column::LobForm& form)
{
    if (entry.type == "number")
    {
        const auto bytes = Column::EncodeNumber(entry.argument).size();
        return bytes == 0
                   ? std::nullopt
                   : std::optional(Value{1 + static_cast<uint32_t>(bytes), Column::NUMBER_BYTES});
    }
    if (entry.type == "rowid")
    {
        const auto bytes = Column::GetRowidSize(entry.argument);
        return bytes ? std::optional(Value{*bytes, *bytes}) : std::nullopt;
    }
    const auto* sized = std::ranges::find(SIZED_TYPES, entry.type, &SizedType::name);
    if (sized != SIZED_TYPES.end())
    {
        return GetSized(*sized, entry.argument, form);
    }
    const auto argument = Lower(entry.argument);
    const auto* fixed = std::ranges::find_if(FIXED_TYPES, [&](const FixedType& type) {
        return type.name == entry.type && type.argument == argument &&
               type.argument.empty() != entry.hasArgument;
    });
    return fixed == FIXED_TYPES.end()
               ? std::nullopt
               : std::optional(Value{Column::GetStringSize(fixed->bytes), fixed->bytes});
}

/**
 * Get the size of a value as a direct path load writes it.
 *
 * @param type type of a column
 * @param value its value
 * @return bytes of the value without its length; nothing for a null
 */
std::optional<uint32_t>
GetStored(std::string_view type, const Value& value)
{
    if (type == "null")
    {
        return std::nullopt;
    }
    if (type == "boolean")
    {
        return 1;
    }
    return value.lob ? *value.lob : type == "number" ? value.bytes - 1 : value.defined;
}

} // namespace

std::vector<Column::Entry>
Column::SplitList(std::string_view text)
{
    std::vector<Entry> entries;
    text = Trim(text);
    for (bool more = !text.empty(); more;)
    {
        const auto comma = text.find(',');
        more = comma != std::string_view::npos;
        const auto part = Trim(text.substr(0, comma));
        text.remove_prefix(more ? comma + 1 : text.size());
        entries.push_back(Split(part));
        entries.back().text = part;
    }
    return entries;
}

Column::List
Column::ParseList(std::string_view text)
{
    return ParseList(text, LobForm());
}

Column::List
Column::ParseList(std::string_view text, const LobForm& form)
{
    List list;
    const auto fail = [](std::string error) {
        List none;
        none.error = std::move(error);
        return none;
    };
    for (const auto& entry : SplitList(text))
    {
        const auto value = GetValue(entry, form);
        if (!value || entry.count < 1)
        {
            return fail("'" + entry.text + "' is not a column; write one such as varchar2:100");
        }
        if (list.bytes.size() + static_cast<uint64_t>(entry.count) > COUNT_MAX)
        {
            return fail("these are more than " + std::to_string(COUNT_MAX) + " columns");
        }
        const auto count = static_cast<std::size_t>(entry.count);
        list.bytes.insert(list.bytes.end(), count, value->bytes);
        list.values.insert(list.values.end(), count, GetStored(entry.type, *value));
        list.defined += uint64_t{value->defined} * count;
        list.halved += uint64_t{GetHalved(entry.type, value->defined)} * count;
        const uint32_t integers = value->lob ? GetLobBindIntegers(entry.type)
                                             : GetBindIntegers(entry.type, value->defined);
        list.bindIntegers += integers * static_cast<uint32_t>(count);
        const uint32_t bind = value->lob ? GetLobBindSize() : value->bytes;
        list.bindBytes += bind * static_cast<uint32_t>(count);
        list.lobs.insert(list.lobs.end(), value->lob ? count : 0, value->lob.value_or(0));
        list.lobsAhead.insert(list.lobsAhead.end(), value->lob ? count : 0, value->ahead);
        list.lobLocators.insert(list.lobLocators.end(), value->lob ? count : 0, value->locator);
        list.hasLong = list.hasLong || value->isLong;
    }
    return list;
}

std::vector<uint8_t>
Column::EncodeNumber(std::string_view text)
{
    auto number = TakeApart(text);
    if (!number)
    {
        return {};
    }
    AlignToPairs(*number);
    if (number->digits.empty())
    {
        return {0x80}; // zero
    }
    if (number->digits.size() > DIGITS_MAX || number->point < POINT_MIN ||
        number->point > POINT_MAX)
    {
        return {};
    }
    const auto exponent = static_cast<uint8_t>(0xc0 + number->point);
    std::vector<uint8_t> bytes{static_cast<uint8_t>(number->negative ? ~exponent : exponent)};
    for (std::size_t i = 0; i < number->digits.size(); i += 2)
    {
        const int pair = 10 * (number->digits[i] - '0') + (number->digits[i + 1] - '0');
        bytes.push_back(static_cast<uint8_t>(number->negative ? 101 - pair : pair + 1));
    }
    if (number->negative && bytes.size() <= PAIRS_MAX)
    {
        bytes.push_back(102); // Makes negative numbers sort after longer ones with the same start.
    }
    return bytes;
}

uint32_t
Column::GetIntegerSize(uint32_t value)
{
    TtcWriter counter(TtcWriter::Side::DRIVER);
    counter.Integer(value);
    return static_cast<uint32_t>(counter.GetSize());
}

uint32_t
Column::GetStringSize(uint32_t bytes)
{
    TtcWriter counter;
    counter.VirtualString(bytes);
    return static_cast<uint32_t>(counter.GetSize());
}

std::optional<uint32_t>
Column::GetRowidSize(std::string_view text)
{
    constexpr std::string_view DIGITS =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::array<std::size_t, 4> LENGTHS{6, 3, 6, 3}; // object, file, block, row
    constexpr uint32_t FIXED = 2; // the length byte before the numbers, a zero among them
    if (text.size() != 18 || text.find_first_not_of(DIGITS) != std::string_view::npos)
    {
        return std::nullopt;
    }
    uint32_t size = FIXED;
    for (const auto length : LENGTHS)
    {
        uint64_t value = 0;
        for (const char digit : text.substr(0, length))
        {
            value = value << 6 | DIGITS.find(digit);
        }
        text.remove_prefix(length);
        if (value > (length > 3 ? UINT32_MAX : UINT16_MAX))
        {
            return std::nullopt; // object and block have 32 bits, file and row 16
        }
        size += GetServerIntegerSize(value);
    }
    return size;
}

uint32_t
Column::GetLobSize(uint32_t bytes, uint32_t locator, bool sized)
{
    const uint32_t sizes =
        sized ? GetServerIntegerSize(bytes) + GetServerIntegerSize(LOB_CHUNK) : 0;
    return GetServerIntegerSize(locator) + sizes + GetStringSize(locator);
}

uint32_t
Column::GetBitVectorSize(uint32_t columns, uint32_t sent)
{
    TtcBitVector vector;
    vector.sent = sent;
    TtcWriter counter;
    TtcBitVector::Fields(vector, counter, columns);
    return static_cast<uint32_t>(counter.GetSize());
}

} // namespace ns3::net8
