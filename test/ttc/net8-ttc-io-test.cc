// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Integers and strings of TTC messages, counted, written and read.
 */
#include "net8-ttc-case.h"

#include "ns3/net8-ttc-reader.h"
#include "ns3/net8-ttc-time.h"
#include "ns3/net8-ttc-writer.h"

#include <array>
#include <gtest/gtest.h>
#include <utility>

using namespace ns3::net8;

namespace
{

/// Lengths around those at which a string gets another form.
constexpr std::array<uint32_t, 9> LENGTHS{0, 1, 252, 253, 255, 256, 32767, 32768, 65534};

/**
 * @param side who writes
 * @param value an integer
 * @return its bytes in hexadecimal digits
 */
std::string
WriteInteger(TtcWriter::Side side, uint64_t value)
{
    std::vector<uint8_t> bytes;
    TtcWriter writer(side, &bytes);
    writer.Integer(value);
    EXPECT_EQ(writer.GetSize(), bytes.size());
    return ToHex(bytes);
}

/**
 * @param text a string
 * @return its bytes
 */
std::vector<uint8_t>
WriteString(std::string_view text)
{
    std::vector<uint8_t> bytes;
    TtcWriter writer(TtcWriter::Side::SERVER, &bytes);
    writer.String(text);
    return bytes;
}

/**
 * @param digits bytes of a string
 * @return whether they can be read
 */
bool
IsString(std::string_view digits)
{
    const auto bytes = FromHex(digits);
    TtcReader reader(bytes);
    std::string text;
    reader.String(text);
    return !reader.Failed();
}

} // namespace

// Section 10 of the fact sheet on TNS: a server sends 03 24 75 01 (capture of 26ai), drivers write
// four bytes above 65535.
TEST(TtcIo, IntegersDropLeadingZeros)
{
    using enum TtcWriter::Side;
    const std::array<std::pair<uint64_t, std::string_view>, 6> servers{
        {{0, "00"},
         {255, "01ff"},
         {256, "020100"},
         {65535, "02ffff"},
         {0x247501, "03247501"},
         {1ULL << 32, "050100000000"}}};
    for (const auto& [value, digits] : servers)
    {
        EXPECT_EQ(WriteInteger(SERVER, value), digits);
    }
    EXPECT_EQ(WriteInteger(DRIVER, 65535), "02ffff");
    EXPECT_EQ(WriteInteger(DRIVER, 0x247501), "0400247501");
    EXPECT_EQ(WriteInteger(DRIVER, 1ULL << 32), "080000000100000000");
}

// 817f is -127, the scale of a NUMBER that is declared without one (captures of SQL Developer).
TEST(TtcIo, IntegersMayHaveASign)
{
    std::vector<uint8_t> bytes;
    TtcWriter writer(TtcWriter::Side::SERVER, &bytes);
    for (const int64_t value : {-127, 0, 6})
    {
        writer.Signed(value);
    }
    EXPECT_EQ(ToHex(bytes), "817f000106");
    TtcReader reader(bytes);
    for (const int64_t value : {-127, 0, 6})
    {
        int64_t read = 1;
        reader.Signed(read);
        EXPECT_EQ(read, value);
    }
}

// Up to 252 bytes one length byte; then fe, chunks of at most 32767 bytes behind their length, 00.
TEST(TtcIo, StringsAbove252BytesComeInChunks)
{
    EXPECT_EQ(WriteString(std::string(252, 'x')).size(), 253U);
    EXPECT_EQ(ToHex(WriteString(std::string(253, 'x'))).substr(0, 6), "fe01fd");
    EXPECT_EQ(WriteString(std::string(253, 'x')).size(), 1U + 2 + 253 + 1);
    EXPECT_EQ(WriteString(std::string(32767, 'x')).size(), 1U + 3 + 32767 + 1);
    EXPECT_EQ(WriteString(std::string(32768, 'x')).size(), 1U + 3 + 32767 + 2 + 1 + 1);
}

TEST(TtcIo, WhatIsCountedIsAsLongAsWhatIsWritten)
{
    for (const uint32_t length : LENGTHS)
    {
        const std::string text(length, 'x');
        TtcWriter counter;
        counter.VirtualString(length);
        EXPECT_EQ(counter.GetSize(), WriteString(text).size()) << length;
        std::vector<uint8_t> zeros;
        TtcWriter(TtcWriter::Side::SERVER, &zeros).VirtualString(length);
        EXPECT_EQ(zeros, WriteString(std::string(length, '\0'))) << length;
    }
}

TEST(TtcIo, StringsComeBack)
{
    for (const uint32_t length : LENGTHS)
    {
        const std::string text(length, 'x');
        const auto bytes = WriteString(text);
        TtcReader reader(bytes);
        std::string read = "something";
        reader.String(read);
        EXPECT_EQ(read, text);
        EXPECT_EQ(reader.Left(), 0U);
        EXPECT_FALSE(reader.Failed());
    }
}

TEST(TtcIo, WhatIsTooShortOrTooLongIsMalformed)
{
    EXPECT_TRUE(IsString("ff")); // null
    EXPECT_TRUE(IsString("00"));
    EXPECT_FALSE(IsString(""));
    EXPECT_FALSE(IsString("02 61"));
    EXPECT_FALSE(IsString("fe 01 05 61"));
    EXPECT_FALSE(IsString("fe 01 01 61"));
    for (const std::string_view digits : {"", "09", "04ffff", "05 0100000000"})
    {
        const auto bytes = FromHex(digits);
        TtcReader reader(bytes);
        uint32_t value = 7;
        reader.Integer(value);
        EXPECT_TRUE(reader.Failed()) << digits;
        EXPECT_EQ(value, 0U);
        EXPECT_EQ(reader.Left(), 0U);
    }
}

// 2024 is century 20, year 24: 120, 124; one more for each of hours, minutes, seconds. A zone has
// 20 hours and 60 minutes added to it.
TEST(TtcIo, TimesAreThoseOfOracle)
{
    TtcTime time{.year = 2024, .month = 11, .day = 20};
    const auto hex = [](const std::string& text) { return ToHex({text.begin(), text.end()}); };
    EXPECT_EQ(hex(time.GetDate()), "787c0b14010101");
    EXPECT_EQ(time.GetTimestamp(), time.GetDate());
    time.nanoseconds = 1000;
    EXPECT_EQ(hex(time.GetTimestamp()), "787c0b14010101000003e8");
    EXPECT_EQ(hex(time.GetZonedTimestamp()), "787c0b14010101000003e8143c");
}
