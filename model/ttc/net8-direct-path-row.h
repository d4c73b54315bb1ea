// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIRECT_PATH_ROW_H
#define NET8_DIRECT_PATH_ROW_H

#include "net8-column.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A row of a direct path load, cut into pieces as drivers do (python-oracledb 26.1, PieceBuffer).
 *
 * A value of up to 250 bytes has a length byte, a longer one the byte 0xfe and a length of two
 * bytes; a null is one byte. A piece holds up to 65,520 bytes and 255 values, after its header:
 * flags and the number of values, and in a row that is one piece of types without a LOB or LONG
 * also its size, two bytes. A longer value continues in the next piece.
 */
class DirectPathRow
{
  public:
    /// Maximum size of a piece without its header, bytes.
    static constexpr uint32_t PIECE = 0xfff0;
    /// Maximum number of values in a piece, or parts of values.
    static constexpr uint32_t SEGMENTS = 255;
    /// Maximum size of all pieces of a batch, bytes.
    static constexpr uint32_t BATCH = 1'073'728'895;
    /// Maximum size of a value with a length byte.
    static constexpr uint32_t SHORT = 250;

    /**
     * Cut a row.
     * @param values size of each value, bytes; nothing for a null
     * @param fast whether none of the columns is a LOB or a LONG
     */
    DirectPathRow(std::span<const std::optional<uint32_t>> values, bool fast);

    /**
     * Cut a row of columns.
     * @param columns its columns with their values
     */
    explicit DirectPathRow(const Column::List& columns);

    /** @return size of each of its pieces with its header, bytes */
    const std::vector<uint32_t>& GetPieces() const;

    /** @return size of all of them, bytes */
    uint64_t GetSize() const;

  private:
    /// Ends the piece.
    void End();

    /**
     * Add a value that continues in the next piece if it does not fit.
     * @param size its size, bytes
     */
    void AddLong(uint32_t size);

    /// Size of the header of a piece, bytes.
    static constexpr uint32_t HEADER = 2;
    /// Size of a row's size in it, bytes.
    static constexpr uint32_t ROW_SIZE = 2;

    std::vector<uint32_t> m_pieces; ///< Its pieces.
    uint32_t m_bytes{0};            ///< Bytes of the current one without its header.
    uint32_t m_segments{0};         ///< Its values.
};

} // namespace ns3::net8

#endif /* NET8_DIRECT_PATH_ROW_H */
