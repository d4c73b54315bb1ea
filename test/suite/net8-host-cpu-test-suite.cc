// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The processor of a host: shares worked out by hand, faults, books, and an independent sharing to
 * compare with.
 */
#include "ns3/double.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// An instant that none of the tests reaches: a job that did not end.
const Time NEVER = Time::Max();

/**
 * @ingroup net8-test
 * A processor, and when its jobs ended.
 */
class Host
{
  public:
    /**
     * @param cores number of cores
     */
    explicit Host(uint32_t cores)
    {
        cpu->SetAttribute("Cores", UintegerValue(cores));
    }

    ~Host()
    {
        Simulator::Destroy();
    }

    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    /**
     * @param at when the job comes
     * @param work its work
     * @return its place in ends, lost and ids
     */
    std::size_t Job(Time at, Time work)
    {
        const auto place = ends.size();
        ends.push_back(NEVER);
        lost.push_back(NEVER);
        ids.push_back(Net8HostCpu::NO_JOB);
        Simulator::Schedule(at, [this, place, work] {
            ids[place] = cpu->Submit(
                work,
                [this, place] {
                    ends[place] = Simulator::Now();
                    order.push_back(place);
                },
                [this, place] { lost[place] = Simulator::Now(); });
        });
        return place;
    }

    /**
     * @param at when
     * @param what to be done then
     */
    void At(Time at, std::function<void()> what)
    {
        Simulator::Schedule(at, [what = std::move(what)] { what(); });
    }

    /**
     * @return the books do not balance by so many jobs
     */
    uint64_t GetImbalance() const
    {
        const auto& jobs = cpu->GetJobs();
        return jobs.submitted - jobs.finished - jobs.cancelled - jobs.lost - cpu->GetRunQueue();
    }

    Ptr<Net8HostCpu> cpu{CreateObject<Net8HostCpu>()}; ///< The processor.
    std::vector<Time> ends;                            ///< When each job ended.
    std::vector<Time> lost;                            ///< When each job was lost.
    std::vector<Net8HostCpu::JobId> ids;               ///< Their numbers.
    std::vector<std::size_t> order;                    ///< Places in the order of the ends.
};

/**
 * @ingroup net8-test
 * As long as there is a core for each job, each runs as if alone.
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
        Host host(4);
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
     * @param cores number of cores, not more
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
        Host host(m_cores);
        const int64_t work = 100'000'003; // ns; prime, so that no division comes out even
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
 * Jobs that come one after the other, worked out by hand.
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
        // 0 to 2 s: A alone, 4 s left. 2 to 4 s: A and B at 1/2, 3 s and 1 s left. From 4 s on C
        // of 1 s at 1/3 each: B and C end after 3 s, at 7 s. A has 2 s left and ends at 9 s.
        Host host(1);
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
     * Three jobs on two cores: thirds, which binary fractions cannot hold, come out even.
     */
    void TwoCores()
    {
        // 0 to 1 s: A and B on a core each, 2 s left. From 1 s on 2/3 each: A and B end after 3 s,
        // at 4 s, when C has got 2 s of its 3 s. It goes on alone and ends at 5 s.
        Host host(2);
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
        Host host(1);
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
        NS_TEST_EXPECT_MSG_EQ(host.ends[3], NEVER, "endless work");
        NS_TEST_EXPECT_MSG_EQ(host.ends[4], Seconds(9), "beside endless work");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(2 + 16), "core time");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(20), "no event left");
    }

    /**
     * The end lies behind what ns-3's clock and 128 bits hold.
     */
    void Overflow()
    {
        // 1024 x (2^62 + 10^6) ns: 2^72 ns more than 1.024 s, and 2^72 x 2^56 = 2^128.
        Host host(1);
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
 * Jobs that are given up.
 */
class CancelTest : public TestCase
{
  public:
    CancelTest()
        : TestCase("a cancelled job is not called, and the others go faster")
    {
    }

  private:
    void DoRun() override
    {
        GiveUpOne();
        CancelInCallback();
    }

    /**
     * One of three jobs is given up half way.
     */
    void GiveUpOne()
    {
        // Three jobs of 2 s on one core; after 3 s each has got 1 s. Without the second one the
        // others need 2 x 1 s more.
        Host host(1);
        for (int i = 0; i < 3; ++i)
        {
            host.Job(Time(0), Seconds(2));
        }
        std::vector<bool> answers;
        host.At(Seconds(3), [&] {
            answers.push_back(host.cpu->Cancel(host.ids[1]));
            answers.push_back(host.cpu->Cancel(host.ids[1]));
            answers.push_back(host.cpu->Cancel(Net8HostCpu::NO_JOB));
            answers.push_back(host.cpu->Cancel(99));
        });
        host.At(Seconds(6), [&] { answers.push_back(host.cpu->Cancel(host.ids[0])); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((answers == std::vector<bool>{true, false, false, false, false}),
                              true,
                              "only a job that is present can be cancelled");
        NS_TEST_EXPECT_MSG_EQ(host.ends[0], Seconds(5), "first");
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], NEVER, "cancelled");
        NS_TEST_EXPECT_MSG_EQ(host.ends[2], Seconds(5), "third");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(5), "core time");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetJobs().cancelled, 1, "books");
        NS_TEST_EXPECT_MSG_EQ(host.GetImbalance(), 0, "books");
    }

    /**
     * Three jobs end together, and the first one's callback cancels the second and submits a
     * fourth.
     */
    void CancelInCallback()
    {
        Host host(1);
        Net8HostCpu::JobId second = Net8HostCpu::NO_JOB;
        bool cancelled = false;
        Time third = NEVER;
        Time fourth = NEVER;
        host.cpu->Submit(Seconds(1), [&] {
            cancelled = host.cpu->Cancel(second);
            host.cpu->Submit(Seconds(1), [&fourth] { fourth = Simulator::Now(); });
        });
        second = host.cpu->Submit(Seconds(1), [this] {
            NS_TEST_EXPECT_MSG_EQ(true, false, "called after it was cancelled");
        });
        host.cpu->Submit(Seconds(1), [&third] { third = Simulator::Now(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(cancelled, true, "not called yet");
        NS_TEST_EXPECT_MSG_EQ(third, Seconds(3), "3 x 1 s");
        NS_TEST_EXPECT_MSG_EQ(fourth, Seconds(4), "3 x 1 s, then 1 s");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetJobs().finished, 3, "books");
        NS_TEST_EXPECT_MSG_EQ(host.GetImbalance(), 0, "books");
    }
};

/**
 * @ingroup net8-test
 * A host that hangs.
 */
class HangTest : public TestCase
{
  public:
    HangTest()
        : TestCase("a host that hangs makes no progress and goes on where it was")
    {
    }

  private:
    void DoRun() override
    {
        // A of 4 s alone until 1 s. From 1 to 11 s nothing; B of 1 s comes at 5 s. From 11 s on
        // 1/2 each: B ends at 13 s, A then has 3 - 1 = 2 s left: 15 s.
        Host host(1);
        host.Job(Seconds(0), Seconds(4));
        host.Job(Seconds(5), Seconds(1));
        host.At(Seconds(1), [&host] { host.cpu->Hang(); });
        host.At(Seconds(6), [this, &host] {
            NS_TEST_EXPECT_MSG_EQ(host.cpu->GetRunQueue(), 2, "they wait");
            NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(1), "nothing moves");
            NS_TEST_EXPECT_MSG_EQ(host.cpu->GetWorkDone(), Seconds(1), "nothing is done");
            NS_TEST_EXPECT_MSG_EQ((host.cpu->GetState() == Net8HostCpu::State::HANGING),
                                  true,
                                  "state");
            host.cpu->Hang();
        });
        host.At(Seconds(11), [&host] { host.cpu->Resume(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[0], Seconds(15), "A");
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], Seconds(13), "B");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(5), "core time");
        NS_TEST_EXPECT_MSG_EQ((host.cpu->GetState() == Net8HostCpu::State::UP), true, "state");
    }
};

/**
 * @ingroup net8-test
 * A host that goes down and comes back.
 */
class FailTest : public TestCase
{
  public:
    FailTest()
        : TestCase("a host that goes down loses its jobs and refuses new ones until it is back")
    {
    }

  private:
    void DoRun() override
    {
        Host host(2);
        for (int i = 0; i < 3; ++i)
        {
            host.Job(Time(0), Seconds(4));
        }
        host.Job(Seconds(2), Seconds(1)); // while it is down
        host.Job(Seconds(5), Seconds(1));
        host.At(Seconds(1), [&host] { host.cpu->Fail(); });
        host.At(Seconds(3), [this, &host] {
            host.cpu->Hang();
            NS_TEST_EXPECT_MSG_EQ((host.cpu->GetState() == Net8HostCpu::State::DOWN),
                                  true,
                                  "what is down cannot hang");
            NS_TEST_EXPECT_MSG_EQ(host.cpu->GetRunQueue(), 0, "no job");
        });
        host.At(Seconds(4), [&host] { host.cpu->Resume(); });
        Simulator::Run();
        for (int i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(host.ends[i], NEVER, "job " << i << " ended");
            NS_TEST_EXPECT_MSG_EQ(host.lost[i], Seconds(1), "job " << i << " lost");
        }
        NS_TEST_EXPECT_MSG_EQ(host.ids[3], Net8HostCpu::NO_JOB, "refused");
        NS_TEST_EXPECT_MSG_EQ(host.ends[3], NEVER, "refused");
        NS_TEST_EXPECT_MSG_EQ(host.lost[3], NEVER, "refused");
        NS_TEST_EXPECT_MSG_EQ(host.ends[4], Seconds(6), "back");
        const auto& jobs = host.cpu->GetJobs();
        NS_TEST_EXPECT_MSG_EQ(jobs.lost, 3, "books");
        NS_TEST_EXPECT_MSG_EQ(jobs.refused, 1, "books");
        NS_TEST_EXPECT_MSG_EQ(jobs.submitted, 4, "books");
        NS_TEST_EXPECT_MSG_EQ(host.GetImbalance(), 0, "books");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(2 + 1), "2 cores for 1 s, then 1");
    }
};

/**
 * @ingroup net8-test
 * What a callback does to the host that called it.
 */
class FailInCallbackTest : public TestCase
{
  public:
    FailInCallbackTest()
        : TestCase("a callback may bring the host down, up and submit")
    {
    }

  private:
    void DoRun() override
    {
        Host host(1);
        Time again = NEVER;
        int lost = 0;
        host.cpu->Submit(Seconds(1), [&host] { host.cpu->Fail(); });
        host.cpu->Submit(
            Seconds(1), // has got its work in the same instant, and is lost all the same
            [this] { NS_TEST_EXPECT_MSG_EQ(true, false, "called by a host that is down"); },
            [&] {
                ++lost;
                host.cpu->Resume();
                host.cpu->Submit(Seconds(1), [&again] { again = Simulator::Now(); });
            });
        host.cpu->Submit(Seconds(9), Callback<void>(), [&lost] { ++lost; });
        host.cpu->Submit(Seconds(9), Callback<void>());
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(lost, 2, "lost jobs that want to be told");
        NS_TEST_EXPECT_MSG_EQ(again, Seconds(5), "4 x 1 s, then 1 s");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetJobs().lost, 3, "books");
        NS_TEST_EXPECT_MSG_EQ(host.GetImbalance(), 0, "books");
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
    static void SetCosts(const Host& host)
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
        Host host(2);
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
     * As many jobs as cores: nobody waits, nothing is switched.
     */
    void NoWaiting()
    {
        Host host(2);
        SetCosts(host);
        host.Job(Time(0), MilliSeconds(100));
        host.Job(Time(0), MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], MilliSeconds(100), "end");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetSwitchTime(), Time(0), "no switch");
    }

    /**
     * The law changes with the number of jobs, in the middle of a job.
     */
    void Growth()
    {
        // One core. A of 16 ms and B of 8 ms: s(2) = 1 ms x (1 + 1) = 2 ms, so 8 of 10 ms are
        // work, and each advances by 0.4. B ends at 8 / 0.4 = 20 ms; A has 8 ms left, alone, and
        // ends at 28 ms. Of 28 ms 24 were work.
        Host host(1);
        SetCosts(host);
        host.Job(Time(0), MilliSeconds(16));
        host.Job(Time(0), MilliSeconds(8));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(host.ends[0], MilliSeconds(28), "A");
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], MilliSeconds(20), "B");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetSwitchTime(), MilliSeconds(4), "switches");
    }

    /**
     * Growth without measure ends at 2^40 ns a switch.
     */
    void Thrashing()
    {
        // 1 s x (1 + 1000 x 1000) is more than 2^40 ns; 1001 x 1 s x (10^9 + 2^40) / 10^9.
        Host host(1);
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
 * What the trace sources tell.
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
        Host host(2);
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
     * @param jobs number of jobs that come within a second
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
        Host host(1);
        for (uint32_t i = 0; i < m_jobs; ++i)
        {
            host.Job(NanoSeconds(i * (1'000'000'000LL / m_jobs)), MilliSeconds(2));
        }
        uint32_t longest = 0;
        host.At(Seconds(1), [&] { longest = host.cpu->GetRunQueue(); });
        Simulator::Run();
        // The core is never idle before the last job ends; equal jobs end in the order in which
        // they came.
        NS_TEST_EXPECT_MSG_EQ(host.ends.back(), MilliSeconds(2 * m_jobs), "n w");
        NS_TEST_EXPECT_MSG_EQ(std::ranges::is_sorted(host.order), true, "order");
        NS_TEST_EXPECT_MSG_EQ(host.order.size(), m_jobs, "ends");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), MilliSeconds(2 * m_jobs), "core time");
        NS_TEST_EXPECT_MSG_GT(longest, m_jobs / 2, "half of them at least wait at 1 s");
        // Beside those of this test, which are one a job and one more.
        const auto events = Simulator::GetEventCount() - m_jobs - 1;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(events, 2 * static_cast<uint64_t>(m_jobs), "events");
    }

    uint32_t m_jobs; ///< Number of jobs.
};

/**
 * @ingroup net8-test
 * Random jobs against a sharing written down in the plainest way: all jobs are looked at at each
 * change.
 */
class PlainSharingTest : public TestCase
{
  public:
    PlainSharingTest()
        : TestCase("random jobs, cancellations and hangs agree with a plain sharing to 1 ns")
    {
    }

  private:
    /// A job of the plain sharing; times in ns.
    struct PlainJob
    {
        double start{0};                                        ///< When it comes.
        double left{0};                                         ///< Work left.
        double cancel{std::numeric_limits<double>::infinity()}; ///< When it is given up.
        double end{std::numeric_limits<double>::infinity()};    ///< When it ended.
    };

    /// A time in which nothing runs, ns.
    struct Pause
    {
        double from{0};  ///< Begin.
        double until{0}; ///< End.
    };

    /**
     * @param job a job
     * @param now an instant
     * @return whether it is present just after it
     */
    static bool IsPresent(const PlainJob& job, double now)
    {
        return job.start <= now && now < job.cancel && std::isinf(job.end);
    }

    /**
     * @param jobs jobs
     * @param pause when the host hangs
     * @param now an instant
     * @return the next instant at which a job comes or is cancelled or the host hangs or goes on
     */
    static double GetNextChange(const std::vector<PlainJob>& jobs, const Pause& pause, double now)
    {
        double next = std::numeric_limits<double>::infinity();
        const auto consider = [&](double at) { next = at > now ? std::min(next, at) : next; };
        consider(pause.from);
        consider(pause.until);
        for (const auto& job : jobs)
        {
            consider(job.start);
            consider(job.cancel);
        }
        return next;
    }

    /**
     * @param jobs jobs, whose ends are filled in
     * @param cores number of cores
     * @param pause when the host hangs
     */
    static void Share(std::vector<PlainJob>& jobs, uint32_t cores, const Pause& pause)
    {
        for (double now = 0; !std::isinf(now);)
        {
            std::vector<PlainJob*> present;
            for (auto& job : jobs)
            {
                if (IsPresent(job, now))
                {
                    present.push_back(&job);
                }
            }
            const bool hangs = pause.from <= now && now < pause.until;
            const double rate =
                hangs || present.empty() ? 0 : std::min(1.0, 1.0 * cores / present.size());
            double next = GetNextChange(jobs, pause, now);
            PlainJob* first = nullptr;
            for (auto* job : present)
            {
                if (rate > 0 && now + job->left / rate <= next)
                {
                    next = now + job->left / rate;
                    first = job;
                }
            }
            for (auto* job : present)
            {
                job->left -= rate > 0 ? (next - now) * rate : 0;
            }
            if (first)
            {
                first->end = next;
            }
            now = next;
        }
    }

    /**
     * @param random where numbers come from
     * @return jobs that fill two cores or so for a second
     */
    static std::vector<PlainJob> MakeJobs(const Ptr<UniformRandomVariable>& random)
    {
        std::vector<PlainJob> jobs(random->GetInteger(1, 40));
        for (auto& job : jobs)
        {
            job.start = random->GetInteger(0, 1'000'000'000);
            job.left = random->GetInteger(1, 100'000'000);
            if (random->GetInteger(0, 4) == 0)
            {
                job.cancel = job.start + random->GetInteger(1, 200'000'000);
            }
        }
        return jobs;
    }

    /**
     * @param time ns
     * @return it
     */
    static Time Ns(double time)
    {
        return NanoSeconds(static_cast<int64_t>(time));
    }

    /**
     * @param random where numbers come from
     */
    void Compare(const Ptr<UniformRandomVariable>& random)
    {
        auto jobs = MakeJobs(random);
        const uint32_t cores = random->GetInteger(1, 4);
        const Pause pause{5e8, 5e8 + random->GetInteger(1, 300'000'000)};
        Host host(cores);
        for (const auto& job : jobs)
        {
            const auto place = host.Job(Ns(job.start), Ns(job.left));
            if (!std::isinf(job.cancel))
            {
                host.At(Ns(job.cancel), [&host, place] { host.cpu->Cancel(host.ids[place]); });
            }
        }
        host.At(Ns(pause.from), [&host] { host.cpu->Hang(); });
        host.At(Ns(pause.until), [&host] { host.cpu->Resume(); });
        Simulator::Run();

        Share(jobs, cores, pause);
        for (std::size_t i = 0; i < jobs.size(); ++i)
        {
            const bool ends = !std::isinf(jobs[i].end);
            NS_TEST_ASSERT_MSG_EQ((host.ends[i] < NEVER), ends, "whether job " << i << " ends");
            if (ends)
            {
                // At the end of the nanosecond; doubles are good for 1e-6 ns here.
                const double late = host.ends[i].GetNanoSeconds() - jobs[i].end;
                NS_TEST_EXPECT_MSG_GT(late, -1e-3, "job " << i << " early, ns");
                NS_TEST_EXPECT_MSG_LT(late, 1 + 1e-3, "job " << i << " late, ns");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(host.GetImbalance(), 0, "books");
    }

    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        for (int i = 0; i < 300; ++i)
        {
            Compare(random);
        }
    }
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
        AddTestCase(new CancelTest, Duration::QUICK);
        AddTestCase(new HangTest, Duration::QUICK);
        AddTestCase(new FailTest, Duration::QUICK);
        AddTestCase(new FailInCallbackTest, Duration::QUICK);
        AddTestCase(new SwitchTest, Duration::QUICK);
        AddTestCase(new TraceTest, Duration::QUICK);
        AddTestCase(new BurstTest(1000), Duration::QUICK);
        AddTestCase(new BurstTest(100000), Duration::QUICK);
        AddTestCase(new PlainSharingTest, Duration::QUICK);
    }
};

Net8HostCpuTestSuite g_net8HostCpuTestSuite; ///< Registers the suite.

} // namespace
