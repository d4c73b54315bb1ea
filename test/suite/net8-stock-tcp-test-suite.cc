// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * ns-3's own TCP as net8 uses it: a backlog, the end of a connection, and windows that close.
 */
#include "ns3/inet-socket-address.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Port of the server.
constexpr uint16_t PORT = 1521;
/// Receive buffer: ten segments, bytes.
constexpr uint32_t ROOM = 14480;

/**
 * @ingroup net8-test
 * A client and a server on a LAN that run ns-3's TCP.
 */
class StockCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * Create the hosts and let the server listen.
     *
     * @param backlog accept queue of the server
     */
    void Build(const Ptr<Net8TcpBacklog>& backlog = nullptr)
    {
        m_path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
        m_path->Build(1);
        const auto profile = CreateObjectWithAttributes<Net8TcpProfile>("Profile",
                                                                        StringValue("ns3"),
                                                                        "ReceiveBuffer",
                                                                        UintegerValue(ROOM));
        for (const auto& host : {m_path->GetServer(), m_path->GetClient(0)})
        {
            profile->Install(host, m_path->GetMtu(), m_path->IsIpv6());
        }
        m_listening = Socket::CreateSocket(m_path->GetServer(), Net8TcpSocketFactory::GetTypeId());
        m_listening->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_listening->Listen();
        m_listening->SetAcceptCallback(Net8TcpControl::SetBacklog(m_listening, backlog),
                                       MakeCallback(&StockCase::HandleAccept, this));
    }

    /**
     * @return a socket of the client that connects to the server
     */
    Ptr<Socket> Connect()
    {
        auto socket = Socket::CreateSocket(m_path->GetClient(0), Net8TcpSocketFactory::GetTypeId());
        socket->Bind();
        socket->Connect(m_path->GetServerAddress(PORT));
        return socket;
    }

    void DoTeardown() override
    {
        m_accepted.clear();
        m_listening = nullptr;
        m_path = nullptr;
        Simulator::Destroy();
    }

    Ptr<Net8Path> m_path;                ///< The hosts.
    Ptr<Socket> m_listening;             ///< The server's listening socket.
    std::vector<Ptr<Socket>> m_accepted; ///< The server's connections.

  private:
    /**
     * @param socket a connection of the server
     */
    void HandleAccept(Ptr<Socket> socket, const Address& /* from */)
    {
        m_accepted.push_back(socket);
    }
};

/**
 * @ingroup net8-test
 * A reader that starts late. ns-3 does not tell its peer of the room, and its persist timer of 6 s
 * (tcp-socket.cc, PersistTimeout) sends the next byte.
 */
class LateReaderTest : public StockCase
{
  public:
    /**
     * @param size bytes that the client writes at first
     * @param late when the server reads, s
     * @param more bytes that the client writes after the server has read
     */
    LateReaderTest(uint32_t size, uint32_t late, uint32_t more)
        : StockCase("a window of " + std::to_string(ROOM) + " bytes that closes, " +
                    std::to_string(size) + " bytes, read after " + std::to_string(late) + " s"),
          m_size(size),
          m_late(Seconds(late)),
          m_more(more)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        const auto client = Connect();
        Simulator::Schedule(Seconds(1), [this, client] { client->Send(Create<Packet>(m_size)); });
        Simulator::Schedule(m_late, [this] {
            NS_TEST_ASSERT_MSG_EQ(m_accepted.size(), 1, "connected");
            NS_TEST_EXPECT_MSG_EQ(m_accepted[0]->GetRxAvailable(), ROOM, "its buffer is full");
            m_accepted[0]->SetRecvCallback(MakeCallback(&LateReaderTest::Read, this));
            Read(m_accepted[0]);
        });
        // A segment of the server opens the window again.
        Simulator::Schedule(m_late + Seconds(1),
                            [this] { m_accepted[0]->Send(Create<Packet>(1)); });
        Simulator::Schedule(m_late + Seconds(2),
                            [this, client] { client->Send(Create<Packet>(m_more)); });
        Simulator::Stop(m_late + Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_read, m_size + m_more, "all arrives");
    }

    /**
     * @param socket the socket to read from
     */
    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_read += packet->GetSize();
        }
    }

    uint32_t m_size;    ///< Bytes that the client writes at first.
    Time m_late;        ///< When the server reads.
    uint32_t m_more;    ///< Bytes that the client writes afterwards.
    uint32_t m_read{0}; ///< Bytes that were read.
};

/**
 * @ingroup net8-test
 * A RST reaches a listening socket before any SYN. ns-3 takes the window of a socket that has none
 * yet for a closed one.
 */
class StrayResetTest : public StockCase
{
  public:
    StrayResetTest()
        : StockCase("a RST to a listening socket does not end the program")
    {
    }

  private:
    void DoRun() override
    {
        Build();
        Simulator::Schedule(Seconds(1), [this] {
            const auto server = m_path->GetServerAddress(PORT);
            const auto from = m_path->GetHostAddress(m_path->GetClient(0), 0);
            TcpHeader reset;
            reset.SetFlags(TcpHeader::RST);
            reset.SetSourcePort(PORT);
            reset.SetDestinationPort(PORT);
            m_path->GetClient(0)->GetObject<TcpL4Protocol>()->SendPacket(
                Create<Packet>(),
                reset,
                InetSocketAddress::ConvertFrom(from).GetIpv4(),
                InetSocketAddress::ConvertFrom(server).GetIpv4());
        });
        // Its persist timer would expire after 6 s.
        Simulator::Schedule(Seconds(20), [this] { Connect(); });
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 1, "the next client gets in");
    }
};

/**
 * @ingroup net8-test
 * A backlog of one connection, and what an abort does.
 */
class FullBacklogTest : public StockCase
{
  public:
    FullBacklogTest()
        : StockCase("a full backlog drops a SYN, and an aborted connection is closed")
    {
    }

  private:
    void DoRun() override
    {
        const auto backlog = Create<Net8TcpBacklog>(1, Net8TcpBacklog::Overflow::DROP);
        Build(backlog);
        const auto first = Connect();
        Simulator::Schedule(Seconds(1), [this, backlog] {
            NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 1, "the first connection");
            backlog->Enter();
            m_second = Connect();
        });
        Simulator::Schedule(Seconds(2), [this, backlog, first] {
            NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 1, "no room for a second one");
            NS_TEST_EXPECT_MSG_EQ(backlog->GetOverflows(), 1, "which was counted");
            backlog->Leave();
            Callback<void, Ptr<Socket>> closed([this](Ptr<Socket>) { ++m_closed; });
            first->SetCloseCallbacks(closed, MakeNullCallback<void, Ptr<Socket>>());
            NS_TEST_EXPECT_MSG_EQ(Net8TcpControl::Abort(m_accepted[0]), true, "it is TCP");
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        // ns-3 repeats a SYN after 3 s (ConnTimeout).
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 2, "the second one gets in later");
        NS_TEST_EXPECT_MSG_EQ(m_closed, 1, "the client hears of the end");
        m_second = nullptr;
    }

    Ptr<Socket> m_second; ///< The second client.
    int m_closed{0};      ///< How often the first client was notified.
};

/**
 * @ingroup net8-test
 * An accepted connection has a congestion control that is no copy: a copy of TcpCubic has members
 * without a value.
 */
class CongestionTest : public StockCase
{
  public:
    CongestionTest()
        : StockCase("connections of a listening socket have a congestion control of their own")
    {
    }

  private:
    void DoRun() override
    {
        Build();
        PointerValue listening;
        m_listening->GetAttribute("CongestionOps", listening);
        const auto forks = CreateObject<CountingOps>();
        m_listening->SetAttribute("CongestionOps", PointerValue(forks));
        Connect();
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_accepted.size(), 1, "connected");
        PointerValue own;
        m_accepted[0]->GetAttribute("CongestionOps", own);
        const auto ops = own.Get<CountingOps>();
        NS_TEST_ASSERT_MSG_EQ((ops != nullptr), true, "of the same class");
        NS_TEST_EXPECT_MSG_EQ(ops->copied, false, "created, not copied");
    }

    /// A congestion control that knows whether it is a copy.
    class CountingOps : public TcpNewReno
    {
      public:
        /**
         * @brief Get the type ID.
         * @return the object TypeId
         */
        static TypeId GetTypeId()
        {
            static TypeId tid = TypeId("ns3::net8::TestCountingOps")
                                    .SetParent<TcpNewReno>()
                                    .AddConstructor<CountingOps>();
            return tid;
        }

        CountingOps() = default;

        /**
         * @param other what is copied
         */
        CountingOps(const CountingOps& other)
            : TcpNewReno(other),
              copied(true)
        {
        }

        Ptr<TcpCongestionOps> Fork() override
        {
            return CopyObject<CountingOps>(this);
        }

        bool copied{false}; ///< Whether it is a copy.
    };
};

/**
 * @ingroup net8-test
 * Suite of ns-3's own TCP.
 */
class Net8StockTcpTestSuite : public TestSuite
{
  public:
    Net8StockTcpTestSuite()
        : TestSuite("net8-stock-tcp", Type::SYSTEM)
    {
        // Probes find something to send: after 7 s, or after 7, 19 and 43 s.
        AddTestCase(new LateReaderTest(4 * ROOM, 3, 0), Duration::QUICK);
        AddTestCase(new LateReaderTest(4 * ROOM, 30, ROOM), Duration::QUICK);
        // The window closes behind the last byte: a probe would end the program.
        AddTestCase(new LateReaderTest(ROOM, 30, ROOM), Duration::QUICK);
        AddTestCase(new StrayResetTest, Duration::QUICK);
        AddTestCase(new FullBacklogTest, Duration::QUICK);
        AddTestCase(new CongestionTest, Duration::QUICK);
    }
};

/// Registers the suite.
const Net8StockTcpTestSuite g_net8StockTcpTestSuite;

} // namespace
