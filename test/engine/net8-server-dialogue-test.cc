// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests the server dialogue from the hand-over to the end, without socket and clock.
 */
#include "net8-server-bench.h"

#include "ns3/net8-marker-packet.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using namespace std::chrono_literals;
using Kind = ServerDialogue::Event::Kind;

namespace
{

/**
 * Make an answer with rows.
 *
 * @param bytes TTC bytes of a reply
 * @param rows number of its rows
 * @return the answer
 */
ServerAnswer
Rows(uint32_t bytes, uint32_t rows)
{
    ServerAnswer answer;
    answer.reply = {.message = TtcMessage::ROW_HEADER, .rows = rows, .length = bytes};
    answer.rowsTakeTime = rows > 0;
    return answer;
}

TEST(ServerDialogue, AsksForTheConnectOnceMoreAndAnswersTheSecond)
{
    ServerBench bench;
    bench.GoTo(ServerState::HANDING_OVER);
    bench.settings.resend = true;
    bench.dialogue.FinishHandover(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::WAIT_REPEAT);
    const auto resend = bench.Take();
    ASSERT_EQ(resend.size(), 1U);
    EXPECT_EQ(resend[0].type, PacketType::RESEND);
    EXPECT_EQ(resend[0].length, 8U);
    bench.Feed(ServerBench::MakeConnect().Encode());
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    const auto accept = bench.Take();
    ASSERT_EQ(accept.size(), 1U);
    EXPECT_EQ(accept[0].type, PacketType::ACCEPT);
    EXPECT_EQ(bench.script.accepted, 1U);
}

TEST(ServerDialogue, WaitsForConnectDataThatDidNotFit)
{
    ServerBench bench;
    bench.GoTo(ServerState::WAIT_DATA);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::WAIT_DATA);
    std::vector<uint8_t> data{1, 54, 0, 0, 6, 0, 0, 0, 0, 0}; // 310 bytes, 300 of connect data
    data.resize(310, 'x');
    bench.Feed(data);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    ASSERT_EQ(bench.Take().size(), 1U);
}

TEST(ServerDialogue, GivesWorkOutAndRepliesWhenItIsDone)
{
    ServerBench bench;
    bench.settings.effort = [](ServerStage stage) {
        return ServerEffort{.stage = stage, .cpu = 3ms, .wait = 4ms};
    };
    bench.GoTo(ServerState::READY);
    bench.script.answers.push_back(Rows(4076, 5));
    bench.now += 10ms;
    bench.Call(TtcFunction::FETCH);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::SERVING);
    EXPECT_EQ(bench.TakeEvents(), ServerBench::Kinds{Kind::WORK});
    EXPECT_EQ(bench.effort.stage, ServerStage::LOGON); // nobody has logged on
    EXPECT_EQ(bench.effort.cpu, 3ms);
    EXPECT_EQ(bench.effort.wait, 4ms);
    EXPECT_TRUE(bench.Take().empty());
    bench.dialogue.FinishWork(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    // 4076 = 2 * (2048 - 10): two full packets, so there are two waits for more data.
    const auto packets = bench.Take();
    ASSERT_EQ(packets.size(), 2U);
    EXPECT_EQ(packets[0].length, 2048U);
    EXPECT_EQ(packets[1].length, 2048U);
    EXPECT_EQ(bench.TakeEvents(), ServerBench::Kinds{Kind::IDLE});
    const auto& waits = bench.dialogue.GetWaits().GetStatement();
    EXPECT_EQ(waits.Get(WaitEvent::MORE_DATA_TO_CLIENT).count, 2U);
    EXPECT_EQ(waits.Get(WaitEvent::MESSAGE_TO_CLIENT).count, 1U);
    // The wait for a call belongs to the call before it.
    EXPECT_EQ(waits.Get(WaitEvent::MESSAGE_FROM_CLIENT).count, 0U);
    const auto& all = bench.dialogue.GetWaits().GetAll().Get(WaitEvent::MESSAGE_FROM_CLIENT);
    EXPECT_EQ(all.count, 1U);
    EXPECT_EQ(all.total, 10ms);
}

TEST(ServerDialogue, StagesFollowTheAuthentication)
{
    ServerBench bench;
    bench.GoTo(ServerState::READY);
    const auto stage = [&bench](TtcFunction function) {
        bench.Call(function);
        bench.TakeEvents();
        bench.dialogue.FinishWork(bench.now);
        bench.Take();
        bench.TakeEvents();
        return bench.effort.stage;
    };
    EXPECT_EQ(stage(TtcFunction::AUTH_1), ServerStage::LOGON);
    EXPECT_EQ(stage(TtcFunction::AUTH_2), ServerStage::AUTHENTICATION);
    EXPECT_EQ(stage(TtcFunction::VERSION), ServerStage::CALL);
    EXPECT_EQ(stage(TtcFunction::LOGOFF), ServerStage::LOGOFF);
    bench.Feed(FAREWELL);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::CLOSED);
    EXPECT_EQ(bench.TakeEvents(), ServerBench::Kinds{Kind::END});
    EXPECT_EQ(bench.connection.GetCounters().GetTotal(), 0U);
}

TEST(ServerDialogue, EachPacketTakesItsTimeAndThatOfItsRowsOnceTheOneBeforeWasTaken)
{
    ServerBench bench;
    bench.settings.packetTime = [] { return 1ms; };
    bench.settings.rowTime = [](uint64_t rows) { return 2ms * rows; };
    bench.GoTo(ServerState::READY);
    bench.script.answers.push_back(Rows(3000, 5)); // 2038 and 962 bytes; 2 and 3 rows
    bench.Call(TtcFunction::FETCH);
    bench.dialogue.FinishWork(bench.now);
    EXPECT_TRUE(bench.Take().empty());
    EXPECT_EQ(bench.dialogue.GetDeadline(), bench.now + 5ms);
    bench.now += 5ms;
    bench.dialogue.HandleDeadline(bench.now);
    EXPECT_EQ(bench.dialogue.GetDeadline(), NEVER); // until the socket has accepted it
    bench.now += 20ms;
    ASSERT_EQ(bench.Take().size(), 1U);
    EXPECT_EQ(bench.dialogue.GetDeadline(), bench.now + 7ms);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::SERVING);
    bench.now += 7ms;
    bench.dialogue.HandleDeadline(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    const auto last = bench.Take();
    ASSERT_EQ(last.size(), 1U);
    EXPECT_EQ(last[0].length, 972U);
    const auto& more = bench.dialogue.GetWaits().GetStatement().Get(WaitEvent::MORE_DATA_TO_CLIENT);
    EXPECT_EQ(more.count, 1U);
    EXPECT_EQ(more.total, 20ms);
}

TEST(ServerDialogue, TheTimeOfPacketsOfAnAnswerStandsForThatOfAll)
{
    ServerBench bench;
    bench.settings.packetTime = [] { return 1ms; };
    bench.GoTo(ServerState::READY);
    auto answer = Rows(3000, 5);
    answer.packetTime = [] { return 4ms; };
    bench.script.answers.push_back(answer);
    bench.Call(TtcFunction::FETCH);
    bench.dialogue.FinishWork(bench.now);
    EXPECT_EQ(bench.dialogue.GetDeadline(), bench.now + 4ms);
}

TEST(ServerDialogue, AFailedCallIsBreakResetAndAnErrorWhenTheClientHasReset)
{
    ServerBench bench;
    bench.GoTo(ServerState::READY);
    bench.script.answers.push_back(ServerAnswer::Fail("ORA-00942: gone"));
    bench.Call(TtcFunction::EXECUTE);
    bench.dialogue.FinishWork(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::RESETTING);
    const auto markers = bench.Take();
    ASSERT_EQ(markers.size(), 2U);
    EXPECT_EQ(markers[0].type, PacketType::MARKER);
    EXPECT_EQ(markers[0].bytes.at(10), MarkerPacket::BREAK);
    EXPECT_EQ(markers[1].bytes.at(10), MarkerPacket::RESET);
    bench.Mark(MarkerPacket::INTERRUPT); // the client cancels a call that has already failed
    EXPECT_TRUE(bench.Take().empty());
    bench.now += 6ms;
    bench.Mark(MarkerPacket::RESET);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    const auto error = bench.Take();
    ASSERT_EQ(error.size(), 1U);
    // 10 of header and flags; the script sets 50 besides the 15 of the text; it ends with "
    // ".
    EXPECT_EQ(error[0].length, 75U);
    const std::string end(error[0].bytes.end() - 16, error[0].bytes.end());
    EXPECT_EQ(end, "ORA-00942: gone\n");
    // The error number is where other replies have a row count.
    EXPECT_EQ(error[0].bytes.at(16) << 8 | error[0].bytes.at(17), 942);
    const auto& waits = bench.dialogue.GetWaits().GetAll().Get(WaitEvent::BREAK_RESET_TO_CLIENT);
    EXPECT_EQ(waits.count, 2U);
    EXPECT_EQ(waits.total, 6ms);
}

TEST(ServerDialogue, AClientsBreakGivesUpTheWorkAndWhatWasNotTaken)
{
    ServerBench bench;
    bench.settings.packetTime = [] { return 1ms; };
    bench.GoTo(ServerState::READY);
    bench.script.answers.push_back(Rows(6000, 0));
    bench.Call(TtcFunction::FETCH);
    bench.TakeEvents();
    bench.dialogue.FinishWork(bench.now);
    bench.now += 1ms;
    bench.dialogue.HandleDeadline(bench.now); // the first packet is waiting for the socket
    bench.Mark(MarkerPacket::INTERRUPT);
    EXPECT_EQ(bench.TakeEvents(), ServerBench::Kinds{Kind::CANCEL});
    const auto first = bench.Take();
    ASSERT_EQ(first.size(), 1U);
    EXPECT_EQ(first[0].type, PacketType::MARKER);
    // The reset is a second write, which takes time; the client's reset may arrive before it.
    bench.Mark(MarkerPacket::RESET);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::RESETTING);
    bench.now += 1ms;
    bench.dialogue.HandleDeadline(bench.now);
    const auto rest = bench.Take();
    ASSERT_EQ(rest.size(), 2U);
    EXPECT_EQ(rest[0].bytes.at(10), MarkerPacket::RESET);
    EXPECT_EQ(rest[1].type, PacketType::DATA);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
}

TEST(ServerDialogue, WorkThatIsRefusedFailsTheCallAndWorkThatIsLostEndsTheSession)
{
    ServerBench refused;
    refused.GoTo(ServerState::SERVING);
    refused.dialogue.RefuseWork("ORA-24459: no server", refused.now);
    EXPECT_EQ(refused.dialogue.GetState(), ServerState::RESETTING);
    refused.dialogue.FinishWork(refused.now); // late: it is no longer needed
    EXPECT_EQ(refused.Take().size(), 2U);

    ServerBench lost;
    lost.GoTo(ServerState::SERVING);
    lost.dialogue.LoseServer(lost.now);
    EXPECT_EQ(lost.dialogue.GetState(), ServerState::CLOSED);
    EXPECT_TRUE(lost.connection.IsClosing());
    EXPECT_EQ(lost.TakeEvents(), ServerBench::Kinds{Kind::END});
}

TEST(ServerDialogue, NothingIsWrittenForARequestThatNeedsNoAnswer)
{
    ServerBench bench;
    bench.GoTo(ServerState::READY);
    ServerAnswer nothing;
    nothing.kind = ServerAnswer::Kind::NOTHING;
    bench.script.answers.push_back(nothing);
    bench.Call(TtcFunction::NONE);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    EXPECT_TRUE(bench.TakeEvents().empty());
    EXPECT_TRUE(bench.Take().empty());
}

TEST(ServerDialogue, ALogonThatIsNotCompleteInTimeIsClosed)
{
    ServerBench bench;
    bench.settings.timeouts.inboundConnectTimeout = 60s;
    bench.GoTo(ServerState::READY);
    EXPECT_EQ(bench.dialogue.GetDeadline(), 1000ns + 60s);
    bench.now = 1000ns + 60s;
    bench.dialogue.HandleDeadline(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::CLOSED);
    EXPECT_EQ(bench.Count(SessionError::LOGON_TIMEOUT), 1U);
}

TEST(ServerDialogue, TheLogonTimeoutEndsWithTheAuthentication)
{
    ServerBench bench;
    bench.settings.timeouts.inboundConnectTimeout = 60s;
    bench.GoTo(ServerState::READY);
    bench.Call(TtcFunction::AUTH_2);
    EXPECT_EQ(bench.dialogue.GetDeadline(), 1000ns + 60s);
    bench.dialogue.FinishWork(bench.now);
    EXPECT_EQ(bench.dialogue.GetDeadline(), NEVER);
}

TEST(ServerDialogue, ASilentClientIsProbedAndGivenUp)
{
    ServerBench bench;
    bench.settings.timeouts.expireTime = 60s;
    bench.settings.timeouts.nsProbes = true;
    bench.settings.timeouts.recvTimeout = 150s;
    bench.GoTo(ServerState::READY);
    bench.now += 30s;
    bench.Call(TtcFunction::VERSION);
    bench.dialogue.FinishWork(bench.now);
    ASSERT_EQ(bench.Take().size(), 1U);
    // Idle from 30 s on: nothing at 60 s, probes at 90 s and 150 s, the end at 180 s.
    std::vector<std::chrono::nanoseconds> probes;
    while (bench.dialogue.GetState() == ServerState::READY)
    {
        bench.now = bench.dialogue.GetDeadline();
        bench.dialogue.HandleDeadline(bench.now);
        for (const auto& packet : bench.Take())
        {
            EXPECT_EQ(packet.length, 10U); // a DATA packet without payload
            probes.push_back(bench.now - 1000ns);
        }
    }
    EXPECT_EQ(probes, (std::vector<std::chrono::nanoseconds>{90s, 150s}));
    EXPECT_EQ(bench.dialogue.GetProbes(), 2U);
    EXPECT_EQ(bench.now - 1000ns, 180s);
    EXPECT_EQ(bench.Count(SessionError::RECV_TIMEOUT), 1U);
}

TEST(ServerDialogue, AProcessThatStandsStillHasItsTimeLimitsWhereTheyWere)
{
    ServerBench bench;
    bench.settings.timeouts.recvTimeout = 100s;
    bench.GoTo(ServerState::READY);
    bench.now += 40s;
    bench.dialogue.Stop(bench.now);
    EXPECT_EQ(bench.dialogue.GetDeadline(), NEVER);
    bench.now += 500s;
    bench.dialogue.Resume(bench.now);
    EXPECT_EQ(bench.dialogue.GetDeadline(), bench.now + 60s);
    bench.now += 60s;
    bench.dialogue.HandleDeadline(bench.now);
    EXPECT_EQ(bench.Count(SessionError::RECV_TIMEOUT), 1U);
}

TEST(ServerDialogue, AResetAfterALongSilenceIsADeadConnection)
{
    for (const auto idle : {59s, 60s})
    {
        ServerBench bench;
        bench.settings.timeouts.expireTime = 60s;
        bench.GoTo(ServerState::READY);
        bench.now += idle;
        bench.connection.Fail(SessionError::RESET);
        bench.dialogue.HandleFailed(SessionError::RESET, bench.now);
        EXPECT_EQ(bench.Count(SessionError::DEAD_CONNECTION), idle == 60s ? 1U : 0U);
        EXPECT_EQ(bench.dialogue.GetState(), ServerState::CLOSED);
    }
}

TEST(ServerDialogue, AnSduBelowTheLeastIsCountedAndRaised)
{
    ServerBench bench;
    auto connect = ServerBench::MakeConnect();
    connect.SetSdu(1);
    bench.dialogue.Start(connect, bench.now);
    bench.dialogue.FinishHandover(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    EXPECT_EQ(bench.Count(SessionError::SDU_OUT_OF_RANGE), 1U);
}

/**
 * A server of 18c or later, and a client that checks its urgent data.
 *
 * @param bench receives them, after the ACCEPT
 */
void
StartCheck(ServerBench& bench)
{
    bench.settings.limits.version = 318;
    bench.settings.release.acceptFlags2 = accept_flag2::OOB_CHECK;
    bench.settings.timeouts.inboundConnectTimeout = 60s;
    ConnectPacket connect(318);
    connect.SetSdu(2048);
    connect.SetTdu(32767);
    connect.connectFlags2 = connect_flag2::OOB_CHECK;
    connect.SetConnectData("(DESCRIPTION=)");
    bench.dialogue.Start(connect, bench.now);
    bench.dialogue.FinishHandover(bench.now);
    bench.Take();
}

/**
 * Deliver a call of a client that agreed on 32-bit lengths.
 *
 * @param bench receives it
 */
void
CallWithLongLengths(ServerBench& bench)
{
    TnsConnection client;
    client.SetAgreement(bench.connection.GetAgreement(), TduRule::MIN);
    client.SendMessage({.function = TtcFunction::VERSION, .sequence = 7, .length = 20}, 0);
    auto bytes = client.Take(1000).bytes;
    bytes.real.resize(bytes.GetSize());
    bench.Feed(bytes.real);
}

/**
 * @param data data byte of a marker
 * @return the marker, with the byte of the out-of-band check in front of it
 */
std::vector<uint8_t>
CheckWith(uint8_t data)
{
    return {'!', 0, 0, 0, 11, 12, 0, 0, 0, 1, 0, data};
}

TEST(ServerDialogue, WaitsForUrgentDataThatLostTheirMark)
{
    ServerBench bench;
    StartCheck(bench);
    bench.Feed(CheckWith(MarkerPacket::RESET));
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    // Issue 43 of gvenzl/oci-oracle-xe: nothing for exactly 60 s, then the end.
    CallWithLongLengths(bench);
    EXPECT_TRUE(bench.TakeEvents().empty());
    bench.now += 60s;
    EXPECT_EQ(bench.dialogue.GetDeadline(), bench.now);
    bench.dialogue.HandleDeadline(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::CLOSED);
    EXPECT_EQ(bench.Count(SessionError::LOGON_TIMEOUT), 1U);
}

TEST(ServerDialogue, GoesOnAfterUrgentDataThatItChecked)
{
    ServerBench bench;
    StartCheck(bench);
    bench.connection.NoteUrgent();
    bench.dialogue.HandleUrgent(bench.now);
    bench.Feed(CheckWith(MarkerPacket::RESET));
    EXPECT_TRUE(bench.TakeEvents().empty());
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::READY);
    CallWithLongLengths(bench);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::SERVING);
    // The next urgent byte is a break, before anything of it is read.
    bench.connection.NoteUrgent();
    bench.dialogue.HandleUrgent(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::RESETTING);
}

TEST(ServerDialogue, ReadsABreakThatLostItsMarkOnceTheCallIsDone)
{
    ServerBench bench;
    StartCheck(bench);
    bench.Feed({0, 0, 0, 11, 12, 0, 0, 0, 1, 0, MarkerPacket::RESET}); // a check without a byte
    CallWithLongLengths(bench);
    bench.TakeEvents();
    bench.Feed(CheckWith(MarkerPacket::INTERRUPT));
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::SERVING);
    EXPECT_TRUE(bench.TakeEvents().empty());
    bench.dialogue.FinishWork(bench.now);
    ASSERT_FALSE(bench.Take().empty());
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::RESETTING);
}

/**
 * Make the answer to a call that asks for notifications.
 *
 * @return the answer; the dialogue adds time and length
 */
ServerAnswer
Notifications()
{
    ServerAnswer answer;
    answer.reply.message = TtcMessage::ACCESS_DESCRIPTION;
    answer.notifies = true;
    return answer;
}

TEST(ServerDialogue, NotificationsComeOneAfterTheOtherUntilTheClientCloses)
{
    ServerBench bench;
    bench.settings.notificationBytes = 132;
    bench.settings.notificationInterval = [] { return 5s; };
    bench.GoTo(ServerState::READY);
    bench.script.answers = {Notifications(), Notifications(), Notifications()};
    bench.Call(TtcFunction::NOTIFY);
    // Only the first has the message type: 10 of header and flags, 132, 1.
    for (const uint32_t bytes : {143U, 142U})
    {
        EXPECT_EQ(bench.TakeEvents().back(), Kind::WORK);
        EXPECT_EQ(bench.effort.wait, 5s);
        EXPECT_EQ(bench.dialogue.GetState(), ServerState::SERVING);
        bench.dialogue.FinishWork(bench.now);
        const auto told = bench.Take();
        ASSERT_EQ(told.size(), 1U);
        EXPECT_EQ(told[0].length, bytes);
        EXPECT_EQ(told[0].bytes.at(10), 13); // an OAC, TNS_MSG_TYPE_OAC of python-oracledb
    }
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::SERVING);
    bench.dialogue.HandleClosed(bench.now);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::CLOSED);
    EXPECT_EQ(bench.connection.GetCounters().GetTotal(), 0U);
    EXPECT_EQ(bench.TakeEvents().back(), Kind::END);
}

TEST(ServerDialogue, WithoutChangesACallForNotificationsHasNoReply)
{
    ServerBench bench;
    bench.GoTo(ServerState::READY);
    bench.script.answers = {Notifications()};
    bench.Call(TtcFunction::NOTIFY);
    EXPECT_TRUE(bench.TakeEvents().empty());
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::SERVING);
    EXPECT_EQ(bench.dialogue.GetDeadline(), NEVER);
}

} // namespace
