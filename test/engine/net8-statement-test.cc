// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests sessions that execute several statements: the bytes on the wire, and whose time they take.
 *
 * Sizes of requests are those of python-oracledb 26.1 in runs against the responder of
 * test/drivers, with a server that has the fields of 12.1: TTC bytes of `insert into t values (:1,
 * :2, :3)` with a NUMBER from 1 to 10, a text of 20 and one of 8 characters.
 */
#include "net8-dialogue-pair.h"

#include "ns3/net8-column.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/// TTC bytes of the first insert, of one row.
constexpr uint32_t INSERT = 172;
/// TTC bytes of a row: 349 for an execute of ten rows without text, minus 9, is 10 of them.
constexpr uint32_t ROW = 34;
/// TTC bytes of the same statement again with one row.
constexpr uint32_t AGAIN = 43;
/// TTC bytes of the same statement again with ten rows.
constexpr uint32_t TEN_AGAIN = 349;
/// TTC bytes of the same statement with 300 rows: 10,304 with a cursor, so with 59 bytes instead of
/// 94.
constexpr uint32_t THREE_HUNDRED = 10304 - 59 + 94;

/**
 * Make the insert of the runs.
 *
 * @param number its number at the server
 * @param rows number of rows of binds
 * @param array number of rows per execute
 * @return the statement
 */
ClientQuery
MakeInsert(uint32_t number, uint32_t rows, uint32_t array = 0)
{
    ClientQuery query;
    query.kind = StatementKind::DML;
    query.number = number;
    query.requestLength = INSERT - ROW;
    query.bindRows = rows;
    query.bindRowLength = ROW;
    query.arraySize = array;
    return query;
}

/**
 * Make a statement without binds.
 *
 * @param kind kind of the statement
 * @param number its number at the server
 * @param array number of rows per fetch; 0: the driver's default
 * @return the statement
 */
ClientQuery
Make(StatementKind kind, uint32_t number, uint32_t array = 0)
{
    ClientQuery query;
    query.kind = kind;
    query.number = number;
    query.requestLength = 80;
    query.arraySize = array;
    return query;
}

/**
 * @ingroup net8-test
 * Sessions of python-oracledb with a 21c server.
 */
class Statements : public testing::Test
{
  protected:
    Statements()
    {
        m_pair.server.resend = false;
        m_pair.rows.rows = 3;
        m_pair.statements.assign(4, {.rows = &m_pair.rows});
        m_pair.statements[2].kind = StatementKind::DML;
        m_pair.statements[3].kind = StatementKind::COMMIT;
    }

    /**
     * @return the calls of the statements
     */
    std::vector<ClientCall> Run()
    {
        m_pair.Run({.host = "127.0.0.1", .port = 1521});
        std::vector<ClientCall> calls;
        for (const auto& event : m_pair.events)
        {
            const auto* found = std::get_if<client_event::CallDone>(&event);
            if (found && found->call.statement != 0)
            {
                calls.push_back(found->call);
            }
        }
        EXPECT_FALSE(std::get<client_event::Ended>(m_pair.events.back()).error);
        return calls;
    }

    DialoguePair m_pair{"python-thin", "", "21c"}; ///< Both ends.
};

TEST_F(Statements, ARowOfBindsIsAsLongAsThatOfTheDriver)
{
    const auto binds = Column::ParseList("number:7, varchar2:20, varchar2:8");
    EXPECT_EQ(1 + binds.bytes[0] + binds.bytes[1] + binds.bytes[2], ROW);
    DriverProfile driver = *DriverProfile::Find("python-thin");
    driver.SetServer(318, true);
    EXPECT_EQ(driver.GetExecuteLength(33, 0) + driver.GetBindsLength(3, binds.bindIntegers),
              INSERT - ROW);
    // A run with 23ai: 11 bytes more, 8 of them in every execute, one for each bind.
    DriverProfile newer = *DriverProfile::Find("python-thin");
    newer.SetServer(319, true);
    EXPECT_EQ(newer.GetExecuteLength(33, 0) + newer.GetBindsLength(3, binds.bindIntegers),
              183 - ROW);
    // Runs without binds: "update t set a = 1".
    EXPECT_EQ(driver.GetExecuteLength(18, 0) + driver.GetBindsLength(0, 0), 79U);
    // "select a from t where b = :1" with 5, minus 8 bytes for cursors to close: 107.
    const auto one = Column::ParseList("number:5");
    EXPECT_EQ(driver.GetExecuteLength(28, 1) + driver.GetBindsLength(1, one.bindIntegers) + 1 +
                  one.bytes[0],
              107U);
}

TEST_F(Statements, AnArrayOfBindsGoesWithEachExecute)
{
    // The text is sent once. 300 rows take two packets of an SDU of 8192.
    m_pair.statements.push_back(m_pair.statements[2]);
    m_pair.script.list = {MakeInsert(2, 25, 10), MakeInsert(2, 1), MakeInsert(4, 300)};
    const auto calls = Run();
    ASSERT_EQ(calls.size(), 5U);
    EXPECT_EQ(calls[0].requestBytes, INSERT + 9 * ROW + HEAD); // run: 478
    EXPECT_EQ(calls[1].requestBytes, TEN_AGAIN + HEAD);
    EXPECT_EQ(calls[2].requestBytes, 179 + HEAD); // run with the remaining 5 rows
    EXPECT_EQ(calls[3].requestBytes, AGAIN + HEAD);
    EXPECT_EQ(calls[4].requestBytes, THREE_HUNDRED + 2 * HEAD);
    for (const auto& call : calls)
    {
        EXPECT_EQ(call.kind, CallKind::EXECUTE);
        EXPECT_EQ(call.statement, &call == &calls[4] ? 4U : 2U);
        EXPECT_EQ(call.rows, 0U); // it returns none
        EXPECT_EQ(call.replyBytes, m_pair.rows.changeBytes + HEAD);
    }
    EXPECT_EQ(calls[2].query, 0U);
    EXPECT_EQ(calls[3].query, 1U);
    EXPECT_EQ(calls[4].query, 2U);
}

TEST_F(Statements, WithoutACacheTheTextGoesWithEachExecute)
{
    m_pair.settings.driver.statementCache = 0;
    m_pair.script.list = {MakeInsert(2, 25, 10)};
    const auto calls = Run();
    ASSERT_EQ(calls.size(), 3U);
    EXPECT_EQ(calls[1].requestBytes, INSERT + 9 * ROW + HEAD);
    EXPECT_EQ(calls[2].requestBytes, INSERT + 4 * ROW + HEAD);
}

TEST_F(Statements, AQueryThatIsExecutedAgainIsNotDescribedAgain)
{
    // Run: "select a from t where b = :1" with 5 and with 6, 107 and 14 bytes.
    auto query = Make(StatementKind::QUERY, 1);
    query.requestLength = 107 - 4;
    query.bindRows = 1;
    query.bindRowLength = 4;
    m_pair.rows.rows = 1;
    m_pair.rows.replies = {300, 280};
    m_pair.script.list = {query, query};
    const auto calls = Run();
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(calls[0].requestBytes, 107 + HEAD);
    EXPECT_EQ(calls[1].requestBytes, 14 + HEAD);
    EXPECT_EQ(calls[1].rows, 1U);
    DatabaseScript script(m_pair.server.release, 318, m_pair.statements, PackRule::BYTE);
    m_pair.rows.replies = {300, 300};
    const auto ask = [&](TtcFunction function) {
        return script.Answer(
            {.function = function, .flags = TtcPrefix::STATEMENT, .rows = 2, .statement = 1});
    };
    EXPECT_EQ(ask(TtcFunction::EXECUTE).reply.message, TtcMessage::DESCRIBE);
    EXPECT_EQ(ask(TtcFunction::RE_EXECUTE_AND_FETCH).reply.message, TtcMessage::ROW_HEADER);
}

TEST_F(Statements, TheOldestOfTheCacheMakesRoom)
{
    m_pair.settings.driver.statementCache = 2;
    m_pair.statements.assign(4, m_pair.statements[2]);
    const auto insert = [](uint32_t number) { return MakeInsert(number, 1); };
    m_pair.script.list = {insert(1), insert(2), insert(1), insert(3), insert(1), insert(2)};
    std::vector<uint64_t> bytes;
    for (const auto& call : Run())
    {
        bytes.push_back(call.requestBytes - HEAD);
    }
    // Statement 2 is closed before statement 3, and 3 before 2: 8 bytes (runs).
    EXPECT_EQ(bytes, (std::vector<uint64_t>{INSERT, INSERT, AGAIN, INSERT + 8, AGAIN, INSERT + 8}));
}

TEST_F(Statements, TheCursorOfDdlIsClosedWithTheNextCall)
{
    // Runs of python-oracledb 26.1: 8 bytes before the next call; 2 more with a second cursor, that
    // of the statement removed from the cache.
    m_pair.settings.driver.statementCache = 1;
    m_pair.statements.assign(4, m_pair.statements[2]);
    m_pair.statements[3].kind = StatementKind::DDL;
    const auto ddl = Make(StatementKind::DDL, 3);
    m_pair.script.list = {ddl, ddl, MakeInsert(1, 1), ddl, MakeInsert(2, 1)};
    std::vector<uint64_t> bytes;
    for (const auto& call : Run())
    {
        bytes.push_back(call.requestBytes - HEAD);
    }
    EXPECT_EQ(bytes, (std::vector<uint64_t>{80, 80 + 8, INSERT + 8, 80, INSERT + 10}));
}

TEST_F(Statements, ACommitIsOneShortCall)
{
    m_pair.script.list = {MakeInsert(2, 1), Make(StatementKind::COMMIT, 3)};
    const auto calls = Run();
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(calls[1].kind, CallKind::COMMIT);
    EXPECT_EQ(calls[1].requestBytes, 13U); // runs: 3 bytes
    EXPECT_EQ(calls[1].replyBytes, 14U);   // captures: 4 bytes
}

TEST_F(Statements, ACallHasTheFunctionAndTheLengthsThatItIsGiven)
{
    // The call of 64 bytes and its reply of 192 of wireshark-wiki_TNS_Oracle5, frames 27 and 28; a
    // fetch of OCI; a call that opens a cursor, too short for a number.
    DialoguePair pair("oci", "11.2", "11.2");
    pair.server.resend = false;
    const std::array functions{TtcFunction{0x67}, TtcFunction::FETCH, TtcFunction::OPEN_CURSOR};
    const std::array<uint32_t, 3> requests{54, 11, 11};
    const std::array<uint32_t, 3> replies{182, 90, 10};
    for (uint32_t number = 1; number <= functions.size(); ++number)
    {
        auto call = Make(StatementKind::CALL, number);
        call.function = functions[number - 1];
        call.requestLength = requests[number - 1];
        pair.script.list.push_back(call);
        ServerStatement answer{.kind = StatementKind::CALL, .rows = &pair.rows};
        answer.function = call.function;
        answer.requestLength = call.requestLength;
        answer.reply = TtcMessage::STATUS;
        answer.replyLength = replies[number - 1];
        pair.statements.push_back(answer);
    }
    pair.Run({.host = "127.0.0.1", .port = 1521});
    // Calls and replies before the logoff, its reply and the end of file.
    const std::size_t first = pair.packets.size() - 3 - 2 * functions.size();
    for (std::size_t number = 0; number < functions.size(); ++number)
    {
        const auto& call = pair.packets.at(first + 2 * number);
        EXPECT_EQ(call.header.length, HEAD + requests[number]);
        EXPECT_EQ(call.bytes[HEAD + 1], static_cast<uint8_t>(functions[number]));
        const auto& reply = pair.packets.at(first + 2 * number + 1);
        EXPECT_EQ(reply.header.length, HEAD + replies[number]);
        EXPECT_EQ(reply.bytes[HEAD], static_cast<uint8_t>(TtcMessage::STATUS));
    }
    EXPECT_FALSE(std::get<client_event::Ended>(pair.events.back()).error.has_value());
}

TEST_F(Statements, ShortCallsAreThoseOfTheDriver)
{
    for (const auto& [kind, function] : {std::pair(StatementKind::ROLLBACK, 0x0f),
                                         std::pair(StatementKind::PING, 0x93),
                                         std::pair(StatementKind::COMMIT, 0x0e)})
    {
        DialoguePair pair("python-thin", "", "21c");
        pair.server.resend = false;
        pair.script.list = {Make(kind, 1)};
        pair.Run({.host = "127.0.0.1", .port = 1521});
        // Call and reply before the logoff, its reply and the end of file.
        const auto& call = pair.packets.at(pair.packets.size() - 5);
        ASSERT_GE(call.bytes.size(), HEAD + 2U);
        EXPECT_EQ(call.header.length, 13U);
        EXPECT_EQ(call.bytes[HEAD], 3);
        EXPECT_EQ(call.bytes[HEAD + 1], function);
    }
}

TEST(ClosedCursors, OfJdbcGoWithTheNextCall)
{
    // SQL Developer with 12.1 (2016): a ping after a query has 29 bytes, one after a block 21,
    // others 13; an execute 16 or 8 more.
    DialoguePair pair("jdbc-thin", "12.2", "12.1");
    pair.server.resend = false;
    pair.statements.assign(4, {.rows = &pair.rows});
    pair.statements[2].kind = StatementKind::DDL;
    pair.statements[3].kind = StatementKind::PING;
    const auto query = Make(StatementKind::QUERY, 1);
    const auto change = Make(StatementKind::DDL, 2);
    const auto ping = Make(StatementKind::PING, 3);
    pair.script.list = {query, query, change, ping, change, query, ping, ping};
    pair.Run({.host = "127.0.0.1", .port = 1521});
    std::vector<uint32_t> requests;
    for (const auto& event : pair.events)
    {
        const auto* found = std::get_if<client_event::CallDone>(&event);
        if (found && found->call.statement != 0 && found->call.kind != CallKind::FETCH)
        {
            requests.push_back(found->call.requestBytes);
        }
    }
    const uint32_t first = 80 + HEAD;
    EXPECT_EQ(requests,
              (std::vector<uint32_t>{first, first + 16, first + 16, 21, first, first + 8, 29, 13}));
    // Nothing is left to close: logoff, its reply and the end of file are last.
    EXPECT_EQ(pair.packets.at(pair.packets.size() - 3).header.length, 13U);
}

TEST_F(Statements, EachStatementTakesItsOwnTime)
{
    auto& statements = m_pair.statements;
    m_pair.rows.replies = {90};
    statements[2].cpu = [] { return 1ms; };
    statements[2].rowCpu = [](uint32_t rows) { return rows * 100us; };
    statements[3].wait = [] { return 2ms; };
    DatabaseScript script(m_pair.server.release, 318, statements, PackRule::BYTE);
    const auto ask = [&](TtcFunction function, uint32_t number, uint32_t rows) {
        return script.Answer({.function = function,
                              .flags = TtcPrefix::STATEMENT,
                              .rows = rows,
                              .statement = number});
    };
    const auto insert = ask(TtcFunction::EXECUTE, 2, 30);
    EXPECT_EQ(insert.cpu, 1ms);
    EXPECT_EQ(insert.moreCpu, 3ms);
    EXPECT_EQ(insert.wait, std::nullopt); // as for the other calls of the server
    const auto query = ask(TtcFunction::EXECUTE, 1, 2);
    EXPECT_EQ(query.cpu, std::nullopt);
    const auto commit = ask(TtcFunction::COMMIT, 0, 0);
    EXPECT_EQ(commit.wait, 2ms);
    EXPECT_EQ(commit.cpu, std::nullopt);
}

TEST_F(Statements, AStatementThatTheServerDoesNotHaveEndsTheConnection)
{
    DatabaseScript script(m_pair.server.release, 318, m_pair.statements, PackRule::BYTE);
    const auto answer = script.Answer(
        {.function = TtcFunction::EXECUTE, .flags = TtcPrefix::STATEMENT, .statement = 4});
    EXPECT_EQ(answer.kind, ServerAnswer::Kind::WRONG);
    EXPECT_EQ(answer.wrong, SessionError::UNEXPECTED_MESSAGE);
}

TEST_F(Statements, TheScriptIsToldRowsAndFailures)
{
    m_pair.script.list = {Make(StatementKind::QUERY, 1), MakeInsert(2, 1)};
    m_pair.rows.replies = {90, 60};
    Run();
    const auto& told = m_pair.script.outcomes;
    ASSERT_EQ(told.size(), 3U);
    EXPECT_EQ(told[1].rows, 3U);
    EXPECT_FALSE(told[1].failed);
    EXPECT_EQ(told[2].rows, 0U);
}

TEST_F(Statements, AnArrayOfItsOwnIsAskedForByAQuery)
{
    m_pair.rows.rows = 40;
    m_pair.rows.replies = {90, 90, 90, 90, 90, 90, 90, 90, 90, 90};
    m_pair.script.list = {Make(StatementKind::QUERY, 1, 20)};
    const auto calls = Run();
    // Two rows are returned with the execute, as the driver prefetches them.
    std::vector<uint32_t> rows;
    for (const auto& call : calls)
    {
        rows.push_back(call.rows);
    }
    EXPECT_EQ(rows, (std::vector<uint32_t>{2, 20, 18}));
}

} // namespace
