// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The hashed table of TCP connections, compared with ns-3's list.
 *
 * That plans give the same results and captures with both is tested in
 * test/python/test_tcp_demux.py.
 */
#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-client.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-path.h"
#include "ns3/net8-result-set.h"
#include "ns3/net8-tcp-l4-protocol.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/net8-tcp-socket.h"
#include "ns3/object-map.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <array>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Port of the server.
constexpr uint16_t PORT = 1521;
/// First and last ephemeral port of ns-3.
constexpr uint32_t FIRST_PORT = 49152;
constexpr uint32_t LAST_PORT = 65535;
/// Longer than TIME_WAIT, which is 2 x 120 s in ns-3.
const auto LONG_AFTER = Seconds(300);

/**
 * @ingroup net8-test
 * A client host and a server host on a LAN, with connections between them.
 */
class ConnectionsCase : public TestCase
{
  public:
    /**
     * @param name name of the test
     * @param ip v4 or v6
     * @param demux hashed or stock
     */
    ConnectionsCase(const std::string& name, const std::string& ip, const std::string& demux)
        : TestCase(name + ", " + ip + ", " + demux),
          m_ip(ip),
          m_demux(demux)
    {
    }

  protected:
    /**
     * Create the hosts and let the server listen.
     */
    void Build()
    {
        m_path = CreateObject<Net8Path>();
        SetAttributes(m_path->GetParts(), {{"Kind", "lan"}, {"Ip", m_ip}, {"TcpDemux", m_demux}});
        m_path->Build(1);
        // ns-3's TCP: connections of the TCP machine are in a separate table.
        auto profile = CreateObjectWithAttributes<Net8TcpProfile>("Profile", StringValue("ns3"));
        profile->Install(m_path->GetClient(0), m_path->GetMtu(), IsIpv6());
        profile->Install(m_path->GetServer(), m_path->GetMtu(), IsIpv6());
        m_listening = MakeSocket(m_path->GetServer());
        m_listening->Bind(GetAny(PORT));
        m_listening->Listen();
        m_listening->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                       MakeCallback(&ConnectionsCase::HandleAccept, this));
    }

    void DoTeardown() override
    {
        m_listening = nullptr;
        m_accepted.clear();
        m_path = nullptr;
        Simulator::Destroy();
    }

    /**
     * @return true for IPv6
     */
    bool IsIpv6() const
    {
        return m_ip == "v6";
    }

    /**
     * @param port a port
     * @return the "any" address with the port
     */
    Address GetAny(uint16_t port) const
    {
        if (IsIpv6())
        {
            return Inet6SocketAddress(Ipv6Address::GetAny(), port);
        }
        return InetSocketAddress(Ipv4Address::GetAny(), port);
    }

    /**
     * @param node a host
     * @return a new socket
     */
    static Ptr<Socket> MakeSocket(Ptr<Node> node)
    {
        return Socket::CreateSocket(node, Net8TcpSocketFactory::GetTypeId());
    }

    /**
     * @return a socket of the client host that connects to the server
     */
    Ptr<Socket> Connect()
    {
        auto socket = MakeSocket(m_path->GetClient(0));
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(m_path->GetServerAddress(PORT)), 0, "connects");
        return socket;
    }

    /**
     * @param node a host
     * @return its hashed TCP
     */
    static Ptr<Net8TcpL4Protocol> GetTcp(Ptr<Node> node)
    {
        return DynamicCast<Net8TcpL4Protocol>(node->GetObject<TcpL4Protocol>());
    }

    /**
     * @param node a host
     * @return number of connections in its table
     */
    std::size_t Count(Ptr<Node> node) const
    {
        auto tcp = GetTcp(node);
        return IsIpv6() ? tcp->GetEndPoints6().GetSize() : tcp->GetEndPoints().GetSize();
    }

    Ptr<Net8Path> m_path;                ///< The hosts.
    Ptr<Socket> m_listening;             ///< The server's listening socket.
    std::vector<Ptr<Socket>> m_accepted; ///< The server's connections.

  private:
    /**
     * Keep a connection, and close it when the client does.
     *
     * @param socket the connection
     */
    void HandleAccept(Ptr<Socket> socket, const Address& /* from */)
    {
        socket->SetCloseCallbacks(Callback<void, Ptr<Socket>>([](Ptr<Socket> s) { s->Close(); }),
                                  MakeNullCallback<void, Ptr<Socket>>());
        m_accepted.push_back(socket);
    }

    std::string m_ip;    ///< IP version.
    std::string m_demux; ///< How connections are looked up.
};

/**
 * @ingroup net8-test
 * Connections are in the tables of both hosts, and leave nothing behind after their end.
 */
class EndPointTableTest : public ConnectionsCase
{
  public:
    /**
     * @param ip v4 or v6
     */
    explicit EndPointTableTest(const std::string& ip)
        : ConnectionsCase("the table holds the connections there are", ip, "hashed")
    {
    }

  private:
    static constexpr std::size_t COUNT = 40; ///< Number of connections.

    void DoRun() override
    {
        Build();
        std::vector<Ptr<Socket>> sockets;
        for (std::size_t i = 0; i < COUNT; ++i)
        {
            sockets.push_back(Connect());
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        Check(COUNT, "connected");

        for (std::size_t i = 0; i < COUNT / 2; ++i)
        {
            sockets[i]->Close();
        }
        Simulator::Stop(LONG_AFTER);
        Simulator::Run();
        Check(COUNT / 2, "half of them closed");

        for (std::size_t i = COUNT / 2; i < COUNT; ++i)
        {
            DynamicCast<Net8TcpSocket>(sockets[i])->Abort();
        }
        Simulator::Stop(LONG_AFTER);
        Simulator::Run();
        Check(0, "the other half reset");
        for (auto* list : {&sockets, &m_accepted})
        {
            NS_TEST_ASSERT_MSG_EQ(list->size(), COUNT, "sockets");
            for (const auto& socket : *list)
            {
                NS_TEST_EXPECT_MSG_EQ(socket->GetReferenceCount(), 1, "nobody else holds it");
            }
        }
    }

    /**
     * @param expected number of connections
     * @param when name of the time of the check
     */
    void Check(std::size_t expected, const std::string& when)
    {
        for (const auto& node : {m_path->GetClient(0), m_path->GetServer()})
        {
            NS_TEST_EXPECT_MSG_EQ(Count(node), expected, when);
            GetTcp(node)->GetEndPoints().Sweep();
            GetTcp(node)->GetEndPoints6().Sweep();
        }
    }
};

/**
 * @ingroup net8-test
 * Clients that open one session after the other leave nothing behind but the listening socket.
 */
class GiveBackTest : public ConnectionsCase
{
  public:
    /**
     * @param ip v4 or v6
     * @param demux hashed or stock
     */
    GiveBackTest(const std::string& ip, const std::string& demux)
        : ConnectionsCase("sessions give everything back", ip, demux)
    {
    }

  private:
    static constexpr uint32_t CLIENTS = 20; ///< Number of simultaneous clients.
    static constexpr uint32_t CYCLES = 3;   ///< Sessions per client.

    void DoRun() override
    {
        Build();
        m_listening->Close();
        const TypeIdValue protocol(Net8TcpSocketFactory::GetTypeId());
        auto listener = CreateObjectWithAttributes<Net8Listener>("Protocol", protocol);
        auto instance = CreateObject<Net8Instance>();
        instance->SetResultSet(CreateObjectWithAttributes<Net8ResultSet>("Rows", UintegerValue(1)));
        listener->AddInstance(instance);
        m_path->GetServer()->AddApplication(listener);
        auto client =
            CreateObjectWithAttributes<Net8Client>("Protocol",
                                                   protocol,
                                                   "Remote",
                                                   AddressValue(m_path->GetServerAddress(PORT)),
                                                   "Cycles",
                                                   UintegerValue(CYCLES));
        client->SetSessionStep(CLIENTS);
        for (uint32_t i = 0; i < CLIENTS; ++i)
        {
            client->AddClient(i, Seconds(1));
        }
        client->TraceConnectWithoutContext(
            "SessionDone",
            Callback<void, const SessionRecord&>(
                [this](const SessionRecord& record) { m_closed += record.closed ? 1 : 0; }));
        m_path->GetClient(0)->AddApplication(client);
        Simulator::Stop(LONG_AFTER);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_closed, CLIENTS * CYCLES, "sessions that ended in good order");
        NS_TEST_EXPECT_MSG_EQ(CountSockets(m_path->GetServer()), 1, "the listening socket");
        NS_TEST_EXPECT_MSG_EQ(CountSockets(m_path->GetClient(0)), 0, "sockets of the client");
        if (GetTcp(m_path->GetServer()))
        {
            NS_TEST_EXPECT_MSG_EQ(Count(m_path->GetServer()), 0, "connections of the server");
            NS_TEST_EXPECT_MSG_EQ(Count(m_path->GetClient(0)), 0, "connections of the client");
        }
    }

    /**
     * @param node a host
     * @return number of sockets in ns-3's list
     */
    static std::size_t CountSockets(Ptr<Node> node)
    {
        ObjectMapValue sockets;
        node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
        return sockets.GetN();
    }

    uint32_t m_closed{0}; ///< Sessions that ended in an orderly way.
};

/**
 * @ingroup net8-test
 * The trace sources of a socket fire unless they are dropped.
 */
class TracesTest : public ConnectionsCase
{
  public:
    /**
     * @param traces whether there are trace sources
     */
    explicit TracesTest(bool traces)
        : ConnectionsCase(traces ? "trace sources fire" : "trace sources are left out",
                          "v4",
                          "hashed"),
          m_traces(traces)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto factory = m_path->GetClient(0)->GetObject<Net8TcpSocketFactory>();
        factory->SetAttribute("Traces", BooleanValue(m_traces));
        auto socket = Connect();
        for (const std::string source : {"CongestionWindow",
                                         "CongestionWindowInflated",
                                         "SlowStartThreshold",
                                         "BytesInFlight"})
        {
            socket->TraceConnectWithoutContext(
                source,
                Callback<void, uint32_t, uint32_t>([this](uint32_t, uint32_t) { ++m_fired; }));
        }
        for (const std::string source : {"RTT", "LastRTT"})
        {
            socket->TraceConnectWithoutContext(
                source,
                Callback<void, Time, Time>([this](Time, Time) { ++m_fired; }));
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 1, "connected");
        // The handshake alone sets the window and measures a round trip.
        NS_TEST_EXPECT_MSG_EQ((m_fired > 0), m_traces, "trace sources");
    }

    bool m_traces;  ///< Whether there are trace sources.
    int m_fired{0}; ///< How often they fired.
};

/**
 * @ingroup net8-test
 * Ephemeral ports are assigned in ns-3's order, skipping those of connections.
 */
class PortTest : public ConnectionsCase
{
  public:
    /**
     * @param ip v4 or v6
     */
    explicit PortTest(const std::string& ip)
        : ConnectionsCase("ephemeral ports of connections are left out", ip, "hashed")
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto socket = Connect();
        auto tcp = GetTcp(m_path->GetClient(0));
        // ns-3 starts at the port after the first one.
        for (uint32_t port = FIRST_PORT + 2; port <= LAST_PORT; ++port)
        {
            NS_TEST_ASSERT_MSG_EQ(tcp->FindPort(IsIpv6()), port, "the next port");
        }
        NS_TEST_EXPECT_MSG_EQ(tcp->FindPort(IsIpv6()), FIRST_PORT, "round again");
        NS_TEST_EXPECT_MSG_EQ(tcp->FindPort(IsIpv6()), FIRST_PORT + 2, "one is in use");
    }
};

/**
 * @ingroup net8-test
 * Binding to the address and port of a connection fails with both kinds of table.
 */
class InUseTest : public ConnectionsCase
{
  public:
    /**
     * @param ip v4 or v6
     * @param demux hashed or stock
     */
    InUseTest(const std::string& ip, const std::string& demux)
        : ConnectionsCase("a local address in use is refused", ip, demux)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto connected = Connect();
        Address local;
        connected->GetSockName(local);
        auto second = MakeSocket(m_path->GetClient(0));
        NS_TEST_EXPECT_MSG_EQ(second->Bind(local), -1, "address and port are in use");
        NS_TEST_EXPECT_MSG_EQ(second->GetErrno(), Socket::ERROR_ADDRINUSE, "and it says so");
        auto third = MakeSocket(m_path->GetClient(0));
        NS_TEST_EXPECT_MSG_EQ(third->Bind(GetAny(FIRST_PORT + 1)), 0, "any address is another one");
        auto fourth = MakeSocket(m_path->GetClient(0));
        NS_TEST_EXPECT_MSG_EQ(fourth->Bind(Address()), -1, "that is no address");
        NS_TEST_EXPECT_MSG_EQ(fourth->GetErrno(), Socket::ERROR_INVAL, "and it says so");
    }
};

/**
 * @ingroup net8-test
 * A socket connects again after its connection was reset.
 */
class AgainTest : public ConnectionsCase
{
  public:
    /**
     * @param ip v4 or v6
     * @param demux hashed or stock
     */
    AgainTest(const std::string& ip, const std::string& demux)
        : ConnectionsCase("a socket connects a second time", ip, demux)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto socket = Connect();
        socket->SetConnectCallback(
            Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { ++m_connected; }),
            MakeNullCallback<void, Ptr<Socket>>());
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_connected, 1, "connected");
        DynamicCast<Net8TcpSocket>(socket)->Abort();
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(m_path->GetServerAddress(PORT)), 0, "connects");
        // Before its first SYN is answered, connect to where nobody listens.
        auto other = Connect();
        NS_TEST_EXPECT_MSG_EQ(other->Connect(m_path->GetServerAddress(PORT + 1)), 0, "connects");
        other->SetCloseCallbacks(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { ++m_refused; }),
                                 MakeNullCallback<void, Ptr<Socket>>());
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_connected, 2, "connected again");
        NS_TEST_EXPECT_MSG_EQ(m_refused, 1, "the other was refused");
    }

    int m_connected{0}; ///< Connections of the socket.
    int m_refused{0};   ///< Refusals of the other socket.
};

/**
 * @ingroup net8-test
 * ICMP about a packet reaches the socket that sent it.
 */
class IcmpTest : public ConnectionsCase
{
  public:
    /**
     * @param ip v4 or v6
     * @param demux hashed or stock
     */
    IcmpTest(const std::string& ip, const std::string& demux)
        : ConnectionsCase("ICMP reaches the connection", ip, demux)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto first = Connect();
        auto second = Connect();
        const auto listen = [](Ptr<Socket> socket, int& count) {
            Callback<void, Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t> v4(
                [&count](Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t) { ++count; });
            Callback<void, Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t> v6(
                [&count](Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t) { ++count; });
            socket->SetAttribute("IcmpCallback", CallbackValue(v4));
            socket->SetAttribute("IcmpCallback6", CallbackValue(v6));
        };
        listen(first, m_first);
        listen(second, m_second);
        auto tcp = m_path->GetClient(0)->GetObject<TcpL4Protocol>();
        Address local;
        second->GetSockName(local);
        const auto remote = m_path->GetServerAddress(PORT);
        // The second client port of ns-3 and 1521, as in a TCP header.
        const std::array<uint8_t, 8> payload{0xc0, 0x02, 0x05, 0xf1};
        if (IsIpv6())
        {
            const auto from = Inet6SocketAddress::ConvertFrom(remote).GetIpv6();
            tcp->ReceiveIcmp(from,
                             64,
                             1,
                             3,
                             0,
                             Inet6SocketAddress::ConvertFrom(local).GetIpv6(),
                             from,
                             payload.data());
        }
        else
        {
            const auto from = InetSocketAddress::ConvertFrom(remote).GetIpv4();
            tcp->ReceiveIcmp(from,
                             64,
                             3,
                             1,
                             0,
                             InetSocketAddress::ConvertFrom(local).GetIpv4(),
                             from,
                             payload.data());
        }
        NS_TEST_EXPECT_MSG_EQ(m_first, 0, "not the first");
        NS_TEST_EXPECT_MSG_EQ(m_second, 1, "the second");
    }

    int m_first{0};  ///< Messages at the first socket.
    int m_second{0}; ///< Messages at the second socket.
};

/**
 * @ingroup net8-test
 * Suite of connection look-up.
 */
class Net8TcpDemuxTestSuite : public TestSuite
{
  public:
    Net8TcpDemuxTestSuite()
        : TestSuite("net8-tcp-demux", Type::UNIT)
    {
        for (const std::string ip : {"v4", "v6"})
        {
            AddTestCase(new EndPointTableTest(ip), Duration::QUICK);
            AddTestCase(new PortTest(ip), Duration::QUICK);
            for (const std::string demux : {"hashed", "stock"})
            {
                AddTestCase(new InUseTest(ip, demux), Duration::QUICK);
                AddTestCase(new AgainTest(ip, demux), Duration::QUICK);
                AddTestCase(new IcmpTest(ip, demux), Duration::QUICK);
                AddTestCase(new GiveBackTest(ip, demux), Duration::QUICK);
            }
        }
        AddTestCase(new TracesTest(true), Duration::QUICK);
        AddTestCase(new TracesTest(false), Duration::QUICK);
    }
};

Net8TcpDemuxTestSuite g_net8TcpDemuxTestSuite; ///< Registers the suite.

} // namespace
