// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The basis of a listener's decisions: its queue of jobs, and the services registered with it.
 */
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-serial-process.h"
#include "ns3/net8-service-registry.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A serial process does jobs in order and signals the end of each.
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
 * Jobs can be cancelled, and a process can hang and end.
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
        // c runs from 40 to 50; d is delayed from its arrival at 60 to 90, and runs to 95.
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
 * A process that hangs in the middle of a job.
 */
class SerialHangTestCase : public TestCase
{
  public:
    /**
     * @param cpu whether jobs run on a CPU, which another job shares
     */
    explicit SerialHangTestCase(bool cpu)
        : TestCase(cpu ? "a job on a CPU is left where it is while its process hangs"
                       : "a job is left where it is while its process hangs"),
          m_cpu(cpu)
    {
    }

  private:
    void DoRun() override
    {
        auto process = CreateObject<Net8SerialProcess>();
        auto cpu = m_cpu ? CreateObject<Net8HostCpu>() : nullptr;
        process->SetCpu(cpu);
        const auto end = [this](char name) {
            return [this, name] {
                m_ends += name + std::to_string(Simulator::Now().GetMilliSeconds()) + " ";
            };
        };
        process->Submit(MilliSeconds(20), end('a'));
        process->Submit(MilliSeconds(5), end('b'));
        if (m_cpu)
        {
            cpu->Submit(MilliSeconds(20), [end] { end('x')(); });
        }
        Simulator::Schedule(MilliSeconds(10), [process] { process->SetHanging(true); });
        Simulator::Schedule(MilliSeconds(100), [process] { process->SetHanging(false); });
        Simulator::Run();
        // Alone, a has 10 ms left of 20 when it continues at 100. On the CPU both have received 5
        // ms at 10; x has it alone from then on, for 15 ms, and a has 15 ms left.
        NS_TEST_EXPECT_MSG_EQ(m_ends, (m_cpu ? "x25 a115 b120 " : "a110 b115 "), "ends");
        Simulator::Destroy();
    }

    bool m_cpu;         ///< Whether jobs run on a CPU.
    std::string m_ends; ///< Jobs and their ends, ms.
};

/**
 * @ingroup net8-test
 * On a CPU shared with others, a job takes longer.
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
        cpu->Dispose();
        Simulator::Destroy();
    }

    std::vector<int64_t> m_ends;                     ///< Ends of the jobs, ms.
    std::vector<Ptr<Net8SerialProcess>> m_processes; ///< The processes.
};

/**
 * @ingroup net8-test
 * @param name name of a handler
 * @param type its type
 * @param limit most sessions that it accepts
 * @param sessions sessions that it has
 * @return the handler
 */
RegisteredHandler
MakeHandler(const std::string& name, HandlerType type, uint64_t limit, uint64_t sessions)
{
    return {.name = name, .type = type, .limit = limit, .sessions = sessions};
}

/**
 * @ingroup net8-test
 * @param instance name of an instance
 * @param handlers its handlers
 * @param goal how to choose among instances of its service
 * @return its registration for the service "sales"
 */
ServiceRegistration
MakeRegistration(const std::string& instance,
                 std::vector<RegisteredHandler> handlers,
                 BalanceGoal goal = BalanceGoal::LONG)
{
    return {.instance = instance,
            .node = instance + "-host",
            .services = {{.name = "sales", .goal = goal}},
            .handlers = std::move(handlers)};
}

/**
 * @ingroup net8-test
 * Request handlers until the listener refuses.
 *
 * @param registry registry of the listener
 * @param request the request
 * @return number of handlers assigned, and the error after that
 */
std::pair<uint64_t, uint32_t>
PickAll(Net8ServiceRegistry& registry, const HandlerRequest& request)
{
    for (uint64_t given = 0;; ++given)
    {
        if (const auto choice = registry.Pick(request); choice.error != 0)
        {
            return {given, choice.error};
        }
    }
}

/**
 * @ingroup net8-test
 * The worked example of the Administrator's Guide, and the same with the goal LONG.
 */
class BalanceExampleTestCase : public TestCase
{
  public:
    BalanceExampleTestCase()
        : TestCase("the least loaded node, then instance, then dispatcher is chosen")
    {
    }

  private:
    /**
     * @param goal how to choose among instances
     * @return instance and dispatcher chosen
     */
    static std::string Choose(BalanceGoal goal)
    {
        Net8ServiceRegistry registry;
        auto sales1 =
            MakeRegistration("sales1", {MakeHandler("D000", HandlerType::SHARED, 0, 200)}, goal);
        sales1.nodeLoad = 600;
        sales1.sessions = 200;
        auto sales2 = MakeRegistration("sales2",
                                       {MakeHandler("D000", HandlerType::SHARED, 0, 200),
                                        MakeHandler("D001", HandlerType::SHARED, 0, 100)},
                                       goal);
        sales2.nodeLoad = 400;
        sales2.sessions = 300;
        registry.Register(sales1);
        registry.Register(sales2);
        const auto choice = registry.Pick({.serviceName = "SALES"});
        return registry.GetInstance(choice.instance).name + " " +
               registry.GetHandler(choice).registered.name;
    }

    void DoRun() override
    {
        // Node loads 600 and 400: sales2, although it has 300 sessions and sales1 200; there 100
        // before 200.
        NS_TEST_EXPECT_MSG_EQ(Choose(BalanceGoal::LOAD), "sales2 D001", "the guide's example");
        // By sessions alone, 200 before 300.
        NS_TEST_EXPECT_MSG_EQ(Choose(BalanceGoal::LONG), "sales1 D000", "fewest sessions");
    }
};

/**
 * @ingroup net8-test
 * New sessions count at once, by one session (LONG) or by delta (SHORT).
 */
class BalanceGoalTestCase : public TestCase
{
  public:
    BalanceGoalTestCase()
        : TestCase("LONG evens out sessions, SHORT goodness, first registered first")
    {
    }

  private:
    /**
     * @param registry registry of the listener
     * @param count number of requests
     * @return instances chosen, by the last letter of their names
     */
    static std::string Choose(Net8ServiceRegistry& registry, uint32_t count)
    {
        std::string chosen;
        for (uint32_t i = 0; i < count; ++i)
        {
            const auto choice = registry.Pick({.serviceName = "sales"});
            chosen += registry.GetInstance(choice.instance).name.back();
        }
        return chosen;
    }

    void DoRun() override
    {
        const auto dedicated = MakeHandler("DEDICATED", HandlerType::DEDICATED, 0, 0);
        Net8ServiceRegistry sessions;
        auto a = MakeRegistration("a", {dedicated});
        auto b = MakeRegistration("b", {dedicated});
        a.sessions = 2;
        b.sessions = 4;
        sessions.Register(a);
        sessions.Register(b);
        // a: 2, 3, 4 (tied with b's 4), then b: 4, then a: 5 (tied), b: 5.
        NS_TEST_EXPECT_MSG_EQ(Choose(sessions, 6), "aaabab", "LONG");

        Net8ServiceRegistry goodness;
        a.services = {{.name = "sales", .goal = BalanceGoal::SHORT, .goodness = 10, .delta = 4}};
        b.services = {{.name = "sales", .goal = BalanceGoal::SHORT, .goodness = 15, .delta = 1}};
        goodness.Register(a);
        goodness.Register(b);
        // a: 10, 14; b: 15, 16, 17 before a's 18; then 18 to 18, so a.
        NS_TEST_EXPECT_MSG_EQ(Choose(goodness, 6), "aabbba", "SHORT");
        b.services.front().goodness = 3;
        goodness.Register(a);
        goodness.Register(b);
        // An update reverts what was added: b from 3 to 9, then a's 10 to b's 10.
        NS_TEST_EXPECT_MSG_EQ(Choose(goodness, 8), "bbbbbbba", "SHORT after an update");
    }
};

/**
 * @ingroup net8-test
 * The listener's count goes stale: section 11.11 of the analytic models.
 */
class StaleRegistrationTestCase : public TestCase
{
  public:
    StaleRegistrationTestCase()
        : TestCase("between updates at most limit minus sessions are admitted, whoever leaves")
    {
    }

  private:
    void DoRun() override
    {
        Net8ServiceRegistry registry;
        auto registration =
            MakeRegistration("orcl", {MakeHandler("DEDICATED", HandlerType::DEDICATED, 150, 40)});
        const uint32_t instance = registry.Register(registration);
        // PROCESSES 150, 40 of them in use: 110 are admitted. It makes no difference that all of
        // them leave again.
        const auto first = PickAll(registry, {.serviceName = "sales"});
        NS_TEST_EXPECT_MSG_EQ(first.first, 110, "150 - 40");
        NS_TEST_EXPECT_MSG_EQ(first.second, 12516, "blocked");
        const auto& handler = registry.GetInstance(instance).handlers.front();
        NS_TEST_EXPECT_MSG_EQ(handler.IsBlocked(), true, "blocked until the next update");
        registration.handlers.front().sessions = 30;
        NS_TEST_EXPECT_MSG_EQ(registry.Register(registration), instance, "the same instance");
        NS_TEST_EXPECT_MSG_EQ(PickAll(registry, {.serviceName = "sales"}).first, 120, "150 - 30");
        NS_TEST_EXPECT_MSG_EQ(registry.GetInstance(instance).handlers.front().established,
                              230,
                              "110 + 120 since the start");
        registration.handlers.front().sessions = 150;
        registry.Register(registration);
        NS_TEST_EXPECT_MSG_EQ(PickAll(registry, {.serviceName = "sales"}).first, 0, "full");
        NS_TEST_EXPECT_MSG_EQ(registry.GetRefusals().at(12516), 3, "one refusal each time");
        NS_TEST_EXPECT_MSG_EQ(registry.GetInstance(instance).handlers.front().refused, 3, "same");
    }
};

/**
 * @ingroup net8-test
 * Names that a listener does not know.
 */
class UnknownNameTestCase : public TestCase
{
  public:
    UnknownNameTestCase()
        : TestCase("unknown names are refused with 12504, 12505, 12514 and 12521")
    {
    }

  private:
    void DoRun() override
    {
        Net8ServiceRegistry registry;
        const auto error = [&registry](const HandlerRequest& request) {
            return registry.Pick(request).error;
        };
        NS_TEST_EXPECT_MSG_EQ(error({.serviceName = "sales"}), 12514, "before registration");
        registry.Register(
            MakeRegistration("orcl", {MakeHandler("DEDICATED", HandlerType::DEDICATED, 0, 0)}));
        NS_TEST_EXPECT_MSG_EQ(error({.serviceName = "Sales"}), 0, "known in any case of letters");
        NS_TEST_EXPECT_MSG_EQ(error({.serviceName = "hr"}), 12514, "unknown service");
        NS_TEST_EXPECT_MSG_EQ(error({.sid = "ORCL"}), 0, "known SID");
        NS_TEST_EXPECT_MSG_EQ(error({.sid = "sales"}), 12505, "unknown SID");
        NS_TEST_EXPECT_MSG_EQ(error({.serviceName = "sales", .instanceName = "Orcl"}),
                              0,
                              "known instance");
        NS_TEST_EXPECT_MSG_EQ(error({.serviceName = "sales", .instanceName = "orcl2"}),
                              12521,
                              "unknown instance");
        NS_TEST_EXPECT_MSG_EQ(error({}), 12504, "nothing asked for");
        registry.SetDefaultService("sales");
        NS_TEST_EXPECT_MSG_EQ(error({}), 0, "default service");
        NS_TEST_EXPECT_MSG_EQ(registry.Deregister("ORCL"), true, "it was there");
        NS_TEST_EXPECT_MSG_EQ(registry.Deregister("orcl"), false, "it is gone");
        NS_TEST_EXPECT_MSG_EQ(error({.serviceName = "sales"}), 12514, "after the end");
        NS_TEST_EXPECT_MSG_EQ(error({.sid = "orcl"}), 12505, "after the end");
        NS_TEST_EXPECT_MSG_EQ(error({}), 12514, "the default service is unknown");
    }
};

/**
 * @ingroup net8-test
 * Instances that accept no connections.
 */
class InstanceStateTestCase : public TestCase
{
  public:
    InstanceStateTestCase()
        : TestCase("restricted and blocked instances are refused with 12526, 12527 and 12528")
    {
    }

  private:
    /**
     * @param first state of the first instance of the service
     * @param second state of the second instance
     * @return error of a request
     */
    static uint32_t GetError(InstanceState first, InstanceState second)
    {
        Net8ServiceRegistry registry;
        const auto dedicated = MakeHandler("DEDICATED", HandlerType::DEDICATED, 0, 0);
        auto a = MakeRegistration("a", {dedicated});
        auto b = MakeRegistration("b", {dedicated});
        a.state = first;
        b.state = second;
        registry.Register(a);
        registry.Register(b);
        return registry.Pick({.serviceName = "sales"}).error;
    }

    void DoRun() override
    {
        using enum InstanceState;
        NS_TEST_EXPECT_MSG_EQ(GetError(RESTRICTED, RESTRICTED), 12526, "all restricted");
        NS_TEST_EXPECT_MSG_EQ(GetError(RESTRICTED, BLOCKED), 12527, "one or the other");
        NS_TEST_EXPECT_MSG_EQ(GetError(BLOCKED, RESTRICTED), 12527, "one or the other");
        NS_TEST_EXPECT_MSG_EQ(GetError(BLOCKED, BLOCKED), 12528, "all blocked");
        NS_TEST_EXPECT_MSG_EQ(GetError(BLOCKED, READY), 0, "one is ready");
        NS_TEST_EXPECT_MSG_EQ(GetError(READY, RESTRICTED), 0, "one is ready");
    }
};

/**
 * @ingroup net8-test
 * The kind of handler that a request gets, and the error if there is none.
 */
class ServerTypeTestCase : public TestCase
{
  public:
    ServerTypeTestCase()
        : TestCase("without SERVER dispatchers go before dedicated servers; 12516, 12519, 12520")
    {
    }

  private:
    void DoRun() override
    {
        using Server = HandlerRequest::Server;
        Net8ServiceRegistry registry;
        registry.Register(MakeRegistration("orcl",
                                           {MakeHandler("DEDICATED", HandlerType::DEDICATED, 3, 0),
                                            MakeHandler("D000", HandlerType::SHARED, 2, 0)}));
        const auto pick = [&registry](const HandlerRequest& request) {
            const auto choice = registry.Pick(request);
            return choice.error == 0 ? registry.GetHandler(choice).registered.name
                                     : std::to_string(choice.error);
        };
        const HandlerRequest any{.serviceName = "sales"};
        const HandlerRequest pooled{.serviceName = "sales", .server = Server::POOLED};
        const HandlerRequest shared{.serviceName = "sales", .server = Server::SHARED};
        const HandlerRequest dedicated{.serviceName = "sales", .server = Server::DEDICATED};
        const HandlerRequest ipc{.serviceName = "sales", .protocol = "ipc"};
        NS_TEST_EXPECT_MSG_EQ(pick(pooled), "12520", "no connection broker");
        NS_TEST_EXPECT_MSG_EQ(pick(ipc), "12516", "no such protocol");
        NS_TEST_EXPECT_MSG_EQ(pick(any), "D000", "dispatcher first");
        NS_TEST_EXPECT_MSG_EQ(pick(dedicated), "DEDICATED", "as asked for");
        NS_TEST_EXPECT_MSG_EQ(pick(shared), "D000", "as asked for");
        NS_TEST_EXPECT_MSG_EQ(pick(shared), "12520", "the dispatcher has its two sessions");
        NS_TEST_EXPECT_MSG_EQ(pick(any), "DEDICATED", "the dispatcher is blocked");
        NS_TEST_EXPECT_MSG_EQ(pick({.sid = "orcl"}), "DEDICATED", "the third and last one");
        NS_TEST_EXPECT_MSG_EQ(pick({.sid = "orcl"}), "12519", "all blocked, by SID");
        NS_TEST_EXPECT_MSG_EQ(pick(any), "12516", "all blocked, by SERVICE_NAME");
        NS_TEST_EXPECT_MSG_EQ(pick(dedicated), "12520", "all of the kind blocked");
    }
};

/**
 * @ingroup net8-test
 * Entries of SID_LIST are never blocked, and are chosen after registered services.
 */
class StaticServiceTestCase : public TestCase
{
  public:
    StaticServiceTestCase()
        : TestCase("entries of SID_LIST are never blocked")
    {
    }

  private:
    void DoRun() override
    {
        Net8ServiceRegistry registry;
        registry.AddStatic("orcl", "sales");
        registry.AddStatic("extproc", "");
        auto registration =
            MakeRegistration("orcl", {MakeHandler("DEDICATED", HandlerType::DEDICATED, 2, 0)});
        registry.Register(registration);
        const auto status = [&registry](const HandlerRequest& request) {
            const auto choice = registry.Pick(request);
            return choice.error == 0 ? registry.GetInstance(choice.instance).state
                                     : InstanceState::BLOCKED;
        };
        using enum InstanceState;
        const HandlerRequest sales{.serviceName = "sales"};
        NS_TEST_EXPECT_MSG_EQ((status(sales) == READY), true, "registered first");
        NS_TEST_EXPECT_MSG_EQ((status({.sid = "orcl"}) == READY), true, "registered first");
        NS_TEST_EXPECT_MSG_EQ((status({.sid = "extproc"}) == UNKNOWN), true, "SID alone");
        for (uint32_t i = 0; i < 1000; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((status(sales) == UNKNOWN), true, "2 of 2 are in use");
        }
        registration.state = BLOCKED;
        registry.Register(registration);
        NS_TEST_EXPECT_MSG_EQ((status(sales) == UNKNOWN), true, "the instance is blocked");
        registry.Deregister("orcl");
        NS_TEST_EXPECT_MSG_EQ((status(sales) == UNKNOWN), true, "the instance is gone");
    }
};

/**
 * @ingroup net8-test
 * Suite of a listener's decisions.
 */
class Net8PolicyTestSuite : public TestSuite
{
  public:
    Net8PolicyTestSuite()
        : TestSuite("net8-policy", Type::UNIT)
    {
        AddTestCase(new SerialOrderTestCase, Duration::QUICK);
        AddTestCase(new SerialHangTestCase(false), Duration::QUICK);
        AddTestCase(new SerialHangTestCase(true), Duration::QUICK);
        AddTestCase(new SerialCancelTestCase, Duration::QUICK);
        AddTestCase(new SerialCpuTestCase, Duration::QUICK);
        AddTestCase(new BalanceExampleTestCase, Duration::QUICK);
        AddTestCase(new BalanceGoalTestCase, Duration::QUICK);
        AddTestCase(new StaleRegistrationTestCase, Duration::QUICK);
        AddTestCase(new UnknownNameTestCase, Duration::QUICK);
        AddTestCase(new InstanceStateTestCase, Duration::QUICK);
        AddTestCase(new ServerTypeTestCase, Duration::QUICK);
        AddTestCase(new StaticServiceTestCase, Duration::QUICK);
    }
};

Net8PolicyTestSuite g_policySuite; ///< Registers the suite.

} // namespace
