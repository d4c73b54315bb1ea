// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Peers that violate the protocol: each leads to a state and a counter.
 */
#include "net8-scripted-peer.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-body-packet.h"
#include "ns3/net8-client.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/// Bytes of one write.
using Bytes = ScriptedPeer::Bytes;

/// MARKER without its data byte.
const Bytes SHORT_MARKER{0, 10, 0, 0, 12, 0, 0, 0, 1, 0};

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
 * A client and a server that violates the protocol.
 */
class BadServerTest : public TestCase
{
  public:
    /**
     * @param name what the server does
     * @param script its writes
     * @param closes whether it closes after them
     * @param expected error that the client counts
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
        auto client = CreateObjectWithAttributes<Net8Client>(
            "Remote",
            AddressValue(path->GetServerAddress(ScriptedPeer::PORT)));
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
    SessionError m_expected; ///< Error that the client counts.
    std::string m_driver;    ///< The client's driver.
};

/**
 * @ingroup net8-test
 * A server and a client that violates the protocol.
 */
class BadClientTest : public TestCase
{
  public:
    /**
     * @param name what the client does
     * @param script its writes
     * @param expected error that the server counts
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
                            path->GetServerAddress(ScriptedPeer::PORT));
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(listener->GetSessionCount(), 1, "sessions");
        NS_TEST_EXPECT_MSG_EQ(listener->GetCounters().Get(m_expected),
                              1,
                              SessionCounters::Name(m_expected));
        Simulator::Destroy();
    }

    ScriptedPeer m_peer;     ///< The client.
    SessionError m_expected; ///< Error that the server counts.
};

/**
 * @ingroup net8-test
 * A client that closes before it has sent anything: the listener keeps no place for it.
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
                            path->GetServerAddress(ScriptedPeer::PORT));
        // Long before INBOUND_CONNECT_TIMEOUT, 60 s by default.
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(listener->GetSessionCount(), 1, "connections that came");
        NS_TEST_EXPECT_MSG_EQ(listener->GetGreetingCount(), 0, "connections that it still greets");
        Simulator::Destroy();
    }
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
 * Suite of peers that violate the protocol.
 */
class Net8PeerTestSuite : public TestSuite
{
  public:
    Net8PeerTestSuite()
        : TestSuite("net8-peer", Type::SYSTEM)
    {
        AddServers();
        AddClients();
        AddTestCase(new QuietClientTest, Duration::QUICK);
    }

  private:
    /**
     * @param test a test case of this suite
     */
    void Add(TestCase* test)
    {
        AddTestCase(test, Duration::QUICK);
    }

    /// Add servers that violate the protocol.
    void AddServers()
    {
        const Bytes http{'H', 'T', 'T', 'P', '/', '1', '.', '1', ' ', '4', '0', '0'};
        const Bytes resend = ResendPacket().Encode(LengthForm::SHORT_16);
        const Bytes cutOff{0, 32, 0, 0, 2, 0, 0, 0, 1, 0x3a};
        const Bytes tooShort{0, 10, 0, 0, 2, 0, 0, 0, 1, 0x3a};
        // DATA with 10 bytes of payload: a row header where the reply of a logon is due, which it
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
                              {accept, ScriptedPeer::BREAK, statusInstead},
                              false,
                              SessionError::UNEXPECTED_MESSAGE));
        Add(new BadServerTest("a marker is too short",
                              {accept, SHORT_MARKER},
                              false,
                              SessionError::MALFORMED_PACKET));
        Add(new BadServerTest("silence after a break",
                              {accept, ScriptedPeer::BREAK},
                              false,
                              SessionError::RECV_TIMEOUT));
        Add(new BadServerTest("closed after a break",
                              {accept, ScriptedPeer::BREAK},
                              true,
                              SessionError::CLOSED_IN_CALL));
        // an error without preceding markers: ORA-01017 = 0x3f9 in a failed end of call
        const Bytes denied{0, 22, 0, 0, 6, 0, 0, 0, 0, 0, 4, 0, 1, 8, 0, 0, 3, 0xf9, 0, 0, 0, 12};
        Add(new BadServerTest("an error in the logon",
                              {accept, denied},
                              false,
                              SessionError::LOGON_DENIED));
        Add(new BadServerTest("a marker where the ACCEPT is due",
                              {ScriptedPeer::BREAK},
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

    /// Add clients that violate the protocol.
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
                              {ScriptedPeer::BREAK},
                              SessionError::UNEXPECTED_PACKET));
        Add(new BadClientTest("a marker is too short",
                              {connect, connect, SHORT_MARKER},
                              SessionError::MALFORMED_PACKET));
        Add(new BadClientTest("a call where a reset is due",
                              {connect, connect, ScriptedPeer::BREAK, fetch},
                              SessionError::UNEXPECTED_MESSAGE));
        Add(new BadClientTest("closed where a reset is due",
                              {connect, connect, ScriptedPeer::BREAK},
                              SessionError::CLOSED_IN_CALL));
        Add(new BadClientTest("an unknown function",
                              {connect, connect, unknown},
                              SessionError::UNEXPECTED_MESSAGE));
    }
};

const Net8PeerTestSuite g_net8PeerTestSuite; ///< Registers the suite.

} // namespace
