// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_COLUMN_REPETITION_H
#define NET8_COLUMN_REPETITION_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a server does with bit vectors while it sends the rows of one execution.
 */
enum class BitVectors : uint8_t
{
    FIRST, ///< No reply had two rows yet: the next one that has tells whether to go on.
    ON,    ///< Something repeated: a vector for each row, also for the first of a reply.
    OFF    ///< Nothing did: rows are whole.
};

/**
 * @ingroup net8
 * Rows in which columns hold what they held in the row before, each with a share of its own, and
 * what is sent of them.
 *
 * Servers of 10.2, 11.2 and 12.1 do the same with SQL*Plus and JDBC (captures of 2016): in the
 * first reply with two rows each row but the first has a bit vector in front of it, whether or not
 * it repeats anything. If a row did, all later replies have a vector for each row, that of the
 * first one in the row header, so that also this row goes without what it repeats; if none did,
 * there are no vectors any more.
 *
 * Which row repeats what is drawn once, so that all sessions get the same rows in whatever calls
 * they fetch them. A result of many rows repeats its first CYCLE rows, or
 * fewer if it has very many columns.
 */
class ColumnRepetition
{
  public:
    /// Rows that are drawn at most.
    static constexpr uint64_t CYCLE = 1 << 16;
    /// Values that are drawn at most, a row of COUNT_MAX columns 1024 times.
    static constexpr uint64_t DRAWS = 1 << 22;
    /// Draws a number from 0 up to, not including, 1.
    using Draw = std::function<double()>;

    /// What rows weigh on average, bytes.
    struct Mean
    {
        uint64_t whole{0};  ///< Values of a row that is sent whole.
        double values{0};   ///< Values of a row that goes without what it repeats.
        uint32_t vector{0}; ///< Bit vector in front of a row.
        uint32_t header{0}; ///< What the row header has more for the first row.
    };

    /**
     * Draw the rows.
     *
     * @param columns bytes of each column; there must be one
     * @param shares how likely each repeats the row before, from 0 to 1
     * @param rows rows of the result
     * @param thin whether integers are universal ones, as thin drivers have them
     * @param draw called for each value of the rows that are drawn, in order
     */
    ColumnRepetition(const std::vector<uint32_t>& columns,
                     const std::vector<double>& shares,
                     uint64_t rows,
                     bool thin,
                     const Draw& draw);

    /**
     * @param vectors what the server does in the reply
     * @param first 0-based number of its first row in the result
     * @param count rows, from that one on
     * @return bytes of their values and of the vectors in front of them; not of the one in the row
     * header
     */
    uint64_t GetBytes(BitVectors vectors, uint64_t first, uint64_t count) const;

    /**
     * @param vectors what the server does in a reply
     * @return bytes that the row header has more
     */
    uint32_t GetHeaderBytes(BitVectors vectors) const;

    /**
     * @param vectors what the server did in a reply
     * @param first 0-based number of its first row in the result
     * @param count its rows
     * @return what it does in the next one
     */
    BitVectors GetNext(BitVectors vectors, uint64_t first, uint64_t count) const;

    /**
     * @param columns bytes of each column; there must be one
     * @param shares as above
     * @param thin as above
     * @return what their rows weigh
     */
    static Mean GetMean(const std::vector<uint32_t>& columns,
                        const std::vector<double>& shares,
                        bool thin);

    /**
     * Read shares.
     *
     * @param text one number for all columns, or one for each, separated by commas
     * @return them; nothing if one is no number from 0 to 1
     */
    static std::optional<std::vector<double>> ParseShares(std::string_view text);

  private:
    /**
     * @param columns columns of a row
     * @param sent columns whose values follow
     * @param thin as above
     * @return bytes of the message in front of a row that says so
     */
    static uint32_t GetVectorBytes(std::size_t columns, uint64_t sent, bool thin);

    /**
     * @param columns columns of a row
     * @param thin as above
     * @return bytes that the row header has more for a vector
     */
    static uint32_t GetHeaderBytes(std::size_t columns, bool thin);

    /**
     * @param sums of each row, from the first drawn on
     * @param row number of a row of the result
     * @return sum of all rows before it
     */
    static uint64_t GetSum(const std::vector<uint64_t>& sums, uint64_t row);

    uint32_t m_columns;            ///< Columns of a row.
    uint64_t m_whole;              ///< Bytes of a whole row.
    bool m_thin;                   ///< Integers are universal ones.
    std::vector<uint64_t> m_bytes; ///< Sums of the bytes of rows with their vectors.
    std::vector<uint64_t> m_sent;  ///< Sums of the columns that are sent of them.
};

} // namespace ns3::net8

#endif /* NET8_COLUMN_REPETITION_H */
