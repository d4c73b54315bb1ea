// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-table.h"

#include "ns3/net8-column.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ns3::net8
{

namespace
{

/// Collation of texts: code page 1252, as in the examples of MS-TDS.
constexpr std::string_view COLLATION("\x09\x04\xd0\x00\x34", TdsType::COLLATION);

/// A type whose values have the size given in the plan, and its counterpart.
struct Sized
{
    std::string_view name; ///< Name of the type in a plan.
    uint8_t type;          ///< SQL Server type (MS-TDS 2.2.5.4).
    uint32_t unit;         ///< Bytes per unit of the size.
};

constexpr std::array<Sized, 5> SIZED{{{"varchar2", TdsType::VARCHAR, 1},
                                      {"char", TdsType::VARCHAR, 1},
                                      {"raw", 0xa5, 1},
                                      {"nvarchar2", TdsType::NVARCHAR, 2},
                                      {"nchar", TdsType::NVARCHAR, 2}}};

/// A fixed-size type and its counterpart.
struct Fixed
{
    std::string_view name; ///< Name of the type in a plan.
    uint8_t type;          ///< SQL Server type.
};

constexpr std::array<Fixed, 6> FIXED{{{"date", TdsType::DATETIME},
                                      {"timestamp", TdsType::DATETIME},
                                      {"timestamp_ltz", TdsType::DATETIME},
                                      {"binary_float", 0x3b},
                                      {"binary_double", 0x3e},
                                      {"boolean", 0x32}}};

/**
 * Check whether a number is a 32-bit integer.
 * @param text a number
 * @return whether it is
 */
bool
IsInt(const std::string& text)
{
    int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

/// A type, and a value of it.
struct Counterpart
{
    TdsType type;      ///< The type.
    uint32_t bytes{0}; ///< Size of the value, bytes.
    bool null{false};  ///< The value is null.
};

/**
 * Make a fixed-size type.
 * @param number number of the type
 * @return the type and its size
 */
Counterpart
MakeFixed(uint8_t number)
{
    Counterpart found;
    found.type.type = number;
    found.bytes = found.type.GetFixedSize();
    return found;
}

/**
 * Find the counterpart of a column.
 * @param entry a column of a plan
 * @return its type and value; nothing if it has no counterpart
 */
std::optional<Counterpart>
FindCounterpart(const Column::Entry& entry)
{
    constexpr uint8_t FLOAT = 0x3e;
    if (entry.type == "number")
    {
        return MakeFixed(IsInt(entry.argument) ? uint8_t{TdsType::INT} : FLOAT);
    }
    if (entry.type == "null")
    {
        Counterpart none{.type = {}, .null = true};
        none.type.type = TdsType::INT_NULL;
        none.type.size = 4;
        return none;
    }
    if (const auto* sized = std::ranges::find(SIZED, entry.type, &Sized::name);
        sized != SIZED.end())
    {
        uint32_t count = 0;
        std::from_chars(entry.argument.data(),
                        entry.argument.data() + entry.argument.size(),
                        count);
        Counterpart found{.type = {}, .bytes = count * sized->unit};
        found.type.type = sized->type;
        // The size of the type is at least one character.
        found.type.size = std::max(found.bytes, sized->unit);
        found.type.collation = std::string(COLLATION);
        return found.bytes <= TdsTable::VALUE_MOST ? std::optional(found) : std::nullopt;
    }
    const auto* fixed = std::ranges::find(FIXED, entry.type, &Fixed::name);
    return fixed == FIXED.end() ? std::nullopt : std::optional(MakeFixed(fixed->type));
}

} // namespace

TdsTable
TdsTable::OfList(std::string_view list, std::string_view names, std::string& error)
{
    TdsTable table;
    for (const auto& entry : Column::SplitList(list))
    {
        const auto found = FindCounterpart(entry);
        if (!found)
        {
            error = "'" + entry.text +
                    "' has no counterpart in a result of SQL Server here; use varchar2, char, raw, "
                    "nvarchar2 and nchar of at most 8000 bytes, number, binary_float, "
                    "binary_double, boolean, date, timestamp or null";
            return {};
        }
        const bool wide = found->type.type == TdsType::NVARCHAR;
        const bool fixed = found->type.GetFixedSize() > 0;
        std::string value(wide ? found->bytes / 2 : found->bytes, fixed ? '\0' : 'x');
        value = wide ? TdsText::Widen(value) : value;
        for (int64_t i = 0; i < entry.count; ++i)
        {
            table.Add(found->type, value, found->null);
        }
    }
    table.Name(names);
    return table;
}

TdsTable
TdsTable::OfLength(uint32_t bytes, std::string_view names)
{
    TdsTable table;
    TdsType type;
    type.type = TdsType::VARCHAR;
    // A varchar has at least one byte.
    type.size = std::max<uint32_t>(bytes, 1);
    type.collation = std::string(COLLATION);
    table.Add(type, std::string(bytes, 'x'));
    table.Name(names);
    return table;
}

const TdsColumns&
TdsTable::GetColumns() const
{
    return m_columns;
}

const TdsRow&
TdsTable::GetRow() const
{
    return m_row;
}

TdsRow
TdsTable::MakeRow(uint32_t bytes) const
{
    TdsRow row = m_row;
    row.values.front().bytes.assign(bytes, 'x');
    return row;
}

void
TdsTable::Add(const TdsType& type, const std::string& value, bool null)
{
    m_columns.columns.emplace_back();
    m_columns.columns.back().type = type;
    m_columns.columns.back().flags = null ? 1 : 0;
    m_row.values.emplace_back(type, true);
    m_row.values.back().bytes = value;
    m_row.values.back().null = null;
}

void
TdsTable::Name(std::string_view names)
{
    constexpr std::size_t CHARACTERS = 6; // as assumed by Net8ResultSet for columns without a name
    for (std::size_t number = 1; number <= m_columns.columns.size(); ++number)
    {
        const auto comma = std::min(names.find(','), names.size());
        std::string name(names.substr(0, comma));
        std::erase(name, ' ');
        names.remove_prefix(std::min(comma + 1, names.size()));
        const auto digits = std::to_string(number);
        if (name.empty())
        {
            name = "C" +
                   std::string(CHARACTERS - 1 - std::min(digits.size(), CHARACTERS - 1), '0') +
                   digits;
        }
        m_columns.columns[number - 1].name = TdsText::Widen(name);
    }
}

} // namespace ns3::net8
