// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Columns of a plan in types of SQL Server, and the ends of long replies.
 */
#include "ns3/net8-tds-reply.h"
#include "ns3/net8-tds-table.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

TEST(TdsTable, ColumnsOfAPlanHaveCounterparts)
{
    std::string error;
    const auto table =
        TdsTable::OfList("2*varchar2:9, date, number:5, number:0.5, nvarchar2:10, null",
                         "a,b",
                         error);
    EXPECT_EQ(error, "");
    ASSERT_EQ(table.GetColumns().columns.size(), 7U);
    // By hand: user type 4, flags 2; types 8, 8, 1, 1, 1, 8, 2; names of 1, 1 and five times 6
    // characters behind a byte.
    EXPECT_EQ(table.GetColumns().Size(TdsLayout{.wide = true}),
              3U + 7 * 6 + 29 + 2 * (1 + 2) + 5 * (1 + 12));
    // Lengths of two bytes: 2 + 9 twice, 2 + 20; 8 of a datetime, 4 of an int, 8 of a float; a null
    // int is a byte.
    EXPECT_EQ(table.GetRow().Size(TdsLayout{.wide = true}), 1U + 22 + 8 + 4 + 8 + 22 + 1);
    // What is written can be read.
    auto bytes = table.GetColumns().Encode(TdsLayout{.wide = true});
    const auto row = table.GetRow().Encode(TdsLayout{.wide = true});
    bytes.insert(bytes.end(), row.begin(), row.end());
    EXPECT_TRUE(TdsReply::Decode(bytes, {.wide = true}));
}

TEST(TdsTable, WhatHasNoCounterpartIsToldInASentence)
{
    for (const auto* list : {"clob:10", "rowid:AAAAAAAAAAAAAAAAAA", "varchar2:8001", "long:3"})
    {
        std::string error;
        TdsTable::OfList(list, "", error);
        EXPECT_EQ(error.find("'" + std::string(list) + "' has no counterpart"), 0U) << error;
    }
}

TEST(TdsTable, ARowHasTheLengthThatItIsGiven)
{
    const auto table = TdsTable::OfLength(100, "");
    EXPECT_EQ(table.MakeRow(40).Size(TdsLayout{.wide = true}), 1U + 2 + 40);
    EXPECT_EQ(table.GetColumns().Size(TdsLayout{.wide = true}), 3U + 6 + 8 + 1 + 12);
}

TEST(TdsReplyEnds, TheLastTokensTellTheRows)
{
    for (const bool wide : {true, false})
    {
        const TdsLayout layout{.wide = wide};
        TdsDone done;
        done.token = static_cast<uint8_t>(TdsToken::DONE_IN_PROCEDURE);
        done.status = TdsDone::COUNT | TdsDone::MORE;
        done.rows = 1800;
        TdsDone end;
        end.token = static_cast<uint8_t>(TdsToken::DONE_PROCEDURE);
        TdsReply call;
        call.tokens = {done, TdsReturnStatus{}, end};
        auto bytes = call.Encode(layout);
        bytes.insert(bytes.begin(), 10, 0xff); // the end of a row
        const auto found = TdsReply::DecodeEnd(bytes, layout);
        ASSERT_TRUE(found);
        ASSERT_EQ(found->tokens.size(), 3U);
        EXPECT_EQ(std::get<TdsDone>(found->tokens.front()).rows, 1800U);

        TdsDone batch;
        batch.rows = 7;
        bytes = batch.Encode(layout);
        bytes.insert(bytes.begin(), 40, 'x');
        const auto alone = TdsReply::DecodeEnd(bytes, layout);
        ASSERT_TRUE(alone);
        EXPECT_EQ(alone->GetEnd()->rows, 7U);
        EXPECT_FALSE(TdsReply::DecodeEnd(std::vector<uint8_t>(3, 0xfd), layout));
    }
}
