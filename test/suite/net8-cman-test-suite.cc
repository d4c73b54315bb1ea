// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Connection Manager: what its rules and limits refuse, and what its relay does with two
 * connections.
 */
#include "net8-scripted-peer.h"

#include "ns3/inet-socket-address.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-client.h"
#include "ns3/net8-cman-relay.h"
#include "ns3/net8-connection-manager.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/// Bytes of one write.
using Bytes = ScriptedPeer::Bytes;

/// Port of the manager.
constexpr uint16_t MANAGER_PORT = 1630;
/// A TCP port that nobody listens on.
constexpr uint16_t UNUSED_PORT = 1522;

/**
 * @return a LAN with a host for clients and one for a manager, both with TCP
 */
Ptr<Net8Path>
MakeHosts()
{
    auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
    path->Build(2);
    for (const auto& node : {path->GetClient(0), path->GetClient(1), path->GetServer()})
    {
        CreateObject<Net8TcpProfile>()->Install(node, path->GetMtu(), path->IsIpv6());
    }
    return path;
}

/**
 * @param port port of the listener behind the manager
 * @param more what the description has besides
 * @return a descriptor that leads through the manager
 */
std::string
Through(uint16_t port, const std::string& more = "")
{
    return "(DESCRIPTION=(SOURCE_ROUTE=yes)" + more +
           "(ADDRESS=(PROTOCOL=tcp)(HOST=cman)(PORT=1630))(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=" +
           std::to_string(port) + "))(CONNECT_DATA=(SERVICE_NAME=orcl)))";
}

/**
 * @ingroup net8-test
 * Clients, a manager and a listener on three hosts.
 */
class ManagerTest : public TestCase
{
  public:
    /// What is asked for, and what comes of it.
    struct Case
    {
        std::string rules;                          ///< RULE_LIST.
        std::string descriptor;                     ///< Descriptor of the clients.
        std::vector<uint32_t> codes;                ///< Error numbers of the clients; 0: none.
        AttributeMap attributes{};                  ///< Further attributes of the manager.
        std::optional<std::vector<Bytes>> script{}; ///< A server in place of the listener.
    };

    /**
     * @param name what is tried
     * @param tried what is asked for, and what comes of it
     */
    ManagerTest(const std::string& name, Case tried)
        : TestCase("manager: " + name),
          m_case(std::move(tried))
    {
    }

  protected:
    /**
     * Check what the manager counted.
     *
     * @param counters its counters
     */
    virtual void Look(const Net8ConnectionManager::Counters& counters)
    {
        const auto well = std::ranges::count(m_case.codes, 0U);
        NS_TEST_EXPECT_MSG_EQ(counters.accepted, m_case.codes.size(), "connections");
        NS_TEST_EXPECT_MSG_EQ(counters.relayed, well, "sessions");
    }

  private:
    void DoRun() override
    {
        auto path = MakeHosts();
        std::unique_ptr<ScriptedPeer> peer;
        if (m_case.script)
        {
            peer = std::make_unique<ScriptedPeer>(*m_case.script, true);
            peer->Listen(path->GetServer());
        }
        else
        {
            auto listener = CreateObject<Net8Listener>();
            listener->AddInstance(CreateObject<Net8Instance>());
            path->GetServer()->AddApplication(listener);
        }
        const auto resolve = [path](const std::string& host) {
            const auto node = host == "cman" ? path->GetClient(1) : path->GetServer();
            return host == "nobody" ? std::vector<Address>()
                                    : std::vector<Address>{InetSocketAddress::ConvertFrom(
                                                               path->GetHostAddress(node, 0))
                                                               .GetIpv4()};
        };
        auto manager = CreateObject<Net8ConnectionManager>();
        auto attributes = m_case.attributes;
        attributes["RuleList"] = m_case.rules;
        attributes["Port"] = std::to_string(MANAGER_PORT);
        SetAttributes(manager, attributes);
        const auto error = manager->SetUp(
            {{"app", {IpAddress::Parse("10.2.0.1")}}},
            resolve,
            [this](const Address&, const Address& local) { m_left.push_back(local); });
        NS_TEST_ASSERT_MSG_EQ(error.message, "", "rules");
        path->GetClient(1)->AddApplication(manager);
        auto client = CreateObjectWithAttributes<Net8Client>(
            "Protocol",
            TypeIdValue(Net8TcpSocketFactory::GetTypeId()),
            "Remote",
            AddressValue(path->GetServerAddress(ScriptedPeer::PORT)));
        SetAttributes(client->GetParts(),
                      {{"Descriptor", m_case.descriptor}, {"ConnectTimeout", "8s"}});
        client->SetResolver(resolve);
        for (uint32_t i = 0; i < m_case.codes.size(); ++i)
        {
            client->AddClient(i, MilliSeconds(1 + 10 * i));
        }
        client->TraceConnectWithoutContext("SessionDone",
                                           MakeCallback(&ManagerTest::HandleDone, this));
        path->GetClient(0)->AddApplication(client);
        Simulator::Stop(Seconds(90));
        Simulator::Run();
        m_codes.resize(m_case.codes.size(), 1);
        for (std::size_t i = 0; i < m_codes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_codes[i], m_case.codes[i], "error number of client " << i);
        }
        Look(manager->GetCounters());
        Simulator::Destroy();
    }

    /**
     * @param record a session that is over
     */
    void HandleDone(const SessionRecord& record)
    {
        m_codes.resize(std::max<std::size_t>(m_codes.size(), record.session + 1), 1);
        m_codes[record.session] = record.oraCode;
    }

    Case m_case;                   ///< What is tried.
    std::vector<uint32_t> m_codes; ///< Error numbers of the clients.
    std::vector<Address> m_left;   ///< Addresses from which sessions went on.
};

/**
 * @ingroup net8-test
 * A client, a server and a relay between them, on raw sockets.
 */
class RelayCase : public TestCase
{
  public:
    /**
     * @param name what is tried
     */
    explicit RelayCase(const std::string& name)
        : TestCase("relay: " + name)
    {
    }

  protected:
    /**
     * Say what happens once both connections are open.
     */
    virtual void Begin() = 0;

    /**
     * Check what came of it.
     */
    virtual void Look() = 0;

    /// One of the two outer ends.
    struct Peer
    {
        Ptr<Socket> socket{}; ///< Its connection.
        bool reads{true};     ///< It reads what comes.
        uint64_t received{0}; ///< Bytes that it read.
        uint64_t sum{0};      ///< Sum of these bytes.
        bool closed{false};   ///< The other end closed.
        bool reset{false};    ///< The connection was reset.
        Time last{};          ///< When bytes were last read.
    };

    /**
     * Read what has come.
     *
     * @param peer the end
     */
    static void Read(Peer& peer)
    {
        while (const auto packet = peer.reads ? peer.socket->Recv() : nullptr)
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            Bytes bytes(packet->GetSize());
            packet->CopyData(bytes.data(), packet->GetSize());
            peer.received += bytes.size();
            peer.last = Simulator::Now();
            for (const auto byte : bytes)
            {
                peer.sum += byte;
            }
        }
    }

    Peer m_client;                          ///< The client.
    Peer m_server;                          ///< The server.
    uint32_t m_buffer{1000};                ///< Bytes of a read.
    std::string m_work{"0"};                ///< CPU time of a read, s.
    std::unique_ptr<Net8CmanRelay> m_relay; ///< The relay.
    bool m_ended{false};                    ///< It is over.

  private:
    void DoRun() override
    {
        auto path = MakeHosts();
        const auto factory = Net8TcpSocketFactory::GetTypeId();
        const auto listen = [&](const Ptr<Node>& node, uint16_t port, auto accepted) {
            auto socket = Socket::CreateSocket(node, factory);
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
            socket->Listen();
            socket->SetAcceptCallback(
                MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                Callback<void, Ptr<Socket>, const Address&>(
                    [accepted](Ptr<Socket> found, const Address&) { accepted(found); }));
            return socket;
        };
        const auto server = listen(path->GetServer(), ScriptedPeer::PORT, [this](auto found) {
            Watch(m_server, found);
        });
        Ptr<Socket> near;
        const auto far = Socket::CreateSocket(path->GetClient(1), factory);
        const auto manager =
            listen(path->GetClient(1), MANAGER_PORT, [&](auto found) { near = found; });
        m_client.socket = Socket::CreateSocket(path->GetClient(0), factory);
        Watch(m_client, m_client.socket);
        m_client.socket->Bind();
        m_client.socket->Connect(path->GetHostAddress(path->GetClient(1), MANAGER_PORT));
        far->Bind();
        far->Connect(path->GetServerAddress(ScriptedPeer::PORT));
        const auto process = CreateObject<Net8SerialProcess>();
        Simulator::Schedule(Seconds(1), [&] {
            auto work = CreateObject<ConstantRandomVariable>();
            SetAttributes(work, {{"Constant", m_work}});
            m_relay = std::make_unique<Net8CmanRelay>(near,
                                                      far,
                                                      Net8CmanRelay::Settings{.buffer = m_buffer,
                                                                              .readCpuTime = work,
                                                                              .process = process},
                                                      [this] { m_ended = true; });
            m_relay->Start(nullptr, false);
            Begin();
        });
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        Look();
        m_relay.reset();
        process->Dispose();
        Simulator::Destroy();
    }

    /**
     * Take note of what happens to an end.
     *
     * @param peer the end
     * @param socket its connection
     */
    void Watch(Peer& peer, const Ptr<Socket>& socket)
    {
        using Told = Callback<void, Ptr<Socket>>;
        peer.socket = socket;
        socket->SetRecvCallback(Told([&peer](Ptr<Socket>) { Read(peer); }));
        socket->SetCloseCallbacks(Told([&peer](Ptr<Socket>) {
                                      Read(peer);
                                      peer.closed = true;
                                  }),
                                  Told([&peer](Ptr<Socket>) { peer.reset = true; }));
    }
};

/**
 * @ingroup net8-test
 * Bytes go both ways, and the end of one connection is that of the other.
 */
class RelayEndTest : public RelayCase
{
  public:
    /**
     * @param name what is tried
     * @param byClient whether the client ends its connection, rather than the server
     * @param resets whether it resets it
     */
    RelayEndTest(const std::string& name, bool byClient, bool resets)
        : RelayCase(name),
          m_byClient(byClient),
          m_resets(resets)
    {
    }

  private:
    void Begin() override
    {
        const Bytes request(2500, 1);
        const Bytes reply(70000, 2);
        m_client.socket->Send(Create<Packet>(request.data(), 2500));
        m_server.socket->Send(Create<Packet>(reply.data(), 70000));
        Simulator::Schedule(Seconds(5), [this] {
            const auto& socket = (m_byClient ? m_client : m_server).socket;
            m_resets ? void(Net8TcpControl::Abort(socket)) : void(socket->Close());
        });
    }

    void Look() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_server.sum, 2500, "request");
        NS_TEST_EXPECT_MSG_EQ(m_client.sum, 140000, "reply");
        NS_TEST_EXPECT_MSG_EQ(m_relay->GetBytes(Net8CmanRelay::CLIENT), 2500, "bytes up");
        NS_TEST_EXPECT_MSG_EQ(m_relay->GetBytes(Net8CmanRelay::SERVER), 70000, "bytes down");
        NS_TEST_EXPECT_MSG_EQ(m_relay->GetLongest(), m_buffer, "bytes held");
        const auto& other = m_byClient ? m_server : m_client;
        NS_TEST_EXPECT_MSG_EQ(other.closed, !m_resets, "the other end is closed");
        NS_TEST_EXPECT_MSG_EQ(other.reset, m_resets, "the other end is reset");
        NS_TEST_EXPECT_MSG_EQ(m_ended, true, "it is over");
    }

    bool m_byClient; ///< The client ends it.
    bool m_resets;   ///< By a RST.
};

/**
 * @ingroup net8-test
 * A client that does not read stops the server: the relay does not take what it cannot give.
 */
class RelayPressureTest : public RelayCase
{
  public:
    RelayPressureTest()
        : RelayCase("a client that does not read stops the server")
    {
        m_buffer = 4096;
    }

  private:
    static constexpr uint32_t TOTAL = 15'000'000; ///< Bytes of the server.

    void Begin() override
    {
        m_client.reads = false;
        m_server.socket->Send(Create<Packet>(TOTAL));
        Simulator::Schedule(Seconds(20), [this] {
            m_taken = m_relay->GetBytes(Net8CmanRelay::SERVER);
            m_client.reads = true;
            Read(m_client);
        });
    }

    void Look() override
    {
        // Linux lets a receive buffer grow to 6 MiB and a send buffer to 4 MiB (tcp_rmem and
        // tcp_wmem); the relay has 4,096 bytes besides.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_taken, 10U * 1024 * 1024 + 4096, "taken without a reader");
        NS_TEST_EXPECT_MSG_GT(m_taken, 0, "it began");
        NS_TEST_EXPECT_MSG_EQ(m_relay->GetLongest(), 4096, "bytes held");
        NS_TEST_EXPECT_MSG_EQ(m_client.received, TOTAL, "all of it came in the end");
    }

    uint64_t m_taken{0}; ///< Bytes that it took while nobody read.
};

/**
 * @ingroup net8-test
 * Reads take the time of the process, one after the other.
 */
class RelayWorkTest : public RelayCase
{
  public:
    RelayWorkTest()
        : RelayCase("reads take the time of the process")
    {
        m_work = "0.01";
    }

  private:
    void Begin() override
    {
        const Bytes bytes(40000, 1);
        m_client.socket->Send(Create<Packet>(bytes.data(), 40000));
        m_server.socket->Send(Create<Packet>(bytes.data(), 40000));
    }

    void Look() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_server.sum, 40000, "bytes up");
        NS_TEST_EXPECT_MSG_EQ(m_client.sum, 40000, "bytes down");
        // Both directions share the process: 80,000 bytes in reads of at most 1,000 are 80 reads of
        // 10 ms, and some are shorter, where a segment of 1,448 bytes ends.
        const auto took = std::max(m_client.last, m_server.last) - Seconds(1);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(took, MilliSeconds(800), "80 reads");
        NS_TEST_EXPECT_MSG_LT(took, MilliSeconds(1000), "and not many more");
    }
};

/**
 * @ingroup net8-test
 * Suite of the Connection Manager.
 */
class Net8CmanTestSuite : public TestSuite
{
  public:
    Net8CmanTestSuite()
        : TestSuite("net8-cman", Type::SYSTEM)
    {
        AddRules();
        AddHops();
        Add(new RelayEndTest("the client closes", true, false));
        Add(new RelayEndTest("the server closes", false, false));
        Add(new RelayEndTest("the client resets", true, true));
        Add(new RelayEndTest("the server resets", false, true));
        Add(new RelayPressureTest);
        Add(new RelayWorkTest);
    }

  private:
    /**
     * @param test a test case of this suite
     */
    void Add(TestCase* test)
    {
        AddTestCase(test, Duration::QUICK);
    }

    /// Add rules and limits.
    void AddRules()
    {
        const std::string all = "(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept))";
        const auto way = Through(ScriptedPeer::PORT);
        Add(new ManagerTest("a rule accepts", {all, way, {0, 0}}));
        Add(new ManagerTest("no rule", {"", way, {12529}}));
        Add(new ManagerTest("no rule matches",
                            {"(RULE=(SRC=*)(DST=*)(SRV=sales)(ACT=accept))", way, {12529}}));
        Add(new ManagerTest(
            "the first rule decides",
            {"(RULE_LIST=(RULE=(SRC=10.0.0.0/8)(DST=DB)(SRV=ORCL)(ACT=reject))" + all + ")",
             way,
             {12529}}));
        // 12537: closed before an answer, of fact sheet section 6.
        Add(new ManagerTest("a rule drops",
                            {"(RULE=(SRC=*)(DST=db)(SRV=*)(ACT=drop))" + all, way, {12537}}));
        Add(new ManagerTest("no gateway process has room",
                            {all,
                             way,
                             {0, 0, 12564},
                             {{"MaxConnections", "1"},
                              {"MinGatewayProcesses", "1"},
                              {"MaxGatewayProcesses", "2"}}}));
    }

    /// Add next hops.
    void AddHops()
    {
        const std::string all = "(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept))";
        Add(new ManagerTest("no next hop",
                            {all,
                             "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=cman)(PORT=1630))"
                             "(CONNECT_DATA=(SERVICE_NAME=orcl)))",
                             {12514}}));
        Add(new ManagerTest("nobody listens at the next hop",
                            {all, Through(UNUSED_PORT), {12564}}));
        RefusePacket refuse;
        refuse.SetText("(DESCRIPTION=(ERR=12516))");
        const auto way = Through(ScriptedPeer::PORT);
        Add(new ManagerTest("the next hop refuses",
                            {all, way, {12516}, {}, std::vector<Bytes>{refuse.Encode()}}));
        // Text of 18 bytes in the DATA packet after a REFUSE of 12 bytes.
        const std::string text = "(ERR=12505)(TMP=x)";
        Bytes apart{0, 12, 0, 0, 4, 0, 0, 0, 0x22, 0, 0, 18, 0, 28, 0, 0, 6, 0, 0, 0, 0, 0};
        apart.insert(apart.end(), text.begin(), text.end());
        Add(new ManagerTest("the next hop refuses with its text behind it",
                            {all, way, {12505}, {}, std::vector<Bytes>{apart}}));
        Add(new ManagerTest("the next hop closes", {all, way, {12564}, {}, std::vector<Bytes>{}}));
        const Bytes resend{0, 8, 0, 0, 11, 0, 0, 0};
        Add(new ManagerTest("RESEND is answered by the manager",
                            {all, way, {12516}, {}, std::vector<Bytes>{resend, refuse.Encode()}}));
        RedirectPacket redirect;
        redirect.SetTarget("(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1521))");
        Add(new ManagerTest(
            "REDIRECT is followed by the manager",
            {all, way, {12516}, {}, std::vector<Bytes>{redirect.Encode(), refuse.Encode()}}));
        redirect.SetTarget("(ADDRESS=(PROTOCOL=tcp)(HOST=nobody)(PORT=1521))");
        Add(new ManagerTest("REDIRECT to an unknown host",
                            {all, way, {12564}, {}, std::vector<Bytes>{redirect.Encode()}}));
        Add(new ManagerTest(
            "a next hop that is silent for too long",
            {all, way, {12564}, {{"OutboundConnectTimeout", "2s"}}, std::vector<Bytes>{Bytes{0}}}));
    }
};

const Net8CmanTestSuite g_net8CmanTestSuite; ///< Registers the suite.

} // namespace
