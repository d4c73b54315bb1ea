// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/net8-ethernet-channel.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-radio.h"
#include "ns3/net8-site-routing.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <memory>
#include <sstream>
#include <string>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A router with two links and no sites: packets to the other ends of its links, to itself, and by
 * the routes of a user.
 *
 * @tparam VERSION SitesByIpv4 or SitesByIpv6
 */
template <typename VERSION>
class SiteRoutingCase : public TestCase
{
  protected:
    using Routing = Net8SiteRouting<VERSION>;             ///< Routing.
    using Ip = typename VERSION::Ip;                      ///< The stack.
    using Header = typename VERSION::Header;              ///< Header of a packet.
    using Route = typename VERSION::Route;                ///< A route.
    using Interface = typename VERSION::InterfaceAddress; ///< Address of an interface.

    /// @param name name of the test
    explicit SiteRoutingCase(const std::string& name)
        : TestCase(name)
    {
    }

    /// Make the router, with a loopback interface.
    void MakeRouter()
    {
        m_node = CreateObject<Node>();
        InternetStackHelper().Install(m_node);
        m_ip = m_node->GetObject<Ip>();
        m_routing = CreateObject<Routing>();
        m_routing->Install(m_ip, std::make_shared<Net8NetworkAddresses>(), [](uint32_t) {
            return SiteHop{};
        });
    }

    /**
     * @param address address at a new link
     * @return index of its interface
     */
    uint32_t AddLink(const Interface& address)
    {
        const auto device = CreateObject<Net8EthernetNetDevice>();
        m_node->AddDevice(device);
        const uint32_t interface = m_ip->AddInterface(device);
        m_ip->AddAddress(interface, address);
        m_ip->SetUp(interface);
        m_ip->SetForwarding(interface, true);
        return interface;
    }

    /**
     * @param destination destination of a packet that the router sends
     * @param device device that must send it; null: any
     * @return interface and next router
     */
    std::string Send(const char* destination, const Ptr<NetDevice>& device = nullptr)
    {
        Header header;
        header.SetDestination(typename VERSION::Addr(destination));
        Socket::SocketErrno error = Socket::ERROR_NOTERROR;
        const auto route = m_routing->RouteOutput(nullptr, header, device, error);
        NS_TEST_EXPECT_MSG_EQ((error == Socket::ERROR_NOTERROR), bool(route), destination);
        return Print(route);
    }

    /**
     * @param route a route
     * @return interface and next router
     */
    std::string Print(const Ptr<Route>& route)
    {
        if (!route)
        {
            return "none";
        }
        std::ostringstream text;
        text << m_ip->GetInterfaceForDevice(route->GetOutputDevice()) << " via ";
        route->GetGateway().IsAny() ? text << "none" : text << route->GetGateway();
        text << " from " << route->GetSource();
        return text.str();
    }

    /// Destroy it.
    void Destroy()
    {
        m_routing = nullptr;
        m_ip = nullptr;
        m_node = nullptr;
        Simulator::Destroy();
    }

    Ptr<Node> m_node;       ///< The router.
    Ptr<Ip> m_ip;           ///< Its stack.
    Ptr<Routing> m_routing; ///< Its routes.
};

/**
 * @ingroup net8-test
 * The router over IPv4.
 */
class Ipv4SiteRoutingTest : public SiteRoutingCase<SitesByIpv4>
{
  public:
    Ipv4SiteRoutingTest()
        : SiteRoutingCase("ends of links over IPv4")
    {
    }

  private:
    void DoRun() override
    {
        MakeRouter();
        AddLink(Interface("172.16.0.1", "255.255.255.252"));
        const uint32_t right = AddLink(Interface("172.16.0.5", "255.255.255.252"));
        NS_TEST_EXPECT_MSG_EQ(m_routing->GetNRoutes(), 0, "routes to compare new ones with");

        Check("172.16.0.2", "1 via none from 172.16.0.1", "the end of the first link");
        Check("172.16.0.6", "2 via none from 172.16.0.5", "that of the second");
        Check("172.16.0.9", "none", "no end of a link");
        NS_TEST_EXPECT_MSG_EQ(Forward("172.16.0.5"), "here", "the router itself");
        NS_TEST_EXPECT_MSG_EQ(Forward("172.16.0.3"), "here", "to all on the link it came from");
        NS_TEST_EXPECT_MSG_EQ(Send("172.16.0.6", m_ip->GetNetDevice(1)), "none", "on another one");

        m_ip->AddAddress(right, Interface("172.17.0.1", "255.255.0.0"));
        Check("172.17.9.9", "2 via none from 172.17.0.1", "a second subnet of a link");
        m_ip->AddAddress(1, Interface("172.17.8.1", "255.255.255.0"));
        Check("172.17.8.9", "1 via none from 172.17.8.1", "a longer prefix on another link");
        m_ip->RemoveAddress(right, Ipv4Address("172.17.0.1"));
        Check("172.17.9.9", "none", "it is there no more");
        Check("172.16.0.6", "2 via none from 172.16.0.5", "the others are");

        m_ip->SetDown(right);
        Check("172.16.0.6", "none", "the link is down");
        Check("172.16.0.2", "1 via none from 172.16.0.1", "the other is not");
        m_ip->SetUp(right);
        Check("172.16.0.6", "2 via none from 172.16.0.5", "it is up again");

        m_routing->AddNetworkRouteTo("172.18.0.0", "255.255.0.0", "172.16.0.6", right);
        Check("172.18.5.4", "2 via 172.16.0.6 from 172.16.0.5", "a route of a user");
        m_routing->SetDefaultRoute("172.16.0.6", right);
        Check("172.19.5.4", "2 via 172.16.0.6 from 172.16.0.5", "to anywhere");
        Check("172.16.0.2",
              "1 via none from 172.16.0.1",
              "but not to a link, whose prefix is longer");
        m_routing->AddHostRouteTo("172.16.0.2", "172.16.0.6", right);
        Check("172.16.0.2", "2 via 172.16.0.6 from 172.16.0.5", "to one end of it alone");
        Destroy();
    }

    /**
     * @param destination destination of packets
     * @param wanted where both those of the router and those it received go
     * @param what name of the check
     */
    void Check(const char* destination, const std::string& wanted, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(Send(destination), wanted, what);
        NS_TEST_EXPECT_MSG_EQ(Forward(destination), wanted, what);
    }

    /**
     * @param destination destination of a packet received on the first link
     * @return interface and next router; "here" if the packet is for this one
     */
    std::string Forward(const char* destination)
    {
        Ipv4Header header;
        header.SetDestination(Ipv4Address(destination));
        std::string found = "none";
        const bool taken = m_routing->RouteInput(
            Create<Packet>(),
            header,
            m_ip->GetNetDevice(1),
            Routing::UnicastForwardCallback([&](Ptr<Ipv4Route> route,
                                                Ptr<const Packet>,
                                                const Ipv4Header&) { found = Print(route); }),
            {},
            Routing::LocalDeliverCallback(
                [&](Ptr<const Packet>, const Ipv4Header&, uint32_t) { found = "here"; }),
            {});
        NS_TEST_EXPECT_MSG_EQ(taken, (found != "none"), destination);
        return found;
    }
};

/**
 * @ingroup net8-test
 * The router over IPv6.
 */
class Ipv6SiteRoutingTest : public SiteRoutingCase<SitesByIpv6>
{
  public:
    Ipv6SiteRoutingTest()
        : SiteRoutingCase("ends of links over IPv6")
    {
    }

  private:
    void DoRun() override
    {
        MakeRouter();
        AddLink(Interface("fd00:1::1", Ipv6Prefix(64)));
        const uint32_t right = AddLink(Interface("fd00:2::1", Ipv6Prefix(64)));
        NS_TEST_EXPECT_MSG_EQ(m_routing->GetNRoutes(), 0, "no route for each of them");

        Check("fd00:1::2", "1 via none from fd00:1::1", "the end of the first link");
        Check("fd00:2::2", "2 via none from fd00:2::1", "that of the second");
        Check("fd00:3::2", "none", "no end of a link");
        NS_TEST_EXPECT_MSG_EQ(Send("fd00:2::2", m_ip->GetNetDevice(1)), "none", "on another one");
        // Addresses with this prefix are on each link (RFC 4291, section 2.5.6).
        for (const uint32_t link : {1U, 2U})
        {
            NS_TEST_EXPECT_MSG_EQ(Send("fe80::9", m_ip->GetNetDevice(link)).substr(0, 10),
                                  std::to_string(link) + " via none",
                                  "on the link that is asked for");
        }

        m_ip->SetDown(right);
        Check("fd00:2::2", "none", "the link is down");
        // ns-3 forgets the addresses of an IPv6 interface that is down, but not its link-local one.
        m_ip->SetUp(right);
        m_ip->AddAddress(right, Interface("fd00:2::1", Ipv6Prefix(64)));
        Check("fd00:2::2", "2 via none from fd00:2::1", "it is up again");

        m_routing->NotifyAddRoute("fd00:5::", Ipv6Prefix(64), "::", right);
        Check("fd00:5::2", "2 via none from fd00:2::1", "a prefix on the link without an address");
        m_routing->SetDefaultRoute("fd00:2::2", right, "fd00:2::", 0);
        Check("fd00:4::5", "2 via fd00:2::2 from fd00:2::1", "a route of a user");
        Check("fd00:1::2",
              "1 via none from fd00:1::1",
              "but not to a link, whose prefix is longer");
        Destroy();
    }

    /**
     * @param destination destination of packets
     * @param wanted where both those of the router and those it received go
     * @param what name of the check
     */
    void Check(const char* destination, const std::string& wanted, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(Send(destination), wanted, what);
        NS_TEST_EXPECT_MSG_EQ(Forward(destination), wanted, what);
    }

    /**
     * @param destination destination of a packet received on the first link
     * @return interface and next router; "here" if the packet is for this one
     */
    std::string Forward(const char* destination)
    {
        Ipv6Header header;
        header.SetDestination(Ipv6Address(destination));
        std::string found = "none";
        const bool taken = m_routing->RouteInput(
            Create<Packet>(),
            header,
            m_ip->GetNetDevice(1),
            Routing::UnicastForwardCallback([&](Ptr<const NetDevice>,
                                                Ptr<Ipv6Route> route,
                                                Ptr<const Packet>,
                                                const Ipv6Header&) { found = Print(route); }),
            {},
            Routing::LocalDeliverCallback(
                [&](Ptr<const Packet>, const Ipv6Header&, uint32_t) { found = "here"; }),
            {});
        NS_TEST_EXPECT_MSG_EQ(taken, (found != "none"), destination);
        return found;
    }
};

/**
 * @ingroup net8-test
 * Suite of the routes of routers in networks of sites.
 */
class Net8SiteRoutingTestSuite : public TestSuite
{
  public:
    Net8SiteRoutingTestSuite()
        : TestSuite("net8-site-routing", Type::UNIT)
    {
        AddTestCase(new Ipv4SiteRoutingTest, Duration::QUICK);
        AddTestCase(new Ipv6SiteRoutingTest, Duration::QUICK);
    }
};

/// Registers the suite.
Net8SiteRoutingTestSuite g_siteRoutingTestSuite;

} // namespace
