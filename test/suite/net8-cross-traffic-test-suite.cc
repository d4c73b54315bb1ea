// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Background traffic: rates, periods, and the bottleneck it shares.
 */
#include "ns3/net8-attributes.h"
#include "ns3/net8-cross-traffic.h"
#include "ns3/net8-path.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Attributes = std::map<std::string, std::string>;

/**
 * @ingroup net8-test
 * A path with one source of background traffic.
 */
struct Scene
{
    /**
     * @param pathAttributes attributes of the path
     * @param trafficAttributes attributes of the traffic
     * @param until end of the run
     */
    Scene(const Attributes& pathAttributes, const Attributes& trafficAttributes, Time until)
    {
        SetAttributes(path->GetParts(), pathAttributes);
        for (const auto& [name, value] : trafficAttributes)
        {
            traffic->SetAttribute(name, StringValue(value));
        }
        path->Build(1);
        traffic->Install(path);
        traffic->AssignStreams(50);
        Simulator::Stop(until);
        Simulator::Run();
    }

    ~Scene()
    {
        Simulator::Destroy();
    }

    /**
     * @return payload that the sinks of all flows have received, bytes
     */
    uint64_t Received() const
    {
        const auto bytes = traffic->GetReceivedBytes();
        return std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
    }

    Ptr<Net8Path> path{CreateObject<Net8Path>()};                    ///< The path.
    Ptr<Net8CrossTraffic> traffic{CreateObject<Net8CrossTraffic>()}; ///< The traffic.
};

/**
 * @ingroup net8-test
 * Constant traffic has its rate between start and stop.
 */
class ConstantTestCase : public TestCase
{
  public:
    /**
     * @param kind Kind of the path
     * @param direction Direction of the traffic
     * @param ip Ip of the path
     */
    ConstantTestCase(const std::string& kind, const std::string& direction, const std::string& ip)
        : TestCase("constant traffic " + direction + " on " + kind + " over " + ip),
          m_path{{"Kind", kind}, {"Ip", ip}},
          m_direction(direction)
    {
    }

  private:
    void DoRun() override
    {
        Scene scene(m_path,
                    {{"Rate", "4Mbps"},
                     {"PacketSize", "1000"},
                     {"Direction", m_direction},
                     {"Start", "1s"},
                     {"Stop", "3s"}},
                    Seconds(10));
        // 4 Mb/s x 2 s / 8 = 1,000,000 bytes; the packet due at the time of the stop may be
        // missing.
        NS_TEST_EXPECT_MSG_EQ_TOL(scene.Received(), 1000000, 1000, "bytes");
    }

    Attributes m_path;       ///< Attributes of the path.
    std::string m_direction; ///< Direction of the traffic.
};

/**
 * @ingroup net8-test
 * Packets that the bottleneck cannot carry are dropped by its queue and counted there.
 */
class OverloadTestCase : public TestCase
{
  public:
    OverloadTestCase()
        : TestCase("twice the bottleneck's rate: half arrives, half is counted as dropped")
    {
    }

  private:
    void DoRun() override
    {
        Scene scene({{"Rate", "10Mbps"}, {"QueueSize", "10p"}},
                    {{"Rate", "20Mbps"}, {"PacketSize", "1000"}, {"Stop", "2s"}},
                    Seconds(10));
        const auto drops = scene.path->GetDrops();
        // 20 Mb/s x 2 s / 8 / 1000 = 5,000 packets, the last one may be missing.
        const auto arrived = scene.Received() / 1000;
        NS_TEST_EXPECT_MSG_EQ_TOL(arrived + drops.queueToClient, 5000, 1, "sum");
        // 10 Mb/s x 2 s / (8 x (1000 + 8 + 20 + 2)) = 2,427 packets, and 11 in queue and on the
        // wire.
        NS_TEST_EXPECT_MSG_EQ_TOL(arrived, 2438, 2, "arrived");
        NS_TEST_EXPECT_MSG_EQ(drops.queueToServer, 0, "other direction");
    }
};

/**
 * @ingroup net8-test
 * Pareto traffic has its mean rate over a long run, and is reproducible.
 */
class ParetoTestCase : public TestCase
{
  public:
    ParetoTestCase()
        : TestCase("pareto traffic has its mean rate and repeats with the run number")
    {
    }

  private:
    void DoRun() override
    {
        const Attributes traffic{{"Kind", "pareto"},
                                 {"Rate", "400kbps"},
                                 {"PacketSize", "500"},
                                 {"MeanOn", "100ms"},
                                 {"MeanOff", "300ms"},
                                 {"Shape", "3"},
                                 {"Flows", "5"}};
        const auto run = [&traffic] {
            Scene scene({}, traffic, Seconds(1000));
            return scene.Received();
        };
        const auto bytes = run();
        // 5 x 400 kb/s x 100 / (100 + 300) x 1000 s / 8 = 62,500,000 bytes. With shape 3 a period's
        // standard deviation is its mean / sqrt(3): over 12,500 periods well inside 5 %.
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes, 62500000, 3125000, "bytes");
        NS_TEST_EXPECT_MSG_EQ(run(), bytes, "another run of the same number");
    }
};

/**
 * @ingroup net8-test
 * Bulk flows fill the bottleneck.
 */
class BulkTestCase : public TestCase
{
  public:
    /**
     * @param kind Kind of the path
     * @param ip Ip of the path
     */
    BulkTestCase(const std::string& kind, const std::string& ip)
        : TestCase("bulk flows fill a " + kind + " over " + ip),
          m_path{{"Kind", kind}, {"Ip", ip}, {"LanRate", "10Mbps"}, {"Delay", "2ms"}}
    {
    }

  private:
    void DoRun() override
    {
        Scene scene(m_path, {{"Kind", "bulk"}, {"Flows", "2"}}, Seconds(10));
        // At most 10 Mb/s x 10 s / 8 = 12.5 MB, with headers of at most 7 %.
        const auto bytes = scene.Received();
        NS_TEST_EXPECT_MSG_LT(bytes, 12500000, "more than the link carries");
        NS_TEST_EXPECT_MSG_GT(bytes, 9000000, "the link is not filled");
    }

    Attributes m_path; ///< Attributes of the path.
};

/**
 * @ingroup net8-test
 * Values that do not go together are reported in one sentence.
 */
class WrongTrafficTestCase : public TestCase
{
  public:
    /**
     * @param name name of the error
     * @param traffic attributes of the traffic
     * @param sentence the message for the user
     */
    WrongTrafficTestCase(const std::string& name, Attributes traffic, std::string sentence)
        : TestCase("refused: " + name),
          m_traffic(std::move(traffic)),
          m_sentence(std::move(sentence))
    {
    }

  private:
    void DoRun() override
    {
        std::string said;
        try
        {
            Scene scene({}, m_traffic, Seconds(1));
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(said, m_sentence, "message");
        Simulator::Destroy();
    }

    Attributes m_traffic;   ///< Attributes of the traffic.
    std::string m_sentence; ///< The message for the user.
};

/**
 * @ingroup net8-test
 * The background traffic suite.
 */
class Net8CrossTrafficTestSuite : public TestSuite
{
  public:
    Net8CrossTrafficTestSuite()
        : TestSuite("net8-cross-traffic", Type::SYSTEM)
    {
        for (const auto* kind : {"lan", "segment", "wan"})
        {
            for (const auto* ip : {"v4", "v6"})
            {
                AddTestCase(new ConstantTestCase(kind, "to_client", ip), Duration::QUICK);
                AddTestCase(new ConstantTestCase(kind, "to_server", ip), Duration::QUICK);
                AddTestCase(new BulkTestCase(kind, ip), Duration::QUICK);
            }
        }
        AddTestCase(new OverloadTestCase, Duration::QUICK);
        AddTestCase(new ParetoTestCase, Duration::EXTENSIVE);
        AddTestCase(new WrongTrafficTestCase(
                        "a packet above the MTU",
                        {{"PacketSize", "1473"}},
                        "PacketSize 1473 does not fit the Mtu of 1500 bytes; use 1472 or less."),
                    Duration::QUICK);
        AddTestCase(new WrongTrafficTestCase(
                        "a shape without mean",
                        {{"Kind", "pareto"}, {"Shape", "1"}},
                        "Shape 1.000000 of Pareto times has no mean; use a value above 1."),
                    Duration::QUICK);
        AddTestCase(new WrongTrafficTestCase("a stop before the start",
                                             {{"Start", "2s"}, {"Stop", "1s"}},
                                             "Stop 1.000000 s of background traffic is not after "
                                             "its Start 2.000000 s."),
                    Duration::QUICK);
    }
};

Net8CrossTrafficTestSuite g_net8CrossTrafficTestSuite; ///< Registers the suite.

} // namespace
