// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The hashed tables of TCP connections, compared with ns-3's list.
 *
 * That plans give the same results and captures with both is tested in
 * test/python/network/test_tcp_demux.py.
 */
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
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Port of the server.
constexpr uint16_t LISTENER_PORT = 1521;
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
        auto profile = CreateObject<Net8TcpProfile>();
        profile->Install(m_path->GetClient(0), m_path->GetMtu(), IsIpv6());
        profile->Install(m_path->GetServer(), m_path->GetMtu(), IsIpv6());
        m_listening = MakeSocket(m_path->GetServer());
        m_listening->Bind(GetAny(LISTENER_PORT));
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
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(m_path->GetServerAddress(LISTENER_PORT)),
                              0,
                              "connects");
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
     * @return number of connections in its tables
     */
    static std::size_t Count(Ptr<Node> node)
    {
        auto tcp = GetTcp(node);
        return tcp->GetFlows().GetSize() + tcp->GetTimeWaits().GetSize();
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
        auto client = CreateObjectWithAttributes<Net8Client>(
            "Protocol",
            protocol,
            "Remote",
            AddressValue(m_path->GetServerAddress(LISTENER_PORT)),
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
        if (GetTcp(m_path->GetServer()))
        {
            NS_TEST_EXPECT_MSG_EQ(Count(m_path->GetServer()), 0, "connections of the server");
            NS_TEST_EXPECT_MSG_EQ(Count(m_path->GetClient(0)), 0, "connections of the client");
        }
    }

    uint32_t m_closed{0}; ///< Sessions that ended in an orderly way.
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
            AddTestCase(new PortTest(ip), Duration::QUICK);
            for (const std::string demux : {"hashed", "stock"})
            {
                AddTestCase(new GiveBackTest(ip, demux), Duration::QUICK);
            }
        }
    }
};

Net8TcpDemuxTestSuite g_net8TcpDemuxTestSuite; ///< Registers the suite.

} // namespace
