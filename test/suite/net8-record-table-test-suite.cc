// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests that packed records are read as they were written.
 */
#include "ns3/net8-packed-rows.h"
#include "ns3/net8-record-table.h"
#include "ns3/test.h"

#include <limits>
#include <random>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * Rows of all widths, as many as fill parts and as do not.
 */
class PackedRowsTest : public TestCase
{
  public:
    PackedRowsTest()
        : TestCase("Packed rows are read as they were written")
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t LEAST = std::numeric_limits<int64_t>::min();
        constexpr int64_t MOST = std::numeric_limits<int64_t>::max();
        std::mt19937_64 random(1);
        std::vector<Net8PackedRows<6>::Row> written;
        Net8PackedRows<6> rows;
        for (int64_t i = 0; i < 2000; ++i)
        {
            // A constant, one byte, two, a time of which four differ, all eight, both limits.
            written.push_back({-7,
                               i % 200 - 100,
                               i,
                               1'000'000'000'000 + i * 1'000'000,
                               static_cast<int64_t>(random()),
                               i % 3 == 0 ? LEAST : MOST});
            rows.Add(written.back());
            NS_TEST_ASSERT_MSG_EQ(rows.GetSize(), written.size(), "their number");
        }
        for (std::size_t i = 0; i < written.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ((rows.Get(i) == written[i]), true, "row " << i);
        }
        std::vector<int64_t> column(written.size());
        for (std::size_t j = 0; j < 6; ++j)
        {
            rows.CopyColumn(j, column.data());
            for (std::size_t i = 0; i < written.size(); ++i)
            {
                NS_TEST_ASSERT_MSG_EQ(column[i], written[i][j], "row " << i << ", column " << j);
            }
        }
    }
};

/**
 * @ingroup net8-test
 * Each member of each record.
 */
class RecordTableTest : public TestCase
{
  public:
    RecordTableTest()
        : TestCase("Records are read as they were written")
    {
    }

  private:
    /**
     * @param i number of a call
     * @return a call whose members all depend on it
     */
    static CallRecord MakeCall(uint32_t i)
    {
        return {.session = i,
                .query = i + 1,
                .statement = static_cast<int32_t>(i % 3) - 1,
                .transaction = static_cast<int32_t>(i % 5) - 1,
                .execution = i + 2,
                .call = i + 3,
                .start = NanoSeconds(i * 10),
                .firstByte = NanoSeconds(i * 10 + 1),
                .end = NanoSeconds(i * 10 + 2),
                .work = NanoSeconds(i * 10 + 3),
                .requestBytes = i + (1ULL << 40),
                .replyBytes = i + (1ULL << 50),
                .requestPackets = i + 4,
                .replyPackets = i + 5,
                .rows = i + 6,
                .failedRows = i + 7,
                .error = i + 8,
                .kind = i % 2 == 0 ? CallKind::FETCH : CallKind::LOGON};
    }

    void DoRun() override
    {
        Net8RecordTable<CallRecord> calls;
        for (uint32_t i = 0; i < 1000; ++i)
        {
            calls.push_back(MakeCall(999 - i));
        }
        NS_TEST_EXPECT_MSG_EQ((calls[300] == MakeCall(699)), true, "a call in a part");
        NS_TEST_EXPECT_MSG_EQ((calls.back() == MakeCall(0)), true, "a loose one");
        calls.Sort([](const CallRecord& call) { return call.start; });
        uint32_t next = 0;
        for (const auto& call : calls)
        {
            NS_TEST_ASSERT_MSG_EQ((call == MakeCall(next)), true, "call " << next);
            ++next;
        }
        NS_TEST_EXPECT_MSG_EQ(next, 1000, "all of them");

        Net8RecordTable<AttemptRecord> attempts;
        attempts.push_back({.session = 1, .address = "db1:1521", .start = Seconds(1)});
        attempts.push_back({.session = 2, .address = "db2:1521", .outcome = 12541});
        attempts.push_back({.session = 3, .address = "db1:1521"});
        NS_TEST_EXPECT_MSG_EQ(attempts[0].address, "db1:1521", "text");
        NS_TEST_EXPECT_MSG_EQ(attempts[1].address, "db2:1521", "another one");
        NS_TEST_EXPECT_MSG_EQ(attempts[2].address, "db1:1521", "the first one again");
        NS_TEST_EXPECT_MSG_EQ(attempts[0].start, Seconds(1), "time");
        NS_TEST_EXPECT_MSG_EQ(attempts[0].end, NanoSeconds(-1), "no time");
        NS_TEST_EXPECT_MSG_EQ(attempts[1].outcome, 12541, "outcome");
        NS_TEST_EXPECT_MSG_EQ(attempts[2].outcome, AttemptRecord::UNFINISHED, "none");

        Net8SessionList sessions;
        sessions.Add(4, 2);
        sessions.Add(5, 1);
        SessionRecord record;
        record.session = 1;
        record.group = 4;
        record.error = SessionError::RESET;
        record.reported = "DPY-4011";
        record.dblinkWaits.Add(WaitEvent::BREAK_RESET_TO_DBLINK, std::chrono::milliseconds(3), 2);
        sessions.Set(record);
        NS_TEST_EXPECT_MSG_EQ(sessions.size(), 3, "sessions");
        NS_TEST_EXPECT_MSG_EQ(sessions[0].group, 4, "group of one that has not begun");
        NS_TEST_EXPECT_MSG_EQ(sessions[0].start, NanoSeconds(-1), "its start");
        NS_TEST_EXPECT_MSG_EQ(sessions[0].error.has_value(), false, "its error");
        NS_TEST_EXPECT_MSG_EQ((sessions[1].error == SessionError::RESET), true, "error");
        NS_TEST_EXPECT_MSG_EQ(sessions[1].reported, "DPY-4011", "what its driver reports");
        const auto waits = sessions[1].dblinkWaits.Get(WaitEvent::BREAK_RESET_TO_DBLINK);
        NS_TEST_EXPECT_MSG_EQ(waits.count, 2, "waits");
        NS_TEST_EXPECT_MSG_EQ((waits.total == std::chrono::milliseconds(3)), true, "their time");
        NS_TEST_EXPECT_MSG_EQ(sessions[2].session, 2, "number of one that has not begun");
        NS_TEST_EXPECT_MSG_EQ(sessions.back().group, 5, "its group");
    }
};

/**
 * @ingroup net8-test
 * Tests of packed records.
 */
class RecordTableTestSuite : public TestSuite
{
  public:
    RecordTableTestSuite()
        : TestSuite("net8-record-table", Type::UNIT)
    {
        AddTestCase(new PackedRowsTest, Duration::QUICK);
        AddTestCase(new RecordTableTest, Duration::QUICK);
    }
};

RecordTableTestSuite g_recordTableTestSuite; ///< Registers the suite.

} // namespace
