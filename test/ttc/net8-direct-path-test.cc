// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Direct path loads, sessionless transactions and what a client says of its high availability, as
 * python-oracledb 26.1 writes them: bytes worked out by hand from its source.
 */
#include "net8-ttc-case.h"

#include "ns3/net8-direct-path-row.h"
#include "ns3/net8-ttc-direct-path-load.h"
#include "ns3/net8-ttc-direct-path-operation.h"
#include "ns3/net8-ttc-direct-path-prepare.h"
#include "ns3/net8-ttc-direct-path-reply.h"
#include "ns3/net8-ttc-key-values.h"
#include "ns3/net8-ttc-transaction-switch.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/// Sizes of the pieces of a row.
using Pieces = std::vector<uint32_t>;

/**
 * @param values sizes of the values
 * @param fast whether none of the columns is a LOB or a LONG
 * @return sizes of the pieces
 */
Pieces
Cut(const std::vector<std::optional<uint32_t>>& values, bool fast = true)
{
    return DirectPathRow(values, fast).GetPieces();
}

TEST(DirectPath, APrepareNamesATableAndItsColumns)
{
    // HR.T with a column A; 400 is 0x190, and the twelfth setting is 0xffff, the fifteenth 1.
    const auto bytes = FromHex("03 80 02 0101 01 0103 01 010f 01 01 01 01 01 01"
                               "00 0102 02 4852 0103  00 0101 01 54 0101  00 0101 01 41 0104"
                               "020190 020190 00 00 00 00 00 00 00 00 00 02ffff 00 00 0101");
    TtcDirectPathPrepare prepare;
    prepare.head.sequence = 2;
    prepare.keywords = {{"HR", TtcDirectPathPrepare::SCHEMA},
                        {"T", TtcDirectPathPrepare::TABLE},
                        {"A", TtcDirectPathPrepare::COLUMN}};
    prepare.values = TtcDirectPathPrepare::MakeValues(15);
    EXPECT_EQ(ToHex(prepare.Encode()), ToHex(bytes));
    const auto read = TtcDirectPathPrepare::Decode(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->keywords.at(2).name, "A");
    EXPECT_EQ(read->Encode(), bytes);
}

TEST(DirectPath, NodeSendsThreeSettingsMore)
{
    const auto values = TtcDirectPathPrepare::MakeValues(18);
    ASSERT_EQ(values.size(), 18U);
    EXPECT_EQ(values[15], 0U);
    EXPECT_EQ(values[16], 0xffffU);
    EXPECT_EQ(values[17], 0xffffU);
}

TEST(DirectPath, ABatchHasItsSizeInFrontOfItsRows)
{
    // A row with the NUMBER 3: first, last and fast, of seven bytes with its header, one value.
    const auto bytes = FromHex("03 81 03 0105 01 0107 020190 00 00 01 01  3c 0007 01 02 c104");
    const auto read = TtcDirectPathLoad::Decode(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->cursor, 5U);
    EXPECT_EQ(read->pieces.size(), 7U);
    EXPECT_EQ(read->Encode(), bytes);
    TtcDirectPathLoad counted;
    counted.cursor = 5;
    counted.pieceBytes = 7;
    EXPECT_EQ(counted.Size(), bytes.size());
    EXPECT_FALSE(TtcDirectPathLoad::Decode(std::span(bytes).first(bytes.size() - 1)));
}

TEST(DirectPath, ItEndsWithAnOperation)
{
    TtcDirectPathOperation end;
    end.head.sequence = 4;
    end.cursor = 5;
    EXPECT_EQ(ToHex(end.Encode()), ToHex(FromHex("03 82 04 0102 0105 00 00 01 01")));
}

TEST(DirectPath, TheReplyToAPrepareHasTheCursor)
{
    TtcDirectPathReply reply;
    reply.prepares = true;
    reply.numbers = {0, 0, 0, 5};
    EXPECT_EQ(ToHex(reply.Encode()), ToHex(FromHex("08 00 00 0104 00 00 00 0105")));
    EXPECT_EQ(ToHex(TtcDirectPathReply().Encode()), "0800");
}

TEST(DirectPath, ARowIsOnePiece)
{
    // 4 of header, 1 + 2 of a NUMBER, 1 + 20 of a text, 1 of a null.
    EXPECT_EQ(Cut({2, 20, std::nullopt}), Pieces{4 + 3 + 21 + 1});
    // Of a table with a LOB the row says no size.
    EXPECT_EQ(Cut({2, 20, std::nullopt}, false), Pieces{2 + 3 + 21 + 1});
    // A length of one byte up to 250, of three above.
    EXPECT_EQ(Cut({250}), Pieces{4 + 251});
    EXPECT_EQ(Cut({251}), Pieces{4 + 254});
    EXPECT_EQ(Cut({}), Pieces{4});
}

TEST(DirectPath, ALongValueGoesOnInTheNextPiece)
{
    // 140,000 bytes after 5: 65,512 of them fill the first piece, 65,517 the second.
    EXPECT_EQ(Cut({4, 140'000}, false), (Pieces{2 + 65'520, 2 + 65'520, 2 + 3 + 8'971}));
    EXPECT_EQ(65'512 + 65'517 + 8'971, 140'000);
    EXPECT_EQ(DirectPathRow(std::vector<std::optional<uint32_t>>{4, 140'000}, false).GetSize(),
              65'522U + 65'522U + 8'976U);
    // It just fits.
    EXPECT_EQ(Cut({65'517}), Pieces{4 + 65'520});
    EXPECT_EQ(Cut({65'518}), (Pieces{2 + 65'520, 2 + 4}));
}

TEST(DirectPath, AShortValueIsNotCut)
{
    EXPECT_EQ(Cut({65'300, 250}), (Pieces{2 + 65'303, 2 + 251}));
    EXPECT_EQ(Cut({65'300, 216}), Pieces{4 + 65'303 + 217});
}

TEST(DirectPath, APieceHasAtMost255Values)
{
    std::vector<std::optional<uint32_t>> values(255);
    EXPECT_EQ(Cut(values), Pieces{4 + 255});
    values.emplace_back();
    EXPECT_EQ(Cut(values), (Pieces{2 + 255, 2 + 1}));
}

TEST(DirectPath, ColumnsHaveTheSizesOfTheirValues)
{
    const auto size = [](const char* columns) {
        return DirectPathRow(Column::ParseList(columns)).GetSize();
    };
    EXPECT_EQ(size("number:7, varchar2:20, date, null"), 4U + 3 + 21 + 8 + 1);
    EXPECT_EQ(size("boolean:true, timestamp, raw:16"), 4U + 2 + 12 + 17);
    // Two bytes a character, and no size of the row.
    EXPECT_EQ(size("varchar2:4, clob:100"), 2U + 5 + 201);
    EXPECT_EQ(size("varchar2:4, clob:70000"), 65'522U + 65'522U + 8'976U);
}

TEST(DirectPath, TransactionsThatBelongToNoSession)
{
    const auto layout = TtcLayout::Simulated(true);
    auto begin = TtcTransactionSwitch::MakeStart(false);
    begin.head.sequence = 5;
    const std::string rest(2 * 112, '0');
    // The format 0x4e5c3e takes four bytes, as drivers write integers of three.
    const std::string text = "036705000101"
                             "0000"
                             "04004e5c3e"
                             "0110"
                             "00"
                             "01"
                             "0180"
                             "0111"
                             "013c"
                             "010101"
                             "00000000"
                             "78787878787878787878787878787878" +
                             rest + "00";
    EXPECT_EQ(ToHex(begin.Encode(layout)), text);
    EXPECT_EQ(ToHex(TtcTransactionSwitch::MakeStart(true).Encode(layout)).substr(38, 4), "0114");
    auto suspend = TtcTransactionSwitch::MakeSuspend();
    suspend.head.sequence = 7;
    EXPECT_EQ(ToHex(suspend.Encode(layout)),
              ToHex(FromHex("03 67 07 00 0102 00 00 00 00 00 00 00 0110 00 010101 00000000 00")));
}

TEST(DirectPath, WhatAClientSaysOfItsHighAvailability)
{
    const auto layout = TtcLayout::Simulated(true);
    auto ready = TtcKeyValues::MakeReady("");
    ready.head.sequence = 6;
    // ORA$HA; INBAND_NOTIFICATION = 1.
    EXPECT_EQ(ToHex(ready.Encode(layout)),
              ToHex(FromHex("11 9a 06 00 01 0106 01 0101 0121 00 06 4f5241244841"
                            "0113 13 494e42414e445f4e4f54494649434154494f4e 0101 01 31 00")));
    // CONNECTION_POOL = PYTHON and CONNECTION_POOL_ID = 36 characters: 2 + 1 + 15, 2 + 1 + 6 and a
    // flag; 2 + 1 + 18, 2 + 1 + 36 and a flag.
    const auto pooled = TtcKeyValues::MakeReady(std::string(36, 'x'));
    EXPECT_EQ(pooled.Size(layout), ready.Size(layout) + 28 + 61);
}

} // namespace
