// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Shared servers and dispatchers, compared with closed forms of queueing theory and with courses
 * computed by hand.
 */
#include "net8-queueing-case.h"

#include "ns3/net8-dispatcher.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-shared-servers.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * M/M/c, the eye clinic of Gross and Harris: section 11.1 of the analytic models.
 */
class ErlangCTestCase : public ReplicationTestCase
{
  public:
    ErlangCTestCase()
        : ReplicationTestCase("shared servers with a fixed number wait as Erlang C says, 0.1481 h")
    {
    }

  private:
    void SetUp() override
    {
        m_servers = CreateObject<Net8SharedServers>();
        m_servers->SetAttribute("SharedServers", UintegerValue(3));
        m_servers->SetAttribute("MaxSharedServers", UintegerValue(3));
        m_sum = 0;
        m_count = 0;
        m_servers->TraceConnectWithoutContext("RequestDone",
                                              MakeCallback(&ErlangCTestCase::HandleDone, this));
    }

    void Arrive(Time service) override
    {
        m_servers->Submit(Time(), service, [] {});
    }

    /**
     * @param wait time in the queue
     */
    void HandleDone(Time wait, Time /* service */)
    {
        if (IsWarm())
        {
            m_sum += wait.GetHours();
            ++m_count;
        }
    }

    double TearDown() override
    {
        return m_sum / m_count;
    }

    void DoRun() override
    {
        // lambda = 6/h, s = 20 min, c = 3: A = 2, C = 0.4444, Wq = C s / (c (1 - 2/3)) = 0.1481 h.
        const double wait = ErlangC(3, 2) * (1.0 / 3) / (3 * (1 - 2.0 / 3));
        NS_TEST_EXPECT_MSG_EQ_TOL(ErlangC(3, 2), 0.4444, 0.00005, "the published C");
        NS_TEST_EXPECT_MSG_EQ_TOL(wait, 0.1481, 0.00005, "the published Wq");
        Check(Minutes(10), Minutes(20), wait, "Wq in hours");
    }

    Ptr<Net8SharedServers> m_servers; ///< The servers.
    double m_sum{0};                  ///< Time waited, h.
    uint64_t m_count{0};              ///< Requests counted.
};

/**
 * @ingroup net8-test
 * Shared servers are added and ended, one at each review of the queue.
 */
class SharedGrowthTestCase : public CourseTestCase
{
  public:
    SharedGrowthTestCase()
        : CourseTestCase("shared servers grow while calls wait and end when idle")
    {
    }

  private:
    void DoRun() override
    {
        auto servers = CreateObject<Net8SharedServers>();
        servers->SetAttribute("SharedServers", UintegerValue(1));
        servers->SetAttribute("MaxSharedServers", UintegerValue(3));
        servers->SetAttribute("GrowthInterval", TimeValue(Seconds(3)));
        for (const char* call : {"a", "b", "c", "d", "e"})
        {
            servers->Submit(Seconds(4), Seconds(6), MakeNote(call));
        }
        for (const uint32_t second : {1, 4, 7, 20, 22, 25, 100})
        {
            Simulator::Schedule(Seconds(second), [this, servers] {
                Note("n" + std::to_string(servers->GetServers()));
            });
        }
        Simulator::Run();
        // Ten seconds per call. One more server at 3 and at 6, which makes three: a from 0, b from
        // 3, c from 6; d when a is done, e when b is. Idle since 16: ends at 21; since 20: at 24.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(),
                              "n1@1 n2@4 n3@7 a@10 b@13 c@16 n3@20 d@20 n2@22 e@23 n1@25 n1@100 ",
                              "ends of calls and numbers of servers");
        const auto& counters = servers->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.created, 2, "two more");
        NS_TEST_EXPECT_MSG_EQ(counters.ended, 2, "two less");
        NS_TEST_EXPECT_MSG_EQ(counters.waits, 4, "all but a");
        NS_TEST_EXPECT_MSG_EQ(counters.longestQueue, 4, "all but a");
        NS_TEST_EXPECT_MSG_EQ(counters.waitTime, Seconds(0 + 3 + 6 + 10 + 13), "time waited");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Without an interval a server is added at once, as far as the gate allows.
 */
class SharedGateTestCase : public CourseTestCase
{
  public:
    SharedGateTestCase()
        : CourseTestCase("shared servers grow at once without an interval, if the host has room")
    {
    }

  private:
    void DoRun() override
    {
        auto servers = CreateObject<Net8SharedServers>();
        servers->SetAttribute("GrowthInterval", TimeValue(Time()));
        servers->SetAttribute("SpawnTime", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        uint32_t room = 1;
        servers->SetGate([&room] { return room-- > 0; });
        for (const char* call : {"a", "b", "c"})
        {
            servers->Submit(Time(), Seconds(4), MakeNote(call));
        }
        NS_TEST_EXPECT_MSG_EQ(servers->GetServers(), 2, "one is there, one on its way");
        NS_TEST_EXPECT_MSG_EQ(servers->GetWaiting(), 2, "b and c wait");
        Simulator::Run();
        // The second server exists at 1 s; for a third one there is no room.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "a@4 b@5 c@8 ", "ends of calls");
        NS_TEST_EXPECT_MSG_EQ(servers->GetCounters().gateRefusals, 1, "no room for a third one");

        auto others = CreateObject<Net8SharedServers>();
        others->SetAttribute("GrowthInterval", TimeValue(Time()));
        others->SetAttribute("SpawnTime", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        others->Submit(Time(), Seconds(4), [] {});
        others->Cancel(others->Submit(Time(), Seconds(4), [] {}));
        others->Submit(Time(), Seconds(4), [] {});
        NS_TEST_EXPECT_MSG_EQ(others->GetServers(), 2, "the one on its way will do");
        others->Clear();
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Calls can be cancelled at any stage, and work shares the CPU.
 */
class SharedCancelTestCase : public CourseTestCase
{
  public:
    SharedCancelTestCase()
        : CourseTestCase("calls of shared servers share the CPU, and can be given up")
    {
    }

  private:
    void DoRun() override
    {
        auto cpu = CreateObject<Net8HostCpu>();
        auto servers = CreateObject<Net8SharedServers>();
        servers->SetCpu(cpu);
        servers->SetAttribute("SharedServers", UintegerValue(2));
        servers->SetAttribute("MaxSharedServers", UintegerValue(2));
        const auto submit = [this, servers](const std::string& call, uint32_t wait) {
            return servers->Submit(Seconds(wait), Seconds(10), MakeNote(call));
        };
        // a and b wait 5 s in parallel, then share the core: 10 s of work each by 25 s.
        const auto a = submit("a", 5);
        submit("b", 5);
        const auto c = submit("c", 0);
        const auto d = submit("d", 0);
        NS_TEST_EXPECT_MSG_EQ(servers->Cancel(c), true, "c waits");
        NS_TEST_EXPECT_MSG_EQ(servers->Cancel(c), false, "c is gone");
        // d begins at 25 s; e takes the other server, waits 8 s and is cancelled at 30 s.
        const auto e = submit("e", 8);
        Simulator::Schedule(Seconds(30), [servers, e] { servers->Cancel(e); });
        // d has the core for itself all the time.
        Simulator::Schedule(Seconds(40), [this, servers, a, d] {
            Note(servers->Cancel(a) || servers->Cancel(d) ? "left" : "none");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "a@25 b@25 d@35 none@40 ", "ends of calls");
        const auto& counters = servers->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.done + counters.cancelled, counters.requests, "books");
        NS_TEST_EXPECT_MSG_EQ(cpu->GetBusyTime(), Seconds(30), "work of a, b and d");
        NS_TEST_EXPECT_MSG_EQ(servers->GetBusy(), 0, "none is busy");
        cpu->Dispose();
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A call through a dispatcher: read, queue, server, write.
 */
class DispatcherCourseTestCase : public CourseTestCase
{
  public:
    DispatcherCourseTestCase()
        : CourseTestCase("a dispatcher reads calls and writes replies one after the other")
    {
    }

  private:
    void DoRun() override
    {
        auto servers = CreateObject<Net8SharedServers>();
        servers->SetAttribute("SharedServers", UintegerValue(2));
        servers->SetAttribute("MaxSharedServers", UintegerValue(2));
        auto dispatcher = CreateObject<Net8Dispatcher>();
        dispatcher->SetAttribute("ReadTime",
                                 StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        dispatcher->SetAttribute("WriteTime",
                                 StringValue("ns3::ConstantRandomVariable[Constant=2]"));
        dispatcher->SetServers(servers);
        for (const char* call : {"a", "b", "c"})
        {
            dispatcher->Run(Seconds(7), Seconds(3), MakeNote(call));
        }
        const auto given = dispatcher->Run(Time(), Seconds(1), MakeNote("d"));
        Simulator::Schedule(Seconds(5), [this, dispatcher, given] {
            Note(dispatcher->Cancel(given) ? "given-up" : "over");
        });
        Simulator::Run();
        // Read by 1, 2, 3 and 4. Servers: a to 11, b to 12, c from 11 to 21. Writes: a 11 to 13, b
        // 13 to 15, c 21 to 23. d is in the common queue when it is cancelled.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "given-up@5 a@13 b@15 c@23 ", "replies");
        NS_TEST_EXPECT_MSG_EQ(dispatcher->GetCalls(), 0, "none is left");
        // b's reply waits 1 s; reads wait 0 + 1 + 2 + 3 s.
        NS_TEST_EXPECT_MSG_EQ(dispatcher->GetProcess()->GetWaitTime(), Seconds(7), "waits");
        dispatcher->Run(Seconds(7), Seconds(3), MakeNote("e"));
        dispatcher->Dispose();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "given-up@5 a@13 b@15 c@23 ", "e is forgotten");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Suite of servers that sessions share per call.
 */
class Net8SharedServersTestSuite : public TestSuite
{
  public:
    Net8SharedServersTestSuite()
        : TestSuite("net8-shared-servers", Type::UNIT)
    {
        AddTestCase(new ErlangCTestCase, Duration::EXTENSIVE);
        AddTestCase(new SharedGrowthTestCase, Duration::QUICK);
        AddTestCase(new SharedGateTestCase, Duration::QUICK);
        AddTestCase(new SharedCancelTestCase, Duration::QUICK);
        AddTestCase(new DispatcherCourseTestCase, Duration::QUICK);
    }
};

const Net8SharedServersTestSuite g_net8SharedServersTestSuite; ///< Registers the suite.

} // namespace
