// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A simulation ends cleanly, whatever was under way when it stopped.
 */
#include "ns3/net8-experiment.h"
#include "ns3/test.h"

#include <string>
#include <utility>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * Nothing is sent, and nothing aborts, while the network is destroyed.
 */
class EndTest : public TestCase
{
  public:
    /**
     * @param kind kind of the fault
     * @param ip IP versions of the network
     * @param at when the fault begins
     * @param stop when the simulation stops
     */
    EndTest(std::string kind, std::string ip, std::string at, Time stop)
        : TestCase(kind + " at " + at + " over " + ip + ", stopped after " +
                   std::to_string(stop.GetMilliSeconds()) + " ms"),
          m_kind(std::move(kind)),
          m_ip(std::move(ip)),
          m_at(std::move(at)),
          m_stop(stop)
    {
    }

  private:
    void DoRun() override
    {
        ExperimentPlan plan;
        plan.sections["path"] = {{"Ip", m_ip}};
        plan.sections["client"] = {{"Count", "5"}, {"StartSpacing", "30ms"}};
        plan.sections["query"] = {{"Rows", "300"}};
        plan.lists["fault"] = {{{"Kind", m_kind}, {"At", m_at}}};
        plan.sections["run"] = {{"StopTime", std::to_string(m_stop.GetNanoSeconds()) + "ns"}};
        Net8Experiment experiment(plan);
        const auto result = experiment.Run();
        NS_TEST_EXPECT_MSG_EQ(result.sessions.size(), 5, "a row for each session");
    }

    std::string m_kind; ///< Kind of the fault.
    std::string m_ip;   ///< IP versions of the network.
    std::string m_at;   ///< When the fault begins.
    Time m_stop;        ///< When the simulation stops.
};

/**
 * @ingroup net8-test
 * Suite of the ends of simulations.
 */
class Net8EndTestSuite : public TestSuite
{
  public:
    Net8EndTestSuite()
        : TestSuite("net8-end", Type::SYSTEM)
    {
        for (const auto* kind : {"host_down",
                                 "host_hang",
                                 "link_down",
                                 "listener_down",
                                 "listener_hang",
                                 "instance_down",
                                 "instance_hang"})
        {
            for (const auto* ip : {"v4", "v6", "dual"})
            {
                // A round trip takes 80 ms: before the first SYN, during handshakes, during logons.
                for (const auto* at : {"0s", "100ms", "250ms", "500ms"})
                {
                    AddTestCase(new EndTest(kind, ip, at, Hours(1)), Duration::QUICK);
                    AddTestCase(new EndTest(kind, ip, at, MilliSeconds(333)), Duration::QUICK);
                }
            }
        }
    }
};

Net8EndTestSuite g_net8EndTestSuite; ///< Registers the suite.

} // namespace
