// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Replies of real servers to thin drivers, read and written again byte for byte.
 */
#include "net8-ttc-case.h"
#include "net8-ttc-reply-parts.h"

#include "ns3/net8-ttc-reply.h"
#include "ns3/net8-ttc-version-reply.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/// ojdbc-log_jdbc_26ai_session_rebuilt.pcap, frame 30: two rows of three columns, and the end of
/// the data.
constexpr std::string_view REPLY_26AI =
    "1017447bf713e638eae597c2f43b04a13c31787e01100e3a11015e010382020000817f011600000000000000"
    "00000201020249440000000000000000000001800000013200000000020369010132023ffe01040104044e41"
    "4d450000010100000000000000020000817f011600000000000000000106010606414d4f554e540000010200"
    "000000000000010707787e01100e3a110101021fe80000000622010300010a0000000702c10205416c696365"
    "02c2330702c10303426f6202c21f08010603187d8200010101010000000000040101020179010202057b0000"
    "0101010e03000000000004ffffffff000000000000070001010000000002057b0102010300194f52412d3031"
    "3430333a206e6f206461746120666f756e640a";

/// ojdbc-log_jdbc_26ai_session_rebuilt.pcap, frame 21: an INSERT that tells the rows it changed.
constexpr std::string_view REPLY_26AI_INSERT =
    "08010603187d730001010102000000000001010101040301000502017601010000000101010c020000000000"
    "030124750101000287d500000004000101010d0d01000124750001000087d50000000000000101010200";

/// ojdbc-log_jdbc_26ai_session_rebuilt.pcap, frame 36: ORA-00904.
constexpr std::string_view REPLY_26AI_ERROR =
    "04010502017c0002038800000108011506000001020000030124750101000287d50000000a00000000000002"
    "0388000106002e4f52412d30303930343a202257524f4e475f434f4c554d4e223a20696e76616c6964206964"
    "656e7469666965720a";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 20: one row, and the end
/// of the data.
constexpr std::string_view REPLY_12_1 =
    "101720e9202942070438b62bdb93e5f6bb9a78740c0f15121b01660102510180000001500000000002036901"
    "0150010601060642414e4e455200000000020000817f0116000000000000000106010606434f4e5f49440000"
    "01010001070778740c0f15122d00021fe8010a010a000622010200010a000000074c4f7261636c6520446174"
    "61626173652031326320456e74657270726973652045646974696f6e2052656c656173652031322e312e302e"
    "322e30202d2036346269742050726f64756374696f6e018008010603ae982600010100000000000004010101"
    "04010102057b00000101010e03000000000000000000000000040001010000000002057b0101194f52412d30"
    "313430333a206e6f206461746120666f756e640a";

/// oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng, frame 60: ten rows, some behind
/// bit vectors, and more to come.
constexpr std::string_view REPLY_12_1_BITS =
    "1017f438e0990eee8f806ae9d3283eb2041278740c0f14290202018001025101800000018000000000020369"
    "0101800109010909504152414d4554455200000000018000000201000000000002036901014b010501050556"
    "414c5545000001010001070778740c0f15122f0000010a010a000622010200010a000000070c4e4c535f4c41"
    "4e475541474508414d45524943414e070d4e4c535f5445525249544f525907414d455249434115010203070c"
    "4e4c535f43555252454e435901241501020307104e4c535f49534f5f43555252454e435907414d4552494341"
    "1501020307164e4c535f4e554d455249435f43484152414354455253022e2c15010203070c4e4c535f43414c"
    "454e44415209475245474f5249414e15010203070f4e4c535f444154455f464f524d41540944442d4d4f4e2d"
    "52521501020307114e4c535f444154455f4c414e475541474508414d45524943414e1501020307084e4c535f"
    "534f52540642494e41525915010203070f4e4c535f54494d455f464f524d41540e48482e4d492e5353584646"
    "20414d08010603ae98280001010000000000000401010136010a000000010100030001200000000000000000"
    "0000360001010000000000010a";

/// oracle-wiki-2016/wireshark-wiki_11_sqldeveloper11_2016.pcapng, frame 61: the last row of a
/// fetch.
constexpr std::string_view REPLY_11_2_END =
    "0602010200010a00000007104e4c535f43484152414354455253455408414c33325554463804010101320115"
    "02057b0000010100030000000000000000000000003200010100000000194f52412d30313430333a206e6f20"
    "6461746120666f756e640a";

/// oracle-wiki-2016/wireshark-wiki_10_sqldeveloper10_2016.pcapng, frame 27: no row.
constexpr std::string_view REPLY_10_2 =
    "1017feedeceac7b025961e07df1de6048ea678740c0f13360f02020001014d018000000202000000000001b2"
    "01020200010501050556414c554500000001070778740c0f14251e0101021fe8010a010a080106030a976f00"
    "010100000000000004010101090002057b000001010003000120000000000000000000000900010100000000"
    "194f52412d30313430333a206e6f206461746120666f756e640a";

/**
 * Read a reply, and write it again.
 *
 * @param digits its bytes
 * @param layout layout of its session
 * @param statement what is known of the statement
 * @return its messages
 */
TtcReplyParts
ReadAndWrite(std::string_view digits,
             const TtcLayout& layout,
             const TtcReplyParts::Statement& statement = {})
{
    const auto reply = TtcReplyParts::Decode(FromHex(digits), layout, statement);
    EXPECT_TRUE(reply);
    EXPECT_EQ(ToHex(reply.value_or(TtcReplyParts{}).Encode(layout)), digits);
    return reply.value_or(TtcReplyParts{});
}

} // namespace

TEST(TtcReply, RowsOf26ai)
{
    const auto reply = ReadAndWrite(REPLY_26AI, WithJdbc(24));
    ASSERT_EQ(reply.parts.size(), 6U);
    const auto& describe = std::get<TtcDescribe>(reply.parts[0]);
    ASSERT_EQ(describe.columns.size(), 3U);
    EXPECT_EQ(describe.columns[0].name, "ID");
    EXPECT_EQ(describe.columns[0].scale, -127);
    EXPECT_EQ(describe.columns[1].maxCharacters, 50U);
    // Worked example of the fact sheet: 156 bytes of description, header 10, rows 13 and 11,
    // parameters 17, end 50 and 26 of the text.
    EXPECT_EQ(describe.Size(WithJdbc(24)), 156U);
    EXPECT_EQ(std::get<TtcRowHeader>(reply.parts[1]).Size(), 10U);
    EXPECT_EQ(std::get<TtcRow>(reply.parts[2]).Size(), 13U);
    EXPECT_EQ(std::get<TtcRow>(reply.parts[2]).values[1], "Alice");
    EXPECT_EQ(std::get<TtcRow>(reply.parts[3]).Size(), 11U);
    EXPECT_EQ(std::get<TtcStatementParameters>(reply.parts[4]).Size(), 17U);
    EXPECT_EQ(reply.end->Size(WithJdbc(24)), 76U);
    EXPECT_EQ(reply.end->error, TtcEndOfCall::NO_DATA_FOUND);
    EXPECT_EQ(reply.end->text, "ORA-01403: no data found\n");
    EXPECT_EQ(reply.end->rows, 2U);
    EXPECT_EQ(reply.rows, 2U);
}

TEST(TtcReply, ChangedRowsOf26ai)
{
    const auto reply = ReadAndWrite(REPLY_26AI_INSERT, WithJdbc(24), {.rowCounts = true});
    ASSERT_EQ(reply.parts.size(), 2U);
    const auto& parameters = std::get<TtcStatementParameters>(reply.parts[0]);
    EXPECT_EQ(parameters.rowCounts, std::vector<uint64_t>{1});
    EXPECT_EQ(reply.end->fullStatementType, 2U); // an INSERT
    EXPECT_EQ(reply.end->logicalRowid.size(), 13U);
    // Nobody who did not ask for them would look for them there.
    EXPECT_FALSE(TtcReplyParts::Decode(FromHex(REPLY_26AI_INSERT), WithJdbc(24), {}));
}

TEST(TtcReply, ErrorOf26ai)
{
    const auto reply = ReadAndWrite(REPLY_26AI_ERROR, WithJdbc(24));
    EXPECT_EQ(reply.end->error, 904U);
    EXPECT_EQ(reply.end->cursor, 8U);
    EXPECT_EQ(reply.end->text, "ORA-00904: \"WRONG_COLUMN\": invalid identifier\n");
}

TEST(TtcReply, RowsOf12_1)
{
    const auto reply = ReadAndWrite(REPLY_12_1, WithJdbc(TtcLayout::VERSION_12_1));
    EXPECT_EQ(reply.columns, 2U);
    EXPECT_EQ(reply.rows, 1U);
    EXPECT_EQ(reply.end->error, TtcEndOfCall::NO_DATA_FOUND);
}

TEST(TtcReply, RowsBehindBitVectors)
{
    const auto reply = ReadAndWrite(REPLY_12_1_BITS, WithJdbc(TtcLayout::VERSION_12_1));
    EXPECT_EQ(reply.rows, 10U);
    EXPECT_EQ(reply.end->error, 0U);
    // Of a result that goes on, a server says 0x20; JDBC takes the signed byte as an integer.
    EXPECT_EQ(reply.end->flags[1], 0x20);
    EXPECT_EQ(std::get<TtcBitVector>(reply.parts[4]).sent, 2U);
    EXPECT_EQ(std::get<TtcRow>(reply.parts[5]).values,
              (std::vector<std::string>{"NLS_CURRENCY", "$"}));
}

TEST(TtcReply, LastRowOf11_2)
{
    const auto reply =
        ReadAndWrite(REPLY_11_2_END, WithJdbc(TtcLayout::VERSION_11_2), {.columns = 2});
    EXPECT_EQ(reply.rows, 1U);
    EXPECT_EQ(reply.end->rows, 21U);
    EXPECT_EQ(reply.end->error, TtcEndOfCall::NO_DATA_FOUND);
}

TEST(TtcReply, NoRowOf10_2)
{
    const auto reply = ReadAndWrite(REPLY_10_2, WithJdbc(4));
    EXPECT_EQ(reply.columns, 1U);
    EXPECT_EQ(reply.rows, 0U);
}

// What the simulator counts is what servers send: the parts of a reply as its table has them.
TEST(TtcReply, PartsHaveTheSizesOfTheTable)
{
    const auto twelve = WithJdbc(TtcLayout::VERSION_12_1);
    const auto counted =
        TtcReplySizes::Find({.thin = true, .client = 315, .version = 315, .samePlatform = false});
    const auto last = ReadAndWrite(REPLY_12_1, twelve);
    const auto& describe = std::get<TtcDescribe>(last.parts[0]);
    uint32_t columns = 0;
    for (const auto& column : describe.columns)
    {
        columns += column.Size(twelve);
    }
    ASSERT_LT(describe.rowBytes, 256U);
    EXPECT_EQ(describe.Size(twelve) - columns, counted.describe);
    // CON_ID, a number: its name, and a byte for its place that the first column does not have.
    EXPECT_EQ(describe.columns[1].Size(twelve) - 6, counted.describeColumn);
    // An error position of its own takes a byte; the end counts one row in two places.
    EXPECT_EQ(last.end->Size(twelve),
              counted.endOfCall + counted.executeEnd + counted.noDataFound + 1);
    // JDBC gets another byte with an execute while there are more rows.
    EXPECT_EQ(ReadAndWrite(REPLY_12_1_BITS, twelve).end->Size(twelve),
              counted.endOfCall + counted.executeEnd + 1);

    const auto eleven = WithJdbc(TtcLayout::VERSION_11_2);
    const auto older =
        TtcReplySizes::Find({.thin = true, .client = 314, .version = 314, .samePlatform = false});
    EXPECT_EQ(ReadAndWrite(REPLY_11_2_END, eleven, {.columns = 2}).end->Size(eleven),
              older.endOfCall + older.noDataFound);
}

TEST(TtcReply, ACutReplyIsMalformed)
{
    const auto bytes = FromHex(REPLY_26AI);
    for (std::size_t size = 0; size < bytes.size(); ++size)
    {
        const auto reply = TtcReplyParts::Decode(std::span(bytes).first(size), WithJdbc(24), {});
        EXPECT_FALSE(reply && reply->end) << size;
    }
}

// Captures of SQL Developer: 08 01a1, the text as it is, 04 and the number, then a status.
TEST(TtcReply, VersionHasNoLengthByteForJdbc)
{
    TtcVersionReply reply;
    reply.banner = "Oracle";
    reply.number = 0x0c100200;
    reply.status.sequence = 3;
    EXPECT_EQ(ToHex(reply.Encode(WithJdbc(7))),
              ToHex(FromHex("08 0106 4f7261636c65 040c100200 09 0101 0103")));
    EXPECT_EQ(ToHex(reply.Encode()).substr(6, 4), "064f");
}
