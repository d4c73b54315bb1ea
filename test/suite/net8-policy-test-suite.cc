// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What a listener decides by: its turn, rate limits, valid nodes, registered services.
 */
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-serial-process.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A serial process does jobs in turn and tells each at its end.
 */
class SerialOrderTestCase : public TestCase
{
  public:
    SerialOrderTestCase()
        : TestCase("a serial process does one job after the other, first come first served")
    {
    }

  private:
    void DoRun() override
    {
        auto process = CreateObject<Net8SerialProcess>();
        for (uint32_t work : {10, 20, 0, 5})
        {
            process->Submit(MilliSeconds(work),
                            [this] { m_ends.push_back(Simulator::Now().GetMilliSeconds()); });
        }
        NS_TEST_EXPECT_MSG_EQ(m_ends.size(), 0, "no end is told from inside Submit");
        NS_TEST_EXPECT_MSG_EQ(process->GetJobsPresent(), 4, "one under way, three wait");
        Simulator::Run();
        // Ends at 10, 10 + 20, 30 + 0 and 30 + 5 ms; waits 0 + 10 + 30 + 30 = 70 ms.
        const std::vector<int64_t> expected{10, 30, 30, 35};
        NS_TEST_EXPECT_MSG_EQ((m_ends == expected), true, "ends of the jobs");
        NS_TEST_EXPECT_MSG_EQ(process->GetWaitTime(), MilliSeconds(70), "time waited");
        NS_TEST_EXPECT_MSG_EQ(process->GetJobsDone(), 4, "all done");
        NS_TEST_EXPECT_MSG_EQ(process->GetJobsPresent(), 0, "none left");
        Simulator::Destroy();
    }

    std::vector<int64_t> m_ends; ///< Ends of the jobs, ms.
};

/**
 * @ingroup net8-test
 * Jobs can be given up, and a process can hang and end.
 */
class SerialCancelTestCase : public TestCase
{
  public:
    SerialCancelTestCase()
        : TestCase("a serial process gives jobs up, hangs, and forgets all it has")
    {
    }

  private:
    void DoRun() override
    {
        auto process = CreateObject<Net8SerialProcess>();
        const auto submit = [this, process](char name, uint32_t work) {
            return process->Submit(MilliSeconds(work), [this, name] {
                m_ends += name + std::to_string(Simulator::Now().GetMilliSeconds()) + " ";
            });
        };
        const auto first = submit('a', 100);
        const auto second = submit('b', 100);
        submit('c', 10);
        NS_TEST_EXPECT_MSG_EQ(process->Cancel(second), true, "b waits");
        NS_TEST_EXPECT_MSG_EQ(process->Cancel(second), false, "b is gone");
        Simulator::Schedule(MilliSeconds(40), [process, first] { process->Cancel(first); });
        // c runs from 40 to 50; d is held up from its arrival at 60 to 90, and runs to 95.
        Simulator::Schedule(MilliSeconds(55), [process] { process->SetHanging(true); });
        Simulator::Schedule(MilliSeconds(60), [submit] { submit('d', 5); });
        Simulator::Schedule(MilliSeconds(90), [process] { process->SetHanging(false); });
        Simulator::Schedule(MilliSeconds(100), [submit] { submit('e', 5); });
        Simulator::Schedule(MilliSeconds(102), [process] { process->Clear(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_ends, "c50 d95 ", "b and a are given up, e is forgotten");
        NS_TEST_EXPECT_MSG_EQ(process->GetJobsPresent(), 0, "none left");
        Simulator::Destroy();
    }

    std::string m_ends; ///< Jobs and their ends, ms.
};

/**
 * @ingroup net8-test
 * On a CPU that others use as well, a job takes longer.
 */
class SerialCpuTestCase : public TestCase
{
  public:
    SerialCpuTestCase()
        : TestCase("serial processes share the CPU of their host")
    {
    }

  private:
    void DoRun() override
    {
        auto cpu = CreateObject<Net8HostCpu>();
        for (uint32_t i = 0; i < 2; ++i)
        {
            auto process = CreateObject<Net8SerialProcess>();
            process->SetCpu(cpu);
            for (uint32_t job = 0; job < 2; ++job)
            {
                process->Submit(MilliSeconds(10),
                                [this] { m_ends.push_back(Simulator::Now().GetMilliSeconds()); });
            }
            m_processes.push_back(process);
        }
        Simulator::Run();
        // Two processes share one core: 20 ms for each of their two jobs.
        const std::vector<int64_t> expected{20, 20, 40, 40};
        NS_TEST_EXPECT_MSG_EQ((m_ends == expected), true, "ends of the jobs");
        NS_TEST_EXPECT_MSG_EQ(cpu->GetBusyTime(), MilliSeconds(40), "four jobs of 10 ms");
        m_processes.clear();
        Simulator::Destroy();
    }

    std::vector<int64_t> m_ends;                     ///< Ends of the jobs, ms.
    std::vector<Ptr<Net8SerialProcess>> m_processes; ///< The processes.
};

/**
 * @ingroup net8-test
 * All of the above.
 */
class Net8PolicyTestSuite : public TestSuite
{
  public:
    Net8PolicyTestSuite()
        : TestSuite("net8-policy", Type::UNIT)
    {
        AddTestCase(new SerialOrderTestCase, Duration::QUICK);
        AddTestCase(new SerialCancelTestCase, Duration::QUICK);
        AddTestCase(new SerialCpuTestCase, Duration::QUICK);
    }
};

Net8PolicyTestSuite g_policySuite; ///< Registers the suite.

} // namespace
