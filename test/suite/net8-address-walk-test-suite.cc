// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Order of the addresses of a descriptor, and time until a client gives up: sections 1.2 and 2.3 of
 * the fact sheet on Oracle Net, seed experiment E30.
 */
#include "ns3/ipv4-address.h"
#include "ns3/net8-address-walk.h"
#include "ns3/test.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Addresses as names resolve to themselves, except that "scan" stands for three.
std::vector<Address>
Resolve(const std::string& host)
{
    if (host == "unknown")
    {
        return {};
    }
    return std::vector<Address>(host.starts_with("scan") ? 3 : 1, Ipv4Address("192.0.2.1"));
}

/**
 * @param hosts names of hosts
 * @return their ADDRESS parameters
 */
std::string
Addresses(const std::vector<std::string>& hosts)
{
    std::string text;
    for (const auto& host : hosts)
    {
        text += "(ADDRESS=(PROTOCOL=tcp)(HOST=" + host + ")(PORT=1521))";
    }
    return text;
}

/**
 * @param text a connect descriptor
 * @return it parsed
 */
ConnectDescriptor
Parse(const std::string& text)
{
    ConnectDescriptor descriptor;
    ConnectDescriptor::Parse(text, descriptor);
    return descriptor;
}

/**
 * @param walk a walk
 * @return hosts that it visits, in order, followed by the pass: "db1.0"
 */
std::vector<std::string>
Visit(Net8AddressWalk& walk)
{
    std::vector<std::string> visited;
    while (const auto step = walk.Next())
    {
        visited.push_back(step->address->host + "." + std::to_string(step->pass));
    }
    return visited;
}

/// Two descriptions with a SCAN each, as for RAC with Data Guard (E30).
const std::string RAC_AND_STANDBY = "(DESCRIPTION_LIST=(LOAD_BALANCE=off)(FAILOVER=on)"
                                    "(DESCRIPTION=(CONNECT_TIMEOUT=5)(TRANSPORT_CONNECT_TIMEOUT=3)("
                                    "RETRY_COUNT=3)(LOAD_BALANCE=on)" +
                                    Addresses({"scan-one"}) +
                                    "(CONNECT_DATA=(SERVICE_NAME=sales)))"
                                    "(DESCRIPTION=(CONNECT_TIMEOUT=5)(TRANSPORT_CONNECT_TIMEOUT=3)("
                                    "RETRY_COUNT=3)(LOAD_BALANCE=on)" +
                                    Addresses({"scan-two"}) +
                                    "(CONNECT_DATA=(SERVICE_NAME=sales))))";

/**
 * @ingroup net8-test
 * Visits and time to give up for one descriptor, with every random order reversed.
 */
class WalkTest : public TestCase
{
  public:
    /**
     * @param name name of the test
     * @param text the descriptor
     * @param expected hosts that are visited, followed by the pass
     * @param giveUp time until the client gives up if nobody answers
     */
    WalkTest(const std::string& name,
             const std::string& text,
             std::vector<std::string> expected,
             Time giveUp)
        : TestCase(name),
          m_text(text),
          m_expected(std::move(expected)),
          m_giveUp(giveUp)
    {
    }

  private:
    void DoRun() override
    {
        const auto descriptor = Parse(m_text);
        // Always draws the first of those left: a list is rotated by one place each time.
        Net8AddressWalk walk(descriptor, {}, Resolve, [](uint32_t) { return 0; });
        const auto visited = Visit(walk);
        NS_TEST_EXPECT_MSG_EQ(visited.size(), m_expected.size(), "number of attempts");
        for (std::size_t i = 0; i < std::min(visited.size(), m_expected.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(visited[i], m_expected[i], "attempt " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(walk.GetGiveUpTime(), m_giveUp, "time to give up");
        Time sum;
        Net8AddressWalk again(descriptor, {}, Resolve, [](uint32_t) { return 0; });
        while (const auto step = again.Next())
        {
            sum += step->wait + (step->ip ? step->transportConnectTimeout : Time(0));
        }
        NS_TEST_EXPECT_MSG_EQ(sum, m_giveUp, "sum over the steps");
    }

    std::string m_text;                  ///< The descriptor.
    std::vector<std::string> m_expected; ///< Expected visits.
    Time m_giveUp;                       ///< Expected time to give up.
};

/**
 * @ingroup net8-test
 * In each pass all addresses of the first site, in random order, come before any of the second.
 */
class SiteOrderTest : public TestCase
{
  public:
    SiteOrderTest()
        : TestCase("RAC with Data Guard: the first site in any order, then the second")
    {
    }

  private:
    void DoRun() override
    {
        const auto descriptor =
            Parse("(DESCRIPTION_LIST=(LOAD_BALANCE=off)(DESCRIPTION=(LOAD_BALANCE=on)" +
                  Addresses({"a", "b", "c"}) + ")(DESCRIPTION=(LOAD_BALANCE=on)" +
                  Addresses({"d", "e", "f"}) + "))");
        std::set<std::string> orders;
        uint32_t state = 1;
        for (uint32_t i = 0; i < 600; ++i)
        {
            Net8AddressWalk walk(descriptor, {}, Resolve, [&state](uint32_t below) {
                state = state * 1664525U + 1013904223U;
                return (state >> 16) % below;
            });
            std::string order;
            for (const auto& visit : Visit(walk))
            {
                order += visit.front();
            }
            std::string first = order.substr(0, 3);
            std::ranges::sort(first);
            NS_TEST_EXPECT_MSG_EQ(first, "abc", "the first site in " << order);
            orders.insert(order);
        }
        // 3! orders for each site. The probability that 600 walks miss one of 36 is below 36 x
        // (35/36)^600 = 2e-6.
        NS_TEST_EXPECT_MSG_EQ(orders.size(), 36, "orders");
    }
};

/**
 * @ingroup net8-test
 * Walks over addresses.
 */
class Net8AddressWalkTestSuite : public TestSuite
{
  public:
    Net8AddressWalkTestSuite()
        : TestSuite("net8-address-walk", Type::UNIT)
    {
        AddSingle();
        AddLists();
        AddTestCase(new SiteOrderTest, Duration::QUICK);
    }

  private:
    /**
     * @param name name of the test
     * @param text the descriptor
     * @param expected hosts that are visited, followed by the pass
     * @param giveUp (RETRY_COUNT + 1) x addresses x TRANSPORT_CONNECT_TIMEOUT + RETRY_COUNT x
     * RETRY_DELAY
     */
    void Add(const std::string& name,
             const std::string& text,
             std::vector<std::string> expected,
             Time giveUp)
    {
        AddTestCase(new WalkTest(name, text, std::move(expected), giveUp), Duration::QUICK);
    }

    /// Add descriptors with a single DESCRIPTION.
    void AddSingle()
    {
        const auto two = Addresses({"a", "b"});
        Add("one address", "(DESCRIPTION=" + Addresses({"a"}) + ")", {"a.0"}, Seconds(60));
        Add("passes are RETRY_COUNT + 1",
            "(DESCRIPTION=(RETRY_COUNT=3)(RETRY_DELAY=2)(TRANSPORT_CONNECT_TIMEOUT=3)" + two + ")",
            {"a.0", "b.0", "a.1", "b.1", "a.2", "b.2", "a.3", "b.3"},
            Seconds(4 * 2 * 3 + 3 * 2));
        Add("CONNECT_TIMEOUT caps the TCP connect",
            "(DESCRIPTION=(CONNECT_TIMEOUT=2)(TRANSPORT_CONNECT_TIMEOUT=3)" + two + ")",
            {"a.0", "b.0"},
            Seconds(2 * 2));
        Add("CONNECT_TIMEOUT alone covers both",
            "(DESCRIPTION=(CONNECT_TIMEOUT=90)" + two + ")",
            {"a.0", "b.0"},
            Seconds(2 * 90));
        Add("FAILOVER=off tries the first alone",
            "(DESCRIPTION=(FAILOVER=off)(RETRY_COUNT=1)(RETRY_DELAY=5)" + two + ")",
            {"a.0", "a.1"},
            Seconds(2 * 60 + 5));
        Add("LOAD_BALANCE draws an order for each pass",
            "(DESCRIPTION=(LOAD_BALANCE=on)(RETRY_COUNT=1)(RETRY_DELAY=0)" + two + ")",
            {"b.0", "a.0", "b.1", "a.1"},
            Seconds(4 * 60));
        Add("SOURCE_ROUTE overrides both: the first hop alone is connected to",
            "(DESCRIPTION=(SOURCE_ROUTE=on)(LOAD_BALANCE=on)" + two + ")",
            {"a.0"},
            Seconds(60));
        Add("a host with three addresses is three addresses",
            "(DESCRIPTION=" + Addresses({"scan", "b"}) + ")",
            {"scan.0", "scan.0", "scan.0", "b.0"},
            Seconds(4 * 60));
        Add("an unknown host takes no time",
            "(DESCRIPTION=" + Addresses({"unknown", "b"}) + ")",
            {"unknown.0", "b.0"},
            Seconds(60));
    }

    /// Add descriptors with lists on several levels.
    void AddLists()
    {
        Add("RAC with Data Guard",
            RAC_AND_STANDBY,
            {"scan-one.0", "scan-one.0", "scan-one.0", "scan-two.0", "scan-two.0", "scan-two.0",
             "scan-one.1", "scan-one.1", "scan-one.1", "scan-two.1", "scan-two.1", "scan-two.1",
             "scan-one.2", "scan-one.2", "scan-one.2", "scan-two.2", "scan-two.2", "scan-two.2",
             "scan-one.3", "scan-one.3", "scan-one.3", "scan-two.3", "scan-two.3", "scan-two.3"},
            Seconds(4 * 6 * 3 + 3 * 1));
        const std::string lists = "(ADDRESS_LIST=" + Addresses({"a", "b"}) +
                                  ")(ADDRESS_LIST=" + Addresses({"c", "d"}) + ")";
        Add("address lists one after the other",
            "(DESCRIPTION=" + lists + ")",
            {"a.0", "b.0", "c.0", "d.0"},
            Seconds(4 * 60));
        Add("FAILOVER=off in one list leaves the other lists",
            "(DESCRIPTION=(ADDRESS_LIST=(FAILOVER=off)" + Addresses({"a", "b"}) +
                ")(ADDRESS_LIST=" + Addresses({"c", "d"}) + "))",
            {"a.0", "c.0", "d.0"},
            Seconds(3 * 60));
        Add("DESCRIPTION_LIST is in random order unless it says otherwise",
            "(DESCRIPTION_LIST=(DESCRIPTION=" + Addresses({"a"}) +
                ")(DESCRIPTION=" + Addresses({"b"}) + "))",
            {"b.0", "a.0"},
            Seconds(2 * 60));
        Add("a description leaves when its passes are used up",
            "(DESCRIPTION_LIST=(LOAD_BALANCE=off)(DESCRIPTION=(RETRY_COUNT=2)(RETRY_DELAY=4)" +
                Addresses({"a"}) + ")(DESCRIPTION=(RETRY_DELAY=9)" + Addresses({"b"}) + "))",
            {"a.0", "b.0", "a.1", "a.2"},
            Seconds(4 * 60 + 2 * 4));
    }
};

const Net8AddressWalkTestSuite g_net8AddressWalkTestSuite; ///< Registers the suite.

} // namespace
