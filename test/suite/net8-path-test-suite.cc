// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Paths: transfers, delays, fragments, captures.
 */
#include "net8-path-test-flow.h"

#include "ns3/node-list.h"
#include "ns3/pcap-file.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <stdexcept>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Attributes = PathTestFlow::Attributes;

/**
 * @ingroup net8-test
 * A transfer arrives completely, and only what was asked for is lost.
 */
class TransferTestCase : public TestCase
{
  public:
    /**
     * @param kind Kind of the path
     * @param ip Ip of the path
     * @param disc QueueDisc of the path
     */
    TransferTestCase(const std::string& kind, const std::string& ip, const std::string& disc)
        : TestCase("200 kB cross " + kind + " over " + ip + ", queue disc " + disc),
          m_path{{"Kind", kind}, {"Ip", ip}, {"QueueDisc", disc}, {"QueueSize", "1000p"}},
          m_disc(disc != "none")
    {
    }

  private:
    void DoRun() override
    {
        PathTestFlow flow(m_path, {{"ReceiveBuffer", "20000"}}, 200000);
        flow.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), 200000, "bytes received");
        const auto drops = flow.GetPath()->GetDrops();
        NS_TEST_EXPECT_MSG_EQ(drops.queueToClient + drops.queueToServer, 0, "queue drops");
        NS_TEST_EXPECT_MSG_EQ(drops.lossToClient + drops.lossToServer, 0, "losses");
        NS_TEST_EXPECT_MSG_EQ((CountDiscs() > 0), m_disc, "queue discs only when asked for");
        Simulator::Destroy();
    }

    /**
     * @return number of queue discs in the simulation
     */
    static uint32_t CountDiscs()
    {
        uint32_t n = 0;
        for (uint32_t i = 0; i < NodeList::GetNNodes(); ++i)
        {
            auto node = NodeList::GetNode(i);
            auto layer = node->GetObject<TrafficControlLayer>();
            for (uint32_t k = 0; layer && k < node->GetNDevices(); ++k)
            {
                n += layer->GetRootQueueDiscOnDevice(node->GetDevice(k)) ? 1 : 0;
            }
        }
        return n;
    }

    Attributes m_path; ///< Attributes of the path.
    bool m_disc;       ///< Whether queue discs are expected.
};

/**
 * @ingroup net8-test
 * A host keeps everything that its own TCP sends at once, however much that is.
 */
class OwnBurstTestCase : public TestCase
{
  public:
    /**
     * @param kind Kind of the path
     */
    explicit OwnBurstTestCase(const std::string& kind)
        : TestCase("a window that outgrows the host's link is lost on no host, " + kind),
          m_kind(kind)
    {
    }

  private:
    void DoRun() override
    {
        // The host's own link is the slowest, so the slow-start window waits in front of it.
        constexpr uint64_t bytes = 8000 * 1448;
        PathTestFlow flow(
            {{"Kind", m_kind}, {"Rate", "1Gbps"}, {"LanRate", "100Mbps"}},
            {{"InitialWindow", "1000"}, {"SendBuffer", "16000000"}, {"ReceiveBuffer", "16000000"}},
            bytes);
        flow.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), bytes, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(flow.GetPath()->GetDrops().queueToClient, 0, "queue drops");
        Simulator::Destroy();
    }

    std::string m_kind; ///< Kind of the path.
};

/**
 * @ingroup net8-test
 * The round trip is the sum of serialisation and propagation on each link.
 */
class RoundTripTestCase : public TestCase
{
  public:
    /**
     * @param name name of the test
     * @param path attributes of the path
     * @param expected time from an ACK's first bit to the last bit of the segment it triggers
     */
    RoundTripTestCase(const std::string& name, Attributes path, Time expected)
        : TestCase(name),
          m_path(std::move(path)),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        // One segment in the first round, each one acknowledged at once.
        PathTestFlow flow(m_path,
                          {{"Profile", "ns3"},
                           {"Timestamps", "false"},
                           {"InitialWindow", "1"},
                           {"DelayedAckCount", "1"}},
                          10000);
        flow.Run(Seconds(20));
        const auto& frames = flow.GetFrames();
        const auto data = std::find_if(frames.begin(), frames.end(), [](const auto& frame) {
            return frame.payload > 0;
        });
        NS_TEST_ASSERT_MSG_EQ((frames.end() - data > 3), true, "no data arrived");
        NS_TEST_EXPECT_MSG_EQ(data->bytes, 1500, "a full first segment");
        NS_TEST_EXPECT_MSG_EQ(data[1].toClient, false, "the ACK follows at once");
        NS_TEST_EXPECT_MSG_EQ(data[2].bytes, 1500, "a full second segment");
        NS_TEST_EXPECT_MSG_EQ(data[2].time - data[1].time, m_expected, "round trip");
        Simulator::Destroy();
    }

    Attributes m_path; ///< Attributes of the path.
    Time m_expected;   ///< Expected round trip.
};

/**
 * @ingroup net8-test
 * Full segments fill the MTU exactly and are never fragmented, SACK recovery included.
 */
class NoFragmentTestCase : public TestCase
{
  public:
    /**
     * @param profile the TCP profile
     * @param mtu MTU, bytes
     * @param ip IP version
     */
    NoFragmentTestCase(const std::string& profile, uint32_t mtu, const std::string& ip)
        : TestCase("no fragments: " + profile + ", MTU " + std::to_string(mtu) + ", " + ip),
          m_path{{"Mtu", std::to_string(mtu)}, {"Ip", ip}, {"LossList", "6,9,20"}},
          m_profile(profile),
          m_largest(mtu)
    {
    }

  private:
    void DoRun() override
    {
        PathTestFlow flow(m_path, {{"Profile", m_profile}, {"SendBuffer", "262144"}}, 400000);
        flow.Run(Seconds(600));
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), 400000, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(flow.GetPath()->GetDrops().lossToClient, 3, "listed losses");
        uint32_t largest = 0;
        for (const auto& frame : flow.GetFrames())
        {
            NS_TEST_EXPECT_MSG_EQ(frame.fragment, false, "fragment at " << frame.time);
            largest = std::max(largest, frame.bytes);
        }
        NS_TEST_EXPECT_MSG_EQ(largest, m_largest, "largest IP packet");
        Simulator::Destroy();
    }

    Attributes m_path;     ///< Attributes of the path.
    std::string m_profile; ///< The TCP profile.
    uint32_t m_largest;    ///< Largest IP packet, bytes.
};

/**
 * @ingroup net8-test
 * Values that do not go together are reported in one sentence.
 */
class WrongPathTestCase : public TestCase
{
  public:
    /**
     * @param path attributes of the path
     * @param sentence expected message
     */
    WrongPathTestCase(Attributes path, std::string sentence)
        : TestCase("refused: " + Name(path)),
          m_path(std::move(path)),
          m_sentence(std::move(sentence))
    {
    }

  private:
    void DoRun() override
    {
        std::string said;
        try
        {
            PathTestFlow flow(m_path, {}, 1);
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(said, m_sentence, "message");
        Simulator::Destroy();
    }

    /**
     * @param path attributes
     * @return the same in one line
     */
    static std::string Name(const Attributes& path)
    {
        std::string name;
        for (const auto& [attribute, value] : path)
        {
            name += (name.empty() ? "" : ", ") + attribute + " " + value;
        }
        return name;
    }

    Attributes m_path;      ///< Attributes of the path.
    std::string m_sentence; ///< Expected message.
};

/**
 * @ingroup net8-test
 * Random losses are the same for the same run number, and change with it.
 */
class DeterminismTestCase : public TestCase
{
  public:
    DeterminismTestCase()
        : TestCase("same run number, same frames; another run number, others")
    {
    }

  private:
    /**
     * @param run run number
     * @return digest of the frames at the client
     */
    uint64_t Digest(uint64_t run)
    {
        const auto before = RngSeedManager::GetRun();
        RngSeedManager::SetRun(run);
        PathTestFlow flow({{"LossRate", "0.02"}, {"Hops", "3"}}, {}, 300000);
        flow.Run(Seconds(120));
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), 300000, "bytes received");
        NS_TEST_EXPECT_MSG_GT(flow.GetPath()->GetDrops().lossToClient, 0, "losses");
        Simulator::Destroy();
        RngSeedManager::SetRun(before);
        return flow.GetDigest();
    }

    void DoRun() override
    {
        const auto first = Digest(1);
        NS_TEST_EXPECT_MSG_EQ(Digest(1), first, "the same run differs");
        NS_TEST_EXPECT_MSG_NE(Digest(2), first, "another run does not differ");
    }
};

/**
 * @ingroup net8-test
 * Captures are Ethernet frames without FCS and padding: 623 bytes of data make 677 (E5).
 */
class CaptureTestCase : public TestCase
{
  public:
    /**
     * @param kind Kind of the path
     */
    explicit CaptureTestCase(const std::string& kind)
        : TestCase("captures on " + kind + " show 623 bytes as a frame of 677"),
          m_kind(kind)
    {
    }

  private:
    /**
     * @param name name of the file
     */
    void Check(const std::string& name)
    {
        PcapFile file;
        file.Open(name, std::ios::in);
        NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, name << " cannot be read");
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), 1, "LINKTYPE_ETHERNET");
        uint32_t largest = 0;
        uint8_t data[2000];
        uint32_t seconds;
        uint32_t fraction;
        uint32_t included;
        uint32_t original;
        uint32_t read;
        while (true)
        {
            file.Read(data, sizeof(data), seconds, fraction, included, original, read);
            if (file.Eof() || file.Fail())
            {
                break;
            }
            largest = std::max(largest, original);
        }
        // 623 + 20 (TCP) + 20 (IPv4) + 14 (Ethernet).
        NS_TEST_EXPECT_MSG_EQ(largest, 677, "largest frame");
    }

    void DoRun() override
    {
        const auto prefix = CreateTempDirFilename("net8-" + m_kind);
        {
            // ns-3's TCP merges the two writes of ns-3's application into one segment.
            const std::map<std::string, std::string> tcp{{"Profile", "ns3"},
                                                         {"Timestamps", "false"}};
            PathTestFlow flow({{"Kind", m_kind}}, tcp, 623);
            flow.GetPath()->EnablePcap(prefix);
            flow.Run(Seconds(10));
            NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), 623, "bytes received");
            Simulator::Destroy();
            flow.GetPath()->Dispose();
        }
        Check(prefix + "-client.pcap");
        Check(prefix + "-server.pcap");
    }

    std::string m_kind; ///< Kind of the path.
};

/**
 * @ingroup net8-test
 * The path suite.
 */
class Net8PathTestSuite : public TestSuite
{
  public:
    Net8PathTestSuite()
        : TestSuite("net8-path", Type::SYSTEM)
    {
        AddTransfers();
        AddRoundTrips();
        AddFragments();
        AddRefusals();
        AddTestCase(new DeterminismTestCase, Duration::QUICK);
        for (const auto* kind : {"lan", "segment", "wan"})
        {
            AddTestCase(new CaptureTestCase(kind), Duration::QUICK);
        }
    }

  private:
    /// Add transfers over each kind of path.
    void AddTransfers()
    {
        for (const auto* kind : {"lan", "segment", "wan"})
        {
            for (const auto* ip : {"v4", "v6"})
            {
                AddTestCase(new TransferTestCase(kind, ip, "none"), Duration::QUICK);
                AddTestCase(new TransferTestCase(kind, ip, "fq_codel"), Duration::QUICK);
            }
            AddTestCase(new OwnBurstTestCase(kind), Duration::QUICK);
        }
    }

    /**
     * Add round trips, link by link. At 100 Mb/s a byte takes 80 ns: an ACK of 46 bytes payload (46
     * + 14 + 4 + 8) x 80 = 5,760 ns, a full segment (1500 + 14 + 4 + 8) x 80 = 122,080 ns. At 10
     * Mb/s and with 2 bytes PPP: 42 x 800 = 33,600 ns and 1502 x 800 = 1,201,600 ns.
     */
    void AddRoundTrips()
    {
        AddTestCase(new RoundTripTestCase("a LAN is two Ethernet links",
                                          {{"Kind", "lan"}, {"LanDelay", "7us"}},
                                          NanoSeconds(2 * (5760 + 122080 + 2 * 7000))),
                    Duration::QUICK);
        for (const int64_t hops : {1, 3, 64})
        {
            const int64_t access = 3 * (5760 + 122080 + 2 * 5000);
            const int64_t wan = hops * (33600 + 1201600) + 2 * 20000000;
            AddTestCase(
                new RoundTripTestCase("a WAN of " + std::to_string(hops) +
                                          " hops has each link's serialisation and one delay",
                                      {{"Delay", "20ms"}, {"Hops", std::to_string(hops)}},
                                      NanoSeconds(access + wan)),
                Duration::QUICK);
        }
    }

    /**
     * Add each profile, MTU and IP version: full segments fill the MTU.
     */
    void AddFragments()
    {
        for (const auto* profile : {"linux", "solaris-2.5", "windows-nt4", "ns3"})
        {
            for (const auto* ip : {"v4", "v6"})
            {
                AddTestCase(new NoFragmentTestCase(profile, 1500, ip), Duration::QUICK);
                AddTestCase(new NoFragmentTestCase(profile, 9000, ip), Duration::QUICK);
            }
        }
    }

    /// Add values that do not go together.
    void AddRefusals()
    {
        AddTestCase(new WrongPathTestCase(
                        {{"LossList", "3,x"}},
                        "LossList \"3,x\" is not a list of packet numbers such as \"3,17,40\"; the "
                        "first wrong entry begins at character 3."),
                    Duration::QUICK);
        AddTestCase(new WrongPathTestCase(
                        {{"LossList", "3,"}},
                        "LossList \"3,\" is not a list of packet numbers such as \"3,17,40\"; the "
                        "first wrong entry begins at character 1."),
                    Duration::QUICK);
        AddTestCase(new WrongPathTestCase(
                        {{"Ip", "v6"}, {"Mtu", "1000"}},
                        "Mtu 1000 is too small for IPv6, which needs 1280 bytes or more."),
                    Duration::QUICK);
        AddTestCase(
            new WrongPathTestCase({{"QueueSize", "0p"}},
                                  "QueueSize 0p leaves no room for a packet; use 1p or more."),
            Duration::QUICK);
        AddTestCase(new WrongPathTestCase(
                        {{"QueueSize", "500B"}},
                        "QueueSize 500B is smaller than one frame of Mtu 1500; use bytes for at "
                        "least one frame, or packets."),
                    Duration::QUICK);
        AddTestCase(new WrongPathTestCase(
                        {{"QueueSize", "100000B"}, {"QueueDisc", "fq_codel"}},
                        "QueueSize 100000B is in bytes, but fq_codel counts packets, such as "
                        "1000p."),
                    Duration::QUICK);
    }
};

Net8PathTestSuite g_net8PathTestSuite; ///< Registers the suite.

} // namespace
