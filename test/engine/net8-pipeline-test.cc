// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests pipelines of python-oracledb with a 23ai server: the bytes on the wire.
 *
 * Bytes are those of python-oracledb 3.4 (its source: connection.pyx, run_pipeline_with_
 * pipelining; base.pyx, _write_begin_pipeline_piggyback and send; end_pipeline.pyx): before the
 * first call, a piggyback of 3 bytes, the token 1 in 2, and 0, 0, the mode; in each call its token
 * in 2 bytes (up to 255) instead of a zero; the end with the token 0 and an id, 0.
 */
#include "net8-dialogue-pair.h"

#include "ns3/net8-data-packet.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

/// TTC bytes of an execute, including the text, with a token of one byte.
constexpr uint32_t EXECUTE = 80;
/// TTC bytes of the piggyback that starts the pipeline.
constexpr uint32_t BEGIN = 8;
/// TTC bytes of a fetch: type, function, sequence number, token, cursor and rows.
constexpr uint32_t FETCH = 8;
/// TTC bytes of the piggyback that closes cursors: type, function, sequence number and token, a
/// pointer, and their number in two bytes.
constexpr uint32_t CLOSE = 7;
/// TTC bytes of each cursor to close.
constexpr uint32_t CURSOR = 2;
/// TTC bytes of a token message in a reply: its type and the token.
constexpr uint32_t TOKEN = 3;

/**
 * Make a statement without binds.
 *
 * @param kind kind of the statement
 * @param number its number at the server
 * @return the statement
 */
ClientQuery
MakeStatement(StatementKind kind, uint32_t number)
{
    ClientQuery query;
    query.kind = kind;
    query.number = number;
    query.requestLength = EXECUTE;
    return query;
}

/**
 * @ingroup net8-test
 * Sessions of python-oracledb with a pipeline: two DML statements, a query of 3 rows.
 */
class Pipelines : public testing::Test
{
  protected:
    Pipelines()
    {
        m_bad.fails = true;
        m_bad.rows = 1;
        m_pair.server.resend = false;
        m_pair.statements.assign(5, {.rows = &m_pair.rows});
        m_pair.statements[2].kind = StatementKind::DML;
        m_pair.statements[3] = {.kind = StatementKind::DML, .rows = &m_bad};
        m_pair.statements[4].kind = StatementKind::COMMIT;
        m_pair.rows.rows = 3;
        m_pair.rows.errorBytes = 120; // the text of ORA-43610 has 76
        m_pair.rows.replies = {60, 60, 60, 60, 60, 60};
        m_pair.script.piped = true;
    }

    /**
     * @return the calls after the logon
     */
    std::vector<ClientCall> Run()
    {
        m_pair.Run({.host = "127.0.0.1", .port = 1521});
        std::vector<ClientCall> calls;
        for (const auto& event : m_pair.events)
        {
            const auto* found = std::get_if<client_event::CallDone>(&event);
            if (found && found->call.kind != CallKind::LOGON)
            {
                calls.push_back(found->call);
            }
        }
        EXPECT_FALSE(std::get<client_event::Ended>(m_pair.events.back()).error);
        return calls;
    }

    /**
     * Find packets of the client.
     *
     * @param function function at which to stop
     * @param count maximum number of packets
     * @return the last DATA packets with a message up to the one with the function
     */
    std::vector<CapturedPacket> FindPackets(TtcFunction function, std::size_t count) const
    {
        std::vector<CapturedPacket> found;
        for (const auto& packet : m_pair.packets)
        {
            if (!packet.ofClient || packet.bytes.size() < HEAD + 2)
            {
                continue;
            }
            found.push_back(packet);
            if (packet.bytes[HEAD + 1] == static_cast<uint8_t>(function))
            {
                break;
            }
        }
        return {found.end() - static_cast<std::ptrdiff_t>(std::min(count, found.size())),
                found.end()};
    }

    GivenRows m_bad;                                ///< A failing statement.
    DialoguePair m_pair{"python-thin", "", "23ai"}; ///< Both ends.
};

/**
 * Get the data flags.
 *
 * @param packet a DATA packet
 * @return its data flags
 */
uint16_t
FlagsOf(const CapturedPacket& packet)
{
    return static_cast<uint16_t>(packet.bytes[8] << 8 | packet.bytes[9]);
}

TEST_F(Pipelines, RequestsGoWithoutWaitingAndRepliesComeInOrder)
{
    m_pair.script.list = {MakeStatement(StatementKind::DML, 2),
                          MakeStatement(StatementKind::QUERY, 1),
                          MakeStatement(StatementKind::DML, 2),
                          MakeStatement(StatementKind::COMMIT, 4)};
    const auto calls = Run();
    ASSERT_EQ(calls.size(), 6U);
    EXPECT_EQ(calls[0].requestBytes, EXECUTE + 1 + BEGIN + HEAD);
    EXPECT_EQ(calls[1].requestBytes, EXECUTE + 1 + HEAD);
    // The cursor of the first one is in use: the text is sent again.
    EXPECT_EQ(calls[2].requestBytes, EXECUTE + 1 + HEAD);
    EXPECT_EQ(calls[3].requestBytes, 3 + 2 + HEAD);
    EXPECT_EQ(calls[4].requestBytes, 3 + 1 + 1 + HEAD);
    EXPECT_EQ(calls[4].kind, CallKind::PIPELINE);
    EXPECT_EQ(calls[0].replyBytes, m_pair.rows.changeBytes + TOKEN + HEAD);
    EXPECT_EQ(calls[1].rows, 3U);
    EXPECT_EQ(calls[5].kind, CallKind::LOGOFF);
    for (std::size_t place = 1; place < 5; ++place)
    {
        EXPECT_LE(calls[place].start, calls[place - 1].end);
        EXPECT_GE(calls[place].end, calls[place - 1].end);
    }
    const auto packets = FindPackets(TtcFunction::PIPELINE_END, 5);
    ASSERT_EQ(packets.size(), 5U);
    EXPECT_EQ(FlagsOf(packets[0]), data_flag::BEGIN_PIPELINE | data_flag::END_OF_REQUEST);
    EXPECT_EQ(packets[0].bytes[HEAD], static_cast<uint8_t>(TtcMessage::PIGGYBACK));
    EXPECT_EQ(packets[0].bytes[HEAD + 1], static_cast<uint8_t>(TtcFunction::PIPELINE_BEGIN));
    EXPECT_EQ(FlagsOf(packets[1]), data_flag::END_OF_REQUEST);
    EXPECT_EQ(FlagsOf(packets[4]), 0);
}

TEST_F(Pipelines, TheLogoffClosesCursorsThatWereOpenTwice)
{
    m_pair.script.list = {MakeStatement(StatementKind::DML, 2),
                          MakeStatement(StatementKind::DML, 2)};
    const auto twice = Run().back().requestBytes;
    EXPECT_EQ(twice, 4 + CLOSE + CURSOR + HEAD);
}

TEST_F(Pipelines, RowsThatAreLeftAreFetchedBehindIt)
{
    m_pair.rows.rows = 5;
    auto query = MakeStatement(StatementKind::QUERY, 1);
    query.arraySize = 2;
    m_pair.script.list = {query, query};
    const auto calls = Run();
    // Two of five rows with each execute, the end, then for each query fetches of 2 and 1.
    ASSERT_EQ(calls.size(), 3 + 4 + 1U);
    EXPECT_EQ(calls[0].rows + calls[1].rows, 4U);
    const std::vector<uint32_t> rows{2, 1, 2, 1};
    for (std::size_t place = 0; place < rows.size(); ++place)
    {
        EXPECT_EQ(calls[3 + place].kind, CallKind::FETCH);
        EXPECT_EQ(calls[3 + place].rows, rows[place]);
    }
}

TEST_F(Pipelines, AnErrorMakesNoBreakAndEndsWhatFollowsIfTheClientWantsThat)
{
    for (const bool abort : {false, true})
    {
        DialoguePair pair("python-thin", "", "23ai");
        pair.server.resend = false;
        pair.statements = m_pair.statements;
        pair.script.piped = true;
        pair.script.abort = abort;
        pair.script.list = {MakeStatement(StatementKind::DML, 2),
                            MakeStatement(StatementKind::DML, 3),
                            MakeStatement(StatementKind::DML, 2)};
        pair.Run({.host = "127.0.0.1", .port = 1521});
        std::vector<uint32_t> errors;
        uint32_t last = 0;
        for (const auto& event : pair.events)
        {
            const auto* found = std::get_if<client_event::CallDone>(&event);
            if (found && found->call.kind == CallKind::EXECUTE)
            {
                errors.push_back(found->call.error);
            }
            last = found ? found->call.requestBytes : last;
        }
        // ORA-43610, Pipeline, Aborted due to abort on error settings in pipeline mode.
        EXPECT_EQ(errors, (std::vector<uint32_t>{0, 942, abort ? 43610U : 0U}));
        // The logoff closes the failed cursor, and that of the repeated statement unless its number
        // was never read.
        EXPECT_EQ(last, 4 + CLOSE + (abort ? 1 : 2) * CURSOR + HEAD);
        EXPECT_TRUE(pair.script.outcomes.back().failed);
        for (const auto& packet : pair.packets)
        {
            // The client's check for urgent data is one.
            const bool marker = packet.header.type == static_cast<uint8_t>(PacketType::MARKER);
            EXPECT_FALSE(marker && !packet.ofClient);
        }
    }
}

TEST_F(Pipelines, TheFirstFetchBehindItClosesWhatFailed)
{
    m_pair.rows.rows = 5;
    auto query = MakeStatement(StatementKind::QUERY, 1);
    query.arraySize = 2;
    m_pair.script.list = {query,
                          MakeStatement(StatementKind::DML, 3),
                          query,
                          MakeStatement(StatementKind::DML, 3)};
    const auto calls = Run();
    // Four calls and the end; fetches of 2 and 1 for each query.
    ASSERT_EQ(calls.size(), 5 + 4 + 1U);
    EXPECT_EQ(calls[5].requestBytes, FETCH + CLOSE + 2 * CURSOR + HEAD);
    for (std::size_t place = 6; place < 9; ++place)
    {
        EXPECT_EQ(calls[place].requestBytes, FETCH + HEAD);
    }
    EXPECT_EQ(calls[5].rows + calls[6].rows, 3U);
    // The second cursor of the query is in use until then.
    EXPECT_EQ(calls[9].requestBytes, 4 + CLOSE + CURSOR + HEAD);
}

TEST_F(Pipelines, AnOlderServerIsAskedOneByOne)
{
    DialoguePair pair("python-thin", "", "21c");
    pair.server.resend = false;
    pair.statements = m_pair.statements;
    pair.script.piped = true;
    pair.script.list = {MakeStatement(StatementKind::DML, 2), MakeStatement(StatementKind::DML, 2)};
    pair.Run({.host = "127.0.0.1", .port = 1521});
    std::vector<ClientCall> calls;
    for (const auto& event : pair.events)
    {
        const auto* found = std::get_if<client_event::CallDone>(&event);
        if (found && found->call.statement != 0)
        {
            calls.push_back(found->call);
        }
    }
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(calls[0].requestBytes, EXECUTE + HEAD);
    EXPECT_GE(calls[1].start, calls[0].end);
}

TEST_F(Pipelines, AStatementThatNeedsRoundTripsOfItsOwnIsRefused)
{
    EXPECT_EQ(ClientPipeline::Refuse(MakeStatement(StatementKind::QUERY, 1)), "");
    EXPECT_NE(ClientPipeline::Refuse(MakeStatement(StatementKind::PING, 1)), "");
    auto array = MakeStatement(StatementKind::DML, 2);
    array.bindRows = 10;
    EXPECT_EQ(ClientPipeline::Refuse(array), "");
    array.arraySize = 5;
    EXPECT_NE(ClientPipeline::Refuse(array), "");
    auto lob = MakeStatement(StatementKind::QUERY, 1);
    lob.lobs = {{.bytes = 100}};
    EXPECT_NE(ClientPipeline::Refuse(lob), "");
}

} // namespace
