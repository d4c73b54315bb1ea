// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-type.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

using Count = TdsType::Count;

/// Properties of a type.
struct Known
{
    uint8_t type;          ///< Its number.
    Count count;           ///< Length encoding of its values.
    uint32_t bytes;        ///< Size of a fixed-size value, or of the size field of the type, bytes.
    bool precision{false}; ///< It has a precision.
    bool scale{false};     ///< It has a scale.
    bool collation{false}; ///< It has a collation.
};

/// The supported types (MS-TDS 2.2.5.4); variants, XML and user-defined types are left out.
constexpr std::array<Known, 39> KNOWN{{
    {.type = 0x1f, .count = Count::FIXED, .bytes = 0},
    {.type = 0x30, .count = Count::FIXED, .bytes = 1},
    {.type = 0x32, .count = Count::FIXED, .bytes = 1},
    {.type = 0x34, .count = Count::FIXED, .bytes = 2},
    {.type = 0x38, .count = Count::FIXED, .bytes = 4},
    {.type = 0x3a, .count = Count::FIXED, .bytes = 4},
    {.type = 0x3b, .count = Count::FIXED, .bytes = 4},
    {.type = 0x3c, .count = Count::FIXED, .bytes = 8},
    {.type = 0x3d, .count = Count::FIXED, .bytes = 8},
    {.type = 0x3e, .count = Count::FIXED, .bytes = 8},
    {.type = 0x7a, .count = Count::FIXED, .bytes = 4},
    {.type = 0x7f, .count = Count::FIXED, .bytes = 8},
    {.type = 0x24, .count = Count::BYTE, .bytes = 1},
    {.type = 0x25, .count = Count::BYTE, .bytes = 1},
    {.type = 0x26, .count = Count::BYTE, .bytes = 1},
    {.type = 0x27, .count = Count::BYTE, .bytes = 1, .collation = true},
    {.type = 0x28, .count = Count::BYTE, .bytes = 0},
    {.type = 0x29, .count = Count::BYTE, .bytes = 0, .scale = true},
    {.type = 0x2a, .count = Count::BYTE, .bytes = 0, .scale = true},
    {.type = 0x2b, .count = Count::BYTE, .bytes = 0, .scale = true},
    {.type = 0x2d, .count = Count::BYTE, .bytes = 1},
    {.type = 0x2f, .count = Count::BYTE, .bytes = 1, .collation = true},
    {.type = 0x37, .count = Count::BYTE, .bytes = 1, .precision = true, .scale = true},
    {.type = 0x3f, .count = Count::BYTE, .bytes = 1, .precision = true, .scale = true},
    {.type = 0x68, .count = Count::BYTE, .bytes = 1},
    {.type = 0x6a, .count = Count::BYTE, .bytes = 1, .precision = true, .scale = true},
    {.type = 0x6c, .count = Count::BYTE, .bytes = 1, .precision = true, .scale = true},
    {.type = 0x6d, .count = Count::BYTE, .bytes = 1},
    {.type = 0x6e, .count = Count::BYTE, .bytes = 1},
    {.type = 0x6f, .count = Count::BYTE, .bytes = 1},
    {.type = 0xa5, .count = Count::SHORT, .bytes = 2},
    {.type = 0xa7, .count = Count::SHORT, .bytes = 2, .collation = true},
    {.type = 0xad, .count = Count::SHORT, .bytes = 2},
    {.type = 0xaf, .count = Count::SHORT, .bytes = 2, .collation = true},
    {.type = 0xe7, .count = Count::SHORT, .bytes = 2, .collation = true},
    {.type = 0xef, .count = Count::SHORT, .bytes = 2, .collation = true},
    {.type = 0x22, .count = Count::LONG, .bytes = 4},
    {.type = 0x23, .count = Count::LONG, .bytes = 4, .collation = true},
    {.type = 0x63, .count = Count::LONG, .bytes = 4, .collation = true},
}};

/**
 * Find a type.
 * @param type a type
 * @return its properties, or nullptr
 */
const Known*
Find(uint8_t type)
{
    const auto* const found = std::ranges::find(KNOWN, type, &Known::type);
    return found == KNOWN.end() ? nullptr : found;
}

} // namespace

std::optional<TdsType::Count>
TdsType::GetCount() const
{
    const auto* const known = Find(type);
    if (known == nullptr)
    {
        return std::nullopt;
    }
    return known->count == Count::SHORT && size == WITHOUT_LIMIT ? Count::CHUNKS : known->count;
}

uint32_t
TdsType::GetFixedSize() const
{
    const auto* const known = Find(type);
    return known != nullptr && known->count == Count::FIXED ? known->bytes : 0;
}

uint32_t
TdsType::GetSizeBytes() const
{
    const auto* const known = Find(type);
    return known != nullptr && known->count != Count::FIXED ? known->bytes : 0;
}

bool
TdsType::HasPrecision() const
{
    const auto* const known = Find(type);
    return known != nullptr && known->precision;
}

bool
TdsType::HasScale() const
{
    const auto* const known = Find(type);
    return known != nullptr && known->scale;
}

bool
TdsType::HasCollation() const
{
    const auto* const known = Find(type);
    return known != nullptr && known->collation;
}

} // namespace ns3::net8
