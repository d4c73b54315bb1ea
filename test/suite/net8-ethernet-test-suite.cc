// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Full-duplex Ethernet: time on the wire, independence of the directions, switching, queues.
 */
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-ethernet-helper.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// An EtherType for experiments (IEEE 802).
constexpr uint16_t ETHER_TYPE = 0x88b5;

/**
 * @ingroup net8-test
 * Records when a device passes frames up.
 */
class Arrivals
{
  public:
    /**
     * @param device the device to watch
     */
    explicit Arrivals(Ptr<NetDevice> device)
    {
        device->TraceConnectWithoutContext("MacRx", MakeCallback(&Arrivals::Note, this));
    }

    std::vector<Time> times;     ///< When frames arrived.
    std::vector<uint32_t> sizes; ///< Their sizes, Ethernet header included, bytes.

  private:
    /**
     * @param frame a frame
     */
    void Note(Ptr<const Packet> frame)
    {
        times.push_back(Simulator::Now());
        sizes.push_back(frame->GetSize());
    }
};

/**
 * @ingroup net8-test
 * Frames of one size are sent back to back at the rate of RFC 2544.
 */
class WireTimeTestCase : public TestCase
{
  public:
    /**
     * @param payload payload of the frames, bytes
     * @param gap time from frame to frame at 1 Gb/s
     * @param perSecond whole frames per second at 1 Gb/s
     */
    WireTimeTestCase(uint32_t payload, Time gap, uint32_t perSecond)
        : TestCase("frames of " + std::to_string(payload) + " bytes payload leave at wire speed"),
          m_payload(payload),
          m_gap(gap),
          m_perSecond(perSecond)
    {
    }

  private:
    void DoRun() override
    {
        Net8EthernetHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        helper.SetChannelAttribute("Delay", StringValue("3us"));
        auto a = CreateObject<Node>();
        auto b = CreateObject<Node>();
        auto link = helper.Install(a, b);
        Arrivals arrivals(link.Get(1));
        for (uint32_t i = 0; i < 10; ++i)
        {
            link.Get(0)->Send(Create<Packet>(m_payload), link.Get(1)->GetAddress(), ETHER_TYPE);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrivals.times.size(), 10, "a frame is missing");
        // The gap of 12 byte times = 96 ns follows the frame.
        NS_TEST_EXPECT_MSG_EQ(arrivals.times[0],
                              m_gap - NanoSeconds(96) + MicroSeconds(3),
                              "first frame at the wrong time");
        for (uint32_t i = 1; i < 10; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(arrivals.times[i] - arrivals.times[i - 1], m_gap, "frame " << i);
        }
        const auto perSecond = Seconds(1).GetNanoSeconds() / m_gap.GetNanoSeconds();
        NS_TEST_EXPECT_MSG_EQ(perSecond, m_perSecond, "frames per second");
        NS_TEST_EXPECT_MSG_EQ(arrivals.sizes[0], m_payload + 14, "captures show no padding or FCS");
        Simulator::Destroy();
    }

    uint32_t m_payload;   ///< Payload, bytes.
    Time m_gap;           ///< Time from frame to frame.
    uint32_t m_perSecond; ///< Frames per second.
};

/**
 * @ingroup net8-test
 * Each frame takes the time of its own length, at the rate in force when it is sent.
 */
class MixedLengthsTestCase : public TestCase
{
  public:
    MixedLengthsTestCase()
        : TestCase("frames of many lengths take the time of each, at two rates")
    {
    }

  private:
    void DoRun() override
    {
        Net8EthernetHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        helper.SetChannelAttribute("Delay", StringValue("0ns"));
        auto link = helper.Install(CreateObject<Node>(), CreateObject<Node>());
        Arrivals arrivals(link.Get(1));
        const std::vector<uint32_t> payloads{46, 100, 1500, 101, 46, 700, 1500, 300, 100, 46};
        // Header, FCS, preamble and gap are 38 bytes; the last gap, of 12, follows the last frame.
        uint32_t bytes = 0;
        std::vector<uint32_t> ends;
        for (const auto payload : payloads)
        {
            bytes += payload + 38;
            ends.push_back(bytes - 12);
        }
        const auto sendAll = [&] {
            for (const auto payload : payloads)
            {
                link.Get(0)->Send(Create<Packet>(payload), link.Get(1)->GetAddress(), ETHER_TYPE);
            }
        };
        const Time later = MilliSeconds(1);
        sendAll();
        Simulator::Schedule(later, [&] {
            link.Get(0)->SetAttribute("DataRate", StringValue("100Mbps"));
            sendAll();
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrivals.times.size(), 2 * ends.size(), "a frame is missing");
        for (std::size_t i = 0; i < ends.size(); ++i)
        {
            // 8 and 80 ns per byte.
            NS_TEST_EXPECT_MSG_EQ(arrivals.times[i], NanoSeconds(8 * ends[i]), "frame " << i);
            NS_TEST_EXPECT_MSG_EQ(arrivals.times[ends.size() + i],
                                  later + NanoSeconds(80 * ends[i]),
                                  "frame " << i << " at 100 Mb/s");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A busy direction does not delay the other.
 */
class FullDuplexTestCase : public TestCase
{
  public:
    FullDuplexTestCase()
        : TestCase("both directions run at full rate at once")
    {
    }

  private:
    void DoRun() override
    {
        Net8EthernetHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        helper.SetChannelAttribute("Delay", StringValue("0ns"));
        auto link = helper.Install(CreateObject<Node>(), CreateObject<Node>());
        Arrivals atA(link.Get(0));
        Arrivals atB(link.Get(1));
        for (uint32_t i = 0; i < 100; ++i)
        {
            link.Get(0)->Send(Create<Packet>(1500), link.Get(1)->GetAddress(), ETHER_TYPE);
            link.Get(1)->Send(Create<Packet>(1500), link.Get(0)->GetAddress(), ETHER_TYPE);
        }
        Simulator::Run();
        // 99 x 1538 bytes and 1526 bytes without the last gap, at 80 ns per byte.
        const Time last = NanoSeconds((99 * 1538 + 1526) * 80);
        NS_TEST_ASSERT_MSG_EQ(atA.times.size(), 100, "frames lost");
        NS_TEST_ASSERT_MSG_EQ(atB.times.size(), 100, "frames lost");
        NS_TEST_EXPECT_MSG_EQ(atA.times.back(), last, "slowed by the other direction");
        NS_TEST_EXPECT_MSG_EQ(atB.times.back(), last, "slowed by the other direction");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A switch forwards unicast to one port once it has learned, and broadcast to all.
 */
class SwitchTestCase : public TestCase
{
  public:
    SwitchTestCase()
        : TestCase("a switch learns addresses, and stores and forwards")
    {
    }

  private:
    void DoRun() override
    {
        Net8EthernetHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        helper.SetChannelAttribute("Delay", StringValue("5us"));
        auto centre = CreateObject<Node>();
        NetDeviceContainer hosts;
        NetDeviceContainer ports;
        for (uint32_t i = 0; i < 3; ++i)
        {
            auto link = helper.Install(CreateObject<Node>(), centre);
            hosts.Add(link.Get(0));
            ports.Add(link.Get(1));
        }
        Net8EthernetHelper::MakeSwitch(centre, ports);
        Arrivals at0(hosts.Get(0));
        Arrivals at1(hosts.Get(1));
        Arrivals at2(hosts.Get(2));
        uint32_t wire2 = 0;
        Callback<void, Ptr<const Packet>> count([&wire2](Ptr<const Packet>) { ++wire2; });
        hosts.Get(2)->TraceConnectWithoutContext("PhyRxEnd", count);

        hosts.Get(0)->Send(Create<Packet>(100), Mac48Address::GetBroadcast(), ETHER_TYPE);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(at1.times.size(), 1, "broadcast");
        NS_TEST_EXPECT_MSG_EQ(at2.times.size(), 1, "broadcast");
        // Two links of (100 + 14 + 4 + 8) x 80 ns and 5 us each.
        NS_TEST_EXPECT_MSG_EQ(at1.times[0],
                              NanoSeconds(2 * (126 * 80 + 5000)),
                              "store and forward");

        hosts.Get(1)->Send(Create<Packet>(100), hosts.Get(0)->GetAddress(), ETHER_TYPE);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(at0.times.size(), 1, "unicast to a learned address");
        NS_TEST_EXPECT_MSG_EQ(wire2, 1, "unicast to a learned address went to another port too");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Frames that do not fit into the queue or the MTU are dropped and traced.
 */
class EthernetDropTestCase : public TestCase
{
  public:
    EthernetDropTestCase()
        : TestCase("frames beyond queue, MTU and error model are dropped and traced")
    {
    }

  private:
    void DoRun() override
    {
        Net8EthernetHelper helper;
        helper.SetQueueSize("4p");
        auto link = helper.Install(CreateObject<Node>(), CreateObject<Node>());
        auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({1});
        link.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        uint32_t macDrops = 0;
        uint32_t phyDrops = 0;
        Callback<void, Ptr<const Packet>> mac([&macDrops](Ptr<const Packet>) { ++macDrops; });
        Callback<void, Ptr<const Packet>> phy([&phyDrops](Ptr<const Packet>) { ++phyDrops; });
        link.Get(0)->TraceConnectWithoutContext("MacTxDrop", mac);
        link.Get(1)->TraceConnectWithoutContext("PhyRxDrop", phy);
        Arrivals arrivals(link.Get(1));

        const auto to = link.Get(1)->GetAddress();
        NS_TEST_EXPECT_MSG_EQ(link.Get(0)->Send(Create<Packet>(1501), to, ETHER_TYPE),
                              false,
                              "a frame above the MTU was taken");
        for (uint32_t i = 0; i < 10; ++i)
        {
            link.Get(0)->Send(Create<Packet>(1500), to, ETHER_TYPE);
        }
        Simulator::Run();
        // One on the wire, four in the queue, five too many, one above the MTU; one lost on
        // arrival.
        NS_TEST_EXPECT_MSG_EQ(macDrops, 6, "MacTxDrop");
        NS_TEST_EXPECT_MSG_EQ(phyDrops, 1, "PhyRxDrop");
        NS_TEST_EXPECT_MSG_EQ(arrivals.times.size(), 4, "frames that arrive");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * The Ethernet suite.
 */
class Net8EthernetTestSuite : public TestSuite
{
  public:
    Net8EthernetTestSuite()
        : TestSuite("net8-ethernet", Type::UNIT)
    {
        // RFC 2544: 64-byte frames 84 byte times apart, 1518-byte frames 1538 (8 ns per byte).
        AddTestCase(new WireTimeTestCase(46, NanoSeconds(672), 1488095), Duration::QUICK);
        AddTestCase(new WireTimeTestCase(1500, NanoSeconds(12304), 81274), Duration::QUICK);
        // Shorter payload is padded to 46 bytes on the wire.
        AddTestCase(new WireTimeTestCase(1, NanoSeconds(672), 1488095), Duration::QUICK);
        AddTestCase(new MixedLengthsTestCase, Duration::QUICK);
        AddTestCase(new FullDuplexTestCase, Duration::QUICK);
        AddTestCase(new SwitchTestCase, Duration::QUICK);
        AddTestCase(new EthernetDropTestCase, Duration::QUICK);
    }
};

Net8EthernetTestSuite g_net8EthernetTestSuite; ///< Registers the suite.

} // namespace
