// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKED_ROWS_H
#define NET8_PACKED_ROWS_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Rows of integers that are added at the end and stay. Each column of a part of the rows takes as
 * few bytes as the difference between its largest and smallest value: most are constant or small
 * where a record needs eight bytes for each.
 *
 * @tparam COLUMNS number of columns
 */
template <std::size_t COLUMNS>
class Net8PackedRows
{
  public:
    /// The values of all columns.
    using Row = std::array<int64_t, COLUMNS>;

    /**
     * @param row the next row
     */
    void Add(const Row& row)
    {
        m_loose.push_back(row);
        if (m_loose.size() == PART)
        {
            Pack();
        }
    }

    /**
     * @param place 0-based number of a row
     * @return the row
     */
    Row Get(std::size_t place) const
    {
        const auto part = place / PART;
        const auto within = place % PART;
        if (part == m_parts.size())
        {
            return m_loose[within];
        }
        const auto& [columns, bytes] = m_parts[part];
        Row row;
        for (std::size_t i = 0; i < COLUMNS; ++i)
        {
            const auto& column = columns[i];
            row[i] =
                Unpack(&bytes[column.start + within * column.width], column.least, column.width);
        }
        return row;
    }

    /**
     * Copy a column, which takes less time than to get each row for it.
     *
     * @param column 0-based number of the column
     * @param to receives its values: as many as there are rows
     */
    void CopyColumn(std::size_t column, int64_t* to) const
    {
        for (const auto& [columns, bytes] : m_parts)
        {
            const auto [least, start, width] = columns[column];
            const auto* from = &bytes[start];
            for (std::size_t within = 0; within < PART; ++within, from += width)
            {
                *to++ = Unpack(from, least, width);
            }
        }
        for (const auto& row : m_loose)
        {
            *to++ = row[column];
        }
    }

    /// @return number of rows
    std::size_t GetSize() const
    {
        return m_parts.size() * PART + m_loose.size();
    }

  private:
    /// Rows of a part: enough that its columns take no room to speak of, few enough that loose rows
    /// take none.
    static constexpr std::size_t PART = 512;

    /// A column of a part.
    struct Column
    {
        int64_t least{0};  ///< Its smallest value.
        uint32_t start{0}; ///< Where it begins in the bytes of the part.
        uint8_t width{0};  ///< Bytes of each value, less the smallest one.
    };

    /// Rows that are packed.
    struct Part
    {
        std::array<Column, COLUMNS> columns; ///< The columns.
        std::vector<uint8_t> bytes;          ///< Their values.
    };

    /**
     * @param width number of bytes
     * @return the bits of that many low bytes of a number
     */
    static uint64_t GetMask(uint8_t width)
    {
        return width == 0 ? 0 : std::numeric_limits<uint64_t>::max() >> (64 - 8 * width);
    }

    /**
     * @param from where a packed value begins
     * @param least the smallest value of its column
     * @param width bytes of each value of the column
     * @return the value
     */
    static int64_t Unpack(const uint8_t* from, int64_t least, uint8_t width)
    {
        uint64_t above = 0;
        std::memcpy(&above, from, sizeof(above));
        return static_cast<int64_t>(static_cast<uint64_t>(least) + (above & GetMask(width)));
    }

    /// Pack the loose rows.
    void Pack()
    {
        auto& [columns, bytes] = m_parts.emplace_back();
        std::size_t size = 0;
        for (std::size_t i = 0; i < COLUMNS; ++i)
        {
            const auto [least, most] =
                std::ranges::minmax(m_loose, {}, [i](const Row& row) { return row[i]; });
            const auto range = static_cast<uint64_t>(most[i]) - static_cast<uint64_t>(least[i]);
            const auto bits = std::numeric_limits<uint64_t>::digits - std::countl_zero(range);
            columns[i] = {.least = least[i],
                          .start = static_cast<uint32_t>(size),
                          .width = static_cast<uint8_t>((bits + 7) / 8)};
            size += PART * columns[i].width;
        }
        // Values are read and written as eight bytes: what is too much of one is where the next one
        // is written, and behind the last one.
        bytes.resize(size + sizeof(uint64_t));
        for (std::size_t i = 0; i < COLUMNS; ++i)
        {
            auto* to = &bytes[columns[i].start];
            for (const auto& row : m_loose)
            {
                const auto above =
                    static_cast<uint64_t>(row[i]) - static_cast<uint64_t>(columns[i].least);
                std::memcpy(to, &above, sizeof(above));
                to += columns[i].width;
            }
        }
        m_loose.clear();
    }

    std::vector<Part> m_parts; ///< Packed rows.
    std::vector<Row> m_loose;  ///< Those behind them.
};

static_assert(std::endian::native == std::endian::little, "low bytes of a number come first");

} // namespace ns3::net8

#endif /* NET8_PACKED_ROWS_H */
