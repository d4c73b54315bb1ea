// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The processor of a host: cancelled jobs, and a host that hangs, goes down and comes up again.
 */
#include "net8-host-cpu-case.h"

#include "ns3/net8-host-cpu.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/**
 * @ingroup net8-test
 * Cancelled jobs.
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
     * Cancel one of three jobs half way.
     */
    void GiveUpOne()
    {
        // Three jobs of 2 s on one core; after 3 s each has received 1 s. Without the second one
        // the others need 2 x 1 s more.
        CpuHost host(1);
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
        NS_TEST_EXPECT_MSG_EQ(host.ends[1], CpuHost::NEVER, "cancelled");
        NS_TEST_EXPECT_MSG_EQ(host.ends[2], Seconds(5), "third");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetBusyTime(), Seconds(5), "core time");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetJobs().cancelled, 1, "books");
        NS_TEST_EXPECT_MSG_EQ(host.GetImbalance(), 0, "books");
    }

    /**
     * Let three jobs end together, where the first callback cancels the second job and submits a
     * fourth.
     */
    void CancelInCallback()
    {
        CpuHost host(1);
        Net8HostCpu::JobId second = Net8HostCpu::NO_JOB;
        bool cancelled = false;
        Time third = CpuHost::NEVER;
        Time fourth = CpuHost::NEVER;
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
        CpuHost host(1);
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
 * A host that goes down and comes up again.
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
        CpuHost host(2);
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
            NS_TEST_EXPECT_MSG_EQ(host.ends[i], CpuHost::NEVER, "job " << i << " ended");
            NS_TEST_EXPECT_MSG_EQ(host.lost[i], Seconds(1), "job " << i << " lost");
        }
        NS_TEST_EXPECT_MSG_EQ(host.ids[3], Net8HostCpu::NO_JOB, "refused");
        NS_TEST_EXPECT_MSG_EQ(host.ends[3], CpuHost::NEVER, "refused");
        NS_TEST_EXPECT_MSG_EQ(host.lost[3], CpuHost::NEVER, "refused");
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
 * What a callback may do to the host that called it.
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
        CpuHost host(1);
        Time again = CpuHost::NEVER;
        int lost = 0;
        host.cpu->Submit(Seconds(1), [&host] { host.cpu->Fail(); });
        host.cpu->Submit(
            Seconds(1), // received all its work in the same instant, and is lost all the same
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
 * Faults of the host's processor.
 */
class Net8HostCpuFaultTestSuite : public TestSuite
{
  public:
    Net8HostCpuFaultTestSuite()
        : TestSuite("net8-host-cpu-fault", Type::UNIT)
    {
        AddTestCase(new CancelTest, Duration::QUICK);
        AddTestCase(new HangTest, Duration::QUICK);
        AddTestCase(new FailTest, Duration::QUICK);
        AddTestCase(new FailInCallbackTest, Duration::QUICK);
    }
};

const Net8HostCpuFaultTestSuite g_net8HostCpuFaultTestSuite; ///< Registers the suite.

} // namespace
