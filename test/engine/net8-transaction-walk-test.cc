// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests transactions: what the text of steps or of a mix means, and which statement follows which.
 */
#include "ns3/net8-transaction-walk.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

const std::vector<std::string> NAMES{"header", "detail", "price", "commit"};

/**
 * Walk through a transaction.
 *
 * @param text its steps
 * @param rows rows returned by each statement, by number
 * @param failing number of a failing statement; a number that does not exist: none
 * @param onError what happens to the transaction then
 * @return numbers of the executed statements, in order
 */
std::vector<uint32_t>
Walk(const std::string& text,
     const std::vector<uint64_t>& rows = {3, 1, 1, 0},
     uint32_t failing = 99,
     Transaction::OnError onError = Transaction::OnError::END)
{
    auto parsed = Transaction::Parse(text, NAMES);
    EXPECT_EQ(parsed.error, "");
    const Transaction transaction{.name = "t", .steps = parsed.steps, .onError = onError};
    TransactionWalk walk;
    walk.Begin(transaction);
    std::vector<uint32_t> found;
    while (const auto next = walk.Next([] { return 0.0; }))
    {
        found.push_back(*next);
        walk.Note(*next == failing ? 0 : rows[*next], *next == failing);
    }
    return found;
}

TEST(TransactionWalkTest, StepsFollowOneAnother)
{
    EXPECT_EQ(Walk("header; detail; commit"), (std::vector<uint32_t>{0, 1, 3}));
    EXPECT_EQ(Walk(" 2 * detail ;commit"), (std::vector<uint32_t>{1, 1, 3}));
    EXPECT_EQ(Walk("2*(detail, price); commit"), (std::vector<uint32_t>{1, 2, 1, 2, 3}));
}

TEST(TransactionWalkTest, ALoopIsDoneForEachRow)
{
    EXPECT_EQ(Walk("header; for each row of header: detail; commit"),
              (std::vector<uint32_t>{0, 1, 1, 1, 3}));
    EXPECT_EQ(Walk("header; for each row of header: (detail, price)"),
              (std::vector<uint32_t>{0, 1, 2, 1, 2, 1, 2}));
    EXPECT_EQ(Walk("header; for each row of header: detail; commit", {0, 1, 1, 0}),
              (std::vector<uint32_t>{0, 3}));
    // The statement of the loop is also inside the loop: the rows are those at its start.
    EXPECT_EQ(Walk("header; for each row of header: header", {2, 0, 0, 0}),
              (std::vector<uint32_t>{0, 0, 0}));
}

TEST(TransactionWalkTest, AFailedStatementEndsItOrDoesNot)
{
    EXPECT_EQ(Walk("header; detail; commit", {1, 1, 1, 0}, 1), (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(Walk("header; detail; commit", {1, 1, 1, 0}, 1, Transaction::OnError::CONTINUE),
              (std::vector<uint32_t>{0, 1, 3}));
    EXPECT_EQ(Walk("header; for each row of header: detail; commit",
                   {5, 1, 1, 0},
                   0,
                   Transaction::OnError::CONTINUE),
              (std::vector<uint32_t>{0, 3}));
}

TEST(TransactionWalkTest, AMixIsDrawnByItsWeights)
{
    const auto parsed = WeightedMix::Parse("70*header, 30 * detail", NAMES);
    EXPECT_EQ(parsed.error, "");
    EXPECT_EQ(parsed.mix.Pick(0), 0U);
    EXPECT_EQ(parsed.mix.Pick(0.699), 0U);
    EXPECT_EQ(parsed.mix.Pick(0.701), 1U);
    EXPECT_EQ(parsed.mix.Pick(1), 1U); // rounding must not lead beyond the last one
    Transaction transaction{.name = "t", .mix = parsed.mix};
    TransactionWalk walk;
    walk.Begin(transaction);
    EXPECT_EQ(walk.Next([] { return 0.9; }), 1U);
    walk.Note(1, false);
    EXPECT_EQ(walk.Next([] { return 0.9; }), std::nullopt);
    EXPECT_EQ(WeightedMix::Parse("price", NAMES).mix.Pick(0.5), 2U);
}

TEST(TransactionWalkTest, WhatIsWrongIsSaid)
{
    const auto steps = [](const std::string& text) {
        return Transaction::Parse(text, NAMES).error;
    };
    EXPECT_EQ(steps("heder"), "'heder' is not one of header, detail, price, commit");
    EXPECT_EQ(steps(""), "'' is not one of header, detail, price, commit");
    EXPECT_EQ(steps("0*header"), "'0*header' has no count from 1 to 10000000 in front of its *");
    EXPECT_EQ(steps("2x*header"), "'2x*header' has no count from 1 to 10000000 in front of its *");
    EXPECT_EQ(steps("header, detail"),
              "'header, detail' has several statements; write them in parentheses");
    EXPECT_EQ(steps("for each row of header: detail"),
              "'for each row of header: detail' is done for each row of a statement that no step "
              "before it executes");
    EXPECT_EQ(steps("header; for each row of header detail"),
              "'for each row of header detail' does not say what is done for each row; write for "
              "each row of A: B");
    const auto mix = [](const std::string& text) { return WeightedMix::Parse(text, NAMES).error; };
    EXPECT_EQ(mix("header, detail"),
              "'header' has no weight; write one in front of it, such as 70*header");
    EXPECT_EQ(mix("0*header, 1*detail"), "'0*header' has no weight above 0 in front of its *");
    EXPECT_EQ(mix("1*x"), "'x' is not one of header, detail, price, commit");
    EXPECT_EQ(WeightedMix::Parse("x", {}).error, "'x' is not one of the names, as there are none");
}

} // namespace
