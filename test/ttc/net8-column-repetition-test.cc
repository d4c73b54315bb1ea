// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Rows that repeat columns, by the rule that captures of SQL*Plus show: a bit vector is a type, the
 * number of columns sent in two bytes, and a bit for each column.
 */
#include "ns3/net8-column-repetition.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Bytes of a row that is sent whole.
constexpr uint64_t WHOLE = 3 + 5;
/// Bytes of a bit vector for two columns.
constexpr uint64_t VECTOR = 1 + 2 + 1;

/**
 * @ingroup net8-test
 * @return three rows of two columns, of 3 and 5 bytes, to a driver over OCI; the second repeats the
 * first column, and none else does
 */
ColumnRepetition
MakeRows()
{
    // A column repeats where a draw is below its share.
    const std::vector<double> draws{0.9, 0.9, 0.1, 0.9, 0.9, 0.9};
    std::size_t next = 0;
    return {{3, 5}, {0.5, 0.5}, 3, false, [&] { return draws.at(next++); }};
}

TEST(ColumnRepetition, TheFirstReplyHasAVectorForEachRowButItsFirst)
{
    const auto rows = MakeRows();
    EXPECT_EQ(rows.GetBytes(BitVectors::FIRST, 0, 1), WHOLE);
    EXPECT_EQ(rows.GetBytes(BitVectors::FIRST, 0, 3), WHOLE + (VECTOR + 5) + (VECTOR + WHOLE));
    EXPECT_EQ(rows.GetBytes(BitVectors::FIRST, 1, 2), WHOLE + (VECTOR + WHOLE));
    EXPECT_EQ(rows.GetHeaderBytes(BitVectors::FIRST), 0U);
}

TEST(ColumnRepetition, LaterRepliesHaveTheVectorOfTheirFirstRowInTheHeader)
{
    const auto rows = MakeRows();
    EXPECT_EQ(rows.GetBytes(BitVectors::ON, 1, 2), 5 + (VECTOR + WHOLE));
    EXPECT_EQ(rows.GetHeaderBytes(BitVectors::ON), 1U);
}

TEST(ColumnRepetition, WithoutVectorsRowsAreWhole)
{
    const auto rows = MakeRows();
    EXPECT_EQ(rows.GetBytes(BitVectors::OFF, 0, 3), 3 * WHOLE);
    EXPECT_EQ(rows.GetBytes(BitVectors::ON, 0, 0), 0U);
    EXPECT_EQ(rows.GetHeaderBytes(BitVectors::OFF), 0U);
}

TEST(ColumnRepetition, VectorsContinueIfARowBehindTheFirstRepeatedSomething)
{
    const auto rows = MakeRows();
    EXPECT_EQ(rows.GetNext(BitVectors::FIRST, 0, 1), BitVectors::FIRST) << "one row tells nothing";
    EXPECT_EQ(rows.GetNext(BitVectors::FIRST, 0, 2), BitVectors::ON);
    EXPECT_EQ(rows.GetNext(BitVectors::FIRST, 0, 3), BitVectors::ON);
    EXPECT_EQ(rows.GetNext(BitVectors::FIRST, 1, 2), BitVectors::OFF)
        << "the last row repeats nothing";
    EXPECT_EQ(rows.GetNext(BitVectors::ON, 1, 2), BitVectors::ON);
    EXPECT_EQ(rows.GetNext(BitVectors::OFF, 0, 2), BitVectors::OFF);
}

} // namespace
