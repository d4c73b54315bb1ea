// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The Oracle error number that a client reports, depending on how an address fails.
 */
#include "net8-scripted-peer.h"

#include "ns3/net8-attributes.h"
#include "ns3/net8-client.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/// Bytes of one write.
using Bytes = ScriptedPeer::Bytes;

/// A TCP port that nobody listens on.
constexpr uint16_t CLOSED_PORT = 1522;
/// Port of another listener.
constexpr uint16_t OTHER_PORT = 1530;
/// Address of the server on a LAN.
constexpr auto SERVER = "10.1.0.1";

/**
 * @ingroup net8-test
 * A client that gets no answer at the address.
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
 * The Oracle error number that a client reports, and its attempts.
 */
class ErrorNumberTest : public TestCase
{
  public:
    /**
     * @param name what the server does
     * @param script its writes
     * @param closes whether it closes after them
     * @param expected error number of fact sheet section 6; 0: the session succeeds
     * @param descriptor connect descriptor; empty: only the scripted server
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
        auto client = CreateObjectWithAttributes<Net8Client>(
            "Protocol",
            TypeIdValue(Net8TcpSocketFactory::GetTypeId()),
            "Remote",
            AddressValue(path->GetServerAddress(ScriptedPeer::PORT)));
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
    uint32_t m_expected;      ///< Expected error number.
    std::string m_descriptor; ///< Connect descriptor.
};

/**
 * @ingroup net8-test
 * A host all of whose ports are in use.
 */
class NoPortTest : public TestCase
{
  public:
    /**
     * @param name name of the test
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
        auto client = CreateObjectWithAttributes<Net8Client>(
            "Remote",
            AddressValue(path->GetServerAddress(ScriptedPeer::PORT)));
        path->GetClient(0)->AddApplication(client);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client->GetRecord().oraCode, m_expected, "error number");
        Simulator::Destroy();
    }

    uint32_t m_expected; ///< Expected error number.
    uint32_t m_taken{0}; ///< Ports in use.
};

/**
 * @ingroup net8-test
 * A socket that has room but accepts nothing, as it is not connected.
 */
class NotTakenTest : public TestCase, private Net8ConnectionOwner
{
  public:
    /**
     * @param name name of the test
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
        auto connection = Create<Net8Connection>();
        connection->Attach(Socket::CreateSocket(path->GetClient(0), TcpSocketFactory::GetTypeId()),
                           *this);
        connection->GetTns().SendPacket(ScriptedPeer::BREAK);
        connection->Flush();
        NS_TEST_EXPECT_MSG_EQ(m_number, m_expected, "error number");
        connection->Dispose();
        Simulator::Destroy();
    }

    void HandlePacket(const StreamReader::Received& /* received */) override
    {
    }

    void HandleMessage(const TnsStream::Message& /* message */) override
    {
    }

    void HandleFailed(SessionError error) override
    {
        m_number = GetOracleError(error, true);
    }

    void HandleClosed() override
    {
    }

    uint32_t m_expected;  ///< Expected error number.
    uint32_t m_number{0}; ///< Error number reported.
};

/**
 * @ingroup net8-test
 * Suite of the ways in which an address fails.
 */
class Net8ErrorNumberTestSuite : public TestSuite
{
  public:
    Net8ErrorNumberTestSuite()
        : TestSuite("net8-error-number", Type::SYSTEM)
    {
        AddErrorNumbers();
        AddRedirects();
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

    /// Add the ways in which one address fails.
    void AddErrorNumbers()
    {
        RefusePacket refuse;
        refuse.SetText("(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=12516)"
                       "(ERROR_STACK=(ERROR=(CODE=12516)(EMFI=4))))");
        Add(new ErrorNumberTest("REFUSE", {refuse.Encode()}, true, 12516));
        // Text of 18 bytes in the DATA packet after a REFUSE of 12 bytes.
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
        Add(new ErrorNumberTest("no such host",
                                {},
                                false,
                                12545,
                                address("db9", ScriptedPeer::PORT)));
        Add(new ErrorNumberTest("no answer to SYNs",
                                {},
                                false,
                                12170,
                                address("10.1.0.2", ScriptedPeer::PORT)));
        Add(new ErrorNumberTest("no route",
                                {},
                                false,
                                12543,
                                address("192.0.2.1", ScriptedPeer::PORT)));
        Add(new ErrorNumberTest("no descriptor", {}, false, 12154, "sales"));
    }

    /// Add REDIRECTs to a listener that answers, and to others.
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
        // The same listener again, five times: one more than the client follows.
        redirect.SetTarget(to + std::to_string(ScriptedPeer::PORT) + "))");
        Add(new ErrorNumberTest("REDIRECT for ever",
                                std::vector<Bytes>(5, redirect.Encode()),
                                false,
                                12540));
    }
};

const Net8ErrorNumberTestSuite g_net8ErrorNumberTestSuite; ///< Registers the suite.

} // namespace
