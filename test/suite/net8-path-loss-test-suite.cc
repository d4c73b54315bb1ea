// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Paths: what is lost, where, and in which direction.
 */
#include "net8-path-test-flow.h"

#include "ns3/double.h"
#include "ns3/ethernet-header.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/net8-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A lost segment smaller than full size is retransmitted although Nagle's algorithm is on.
 */
class SmallLossTestCase : public TestCase
{
  public:
    SmallLossTestCase()
        : TestCase("a lost small segment is retransmitted under Nagle's algorithm")
    {
    }

  private:
    void DoRun() override
    {
        // The client is sent SYN (0), ACK (1), and one segment of 100 bytes (2), which is lost.
        PathTestFlow flow({{"LossList", "2"}}, {{"NoDelay", "false"}}, 100);
        flow.Run(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(flow.GetPath()->GetDrops().lossToClient, 1, "losses");
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), 100, "bytes received");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * The loss model loses the listed TCP and UDP packets and no others.
 */
class LossModelTestCase : public TestCase
{
  public:
    LossModelTestCase()
        : TestCase("listed packets are lost, and ARP is neither counted nor lost")
    {
    }

  private:
    /**
     * @param etherType type of the frame
     * @param protocol protocol of the IP packet
     * @return a frame
     */
    static Ptr<Packet> MakeFrame(uint16_t etherType, uint8_t protocol)
    {
        auto packet = Create<Packet>(100);
        Ipv4Header ip;
        ip.SetProtocol(protocol);
        ip.SetPayloadSize(100);
        packet->AddHeader(ip);
        EthernetHeader ethernet(false);
        ethernet.SetLengthType(etherType);
        packet->AddHeader(ethernet);
        return packet;
    }

    void DoRun() override
    {
        auto model = CreateObject<Net8LossModel>();
        model->SetList(Net8LossModel::ParseList("3,17,40"));
        for (uint32_t i = 0; i < 60; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(MakeFrame(0x0806, 6)), false, "ARP " << i);
            NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(MakeFrame(0x0800, 1)), false, "ICMP " << i);
            const bool listed = i == 3 || i == 17 || i == 40;
            const uint8_t protocol = i % 2 ? 6 : 17; // alternating between TCP and UDP
            NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(MakeFrame(0x0800, protocol)),
                                  listed,
                                  "packet " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(model->GetLost(), 3, "losses");
        NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(Create<Packet>(5)), false, "a runt");
    }
};

/**
 * @ingroup net8-test
 * The loss model counts the packets subject to random loss: ends of messages and others, but not
 * ARP.
 */
class LossTallyTestCase : public TestCase
{
  public:
    LossTallyTestCase()
        : TestCase("chance is counted for segments with PSH and for all others")
    {
    }

  private:
    /**
     * @param flags TCP flags
     * @param v6 whether it is sent over IPv6
     * @return an Ethernet frame with a segment
     */
    static Ptr<Packet> MakeSegment(uint8_t flags, bool v6)
    {
        auto packet = Create<Packet>(10);
        TcpHeader tcp;
        tcp.SetFlags(flags);
        packet->AddHeader(tcp);
        if (v6)
        {
            Ipv6Header ip;
            ip.SetNextHeader(6);
            packet->AddHeader(ip);
        }
        else
        {
            Ipv4Header ip;
            ip.SetProtocol(6);
            packet->AddHeader(ip);
        }
        EthernetHeader ethernet(false);
        ethernet.SetLengthType(v6 ? 0x86dd : 0x0800);
        packet->AddHeader(ethernet);
        return packet;
    }

    void DoRun() override
    {
        auto model = CreateObject<Net8LossModel>();
        model->AssignStreams(1);
        model->IsCorrupt(MakeSegment(TcpHeader::PSH, false));
        NS_TEST_EXPECT_MSG_EQ(model->GetTally(true).draws, 0, "chance decides nothing at rate 0");
        // With certain loss the counts do not depend on chance.
        model->SetAttribute("Rate", DoubleValue(1));
        model->SetList({1});
        for (const bool v6 : {false, true})
        {
            model->IsCorrupt(MakeSegment(TcpHeader::ACK | TcpHeader::PSH, v6));
            model->IsCorrupt(MakeSegment(TcpHeader::ACK, v6));
            model->IsCorrupt(MakeSegment(TcpHeader::ACK | TcpHeader::FIN, v6));
        }
        NS_TEST_EXPECT_MSG_EQ(model->GetTally(true).draws, 2, "ends of messages");
        NS_TEST_EXPECT_MSG_EQ(model->GetTally(true).losses, 2, "all of them lost");
        NS_TEST_EXPECT_MSG_EQ(model->GetTally(false).draws, 4, "others");
        NS_TEST_EXPECT_MSG_EQ(model->GetTally(false).losses, 4, "all of them lost");
        NS_TEST_EXPECT_MSG_EQ(model->GetLost(), 6, "a listed one is lost once");
    }
};

/**
 * @ingroup net8-test
 * Drops of a full or active queue are counted on the side where they happen.
 */
class QueueDropTestCase : public TestCase
{
  public:
    /**
     * @param disc QueueDisc of the path
     */
    explicit QueueDropTestCase(const std::string& disc)
        : TestCase("a transfer overruns a queue of 8 packets, queue disc " + disc),
          m_path{{"QueueDisc", disc}, {"QueueSize", "8p"}}
    {
    }

  private:
    void DoRun() override
    {
        PathTestFlow flow(m_path, {}, 300000);
        flow.Run(Seconds(120));
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), 300000, "bytes received");
        const auto drops = flow.GetPath()->GetDrops();
        NS_TEST_EXPECT_MSG_GT(drops.queueToClient, 0, "ten segments of 1448 bytes burst into 8");
        NS_TEST_EXPECT_MSG_EQ(drops.queueToServer, 0, "ACKs never queue");
        NS_TEST_EXPECT_MSG_EQ(drops.lossToClient, 0, "losses");
        Simulator::Destroy();
    }

    PathTestFlow::Attributes m_path; ///< Attributes of the path.
};

/**
 * @ingroup net8-test
 * Random loss occurs only in the requested direction.
 */
class LossDirectionTestCase : public TestCase
{
  public:
    /**
     * @param kind Kind of the path
     * @param toClient true for losses towards the client, false for the other way
     */
    LossDirectionTestCase(const std::string& kind, bool toClient)
        : TestCase("losses only " + std::string(toClient ? "to_client" : "to_server") + " on " +
                   kind),
          m_path{{"Kind", kind},
                 {"LossRate", "0.05"},
                 {"LossDirection", toClient ? "to_client" : "to_server"}},
          m_toClient(toClient)
    {
    }

  private:
    void DoRun() override
    {
        PathTestFlow flow(m_path, {}, 300000);
        flow.Run(Seconds(300));
        const auto drops = flow.GetPath()->GetDrops();
        NS_TEST_EXPECT_MSG_EQ((drops.lossToClient > 0), m_toClient, "to the client");
        NS_TEST_EXPECT_MSG_EQ((drops.lossToServer > 0), !m_toClient, "to the server");
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived(), 300000, "bytes received");
        Simulator::Destroy();
    }

    PathTestFlow::Attributes m_path; ///< Attributes of the path.
    bool m_toClient;                 ///< Direction of the losses.
};

/**
 * @ingroup net8-test
 * Losses on paths.
 */
class Net8PathLossTestSuite : public TestSuite
{
  public:
    Net8PathLossTestSuite()
        : TestSuite("net8-path-loss", Type::SYSTEM)
    {
        AddTestCase(new LossModelTestCase, Duration::QUICK);
        AddTestCase(new LossTallyTestCase, Duration::QUICK);
        AddTestCase(new SmallLossTestCase, Duration::QUICK);
        for (const auto* disc : {"none", "pfifo", "red", "codel", "fq_codel"})
        {
            AddTestCase(new QueueDropTestCase(disc), Duration::QUICK);
        }
        for (const auto* kind : {"lan", "segment", "wan"})
        {
            AddTestCase(new LossDirectionTestCase(kind, true), Duration::QUICK);
            AddTestCase(new LossDirectionTestCase(kind, false), Duration::QUICK);
        }
    }
};

const Net8PathLossTestSuite g_net8PathLossTestSuite; ///< Registers the suite.

} // namespace
