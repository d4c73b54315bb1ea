// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Peers that do not keep to the protocol: each leads to a state and a counter.
 */
#include "ns3/inet-socket-address.h"
#include "ns3/net8-accept-packet.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-body-packet.h"
#include "ns3/net8-client.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-path.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Bytes of one write.
using Bytes = std::vector<uint8_t>;

/// A TCP port that nobody listens on.
constexpr uint16_t CLOSED_PORT = 1522;
/// MARKER that asks to stop the call.
const Bytes BREAK{0, 11, 0, 0, 12, 0, 0, 0, 1, 0, 1};
/// MARKER without its data byte.
const Bytes SHORT_MARKER{0, 10, 0, 0, 12, 0, 0, 0, 1, 0};
/// Where the listener is.
constexpr uint16_t PORT = 1521;
/// Where another listener is.
constexpr uint16_t OTHER_PORT = 1530;
/// Address of the server on a LAN.
constexpr auto SERVER = "10.1.0.1";

/**
 * @ingroup net8-test
 * Says what it was told to say: one write for each thing that it hears, then it closes.
 */
class ScriptedPeer
{
  public:
    /**
     * @param script writes, one for each time that bytes arrive
     * @param closes whether it closes after the last write
     */
    ScriptedPeer(std::vector<Bytes> script, bool closes)
        : m_script(std::move(script)),
          m_closes(closes)
    {
    }

    /**
     * @param node where to listen
     */
    void Listen(Ptr<Node> node)
    {
        m_socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_socket->Listen();
        m_socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&ScriptedPeer::HandleAccept, this));
    }

    /**
     * @param node where to connect from
     * @param remote where to; the first write follows at once
     */
    void Connect(Ptr<Node> node, const Address& remote)
    {
        m_socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        m_socket->Bind();
        m_socket->SetConnectCallback(MakeCallback(&ScriptedPeer::SendNext, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetRecvCallback(MakeCallback(&ScriptedPeer::HandleRead, this));
        m_socket->Connect(remote);
    }

  private:
    /**
     * @param socket a new connection
     */
    void HandleAccept(Ptr<Socket> socket, const Address& /* from */)
    {
        socket->SetRecvCallback(MakeCallback(&ScriptedPeer::HandleRead, this));
    }

    /**
     * @param socket a connection with bytes to read
     */
    void HandleRead(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
        }
        SendNext(socket);
    }

    /**
     * @param socket a connection
     */
    void SendNext(Ptr<Socket> socket)
    {
        if (m_next < m_script.size())
        {
            const auto& bytes = m_script[m_next++];
            socket->Send(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())));
        }
        if (m_next == m_script.size() && m_closes)
        {
            socket->Close();
            m_closes = false;
        }
    }

    std::vector<Bytes> m_script; ///< Writes.
    bool m_closes;               ///< Close after the last one.
    std::size_t m_next{0};       ///< Next of them.
    Ptr<Socket> m_socket;        ///< Listens or connects.
};

/**
 * @return a LAN with one client host
 */
Ptr<Net8Path>
MakeLan()
{
    auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
    path->Build(1);
    return path;
}

/**
 * @param version agreed version
 * @param sdu agreed SDU, bytes
 * @return an ACCEPT
 */
Bytes
AcceptBytes(uint16_t version, uint32_t sdu)
{
    Agreement agreement;
    agreement.version = version;
    agreement.sdu = sdu;
    return MakeAccept(agreement).Encode();
}

/**
 * @ingroup net8-test
 * A client against a server that does not keep to the protocol.
 */
class BadServerTest : public TestCase
{
  public:
    /**
     * @param name what the server does
     * @param script its writes
     * @param closes whether it closes after them
     * @param expected what the client counts
     * @param driver the client's driver
     */
    BadServerTest(const std::string& name,
                  std::vector<Bytes> script,
                  bool closes,
                  SessionError expected,
                  const std::string& driver = "sqlplus")
        : TestCase("client: " + name),
          m_peer(std::move(script), closes),
          m_expected(expected),
          m_driver(driver)
    {
    }

  private:
    void DoRun() override
    {
        auto path = MakeLan();
        m_peer.Listen(path->GetServer());
        auto client =
            CreateObjectWithAttributes<Net8Client>("Remote",
                                                   AddressValue(path->GetServerAddress(PORT)));
        SetAttributes(client->GetParts(),
                      {{"Driver", m_driver}, {"ConnectTimeout", "5s"}, {"RecvTimeout", "5s"}});
        path->GetClient(0)->AddApplication(client);
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net8::GetName(client->GetState()), std::string("FAILED"), "state");
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().Get(m_expected),
                              1,
                              SessionCounters::Name(m_expected));
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetTotal(), 1, "all counters");
        Simulator::Destroy();
    }

    ScriptedPeer m_peer;     ///< The server.
    SessionError m_expected; ///< What the client counts.
    std::string m_driver;    ///< The client's driver.
};

/**
 * @ingroup net8-test
 * A server against a client that does not keep to the protocol.
 */
class BadClientTest : public TestCase
{
  public:
    /**
     * @param name what the client does
     * @param script its writes
     * @param expected what the server counts
     */
    BadClientTest(const std::string& name, std::vector<Bytes> script, SessionError expected)
        : TestCase("server: " + name),
          m_peer(std::move(script), true),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        auto path = MakeLan();
        auto listener = CreateObject<Net8Listener>();
        auto instance = CreateObject<Net8Instance>();
        instance->GetRegistrar()->SetAttribute("ServiceName", StringValue("orcl"));
        listener->AddInstance(instance);
        path->GetServer()->AddApplication(listener);
        Simulator::Schedule(MilliSeconds(1),
                            &ScriptedPeer::Connect,
                            &m_peer,
                            path->GetClient(0),
                            path->GetServerAddress(PORT));
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(listener->GetSessionCount(), 1, "sessions");
        NS_TEST_EXPECT_MSG_EQ(listener->GetCounters().Get(m_expected),
                              1,
                              SessionCounters::Name(m_expected));
        Simulator::Destroy();
    }

    ScriptedPeer m_peer;     ///< The client.
    SessionError m_expected; ///< What the server counts.
};

/**
 * @ingroup net8-test
 * A client that closes before it has said anything: the listener keeps no place for it.
 */
class QuietClientTest : public TestCase
{
  public:
    QuietClientTest()
        : TestCase("listener: a client that closes while it is greeted")
    {
    }

  private:
    void DoRun() override
    {
        auto path = MakeLan();
        auto listener = CreateObject<Net8Listener>();
        path->GetServer()->AddApplication(listener);
        ScriptedPeer peer({}, true);
        Simulator::Schedule(MilliSeconds(1),
                            &ScriptedPeer::Connect,
                            &peer,
                            path->GetClient(0),
                            path->GetServerAddress(PORT));
        // Long before INBOUND_CONNECT_TIMEOUT, 60 s by default.
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(listener->GetSessionCount(), 1, "connections that came");
        NS_TEST_EXPECT_MSG_EQ(listener->GetGreetingCount(), 0, "connections that it still greets");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A client that finds nobody at the address.
 */
class NobodyTest : public TestCase
{
  public:
    NobodyTest()
        : TestCase("client: nobody listens at the port")
    {
    }

  private:
    void DoRun() override
    {
        auto path = MakeLan();
        CreateObject<Net8TcpProfile>()->Install(path->GetClient(0), path->GetMtu(), path->IsIpv6());
        auto client = CreateObjectWithAttributes<Net8Client>(
            "Protocol",
            TypeIdValue(Net8TcpSocketFactory::GetTypeId()),
            "Remote",
            AddressValue(path->GetServerAddress(CLOSED_PORT)));
        path->GetClient(0)->AddApplication(client);
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().Get(SessionError::CONNECT_FAILED),
                              1,
                              "counter");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * The Oracle error number that a client reports, and what it tried.
 */
class ErrorNumberTest : public TestCase
{
  public:
    /**
     * @param name what the server does
     * @param script its writes
     * @param closes whether it closes after them
     * @param expected error number of fact sheet section 6; 0: the session ends well
     * @param descriptor connect descriptor; empty: the scripted server alone
     */
    ErrorNumberTest(const std::string& name,
                    std::vector<Bytes> script,
                    bool closes,
                    uint32_t expected,
                    const std::string& descriptor = "")
        : TestCase("error number: " + name),
          m_peer(std::move(script), closes),
          m_expected(expected),
          m_descriptor(descriptor)
    {
    }

  private:
    void DoRun() override
    {
        auto path = MakeLan();
        CreateObject<Net8TcpProfile>()->Install(path->GetClient(0), path->GetMtu(), path->IsIpv6());
        m_peer.Listen(path->GetServer());
        auto listener = CreateObject<Net8Listener>();
        SetAttributes(listener->GetParts(), {{"Port", std::to_string(OTHER_PORT)}});
        listener->AddInstance(CreateObject<Net8Instance>());
        path->GetServer()->AddApplication(listener);
        auto client =
            CreateObjectWithAttributes<Net8Client>("Protocol",
                                                   TypeIdValue(Net8TcpSocketFactory::GetTypeId()),
                                                   "Remote",
                                                   AddressValue(path->GetServerAddress(PORT)));
        SetAttributes(client->GetParts(),
                      {{"Descriptor", m_descriptor},
                       {"TransportConnectTimeout", "4s"},
                       {"ConnectTimeout", "5s"}});
        path->GetClient(0)->AddApplication(client);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        const auto record = client->GetRecord();
        NS_TEST_EXPECT_MSG_EQ(record.oraCode, m_expected, "error number");
        NS_TEST_EXPECT_MSG_EQ(record.closed, (m_expected == 0), "ended well");
        NS_TEST_EXPECT_MSG_EQ(client->GetOpenRecords().size(), 0, "sessions that are not over");
        Simulator::Destroy();
    }

    ScriptedPeer m_peer;      ///< The server.
    uint32_t m_expected;      ///< Error number.
    std::string m_descriptor; ///< Connect descriptor.
};

/**
 * @ingroup net8-test
 * A host all of whose ports are taken.
 */
class NoPortTest : public TestCase
{
  public:
    /**
     * @param name what this is
     * @param expected error number of fact sheet section 6
     */
    NoPortTest(const std::string& name, uint32_t expected)
        : TestCase(name),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        auto path = MakeLan();
        auto tcp = path->GetClient(0)->GetObject<TcpL4Protocol>();
        while (tcp->Allocate())
        {
            ++m_taken;
        }
        // Ports 49152 to 65535 (RFC 6335).
        NS_TEST_EXPECT_MSG_EQ(m_taken, 65536 - 49152, "ports for connections of a host's own");
        auto client =
            CreateObjectWithAttributes<Net8Client>("Remote",
                                                   AddressValue(path->GetServerAddress(PORT)));
        path->GetClient(0)->AddApplication(client);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client->GetRecord().oraCode, m_expected, "error number");
        Simulator::Destroy();
    }

    uint32_t m_expected; ///< Error number.
    uint32_t m_taken{0}; ///< Ports that were taken.
};

/**
 * @ingroup net8-test
 * A socket that has room and takes nothing: it is not connected.
 */
class NotTakenTest : public TestCase
{
  public:
    /**
     * @param name what this is
     * @param expected error number of fact sheet section 6
     */
    NotTakenTest(const std::string& name, uint32_t expected)
        : TestCase(name),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        auto path = MakeLan();
        auto connection = CreateObject<Net8Connection>();
        Net8Connection::Owner owner;
        owner.failed = [this](SessionError error) { m_number = GetOracleError(error, true); };
        connection->Attach(Socket::CreateSocket(path->GetClient(0), TcpSocketFactory::GetTypeId()),
                           owner);
        connection->GetTns().SendPacket(BREAK);
        connection->Flush();
        NS_TEST_EXPECT_MSG_EQ(m_number, m_expected, "error number");
        connection->Dispose();
        Simulator::Destroy();
    }

    uint32_t m_expected;  ///< Error number.
    uint32_t m_number{0}; ///< What came.
};

/**
 * @param text connect data
 * @return a CONNECT of version 314
 */
Bytes
ConnectBytes(const std::string& text)
{
    ConnectPacket connect(314);
    connect.SetSdu(8192);
    connect.SetTdu(32767);
    connect.SetConnectData(text);
    return connect.Encode();
}

/**
 * @ingroup net8-test
 * Peers that do not keep to the protocol.
 */
class Net8PeerTestSuite : public TestSuite
{
  public:
    Net8PeerTestSuite()
        : TestSuite("net8-peer", Type::SYSTEM)
    {
        AddServers();
        AddClients();
        AddErrorNumbers();
        AddRedirects();
        AddTestCase(new QuietClientTest, Duration::QUICK);
        AddTestCase(new NobodyTest, Duration::QUICK);
        Add(new NoPortTest("a host without a free port", 12549));
        Add(new NotTakenTest("a socket that takes nothing", 12571));
    }

  private:
    /**
     * @param test a test case of this suite
     */
    void Add(TestCase* test)
    {
        AddTestCase(test, Duration::QUICK);
    }

    /// Servers that do not keep to the protocol.
    void AddServers()
    {
        const Bytes http{'H', 'T', 'T', 'P', '/', '1', '.', '1', ' ', '4', '0', '0'};
        const Bytes resend = ResendPacket().Encode(LengthForm::SHORT_16);
        const Bytes cutOff{0, 32, 0, 0, 2, 0, 0, 0, 1, 0x3a};
        const Bytes tooShort{0, 10, 0, 0, 2, 0, 0, 0, 1, 0x3a};
        // DATA of 10 bytes of payload: a row header where the reply of a logon is due, which it
        // does not end
        const Bytes noPrefix{0, 20, 0, 0, 6, 0, 0, 0, 0, 0, 0x55, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        const Bytes overlong{0, 23, 0, 0, 6, 0, 0, 0, 0, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0};
        const Bytes accept = AcceptBytes(314, 8192);
        Add(new BadServerTest("the server talks HTTP", {http}, false, SessionError::UNKNOWN_TYPE));
        Add(new BadServerTest("an ACCEPT is cut off",
                              {cutOff},
                              true,
                              SessionError::CLOSED_IN_PACKET));
        Add(new BadServerTest("an ACCEPT is too short",
                              {tooShort},
                              false,
                              SessionError::MALFORMED_PACKET));
        Add(new BadServerTest("silence", {}, false, SessionError::CONNECT_TIMEOUT));
        Add(new BadServerTest("silence after RESEND",
                              {resend},
                              false,
                              SessionError::CONNECT_TIMEOUT));
        Add(new BadServerTest("closed at once", {resend}, true, SessionError::CLOSED_IN_SETUP));
        Add(new BadServerTest("closed in the native negotiation",
                              {accept},
                              true,
                              SessionError::NEGOTIATION_CUT));
        Add(new BadServerTest("closed after ACCEPT",
                              {AcceptBytes(315, 8192)},
                              true,
                              SessionError::CLOSED_IN_SETUP,
                              "python-thin"));
        Add(new BadServerTest("a second ACCEPT",
                              {accept, accept},
                              false,
                              SessionError::UNEXPECTED_PACKET));
        Add(new BadServerTest("no TTC", {accept, noPrefix}, false, SessionError::BAD_TTC_PREFIX));
        Add(new BadServerTest("a message too long",
                              {accept, overlong},
                              false,
                              SessionError::MESSAGE_LENGTH));
        Add(new BadServerTest("version 310 for a thin driver",
                              {AcceptBytes(310, 2048)},
                              false,
                              SessionError::VERSION_NOT_SUPPORTED,
                              "python-thin"));
        const Bytes statusInstead{0, 13, 0, 0, 6, 0, 0, 0, 0, 0, 9, 0, 1};
        Add(new BadServerTest("a break, then a reply instead of an error",
                              {accept, BREAK, statusInstead},
                              false,
                              SessionError::UNEXPECTED_MESSAGE));
        Add(new BadServerTest("a marker is too short",
                              {accept, SHORT_MARKER},
                              false,
                              SessionError::MALFORMED_PACKET));
        Add(new BadServerTest("silence after a break",
                              {accept, BREAK},
                              false,
                              SessionError::RECV_TIMEOUT));
        Add(new BadServerTest("closed after a break",
                              {accept, BREAK},
                              true,
                              SessionError::CLOSED_IN_CALL));
        // an error without markers before it: ORA-01017 = 0x3f9 in a failed end of call
        const Bytes denied{0, 22, 0, 0, 6, 0, 0, 0, 0, 0, 4, 0, 1, 8, 0, 0, 3, 0xf9, 0, 0, 0, 12};
        Add(new BadServerTest("an error in the logon",
                              {accept, denied},
                              false,
                              SessionError::LOGON_DENIED));
        Add(new BadServerTest("a marker where the ACCEPT is due",
                              {BREAK},
                              false,
                              SessionError::UNEXPECTED_PACKET));
        RedirectPacket redirect;
        redirect.SetTarget("(ADDRESS=(PROTOCOL=tcp)(HOST=no-such-host)(PORT=1521))");
        Add(new BadServerTest("REDIRECT to an unknown host",
                              {redirect.Encode()},
                              false,
                              SessionError::HOST_UNKNOWN));
        redirect.SetTarget("nowhere");
        Add(new BadServerTest("REDIRECT to what is no address",
                              {redirect.Encode()},
                              false,
                              SessionError::MALFORMED_PACKET));
    }

    /// Ways in which one address fails.
    void AddErrorNumbers()
    {
        RefusePacket refuse;
        refuse.SetText("(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=12516)"
                       "(ERROR_STACK=(ERROR=(CODE=12516)(EMFI=4))))");
        Add(new ErrorNumberTest("REFUSE", {refuse.Encode()}, true, 12516));
        // Text of 18 bytes in the DATA packet behind a REFUSE of 12 bytes.
        const std::string text = "(ERR=12505)(TMP=x)";
        Bytes apart{0, 12, 0, 0, 4, 0, 0, 0, 0x22, 0, 0, 18, 0, 28, 0, 0, 6, 0, 0, 0, 0, 0};
        Bytes silent(apart.begin(), apart.begin() + 12);
        apart.insert(apart.end(), text.begin(), text.end());
        Add(new ErrorNumberTest("REFUSE with its text behind it", {apart}, true, 12505));
        Add(new ErrorNumberTest("REFUSE whose text never comes", {silent}, true, 12564));
        refuse.SetText("go away");
        Add(new ErrorNumberTest("REFUSE without a number", {refuse.Encode()}, true, 12564));
        Add(new ErrorNumberTest("closed at once", {}, true, 12537));
        Add(new ErrorNumberTest("silence", {}, false, 12170));
        const Bytes cutOff{0, 32, 0, 0, 2, 0, 0, 0, 1, 0x3a};
        Add(new ErrorNumberTest("closed inside a packet", {cutOff}, true, 12547));
        const Bytes http{'H', 'T', 'T', 'P', '/', '1', '.', '1', ' ', '4', '0', '0'};
        Add(new ErrorNumberTest("bytes that are no packet", {http}, false, 12592));
        const auto address = [](const std::string& host, uint16_t port) {
            return "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=" + host +
                   ")(PORT=" + std::to_string(port) + ")))";
        };
        Add(new ErrorNumberTest("no listener", {}, false, 12541, address(SERVER, CLOSED_PORT)));
        Add(new ErrorNumberTest("no such host", {}, false, 12545, address("db9", PORT)));
        Add(new ErrorNumberTest("no answer to SYNs", {}, false, 12170, address("10.1.0.2", PORT)));
        Add(new ErrorNumberTest("no route", {}, false, 12543, address("192.0.2.1", PORT)));
        Add(new ErrorNumberTest("no descriptor", {}, false, 12154, "sales"));
    }

    /// REDIRECTs to a listener that answers, and to others.
    void AddRedirects()
    {
        const std::string to = "(ADDRESS=(PROTOCOL=tcp)(HOST=" + std::string(SERVER) + ")(PORT=";
        const auto there = to + std::to_string(OTHER_PORT) + "))";
        RedirectPacket redirect;
        redirect.SetTarget(there);
        Add(new ErrorNumberTest("REDIRECT with an address", {redirect.Encode()}, true, 0));
        redirect.SetTarget(there, "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=orcl)))");
        Add(new ErrorNumberTest("REDIRECT with connect data", {redirect.Encode()}, true, 0));
        redirect.SetTarget(to + std::to_string(CLOSED_PORT) + "))");
        Add(new ErrorNumberTest("REDIRECT to a closed port", {redirect.Encode()}, true, 12541));
        // The same listener again, five times: one more than is followed.
        redirect.SetTarget(to + std::to_string(PORT) + "))");
        Add(new ErrorNumberTest("REDIRECT for ever",
                                std::vector<Bytes>(5, redirect.Encode()),
                                false,
                                12540));
    }

    /// Clients that do not keep to the protocol.
    void AddClients()
    {
        const Bytes http{'G', 'E', 'T', ' ', '/', ' ', 'H', 'T', 'T', 'P', '/', '1', '.', '0'};
        const Bytes tooShort{0, 12, 0, 0, 1, 0, 0, 0, 1, 0x3a, 0, 0};
        const Bytes cutOff{0, 100, 0, 0, 1, 0, 0, 0};
        const Bytes connect = ConnectBytes("(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=ORCL)))");
        // a fetch where the logon is due
        const Bytes fetch{0, 17, 0, 0, 6, 0, 0, 0, 0, 0, 3, 5, 1, 1, 1, 1, 100};
        const Bytes unknown{0, 22, 0, 0, 6, 0, 0, 0, 0, 0, 3, 0x61, 1, 0, 0, 0, 0, 0, 0, 0, 0, 12};
        Add(new BadClientTest("the client talks HTTP", {http}, SessionError::UNKNOWN_TYPE));
        Add(new BadClientTest("a CONNECT is too short",
                              {tooShort},
                              SessionError::MALFORMED_PACKET));
        Add(new BadClientTest("a CONNECT is cut off", {cutOff}, SessionError::CLOSED_IN_PACKET));
        Add(new BadClientTest("DATA before CONNECT", {fetch}, SessionError::UNEXPECTED_PACKET));
        Add(new BadClientTest("an unknown service",
                              {ConnectBytes("(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=hr)))")},
                              SessionError::UNKNOWN_SERVICE));
        Add(new BadClientTest("unreadable connect data",
                              {ConnectBytes("(DESCRIPTION=(CONNECT_DATA=")},
                              SessionError::CONNECT_DATA_INVALID));
        Add(new BadClientTest("a fetch before any execute",
                              {connect, connect, fetch},
                              SessionError::FETCH_OUT_OF_SEQUENCE));
        const Bytes lob{0, 22, 0, 0, 6, 0, 0, 0, 0, 0, 3, 0x60, 1, 0, 0, 0, 0, 9, 0, 0, 0, 12};
        Add(new BadClientTest("a read of a LOB before any execute",
                              {connect, connect, lob},
                              SessionError::UNEXPECTED_MESSAGE));
        Add(new BadClientTest("a break before the CONNECT",
                              {BREAK},
                              SessionError::UNEXPECTED_PACKET));
        Add(new BadClientTest("a marker is too short",
                              {connect, connect, SHORT_MARKER},
                              SessionError::MALFORMED_PACKET));
        Add(new BadClientTest("a call where a reset is due",
                              {connect, connect, BREAK, fetch},
                              SessionError::UNEXPECTED_MESSAGE));
        Add(new BadClientTest("closed where a reset is due",
                              {connect, connect, BREAK},
                              SessionError::CLOSED_IN_CALL));
        Add(new BadClientTest("an unknown function",
                              {connect, connect, unknown},
                              SessionError::UNEXPECTED_MESSAGE));
    }
};

const Net8PeerTestSuite g_net8PeerTestSuite; ///< Registers the suite.

} // namespace
