// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Complete sessions over a network with each kind of server, and the errors of those refused.
 */
#include "ns3/net8-experiment.h"
#include "ns3/net8-host-memory.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A plan of six sessions at one server host.
 *
 * @param handlers kinds of handlers
 * @param server SERVER of the connect data
 * @return the plan
 */
ExperimentPlan
MakePlanOfSix(const std::string& handlers, const std::string& server)
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "lan"}};
    plan.sections["client"] = {{"Count", "6"}, {"StartSpacing", "1ms"}, {"Server", server}};
    plan.sections["server"] = {{"Handlers", handlers},
                               {"CallTime", "ns3::ConstantRandomVariable[Constant=0.01]"},
                               {"LogonCpuTime", "ns3::ConstantRandomVariable[Constant=0.02]"}};
    plan.sections["query"] = {{"Rows", "100"}};
    plan.sections["server.pool"] = {{"MinSize", "2"}, {"MaxSize", "3"}};
    plan.sections["server.prespawn"] = {{"PoolSize", "2"}, {"PrespawnMax", "3"}};
    return plan;
}

/**
 * @ingroup net8-test
 * Complete sessions over a network with each kind of server.
 */
class ServeTestCase : public TestCase
{
  public:
    /**
     * @param handlers kinds of handlers
     * @param server SERVER of the connect data
     * @param peak peak of the memory, bytes
     */
    ServeTestCase(const std::string& handlers, const std::string& server, uint64_t peak)
        : TestCase(handlers + " servers give every session all its rows"),
          m_plan(MakePlanOfSix(handlers, server)),
          m_peak(peak)
    {
    }

  private:
    /**
     * @return digest of the run
     */
    std::string Run()
    {
        Net8Experiment experiment(m_plan);
        const auto memory = experiment.GetNetwork()->GetServer()->GetObject<Net8HostMemory>();
        const auto result = experiment.Run();
        NS_TEST_EXPECT_MSG_EQ(result.sessions.size(), 6, "sessions");
        for (const auto& session : result.sessions)
        {
            NS_TEST_EXPECT_MSG_EQ(session.closed, true, "session " << session.session);
            NS_TEST_EXPECT_MSG_EQ(session.rows, 100, "its rows");
        }
        NS_TEST_EXPECT_MSG_EQ(memory->GetPeak(), m_peak, "most memory");
        return result.digest;
    }

    void DoRun() override
    {
        const auto digest = Run();
        NS_TEST_EXPECT_MSG_EQ(Run(), digest, "the same again");
    }

    ExperimentPlan m_plan; ///< The plan.
    uint64_t m_peak;       ///< Peak of the memory, bytes.
};

/**
 * @ingroup net8-test
 * An instance in SID_LIST is never blocked by its listener, and reports itself that it is full.
 */
class LimitTestCase : public TestCase
{
  public:
    /**
     * @param name the attribute that is the limit
     * @param code Oracle error number
     */
    LimitTestCase(const std::string& name, uint32_t code)
        : TestCase(name + " of an instance in SID_LIST ends in ORA-" + std::to_string(code)),
          m_name(name),
          m_code(code)
    {
    }

  private:
    /**
     * @param registration how listeners know the instance
     * @return the result of six simultaneous sessions with a limit of four
     */
    ExperimentResult Run(const std::string& registration) const
    {
        auto plan = MakePlanOfSix("dedicated", "dedicated");
        plan.sections["server"][m_name] = "4";
        plan.sections["server"]["Registration"] = registration;
        Net8Experiment experiment(plan);
        return experiment.Run();
    }

    void DoRun() override
    {
        auto result = Run("static");
        NS_TEST_EXPECT_MSG_EQ(result.counters["rejected_ora_" + std::to_string(m_code)],
                              2,
                              "two of six");
        const auto closed = std::ranges::count_if(result.sessions, &SessionRecord::closed);
        NS_TEST_EXPECT_MSG_EQ(closed, 4, "the others are served");
        for (const auto& session : result.sessions)
        {
            const bool denied = session.error == SessionError::LOGON_DENIED;
            NS_TEST_EXPECT_MSG_EQ((session.closed || denied), true, "or their logon fails");
        }
        result = Run("dynamic");
        const uint64_t refused = m_code == 20 ? 2 : 0;
        NS_TEST_EXPECT_MSG_EQ(result.counters["refused_ora_12520"],
                              refused,
                              "PROCESSES is known to listeners");
    }

    std::string m_name; ///< The limit.
    uint32_t m_code;    ///< Oracle error number.
};

/**
 * @ingroup net8-test
 * A host without enough memory for all sessions: the listener refuses.
 */
class HandOffTestCase : public TestCase
{
  public:
    HandOffTestCase()
        : TestCase("sessions beyond the memory of the host are refused with ORA-12518")
    {
    }

  private:
    void DoRun() override
    {
        auto plan = MakePlanOfSix("dedicated", "dedicated");
        // Default sizes: 4 MiB and 400 KiB.
        plan.sections["host.memory"] = {{"Limit", std::to_string(4 * ((4 << 20) + (400 << 10)))}};
        Net8Experiment experiment(plan);
        auto result = experiment.Run();
        NS_TEST_EXPECT_MSG_EQ(result.counters["refused_ora_12518"], 2, "two of six");
        const auto memory = experiment.GetNetwork()->GetServer()->GetObject<Net8HostMemory>();
        NS_TEST_EXPECT_MSG_EQ(memory->GetUsed(), 0, "memory at the end");
    }
};

/**
 * @ingroup net8-test
 * Suite of sessions with each kind of server.
 */
class Net8HandlerSessionTestSuite : public TestSuite
{
  public:
    Net8HandlerSessionTestSuite()
        : TestSuite("net8-handler-session", Type::SYSTEM)
    {
        // With the default sizes of a process, a session and a connection to a broker.
        constexpr uint64_t PROCESS_SIZE = 4 << 20;
        constexpr uint64_t SESSION_SIZE = 400 << 10;
        constexpr uint64_t CONNECTION_SIZE = 35 << 10;
        AddTestCase(new ServeTestCase("dedicated", "dedicated", 6 * (PROCESS_SIZE + SESSION_SIZE)),
                    Duration::QUICK);
        // Two prespawned, and the one created to replace them; three more are forked.
        AddTestCase(new ServeTestCase("prespawned", "dedicated", 6 * (PROCESS_SIZE + SESSION_SIZE)),
                    Duration::QUICK);
        AddTestCase(new ServeTestCase("shared", "shared", PROCESS_SIZE + 6 * SESSION_SIZE),
                    Duration::QUICK);
        AddTestCase(new ServeTestCase("pooled",
                                      "pooled",
                                      3 * (PROCESS_SIZE + SESSION_SIZE) + 6 * CONNECTION_SIZE),
                    Duration::QUICK);
        AddTestCase(new LimitTestCase("Processes", 20), Duration::QUICK);
        AddTestCase(new LimitTestCase("Sessions", 18), Duration::QUICK);
        AddTestCase(new HandOffTestCase, Duration::QUICK);
    }
};

/// The suite.
Net8HandlerSessionTestSuite g_net8HandlerSessionTestSuite;

} // namespace
