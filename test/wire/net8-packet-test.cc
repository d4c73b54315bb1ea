// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The packet codec against bytes of public captures. The examples are those of section 13 of the
 * fact sheet on TNS: the fixed part as captured, texts replaced by as many letters.
 */
#include "ns3/net8-data-header.h"
#include "ns3/net8-packet.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::net8;

namespace
{

/// One packet as captured.
struct Example
{
    const char* name; ///< which release sent it
    const char* hex;  ///< bytes; blanks do not count
    size_t text;      ///< letters 'a' behind them
    LengthForm form;  ///< length form of the connection
};

constexpr auto SHORT = LengthForm::SHORT_16; ///< before and up to 314
constexpr auto LONG = LengthForm::LONG_32;   ///< after an ACCEPT of 315

/// 24 zero bytes: the usual trace block of a CONNECT.
#define ZEROS "000000000000000000000000000000000000000000000000"

const Example EXAMPLES[] = {
    {"Connect312",
     "00f60000 01000000 0138 012c 0000 0800 7fff 860e 0000 0100 00bc 003a 00000200 41 41"
     "00000000 00000000 0000089400137270 0000000000000000",
     188,
     SHORT},
    {"Connect313",
     "00e30000 01000000 0139 012c 0000 0800 7fff c60e 0000 0100 00a9 003a 00000200 61 61" ZEROS,
     169,
     SHORT},
    {"Connect314Linux",
     "00d60000 01000000 013a 012c 0c41 2000 ffff 7f08 0000 0100 009c 003a 00000800 41 41" ZEROS,
     156,
     SHORT},
    {"Connect314Windows",
     "00fc0000 01000000 013a 012c 0041 2000 ffff c60e 0000 0100 00c2 003a 00000800 41 41" ZEROS,
     194,
     SHORT},
    {"Connect314Nmap",
     "00fa0000 01000000 013a 012c 0c41 2000 7fff 7f08 0000 0100 00c0 003a 00000200 41 41" ZEROS,
     192,
     SHORT},
    {"Connect315Oci",
     "00d40000 01000000 013b 012c 0c41 2000 ffff 7f08 0000 0100 008e 0046 00000800 41 41" ZEROS
     "00002000 00200000 00000000",
     142,
     SHORT},
    {"Connect315Jdbc",
     "00e00000 01000000 013b 012c 0c41 2000 ffff 4f98 0000 0001 009a 0046 00000000 81 81" ZEROS
     "00002000 00200000 00000000",
     154,
     SHORT},
    {"Connect319JdbcDataFollows",
     "004a0000 01000000 013f 012c 0c41 2000 ffff 4f98 0000 0001 00ec 004a 00000000 81 81" ZEROS
     "00002000 00200000 00000000 00000001",
     0,
     SHORT},
    {"Connect319Python",
     "01040000 01000000 013f 012c 0401 2000 2000 4f98 0000 0001 00ba 004a 00000000 84 84" ZEROS
     "00002000 00002000 00000000 00000001",
     186,
     SHORT},
    {"Connect319Node",
     "01040000 01000000 013f 012c 0001 2000 ffff 130e 0000 0001 00ba 004a 00000000 08 08" ZEROS
     "00002000 00200000 00000000 00000000",
     186,
     SHORT},
    {"Connect319Jdbc",
     "01000000 01000000 013f 012c 0c41 2000 ffff 4f98 0000 0001 00b6 004a 00000000 82 82" ZEROS
     "00002000 00200000 00000000 00000001",
     182,
     SHORT},
    {"Accept312",
     "00200000 02000000 0138 0000 0800 7fff 0100 0000 0020 41 41 0000000000000000",
     0,
     SHORT},
    {"Accept313",
     "00200000 02000000 0139 0000 0800 7fff 0100 0000 0020 61 61 0000000000000000",
     0,
     SHORT},
    {"Accept314",
     "00200000 02000000 013a 0841 2000 7fff 0100 0000 0020 61 41 0000000000000000",
     0,
     SHORT},
    {"Accept314Same",
     "00200000 02000000 013a 0041 2000 7fff 0100 0000 0020 61 41 0000000000000000",
     0,
     SHORT},
    {"Accept314Server112",
     "00200000 02000000 013a 0841 2000 7fff 0100 0000 0020 61 01 0000000000000000",
     0,
     SHORT},
    {"Accept315",
     "00290000 02000000 013b 0c41 0000 0000 0100 0000 0029 41 41 0000000000000000"
     "00002000 00200000 00",
     0,
     SHORT},
    {"Accept318",
     "002d0000 02000000 013e 0c01 0000 0000 0100 0000 002d c1 01 0000000000000000"
     "00002000 00002000 00 00000001",
     0,
     SHORT},
    {"Accept319Tls",
     "003d0000 02000000 013f 0c01 0000 0000 0100 0000 003d c1 01 0000000000000000"
     "00002000 00200000 00 12000001 06d08ca7b7afd51979cddd8a2ed853cf",
     0,
     SHORT},
    {"Accept319",
     "003d0000 02000000 013f 0c41 0000 0000 0100 0000 003d c1 01 0000000000000000"
     "00002000 00200000 00 1a000001 6ffc126c8f39d3e993f685276384978b",
     0,
     SHORT},
    {"Resend", "00080000 0b000000", 0, SHORT},
    {"ResendTls", "00080000 0b080000", 0, SHORT},
    {"EndOfFile", "000a0000 06000000 0040", 0, SHORT},
    {"EndOfFileLong", "0000000a 06000000 0040", 0, LONG},
    {"MarkerBreak", "000b0000 0c000000 01 00 01", 0, SHORT},
    {"MarkerBreakLong", "0000000b 0c200000 01 00 01", 0, LONG},
    {"MarkerReset", "000b0000 0c000000 01 00 02", 0, SHORT},
    {"Refuse", "00670000 04000000 22 00 005b", 91, SHORT},
    {"Redirect", "000a0000 05000000 0033", 0, SHORT},
};

/**
 * @param hex hexadecimal digits; blanks do not count
 * @return the bytes
 */
std::vector<uint8_t>
FromHex(const std::string& hex)
{
    std::string digits;
    for (const char c : hex)
    {
        digits += c == ' ' ? "" : std::string{c};
    }
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < digits.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/**
 * @param example an example
 * @return its bytes
 */
std::vector<uint8_t>
BytesOf(const Example& example)
{
    auto bytes = FromHex(example.hex);
    bytes.insert(bytes.end(), example.text, 'a');
    return bytes;
}

/**
 * @tparam T packet class
 * @param hex bytes of a packet
 * @return the packet decoded
 */
template <class T>
T
Decoded(const std::string& hex, size_t text = 0)
{
    auto bytes = FromHex(hex);
    bytes.insert(bytes.end(), text, 'a');
    T packet;
    EXPECT_EQ(T::Decode(bytes, SHORT, packet), WireError::NONE);
    return packet;
}

/// One test per example.
class PacketExample : public testing::TestWithParam<Example>
{
};

TEST_P(PacketExample, EncodesBackByteForByte)
{
    const auto bytes = BytesOf(GetParam());
    AnyPacket packet;
    ASSERT_EQ(DecodePacket(bytes, GetParam().form, packet), WireError::NONE);
    EXPECT_EQ(EncodePacket(packet, GetParam().form), bytes);
}

TEST_P(PacketExample, EveryTruncationIsNamed)
{
    const auto bytes = BytesOf(GetParam());
    for (size_t size = 0; size < bytes.size(); ++size)
    {
        AnyPacket packet;
        EXPECT_EQ(DecodePacket({bytes.data(), size}, GetParam().form, packet), WireError::TRUNCATED)
            << size << " bytes";
    }
}

TEST_P(PacketExample, ShorterLengthFieldFailsOrEncodesBack)
{
    // A peer may send any length: the same bytes with each shorter length, consistently cut.
    auto bytes = BytesOf(GetParam());
    const size_t low = GetParam().form == LONG ? 3 : 1;
    for (size_t size = bytes.size() - 1; size >= PacketHeader::SIZE; --size)
    {
        bytes.resize(size);
        bytes[low - 1] = static_cast<uint8_t>(size >> 8);
        bytes[low] = static_cast<uint8_t>(size & 0xff);
        AnyPacket packet;
        const WireError error = DecodePacket(bytes, GetParam().form, packet);
        if (error == WireError::NONE)
        {
            EXPECT_EQ(EncodePacket(packet, GetParam().form), bytes);
        }
        else
        {
            EXPECT_TRUE(error == WireError::BODY_TOO_SHORT || error == WireError::BAD_DATA_OFFSET ||
                        error == WireError::TEXT_BEYOND_PACKET)
                << Name(error);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(FactSheet,
                         PacketExample,
                         testing::ValuesIn(EXAMPLES),
                         [](const auto& info) { return std::string{info.param.name}; });

TEST(PacketHeader, NamesWrongLengthsAndTypes)
{
    const std::pair<const char*, WireError> cases[] = {
        {"00070000 06000000", WireError::LENGTH_BELOW_HEADER},
        {"00000000 06000000", WireError::LENGTH_BELOW_HEADER},
        {"00080000 06000000", WireError::NONE},
        {"ffff0000 06000000", WireError::NONE},
        {"00080000 00000000", WireError::UNKNOWN_TYPE},
        {"00080000 08000000", WireError::UNKNOWN_TYPE},
        {"00080000 0a000000", WireError::UNKNOWN_TYPE},
        {"00080000 10000000", WireError::UNKNOWN_TYPE},
        {"00080000 ff000000", WireError::UNKNOWN_TYPE},
    };
    for (const auto& [hex, error] : cases)
    {
        PacketHeader header;
        EXPECT_EQ(PacketHeader::Decode(FromHex(hex), SHORT, header), error) << hex;
    }
}

TEST(PacketHeader, LongLengthGoesUpToTheLargestSdu)
{
    // 2097152 = 0x00200000, the largest SDU of any release.
    PacketHeader header;
    EXPECT_EQ(PacketHeader::Decode(FromHex("00200000 06000000"), LONG, header), WireError::NONE);
    EXPECT_EQ(header.length, 2097152U);
    EXPECT_EQ(PacketHeader::Decode(FromHex("00200001 06000000"), LONG, header),
              WireError::LENGTH_ABOVE_LIMIT);
}

TEST(PacketHeader, ZeroShortLengthMeansTheLongForm)
{
    PacketHeader header;
    EXPECT_EQ(PacketHeader::Decode(FromHex("000000a4 06000000"), SHORT, header), WireError::NONE);
    EXPECT_EQ(header.length, 0xa4U);
}

TEST(PacketHeader, ShortFormEndsAt65535Bytes)
{
    DataPacket packet;
    packet.payload.resize(65535 - 10);
    EXPECT_EQ(packet.Encode(SHORT).size(), 65535U);
    packet.payload.push_back(0);
    EXPECT_TRUE(packet.Encode(SHORT).empty());
    EXPECT_EQ(packet.Encode(LONG).size(), 65536U);
}

TEST(PacketHeader, SurplusBytesAndOtherTypesAreNamed)
{
    ResendPacket resend;
    EXPECT_EQ(ResendPacket::Decode(FromHex("00080000 0b000000 00"), SHORT, resend),
              WireError::LENGTH_MISMATCH);
    EXPECT_EQ(ResendPacket::Decode(FromHex("00080000 07000000"), SHORT, resend),
              WireError::UNEXPECTED_TYPE);
}

TEST(ConnectPacket, ReadsTheFieldsOfOci92)
{
    const auto packet = Decoded<ConnectPacket>(EXAMPLES[0].hex, EXAMPLES[0].text);
    EXPECT_EQ(packet.version, 312);
    EXPECT_EQ(packet.lowestVersion, 300);
    EXPECT_EQ(packet.GetSdu(), 2048U);
    EXPECT_EQ(packet.GetTdu(), 32767U);
    EXPECT_EQ(packet.ntCharacteristics, 0x860e);
    EXPECT_EQ(packet.maxConnectDataReturned, 512U);
    EXPECT_EQ(packet.connectData.size(), 188U);
    EXPECT_EQ(packet.trace[10], 0x08); // bytes 42-45 are 00000894
    EXPECT_FALSE(packet.DataFollows());
}

TEST(ConnectPacket, DataFollowWhenOnlyTheFixedPartIsThere)
{
    const auto packet = Decoded<ConnectPacket>(EXAMPLES[7].hex);
    EXPECT_TRUE(packet.DataFollows());
    EXPECT_EQ(packet.connectDataLength, 236);
    EXPECT_EQ(packet.GetTdu(), 2097152U);
    EXPECT_EQ(packet.connectFlags2, 1U);
}

TEST(ConnectPacket, LayoutFollowsTheVersion)
{
    EXPECT_EQ(ConnectPacket{314}.EncodedSize(), 58U);
    EXPECT_EQ(ConnectPacket{315}.EncodedSize(), 70U);
    EXPECT_EQ(ConnectPacket{317}.EncodedSize(), 70U);
    EXPECT_EQ(ConnectPacket{318}.EncodedSize(), 74U);
    EXPECT_EQ(ConnectPacket{319}.EncodedSize(), 74U);
}

TEST(ConnectPacket, TextAbove230BytesFollows)
{
    ConnectPacket packet{319};
    packet.SetConnectData(std::string(230, 'x'));
    EXPECT_FALSE(packet.DataFollows());
    EXPECT_EQ(packet.EncodedSize(), 74U + 230U);
    packet.SetConnectData(std::string(231, 'x'));
    EXPECT_TRUE(packet.DataFollows());
    EXPECT_EQ(packet.EncodedSize(), 74U);
    EXPECT_EQ(packet.connectDataLength, 231);
}

TEST(ConnectPacket, SizesAbove16BitsAreCappedOrCut)
{
    // JDBC and node write 65535, python the low 16 bits: 2097152 = 0x200000 gives 0.
    ConnectPacket packet{319};
    packet.SetSdu(2097152);
    EXPECT_EQ(packet.sdu16, 65535);
    packet.SetSdu(2097152, ConnectPacket::ShortSize::LOW_BITS);
    EXPECT_EQ(packet.sdu16, 0);
    EXPECT_EQ(packet.GetSdu(), 2097152U);
    ConnectPacket old{314};
    old.SetSdu(8192);
    EXPECT_EQ(old.GetSdu(), 8192U);
    EXPECT_EQ(old.sdu32, 0U);
}

TEST(ConnectPacket, TextOutsideThePacketIsNamed)
{
    auto bytes = BytesOf(EXAMPLES[0]);
    ConnectPacket packet;
    bytes[27] = 57; // one byte inside the fixed part
    EXPECT_EQ(ConnectPacket::Decode(bytes, SHORT, packet), WireError::BAD_DATA_OFFSET);
    bytes[27] = 247; // packet length 246
    EXPECT_EQ(ConnectPacket::Decode(bytes, SHORT, packet), WireError::BAD_DATA_OFFSET);
    bytes[27] = 59; // 59 + 188 is one more than 246
    EXPECT_EQ(ConnectPacket::Decode(bytes, SHORT, packet), WireError::TEXT_BEYOND_PACKET);
}

TEST(AcceptPacket, SizesStandInTheShortFieldsUpTo314)
{
    const auto packet = Decoded<AcceptPacket>(EXAMPLES[13].hex);
    EXPECT_EQ(packet.GetSdu(), 8192U);
    EXPECT_EQ(packet.GetTdu(), 32767U);
    EXPECT_EQ(packet.GetLengthFormAfter(), SHORT);
}

TEST(AcceptPacket, SizesStandInTheLongFieldsFrom315)
{
    const auto packet = Decoded<AcceptPacket>(EXAMPLES[19].hex);
    EXPECT_EQ(packet.sdu16, 0);
    EXPECT_EQ(packet.GetSdu(), 8192U);
    EXPECT_EQ(packet.GetTdu(), 2097152U);
    EXPECT_EQ(packet.acceptFlags2, 0x1a000001U);
    EXPECT_EQ(packet.connectionId[0], 0x6f);
    EXPECT_EQ(packet.GetLengthFormAfter(), LONG);
}

TEST(AcceptPacket, BuiltFromFieldsEqualsTheCapture)
{
    // Accept315: version 315, options 0x0c41, SDU 8192, TDU 2097152, flags 0x41/0x41.
    AcceptPacket packet{315};
    packet.serviceOptions = 0x0c41;
    packet.SetSdu(8192);
    packet.SetTdu(2097152);
    packet.byteOrderOne = 0x0100;
    packet.connectFlags0 = packet.connectFlags1 = 0x41;
    EXPECT_EQ(packet.Encode(), BytesOf(EXAMPLES[16]));
}

TEST(AcceptPacket, Version319MayEndAfterTheFlags)
{
    // Case c7 of the driver runs: version 319 in 45 bytes.
    const auto packet =
        Decoded<AcceptPacket>("002d0000 02000000 013f 0c41 0000 0000 0100 0000 002d 04 04"
                              "0000000000000000 00000400 0000ffff 00 00000000");
    EXPECT_EQ(packet.fixedSize, AcceptPacket::FIXED_FLAGS2);
    EXPECT_EQ(packet.GetSdu(), 1024U);
}

TEST(AcceptPacket, DataMayFollow)
{
    // The answer of an 11.2 listener to a command: 487 bytes at offset 32 of a packet of 32.
    const auto packet = Decoded<AcceptPacket>("0020000002000000 013a000020001000 010001e700200d0c"
                                              "0000000000000000");
    EXPECT_TRUE(packet.DataFollows());
    EXPECT_EQ(packet.followingLength, 487);
    EXPECT_EQ(packet.GetSdu(), 8192U);
    EXPECT_EQ(packet.GetTdu(), 4096U);
    EXPECT_TRUE(packet.acceptData.empty());
    // One byte of it inside, and the other 486 nowhere, is wrong.
    AcceptPacket partial;
    EXPECT_EQ(AcceptPacket::Decode(FromHex("0021000002000000 013a000020001000 010001e700200d0c"
                                           "0000000000000000 28"),
                                   SHORT,
                                   partial),
              WireError::TEXT_BEYOND_PACKET);
}

TEST(RedirectPacket, TextIsAddressNulConnectData)
{
    RedirectPacket packet;
    packet.SetTarget("(ADDRESS=)", "(DESCRIPTION=)");
    EXPECT_EQ(packet.header.flags, header_flag::CONNECT_DATA);
    EXPECT_EQ(packet.textLength, 10 + 1 + 14);
    EXPECT_EQ(RedirectPacket::AddressOf(packet.text), "(ADDRESS=)");
    EXPECT_EQ(RedirectPacket::ConnectDataOf(packet.text), "(DESCRIPTION=)");
    packet.SetTarget("(ADDRESS=)");
    EXPECT_EQ(packet.header.flags, 0);
    EXPECT_EQ(RedirectPacket::ConnectDataOf(packet.text), "");
}

TEST(RefusePacket, TextMayFollow)
{
    const auto packet = Decoded<RefusePacket>("000c0000 04000000 22 00 005b");
    EXPECT_TRUE(packet.DataFollows());
    EXPECT_EQ(packet.userReason, 0x22);
    RefusePacket partial;
    EXPECT_EQ(RefusePacket::Decode(FromHex("000d0000 04000000 22 00 005b 28"), SHORT, partial),
              WireError::TEXT_BEYOND_PACKET);
}

TEST(ControlPacket, NotificationHasThreeValues)
{
    // 12572 = 0x311c, shutdown.
    const auto packet = Decoded<ControlPacket>("00160000 0e000000 0008 00000001 0000311c 00000002");
    EXPECT_EQ(packet.facility, 1U);
    EXPECT_EQ(packet.error, ControlPacket::ERROR_SHUTDOWN);
    EXPECT_EQ(packet.value, 2U);
    const auto plain = Decoded<ControlPacket>("000a0000 0e000000 0009");
    EXPECT_EQ(plain.command, ControlPacket::NO_OUT_OF_BAND);
}

TEST(DataHeader, IsTenBytesInFrontOfThePayload)
{
    DataHeader header;
    header.flags = data_flag::END_OF_FILE;
    header.SetPayloadSize(0);
    std::array<uint8_t, DataHeader::SIZE> bytes{};
    header.Encode(LONG, bytes);
    EXPECT_EQ(std::vector<uint8_t>(bytes.begin(), bytes.end()), FromHex("0000000a 06000000 0040"));
    DataHeader again;
    header.SetPayloadSize(8192 - 10);
    header.Encode(SHORT, bytes);
    EXPECT_EQ(DataHeader::Decode(bytes, SHORT, again), WireError::NONE);
    EXPECT_EQ(again.header.length, 8192U);
    EXPECT_EQ(again.flags, data_flag::END_OF_FILE);
    EXPECT_EQ(DataHeader::Decode(FromHex("00090000 06000000 00"), SHORT, again),
              WireError::BODY_TOO_SHORT);
    EXPECT_EQ(DataHeader::Decode(FromHex("000a0000 06000000 00"), SHORT, again),
              WireError::TRUNCATED);
}

TEST(WireErrorText, EachErrorHasAnOwnSentence)
{
    for (int i = 1; i <= static_cast<int>(WireError::TEXT_BEYOND_PACKET); ++i)
    {
        const auto error = static_cast<WireError>(i);
        EXPECT_STRNE(Sentence(error), Sentence(static_cast<WireError>(i - 1)));
        EXPECT_EQ(std::string{Sentence(error)}.back(), '.');
    }
}

} // namespace
