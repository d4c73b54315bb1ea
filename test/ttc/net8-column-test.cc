// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Wire lengths of column values, against captures and arithmetic written out here.
 */
#include "ns3/net8-column.h"

#include <gtest/gtest.h>
#include <numeric>

using namespace ns3::net8;

namespace
{

/// A number and its bytes.
struct Number
{
    const char* text;           ///< decimal
    std::vector<uint8_t> bytes; ///< as stored, without the length byte
};

/**
 * @param text a list of columns
 * @return bytes of a row of these
 */
uint32_t
RowBytes(const char* text)
{
    const auto list = Column::ParseList(text);
    EXPECT_EQ(list.error, "") << text;
    return std::accumulate(list.bytes.begin(), list.bytes.end(), 0U);
}

} // namespace

/**
 * The exponent byte is 193 plus the power of 100 of the first digit pair, each pair stored plus 1;
 * negative numbers store the complement, 101 less the pair, and 102 at the end.
 */
TEST(Column, NumbersAreStoredToBase100)
{
    const Number numbers[] = {
        {"1", {0xc1, 0x02}},    // capture of 26ai: 02 c102
        {"2", {0xc1, 0x03}},    // capture of 26ai: 02 c103
        {"5000", {0xc2, 0x33}}, // capture of 26ai: 02 c233, 0x33 - 1 = 50 hundreds
        {"3000", {0xc2, 0x1f}}, // capture of 26ai: 02 c21f, 0x1f - 1 = 30 hundreds
        {"0", {0x80}},
        {"0.0", {0x80}},
        {"-0.00", {0x80}},
        {"0e999", {0x80}},
        {"50", {0xc1, 0x33}},
        {"123", {0xc2, 0x02, 0x18}},           // 1, 23
        {"0123.4500", {0xc2, 0x02, 0x18, 46}}, // 1, 23, 45
        {"0.01", {0xc0, 0x02}},                // 1 x 100^-1
        {"0.5", {0xc0, 51}},                   // 50 x 100^-1
        {"1e6", {0xc4, 0x02}},                 // 1 x 100^3
        {"1E-2", {0xc0, 0x02}},
        {"+1e+2", {0xc2, 0x02}},
        {"-1", {0x3e, 100, 102}}, // 255 - 0xc1, 101 - 1
        {"1e125", {255, 11}},     // 10 x 100^62
        {"1e-130", {128, 2}},     // 1 x 100^-65
    };
    for (const auto& number : numbers)
    {
        EXPECT_EQ(Column::EncodeNumber(number.text), number.bytes) << number.text;
    }
}

/// Types whose values have one length, each behind its length byte (constants of the thin drivers).
TEST(Column, FixedLengths)
{
    EXPECT_EQ(RowBytes("timestamp_tz"), 14U);
    EXPECT_EQ(RowBytes("timestamp_ltz"), 12U);
    EXPECT_EQ(RowBytes("Timestamp_LTZ:0"), 8U);
    EXPECT_EQ(RowBytes("interval_ds"), 12U);
    EXPECT_EQ(RowBytes("interval_ym"), 6U);
    EXPECT_EQ(RowBytes("binary_float"), 5U);
    EXPECT_EQ(RowBytes("binary_double"), 9U);
    EXPECT_EQ(RowBytes("boolean:true"), 3U);   // 01 01
    EXPECT_EQ(RowBytes("boolean:false"), 2U);  // 00
    EXPECT_EQ(RowBytes("nvarchar2:50"), 101U); // 50 characters of two bytes
    EXPECT_EQ(RowBytes("nchar:127"), 258U);    // 254 bytes: fe, 02 00 fe ... needs 1 + 2 + 254 + 1
}

/**
 * Above 252 bytes fe, chunks of at most 32,767 bytes, each behind its length as an integer, 00. A
 * LONG has indicator and return code behind it, 1 byte each.
 */
TEST(Column, LongStringsComeInChunks)
{
    EXPECT_EQ(Column::GetStringSize(252), 253U);
    EXPECT_EQ(Column::GetStringSize(253), 1U + 2 + 253 + 1);
    EXPECT_EQ(Column::GetStringSize(256), 1U + 3 + 256 + 1);
    EXPECT_EQ(Column::GetStringSize(32767), 1U + 3 + 32767 + 1);
    EXPECT_EQ(Column::GetStringSize(32768), 1U + 3 + 32767 + 2 + 1 + 1);
    EXPECT_EQ(Column::GetStringSize(65534), 1U + 2 * (3 + 32767) + 1);
    EXPECT_EQ(RowBytes("long:67"), 68U + 2);
    EXPECT_EQ(RowBytes("long_raw:40000"), 1U + 3 + 32767 + 3 + 7233 + 1 + 2);
    EXPECT_TRUE(Column::ParseList("date, long:1").hasLong);
    EXPECT_FALSE(Column::ParseList("date, raw:1").hasLong);
}

/**
 * A ROWID is a byte, then object, file, a zero, block and row, each number without leading zeros
 * behind its length. AAAR3s is (17 x 64 + 55) x 64 + 44 = 73,196, AAE 4, AAAACX 2 x 64 + 23 = 151,
 * AAA 0.
 */
TEST(Column, Rowids)
{
    EXPECT_EQ(RowBytes("rowid:AAAR3sAAEAAAACXAAA"), 1U + (1 + 3) + (1 + 1) + 1 + (1 + 1) + 1);
    EXPECT_EQ(RowBytes("rowid:AAAAAAAAAAAAAAAAAA"), 6U);
    EXPECT_EQ(RowBytes("rowid:D/////P//D/////P//"), 1U + 5 + 3 + 1 + 5 + 3);
    EXPECT_FALSE(Column::GetRowidSize("EAAAAAAAAAAAAAAAAA")); // 2^32
    EXPECT_FALSE(Column::GetRowidSize("AAAAAAQAAAAAAAAAAA")); // 2^16
    EXPECT_FALSE(Column::GetRowidSize("AAAR3sAAEAAAACXAA"));
    EXPECT_FALSE(Column::GetRowidSize("AAAR3sAAEAAAACXAA-"));
}

/**
 * Of a LOB the row holds the length of its locator, its size, its chunk size (8060) and the locator
 * as a byte string. Characters of a CLOB have two bytes.
 */
TEST(Column, Lobs)
{
    const auto list = Column::ParseList("2*clob:4000, date, blob:0, nclob:50000", {.locator = 40});
    EXPECT_EQ(list.error, "");
    EXPECT_EQ(list.lobs, (std::vector<uint32_t>{8000, 8000, 0, 100000}));
    // 01 28, 02 1f40, 02 1f7c, 28 ...
    EXPECT_EQ(list.bytes[0], 2U + 3 + 3 + 41);
    EXPECT_EQ(list.bytes[3], 2U + 1 + 3 + 41);
    EXPECT_EQ(list.bytes[4], 2U + 4 + 3 + 41);
    // 01 72, 01 64, 02 1f7c, 72 ...
    EXPECT_EQ(RowBytes("blob:100"), 2U + 2 + 3 + 115);
}

/// Twenty pairs of digits are the most; a negative one then has no byte at its end.
TEST(Column, NumbersOfFortyDigits)
{
    const std::string forty(40, '9');
    EXPECT_EQ(Column::EncodeNumber(forty).size(), 21U);
    EXPECT_EQ(Column::EncodeNumber("-" + forty).size(), 21U);
    EXPECT_EQ(Column::EncodeNumber("-" + std::string(38, '9')).size(), 21U); // 1 + 19 + 1
    EXPECT_TRUE(Column::EncodeNumber(forty + "9").empty());
}

TEST(Column, WhatIsNoNumberHasNoBytes)
{
    for (const char* text : {"",
                             "-",
                             ".",
                             "e5",
                             "1e",
                             "1.2.3",
                             "0x10",
                             "1 2",
                             "1e126",
                             "1e-131",
                             "1e99999999999999999999",
                             "1e+-2",
                             "ten",
                             "--1"})
    {
        EXPECT_TRUE(Column::EncodeNumber(text).empty()) << text;
    }
}

/// The universal integers of the fact sheet on TNS, section 10.
TEST(Column, UniversalIntegers)
{
    EXPECT_EQ(Column::GetIntegerSize(0), 1U);
    EXPECT_EQ(Column::GetIntegerSize(1), 2U);
    EXPECT_EQ(Column::GetIntegerSize(255), 2U);
    EXPECT_EQ(Column::GetIntegerSize(256), 3U);
    EXPECT_EQ(Column::GetIntegerSize(65535), 3U);
    EXPECT_EQ(Column::GetIntegerSize(65536), 5U);
}

TEST(Column, ByteStrings)
{
    EXPECT_EQ(Column::GetStringSize(0), 1U); // null
    EXPECT_EQ(Column::GetStringSize(1), 2U);
    EXPECT_EQ(Column::GetStringSize(252), 253U);
    EXPECT_EQ(Column::GetStringSize(253), 257U);         // fe, 01 fd, 253 bytes, 00
    EXPECT_EQ(Column::GetStringSize(256), 261U);         // fe, 02 0100, 256 bytes, 00
    EXPECT_EQ(Column::GetStringSize(32767), 32767U + 5); // fe, 02 7fff, the bytes, 00
}

/// Type 21, an integer of two bytes, and a bit for each column: 3 + ceil(columns / 8).
TEST(Column, BitVectors)
{
    EXPECT_EQ(Column::GetBitVectorSize(1, 1), 4U);
    EXPECT_EQ(Column::GetBitVectorSize(8, 3), 4U);
    EXPECT_EQ(Column::GetBitVectorSize(9, 3), 5U);
    EXPECT_EQ(Column::GetBitVectorSize(16, 8), 5U); // the 5 of Hooper's rows
    EXPECT_EQ(Column::GetBitVectorSize(8, 0), 3U);  // a zero is one byte
    EXPECT_EQ(Column::GetBitVectorSize(300, 256), 1U + 3 + 38);
}

/// The reply of a 26ai server in the fact sheet, section 11: rows of 13 and 11 with their type
/// byte.
TEST(Column, RowsOfTheCaptureWith26ai)
{
    EXPECT_EQ(1 + RowBytes("number:1, varchar2:5, number:5000"), 13U);
    EXPECT_EQ(1 + RowBytes("number:2, varchar2:3, number:3000"), 11U);
}

TEST(Column, Lists)
{
    EXPECT_EQ(RowBytes(""), 0U);
    EXPECT_EQ(RowBytes("date"), 8U);
    EXPECT_EQ(RowBytes("timestamp"), 12U);
    EXPECT_EQ(RowBytes("timestamp:0"), 8U);
    EXPECT_EQ(RowBytes("null"), 1U);
    EXPECT_EQ(RowBytes("raw:16,char:2"), 17U + 3U);
    EXPECT_EQ(RowBytes(" 8 * VARCHAR2 : 9 ,8*varchar2:100"), 888U); // 8 x 10 + 8 x 101
    EXPECT_EQ(Column::ParseList("8*varchar2:9, 8*varchar2:100").bytes.size(), 16U);
    EXPECT_EQ(Column::ParseList("4096*date").bytes.size(), 4096U);
}

TEST(Column, WrongLists)
{
    for (const char* text :
         {",",         "date,",       ",date",           "varchar2",
          "varchar2:", "varchar2:-1", "varchar2:32768",  "varchar2:1e2",
          "number",    "number:",     "number:five",     "date:7",
          "null:",     "timestamp:9", "timestamp:",      "rowid",
          "0*date",    "-1*date",     "*date",           "x*date",
          "2*",        "4097*date",   "4096*date, date", "99999999999999999999*date",
          "2*2*date"})
    {
        const auto list = Column::ParseList(text);
        EXPECT_NE(list.error, "") << text;
        EXPECT_TRUE(list.bytes.empty()) << text;
    }
    EXPECT_EQ(Column::ParseList("date, clob").error,
              "'clob' is not a column; write one such as varchar2:100");
}
