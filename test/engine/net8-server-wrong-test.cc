// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests that wrong, short, late and oversized input leads to a state and a counter of the server
 * dialogue.
 */
#include "net8-server-bench.h"

#include "ns3/net8-marker-packet.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

using namespace ns3::net8;

namespace
{

/// Bytes that are invalid in a state, and the error they are counted as.
struct Wrong
{
    std::string name;           ///< What is wrong.
    ServerState state;          ///< State of the session.
    std::vector<uint8_t> bytes; ///< Received bytes.
    SessionError error;         ///< Error that is counted.
};

/// A call of 12 bytes: a DATA packet of 22.
const std::vector<uint8_t> CALL{0,    22, 0, 0, 6, 0, 0, 0, 0, 0, 3,
                                0x3b, 1,  0, 0, 0, 0, 0, 0, 0, 0, 12};
/// A RESEND.
const std::vector<uint8_t> RESEND{0, 8, 0, 0, 11, 0, 0, 0};
/// A marker by which a client cancels.
const std::vector<uint8_t> BREAK{0, 11, 0, 0, 12, 0, 0, 0, 1, 0, 3};

class ServerDialogueWrong : public testing::TestWithParam<Wrong>
{
};

TEST_P(ServerDialogueWrong, LeadsToAStateAndACounter)
{
    const auto& wrong = GetParam();
    ServerBench bench;
    bench.GoTo(wrong.state);
    bench.Feed(wrong.bytes);
    EXPECT_EQ(bench.dialogue.GetState(), ServerState::CLOSED);
    EXPECT_EQ(bench.Count(wrong.error), 1U);
    EXPECT_EQ(bench.connection.GetCounters().GetTotal(), 1U);
    EXPECT_TRUE(bench.connection.IsClosing());
    EXPECT_EQ(bench.TakeEvents().back(), ServerDialogue::Event::Kind::END);
    EXPECT_EQ(bench.dialogue.GetDeadline(), NEVER);
    // Later input is ignored.
    bench.Mark(MarkerPacket::INTERRUPT);
    bench.dialogue.HandleClosed(bench.now);
    EXPECT_EQ(bench.connection.GetCounters().GetTotal(), 1U);
    EXPECT_TRUE(bench.TakeEvents().empty());
}

using enum ServerState;
using enum SessionError;
INSTANTIATE_TEST_SUITE_P(
    All,
    ServerDialogueWrong,
    testing::Values(
        Wrong{"a call before the process is there", HANDING_OVER, CALL, UNEXPECTED_PACKET},
        Wrong{"a RESEND", READY, RESEND, UNEXPECTED_PACKET},
        Wrong{"a break before the ACCEPT", WAIT_REPEAT, BREAK, UNEXPECTED_PACKET},
        Wrong{"a CONNECT that is cut",
              WAIT_REPEAT,
              {0, 10, 0, 0, 1, 0, 0, 0, 1, 56},
              MALFORMED_PACKET},
        Wrong{"a second CONNECT for its data",
              WAIT_DATA,
              ServerBench::MakeConnect().Encode(),
              UNEXPECTED_PACKET},
        Wrong{"a CONNECT after the ACCEPT",
              READY,
              ServerBench::MakeConnect().Encode(),
              UNEXPECTED_PACKET},
        Wrong{"a late call", SERVING, CALL, UNEXPECTED_MESSAGE},
        Wrong{"a call instead of a reset", RESETTING, CALL, UNEXPECTED_MESSAGE},
        Wrong{"a farewell in a call", SERVING, FAREWELL, UNEXPECTED_PACKET},
        Wrong{"a length below the header", READY, {0, 7, 0, 0, 6, 0, 0, 0}, LENGTH_BELOW_HEADER},
        Wrong{"a length above the SDU", READY, {8, 1, 0, 0, 6, 0, 0, 0}, LENGTH_ABOVE_SDU},
        Wrong{"a type that nobody knows", READY, {0, 8, 0, 0, 99, 0, 0, 0}, UNKNOWN_TYPE},
        Wrong{"a marker without its byte",
              SERVING,
              {0, 10, 0, 0, 12, 0, 0, 0, 1, 0},
              MALFORMED_PACKET},
        Wrong{"a DATA packet without flags", READY, {0, 9, 0, 0, 6, 0, 0, 0, 0}, MALFORMED_PACKET},
        Wrong{"a message of two bytes",
              READY,
              {0, 12, 0, 0, 6, 0, 0, 0, 0, 0, 3, 0x3b},
              BAD_TTC_PREFIX},
        Wrong{"a message that is longer than it says",
              READY,
              {0, 24, 0, 0, 6, 0, 0, 0, 0, 0, 3, 0x3b, 1, 0, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0},
              MESSAGE_LENGTH}),
    [](const auto& info) { return "Number" + std::to_string(info.index); });

TEST(ServerDialogueWrong, ARequestThatTheScriptCallsWrong)
{
    ServerBench bench;
    bench.GoTo(READY);
    bench.script.answers.push_back(ServerAnswer::Wrong(FETCH_OUT_OF_SEQUENCE));
    bench.Call(TtcFunction::FETCH);
    EXPECT_EQ(bench.Count(FETCH_OUT_OF_SEQUENCE), 1U);
    EXPECT_EQ(bench.dialogue.GetState(), CLOSED);
}

TEST(ServerDialogueWrong, AClientThatClosesInACall)
{
    const std::map<ServerState, uint64_t> counted{{HANDING_OVER, 0},
                                                  {WAIT_REPEAT, 0},
                                                  {READY, 0},
                                                  {SERVING, 1},
                                                  {RESETTING, 1}};
    for (const auto& [state, count] : counted)
    {
        ServerBench bench;
        bench.GoTo(state);
        ASSERT_EQ(bench.dialogue.GetState(), state);
        bench.dialogue.HandleClosed(bench.now);
        EXPECT_EQ(bench.Count(CLOSED_IN_CALL), count) << ServerStates::Name(state);
        EXPECT_EQ(bench.dialogue.GetState(), CLOSED);
        EXPECT_EQ(bench.TakeEvents().back(), ServerDialogue::Event::Kind::END);
    }
}

TEST(ServerDialogueWrong, AnyPacketInAnyStateIsInTheTableOrCloses)
{
    std::set<ServerState> seen;
    for (uint8_t number = 0; number <= static_cast<uint8_t>(CLOSED); ++number)
    {
        const auto state = static_cast<ServerState>(number);
        for (uint8_t type = 0; type < 20; ++type)
        {
            ServerBench bench;
            bench.GoTo(state);
            ASSERT_EQ(bench.dialogue.GetState(), state);
            seen.insert(state);
            bench.Feed({0, 12, 0, 0, type, 0, 0, 0, 1, 0, 3, 0});
            const auto after = bench.dialogue.GetState();
            const bool known = std::ranges::any_of(ServerStates::GetRows(), [&](const auto& row) {
                return row.state == state && row.next == after;
            });
            EXPECT_TRUE(known || (after == CLOSED && state == CLOSED));
            const uint64_t total = bench.connection.GetCounters().GetTotal();
            EXPECT_EQ(total, after == CLOSED && state != CLOSED ? 1U : 0U)
                << ServerStates::Name(state) << " " << int{type};
        }
    }
    EXPECT_EQ(seen.size(), 7U);
}

TEST(ServerStates, TheTableOfTheDocsIsThatOfTheCode)
{
    std::ifstream file(std::string(NET8_TEST_DIR) + "/../doc/server-states.csv");
    ASSERT_TRUE(file);
    std::string line;
    std::getline(file, line); // the header line
    std::vector<std::string> told;
    while (std::getline(file, line))
    {
        std::istringstream cells(line);
        std::string state;
        std::string trigger;
        std::string next;
        std::getline(cells, state, ',');
        std::getline(cells, trigger, ',');
        std::getline(cells, next, ',');
        told.push_back(state + " " + trigger + " " + next);
    }
    std::vector<std::string> coded;
    for (const auto& [state, trigger, next] : ServerStates::GetRows())
    {
        coded.push_back(std::string(ServerStates::Name(state)) + " " + ServerStates::Name(trigger) +
                        " " + ServerStates::Name(next));
    }
    EXPECT_EQ(told, coded);
}

} // namespace
