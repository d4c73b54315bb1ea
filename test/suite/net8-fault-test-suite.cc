// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Behaviour of the network and of TCP during faults.
 */
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-cut-model.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/net8-tcp-socket.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Port of the server.
constexpr uint16_t PORT = 1521;

/**
 * @ingroup net8-test
 * Install ns-3's TCP with the fixes of Net8TcpSocket on the server and the first client of a path.
 *
 * @param path a path, built
 * @param profile values of the TCP profile; a congestion control that the TCP machine lacks selects
 * ns-3's TCP
 */
void
InstallTcp(Ptr<Net8Path> path, Ptr<Net8TcpProfile> profile = CreateObject<Net8TcpProfile>())
{
    profile->SetAttribute("CongestionControl", StringValue("ns3::TcpNewReno"));
    for (const auto& host : {path->GetServer(), path->GetClient(0)})
    {
        profile->Install(host, path->GetMtu(), path->IsIpv6());
    }
}

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
        InstallTcp(path);
        const auto listening = Listen(path, [this](Ptr<Socket> accepted) {
            m_accepted = DynamicCast<Net8TcpSocket>(accepted);
        });
        auto client = Socket::CreateSocket(path->GetClient(0), Net8TcpSocketFactory::GetTypeId());
        client->Bind();
        // ns-3's TCP reports a RST as an orderly close.
        Callback<void, Ptr<Socket>> closed([this](Ptr<Socket>) { m_reset = Simulator::Now(); });
        client->SetCloseCallbacks(closed, closed);
        client->Connect(path->GetServerAddress(PORT));
        Simulator::Schedule(Seconds(1), [this, path] {
            path->SetHostUp(path->GetServer(), false);
            m_accepted->Abort();
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

    std::string m_kind;            ///< Kind of path.
    Ptr<Net8TcpSocket> m_accepted; ///< Server's end of the connection.
    Time m_reset;                  ///< When the client was notified.
};

/**
 * @ingroup net8-test
 * Keepalive on the wire, with a server that is up for some time and then cut off.
 */
class KeepAliveTest : public TestCase
{
  public:
    /**
     * @param ip "v4" or "v6"
     */
    explicit KeepAliveTest(const std::string& ip)
        : TestCase("two hours of silence, nine probes 75 s apart, then an error, over " + ip),
          m_ip(ip)
    {
    }

  private:
    /**
     * @param packet payload of a segment of the client
     * @param header its header
     */
    void HandleSent(Ptr<const Packet> packet,
                    const TcpHeader& header,
                    Ptr<const TcpSocketBase> /* socket */)
    {
        if (Simulator::Now() > HOUR)
        {
            NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 0, "a probe has no data");
            m_flags.push_back(header.GetFlags());
            m_sent.push_back(Simulator::Now());
            m_numbers.push_back(header.GetSequenceNumber().GetValue());
        }
    }

    /**
     * @param packet payload of a segment that the client receives
     * @param header its header
     */
    void HandleReceived(Ptr<const Packet> /* packet */,
                        const TcpHeader& header,
                        Ptr<const TcpSocketBase> /* socket */)
    {
        m_heard = Simulator::Now();
        m_acknowledged = header.GetAckNumber().GetValue();
    }

    /**
     * Connect, send 10 bytes, and probe the server.
     *
     * @param path the network
     */
    void Start(Ptr<Net8Path> path)
    {
        auto factory = Net8TcpSocketFactory::GetTypeId();
        m_listening = Socket::CreateSocket(path->GetServer(), factory);
        m_listening->Bind(path->IsIpv6() ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                                         : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
        m_listening->Listen();
        m_client = Socket::CreateSocket(path->GetClient(0), factory);
        path->IsIpv6() ? m_client->Bind6() : m_client->Bind();
        DynamicCast<Net8TcpSocket>(m_client)->SetKeepAlive(true);
        m_client->TraceConnectWithoutContext("Tx", MakeCallback(&KeepAliveTest::HandleSent, this));
        m_client->TraceConnectWithoutContext("Rx",
                                             MakeCallback(&KeepAliveTest::HandleReceived, this));
        m_client->SetCloseCallbacks(
            MakeNullCallback<void, Ptr<Socket>>(),
            Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { m_failed = Simulator::Now(); }));
        m_client->Connect(path->GetServerAddress(PORT));
        Simulator::Schedule(Seconds(1), [this] { m_client->Send(Create<Packet>(10)); });
    }

    void DoRun() override
    {
        auto path = CreateObject<Net8Path>();
        SetAttributes(path->GetParts(), {{"Kind", "lan"}, {"Ip", m_ip}});
        path->Build(1);
        InstallTcp(path);
        Start(path);
        // The first probe is answered: the second comes two hours later, when nobody answers.
        Simulator::Schedule(HOUR * 3, [path] { path->SetHostUp(path->GetServer(), false); });
        Simulator::Stop(HOUR * 6);
        Simulator::Run();
        // Linux: 7200 s, 75 s, 9; the last segment is a RST.
        NS_TEST_ASSERT_MSG_EQ(m_sent.size(), 11, "one probe, nine probes, one RST");
        const Time quiet = Seconds(7200);
        NS_TEST_EXPECT_MSG_LT(m_sent[0], quiet + Seconds(1.1), "the first one");
        NS_TEST_EXPECT_MSG_LT(m_heard - m_sent[0], MilliSeconds(1), "its answer");
        for (std::size_t i = 1; i < m_sent.size(); ++i)
        {
            const Time due = m_heard + quiet + Seconds(75) * static_cast<int64_t>(i - 1);
            NS_TEST_EXPECT_MSG_EQ(m_sent[i], due, "segment " << i);
        }
        for (std::size_t i = 0; i < 10; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(int{m_flags[i]}, int{TcpHeader::ACK}, "flags of a probe");
            NS_TEST_EXPECT_MSG_EQ(m_numbers[i] + 1, m_acknowledged, "one before the next number");
        }
        NS_TEST_EXPECT_MSG_EQ(int{m_flags[10]}, int{TcpHeader::RST}, "flags of the last one");
        NS_TEST_EXPECT_MSG_EQ(m_failed, m_sent[10], "told to the owner");
        m_client = nullptr;
        m_listening = nullptr;
        Simulator::Destroy();
    }

    /// An hour.
    const Time HOUR = Hours(1);

    std::string m_ip;                ///< IP version.
    Ptr<Socket> m_listening;         ///< Server's socket.
    Ptr<Socket> m_client;            ///< Client's end of the connection.
    std::vector<Time> m_sent;        ///< When the client sent segments, after the first hour.
    std::vector<uint8_t> m_flags;    ///< Their flags.
    std::vector<uint32_t> m_numbers; ///< Their sequence numbers.
    Time m_heard;                    ///< When the last segment arrived at the client.
    uint32_t m_acknowledged{0};      ///< Number that the last segment acknowledges.
    Time m_failed;                   ///< When the owner was notified of an error.
};

/**
 * @ingroup net8-test
 * A RST reaches a host that has just come up again, before any SYN.
 */
class StrayResetTest : public TestCase
{
  public:
    StrayResetTest()
        : TestCase("a listening socket ignores a RST")
    {
    }

  private:
    void DoRun() override
    {
        auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
        path->Build(1);
        InstallTcp(path);
        const auto listening =
            Listen(path, [this](Ptr<Socket> accepted) { m_accepted = accepted; });
        auto client = Socket::CreateSocket(path->GetClient(0), Net8TcpSocketFactory::GetTypeId());
        client->Bind();
        Simulator::Schedule(Seconds(1), [path] {
            const auto server = path->GetServerAddress(PORT);
            const auto from = path->GetHostAddress(path->GetClient(0), 0);
            TcpHeader reset;
            reset.SetFlags(TcpHeader::RST);
            reset.SetSourcePort(PORT);
            reset.SetDestinationPort(PORT);
            path->GetClient(0)->GetObject<TcpL4Protocol>()->SendPacket(
                Create<Packet>(),
                reset,
                InetSocketAddress::ConvertFrom(from).GetIpv4(),
                InetSocketAddress::ConvertFrom(server).GetIpv4());
        });
        // ns-3 would abort here or, without a SYN, when it begins to probe after 6 s.
        Simulator::Schedule(Seconds(2),
                            [path, client] { client->Connect(path->GetServerAddress(PORT)); });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_accepted != nullptr), true, "the next client gets in");
        m_accepted = nullptr;
        Simulator::Destroy();
    }

    Ptr<Socket> m_accepted; ///< Server's end of the connection.
};

/**
 * @ingroup net8-test
 * A process that does not read for a second, while its peer has more to send than both buffers
 * hold.
 */
class LateReaderTest : public TestCase
{
  public:
    LateReaderTest()
        : TestCase("a process that reads late opens the window again")
    {
    }

  private:
    void DoRun() override
    {
        auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
        path->Build(1);
        InstallTcp(
            path,
            CreateObjectWithAttributes<Net8TcpProfile>("ReceiveBuffer", UintegerValue(ROOM)));
        const auto listening = Listen(path, [this](Ptr<Socket> accepted) { m_reader = accepted; });
        auto client = Socket::CreateSocket(path->GetClient(0), Net8TcpSocketFactory::GetTypeId());
        client->Bind();
        client->SetConnectCallback(Callback<void, Ptr<Socket>>([](Ptr<Socket> connected) {
                                       connected->Send(Create<Packet>(4 * ROOM));
                                   }),
                                   MakeNullCallback<void, Ptr<Socket>>());
        client->Connect(path->GetServerAddress(PORT));
        Simulator::Schedule(Seconds(1), &LateReaderTest::ReadOne, this);
        Simulator::Schedule(Seconds(2), &LateReaderTest::ReadAll, this);
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_full, ROOM, "the buffer fills and no more comes");
        NS_TEST_EXPECT_MSG_EQ(m_still, ROOM - 1, "room for a byte is not told of");
        NS_TEST_EXPECT_MSG_EQ(m_read, 4 * ROOM, "all arrives before ns-3's persist timer of 6 s");
        m_reader = nullptr;
        Simulator::Destroy();
    }

    /// Read a byte.
    void ReadOne()
    {
        m_full = m_reader->GetRxAvailable();
        m_read += m_reader->Recv(1, 0)->GetSize();
    }

    /// Read what has arrived, and from now on everything that arrives.
    void ReadAll()
    {
        m_still = m_reader->GetRxAvailable();
        m_reader->SetRecvCallback(MakeCallback(&LateReaderTest::Read, this));
        Read(m_reader);
    }

    /**
     * @param socket the socket to read from
     */
    void Read(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            m_read += packet->GetSize();
        }
    }

    static constexpr uint32_t ROOM{14480}; ///< Receive buffer: ten segments, bytes.
    Ptr<Socket> m_reader;                  ///< Its end of the connection.
    uint32_t m_full{0};                    ///< Bytes to read after a second.
    uint32_t m_still{0};                   ///< Bytes to read a second after one byte was read.
    uint32_t m_read{0};                    ///< Bytes that were read.
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
        AddTestCase(new StrayResetTest, Duration::QUICK);
        AddTestCase(new LateReaderTest, Duration::QUICK);
        for (const auto* kind : {"lan", "segment", "wan"})
        {
            AddTestCase(new LostConnectionTest(kind), Duration::QUICK);
        }
        for (const auto* ip : {"v4", "v6"})
        {
            AddTestCase(new KeepAliveTest(ip), Duration::QUICK);
        }
    }
};

/// Registers the suite.
const Net8FaultTestSuite g_net8FaultTestSuite;

} // namespace
