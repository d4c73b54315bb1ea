// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests the table of timers: which one expires, and when the next one does.
 */
#include "ns3/net8-deadlines.h"

#include <gtest/gtest.h>

using namespace ns3::net8;
using std::chrono::nanoseconds;

namespace
{

enum class Timer
{
    FIRST,
    SECOND,
    THIRD
};

using Table = Deadlines<Timer, 3>;

TEST(Deadlines, NothingExpiresThatWasNotSet)
{
    Table table;
    EXPECT_EQ(table.GetNext(), NEVER);
    EXPECT_EQ(table.TakeExpired(nanoseconds::max()), std::nullopt);
}

TEST(Deadlines, TheNextIsTheEarliestThatIsSet)
{
    Table table;
    table.Set(Timer::FIRST, nanoseconds(30));
    table.Set(Timer::SECOND, nanoseconds(10));
    table.Set(Timer::THIRD, nanoseconds(20));
    EXPECT_EQ(table.GetNext(), nanoseconds(10));
    table.Cancel(Timer::SECOND);
    EXPECT_EQ(table.GetNext(), nanoseconds(20));
    table.Set(Timer::THIRD, nanoseconds(40));
    EXPECT_EQ(table.GetNext(), nanoseconds(30));
}

TEST(Deadlines, TimersExpireInTheOrderOfTheirTimeAndOnce)
{
    Table table;
    table.Set(Timer::FIRST, nanoseconds(30));
    table.Set(Timer::SECOND, nanoseconds(10));
    table.Set(Timer::THIRD, nanoseconds(10));
    EXPECT_EQ(table.TakeExpired(nanoseconds(9)), std::nullopt);
    EXPECT_EQ(table.TakeExpired(nanoseconds(30)), Timer::SECOND);
    EXPECT_EQ(table.TakeExpired(nanoseconds(30)), Timer::THIRD);
    EXPECT_FALSE(table.IsSet(Timer::THIRD));
    EXPECT_TRUE(table.IsSet(Timer::FIRST));
    EXPECT_EQ(table.TakeExpired(nanoseconds(29)), std::nullopt);
    EXPECT_EQ(table.TakeExpired(nanoseconds(30)), Timer::FIRST);
    EXPECT_EQ(table.TakeExpired(nanoseconds(30)), std::nullopt);
}

TEST(Deadlines, NoneIsLeftOnceAllAreCancelled)
{
    Table table;
    table.Set(Timer::FIRST, nanoseconds(1));
    table.Set(Timer::THIRD, nanoseconds(2));
    table.CancelAll();
    EXPECT_FALSE(table.IsSet(Timer::FIRST));
    EXPECT_EQ(table.TakeExpired(nanoseconds(5)), std::nullopt);
}

TEST(Deadlines, EachTimerHasTheTimeLeftThatItHadWhenAllStoodStill)
{
    Table table;
    table.Set(Timer::FIRST, nanoseconds(30));
    table.Set(Timer::SECOND, nanoseconds(20));
    table.Stop(nanoseconds(15));
    table.Stop(nanoseconds(18)); // it was already stopped
    EXPECT_EQ(table.GetNext(), NEVER);
    EXPECT_EQ(table.TakeExpired(nanoseconds(50)), std::nullopt);
    table.Resume(nanoseconds(50)); // 15 ns and 5 ns were left
    EXPECT_EQ(table.GetNext(), nanoseconds(55));
    EXPECT_EQ(table.TakeExpired(nanoseconds(55)), Timer::SECOND);
    EXPECT_EQ(table.GetNext(), nanoseconds(65));
    EXPECT_FALSE(table.IsSet(Timer::THIRD));
    table.Resume(nanoseconds(60)); // it was not stopped
    EXPECT_EQ(table.GetNext(), nanoseconds(65));
}

TEST(Deadlines, TimersThatAreSetGoAlongWhenTimeIsSkipped)
{
    Table table;
    table.Set(Timer::SECOND, nanoseconds(20));
    table.Skip(nanoseconds(1000));
    EXPECT_EQ(table.GetNext(), nanoseconds(1020));
    EXPECT_FALSE(table.IsSet(Timer::FIRST));
    EXPECT_TRUE(table.HasNoneBut(Timer::SECOND));
    EXPECT_FALSE(table.HasNoneBut(Timer::FIRST));
    table.Cancel(Timer::SECOND);
    EXPECT_TRUE(table.HasNoneBut(Timer::FIRST));
}

} // namespace
