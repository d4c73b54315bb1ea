// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests the state table of a client: what the docs state, and what follows from it.
 */
#include "ns3/net8-client-state.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace ns3::net8;

namespace
{

TEST(ClientState, TheTableIsThatOfTheDocs)
{
    std::set<std::string> told;
    std::ifstream file{std::filesystem::path{NET8_TEST_DIR} / ".." / "doc" / "client-states.csv"};
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line, "state,input,next");
    while (std::getline(file, line))
    {
        EXPECT_TRUE(told.insert(line).second) << line << " stands there twice";
    }
    std::set<std::string> found;
    for (const auto& row : GetClientTransitions())
    {
        found.insert(std::string(GetName(row.state)) + "," + GetName(row.input) + "," +
                     GetName(row.next));
    }
    EXPECT_EQ(found, told);
    EXPECT_EQ(found.size(), GetClientTransitions().size());
}

TEST(ClientState, AStateTakesAnInputInOneWay)
{
    std::set<std::pair<ClientState, ClientInput>> seen;
    for (const auto& row : GetClientTransitions())
    {
        EXPECT_TRUE(seen.emplace(row.state, row.input).second)
            << GetName(row.state) << " " << GetName(row.input);
        EXPECT_EQ(GetNextState(row.state, row.input), row.next);
    }
}

TEST(ClientState, EveryStateIsReachedAndEveryOneButTheLastTwoCanFail)
{
    std::set<ClientState> reached{ClientState::IDLE};
    for (std::size_t before = 0; before < reached.size();)
    {
        before = reached.size();
        for (const auto& row : GetClientTransitions())
        {
            if (reached.contains(row.state))
            {
                reached.insert(row.next);
            }
        }
    }
    EXPECT_EQ(reached.size(), static_cast<std::size_t>(ClientState::FAILED) + 1);
    for (const ClientState state : reached)
    {
        const bool over = state == ClientState::CLOSED || state == ClientState::FAILED;
        EXPECT_EQ(GetNextState(state, ClientInput::FAIL).has_value(), !over) << GetName(state);
    }
}

TEST(ClientState, NothingBeginsOnceTheSessionIsOver)
{
    for (const auto& row : GetClientTransitions())
    {
        EXPECT_NE(row.state, ClientState::CLOSED);
        EXPECT_NE(row.state, ClientState::FAILED);
    }
}

} // namespace
