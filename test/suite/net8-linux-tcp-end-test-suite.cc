// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The socket over the TCP machine: how connections are established or fail, end, and are given up.
 */
#include "net8-linux-tcp-case.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/net8-tcp-backlog.h"
#include "ns3/net8-tcp-l4-protocol.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"

#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/**
 * @ingroup net8-test
 * Ways in which a connection ends, and how applications are notified.
 */
class EndsTest : public LinuxTcpCase
{
  public:
    /**
     * @param line settings of line and hosts
     */
    explicit EndsTest(const Line& line)
        : LinuxTcpCase("ends of connections", line)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto listening = Listen();
        CloseInOrder();
        HalfClose();
        ResetByUnread();
        ResetByAbort();
        CloseWithDataOnTheWay();
        listening->Close();
        Refused();
        RunUntil(Simulator::Now().GetSeconds() + LONG_AFTER);
        for (const auto& socket : m_accepted)
        {
            socket->Close();
        }
        RunUntil(Simulator::Now().GetSeconds() + LONG_AFTER);
        ExpectNothingLeft();
    }

    /// Let a second pass.
    static void Wait()
    {
        RunUntil(Simulator::Now().GetSeconds() + 1);
    }

    /**
     * @param socket the new connection
     * @param told counts its notifications
     */
    void Open(Ptr<Socket>& socket, Told& told)
    {
        socket = Connect();
        told.ListenTo(socket);
        Wait();
        NS_TEST_EXPECT_MSG_EQ(told.connected, 1, "connected");
        m_server = m_accepted.back();
        m_server->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                    MakeNullCallback<void, Ptr<Socket>>());
    }

    /// The client closes, then the server.
    void CloseInOrder()
    {
        Told client;
        Told server;
        Ptr<Socket> socket;
        Open(socket, client);
        server.ListenTo(m_server);
        socket->Close();
        Wait();
        NS_TEST_EXPECT_MSG_EQ(server.closed, 1, "the server is told");
        NS_TEST_EXPECT_MSG_EQ(StateOf(m_server), "CLOSE-WAIT", "CLOSE-WAIT");
        auto end = m_server->Recv();
        NS_TEST_EXPECT_MSG_EQ(end && end->GetSize() == 0, true, "the end of the stream");
        NS_TEST_EXPECT_MSG_EQ(m_server->Send(Create<Packet>(10)), 10, "it may still write");
        Wait();
        m_server->Close();
        Wait();
        NS_TEST_EXPECT_MSG_EQ(client.reset + server.reset, 1, "the client reads no more: RST");
    }

    /// The client stops writing, but continues to read.
    void HalfClose()
    {
        Told client;
        Told server;
        Ptr<Socket> socket;
        Open(socket, client);
        server.ListenTo(m_server);
        socket->ShutdownSend();
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1)), -1, "it writes no more");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_SHUTDOWN, "for it was shut");
        Wait();
        NS_TEST_EXPECT_MSG_EQ(server.closed, 1, "the server is told");
        m_server->Send(Create<Packet>(5000));
        Wait();
        NS_TEST_EXPECT_MSG_EQ(socket->GetRxAvailable(), 5000, "the client reads on");
        NS_TEST_EXPECT_MSG_EQ(socket->Recv()->GetSize(), 5000, "all of it");
        m_server->Close();
        Wait();
        NS_TEST_EXPECT_MSG_EQ(client.closed, 1, "the client is told");
        NS_TEST_EXPECT_MSG_EQ(client.reset + server.reset, 0, "nobody is reset");
        socket->Close();
    }

    /// RFC 2525, section 2.17: closing with unread data resets the connection.
    void ResetByUnread()
    {
        Told client;
        Told server;
        Ptr<Socket> socket;
        Open(socket, client);
        server.ListenTo(m_server);
        socket->Send(Create<Packet>(100));
        Wait();
        m_server->Close();
        Wait();
        NS_TEST_EXPECT_MSG_EQ(client.reset, 1, "the client is told of the RST");
        NS_TEST_EXPECT_MSG_EQ(ErrorOf(socket), "ECONNRESET", "and of its cause");
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1)), -1, "it is over");
    }

    /// A program that is killed.
    void ResetByAbort()
    {
        Told client;
        Told server;
        Ptr<Socket> socket;
        Open(socket, client);
        server.ListenTo(m_server);
        socket->Send(Create<Packet>(100));
        DynamicCast<Net8TcpMachineSocket>(socket)->Abort();
        Wait();
        NS_TEST_EXPECT_MSG_EQ(server.reset, 1, "the server is told");
        NS_TEST_EXPECT_MSG_EQ(client.closed + client.reset, 0, "who aborts is told nothing");
        NS_TEST_EXPECT_MSG_EQ(StateOf(socket), "CLOSED", "it is closed");
    }

    /// Data written before Close arrives, including what did not fit into the send buffer.
    void CloseWithDataOnTheWay()
    {
        constexpr uint32_t BYTES = 400000; // The initial send buffer holds 20 segments.
        Told client;
        Ptr<Socket> socket;
        Open(socket, client);
        uint32_t read = 0;
        m_server->SetRecvCallback(Callback<void, Ptr<Socket>>([&read](Ptr<Socket> end) {
            while (auto packet = end->Recv())
            {
                if (packet->GetSize() == 0)
                {
                    return;
                }
                read += packet->GetSize();
            }
        }));
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(BYTES)), static_cast<int>(BYTES), "all");
        NS_TEST_EXPECT_MSG_EQ(socket->GetTxAvailable(), 0, "the write waits for room");
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1)), -1, "one write at a time");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_AGAIN, "later");
        socket->Close();
        Wait();
        NS_TEST_EXPECT_MSG_EQ(read, BYTES, "all that was written");
        NS_TEST_EXPECT_MSG_EQ(StateOf(m_server), "CLOSE-WAIT", "then FIN");
        m_server->Close();
    }

    /// Nobody listens: a RST, reported as in ns-3.
    void Refused()
    {
        Told client;
        auto socket = Connect();
        client.ListenTo(socket);
        Wait();
        NS_TEST_EXPECT_MSG_EQ(client.closed, 1, "as ns-3: a close");
        NS_TEST_EXPECT_MSG_EQ(client.connected + client.failed + client.reset, 0, "nothing else");
        NS_TEST_EXPECT_MSG_EQ(ErrorOf(socket), "ECONNREFUSED", "its cause");
    }

    Ptr<Socket> m_server; ///< The server's end of the newest connection.

    void DoTeardown() override
    {
        m_server = nullptr;
        LinuxTcpCase::DoTeardown();
    }
};

/**
 * @ingroup net8-test
 * A silent peer: four SYNs a second apart, then doubled times, the last one after 67 s, and the
 * connection is given up after 131 s (ip-sysctl.rst, tcp_syn_retries 6 with tcp_syn_linear_timeouts
 * 4); each timer is a little late because of ticks and the timer wheel.
 */
class SilenceTest : public LinuxTcpCase
{
  public:
    SilenceTest()
        : LinuxTcpCase("nobody answers", {})
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto model = CreateObjectWithAttributes<RateErrorModel>(
            "ErrorRate",
            DoubleValue(1),
            "ErrorUnit",
            EnumValue(RateErrorModel::ERROR_UNIT_PACKET));
        m_devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(model));
        std::vector<double> syns;
        auto socket = MakeSocket(0);
        socket->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                [&syns](Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>) {
                    syns.push_back(Simulator::Now().GetSeconds() - START);
                }));
        Told told;
        told.ListenTo(socket);
        socket->Connect(GetAddress(1));
        RunUntil(START + 131);
        const std::vector<double> expected{0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67};
        NS_TEST_ASSERT_MSG_EQ(syns.size(), expected.size(), "SYNs");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            // The wheel's levels are an eighth apart, ticks are 4 ms; here at most one of 32 each
            // time.
            NS_TEST_EXPECT_MSG_GT_OR_EQ(syns[i], expected[i], "not before");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(syns[i], 1.05 * expected[i] + 0.05, "soon after");
        }
        NS_TEST_EXPECT_MSG_EQ(told.failed, 0, "not before");
        RunUntil(START + 145);
        NS_TEST_EXPECT_MSG_EQ(told.failed, 1, "told as failed");
        NS_TEST_EXPECT_MSG_EQ(told.closed + told.reset + told.connected, 0, "nothing else");
        ExpectNothingLeft();
    }
};

/**
 * @ingroup net8-test
 * A full accept queue drops or resets new connections.
 */
class BacklogTest : public LinuxTcpCase
{
  public:
    /**
     * @param overflow what happens to connections beyond the limit
     */
    explicit BacklogTest(Net8TcpBacklog::Overflow overflow)
        : LinuxTcpCase(overflow == Net8TcpBacklog::Overflow::DROP ? "a full queue drops"
                                                                  : "a full queue resets",
                       {}),
          m_overflow(overflow)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto listening = Listen();
        auto backlog = Create<Net8TcpBacklog>(2, m_overflow);
        DynamicCast<Net8TcpMachineSocket>(listening)->SetBacklog(backlog);
        listening->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                     Callback<void, Ptr<Socket>, const Address&>(
                                         [this, backlog](Ptr<Socket> accepted, const Address&) {
                                             m_accepted.push_back(accepted);
                                             backlog->Enter();
                                         }));
        std::vector<Ptr<Socket>> sockets;
        std::vector<Told> told(4);
        for (auto& each : told)
        {
            sockets.push_back(Connect());
            each.ListenTo(sockets.back());
        }
        RunUntil(START + 0.5);
        const bool drops = m_overflow == Net8TcpBacklog::Overflow::DROP;
        // All four SYNs arrive before the first third segment, and so are answered.
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), 3, "one more than the backlog waits");
        NS_TEST_EXPECT_MSG_EQ(backlog->GetOverflows(), 1, "a third segment without room");
        NS_TEST_EXPECT_MSG_EQ(told[3].reset, drops ? 0 : 1, "the fourth client");
        backlog->Leave();
        backlog->Leave();
        RunUntil(START + 10);
        NS_TEST_EXPECT_MSG_EQ(m_accepted.size(), drops ? 4 : 3, "when there is room");
        for (const auto& socket : sockets)
        {
            socket->Close();
        }
        for (const auto& socket : m_accepted)
        {
            socket->Close();
        }
        listening->Close();
        RunUntil(LONG_AFTER);
        ExpectNothingLeft();
    }

    Net8TcpBacklog::Overflow m_overflow; ///< What happens to connections beyond the limit.
};

/**
 * @ingroup net8-test
 * A client that reuses ports and addresses of a connection in TIME-WAIT succeeds (RFC 6191).
 */
class ReuseTest : public LinuxTcpCase
{
  public:
    ReuseTest()
        : LinuxTcpCase("TIME-WAIT makes place", {})
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto listening = Listen();
        for (uint32_t i = 0; i < 2; ++i)
        {
            auto socket = MakeSocket(0);
            Told told;
            told.ListenTo(socket);
            NS_TEST_EXPECT_MSG_EQ(socket->Bind(GetAny(40000)), 0, "the port is free");
            NS_TEST_EXPECT_MSG_EQ(socket->Connect(GetAddress(1)), 0, "it connects");
            RunUntil(Simulator::Now().GetSeconds() + 1);
            NS_TEST_EXPECT_MSG_EQ(told.connected, 1, "it got through");
            // The server closes first, and enters TIME-WAIT.
            m_accepted.back()->Close();
            RunUntil(Simulator::Now().GetSeconds() + 1);
            socket->Close();
            RunUntil(Simulator::Now().GetSeconds() + 1);
            auto tcp = DynamicCast<Net8TcpL4Protocol>(m_nodes.Get(1)->GetObject<TcpL4Protocol>());
            NS_TEST_EXPECT_MSG_EQ(tcp->GetTimeWaits().GetSize(), 1, "the server waits");
        }
        listening->Close();
        RunUntil(LONG_AFTER);
        ExpectNothingLeft();
    }
};

/**
 * @ingroup net8-test
 * A simulation that ends in any state of its connections leaks no memory (detected by sanitizers),
 * and sockets that outlive it do nothing.
 */
class DestroyTest : public LinuxTcpCase
{
  public:
    /**
     * @param line settings of line and hosts
     */
    explicit DestroyTest(const Line& line)
        : LinuxTcpCase("the end of the simulation", line)
    {
    }

  private:
    void DoRun() override
    {
        std::set<std::string> seen;
        for (uint32_t step = 0; step < 40; ++step)
        {
            Build();
            auto listening = Listen();
            auto socket = Connect();
            const double begin = Simulator::Now().GetSeconds();
            // One connection in 40 ms: SYN, data in both directions, FIN of the client, FIN of the
            // server.
            Simulator::Schedule(MilliSeconds(12), [&] { socket->Send(Create<Packet>(3000)); });
            Simulator::Schedule(MilliSeconds(20), [&] { m_accepted.at(0)->Recv(); });
            Simulator::Schedule(MilliSeconds(22), [&] { socket->Close(); });
            Simulator::Schedule(MilliSeconds(step % 2 == 0 ? 24 : 40),
                                [&] { m_accepted.at(0)->Close(); });
            RunUntil(begin + 0.002 * step);
            seen.insert(StateOf(socket));
            if (!m_accepted.empty())
            {
                seen.insert(StateOf(m_accepted[0]));
            }
            const auto accepted = m_accepted;
            DoTeardown();
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(1)), -1, "nothing to send over");
            socket->Close();
            listening->Close();
            for (const auto& other : accepted)
            {
                other->Close();
                NS_TEST_EXPECT_MSG_EQ(other->GetReferenceCount(), 1, "nobody else holds it");
            }
            NS_TEST_EXPECT_MSG_EQ(socket->GetReferenceCount(), 1, "nobody else holds it");
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(seen.size(), 6, "states of a connection");
    }
};

/**
 * @ingroup net8-test
 * The suite.
 */
class LinuxTcpEndTestSuite : public TestSuite
{
  public:
    LinuxTcpEndTestSuite()
        : TestSuite("net8-linux-tcp-end", Type::UNIT)
    {
        for (const bool ipv6 : {false, true})
        {
            for (const bool hashed : {false, true})
            {
                const LinuxTcpCase::Line line{.ipv6 = ipv6, .hashed = hashed};
                AddTestCase(new EndsTest(line), Duration::QUICK);
                AddTestCase(new DestroyTest(line), Duration::QUICK);
            }
        }
        AddTestCase(new SilenceTest, Duration::QUICK);
        AddTestCase(new BacklogTest(Net8TcpBacklog::Overflow::DROP), Duration::QUICK);
        AddTestCase(new BacklogTest(Net8TcpBacklog::Overflow::RESET), Duration::QUICK);
        AddTestCase(new ReuseTest, Duration::QUICK);
    }
};

const LinuxTcpEndTestSuite g_linuxTcpEndTestSuite; ///< Registers the suite.

} // namespace
