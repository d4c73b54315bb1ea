// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Watching a simulation: it changes nothing, reports in time, and stops when asked to.
 */
#include "ns3/net8-event-census.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-watched-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <chrono>

using namespace ns3;
using namespace ns3::net8;

namespace
{

constexpr uint32_t ARRAY = 100; //!< Rows of an array.

/**
 * @param rows number of rows of the query
 * @return a plan with one session on a LAN
 */
ExperimentPlan
MakePlan(const std::string& rows)
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "lan"}, {"LossRate", "0.001"}};
    plan.sections["client"] = {{"Driver", "sqlplus"}, {"ArraySize", std::to_string(ARRAY)}};
    plan.sections["query"] = {{"Rows", rows}};
    return plan;
}

/**
 * @ingroup net8-test
 * The callback is called after every INTERVAL events and is not an event itself.
 */
class IntervalTest : public TestCase
{
  public:
    IntervalTest()
        : TestCase("the scheduler calls back after each 16 events, in order of time")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory factory("ns3::net8::Net8WatchedScheduler");
        factory.Set("Look", CallbackValue(MakeCallback(&IntervalTest::Look, this)));
        Simulator::SetScheduler(factory);
        for (uint64_t i = 0; i < EVENTS; ++i)
        {
            // Of two events at the same time, the one scheduled later comes later.
            Simulator::Schedule(MilliSeconds((EVENTS - i) / 2), [this, i] {
                const bool ordered = Simulator::Now() > m_last || i > m_lastEvent;
                NS_TEST_EXPECT_MSG_EQ(ordered, true, "order of event " << i);
                m_last = Simulator::Now();
                m_lastEvent = i;
            });
        }
        Simulator::Run();
        // 5000 / 16 = 312.5
        NS_TEST_EXPECT_MSG_EQ(m_looks, 312, "calls");
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), EVENTS, "events");
        Simulator::Destroy();
    }

    /**
     * Count a call.
     */
    void Look()
    {
        ++m_looks;
    }

    static constexpr uint64_t EVENTS = 5000; ///< Events of the simulation.
    uint32_t m_looks{0};                     ///< Calls.
    uint64_t m_lastEvent{0};                 ///< Number of the previous event.
    Time m_last{Seconds(-1)};                ///< Its time.
};

/**
 * @ingroup net8-test
 * Pending events are counted, and executed in order afterwards.
 */
class CensusTest : public TestCase
{
  public:
    CensusTest()
        : TestCase("events that wait are counted without those that were cancelled")
    {
    }

  private:
    void DoRun() override
    {
        std::string order;
        const auto add = [&order](char name) { order += name; };
        Simulator::Schedule(Seconds(3), [add] { add('c'); });
        Simulator::Schedule(Seconds(1), [add] { add('a'); });
        const auto cancelled = Simulator::Schedule(Seconds(2), [add] { add('x'); });
        Simulator::Schedule(Seconds(3), [add] { add('d'); });
        Simulator::Cancel(cancelled);
        NS_TEST_EXPECT_MSG_EQ(Net8EventCensus::Take(), 3, "events");
        NS_TEST_EXPECT_MSG_EQ(Net8EventCensus::Take(), 3, "events when asked again");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(order, "acd", "order");
        NS_TEST_EXPECT_MSG_EQ(Net8EventCensus::Take(), 0, "events at the end");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * The same digest, the same events, watched or not.
 */
class UnchangedTest : public TestCase
{
  public:
    UnchangedTest()
        : TestCase("a simulation that is watched gives what it gives unwatched")
    {
    }

  private:
    void DoRun() override
    {
        const auto plan = MakePlan("20000");
        const auto alone = Net8Experiment(plan).Run();
        const auto watched = Net8Experiment(plan, [](const ProgressReport&) { return true; }).Run();
        NS_TEST_EXPECT_MSG_EQ(watched.digest, alone.digest, "digest");
        NS_TEST_EXPECT_MSG_EQ(watched.events, alone.events, "events");
        NS_TEST_EXPECT_MSG_EQ(watched.stopped, false, "nobody stopped it");
    }
};

/**
 * @ingroup net8-test
 * Progress and stop of a simulation that would take hours.
 */
class StopTest : public TestCase
{
  public:
    StopTest()
        : TestCase("a long simulation reports in intervals of wall time and ends when told to")
    {
    }

  private:
    void DoRun() override
    {
        using std::chrono::steady_clock;
        static constexpr double ROWS = 1e9;
        const auto start = steady_clock::now();
        std::vector<ProgressReport> reports;
        const auto result =
            Net8Experiment(MakePlan("1000000000"), [&](const ProgressReport& report) {
                reports.push_back(report);
                // From the start, not from the report before: a machine that is busy elsewhere
                // may bring one late, and the next one in time.
                const auto elapsed = steady_clock::now() - start;
                NS_TEST_EXPECT_MSG_EQ((elapsed >= reports.size() * Net8Watch::INTERVAL),
                                      true,
                                      "not too often");
                return reports.size() < 3;
            }).Run();
        NS_TEST_EXPECT_MSG_EQ(result.stopped, true, "it was stopped");
        NS_TEST_ASSERT_MSG_EQ(reports.size(), 3, "and said nothing afterwards");
        for (std::size_t i = 1; i < reports.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_GT(reports[i].now, reports[i - 1].now, "time goes on");
            NS_TEST_EXPECT_MSG_GT(reports[i].events, reports[i - 1].events, "events");
            NS_TEST_EXPECT_MSG_GT(reports[i].share, reports[i - 1].share, "share");
        }
        uint64_t rows = 0;
        for (const auto& call : result.calls)
        {
            rows += call.rows;
        }
        NS_TEST_EXPECT_MSG_GT(rows, 0, "what it had is kept");
        // The scheduler looks when it has taken the next event, which still happens and may bring
        // an array.
        NS_TEST_EXPECT_MSG_EQ_TOL(reports.back().share,
                                  rows / ROWS,
                                  (ARRAY + 1) / ROWS,
                                  "share of the rows");
        NS_TEST_EXPECT_MSG_EQ(result.sessions.front().closed, false, "the session was under way");
    }
};

/**
 * @ingroup net8-test
 * Suite of the watch.
 */
class Net8WatchTestSuite : public TestSuite
{
  public:
    Net8WatchTestSuite()
        : TestSuite("net8-watch", Type::SYSTEM)
    {
        AddTestCase(new CensusTest, Duration::QUICK);
        AddTestCase(new IntervalTest, Duration::QUICK);
        AddTestCase(new UnchangedTest, Duration::QUICK);
        AddTestCase(new StopTest, Duration::QUICK);
    }
};

/// Registers the suite.
const Net8WatchTestSuite g_net8WatchTestSuite;

} // namespace
