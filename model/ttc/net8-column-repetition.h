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
 * How a server uses bit vectors while it sends the rows of one execution.
 */
enum class BitVectors : uint8_t
{
    FIRST, ///< No reply has had two rows yet: the next one that does decides whether to go on.
    ON,    ///< Values repeated: a vector for each row, including the first of a reply.
    OFF    ///< No values repeated: rows are sent whole.
};

/**
 * @ingroup net8
 * Rows in which columns repeat the value of the previous row, each with its own probability, and
 * what is sent of them.
 *
 * Servers of 10.2, 11.2 and 12.1 do the same with SQL*Plus and JDBC (captures of 2016): in the
 * first reply with two rows, each row but the first is preceded by a bit vector, whether or not it
 * repeats anything. If any row did, all later replies have a vector for each row, with that of the
 * first row in the row header, so that this row omits its repetitions, too; if none did, there are
 * no more vectors.
 *
 * The repetitions are drawn once, so that all sessions get the same rows in whatever calls they
 * fetch them. A long result repeats its first CYCLE rows, or fewer if it has very many columns.
 */
class ColumnRepetition
{
  public:
    /// Maximum number of rows drawn.
    static constexpr uint64_t CYCLE = 1 << 16;
    /// Maximum number of values drawn: a row of COUNT_MAX columns 1024 times.
    static constexpr uint64_t DRAWS = 1 << 22;
    /// Draws a number from 0 (inclusive) to 1 (exclusive).
    using Draw = std::function<double()>;

    /// Average size of rows, bytes.
    struct Mean
    {
        uint64_t whole{0};  ///< Values of a row sent whole.
        double values{0};   ///< Values of a row without its repetitions.
        uint32_t vector{0}; ///< Bit vector before a row.
        uint32_t header{0}; ///< Additional size of the row header for the first row.
    };

    /**
     * Draw the rows.
     *
     * @param columns size of each column, bytes; at least one column
     * @param shares probability that a column repeats the previous row, 0 to 1 each
     * @param rows number of rows of the result
     * @param thin whether integers are universal integers, as with thin drivers
     * @param draw called for each value of the drawn rows, in order
     */
    ColumnRepetition(const std::vector<uint32_t>& columns,
                     const std::vector<double>& shares,
                     uint64_t rows,
                     bool thin,
                     const Draw& draw);

    /**
     * Get the size of rows in a reply.
     *
     * @param vectors how the server uses bit vectors in the reply
     * @param first 0-based number of its first row in the result
     * @param count number of rows
     * @return size of their values and of the vectors before them, without the vector in the row
     * header, bytes
     */
    uint64_t GetBytes(BitVectors vectors, uint64_t first, uint64_t count) const;

    /**
     * Get the additional size of the row header in a reply.
     *
     * @param vectors how the server uses bit vectors in the reply
     * @return additional size, bytes
     */
    uint32_t GetHeaderBytes(BitVectors vectors) const;

    /**
     * Get the use of bit vectors in the next reply.
     *
     * @param vectors how the server used bit vectors in this reply
     * @param first 0-based number of its first row in the result
     * @param count number of its rows
     * @return how it uses them in the next reply
     */
    BitVectors GetNext(BitVectors vectors, uint64_t first, uint64_t count) const;

    /**
     * Get the average size of rows.
     *
     * @param columns size of each column, bytes; at least one column
     * @param shares probability that a column repeats the previous row, 0 to 1 each
     * @param thin whether integers are universal integers
     * @return the average sizes
     */
    static Mean GetMean(const std::vector<uint32_t>& columns,
                        const std::vector<double>& shares,
                        bool thin);

    /**
     * Parse probabilities.
     *
     * @param text one number for all columns, or one for each, comma-separated
     * @return the probabilities; nothing if one of them is not a number from 0 to 1
     */
    static std::optional<std::vector<double>> ParseShares(std::string_view text);

  private:
    /**
     * Get the size of a bit vector message.
     *
     * @param columns number of columns of a row
     * @param sent number of columns whose values follow
     * @param thin whether integers are universal integers
     * @return size of the message before the row, bytes
     */
    static uint32_t GetVectorBytes(std::size_t columns, uint64_t sent, bool thin);

    /**
     * Get the additional size of a row header with a bit vector.
     *
     * @param columns number of columns of a row
     * @param thin whether integers are universal integers
     * @return additional size, bytes
     */
    static uint32_t GetHeaderBytes(std::size_t columns, bool thin);

    /**
     * Sum up the rows before a row.
     *
     * @param sums cumulative sums of the drawn rows
     * @param row index of a row of the result
     * @return sum over all rows before it
     */
    static uint64_t GetSum(const std::vector<uint64_t>& sums, uint64_t row);

    uint32_t m_columns;            ///< Number of columns of a row.
    uint64_t m_whole;              ///< Size of a whole row, bytes.
    bool m_thin;                   ///< Integers are universal integers.
    std::vector<uint64_t> m_bytes; ///< Cumulative size of the rows with their vectors, bytes.
    std::vector<uint64_t> m_sent;  ///< Cumulative number of columns sent.
};

} // namespace ns3::net8

#endif /* NET8_COLUMN_REPETITION_H */
