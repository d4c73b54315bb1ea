// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Networks of sites built in C++: impossible ones are reported in one sentence, delays and ends are
 * those of the plan, and a simulation that stops at any time ends cleanly.
 */
#include "ns3/net8-experiment.h"
#include "ns3/net8-network.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Tables of a plan by list.
using Lists = Net8NetworkPlan::Lists;

/**
 * @return an office and a centre, with 20 ms in one direction and 30 ms in the other
 */
Lists
MakeTwoSites()
{
    return {{"site", {{{"Name", "office"}}, {{"Name", "centre"}, {"Delay", "1ms"}}}},
            {"link",
             {{{"Name", "line"},
               {"Between", "office,centre"},
               {"Delay", "30ms"},
               {"DelayUp", "20ms"}}}}};
}

/**
 * @ingroup net8-test
 * Impossible networks.
 */
class RefusedNetworkTest : public TestCase
{
  public:
    /**
     * @param change makes the network invalid
     * @param sentence expected message
     */
    RefusedNetworkTest(std::function<void(Lists&)> change, std::string sentence)
        : TestCase(sentence),
          m_change(std::move(change)),
          m_sentence(std::move(sentence))
    {
    }

  private:
    void DoRun() override
    {
        auto lists = MakeTwoSites();
        m_change(lists);
        std::string said;
        auto network = CreateObject<Net8Network>();
        try
        {
            network->Read(lists, {});
            network->Build({"office"});
            network->PlaceServer("centre", Time(0));
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(said, m_sentence, "what is said");
        network->Dispose();
        Simulator::Destroy();
    }

    std::function<void(Lists&)> m_change; ///< Makes the network invalid.
    std::string m_sentence;               ///< Expected message.
};

/**
 * @ingroup net8-test
 * What a network reports about itself.
 */
class ToldNetworkTest : public TestCase
{
  public:
    ToldNetworkTest()
        : TestCase("delays, links and hosts are those of the plan")
    {
    }

  private:
    void DoRun() override
    {
        auto network = CreateObject<Net8Network>();
        network->Read(MakeTwoSites(), {{"Ip", "dual"}, {"Rate", "1Mbps"}});
        network->Build({"office", "centre", "office"});
        NS_TEST_EXPECT_MSG_EQ(network->GetNClients(), 3, "client hosts");
        NS_TEST_EXPECT_MSG_EQ((network->GetServer() == nullptr), true, "no server yet");
        const auto server = network->PlaceServer("centre", Time(0));
        NS_TEST_EXPECT_MSG_EQ((network->GetServer() == server), true, "the first server");
        // 30 ms back, two cables of 1 ms at the centre and two of 5 us in the office.
        NS_TEST_EXPECT_MSG_EQ(network->GetPropagationDelay(),
                              MicroSeconds(32010),
                              "the longer way counts");
        NS_TEST_EXPECT_MSG_EQ(network->HasLink("line"), true, "by its name");
        NS_TEST_EXPECT_MSG_EQ(network->HasLink(""), true, "as the only one");
        NS_TEST_EXPECT_MSG_EQ(network->HasLink("other"), false, "there is no other");
        NS_TEST_EXPECT_MSG_EQ(network->GetHostAddresses(server, 1).size(), 2, "both IP versions");
        network->Dispose();
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Addresses of sites are found, and those of no site are not.
 */
class SiteAddressTest : public TestCase
{
  public:
    SiteAddressTest()
        : TestCase("addresses of sites of all sizes are found again")
    {
    }

  private:
    void DoRun() override
    {
        Net8NetworkAddresses addresses;
        const std::vector<uint32_t> hosts{1, 5000, 3, 245, 246, 100000};
        for (uint32_t site = 0; site < hosts.size(); ++site)
        {
            uint32_t size = 0;
            const auto subnet = addresses.TakeSite(hosts[site], size);
            NS_TEST_EXPECT_MSG_EQ((subnet.ipv4.CombineMask(subnet.mask) == subnet.ipv4),
                                  true,
                                  "a subnet begins where its mask does");
            uint32_t last = Net8NetworkAddresses::FIRST_HOST;
            for (uint32_t host = 1; host < hosts[site]; ++host)
            {
                last = addresses.GetNext(last);
            }
            NS_TEST_EXPECT_MSG_LT(last, size - 1, "room for all of its hosts");
            for (const uint32_t number : {1U, last})
            {
                const auto ipv4 = addresses.FindSite(Ipv4Address(subnet.ipv4.Get() + number));
                const auto ipv6 = addresses.FindSite(subnet.GetIpv6(number));
                NS_TEST_EXPECT_MSG_EQ((ipv4 == site && ipv6 == site), true, "the site is found");
            }
        }
        const auto link = addresses.TakeLink();
        NS_TEST_EXPECT_MSG_EQ(addresses.FindSite(link.ipv4).has_value(), false, "a link");
        NS_TEST_EXPECT_MSG_EQ(addresses.FindSite(link.GetIpv6(1)).has_value(), false, "a link");
        NS_TEST_EXPECT_MSG_EQ(addresses.FindSite(Ipv4Address("9.255.255.255")).has_value(),
                              false,
                              "before all sites");
        NS_TEST_EXPECT_MSG_EQ(addresses.FindSite(Ipv4Address("10.255.0.1")).has_value(),
                              false,
                              "behind all sites");
    }
};

/**
 * @ingroup net8-test
 * Nothing aborts while a network is destroyed with packets under way.
 */
class StoppedNetworkTest : public TestCase
{
  public:
    StoppedNetworkTest()
        : TestCase("a simulation that stops at any time ends in good order")
    {
    }

  private:
    void DoRun() override
    {
        for (const int64_t stop : {10, 60, 130, 250, 700})
        {
            ExperimentPlan plan;
            plan.lists = MakeTwoSites();
            plan.lists["link"].front()["Jitter"] = "5ms";
            plan.lists["link_change"] = {{{"At", "100ms"}, {"Rate", "1Mbps"}}};
            plan.sections["client"] = {{"Site", "office"}, {"Count", "3"}};
            plan.sections["server"] = {{"Site", "centre"}};
            plan.sections["query"] = {{"Rows", "3000"}};
            plan.sections["run"] = {{"StopTime", std::to_string(stop) + "ms"}};
            Net8Experiment experiment(plan);
            NS_TEST_EXPECT_MSG_EQ(experiment.Run().sessions.size(), 3, "a row for each session");
        }
    }
};

/**
 * @ingroup net8-test
 * Networks of sites.
 */
class Net8NetworkTestSuite : public TestSuite
{
  public:
    Net8NetworkTestSuite()
        : TestSuite("net8-network", Type::SYSTEM)
    {
        AddTestCase(new ToldNetworkTest, Duration::QUICK);
        AddTestCase(new SiteAddressTest, Duration::QUICK);
        AddTestCase(new StoppedNetworkTest, Duration::QUICK);
        AddRefused([](Lists& lists) { lists["link"].front()["Between"] = "office,office"; },
                   "Link 'line' leads from 'office' to itself.");
        AddRefused([](Lists& lists) { lists["link"].front()["Between"] = "office"; },
                   "Link 'line' is between 'office'; name two sites or routers.");
        AddRefused([](Lists& lists) { lists["link"].front()["Between"] = "office,moon"; },
                   "Link 'line' names 'moon', which is not a site or a router.");
        AddRefused([](Lists& lists) { lists["link"].front()["Rate"] = "0bps"; },
                   "Link 'line' has a Rate of 0; use more.");
        AddRefused([](Lists& lists) { lists["link"].front()["QueueSizeUp"] = "100B"; },
                   "QueueSize 100B is smaller than one frame of Mtu 1500; use bytes for at least "
                   "one frame, or packets.");
        AddRefused([](Lists& lists) { lists.erase("link"); },
                   "There is no route from the site 'office' to the site 'centre'.");
        AddRefused([](Lists& lists) { lists["site"].back()["Name"] = "office"; },
                   "There are two sites or routers named 'office', or one without a name; give "
                   "each one of its own.");
        AddRefused([](Lists& lists) { lists["link"].push_back(lists["link"].front()); },
                   "There are two links named 'line'; give each a name of its own.");
        AddRefused([](Lists& lists) { lists["link_change"] = {{{"Link", "wire"}}}; },
                   "There is no link 'wire' that could change.");
        AddRefused(
            [](Lists& lists) {
                lists["route"] = {{{"At", "office"}, {"Target", "centre"}, {"Link", "wire"}}};
            },
            "A route at 'office' takes the link 'wire', which does not end there.");
    }

  private:
    /**
     * @param change makes the network invalid
     * @param sentence expected message
     */
    void AddRefused(std::function<void(Lists&)> change, const std::string& sentence)
    {
        AddTestCase(new RefusedNetworkTest(std::move(change), sentence), Duration::QUICK);
    }
};

Net8NetworkTestSuite g_net8NetworkTestSuite; ///< Registers the suite.

} // namespace
