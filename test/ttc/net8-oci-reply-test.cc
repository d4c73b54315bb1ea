// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Replies of real servers to OCI, read and written again byte for byte.
 */
#include "net8-oci-reply.h"
#include "net8-ttc-case.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3::net8;

namespace
{

/// trex_cap2_Oracle.pcap, frame 27: one row of one column.
constexpr std::string_view USER_9_2 =
    "0602010000000100000000000000000000000703c20221000008020015271500000000000401000000010000"
    "0000000000000001000000030000000000000000000000000000000000000000000000080000010000000000"
    "000000000000000000000000";

/// trex_cap2_Oracle.pcap, frame 35: the end of the data.
constexpr std::string_view NO_DATA_9_2 =
    "0401000000000000007b0500000000020000000300000000000000000000000000000000000000000000000c"
    "0000010000000000000000000000000000000000194f52412d30313430333a206e6f206461746120666f756e"
    "640a";

/// trex_cap2_Oracle.pcap, frame 29: the end of a cursor.
constexpr std::string_view STATUS_9_2 = "0901000000";

/// trex_cap2_Oracle.pcap, frame 50: ORA-00942.
constexpr std::string_view WRONG_9_2 =
    "040100000000000000ae03000000000200190003000000000000000000000000000000000000000000000012"
    "0000010000000000000000000000000000000000284f52412d30303934323a207461626c65206f7220766965"
    "7720646f6573206e6f742065786973740a";

/// john-samples_Oracle-good.pcap, frame 26: a described column and the first row.
constexpr std::string_view EXECUTE_11 =
    "101700000060bb440cba086e6e5f966fd3d239710d7870091d162b201e000000010000004d018000001e0000"
    "000000000000000000000000000000b200011e00000001040400000004555345520000000000000000000007"
    "000000077870091d162b2000000000e81f000002000000020000000000000006020100000000000100000000"
    "00000000000000000007084f50454e57414c4c08060046250d00000000000300000000000000000000000000"
    "000000000100000000000b0000000b80000000415a3c80000000a30000000000040100000004000100000000"
    "0000000000030011000300000000000000000000000000000000000000000000000600000100000000000000"
    "00000000000000000000";

/// john-samples_Oracle-good.pcap, frame 36: values that bind variables bring back, which are not
/// read.
constexpr std::string_view BINDS_11 =
    "0b0501000000000001000000000000000000000000002008060046250d000000000003000000000000000000"
    "000000000000000000000000000004010000000d0001000000000000000000030000002f0000000000000000"
    "0000000000000000000000000000000f0000010000000000000000000000000000000000";

/// john-samples_Oracle-WinWin-1.pcap, frame 22: the same between equal platforms.
constexpr std::string_view EXECUTE_11_SAME =
    "101700000060bb440cba086e6e5f966fd3d239710d7870091c163a031e000000010000004d01018000001e00"
    "00000000000000000000000000000000000000000000b20001001e0000000000000001040400000004555345"
    "520000000000000000000007000000077870091c163a2500000000e81f000002000000020000000000000006"
    "0102800100000000000100000000000000000000000000000000001a17000000000000000000000000000000"
    "000000000007085445535455534552080600bf5a0c0000000000030000000000000000000000000000000000"
    "0100000000000b0000000b80000000353c3c80000000a3000000000004010000000400010100000000000000"
    "0000030011000300000000000000000000000000000000000000000000000000000600000100000036010000"
    "000000000000000000000000e0811a1700000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000";

/// oracle-wiki-2016/wireshark-wiki_9_oracle12_2016.pcapng, frame 31: two described columns and the
/// first row.
constexpr std::string_view DESCRIBE_12_1 =
    "101700000048fc12462983597d552dbd11e6908d2d78740c0911383320100000020000005101018000008000"
    "00000000000000000000000000000000000000000000690301008000000000000000000404000000044e414d"
    "4500000000000000000000000000000101800000a00f00000000000000000000000000000000000000000000"
    "69030100a00f0000000000000108080000000850415353574f52440000000000000000010000000000070000"
    "000778740c0911383300000000e81f00000a0000000a000000000000000601220c0200000000000100000000"
    "00000000000000000000000000e60bfd7f0000000000000000000000004a5800000000070353595310383843"
    "37424432324143374642353436080600bc949e00000000000600000001000000000000000000000000000000"
    "0000000004010000000a00010100000000000000000006001f00030000000000000000000000000000000000"
    "0000000000000000000c00000100000036010000000000000000000000000000a0938f87477f000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "00000000000000000100000000000000";

/// oracle-wiki-2016/wireshark-wiki_9_oracle12_2016.pcapng, frame 33: fifteen rows, some behind bit
/// vectors.
constexpr std::string_view ROWS_12_1 =
    "060102000200000000000f000000000000000000000000000000000000000000000000000000000000000000"
    "e5800000000007065055424c494300150100010707434f4e4e4543541501000107085245534f555243451501"
    "0001070344424115010001070b41554449545f41444d494e15010001070c41554449545f5649455745521502"
    "00030706415544535953104335314443303031464546464246343015020003070653595354454d1041443636"
    "31373544443837364336433915020003071353454c4543545f434154414c4f475f524f4c4500150100010714"
    "455845435554455f434154414c4f475f524f4c4515010001071344454c4554455f434154414c4f475f524f4c"
    "4515010001070d434150545552455f41444d494e1502000307095359534241434b5550103233414134384143"
    "4234324144434639150200030705535953444710364336313938443036343443463942341502000307055359"
    "534b4d104632444342353733444246454444394504010000000b000110000000000000000000060000000300"
    "000000000000000000000000000000000000000000000000000d000000000000360100000000000000000000"
    "00000000a0938f87477f00000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000001000000000000000";

/// oracle-wiki-2016/wireshark-wiki_9_oracle12_2016.pcapng, frame 47: eleven rows and the end of the
/// data.
constexpr std::string_view LAST_12_1 =
    "0600026f0100000000000f0000000000000028a87c87477f00000100e60bfd7f000000000000000000000000"
    "00000000000001070a44565f414343544d475215010001070944565f5055424c494315010001070e44565f50"
    "415443485f41444d494e15010001071044565f53545245414d535f41444d494e15010001071344565f474f4c"
    "44454e474154455f41444d494e15010001071044565f5853545245414d5f41444d494e15010001071944565f"
    "474f4c44454e474154455f5245444f5f41434345535315010001071044565f41554449545f434c45414e5550"
    "15010001071844565f4441544150554d505f4e4554574f524b5f4c494e4b15010001071144565f5245414c4d"
    "5f5245534f5552434515010001070e44565f5245414c4d5f4f574e45520401000000120001750000007b0500"
    "0000000600000003000000000000000000000000000000000000000000000000000014000000000000360100"
    "00000000000000000000000000a0938f87477f00000000000000000000000000000000000000000000000000"
    "00000000000000000000000000000000000000000000000000000000007b05000075000000000000002c4f52"
    "412d30313430333a20d0b4d0b0d0bdd0bdd18bd0b520d0bdd0b520d0bdd0b0d0b9d0b4d0b5d0bdd18b0a";

/// Ends of different platforms, 9.2.
constexpr OciLayout V9_2{.version = 312};
/// Ends of different platforms, 11.1.
constexpr OciLayout V11{.version = OciLayout::VERSION_11G};
/// Both ends on Windows, 11.1.
constexpr OciLayout V11_SAME{.version = OciLayout::VERSION_11G, .samePlatform = true};
/// Both ends on Linux, 12.1.
constexpr OciLayout V12_SAME{.version = OciLayout::VERSION_12C, .samePlatform = true, .chunk = 255};

/**
 * @param hex a reply
 * @param layout layout of the session
 * @param columns columns of the result, if it was described before
 * @return the reply, once it has been written again to as many bytes
 */
OciReply
Read(std::string_view hex, const OciLayout& layout, uint32_t columns = 0)
{
    const auto bytes = FromHex(hex);
    const auto reply = OciReply::Decode(bytes, layout, columns);
    EXPECT_TRUE(reply.has_value());
    if (!reply)
    {
        return {};
    }
    const auto again = reply->Encode(layout);
    EXPECT_EQ(again.size(), bytes.size());
    // Gaps of structures and pointers hold whatever was there.
    if (!layout.samePlatform)
    {
        EXPECT_EQ(ToHex(again), ToHex(bytes));
    }
    return *reply;
}

/**
 * @param reply a reply
 * @param place which of its rows
 * @return its values
 */
std::vector<std::string>
GetRow(const OciReply& reply, std::size_t place)
{
    for (const auto& part : reply.parts)
    {
        if (const auto* row = std::get_if<OciRow>(&part); row && place-- == 0)
        {
            return row->values;
        }
    }
    return {};
}

/**
 * @param reply a reply
 * @return bit vectors in it
 */
std::size_t
CountVectors(const OciReply& reply)
{
    return static_cast<std::size_t>(std::ranges::count_if(reply.parts, [](const auto& part) {
        return std::holds_alternative<TtcBitVector>(part);
    }));
}

} // namespace

TEST(OciReply, HasTheRowOfAFetchOf9i)
{
    const auto reply = Read(USER_9_2, V9_2, 1);
    EXPECT_EQ(reply.rows, 1U);
    // NUMBER 132: 0xc2 is a hundred, digits of base 100 are one more than they are worth.
    EXPECT_EQ(GetRow(reply, 0), std::vector<std::string>{FromHexText("c20221")});
    ASSERT_TRUE(reply.end.has_value());
    EXPECT_EQ(reply.end->error, 0U);
    EXPECT_EQ(reply.end->rows, 1U);
}

TEST(OciReply, EndsTheDataOf9i)
{
    const auto reply = Read(NO_DATA_9_2, V9_2, 1);
    EXPECT_EQ(reply.rows, 0U);
    ASSERT_TRUE(reply.end.has_value());
    EXPECT_EQ(reply.end->error, 1403U);
    EXPECT_EQ(reply.end->text, OciEndOfCall::NO_DATA_FOUND);
}

TEST(OciReply, EndsACursorWithAStatus)
{
    const auto reply = Read(STATUS_9_2, V9_2);
    ASSERT_EQ(reply.parts.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<OciStatus>(reply.parts[0]));
}

TEST(OciReply, TellsAnError)
{
    const auto reply = Read(WRONG_9_2, V9_2);
    ASSERT_TRUE(reply.end.has_value());
    EXPECT_EQ(reply.end->error, 942U);
    EXPECT_EQ(reply.end->text, "ORA-00942: table or view does not exist\n");
}

TEST(OciReply, DescribesAColumnAndBringsTheFirstRow)
{
    for (const auto& [hex, layout, value] : {std::tuple(EXECUTE_11, V11, "OPENWALL"),
                                             std::tuple(EXECUTE_11_SAME, V11_SAME, "TESTUSER")})
    {
        const auto reply = Read(hex, layout);
        EXPECT_EQ(reply.columns, 1U);
        const auto* describe = std::get_if<OciDescribe>(&reply.parts.front());
        ASSERT_NE(describe, nullptr);
        EXPECT_EQ(describe->columns.at(0).name, "USER");
        EXPECT_EQ(GetRow(reply, 0), std::vector<std::string>{value});
        ASSERT_TRUE(reply.end.has_value());
        EXPECT_EQ(reply.end->error, 0U);
    }
}

TEST(OciReply, DescribesTwoColumnsOf12c)
{
    const auto reply = Read(DESCRIBE_12_1, V12_SAME);
    const auto* describe = std::get_if<OciDescribe>(&reply.parts.front());
    ASSERT_NE(describe, nullptr);
    ASSERT_EQ(describe->columns.size(), 2U);
    EXPECT_EQ(describe->columns[0].name, "NAME");
    EXPECT_EQ(describe->columns[1].name, "PASSWORD");
    EXPECT_EQ(GetRow(reply, 0), (std::vector<std::string>{"SYS", "88C7BD22AC7FB546"}));
    ASSERT_TRUE(reply.end.has_value());
    EXPECT_EQ(reply.end->rows, reply.rows);
}

TEST(OciReply, LeavesOutColumnsThatRepeat)
{
    const auto reply = Read(ROWS_12_1, V12_SAME, 2);
    EXPECT_EQ(reply.rows, 15U); // the iterations of the row header, 0x0f
    // All rows but the first have a vector, 0x15 in front of each.
    EXPECT_EQ(CountVectors(reply), 14U);
    EXPECT_EQ(GetRow(reply, 0), (std::vector<std::string>{"PUBLIC", ""})); // no password
    EXPECT_EQ(GetRow(reply, 1), std::vector<std::string>{"CONNECT"});
    EXPECT_EQ(GetRow(reply, 6), (std::vector<std::string>{"AUDSYS", "C51DC001FEFFBF40"}));
    ASSERT_TRUE(reply.end.has_value());
    // The server counts all rows so far; the execute brought the first one.
    EXPECT_EQ(reply.end->rows, 1 + reply.rows);
}

TEST(OciReply, EndsTheDataOf12cInTheLanguageOfTheClient)
{
    const auto reply = Read(LAST_12_1, V12_SAME, 2);
    EXPECT_EQ(reply.rows, 11U);
    EXPECT_EQ(GetRow(reply, 10), std::vector<std::string>{"DV_REALM_OWNER"});
    ASSERT_TRUE(reply.end.has_value());
    EXPECT_EQ(reply.end->error, 1403U);
    // Executed with one row, then seven fetches of fifteen and this one: 1 + 7 * 15 + 11.
    EXPECT_EQ(reply.end->rows, 117U);
}

TEST(OciReply, IsNotReadWhereItHoldsWhatIsNotKnown)
{
    EXPECT_FALSE(OciReply::Decode(FromHex(BINDS_11), V11, 1).has_value());
    // A row of no columns, and one with more columns than bytes.
    EXPECT_FALSE(OciReply::Decode(FromHex("0703534d49"), V11, 0).has_value());
    EXPECT_FALSE(OciReply::Decode(FromHex("0703534d49"), V11, 100).has_value());
    // Cut at any byte, a reply of one message is none.
    const auto bytes = FromHex(NO_DATA_9_2);
    for (std::size_t length = 1; length < bytes.size(); ++length)
    {
        EXPECT_FALSE(OciReply::Decode({bytes.data(), length}, V9_2, 1).has_value()) << length;
    }
}
