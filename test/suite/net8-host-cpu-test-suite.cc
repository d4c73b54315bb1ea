// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The processor of a host: shares computed by hand, switches between jobs, traces and events.
 */
#include "net8-host-cpu-case.h"

#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/**
 * @ingroup net8-test
 * While there is a core for each job, each runs as if alone.
 */
class OwnCoreTest : public TestCase
{
  public:
    OwnCoreTest()
        : TestCase("no more jobs than cores: each gets a full core")
    {
    }

  private:
    void DoRun() override
    {
        CpuHost host(4);
        const std::vector<Time> starts{NanoSeconds(0), NanoSeconds(5), NanoSeconds(7), Seconds(1)};
        const std::vector<Time> works{Seconds(2), NanoSeconds(1), Seconds(3), MilliSeconds(3)};
        for (std::size_t i = 0; i < starts.size(); ++i)
        {
            host.Job(starts[i], works[i]);
        }
        Simulator::Run();
        for (std::size_t i = 0; i < starts.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(host.ends[i], starts[i] + works[i], "job " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(),
                              Seconds(5) + MilliSeconds(3) + NanoSeconds(1),
                              "core time");
        NS_TEST_EXPECT_MSG_EQ(host.GetImbalance(), 0, "books");
    }
};

/**
 * @ingroup net8-test
 * A sudden batch of equal jobs.
 */
class BatchTest : public TestCase
{
  public:
    /**
     * @param jobs number of jobs
     * @param cores number of cores, not more than jobs
     */
    BatchTest(uint32_t jobs, uint32_t cores)
        : TestCase(std::to_string(jobs) + " equal jobs at once on " + std::to_string(cores) +
                   " cores end together"),
          m_jobs(jobs),
          m_cores(cores)
    {
    }

  private:
    void DoRun() override
    {
        CpuHost host(m_cores);
        const int64_t work = 100'000'003; // ns; prime, so that no division is exact
        for (uint32_t i = 0; i < m_jobs; ++i)
        {
            host.Job(Time(0), NanoSeconds(work));
        }
        Simulator::Run();
        // n w / c, at the end of its nanosecond.
        const Time end = NanoSeconds((m_jobs * work + m_cores - 1) / m_cores);
        for (uint32_t i = 0; i < m_jobs; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(host.ends[i], end, "job " << i);
            NS_TEST_ASSERT_MSG_EQ(host.order[i], i, "order");
        }
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), NanoSeconds(m_jobs * work), "core time");
    }

    uint32_t m_jobs;  ///< Number of jobs.
    uint32_t m_cores; ///< Number of cores.
};

/**
 * @ingroup net8-test
 * Jobs that arrive one after the other, computed by hand.
 */
class StaggeredTest : public TestCase
{
  public:
    StaggeredTest()
        : TestCase("staggered jobs end when hand arithmetic says")
    {
    }

  private:
    void DoRun() override
    {
        OneCore();
        TwoCores();
    }

    /**
     * Three jobs on one core.
     */
    void OneCore()
    {
        // 0 to 2 s: A alone, 4 s left. 2 to 4 s: A and B at 1/2, 3 s and 1 s left. From 4 s on C of
        // 1 s at 1/3 each: B and C end after 3 s, at 7 s. A has 2 s left and ends at 9 s.
        CpuHost host(1);
        host.Job(Seconds(0), Seconds(6));
        host.Job(Seconds(2), Seconds(2));
        host.Job(Seconds(4), Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[0], Seconds(9), "A");
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], Seconds(7), "B");
        NS_TEST_EXPECT_MSG_EQ(host.ends[2], Seconds(7), "C");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(9), "core time");
    }

    /**
     * Three jobs on two cores: thirds, which binary fractions cannot represent, are exact.
     */
    void TwoCores()
    {
        // 0 to 1 s: A and B on a core each, 2 s left. From 1 s on 2/3 each: A and B end after 3 s,
        // at 4 s, when C has received 2 s of its 3 s. It continues alone and ends at 5 s.
        CpuHost host(2);
        host.Job(Seconds(0), Seconds(3));
        host.Job(Seconds(0), Seconds(3));
        host.Job(Seconds(1), Seconds(3));
        host.At(Seconds(3), [this, &host] {
            NS_TEST_EXPECT_MSG_EQ(host.cpu->GetRunQueue(), 3, "jobs present");
            NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(6), "2 cores for 3 s");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[0], Seconds(4), "A");
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], Seconds(4), "B");
        NS_TEST_EXPECT_MSG_EQ(host.ends[2], Seconds(5), "C");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(9), "core time");
    }
};

/**
 * @ingroup net8-test
 * Cores of another speed, and jobs without work or without end.
 */
class WorkTest : public TestCase
{
  public:
    WorkTest()
        : TestCase("speed divides work; no work ends at once, endless work never")
    {
    }

  private:
    void DoRun() override
    {
        Speed();
        Overflow();
    }

    /**
     * Work on a core of 2.5 times the speed.
     */
    void Speed()
    {
        CpuHost host(1);
        host.cpu->SetAttribute("Speed", DoubleValue(2.5));
        host.Job(Seconds(0), Seconds(5)); // 5 s / 2.5
        host.Job(Seconds(3), Seconds(0));
        host.Job(Seconds(3), Seconds(-1));
        host.Job(Seconds(4), Time::Max());
        host.Job(Seconds(5), Seconds(5)); // half of a core of 2.5: 4 s
        host.At(Seconds(20), [&host] { host.cpu->Cancel(host.ids[3]); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[0], Seconds(2), "speed");
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], Seconds(3), "no work");
        NS_TEST_EXPECT_MSG_EQ(host.ends[2], Seconds(3), "negative work");
        NS_TEST_EXPECT_MSG_EQ(host.ends[3], CpuHost::NEVER, "endless work");
        NS_TEST_EXPECT_MSG_EQ(host.ends[4], Seconds(9), "beside endless work");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(2 + 16), "core time");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(20), "no event left");
    }

    /**
     * The end is beyond the range of ns-3's clock and of 128 bits.
     */
    void Overflow()
    {
        // 1024 x (2^62 + 10^6) ns: 2^72 ns more than 1.024 s, and 2^72 x 2^56 = 2^128.
        CpuHost host(1);
        for (int i = 0; i < 1024; ++i)
        {
            host.Job(Time(0), NanoSeconds((int64_t{1} << 62) + 1'000'000));
        }
        host.At(Seconds(5), [this, &host] {
            NS_TEST_EXPECT_MSG_EQ(host.cpu->GetRunQueue(), 1024, "none ended");
            host.cpu->Fail();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.order.size(), 0, "none ended");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(5), "core time");
    }
};

/**
 * @ingroup net8-test
 * Switches between jobs take time.
 */
class SwitchTest : public TestCase
{
  public:
    SwitchTest()
        : TestCase("context switches slow jobs down by the documented law")
    {
    }

  private:
    /**
     * @param host a host
     */
    static void SetCosts(const CpuHost& host)
    {
        host.cpu->SetAttribute("Quantum", TimeValue(MilliSeconds(8)));
        host.cpu->SetAttribute("ContextSwitchCost", TimeValue(MilliSeconds(1)));
        host.cpu->SetAttribute("ContextSwitchGrowth", DoubleValue(1));
    }

    void DoRun() override
    {
        Batch();
        NoWaiting();
        Growth();
        Thrashing();
    }

    /**
     * Four jobs on two cores: s = 1 ms x (1 + (4 - 2) / 2) = 2 ms, so 8 of 10 ms are work.
     */
    void Batch()
    {
        CpuHost host(2);
        SetCosts(host);
        for (int i = 0; i < 4; ++i)
        {
            host.Job(Time(0), MilliSeconds(100));
        }
        Simulator::Run();
        // 4 x 100 ms / (2 x 0.8)
        for (const auto& end : host.ends)
        {
            NS_TEST_EXPECT_MSG_EQ(end, MilliSeconds(250), "end");
        }
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), MilliSeconds(500), "2 cores for 250 ms");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetWorkDone(), MilliSeconds(400), "4 x 100 ms");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetSwitchTime(), MilliSeconds(100), "the rest");
    }

    /**
     * As many jobs as cores: none waits, and there are no switches.
     */
    void NoWaiting()
    {
        CpuHost host(2);
        SetCosts(host);
        host.Job(Time(0), MilliSeconds(100));
        host.Job(Time(0), MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], MilliSeconds(100), "end");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetSwitchTime(), Time(0), "no switch");
    }

    /**
     * The rate changes with the number of jobs, in the middle of a job.
     */
    void Growth()
    {
        // One core. A of 16 ms and B of 8 ms: s(2) = 1 ms x (1 + 1) = 2 ms, so 8 of 10 ms are
        // work, and each advances by 0.4. B ends at 8 / 0.4 = 20 ms; A has 8 ms left, alone, and
        // ends at 28 ms. Of 28 ms 24 were work.
        CpuHost host(1);
        SetCosts(host);
        host.Job(Time(0), MilliSeconds(16));
        host.Job(Time(0), MilliSeconds(8));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[0], MilliSeconds(28), "A");
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], MilliSeconds(20), "B");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetSwitchTime(), MilliSeconds(4), "switches");
    }

    /**
     * Unlimited growth ends at 2^40 ns per switch.
     */
    void Thrashing()
    {
        // 1 s x (1 + 1000 x 1000) is more than 2^40 ns; 1001 x 1 s x (10^9 + 2^40) / 10^9.
        CpuHost host(1);
        host.cpu->SetAttribute("Quantum", TimeValue(Seconds(1)));
        host.cpu->SetAttribute("ContextSwitchCost", TimeValue(Seconds(1)));
        host.cpu->SetAttribute("ContextSwitchGrowth", DoubleValue(1000));
        for (int i = 0; i < 1001; ++i)
        {
            host.Job(Time(0), Seconds(1));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[1000],
                              NanoSeconds(1001 * (1'000'000'000 + (int64_t{1} << 40))),
                              "end");
    }
};

/**
 * @ingroup net8-test
 * Values of the trace sources.
 */
class TraceTest : public TestCase
{
  public:
    TraceTest()
        : TestCase("the trace sources follow the jobs")
    {
    }

  private:
    void DoRun() override
    {
        CpuHost host(2);
        std::vector<std::string> told;
        host.cpu->TraceConnectWithoutContext(
            "RunQueue",
            Callback<void, uint32_t, uint32_t>([&told](uint32_t, uint32_t now) {
                told.push_back("jobs " + std::to_string(now));
            }));
        host.cpu->TraceConnectWithoutContext(
            "Utilization",
            Callback<void, double, double>([&told](double, double now) {
                told.push_back("percent " + std::to_string(std::lround(100 * now)));
            }));
        host.Job(Seconds(0), Seconds(1)); // ends at 1 s
        host.Job(Seconds(2), Seconds(2)); // 2/3 each until 5 s
        host.Job(Seconds(2), Seconds(2));
        host.Job(Seconds(2), Seconds(2));
        Simulator::Run();
        const std::vector<std::string> expected{"jobs 1",
                                                "percent 50",
                                                "jobs 0",
                                                "percent 0",
                                                "jobs 1",
                                                "percent 50",
                                                "jobs 2",
                                                "percent 100",
                                                "jobs 3",
                                                "jobs 0",
                                                "percent 0"};
        NS_TEST_ASSERT_MSG_EQ(told.size(), expected.size(), "changes");
        for (std::size_t i = 0; i < told.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(told[i], expected[i], "change " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(host.ends[3], Seconds(5), "end");
    }
};

/**
 * @ingroup net8-test
 * Cost per job: events, and jobs in a burst.
 */
class BurstTest : public TestCase
{
  public:
    /**
     * @param jobs number of jobs that arrive within a second
     */
    explicit BurstTest(uint32_t jobs)
        : TestCase("a burst of " + std::to_string(jobs) +
                   " jobs within a second takes at most two events a job"),
          m_jobs(jobs)
    {
    }

  private:
    void DoRun() override
    {
        CpuHost host(1);
        for (uint32_t i = 0; i < m_jobs; ++i)
        {
            host.Job(NanoSeconds(i * (1'000'000'000LL / m_jobs)), MilliSeconds(2));
        }
        uint32_t longest = 0;
        host.At(Seconds(1), [&] { longest = host.cpu->GetRunQueue(); });
        Simulator::Run();
        // The core is never idle before the last job ends; equal jobs end in order of arrival.
        NS_TEST_EXPECT_MSG_EQ(host.ends.back(), MilliSeconds(2 * m_jobs), "n w");
        NS_TEST_EXPECT_MSG_EQ(std::ranges::is_sorted(host.order), true, "order");
        NS_TEST_EXPECT_MSG_EQ(host.order.size(), m_jobs, "ends");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), MilliSeconds(2 * m_jobs), "core time");
        NS_TEST_EXPECT_MSG_GT(longest, m_jobs / 2, "half of them at least wait at 1 s");
        // Not counting those of this test, which are one per job and one more.
        const auto events = Simulator::GetEventCount() - m_jobs - 1;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(events, 2 * static_cast<uint64_t>(m_jobs), "events");
    }

    uint32_t m_jobs; ///< Number of jobs.
};

/**
 * @ingroup net8-test
 * The suite of the host's processor.
 */
class Net8HostCpuTestSuite : public TestSuite
{
  public:
    Net8HostCpuTestSuite()
        : TestSuite("net8-host-cpu", Type::UNIT)
    {
        AddTestCase(new OwnCoreTest, Duration::QUICK);
        AddTestCase(new BatchTest(150, 2), Duration::QUICK); // E32's logons
        AddTestCase(new BatchTest(7, 3), Duration::QUICK);
        AddTestCase(new BatchTest(1000, 7), Duration::QUICK);
        AddTestCase(new StaggeredTest, Duration::QUICK);
        AddTestCase(new WorkTest, Duration::QUICK);
        AddTestCase(new SwitchTest, Duration::QUICK);
        AddTestCase(new TraceTest, Duration::QUICK);
        AddTestCase(new BurstTest(1000), Duration::QUICK);
        AddTestCase(new BurstTest(100000), Duration::QUICK);
    }
};

const Net8HostCpuTestSuite g_net8HostCpuTestSuite; ///< Registers the suite.

} // namespace
