// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Behaviour of the network and of TCP during faults.
 */
#include "ns3/inet-socket-address.h"
#include "ns3/net8-cut-model.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <functional>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Port of the server.
constexpr uint16_t PORT = 1521;

/**
 * @ingroup net8-test
 * @param path a path whose server has its TCP
 * @param accepted called with the server's end of each connection
 * @return a socket of the server that listens on PORT
 */
Ptr<Socket>
Listen(Ptr<Net8Path> path, const std::function<void(Ptr<Socket>)>& accepted)
{
    auto socket = Socket::CreateSocket(path->GetServer(), Net8TcpSocketFactory::GetTypeId());
    socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    socket->Listen();
    socket->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [accepted](Ptr<Socket> connection, const Address&) { accepted(connection); }));
    return socket;
}

/**
 * @ingroup net8-test
 * Two cuts at the same time need two calls to undo them.
 */
class CutTest : public TestCase
{
  public:
    CutTest()
        : TestCase("a link that was cut twice is up when both cuts are undone")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<Net8CutModel>();
        auto packet = Create<Packet>(100);
        NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(packet), false, "before");
        model->Cut(true);
        model->Cut(true);
        NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(packet), true, "cut twice");
        model->Cut(false);
        NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(packet), true, "one cut undone");
        model->Cut(false);
        NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(packet), false, "both undone");
        NS_TEST_EXPECT_MSG_EQ(model->GetLost(), 2, "frames lost");
    }
};

/**
 * @ingroup net8-test
 * A client sends on a connection that the server has lost while it was cut off.
 */
class LostConnectionTest : public TestCase
{
  public:
    /**
     * @param kind kind of path
     */
    explicit LostConnectionTest(const std::string& kind)
        : TestCase("a server that has lost a connection answers with a RST, on a " + kind),
          m_kind(kind)
    {
    }

  private:
    void DoRun() override
    {
        auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue(m_kind));
        path->Build(1);
        for (const auto& host : {path->GetServer(), path->GetClient(0)})
        {
            CreateObject<Net8TcpProfile>()->Install(host, path->GetMtu(), path->IsIpv6());
        }
        const auto listening =
            Listen(path, [this](Ptr<Socket> accepted) { m_accepted = accepted; });
        auto client = Socket::CreateSocket(path->GetClient(0), Net8TcpSocketFactory::GetTypeId());
        client->Bind();
        Callback<void, Ptr<Socket>> closed([this](Ptr<Socket>) { m_reset = Simulator::Now(); });
        client->SetCloseCallbacks(closed, closed);
        client->Connect(path->GetServerAddress(PORT));
        Simulator::Schedule(Seconds(1), [this, path] {
            path->SetHostUp(path->GetServer(), false);
            Net8TcpControl::Abort(m_accepted);
        });
        // The RST of the abort is lost with everything else, so the client is not notified.
        Simulator::Schedule(Seconds(2), [this, path] {
            NS_TEST_EXPECT_MSG_EQ(m_reset.IsZero(), true, "no RST gets through");
            path->SetHostUp(path->GetServer(), true);
        });
        Simulator::Schedule(Seconds(3), [client] { client->Send(Create<Packet>(10)); });
        Simulator::Stop(Seconds(4));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_reset, Seconds(3), "after the data");
        NS_TEST_EXPECT_MSG_LT(m_reset, Seconds(3.5), "within a few round trips");
        Simulator::Destroy();
    }

    std::string m_kind;     ///< Kind of path.
    Ptr<Socket> m_accepted; ///< Server's end of the connection.
    Time m_reset;           ///< When the client was notified.
};

/**
 * @ingroup net8-test
 * Suite of faults.
 */
class Net8FaultTestSuite : public TestSuite
{
  public:
    Net8FaultTestSuite()
        : TestSuite("net8-fault", Type::SYSTEM)
    {
        AddTestCase(new CutTest, Duration::QUICK);
        for (const auto* kind : {"lan", "segment", "wan"})
        {
            AddTestCase(new LostConnectionTest(kind), Duration::QUICK);
        }
    }
};

/// Registers the suite.
const Net8FaultTestSuite g_net8FaultTestSuite;

} // namespace
