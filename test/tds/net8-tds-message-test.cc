// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Messages of TDS against the examples of its specification (MS-TDS, section 4), and against the
 * bytes that another implementation expects of itself (go-mssqldb, tds_test.go).
 */
#include "../ttc/net8-ttc-case.h"

#include "ns3/net8-tds-login.h"
#include "ns3/net8-tds-packet-header.h"
#include "ns3/net8-tds-packet-type.h"
#include "ns3/net8-tds-prelogin.h"
#include "ns3/net8-tds-reply.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/// Example 4.1, a PRELOGIN, without the packet header.
constexpr std::string_view PRELOGIN = "00 001a 0006 01 0020 0001 02 0021 0001 03 0022 0004 "
                                      "04 0026 0001 ff 090000000000 01 00 b80d0000 01";

/// Example 4.2, a LOGIN7, without the packet header.
constexpr std::string_view LOGIN =
    "88000000 02000972 00100000 00000007 00010000 00000000 e0030000 e0010000 09040000"
    "5e000800 6e000200 72000000 72000700 80000000 80000000 80000400 88000000 88000000"
    "00508be2b78f 88000000 88000000 88000000 00000000"
    "73006b006f00730074006f0076003100 73006100 4f00530051004c002d0033003200 4f00440042004300";

/// Example 4.4, the answer to it, with the packet header.
constexpr std::string_view ANSWER =
    "0401016100000100 e31b0001066d0061007300740065007200066d0061007300740065007200 "
    "ab580045160000020025004300680061006e00670065006400200064006100740061006200610073006500"
    "200063006f006e007400650078007400200074006f00200027006d00610073007400650072002700"
    "2e00000000000000 e3080007050904d0003400 e31700020a750073005f0065006e0067006c00690073006800"
    "00 e313000404340030003900360004340030003900360 0"
    "ab5c0047160000010027004300680061006e0067006500640020006c0061006e006700750061006700"
    "65002000730065007400740069006e006700200074006f002000750073005f0065006e0067006c0069"
    "00730068002e00000000000000 ad36000172090002164d006900630072006f0073006f0066007400"
    "2000530051004c002000530065007200760065007200000000000000 0000 fd000000000000000000000000";

/**
 * @param digits hexadecimal digits and blanks
 * @return the digits
 */
std::string
Pack(std::string_view digits)
{
    std::string packed;
    for (const char digit : digits)
    {
        packed += digit == ' ' ? "" : std::string(1, digit);
    }
    return packed;
}

} // namespace

TEST(TdsMessages, PreloginOfTheSpecification)
{
    const auto message = TdsPrelogin::Decode(FromHex(PRELOGIN));
    ASSERT_TRUE(message);
    EXPECT_EQ(ToHex(message->Encode()), Pack(PRELOGIN));
    EXPECT_EQ(message->Size(), 39U); // 0x2f of the packet without its header of 8
    EXPECT_EQ(message->Get(TdsPrelogin::Option::ENCRYPTION), std::string("\x01"));
    EXPECT_EQ(message->Get(TdsPrelogin::Option::VERSION), std::string("\x09\0\0\0\0\0", 6));

    TdsPrelogin made;
    made.Add(TdsPrelogin::Option::VERSION, std::string("\x09\0\0\0\0\0", 6));
    made.Add(TdsPrelogin::Option::ENCRYPTION, "\x01");
    made.Add(TdsPrelogin::Option::INSTANCE, std::string(1, '\0'));
    made.Add(TdsPrelogin::Option::THREAD, std::string("\xb8\x0d\0\0", 4));
    made.Add(TdsPrelogin::Option::MARS, "\x01");
    EXPECT_EQ(ToHex(made.Encode()), Pack(PRELOGIN));
}

TEST(TdsMessages, LoginOfTheSpecification)
{
    const auto bytes = FromHex(LOGIN);
    const auto login = TdsLogin::Decode(bytes);
    ASSERT_TRUE(login);
    EXPECT_EQ(login->Size() + TdsPacketHeader::SIZE, 144U); // 0x0090 of its packet
    EXPECT_EQ(login->Encode(), bytes);
    EXPECT_EQ(login->packetSize, 4096U);
    EXPECT_EQ(login->version, 0x72090002U);
    EXPECT_TRUE(TdsLayout::Of(login->version).wide);
    EXPECT_FALSE(TdsLayout::Of(0x71000001).wide);
    EXPECT_EQ(TdsText::Narrow(login->Get(TdsLogin::Item::HOST)), "skostov1");
    EXPECT_EQ(TdsText::Narrow(login->Get(TdsLogin::Item::USER)), "sa");
    EXPECT_EQ(TdsText::Narrow(login->Get(TdsLogin::Item::LIBRARY)), "ODBC");
}

TEST(TdsMessages, LoginOfAnotherImplementation)
{
    TdsLogin login;
    login.version = 0x730a0003;
    login.programVersion = 0x01060100;
    login.process = 100;
    login.flags = {0xe0, 0, 0, 8};
    login.zone = static_cast<uint32_t>(-4 * 60);
    login.locale = 0x204;
    login.address = FromHexText("1234567890ab");
    const auto add = [&](TdsLogin::Item item, std::string_view text) {
        login.Add(item, TdsText::Widen(text));
    };
    add(TdsLogin::Item::HOST, "subdev1");
    add(TdsLogin::Item::USER, "test");
    login.Add(TdsLogin::Item::PASSWORD, TdsLogin::Scramble(TdsText::Widen("testpwd")));
    add(TdsLogin::Item::PROGRAM, "appname");
    add(TdsLogin::Item::SERVER, "servername");
    add(TdsLogin::Item::LIBRARY, "library");
    add(TdsLogin::Item::LANGUAGE, "en");
    add(TdsLogin::Item::DATABASE, "database");
    add(TdsLogin::Item::SSPI, "");
    add(TdsLogin::Item::FILE, "filepath");
    add(TdsLogin::Item::NEW_PASSWORD, "");
    const std::string head =
        "d6000000 03000a73 00100000 00010601 64000000 00000000 e0000008 10ffffff 04020000"
        "5e000700 6c000400 74000700 82000700 90000a00 00000000 a4000700 b2000200 b6000800"
        "1234567890ab c6000000 c6000800 d6000000 00000000";
    const std::string texts =
        "7300750062006400650076003100 7400650073007400 e2a5f3a592a5e2a5a2a5d2a5e3a5"
        "6100700070006e0061006d006500 7300650072007600650072006e0061006d006500"
        "6c00690062007200610072007900 65006e00 6400610074006100620061007300 6500"
        "660069006c0065007000610074006800";
    EXPECT_EQ(ToHex(login.Encode()), Pack(head + texts));
    EXPECT_EQ(TdsText::Narrow(TdsLogin::Unscramble(login.Get(TdsLogin::Item::PASSWORD))),
              "testpwd");
}

TEST(TdsMessages, AnswerToALoginOfTheSpecification)
{
    const auto bytes = FromHex(ANSWER);
    const auto header = TdsPacketHeader::Decode(bytes);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->length, bytes.size());
    EXPECT_EQ(GetTdsPacketName(header->type), "reply");
    const std::vector<uint8_t> body(bytes.begin() + TdsPacketHeader::SIZE, bytes.end());
    const auto reply = TdsReply::Decode(body, {.wide = true});
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->Encode({.wide = true}), body);
    EXPECT_EQ(reply->Size({.wide = true}), body.size());
    ASSERT_EQ(reply->tokens.size(), 8U);
    const auto& granted = std::get<TdsEnvironment>(reply->tokens[4]);
    EXPECT_EQ(granted.GetPacketSize(), 4096U);
    EXPECT_EQ(TdsEnvironment::OfText(TdsEnvironment::Change::PACKET_SIZE, "4096", "4096").Encode(),
              granted.Encode());
    EXPECT_EQ(
        TdsEnvironment::OfBytes(TdsEnvironment::Change::COLLATION, FromHexText("0904d00034"), "")
            .Encode(),
        std::get<TdsEnvironment>(reply->tokens[2]).Encode());
    EXPECT_EQ(reply->Find<TdsLoginAck>()->version, 0x72090002U);
    EXPECT_EQ(std::get<TdsMessage>(reply->tokens[1]).number, 5701U);
    // The session before 7.2 has shorter numbers of rows and lines.
    EXPECT_FALSE(TdsReply::Decode(body, {.wide = false}));
}

TEST(TdsMessages, RowsWithNullsHaveABitForEachColumn)
{
    // MS-TDS 2.2.7.19: columns int null, varchar(10), int; the first one is null.
    const std::string columns = "81 0300 00000000 0100 26 04 01 6100 "
                                "00000000 0100 a7 0a00 0904d00034 01 6200 00000000 0000 38 01 6300";
    const std::string row = "d2 01 0200 7879 07000000";
    const std::string plain = "d1 04 05000000 ffff 08000000";
    const auto bytes = FromHex(columns + row + plain);
    const auto reply = TdsReply::Decode(bytes, {.wide = true});
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->Encode({.wide = true}), bytes);
    const auto& first = std::get<TdsRow>(reply->tokens[1]);
    EXPECT_TRUE(first.values[0].null);
    EXPECT_EQ(first.values[1].bytes, "xy");
    const auto& second = std::get<TdsRow>(reply->tokens[2]);
    EXPECT_FALSE(second.values[0].null);
    EXPECT_TRUE(second.values[1].null);
    EXPECT_FALSE(TdsReply::Decode(FromHex(row), {.wide = true})) << "a row without columns";
    EXPECT_FALSE(TdsReply::Decode(FromHex(columns + "d2 09 0200 7879 07000000"), {.wide = true}))
        << "a bit without a column";
}

TEST(TdsMessages, PacketSizesAreGrantedWithinTheBounds)
{
    EXPECT_EQ(TdsPacketHeader::Grant(0, 4096), 4096U);
    EXPECT_EQ(TdsPacketHeader::Grant(512, 4096), 512U);
    EXPECT_EQ(TdsPacketHeader::Grant(32767, 4096), 32767U);
    EXPECT_EQ(TdsPacketHeader::Grant(511, 4096), 512U);
    EXPECT_EQ(TdsPacketHeader::Grant(32768, 4096), 32767U);
}

TEST(TdsMessages, HeadersOfPacketsAreReadOrRefused)
{
    // Frame 9 of ndpi_mssql_tds.pcap.
    const auto header = TdsPacketHeader::Decode(FromHex("010100be00000100"));
    ASSERT_TRUE(header);
    EXPECT_EQ(header->length, 190U);
    EXPECT_TRUE(header->IsLast());
    EXPECT_FALSE(TdsPacketHeader::Decode(FromHex("010100be000001")));
    EXPECT_FALSE(TdsPacketHeader::Decode(FromHex("0101000700000100")));
    EXPECT_EQ(GetTdsPacketName(99), "type 99");
}
