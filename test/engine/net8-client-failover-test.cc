// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests how a client session goes on after a lost connection.
 */
#include "net8-client-case.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using std::chrono::nanoseconds;
using std::chrono::seconds;

namespace
{

/// Reply to an execute with the first two rows, as a thin driver asks for them.
const TtcPrefix FIRST_ROWS{.message = TtcMessage::DESCRIBE, .rows = 2, .length = 300};
/// Reply to a fetch that is followed by another.
const TtcPrefix ROWS{.message = TtcMessage::ROW_HEADER, .rows = 100, .length = 9000};
/// Reply to the last fetch.
const TtcPrefix LAST_ROWS{.message = TtcMessage::ROW_HEADER,
                          .flags = TtcPrefix::END_OF_DATA,
                          .rows = 40,
                          .length = 4000};
/// Reply to a call without rows.
const TtcPrefix DONE{.message = TtcMessage::STATUS, .length = 12};
/// Reply to the execute of a statement that changes rows.
const TtcPrefix CHANGED{.message = TtcMessage::PARAMETER,
                        .flags = TtcPrefix::END_OF_DATA,
                        .length = 60};

/**
 * Log a client on.
 *
 * @param client a client, not connected
 */
void
Connect(ClientCase& client)
{
    client.Try();
    client.Accept();
    client.LogOn();
    client.Sent();
}

/**
 * Make a client that fetches two rows and then 100 at a time.
 *
 * @param type what it restores
 * @return the client, which waits for the reply to its first execute
 */
std::unique_ptr<ClientCase>
MakeClient(FailoverType type)
{
    auto client = std::make_unique<ClientCase>("python-thin");
    client->settings.driver.arraySize = 100;
    client->settings.driver.prefetchRows = 2;
    client->settings.failover = type;
    Connect(*client);
    return client;
}

/**
 * @param client a client that has sent a call
 * @return function of the call: the byte after the type of its message; 5: a fetch, 94: an execute
 */
uint8_t
TakeFunction(ClientCase& client)
{
    const auto bytes = client.Sent();
    // 10 bytes of packet header and data flags, then the type of the message.
    return bytes.size() > 11 ? bytes[11] : 0;
}

/// Bytes of functions.
constexpr uint8_t FETCH = 5;
constexpr uint8_t EXECUTE = 94;

TEST(ClientFailover, ALostConnectionEndsASessionWithoutIt)
{
    auto client = MakeClient(FailoverType::NONE);
    client->Lose();
    EXPECT_EQ(client->Get<client_event::Ended>().code, 3113U);
}

TEST(ClientFailover, SelectFetchesAgainWhatHadCome)
{
    auto client = MakeClient(FailoverType::SELECT);
    client->Answer(FIRST_ROWS);
    client->Expire();
    EXPECT_EQ(TakeFunction(*client), FETCH);
    client->Answer(ROWS);
    client->Expire();
    EXPECT_EQ(TakeFunction(*client), FETCH);
    client->Lose(); // 102 rows have come
    EXPECT_EQ(client->Get<client_event::Lost>().code, 3113U);
    EXPECT_EQ(client->GetEngine().GetProgress().state, ClientState::WAITING);
    client->now += seconds(1);
    client->Try();
    client->Accept();
    client->LogOn();
    client->Sent();
    client->Answer(FIRST_ROWS);
    client->Expire();
    EXPECT_EQ(TakeFunction(*client), FETCH);
    EXPECT_THROW(client->Get<client_event::Resumed>(), std::logic_error);
    client->Answer(ROWS);
    EXPECT_EQ(client->GetEngine().GetProgress().rows, 102U); // none of them counts twice
    const auto again = client->Get<client_event::Resumed>();
    EXPECT_EQ(again.calls, 2U); // an execute and a fetch
    EXPECT_EQ(again.rows, 102U);
    client->Expire();
    EXPECT_EQ(TakeFunction(*client), FETCH);
    client->Answer(LAST_ROWS);
    EXPECT_EQ(client->GetEngine().GetProgress().rows, 142U);
    EXPECT_EQ(client->GetEngine().GetProgress().failedCalls, 0U);
    client->Expire();
    client->Answer(DONE);
    EXPECT_FALSE(client->Get<client_event::Ended>().error);
}

TEST(ClientFailover, SelectThatIsLostAgainStartsAnew)
{
    auto client = MakeClient(FailoverType::SELECT);
    client->Answer(FIRST_ROWS);
    client->Expire();
    client->Lose();
    Connect(*client);
    client->Lose(); // its execute is under way again
    Connect(*client);
    client->Answer(FIRST_ROWS);
    const auto again = client->Get<client_event::Resumed>();
    EXPECT_EQ(again.rows, 2U);
    EXPECT_EQ(again.calls, 2U); // two executes, of which one was in vain
    EXPECT_EQ(client->GetEngine().GetProgress().rows, 2U);
}

TEST(ClientFailover, SessionFailsAnOpenFetchAndGoesOn)
{
    auto client = MakeClient(FailoverType::SESSION);
    client->script.left = 1;
    client->Answer(FIRST_ROWS);
    client->Expire();
    client->Lose();
    client->now += seconds(1);
    Connect(*client);
    const auto call = client->GetCalls().back();
    EXPECT_EQ(call.kind, CallKind::FETCH);
    EXPECT_EQ(call.error, 25401U); // can not continue fetches
    EXPECT_EQ(call.end - call.start, seconds(1));
    EXPECT_EQ(client->GetEngine().GetProgress().failedCalls, 1U);
    EXPECT_TRUE(client->script.outcomes.back().failed);
    client->Expire();
    EXPECT_EQ(client->GetEngine().GetProgress().state, ClientState::CALLING); // the next query
}

TEST(ClientFailover, SessionDoesNotRepeatACall)
{
    auto client = MakeClient(FailoverType::SESSION);
    client->Close(); // its execute is under way
    Connect(*client);
    EXPECT_EQ(client->GetCalls().back().error, 25408U); // can not safely replay call
}

TEST(ClientFailover, ALossBetweenStatementsIsNoticedByTheNext)
{
    auto client = std::make_unique<ClientCase>("python-thin");
    client->settings.failover = FailoverType::SESSION;
    client->script.left = 2;
    Connect(*client);
    client->script.think = seconds(10);
    client->Answer({.message = TtcMessage::DESCRIBE,
                    .flags = TtcPrefix::END_OF_DATA,
                    .rows = 1,
                    .length = 200});
    client->Lose();
    EXPECT_EQ(client->GetEngine().GetProgress().state, ClientState::THINKING);
    EXPECT_EQ(client->Expire(), seconds(10));
    EXPECT_EQ(client->Get<client_event::Lost>().code, 3135U);
    Connect(*client);
    EXPECT_EQ(client->GetEngine().GetProgress().state, ClientState::CALLING);
    EXPECT_EQ(client->GetEngine().GetProgress().failedCalls, 0U);
}

TEST(ClientFailover, ALossThatIsNoticedAtOnceIsOverBeforeTheNextStatement)
{
    auto client = std::make_unique<ClientCase>("python-thin");
    client->settings.failover = FailoverType::SESSION;
    client->script.left = 2;
    Connect(*client);
    client->script.think = seconds(10);
    client->Answer({.message = TtcMessage::DESCRIBE,
                    .flags = TtcPrefix::END_OF_DATA,
                    .rows = 1,
                    .length = 200});
    client->Lose();
    client->GetEngine().FindLost(client->now);
    client->now += seconds(4);
    Connect(*client);
    client->Get<client_event::Resumed>();
    EXPECT_EQ(client->GetEngine().GetProgress().state, ClientState::THINKING);
    EXPECT_EQ(client->Expire(), seconds(6)); // of the ten
    EXPECT_EQ(client->GetEngine().GetProgress().state, ClientState::CALLING);
}

/**
 * Make a client that changes rows twice and commits.
 *
 * @param type what it restores
 * @return the client, whose second change is under way
 */
std::unique_ptr<ClientCase>
MakeChanges(FailoverType type)
{
    auto client = std::make_unique<ClientCase>("python-thin");
    client->settings.failover = type;
    const ClientQuery change{.kind = StatementKind::DML, .requestLength = 100};
    client->script.list = {change, change, {.kind = StatementKind::COMMIT}};
    Connect(*client);
    client->Answer(CHANGED);
    client->Expire();
    EXPECT_EQ(TakeFunction(*client), EXECUTE);
    return client;
}

TEST(ClientFailover, AnOpenTransactionIsLost)
{
    auto client = MakeChanges(FailoverType::SELECT);
    client->Lose();
    Connect(*client);
    EXPECT_EQ(client->GetCalls().back().error, 25402U); // transaction must roll back
}

TEST(ClientFailover, AnOpenTransactionIsReplayed)
{
    auto client = MakeChanges(FailoverType::TRANSACTION);
    client->Lose();
    client->Try();
    client->Accept();
    client->LogOn();
    EXPECT_EQ(client->GetEngine().GetProgress().failedCalls, 0U);
    client->Sent();
    client->Answer(DONE); // the question for the outcome
    EXPECT_EQ(TakeFunction(*client), EXECUTE);
    EXPECT_THROW(client->Get<client_event::Resumed>(), std::logic_error);
    client->Answer(CHANGED); // the first change
    EXPECT_EQ(TakeFunction(*client), EXECUTE);
    const auto again = client->Get<client_event::Resumed>();
    EXPECT_EQ(again.calls, 2U); // the question and the first change
    client->Answer(CHANGED);
    client->Expire();
    client->Sent();
    client->Answer(DONE); // the commit
    EXPECT_EQ(client->GetEngine().GetProgress().failedCalls, 0U);
    EXPECT_EQ(client->script.outcomes.size(), 4U); // it was asked for no statement twice
}

TEST(ClientFailover, TheOutcomeOfACommitUnderWayIsUnknown)
{
    auto client = MakeChanges(FailoverType::SESSION);
    client->Answer(CHANGED);
    client->Expire();
    client->Lose();
    Connect(*client);
    EXPECT_EQ(client->GetCalls().back().error, 25405U); // transaction status unknown
}

TEST(ClientFailover, ALossDuringTheLogonIsAnotherLoss)
{
    auto client = MakeClient(FailoverType::SELECT);
    client->Lose();
    client->Try();
    client->Accept();
    client->events.clear();
    client->Lose();
    client->Get<client_event::Lost>();
    client->GetEngine().End(SessionError::RESET, 25403);
    EXPECT_EQ(client->GetEngine().GetProgress().state, ClientState::FAILED);
}

} // namespace
