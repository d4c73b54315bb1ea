// SPDX-License-Identifier: GPL-2.0-only
#include "net8-column.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ns3::net8
{

namespace
{

/// Longest byte string with a one-byte length (constants of the thin drivers).
constexpr uint32_t SHORT_STRING_MAX = 252;
/// Largest value of a universal integer with two value bytes.
constexpr uint32_t TWO_BYTES_MAX = 0xffff;
/// Bytes of a DATE: century, year, month, day, hour, minute, second (constants of the thin
/// drivers).
constexpr uint32_t DATE_BYTES = 7;
/// Bytes of a TIMESTAMP: a DATE and four of nanoseconds (constants of the thin drivers).
constexpr uint32_t TIMESTAMP_BYTES = 11;
/// Most decimal digits of a NUMBER (Oracle SQL Language Reference, "Numeric Data Types").
constexpr std::size_t DIGITS_MAX = 40;
/// Pairs of digits up to which a negative NUMBER ends with a byte of its own.
constexpr std::size_t PAIRS_MAX = 20;
/// Smallest and largest number of digit pairs before the point: 1e-130 and below 1e126.
constexpr int64_t POINT_MIN = -64;
/// See POINT_MIN.
constexpr int64_t POINT_MAX = 63;

/// A decimal number, taken apart.
struct Decimal
{
    bool negative{false}; ///< Whether there is a minus sign.
    std::string digits;   ///< Digits, without the point.
    int64_t point{0};     ///< How many of them stand before the point.
};

/**
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
 * Leave out zeros at both ends, then make the digits an even number before and after the point.
 *
 * @param number a number; its point then counts pairs
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
 * @param text a text
 * @return it without blanks at its ends
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
 * @param text a text
 * @return it in small ASCII letters
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

/// One entry of a list of columns.
struct Entry
{
    int64_t count{1};        ///< How many columns of this kind.
    std::string type;        ///< Name of the type.
    bool hasArgument{false}; ///< Whether there is a colon.
    std::string argument;    ///< What stands behind it.
};

/**
 * @param text an entry
 * @return its parts; a count that is no number is 0
 */
Entry
Split(std::string_view text)
{
    Entry entry;
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

/**
 * @param entry an entry of the list
 * @return bytes of one such column on the wire, or nothing if type and argument do not go together
 */
std::optional<uint32_t>
GetBytes(const Entry& entry)
{
    if (entry.type == "number")
    {
        const auto bytes = Column::EncodeNumber(entry.argument).size();
        return bytes == 0 ? std::nullopt : std::optional(1 + static_cast<uint32_t>(bytes));
    }
    if (entry.type == "varchar2" || entry.type == "char" || entry.type == "raw")
    {
        const auto length = ToInteger(entry.argument).value_or(-1);
        const bool fits = length >= 0 && length <= static_cast<int64_t>(Column::STRING_MAX);
        return fits ? std::optional(Column::GetStringSize(static_cast<uint32_t>(length)))
                    : std::nullopt;
    }
    if (entry.type == "timestamp" && entry.argument == "0")
    {
        return Column::GetStringSize(DATE_BYTES); // drivers leave out a fraction of zero
    }
    if (entry.hasArgument)
    {
        return std::nullopt;
    }
    return entry.type == "date"        ? std::optional(Column::GetStringSize(DATE_BYTES))
           : entry.type == "timestamp" ? std::optional(Column::GetStringSize(TIMESTAMP_BYTES))
           : entry.type == "null"      ? std::optional(Column::GetStringSize(0))
                                       : std::nullopt;
}

} // namespace

Column::List
Column::ParseList(std::string_view text)
{
    List list;
    text = Trim(text);
    for (bool more = !text.empty(); more;)
    {
        const auto comma = text.find(',');
        more = comma != std::string_view::npos;
        const auto part = Trim(text.substr(0, comma));
        text.remove_prefix(more ? comma + 1 : text.size());
        const auto entry = Split(part);
        const auto bytes = GetBytes(entry);
        if (!bytes || entry.count < 1)
        {
            return {{}, "'" + std::string(part) + "' is no column; write one such as varchar2:100"};
        }
        if (list.bytes.size() + static_cast<uint64_t>(entry.count) > COUNT_MAX)
        {
            return {{}, "these are more than " + std::to_string(COUNT_MAX) + " columns"};
        }
        list.bytes.insert(list.bytes.end(), static_cast<std::size_t>(entry.count), *bytes);
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
        bytes.push_back(102); // sorts negative numbers behind their longer neighbours
    }
    return bytes;
}

uint32_t
Column::GetIntegerSize(uint32_t value)
{
    return value == 0 ? 1 : value <= 0xff ? 2 : value <= TWO_BYTES_MAX ? 3 : 5;
}

uint32_t
Column::GetStringSize(uint32_t bytes)
{
    return bytes <= SHORT_STRING_MAX ? 1 + bytes : 1 + GetIntegerSize(bytes) + bytes + 1;
}

uint32_t
Column::GetBitVectorSize(uint32_t columns, uint32_t sent)
{
    return 1 + GetIntegerSize(sent) + (columns + 7) / 8;
}

} // namespace ns3::net8
