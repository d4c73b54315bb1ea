// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/boolean.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/net8-ethernet-channel.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-ipv4-cached-routing.h"
#include "ns3/net8-radio.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <sstream>
#include <string>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A router with an interface in 10.1.0.0/16 and one in 10.2.0.0/16, whose routes change: the cache
 * is never older than the routes (longest prefix: RFC 1812, section 5.2.4.3).
 */
class CachedRoutingTest : public TestCase
{
  public:
    CachedRoutingTest()
        : TestCase("routes that change under what was remembered")
    {
    }

  private:
    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        m_ipv4 = node->GetObject<Ipv4>();
        m_routing = CreateObject<Net8Ipv4CachedRouting>();
        m_ipv4->SetRoutingProtocol(m_routing);
        const uint32_t left = AddInterface(node, "10.1.0.1");
        const uint32_t right = AddInterface(node, "10.2.0.1");

        m_routing->SetDefaultRoute("10.1.0.9", left);
        Check("172.16.5.4", "10.1.0.9", "10.1.0.9", "the default route");
        m_routing->AddNetworkRouteTo("172.16.0.0", "255.255.0.0", "10.2.0.9", right);
        Check("172.16.5.4", "10.2.0.9", "10.2.0.9", "a longer prefix that came later");
        Check("172.17.5.4", "10.1.0.9", "10.1.0.9", "beside it");
        m_ipv4->SetDown(right);
        Check("172.16.5.4", "10.1.0.9", "10.1.0.9", "the interface of the longer one is down");
        Check("10.3.0.1", "10.1.0.9", "10.1.0.9", "an address of another one");
        m_ipv4->AddAddress(left, Ipv4InterfaceAddress("10.3.0.1", "255.255.0.0"));
        Check("10.3.0.1", "0.0.0.0", "here", "an address of its own");
        m_ipv4->SetForwarding(left, false);
        Check("172.17.5.4", "10.1.0.9", "refused", "no forwarding any more");

        // More addresses than cache entries: each is asked for twice, with the same answer.
        m_ipv4->SetForwarding(left, true);
        for (uint32_t host = 0; host < 200; ++host)
        {
            const Ipv4Address address(0xac100000U + host % 100);
            NS_TEST_EXPECT_MSG_EQ(Send(address), "10.1.0.9", "host " << host);
            NS_TEST_EXPECT_MSG_EQ(Forward(address), "10.1.0.9", "for host " << host);
        }
        m_routing = nullptr;
        m_ipv4 = nullptr;
        Simulator::Destroy();
    }

    /**
     * @param node the router
     * @param address its address
     * @return index of the interface
     */
    uint32_t AddInterface(const Ptr<Node>& node, const char* address)
    {
        m_device = CreateObject<Net8EthernetNetDevice>();
        node->AddDevice(m_device);
        const uint32_t interface = m_ipv4->AddInterface(m_device);
        m_ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, "255.255.0.0"));
        m_ipv4->SetUp(interface);
        return interface;
    }

    /**
     * @param destination destination of a packet that the router sends
     * @return the next router
     */
    std::string Send(Ipv4Address destination)
    {
        Ipv4Header header;
        header.SetDestination(destination);
        Socket::SocketErrno error = Socket::ERROR_NOTERROR;
        const auto route = m_routing->RouteOutput(nullptr, header, nullptr, error);
        return route ? Print(route->GetGateway()) : "none";
    }

    /**
     * @param destination destination of a packet received on the left
     * @return the next router; "here" if the packet is for this one
     */
    std::string Forward(Ipv4Address destination)
    {
        Ipv4Header header;
        header.SetDestination(destination);
        std::string found = "none";
        m_routing->RouteInput(
            Create<Packet>(),
            header,
            m_ipv4->GetNetDevice(1),
            Ipv4RoutingProtocol::UnicastForwardCallback(
                [&](Ptr<Ipv4Route> route, Ptr<const Packet>, const Ipv4Header&) {
                    found = Print(route->GetGateway());
                }),
            {},
            Ipv4RoutingProtocol::LocalDeliverCallback(
                [&](Ptr<const Packet>, const Ipv4Header&, uint32_t) { found = "here"; }),
            Ipv4RoutingProtocol::ErrorCallback([&](Ptr<const Packet>,
                                                   const Ipv4Header&,
                                                   Socket::SocketErrno) { found = "refused"; }));
        return found;
    }

    /**
     * @param address an address
     * @return its text
     */
    static std::string Print(Ipv4Address address)
    {
        std::ostringstream text;
        text << address;
        return text.str();
    }

    /**
     * Ask twice, so that the second answer comes from the cache.
     *
     * @param destination destination of packets
     * @param out next router for packets that the router sends
     * @param through next router for packets that it received
     * @param what name of the check
     */
    void Check(const char* destination,
               const std::string& out,
               const std::string& through,
               const std::string& what)
    {
        for (int time = 0; time < 2; ++time)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(Ipv4Address(destination)), out, what);
            NS_TEST_EXPECT_MSG_EQ(Forward(Ipv4Address(destination)), through, what);
        }
    }

    Ptr<Ipv4> m_ipv4;                     ///< IP of the router.
    Ptr<Net8Ipv4CachedRouting> m_routing; ///< Its routes.
    Ptr<Net8EthernetNetDevice> m_device;  ///< Its last device.
};

/**
 * @ingroup net8-test
 * Suite of static routing with a cache.
 */
class Net8CachedRoutingTestSuite : public TestSuite
{
  public:
    Net8CachedRoutingTestSuite()
        : TestSuite("net8-cached-routing", Type::UNIT)
    {
        AddTestCase(new CachedRoutingTest, Duration::QUICK);
    }
};

/// Registers the suite.
Net8CachedRoutingTestSuite g_cachedRoutingTestSuite;

} // namespace
