// SPDX-License-Identifier: GPL-2.0-only
#include "net8-column-repetition.h"

#include "net8-column.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace ns3::net8
{

ColumnRepetition::ColumnRepetition(const std::vector<uint32_t>& columns,
                                   const std::vector<double>& shares,
                                   uint64_t rows,
                                   bool thin,
                                   const Draw& draw)
    : m_columns(static_cast<uint32_t>(columns.size())),
      m_whole(std::accumulate(columns.begin(), columns.end(), uint64_t{0})),
      m_thin(thin),
      m_bytes(1, 0),
      m_sent(1, 0)
{
    const uint64_t drawn =
        std::max<uint64_t>(std::min({rows, CYCLE, DRAWS / std::max<uint64_t>(m_columns, 1)}), 1);
    for (uint64_t row = 0; row < drawn; ++row)
    {
        uint64_t bytes = 0;
        uint64_t sent = 0;
        for (std::size_t i = 0; i < columns.size(); ++i)
        {
            // A probability of 0 never repeats, one of 1 always does.
            if (draw() >= shares[i])
            {
                bytes += columns[i];
                ++sent;
            }
        }
        m_bytes.push_back(m_bytes.back() + bytes + GetVectorBytes(m_columns, sent, thin));
        m_sent.push_back(m_sent.back() + sent);
    }
}

uint32_t
ColumnRepetition::GetVectorBytes(std::size_t columns, uint64_t sent, bool thin)
{
    // OCI writes the number of columns in two bytes (captures).
    const auto count = static_cast<uint32_t>(columns);
    return thin ? Column::GetBitVectorSize(count, static_cast<uint32_t>(sent))
                : 1 + 2 + (count + 7) / 8;
}

uint32_t
ColumnRepetition::GetHeaderBytes(std::size_t columns, bool thin)
{
    // Thin drivers read the length twice, as an integer, which is 0 without a vector, and as a
    // byte.
    const auto bits = static_cast<uint32_t>((columns + 7) / 8);
    return thin ? Column::GetIntegerSize(bits) + bits : bits;
}

ColumnRepetition::Mean
ColumnRepetition::GetMean(const std::vector<uint32_t>& columns,
                          const std::vector<double>& shares,
                          bool thin)
{
    Mean mean;
    double sent = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        mean.whole += columns[i];
        mean.values += (1 - shares[i]) * columns[i];
        sent += 1 - shares[i];
    }
    mean.vector = GetVectorBytes(columns.size(), static_cast<uint64_t>(std::ceil(sent)), thin);
    mean.header = GetHeaderBytes(columns.size(), thin);
    return mean;
}

uint64_t
ColumnRepetition::GetSum(const std::vector<uint64_t>& sums, uint64_t row)
{
    const uint64_t cycle = sums.size() - 1;
    return row / cycle * sums.back() + sums[row % cycle];
}

uint64_t
ColumnRepetition::GetBytes(BitVectors vectors, uint64_t first, uint64_t count) const
{
    if (vectors == BitVectors::OFF || count == 0)
    {
        return count * m_whole;
    }
    const uint64_t further = GetSum(m_bytes, first + count) - GetSum(m_bytes, first + 1);
    if (vectors == BitVectors::FIRST)
    {
        return m_whole + further;
    }
    const uint64_t sent = GetSum(m_sent, first + 1) - GetSum(m_sent, first);
    const uint64_t own = GetSum(m_bytes, first + 1) - GetSum(m_bytes, first);
    return own - GetVectorBytes(m_columns, sent, m_thin) + further;
}

uint32_t
ColumnRepetition::GetHeaderBytes(BitVectors vectors) const
{
    return vectors == BitVectors::ON ? GetHeaderBytes(m_columns, m_thin) : 0;
}

BitVectors
ColumnRepetition::GetNext(BitVectors vectors, uint64_t first, uint64_t count) const
{
    if (vectors != BitVectors::FIRST || count < 2)
    {
        return vectors;
    }
    const uint64_t sent = GetSum(m_sent, first + count) - GetSum(m_sent, first + 1);
    return sent < (count - 1) * m_columns ? BitVectors::ON : BitVectors::OFF;
}

std::optional<std::vector<double>>
ColumnRepetition::ParseShares(std::string_view text)
{
    std::vector<double> shares;
    while (!text.empty())
    {
        const auto end = std::min(text.find(','), text.size());
        double share = -1;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + end, share);
        if (error != std::errc() || stop != text.data() + end || !(share >= 0 && share <= 1))
        {
            return std::nullopt;
        }
        shares.push_back(share);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return shares;
}

} // namespace ns3::net8
