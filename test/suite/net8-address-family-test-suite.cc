// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Hosts with IPv4, IPv6 or both: who can reach whom, at which address, and the effect on sockets.
 */
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Outcome of an attempt.
struct Attempt
{
    uint32_t ipVersion; ///< 4 or 6; 0: the host has no address.
    int32_t outcome;    ///< Oracle error number, 0 for none.
};

/**
 * @ingroup net8-test
 * @param client IP versions of the client host
 * @param server IP versions of the server host
 * @param clients additional attributes of the client
 * @param listener attributes of the listener
 * @return a plan with one session on a network of both IP versions
 */
ExperimentPlan
MakePlan(const std::string& client,
         const std::string& server,
         const AttributeMap& clients = {},
         const AttributeMap& listener = {})
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "wan"},
                             {"Ip", "dual"},
                             {"ClientIp", client},
                             {"ServerIp", server}};
    plan.sections["client"] = clients;
    plan.sections["client"]["Driver"] = "oci";
    plan.sections["client"]["Release"] = "11.2";
    plan.sections["server"] = {{"Release", "11.2"}};
    plan.sections["listener"] = listener;
    plan.sections["query"] = {{"Rows", "1"}};
    return plan;
}

/**
 * @ingroup net8-test
 * @param host a host name
 * @param port a port
 * @return a descriptor with this host and port
 */
std::string
Descriptor(const std::string& host, uint16_t port = 1521)
{
    return "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=" + host + ")(PORT=" + std::to_string(port) +
           ")))";
}

/**
 * @ingroup net8-test
 * Check the attempts of a session, in order.
 */
class ReachTest : public TestCase
{
  public:
    /**
     * @param name name of the test
     * @param plan the plan
     * @param expected outcomes of its attempts
     */
    ReachTest(const std::string& name, ExperimentPlan plan, std::vector<Attempt> expected)
        : TestCase(name),
          m_plan(std::move(plan)),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        const auto result = Net8Experiment(m_plan).Run();
        NS_TEST_ASSERT_MSG_EQ(result.attempts.size(), m_expected.size(), "number of attempts");
        for (std::size_t i = 0; i < m_expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(result.attempts[i].ipVersion,
                                  m_expected[i].ipVersion,
                                  "IP " << i);
            NS_TEST_EXPECT_MSG_EQ(result.attempts[i].outcome, m_expected[i].outcome, "end " << i);
        }
        const bool in = m_expected.back().outcome == 0;
        NS_TEST_EXPECT_MSG_EQ(result.sessions.front().closed, in, "the session ended well");
    }

    ExperimentPlan m_plan;           ///< The plan.
    std::vector<Attempt> m_expected; ///< Expected outcomes of its attempts.
};

/**
 * @ingroup net8-test
 * A host with both IP versions fills the MTU with either.
 */
class SegmentTest : public TestCase
{
  public:
    SegmentTest()
        : TestCase("a socket leaves room for the IP header of the address that it is bound to")
    {
    }

  private:
    /**
     * @param socket a socket
     * @param name name of an attribute
     * @return its value
     */
    static uint64_t Get(const Ptr<Socket>& socket, const std::string& name)
    {
        UintegerValue value;
        socket->GetAttribute(name, value);
        return value.Get();
    }

    void DoRun() override
    {
        auto path = CreateObject<Net8Path>();
        SetAttributes(path->GetParts(), {{"Ip", "dual"}});
        path->Build(1);
        auto host = path->GetClient(0);
        // The TCP machine takes its sizes from the route; ns-3's TCP has to be given them.
        CreateObjectWithAttributes<Net8TcpProfile>("Profile", StringValue("ns3"))
            ->Install(host, path->GetMtu(), path->IsIpv6());
        const auto make = [&host] {
            return Socket::CreateSocket(host, Net8TcpSocketFactory::GetTypeId());
        };
        // MTU - 40 (IPv6) - 20 (TCP) - 12 (timestamps): the longer header, whichever it will use.
        NS_TEST_EXPECT_MSG_EQ(Get(make(), "SegmentSize"), 1428, "both versions");
        // Windows NT 4 offers 8192 bytes in whole segments: 6 x 1440. With a congestion control
        // that only ns-3 has, it uses ns-3's TCP; the TCP machine rounds when it connects.
        auto profile =
            CreateObjectWithAttributes<Net8TcpProfile>("Profile", StringValue("windows-nt4"));
        profile->SetAttribute("CongestionControl", StringValue("ns3::TcpNewReno"));
        profile->Install(host, path->GetMtu(), path->IsIpv6());
        NS_TEST_EXPECT_MSG_EQ(Get(make(), "RcvBufSize"), 8640, "whole segments of IPv6");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Hosts cannot have an IP version that the network does not carry.
 */
class NotCarriedTest : public TestCase
{
  public:
    NotCarriedTest()
        : TestCase("hosts of different IP versions need a network of both")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* server : {"v6", "dual"})
        {
            auto plan = MakePlan("default", server);
            plan.sections["path"]["Ip"] = "v4";
            std::string error;
            try
            {
                Net8Experiment experiment(plan);
            }
            catch (const std::invalid_argument& problem)
            {
                error = problem.what();
            }
            NS_TEST_EXPECT_MSG_EQ(error,
                                  "ClientIp and ServerIp may ask for what Ip gives; for hosts of "
                                  "different IP versions, Ip is dual.",
                                  server);
        }
    }
};

/**
 * @ingroup net8-test
 * Suite of IP versions. 12541 is a RST, 12543 an address without a route, 12545 a name without an
 * address (section 6 of the fact sheet on Oracle Net).
 */
class Net8AddressFamilyTestSuite : public TestSuite
{
  public:
    Net8AddressFamilyTestSuite()
        : TestSuite("net8-address-family", Type::UNIT)
    {
        AddTable("v6", 6);
        AddTable("v4", 4);
        AddListeners();
        AddHosts();
        AddTestCase(new SegmentTest, Duration::QUICK);
        AddTestCase(new NotCarriedTest, Duration::QUICK);
    }

  private:
    /**
     * @param name name of the test
     * @param plan the plan
     * @param expected outcomes of its attempts
     */
    void Add(const std::string& name, ExperimentPlan plan, std::vector<Attempt> expected)
    {
        AddTestCase(new ReachTest(name, std::move(plan), std::move(expected)), Duration::QUICK);
    }

    /**
     * Add the truth table of E38, cell by cell, on each kind of path.
     *
     * @param prefer IP version that the client tries first
     * @param either IP version used between two hosts that have both
     */
    void AddTable(const std::string& prefer, uint32_t either)
    {
        struct Cell
        {
            std::string client;
            std::string server;
            Attempt attempt;
        };

        const std::vector<Cell> cells{{"v4", "v4", {4, 0}},
                                      {"v4", "dual", {4, 0}},
                                      {"v4", "v6", {6, 12543}},
                                      {"dual", "v4", {4, 0}},
                                      {"dual", "dual", {either, 0}},
                                      {"dual", "v6", {6, 0}},
                                      {"v6", "v4", {4, 12543}},
                                      {"v6", "dual", {6, 0}},
                                      {"v6", "v6", {6, 0}}};
        for (const std::string kind : {"lan", "segment", "wan"})
        {
            for (const auto& cell : cells)
            {
                auto plan = MakePlan(cell.client, cell.server, {{"PreferIp", prefer}});
                plan.sections["path"]["Kind"] = kind;
                Add("E38, " + kind + ": client " + cell.client + ", server " + cell.server +
                        ", prefers " + prefer,
                    plan,
                    {cell.attempt});
            }
        }
    }

    /// Add listeners that do not listen on all addresses of their host.
    void AddListeners()
    {
        const AttributeMap v4{{"Ip", "v4_only"}};
        const AttributeMap v6{{"Ip", "v6_only"}};
        Add("the next address of a host is tried, IPv6 before IPv4",
            MakePlan("dual", "dual", {}, v4),
            {{6, 12541}, {4, 0}});
        Add("the next address of a host is tried, IPv4 before IPv6",
            MakePlan("dual", "dual", {{"PreferIp", "v4"}}, v6),
            {{4, 12541}, {6, 0}});
        // An address for which the client has no stack is tried last (RFC 6724, rule 1).
        Add("nobody listens on IPv6, and IPv4 is out of reach",
            MakePlan("v6", "dual", {{"PreferIp", "v4"}}, v4),
            {{6, 12541}, {4, 12543}});
        Add("nobody listens on IPv4, and IPv6 is out of reach",
            MakePlan("v4", "dual", {}, v6),
            {{4, 12541}, {6, 12543}});
        auto plan = MakePlan("v4", "dual", {{"Descriptor", Descriptor("db", 1522)}}, v6);
        plan.lists["end_point"] = {{{"Port", "1522"}, {"Ip", "v4_only"}}};
        Add("each end point has its own", plan, {{4, 0}});
    }

    /// Add host names, addresses, name servers, instances.
    void AddHosts()
    {
        Add("an IPv4 address is that one alone",
            MakePlan("dual", "dual", {{"Descriptor", Descriptor("192.0.2.1")}}),
            {{4, 0}});
        Add("an IPv6 address is that one alone",
            MakePlan("dual", "dual", {{"Descriptor", Descriptor("2001:db8::1")}}),
            {{6, 0}});
        Add("an IPv6 address of a host without IPv6 does not exist",
            MakePlan("dual", "v4", {{"Descriptor", Descriptor("2001:db8::1")}}),
            {{0, 12545}});
        auto plan = MakePlan("dual",
                             "dual",
                             {{"Descriptor", Descriptor("db")}, {"TransportConnectTimeout", "3s"}});
        plan.hosts = {{"db", {"nowhere", "server"}}};
        // Each target has an address of each version: first IPv6 of both, then IPv4.
        Add("IP versions come before targets", plan, {{6, 12170}, {6, 0}});
        Add("a name server answers over the version that both have",
            MakePlan("v6", "dual", {{"Naming", "dns"}}),
            {{6, 0}});
        plan = MakePlan("v4", "dual", {{"Descriptor", Descriptor("scan")}});
        plan.sections["listener"] = {{"Scan", "2"}};
        plan.instances = {{.name = "a", .host = "node1"}};
        Add("a REDIRECT leads to the version that the client has", plan, {{4, 0}});
    }
};

Net8AddressFamilyTestSuite g_net8AddressFamilyTestSuite; ///< Registers the suite.

} // namespace
