// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The processor of a host, compared with an independent implementation of sharing.
 */
#include "net8-host-cpu-case.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/**
 * @ingroup net8-test
 * Random jobs, compared with the simplest implementation of sharing, which looks at all jobs at
 * each change.
 */
class PlainSharingTest : public TestCase
{
  public:
    PlainSharingTest()
        : TestCase("random jobs, cancellations and hangs agree with a plain sharing to 1 ns")
    {
    }

  private:
    /// A job of the simple implementation; times in ns.
    struct PlainJob
    {
        double start{0};                                        ///< Arrival.
        double left{0};                                         ///< Work left.
        double cancel{std::numeric_limits<double>::infinity()}; ///< When it is cancelled.
        double end{std::numeric_limits<double>::infinity()};    ///< When it ended.
    };

    /// A pause during which nothing runs, ns.
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
     * @return the next instant at which a job arrives or is cancelled, or the host hangs or
     * continues
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
     * @param jobs jobs, whose ends are set
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
     * @param random source of random numbers
     * @return jobs that occupy about two cores for a second
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
     * @param time time, ns
     * @return the same as a Time
     */
    static Time Ns(double time)
    {
        return NanoSeconds(static_cast<int64_t>(time));
    }

    /**
     * @param random source of random numbers
     */
    void Compare(const Ptr<UniformRandomVariable>& random)
    {
        auto jobs = MakeJobs(random);
        const uint32_t cores = random->GetInteger(1, 4);
        const Pause pause{5e8, 5e8 + random->GetInteger(1, 300'000'000)};
        CpuHost host(cores);
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
            NS_TEST_ASSERT_MSG_EQ((host.ends[i] < CpuHost::NEVER),
                                  ends,
                                  "whether job " << i << " ends");
            if (ends)
            {
                // At the end of the nanosecond; doubles are accurate to 1e-6 ns here.
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
 * The host's processor against a plain sharing.
 */
class Net8HostCpuSharingTestSuite : public TestSuite
{
  public:
    Net8HostCpuSharingTestSuite()
        : TestSuite("net8-host-cpu-sharing", Type::UNIT)
    {
        AddTestCase(new PlainSharingTest, Duration::QUICK);
    }
};

const Net8HostCpuSharingTestSuite g_net8HostCpuSharingTestSuite; ///< Registers the suite.

} // namespace
