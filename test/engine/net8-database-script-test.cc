// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests the answers of a database: rows of a statement, LOBs, logon, short calls.
 */
#include "ns3/net8-database-script.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using Kind = ServerAnswer::Kind;

namespace
{

/**
 * Ten rows of 100 bytes; each reply has 30 more bytes, the last one 5 more, an execute 40 more.
 */
class TenRows : public RowSource
{
  public:
    uint64_t GetRows() const override
    {
        return 10;
    }

    bool IsOneRowACall() const override
    {
        return oneRow;
    }

    uint64_t GetRowsWithin(uint64_t most, uint64_t memory) const override
    {
        return std::min(most, memory / 100);
    }

    uint64_t GetRowBytes(uint64_t /* first */, uint64_t count, BitVectors /* vectors */) override
    {
        return 100 * count;
    }

    RowLayout GetRowLayout(bool /* execute */,
                           uint64_t,
                           uint64_t count,
                           BitVectors /* vectors */) override
    {
        return {.head = 30, .rows = count, .upTo = [](uint64_t rows) { return 101 * rows; }};
    }

    BitVectors GetNextVectors(uint64_t /* first */,
                              uint64_t /* count */,
                              BitVectors vectors) const override
    {
        return vectors;
    }

    uint32_t GetReplyOverhead(bool execute, bool last, bool rows, BitVectors) const override
    {
        return (rows ? 30 : 0) + (last ? 5 : 0) + (execute ? 40 : 0);
    }

    uint32_t GetSessionParameters() const override
    {
        return 7;
    }

    uint32_t GetDescribeLength() const override
    {
        return 60;
    }

    uint32_t GetDescriptionInReply() const override
    {
        return 33;
    }

    uint32_t GetChangeLength() const override
    {
        return 55;
    }

    const std::vector<uint32_t>& GetLobs() const override
    {
        return lobs;
    }

    uint32_t GetLobReply(uint32_t column, uint32_t bytes, uint32_t lobs) const override
    {
        return bytes + 50 * lobs + 1000 * column;
    }

    bool Fails(uint64_t execute) const override
    {
        return execute == failing;
    }

    const std::string& GetErrorText() const override
    {
        return error;
    }

    uint32_t GetErrorLength(const std::string& text) const override
    {
        return static_cast<uint32_t>(text.size()) + 90;
    }

    bool oneRow{false};                       ///< One row per call.
    std::vector<uint32_t> lobs;               ///< LOB columns.
    uint64_t failing{0};                      ///< Number of the execute that fails.
    std::string error{"ORA-00942: no table"}; ///< The error it fails with.
};

/**
 * A script for a thin client of version 319.
 */
class DatabaseScriptTest : public testing::Test
{
  protected:
    DatabaseScriptTest()
    {
        ConnectPacket connect(319);
        script.Accept(connect);
    }

    /**
     * Ask for an answer.
     *
     * @param function function of the request
     * @param rows number of rows or bytes it requests
     * @param flags flags of the request
     * @param memory memory for prefetched rows, bytes
     * @return the answer
     */
    ServerAnswer Ask(TtcFunction function,
                     uint32_t rows = 0,
                     uint8_t flags = 0,
                     uint32_t memory = 0)
    {
        return script.Answer(
            {.function = function, .sequence = 3, .flags = flags, .rows = rows, .memory = memory});
    }

    TenRows rows;                                                    ///< The rows.
    ReleaseProfile release{ReleaseProfile::Find("19c").value()};     ///< The release.
    ServerStatements statements{{.rows = &rows}};                    ///< The statements.
    DatabaseScript script{release, 318, statements, PackRule::BYTE}; ///< The script.
};

TEST_F(DatabaseScriptTest, RowsComeAsTheyAreAskedForAndTheEndIsTold)
{
    const auto first = Ask(TtcFunction::EXECUTE, 4);
    EXPECT_EQ(first.kind, Kind::REPLY);
    EXPECT_EQ(first.reply.message, TtcMessage::DESCRIBE);
    EXPECT_EQ(first.reply.sequence, 3);
    EXPECT_EQ(first.reply.rows, 4U);
    EXPECT_EQ(first.reply.flags, 0);
    EXPECT_EQ(first.reply.length, 30U + 40 + 7 + 400); // settings of the session are sent once
    EXPECT_TRUE(first.rowsTakeTime);
    const auto second = Ask(TtcFunction::FETCH, 6);
    EXPECT_EQ(second.reply.message, TtcMessage::ROW_HEADER);
    EXPECT_EQ(second.reply.length, 630U);
    EXPECT_EQ(second.reply.flags, 0); // all rows were sent, but the end has not been checked yet
    const auto last = Ask(TtcFunction::FETCH, 6);
    EXPECT_EQ(last.reply.message, TtcMessage::ERROR);
    EXPECT_EQ(last.reply.rows, 0U);
    EXPECT_EQ(last.reply.flags, TtcPrefix::END_OF_DATA);
    EXPECT_EQ(last.reply.length, TtcPrefix::SIZE); // 5 bytes would not hold the prefix
    EXPECT_FALSE(last.rowsTakeTime);
    EXPECT_EQ(Ask(TtcFunction::EXECUTE, 4).reply.length, 30U + 40 + 400);
}

TEST_F(DatabaseScriptTest, TheEndComesWithTheLastRowWhereTheClientWantsThat)
{
    const auto all = Ask(TtcFunction::EXECUTE, 10, TtcPrefix::LOOK_AHEAD);
    EXPECT_EQ(all.reply.flags, TtcPrefix::END_OF_DATA);
    EXPECT_EQ(all.reply.length, 30U + 40 + 7 + 5 + 1000);
}

TEST_F(DatabaseScriptTest, MemoryAndLongsBoundTheRows)
{
    EXPECT_EQ(Ask(TtcFunction::EXECUTE, 9, TtcPrefix::PREFETCH_MEMORY, 250).reply.rows, 2U);
    EXPECT_EQ(Ask(TtcFunction::EXECUTE, 9, TtcPrefix::PREFETCH_MEMORY, 99).reply.rows, 0U);
    rows.oneRow = true;
    EXPECT_EQ(Ask(TtcFunction::FETCH, 9).reply.rows, 1U);
}

TEST_F(DatabaseScriptTest, ADefineGoesOnWithTheRowsOfTheExecute)
{
    EXPECT_EQ(Ask(TtcFunction::EXECUTE, 0).reply.rows, 0U);
    const auto define = Ask(TtcFunction::EXECUTE, 4, TtcPrefix::DEFINE);
    EXPECT_EQ(define.reply.length, 430U); // neither an execute reply nor settings
    EXPECT_EQ(Ask(TtcFunction::FETCH, 10).reply.rows, 6U);
}

TEST_F(DatabaseScriptTest, WhatHasNoCursorIsWrong)
{
    const auto fetch = Ask(TtcFunction::FETCH, 5);
    EXPECT_EQ(fetch.kind, Kind::WRONG);
    EXPECT_EQ(fetch.wrong, SessionError::FETCH_OUT_OF_SEQUENCE);
    rows.lobs = {100, 300};
    EXPECT_EQ(Ask(TtcFunction::LOB, 200).wrong, SessionError::UNEXPECTED_MESSAGE);
    Ask(TtcFunction::EXECUTE, 1);
    EXPECT_EQ(Ask(TtcFunction::LOB, 200).reply.length, 250U);
    EXPECT_EQ(Ask(TtcFunction::LOB, 999).reply.length, 350U); // the longest value has 300
    rows.lobs.clear();
    EXPECT_EQ(Ask(TtcFunction::LOB, 200).wrong, SessionError::UNEXPECTED_MESSAGE);
}

TEST_F(DatabaseScriptTest, AnExecuteThatFailsOpensNothing)
{
    rows.failing = 1;
    const auto failed = Ask(TtcFunction::EXECUTE, 1);
    EXPECT_EQ(failed.kind, Kind::FAIL);
    EXPECT_EQ(failed.error, rows.error);
    EXPECT_EQ(Ask(TtcFunction::FETCH, 1).kind, Kind::WRONG);
    EXPECT_EQ(Ask(TtcFunction::EXECUTE, 1).kind, Kind::REPLY);
}

TEST_F(DatabaseScriptTest, ALogonFailsByItsPasswordOrALimit)
{
    EXPECT_EQ(Ask(TtcFunction::AUTH_1).kind, Kind::REPLY);
    EXPECT_EQ(Ask(TtcFunction::AUTH_2).kind, Kind::REPLY);
    const auto wrong = Ask(TtcFunction::AUTH_2, 0, TtcPrefix::WRONG_PASSWORD);
    EXPECT_EQ(wrong.kind, Kind::FAIL);
    EXPECT_EQ(wrong.error, "ORA-01017: invalid username/password; logon denied");
    script.Reject("ORA-00018: enough");
    EXPECT_EQ(Ask(TtcFunction::AUTH_1).kind, Kind::REPLY);
    EXPECT_EQ(Ask(TtcFunction::AUTH_2).error, "ORA-00018: enough");
}

TEST_F(DatabaseScriptTest, AFunctionThatNoLogonHasIsWrong)
{
    const auto odd = Ask(TtcFunction::NONE);
    EXPECT_EQ(odd.kind, Kind::WRONG);
    EXPECT_EQ(odd.wrong, SessionError::UNEXPECTED_MESSAGE);
}

TEST_F(DatabaseScriptTest, WindowsChallengesOnceAndThenSaysNothing)
{
    const TtcPrefix native{.message = TtcMessage::NATIVE, .rows = 1, .length = 100};
    const auto challenge = script.Answer(native);
    EXPECT_EQ(challenge.reply.message, TtcMessage::NATIVE);
    EXPECT_EQ(challenge.reply.length, 169U); // capture of 10.2
    EXPECT_EQ(script.Answer(native).kind, Kind::NOTHING);
}

TEST_F(DatabaseScriptTest, OnlyExecuteFetchAndLobAreOfTheStatement)
{
    for (const auto function :
         {TtcFunction::EXECUTE, TtcFunction::EXECUTE_9I, TtcFunction::FETCH, TtcFunction::LOB})
    {
        EXPECT_TRUE(script.IsOfStatement({.function = function}));
    }
    for (const auto function : {TtcFunction::PARSE, TtcFunction::COMMIT, TtcFunction::LOGOFF})
    {
        EXPECT_FALSE(script.IsOfStatement({.function = function}));
        EXPECT_EQ(Ask(function).kind, Kind::REPLY);
    }
}

TEST_F(DatabaseScriptTest, PacketsMayEndWithARow)
{
    DatabaseScript packed{release, 318, statements, PackRule::ROW};
    packed.Accept(ConnectPacket(319));
    const auto answer = packed.Answer({.function = TtcFunction::EXECUTE, .rows = 4});
    ASSERT_TRUE(answer.layout.upTo);
    EXPECT_EQ(answer.layout.rows, 4U);
    EXPECT_EQ(answer.reply.length, 30U + 40 + 7 + 404); // as in the layout
    EXPECT_FALSE(packed.Answer({.function = TtcFunction::FETCH, .rows = 0}).layout.upTo);
}

} // namespace
