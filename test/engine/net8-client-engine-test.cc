// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests a client session without a simulator, byte by byte and deadline by deadline.
 */
#include "net8-client-case.h"

#include "ns3/net8-body-packet.h"
#include "ns3/net8-marker-packet.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using std::chrono::nanoseconds;
using std::chrono::seconds;

namespace
{

using Packets = std::vector<std::pair<PacketType, uint32_t>>;
using States = std::vector<std::string>;

/**
 * Make a REDIRECT.
 *
 * @param text text of the REDIRECT
 * @return the packet
 */
std::vector<uint8_t>
MakeRedirect(const std::string& text)
{
    RedirectPacket redirect;
    redirect.SetTarget(text, "");
    return redirect.Encode();
}

TEST(ClientEngine, AResendIsAnsweredByTheSameConnect)
{
    ClientCase client;
    client.Try();
    const auto first = client.Sent();
    ASSERT_GT(first.size(), 8U);
    EXPECT_EQ(first[4], static_cast<uint8_t>(PacketType::CONNECT));
    client.Arrive(ResendPacket().Encode(LengthForm::SHORT_16));
    EXPECT_EQ(client.Sent(), first);
    EXPECT_EQ(client.GetEngine().GetProgress().roundTrips, 2U);
}

TEST(ClientEngine, ARefuseEndsTheAttemptWithItsNumber)
{
    ClientCase client;
    client.Try();
    RefusePacket refuse;
    refuse.SetText("(DESCRIPTION=(ERR=12514)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))");
    client.Arrive(refuse.Encode());
    const auto failed = client.Get<client_event::AttemptFailed>();
    EXPECT_EQ(failed.error, SessionError::REFUSED);
    EXPECT_EQ(failed.code, 12514U);
    EXPECT_TRUE(client.GetTns().IsClosing());
    EXPECT_EQ(client.GetEngine().GetDeadline(), NEVER);
}

TEST(ClientEngine, ARedirectIsFollowedFourTimes)
{
    ClientCase client;
    client.Try();
    const auto redirect = MakeRedirect("(ADDRESS=(PROTOCOL=tcp)(HOST=other)(PORT=1522))");
    for (uint32_t i = 1; i <= 4; ++i)
    {
        client.events.clear();
        client.Arrive(redirect);
        const auto target = client.Get<client_event::Redirected>();
        EXPECT_EQ(target.host, "other");
        EXPECT_EQ(target.port, 1522);
        client.Follow();
        EXPECT_EQ(client.GetEngine().GetRedirects(), i);
        EXPECT_EQ(client.SentPackets().front().first, PacketType::CONNECT);
    }
    client.Arrive(redirect);
    EXPECT_EQ(client.Get<client_event::AttemptFailed>().error, SessionError::REDIRECT_NOT_FOLLOWED);
}

TEST(ClientEngine, LimitsOfTheAttemptAreDeadlines)
{
    ClientCase client;
    client.Try({.host = "db",
                .port = 1521,
                .transportConnectTimeout = seconds(3),
                .connectTimeout = seconds(5)});
    // TCP is established, so its time limit no longer applies.
    EXPECT_EQ(client.Expire(), seconds(5));
    const auto failed = client.Get<client_event::AttemptFailed>();
    EXPECT_EQ(failed.error, SessionError::CONNECT_TIMEOUT);
    EXPECT_EQ(failed.code, 12170U); // from the fact sheet: the client's own timer
}

TEST(ClientEngine, ASessionGoesThroughItsStates)
{
    ClientCase client("python-thin");
    client.settings.driver.arraySize = 100;
    client.settings.driver.prefetchRows = 2;
    client.Try();
    client.Sent();
    client.Accept();
    client.LogOn();
    client.Sent();
    client.Answer({.message = TtcMessage::DESCRIBE, .rows = 2, .length = 300});
    EXPECT_EQ(client.Expire(), nanoseconds(0)); // rows take no time
    const auto fetch = client.Sent();
    // Type 3 is a call, function 5 a fetch; the cursor, then 100 rows as a universal integer.
    ASSERT_GT(fetch.size(), 15U);
    EXPECT_EQ(fetch[10], 3);
    EXPECT_EQ(fetch[11], 5);
    client.now += seconds(1);
    client.Answer({.message = TtcMessage::ROW_HEADER,
                   .flags = TtcPrefix::END_OF_DATA,
                   .rows = 40,
                   .length = 20000});
    client.Expire();
    client.Answer({.message = TtcMessage::STATUS, .length = 12});
    const auto calls = client.GetCalls();
    ASSERT_GE(calls.size(), 3U);
    const auto& last = calls[calls.size() - 2];
    EXPECT_EQ(last.kind, CallKind::FETCH);
    EXPECT_EQ(last.rows, 40U);
    EXPECT_EQ(last.end - last.start, seconds(1));
    // 8182 bytes fit each packet of 8192: 20000 take three.
    EXPECT_EQ(last.replyPackets, 3U);
    EXPECT_EQ(last.replyBytes, 20000U + 3 * 10);
    EXPECT_EQ(calls.back().kind, CallKind::LOGOFF);
    EXPECT_FALSE(client.Get<client_event::Ended>().error);
    EXPECT_EQ(client.GetStates(),
              (States{"CONNECTING",
                      "NEGOTIATING",
                      "LOGGING_ON",
                      "CALLING",
                      "THINKING",
                      "CALLING",
                      "THINKING",
                      "LOGGING_OFF",
                      "CLOSED"}));
    // The logoff of thin drivers, then the end-of-file packet: 10 bytes, data flag 0x40.
    const auto end = client.Sent();
    ASSERT_GE(end.size(), 10U);
    EXPECT_EQ(std::vector<uint8_t>(end.end() - 10, end.end()),
              (std::vector<uint8_t>{0, 0, 0, 10, 6, 0, 0, 0, 0, 0x40}));
    EXPECT_TRUE(client.GetTns().IsClosing());
}

TEST(ClientEngine, ACallThatTakesTooLongIsBrokenAndReset)
{
    ClientCase client;
    client.settings.timeouts.callTimeout = seconds(2);
    client.script.left = 2;
    client.Try();
    client.Accept();
    client.LogOn();
    client.SentPackets();
    EXPECT_EQ(client.Expire(), seconds(2));
    EXPECT_EQ(client.GetEngine().GetProgress().state, ClientState::BREAKING);
    EXPECT_EQ(client.SentPackets(), (Packets{{PacketType::MARKER, 11}}));
    client.Answer({.message = TtcMessage::DESCRIBE, .rows = 1, .length = 200}); // too late: ignored
    client.Mark(MarkerPacket::BREAK);
    const auto reset = client.Sent();
    ASSERT_EQ(reset.size(), 11U);
    EXPECT_EQ(reset.back(), MarkerPacket::RESET);
    client.Mark(MarkerPacket::RESET);
    EXPECT_TRUE(client.Sent().empty()); // a single reset is enough
    client.Answer(
        {.message = TtcMessage::ERROR, .flags = TtcPrefix::FAILED, .rows = 1013, .length = 80});
    const auto call = client.GetCalls().back();
    EXPECT_EQ(call.error, 1013U);
    EXPECT_EQ(call.end - call.start, seconds(2));
    EXPECT_EQ(client.GetTns().GetCounters().Get(SessionError::CALL_CANCELLED), 1U);
    EXPECT_EQ(client.Expire(), nanoseconds(0));
    EXPECT_EQ(client.GetEngine().GetProgress().state, ClientState::CALLING); // the next query
}

/// What a client does about a call that is not answered.
struct VainWait
{
    std::vector<nanoseconds> waits; ///< Times from one deadline to the next until it has none.
    std::size_t breaks{0};          ///< Number of markers sent.
};

/**
 * Let a call go unanswered.
 *
 * @param client a client, not connected yet
 * @return what it does
 */
VainWait
WaitInVain(ClientCase& client)
{
    client.Try();
    client.Accept();
    client.LogOn();
    client.SentPackets();
    VainWait found;
    while (client.GetEngine().GetDeadline() != NEVER)
    {
        found.waits.push_back(client.Expire());
        found.breaks += client.SentPackets().size();
    }
    return found;
}

/// What a driver does about a call on a dead path.
struct DeadPathRule
{
    std::string driver;              ///< Name of the driver.
    TimeoutChoice choice;            ///< Rule of the plan.
    std::vector<nanoseconds> waits;  ///< Times from one deadline to the next, with 5 s.
    std::size_t breaks;              ///< Number of markers sent.
    std::optional<SessionError> end; ///< How it ends; nothing: it waits for TCP.
};

TEST(ClientEngine, EachDriverEndsACallOnADeadPathByItsOwnRule)
{
    // python-oracledb 26.1, Protocol._process_message: a break after the socket's timeout, the same
    // time again for its answer, then disconnect. Issue 1541 of node-oracledb, OCI 21.7: closed
    // 10.0 s after the call with 5 s. node-oracledb 26.0, protocol.js: a break, and no timer.
    // oracle.jdbc.ReadTimeout is the timeout of the socket's reads.
    const auto limit = seconds(5);
    const auto over = SessionError::CALL_TIMEOUT;
    const std::vector<DeadPathRule> rules{
        {"python-thin", TimeoutChoice::DRIVER, {limit, limit}, 1, over},
        {"oci", TimeoutChoice::DRIVER, {limit, limit}, 1, over},
        {"jdbc-thin", TimeoutChoice::DRIVER, {limit}, 0, over},
        {"node-thin", TimeoutChoice::DRIVER, {limit}, 1, std::nullopt},
        {"jdbc-thin", TimeoutChoice::BREAK, {limit}, 1, std::nullopt},
        {"node-thin", TimeoutChoice::BREAK_AND_CLOSE, {limit, limit}, 1, over},
        {"python-thin", TimeoutChoice::CLOSE, {limit}, 0, over},
    };
    for (const auto& rule : rules)
    {
        SCOPED_TRACE(rule.driver);
        ClientCase client(rule.driver);
        client.settings.timeouts.callTimeout = limit;
        client.settings.timeouts.callTimeoutRule = rule.choice;
        const auto found = WaitInVain(client);
        EXPECT_EQ(found.waits, rule.waits);
        EXPECT_EQ(found.breaks, rule.breaks);
        EXPECT_EQ(client.GetEngine().GetProgress().state,
                  rule.end ? ClientState::FAILED : ClientState::BREAKING);
        if (rule.end)
        {
            EXPECT_EQ(client.Get<client_event::Ended>().error, rule.end);
            EXPECT_EQ(client.Get<client_event::Ended>().code, 3156U); // OCI call timed out
            EXPECT_TRUE(client.GetTns().IsClosing());
        }
    }
}

TEST(ClientEngine, BytesThatStillComePostponeTheEndOfABreak)
{
    ClientCase client("python-thin");
    client.settings.timeouts.callTimeout = seconds(5);
    client.Try();
    client.Accept();
    client.LogOn();
    EXPECT_EQ(client.Expire(), seconds(5));
    client.now += seconds(3);
    client.Mark(MarkerPacket::BREAK); // 8 s after the call; the socket's timeout starts again
    EXPECT_EQ(client.Expire(), seconds(2));
    EXPECT_EQ(client.Expire(), seconds(3));
    EXPECT_EQ(client.Get<client_event::Ended>().error, SessionError::CALL_TIMEOUT);
}

TEST(ClientEngine, ACallWhoseReplyTricklesInIsBrokenEvenWhereSilenceClosesIt)
{
    ClientCase client("jdbc-thin");
    client.settings.timeouts.callTimeout = seconds(5);
    client.Try();
    client.Accept();
    client.LogOn();
    client.SentPackets();
    client.now += seconds(4);
    client.Arrive({0, 0}); // the first bytes of a reply
    EXPECT_EQ(client.Expire(), seconds(1));
    EXPECT_EQ(client.SentPackets().size(), 1U); // the break of setQueryTimeout
    EXPECT_EQ(client.Expire(), seconds(4));     // 5 s after the last byte
    EXPECT_EQ(client.Get<client_event::Ended>().error, SessionError::CALL_TIMEOUT);
}

TEST(ClientEngine, TheCallWithoutReplyIsKnown)
{
    ClientCase client;
    client.script.left = 2;
    client.Try();
    EXPECT_EQ(client.GetEngine().GetProgress().asked, NEVER);
    client.Accept();
    client.LogOn();
    client.now += seconds(1);
    client.Answer({.message = TtcMessage::DESCRIBE,
                   .flags = TtcPrefix::END_OF_DATA,
                   .rows = 1,
                   .length = 200});
    EXPECT_EQ(client.GetEngine().GetProgress().asked, NEVER);
    client.Expire();
    const auto asked = client.now;
    client.now += seconds(7);
    client.GetEngine().HandleClosed();
    EXPECT_EQ(client.GetEngine().GetProgress().asked, asked);
}

TEST(ClientEngine, ADeniedLogonEndsTheSession)
{
    ClientCase client;
    client.Try();
    client.Accept();
    client.Mark(MarkerPacket::BREAK);
    client.Mark(MarkerPacket::RESET);
    client.Answer(
        {.message = TtcMessage::ERROR, .flags = TtcPrefix::FAILED, .rows = 1017, .length = 80});
    const auto ended = client.Get<client_event::Ended>();
    EXPECT_EQ(ended.error, SessionError::LOGON_DENIED);
    EXPECT_EQ(ended.code, 1017U);
    EXPECT_EQ(client.GetStates().back(), "FAILED");
}

TEST(ClientEngine, WhatTheServerMustNotSayEndsTheSession)
{
    ClientCase client;
    client.script.think = seconds(1);
    client.Try();
    client.Accept();
    client.LogOn();
    client.Answer(
        {.message = TtcMessage::DESCRIBE, .rows = 1, .length = 200}); // no call is waiting for it
    EXPECT_EQ(client.Get<client_event::Ended>().error, SessionError::UNEXPECTED_MESSAGE);
    ClientCase other;
    other.Try();
    other.Arrive({0, 11, 0, 0, 12, 0, 0, 0, 1, 0, 1}); // a MARKER before the ACCEPT
    EXPECT_EQ(other.Get<client_event::AttemptFailed>().error, SessionError::UNEXPECTED_PACKET);
}

TEST(ClientEngine, AConnectionThatEndsBetweenCallsIsFoundDeadByTheNext)
{
    ClientCase client;
    client.script.left = 2;
    client.Try();
    client.Accept();
    client.LogOn();
    client.script.think = seconds(10);
    client.Answer({.message = TtcMessage::DESCRIBE,
                   .flags = TtcPrefix::END_OF_DATA,
                   .rows = 1,
                   .length = 200});
    client.GetEngine().HandleClosed();
    EXPECT_EQ(client.GetEngine().GetProgress().state, ClientState::THINKING);
    EXPECT_EQ(client.Expire(), seconds(10));
    const auto ended = client.Get<client_event::Ended>();
    EXPECT_EQ(ended.error, SessionError::FOUND_DEAD);
    EXPECT_EQ(ended.code, 3135U);
}

TEST(ClientEngine, AConnectionLostBetweenCallsCanBeNoticedAtOnce)
{
    ClientCase client;
    client.script.left = 2;
    client.Try();
    client.Accept();
    client.LogOn();
    client.script.think = seconds(10);
    client.Answer({.message = TtcMessage::DESCRIBE,
                   .flags = TtcPrefix::END_OF_DATA,
                   .rows = 1,
                   .length = 200});
    client.GetEngine().FindLost(client.now); // nothing is lost yet
    EXPECT_EQ(client.GetEngine().GetProgress().state, ClientState::THINKING);
    client.GetEngine().HandleFailed(SessionError::RESET);
    client.GetEngine().FindLost(client.now);
    EXPECT_EQ(client.GetEngine().GetProgress().state, ClientState::FAILED);
    EXPECT_EQ(client.GetTns().GetCounters().Get(SessionError::FOUND_DEAD), 1U);
    EXPECT_EQ(client.GetEngine().GetDeadline(), NEVER);
}

TEST(ClientEngine, ASilentServerIsGivenUp)
{
    ClientCase client;
    client.settings.timeouts.recvTimeout = seconds(4);
    client.Try();
    client.Accept();
    client.now += seconds(1);
    client.Arrive({0, 0});                  // the first bytes of a packet, and no more
    EXPECT_EQ(client.Expire(), seconds(3)); // it checks again when the time limit could be reached
    EXPECT_EQ(client.Expire(), seconds(1)); // 4 s after the last byte
    EXPECT_EQ(client.Get<client_event::Ended>().error, SessionError::RECV_TIMEOUT);
}

TEST(ClientEngine, TimeLimitsStandStillWhileTheHostHangs)
{
    ClientCase client;
    client.Try({.host = "db", .port = 1521, .connectTimeout = seconds(5)});
    client.now += seconds(2);
    client.GetEngine().SetHanging(true, client.now);
    EXPECT_EQ(client.GetEngine().GetDeadline(), NEVER);
    client.now += seconds(60);
    client.GetEngine().SetHanging(false, client.now);
    EXPECT_EQ(client.GetEngine().GetDeadline() - client.now, seconds(3));
}

TEST(ClientEngine, NotificationsAreCallsWithoutRequests)
{
    ClientCase client;
    client.settings.timeouts.callTimeout = seconds(1);
    client.script.query = {.kind = StatementKind::CALL,
                           .function = TtcFunction::NOTIFY,
                           .unending = true,
                           .token = true,
                           .requestLength = DriverProfile::GetNotifyLength()};
    client.Try();
    client.Accept();
    client.LogOn();
    // 3 of type, function and number, 2 + 30 of the client's name, 2 of what it asks for.
    const auto call = client.Sent();
    ASSERT_GE(call.size(), 47U);
    const std::vector<uint8_t> last(call.end() - 47, call.end());
    EXPECT_EQ(last.at(11), 0xbb);
    // The call tells its end to a server that agreed upon nothing of the kind.
    EXPECT_EQ(last.at(8), 0x08);
    EXPECT_NO_THROW(client.Get<client_event::Resting>());
    // Nothing limits the wait: the driver sets no timeout of calls for this connection.
    EXPECT_EQ(client.GetEngine().GetDeadline(), NEVER);
    const auto before = client.GetCalls().size();
    for (const uint32_t bytes : {133U, 132U})
    {
        client.now += seconds(5);
        client.Answer({.message = TtcMessage::ACCESS_DESCRIPTION, .length = bytes});
        EXPECT_TRUE(client.Sent().empty());
    }
    const auto calls = client.GetCalls();
    ASSERT_EQ(calls.size(), before + 2);
    EXPECT_EQ(calls[before].requestBytes, 47U);
    EXPECT_EQ(calls[before].replyBytes, 143U);
    EXPECT_EQ(calls[before + 1].requestBytes, 0U);
    EXPECT_EQ(calls[before + 1].end - calls[before + 1].start, seconds(5));
    client.GetEngine().End(std::nullopt, 0);
    EXPECT_EQ(client.GetEngine().GetProgress().state, ClientState::CLOSED);
}

} // namespace
