// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The calls of a direct path load.
 */
#include "ns3/net8-direct-path-loads.h"

#include <gtest/gtest.h>
#include <tuple>
#include <vector>

using namespace ns3::net8;

namespace
{

/// Purpose, rows and length of a call.
using Made = std::tuple<CallKind, uint32_t, uint32_t>;

/**
 * @return 25 rows of 100 bytes in batches of 10
 */
ClientQuery
MakeRows()
{
    ClientQuery query{.kind = StatementKind::DIRECT_PATH, .number = 2};
    query.requestLength = 90;
    query.bindRows = 25;
    query.bindRowLength = 100;
    query.arraySize = 10;
    return query;
}

/**
 * @param query the load
 * @param driver a driver
 * @param failing place of the batch that fails, from 1; 0: none
 * @return its calls
 */
std::vector<Made>
Load(const ClientQuery& query, const DriverProfile& driver, uint32_t failing = 0)
{
    DirectPathLoads loads;
    loads.Begin(query);
    std::vector<Made> made;
    for (uint32_t batches = 0; !loads.IsDone();)
    {
        const auto call = loads.Next(driver);
        made.emplace_back(call.kind, call.prefix.rows, call.prefix.length);
        if (call.kind == CallKind::LOAD && ++batches == failing)
        {
            loads.Fail(call.kind);
        }
    }
    return made;
}

/// Bytes of a batch before its rows, if they are 1,000: a head of 3, the cursor (2), a pointer,
/// their size (3), the version (3), four fields of one byte.
constexpr uint32_t BATCH_HEAD = 16;
/// The end: a head of 3, operation and cursor of 2, four fields of one byte.
const Made END{CallKind::FINISH, 0, 11};
const Made PREPARE{CallKind::PREPARE, 0, 90};
const Made BATCH{CallKind::LOAD, 10, BATCH_HEAD + 1000};
const Made REST{CallKind::LOAD, 5, BATCH_HEAD + 500};

TEST(DirectPathLoads, BatchesAreCallsOfOneLoad)
{
    DriverProfile driver;
    driver.directPathBatches = true;
    EXPECT_EQ(Load(MakeRows(), driver), (std::vector<Made>{PREPARE, BATCH, BATCH, REST, END}));
}

TEST(DirectPathLoads, ADriverWithoutBatchesLoadsEachByItself)
{
    EXPECT_EQ(Load(MakeRows(), DriverProfile()),
              (std::vector<Made>{PREPARE, BATCH, END, PREPARE, BATCH, END, PREPARE, REST, END}));
}

TEST(DirectPathLoads, WithoutASizeOfBatchesAllRowsAreOne)
{
    auto query = MakeRows();
    query.arraySize = 0;
    EXPECT_EQ(Load(query, DriverProfile()),
              (std::vector<Made>{PREPARE, {CallKind::LOAD, 25, BATCH_HEAD + 2500}, END}));
}

TEST(DirectPathLoads, AFailedBatchAbortsTheLoad)
{
    DriverProfile driver;
    driver.directPathBatches = true;
    EXPECT_EQ(Load(MakeRows(), driver, 2), (std::vector<Made>{PREPARE, BATCH, BATCH, END}));
    EXPECT_EQ(Load(MakeRows(), DriverProfile(), 1), (std::vector<Made>{PREPARE, BATCH, END}));
}

TEST(DirectPathLoads, ABatchIsNoLongerThanAMessage)
{
    auto query = MakeRows();
    query.arraySize = 0;
    query.bindRowLength = 500'000'000;
    query.bindRows = 3;
    DriverProfile driver;
    driver.directPathBatches = true;
    const auto made = Load(query, driver);
    ASSERT_EQ(made.size(), 4U);
    EXPECT_EQ(std::get<1>(made[1]), 2U); // 1,073,728,895 bytes at most
    EXPECT_EQ(std::get<1>(made[2]), 1U);
}

} // namespace
