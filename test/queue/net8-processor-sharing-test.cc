// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Processor sharing against hand arithmetic, in ticks.
 */
#include "ns3/net8-processor-sharing.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Numbers of jobs.
using Jobs = std::vector<Net8ProcessorSharing::JobId>;

/// Cores of the speed for which work is given.
constexpr uint64_t AS_GIVEN = Net8ProcessorSharing::BILLION;

TEST(ProcessorSharing, JobsThatHaveACoreEachNeitherShareNorSwitch)
{
    Net8ProcessorSharing sharing;
    sharing.Configure({2, 3, 1, 0});
    sharing.Add(1, 5, AS_GIVEN);
    sharing.Add(2, 7, AS_GIVEN);
    EXPECT_EQ(sharing.GetCoresInUse(), 2U);
    EXPECT_EQ(sharing.GetNextEnd(), 5);
    EXPECT_EQ(sharing.Advance(5), Jobs{1}) << "at the instant at which its work is done";
    EXPECT_EQ(sharing.GetCoresInUse(), 1U) << "one of two cores is idle";
    EXPECT_EQ(sharing.GetNextEnd(), 7);
    EXPECT_EQ(sharing.Advance(7), Jobs{2});
    EXPECT_EQ(sharing.GetBusy(9), 5 + 7);
}

TEST(ProcessorSharing, MoreJobsThanCoresShareThem)
{
    Net8ProcessorSharing sharing;
    sharing.Configure({2, 3, 0, 0});
    for (const auto job : {1, 2, 3})
    {
        sharing.Add(job, 4, AS_GIVEN);
    }
    EXPECT_EQ(sharing.GetCoresInUse(), 2U);
    EXPECT_EQ(sharing.GetNextEnd(), 6) << "3 x 4 ticks on 2 cores";
    EXPECT_EQ(sharing.GetBusy(3), 6);
    EXPECT_EQ(sharing.GetWorkDone(3), 6);
    EXPECT_EQ(sharing.Advance(5), Jobs{});
    EXPECT_EQ(sharing.Advance(6), (Jobs{1, 2, 3}));
}

TEST(ProcessorSharing, ASwitchCostsMoreTheMoreJobsWait)
{
    // A switch takes 1 for each 3 of work, and half as much again for each of two waiting jobs: 2.
    // So 3 x 3 ticks of work take 9 x (3 + 2) / 3 = 15.
    Net8ProcessorSharing sharing;
    sharing.Configure({1, 3, 1, Net8ProcessorSharing::BILLION / 2});
    for (const auto job : {1, 2, 3})
    {
        sharing.Add(job, 3, AS_GIVEN);
    }
    EXPECT_EQ(sharing.GetNextEnd(), 15);
    EXPECT_EQ(sharing.GetBusy(15), 15);
    EXPECT_EQ(sharing.GetWorkDone(15), 9);
}

TEST(ProcessorSharing, NothingAdvancesWhileItIsStopped)
{
    Net8ProcessorSharing sharing;
    sharing.Add(1, 5, AS_GIVEN);
    EXPECT_EQ(sharing.Advance(3), Jobs{});
    sharing.SetStopped(true);
    EXPECT_EQ(sharing.GetCoresInUse(), 0U);
    EXPECT_EQ(sharing.GetNextEnd(), std::nullopt);
    EXPECT_EQ(sharing.GetBusy(8), 3);
    EXPECT_EQ(sharing.GetWorkDone(8), 3);
    EXPECT_EQ(sharing.Advance(10), Jobs{});
    sharing.SetStopped(false);
    EXPECT_EQ(sharing.GetNextEnd(), 12) << "2 of 5 ticks are left";
    EXPECT_EQ(sharing.Advance(12), Jobs{1});
}

TEST(ProcessorSharing, AJobThatStandsStillLeavesTheCoreToTheOthersAndKeepsItsWork)
{
    // One core. Both advance by 2 until tick 4; then 2 has it alone and ends at 12, with 10 of
    // work; 1 goes on at 20 with 8 of its 10 left.
    Net8ProcessorSharing sharing;
    sharing.Configure({1, 3, 0, 0});
    sharing.Add(1, 10, AS_GIVEN);
    sharing.Add(2, 10, AS_GIVEN);
    sharing.Advance(4);
    sharing.SetSuspended(1, true);
    sharing.SetSuspended(1, true); // it does already
    EXPECT_EQ(sharing.GetSize(), 1U);
    EXPECT_EQ(sharing.Advance(12), Jobs{2});
    EXPECT_EQ(sharing.GetNextEnd(), std::nullopt);
    EXPECT_EQ(sharing.Advance(20), Jobs{});
    sharing.SetSuspended(1, false);
    EXPECT_EQ(sharing.GetNextEnd(), 28);
    EXPECT_EQ(sharing.Advance(28), Jobs{1});
    EXPECT_EQ(sharing.GetBusy(28), 20);
    sharing.Add(3, 5, AS_GIVEN);
    sharing.SetSuspended(3, true);
    EXPECT_TRUE(sharing.Remove(3));
    EXPECT_FALSE(sharing.Remove(3));
    sharing.SetSuspended(3, false);
    EXPECT_EQ(sharing.GetSize(), 0U);
}

} // namespace
