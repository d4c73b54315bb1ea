// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * TDS over simulated TCP: packets, bytes and round trips match the arithmetic.
 */
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/net8-tds-client.h"
#include "ns3/net8-tds-server.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A client that asks for a result twice, with a given packet size.
 */
class TdsTest : public TestCase
{
  public:
    /**
     * @param asked packet size that the client asks for, bytes
     * @param granted packet size that it gets, bytes
     */
    TdsTest(uint32_t asked, uint32_t granted)
        : TestCase("packet size " + std::to_string(asked)),
          m_asked(asked),
          m_granted(granted)
    {
    }

  private:
    void DoRun() override
    {
        auto path = CreateObjectWithAttributes<Net8Path>("Kind",
                                                         StringValue("wan"),
                                                         "Delay",
                                                         StringValue("40ms"),
                                                         "Rate",
                                                         StringValue("1Gbps"));
        path->Build(1);
        auto profile = CreateObjectWithAttributes<Net8TcpProfile>("NoDelay", StringValue("true"));
        profile->Install(path->GetClient(0), path->GetMtu(), path->IsIpv6());
        profile->Install(path->GetServer(), path->GetMtu(), path->IsIpv6());
        const TypeIdValue tcp(Net8TcpSocketFactory::GetTypeId());
        auto server =
            CreateObjectWithAttributes<Net8TdsServer>("Protocol",
                                                      tcp,
                                                      "Local",
                                                      AddressValue(path->GetServerAddress(1433)),
                                                      "Rows",
                                                      UintegerValue(100),
                                                      "RowLength",
                                                      UintegerValue(97));
        path->GetServer()->AddApplication(server);
        auto client =
            CreateObjectWithAttributes<Net8TdsClient>("Protocol",
                                                      tcp,
                                                      "Remote",
                                                      AddressValue(path->GetServerAddress(1433)),
                                                      "PacketSize",
                                                      UintegerValue(m_asked),
                                                      "Batches",
                                                      UintegerValue(2));
        path->GetClient(0)->AddApplication(client);
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        Check(*client, *server);
        Simulator::Destroy();
    }

    /**
     * @param client the client
     * @param server the server
     */
    void Check(const Net8TdsClient& client, const Net8TdsServer& server)
    {
        const auto* const session = client.GetSession();
        NS_TEST_ASSERT_MSG_EQ((session != nullptr), true, "it has begun");
        NS_TEST_EXPECT_MSG_EQ((session->GetState() == TdsClientState::ENDED), true, "and ended");
        NS_TEST_EXPECT_MSG_EQ(session->GetError().has_value(), false, "without an error");
        NS_TEST_EXPECT_MSG_EQ(server.GetCounters().GetTotal(), 0, "on both sides");
        NS_TEST_EXPECT_MSG_EQ(server.GetSessions(), 1, "in one connection");
        const auto& calls = session->GetCalls();
        NS_TEST_ASSERT_MSG_EQ(calls.size(), 5, "two of the logon, a transaction, two batches");
        // Columns 3 + 21, rows of 3 + 97, DONE 13.
        const uint32_t bytes = 24 + 100 * 100 + 13;
        const uint32_t packets = (bytes + m_granted - 9) / (m_granted - 8);
        for (const std::size_t batch : {3, 4})
        {
            NS_TEST_EXPECT_MSG_EQ(calls[batch].rows, 100, "rows of a batch");
            NS_TEST_EXPECT_MSG_EQ(calls[batch].replyPackets, packets, "packets of its reply");
            NS_TEST_EXPECT_MSG_EQ(calls[batch].replyBytes, bytes + 8 * packets, "and bytes");
        }
        // TCP, PRELOGIN, LOGIN7: three round trips of 80 ms; at 1 Gbit/s bytes take less than 2 ms.
        const auto loggedOn = session->GetLoggedOn();
        NS_TEST_EXPECT_MSG_GT(loggedOn.count(), 3 * 80'000'000LL, "round trips of a logon");
        NS_TEST_EXPECT_MSG_LT(loggedOn.count(), 3 * 80'000'000LL + 2'000'000, "and no more");
        // The second reply of 10 kB fits into the initial window: one round trip.
        const auto took = calls[4].end - calls[4].start;
        NS_TEST_EXPECT_MSG_GT(took.count(), 80'000'000LL, "a round trip of a batch");
        NS_TEST_EXPECT_MSG_LT(took.count(), 82'000'000LL, "and no more");
    }

    uint32_t m_asked;   ///< Packet size that the client asks for.
    uint32_t m_granted; ///< Packet size that it gets.
};

/**
 * @ingroup net8-test
 * TDS in the simulator.
 */
class Net8TdsTestSuite : public TestSuite
{
  public:
    Net8TdsTestSuite()
        : TestSuite("net8-tds", Type::SYSTEM)
    {
        AddTestCase(new TdsTest(512, 512), TestCase::Duration::QUICK);
        AddTestCase(new TdsTest(0, 4096), TestCase::Duration::QUICK);
        AddTestCase(new TdsTest(65536, 32767), TestCase::Duration::QUICK);
    }
};

const Net8TdsTestSuite g_net8TdsTestSuite; ///< Registers the suite.

} // namespace
