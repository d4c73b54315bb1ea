// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The socket over the TCP machine: stock applications, bytes, ends of connections, and ns-3's TCP
 * at the other end. What the machine does by itself is in test/tcp and test/packetdrill.
 */
#include "net8-linux-tcp-case.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/net8-tcp-backlog.h"
#include "ns3/net8-tcp-l4-protocol.h"
#include "ns3/object-factory.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/// When the programs start, s: addresses are there.
constexpr double START = 3;
/// TIME-WAIT of Linux is 60 s (TCP_TIMEWAIT_LEN); long after it.
constexpr double LONG_AFTER = 200;

/**
 * @ingroup net8-test
 * Stock applications run over the socket unchanged, and leave nothing.
 */
class ApplicationsTest : public LinuxTcpCase
{
  public:
    /**
     * @param application BulkSend or OnOff
     * @param line line and hosts
     */
    ApplicationsTest(const std::string& application, const Line& line)
        : LinuxTcpCase(application + " and PacketSink", line),
          m_application(application)
    {
    }

  private:
    static constexpr uint32_t BYTES = 1'000'000; ///< Bytes to send; a multiple of 500.

    void DoRun() override
    {
        Build();
        const TypeIdValue protocol(Net8LinuxTcpSocketFactoryId());
        auto sink = CreateObjectWithAttributes<PacketSink>("Protocol",
                                                           protocol,
                                                           "Local",
                                                           AddressValue(GetAny(PORT)));
        m_nodes.Get(1)->AddApplication(sink);
        sink->SetStartTime(Seconds(0));
        auto source = MakeSource();
        m_nodes.Get(0)->AddApplication(source);
        source->SetStartTime(Seconds(0));
        RunUntil(START + 60);
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), BYTES, "all bytes arrive");
        source->SetStopTime(Seconds(0));
        RunUntil(LONG_AFTER);
        ExpectNothingLeft();
    }

    /// @return the factory, by name, as a script names it
    static TypeId Net8LinuxTcpSocketFactoryId()
    {
        return TypeId::LookupByName("ns3::net8::Net8LinuxTcpSocketFactory");
    }

    /// @return the application that sends
    Ptr<Application> MakeSource() const
    {
        ObjectFactory factory("ns3::" + m_application + "Application");
        factory.Set("Protocol", TypeIdValue(Net8LinuxTcpSocketFactoryId()));
        factory.Set("Remote", AddressValue(GetAddress(1)));
        factory.Set("MaxBytes", UintegerValue(BYTES));
        if (m_application == "OnOff")
        {
            factory.Set("PacketSize", UintegerValue(500));
            factory.Set("DataRate", StringValue("4Mbps"));
            factory.Set("OnTime", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
            factory.Set("OffTime", StringValue("ns3::ConstantRandomVariable[Constant=0.1]"));
        }
        return factory.Create<Application>();
    }

    std::string m_application; ///< Who sends.
};

/**
 * @ingroup net8-test
 * Bytes arrive as they were written, whatever gets lost and whoever is at the other end.
 */
class BytesTest : public LinuxTcpCase
{
  public:
    /// What the ends are.
    struct Ends
    {
        Kind client{Kind::LINUX}; ///< Whose socket connects.
        Kind server{Kind::LINUX}; ///< Whose socket accepts.
        bool sack{true};          ///< ns-3's end offers SACK.
        bool timestamps{true};    ///< It offers timestamps.
        bool scaling{true};       ///< It offers window scaling.
        uint32_t buffer{131072};  ///< Its buffers, bytes.
        uint32_t pieces{100};     ///< Writes each way.
        bool set{false};          ///< The other end's buffers are set too.
    };

    /**
     * @param name what is claimed
     * @param line line and hosts
     * @param ends what the ends are
     */
    BytesTest(const std::string& name, const Line& line, const Ends& ends)
        : LinuxTcpCase(name, line),
          m_ends(ends),
          m_up(2 * line.seed, ends.pieces),
          m_down(2 * line.seed + 1, ends.pieces)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        if (m_ends.client == Kind::NS3 || m_ends.server == Kind::NS3)
        {
            LeaveDsackOut();
        }
        auto listening = MakeEnd(1, m_ends.server);
        listening->Bind(GetAny(PORT));
        listening->Listen();
        listening->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                     MakeCallback(&BytesTest::HandleAccept, this));
        auto client = MakeEnd(0, m_ends.client);
        Serve(client, m_up, m_down);
        client->SetConnectCallback(
            Callback<void, Ptr<Socket>>([this](Ptr<Socket> socket) { m_up.Write(socket); }),
            MakeNullCallback<void, Ptr<Socket>>());
        client->Connect(GetAddress(1));
        RunUntil(START + 600);
        NS_TEST_EXPECT_MSG_EQ(m_up.GetRead(), m_up.GetSize(), "bytes of the client");
        NS_TEST_EXPECT_MSG_EQ(m_down.GetRead(), m_down.GetSize(), "bytes of the server");
        NS_TEST_EXPECT_MSG_EQ(m_up.IsIntact(), true, "bytes of the client are intact");
        NS_TEST_EXPECT_MSG_EQ(m_down.IsIntact(), true, "bytes of the server are intact");
        listening->Close();
        client->Close();
        for (const auto& socket : m_accepted)
        {
            socket->Close();
        }
        RunUntil(START + 2000);
        ExpectNothingLeft();
    }

    /// ns-3 built with assertions ends at a D-SACK: it looks for the block before it drops what is
    /// acknowledged (TcpTxBuffer::Update, 3.44 to 3.48).
    void LeaveDsackOut() const
    {
        for (uint32_t host = 0; host < 2; ++host)
        {
            auto tcp = Net8TcpHost::Get(m_nodes.Get(host));
            TcpSettings settings = *tcp->GetSettings();
            settings.dsack = false;
            tcp->SetSettings(settings);
        }
    }

    /**
     * @param host 0: client, 1: server
     * @param kind whose socket
     * @return a new socket
     */
    Ptr<Socket> MakeEnd(uint32_t host, Kind kind)
    {
        auto socket = MakeSocket(host, kind);
        if (kind == Kind::NS3)
        {
            auto tcp = DynamicCast<TcpSocketBase>(socket);
            tcp->SetAttribute("Sack", BooleanValue(m_ends.sack));
            tcp->SetAttribute("Timestamp", BooleanValue(m_ends.timestamps));
            tcp->SetAttribute("WindowScaling", BooleanValue(m_ends.scaling));
            // RFC 896 in ns-3 stops at a timeout (Net8TcpSocket, repair 1).
            tcp->SetAttribute("TcpNoDelay", BooleanValue(true));
        }
        if (kind == Kind::NS3 || m_ends.set)
        {
            socket->SetAttribute("SndBufSize", UintegerValue(m_ends.buffer));
            socket->SetAttribute("RcvBufSize", UintegerValue(m_ends.buffer));
        }
        return socket;
    }

    /**
     * @param socket an end
     * @param out what it writes
     * @param in what it reads
     */
    static void Serve(const Ptr<Socket>& socket, Stream& out, Stream& in)
    {
        socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
            [&out](Ptr<Socket> end, uint32_t) { out.Write(end); }));
        socket->SetRecvCallback(
            Callback<void, Ptr<Socket>>([&in](Ptr<Socket> end) { in.Read(end); }));
    }

    /**
     * @param socket the connection
     */
    void HandleAccept(Ptr<Socket> socket, const Address& /* from */)
    {
        m_accepted.push_back(socket);
        Serve(socket, m_down, m_up);
        m_up.Read(socket);
        m_down.Write(socket);
    }

    Ends m_ends;   ///< What the ends are.
    Stream m_up;   ///< From the client.
    Stream m_down; ///< From the server.
};

/**
 * @ingroup net8-test
 * Ways in which a connection ends, and what the programs are told.
 */
class EndsTest : public LinuxTcpCase
{
  public:
    /**
     * @param line line and hosts
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
     * @param told what it is told
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

    /// The client writes no more, but reads on.
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

    /// RFC 2525, section 2.17: who closes with unread data resets.
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
        DynamicCast<Net8LinuxTcpSocket>(socket)->Abort();
        Wait();
        NS_TEST_EXPECT_MSG_EQ(server.reset, 1, "the server is told");
        NS_TEST_EXPECT_MSG_EQ(client.closed + client.reset, 0, "who aborts is told nothing");
        NS_TEST_EXPECT_MSG_EQ(StateOf(socket), "CLOSED", "it is closed");
    }

    /// What was written before Close arrives, also what the send buffer had no room for.
    void CloseWithDataOnTheWay()
    {
        constexpr uint32_t BYTES = 400000; // 20 segments are the first send buffer.
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

    /// Nobody listens: RST, told as ns-3 tells it.
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
 * A peer that says nothing: four SYNs a second apart, then doubled times, the last one after 67 s,
 * and the connection is given up after 131 s (ip-sysctl.rst, tcp_syn_retries 6 with
 * tcp_syn_linear_timeouts 4); each timer is a little late by ticks and timer wheel.
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
            // The wheel's levels are an eighth apart, ticks 4 ms; at most one of 32 a time here.
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
 * A full accept queue drops or resets what comes.
 */
class BacklogTest : public LinuxTcpCase
{
  public:
    /**
     * @param overflow what happens to those beyond
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
        DynamicCast<Net8LinuxTcpSocket>(listening)->SetBacklog(backlog);
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
        // All four SYNs come before the first third segment, and so are answered.
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

    Net8TcpBacklog::Overflow m_overflow; ///< What happens beyond.
};

/**
 * @ingroup net8-test
 * Attributes and trace sources: names of ns-3, rules of Linux.
 */
class AttributesTest : public LinuxTcpCase
{
  public:
    AttributesTest()
        : LinuxTcpCase("attributes and traces", {.rate = "100Mbps", .delayMs = 20})
    {
    }

  private:
    void DoRun() override
    {
        Build();
        auto listening = Listen();
        auto socket = MakeSocket(0);
        std::vector<uint32_t> windows;
        std::vector<TcpSocket::TcpStates_t> states;
        Time rtt;
        socket->TraceConnectWithoutContext(
            "CongestionWindow",
            Callback<void, uint32_t, uint32_t>(
                [&windows](uint32_t, uint32_t now) { windows.push_back(now); }));
        socket->TraceConnectWithoutContext(
            "State",
            Callback<void, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t>(
                [&states](TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now) {
                    states.push_back(now);
                }));
        socket->TraceConnectWithoutContext(
            "RTT",
            Callback<void, Time, Time>([&rtt](Time, Time now) { rtt = now; }));
        socket->Connect(GetAddress(1));
        RunUntil(START + 1);
        const auto* machine = DynamicCast<Net8LinuxTcpSocket>(socket)->GetConnection();
        // MTU 1500 less 20 of IP, 20 of TCP and 12 of timestamps.
        NS_TEST_EXPECT_MSG_EQ(machine->GetSender().GetState().mss, 1448, "segment");
        NS_TEST_EXPECT_MSG_EQ(windows.back(), 10 * 1448, "initial window (RFC 6928)");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(rtt, MilliSeconds(40), "at least the time on the line");
        NS_TEST_EXPECT_MSG_LT(rtt, MilliSeconds(41), "and little more");
        const std::vector<TcpSocket::TcpStates_t> opened{TcpSocket::SYN_SENT,
                                                         TcpSocket::ESTABLISHED};
        NS_TEST_EXPECT_MSG_EQ((states == opened), true, "states");
        // SO_SNDBUF and SO_RCVBUF are doubled (socket(7)), at most wmem_max and rmem_max.
        socket->SetAttribute("SndBufSize", UintegerValue(50000));
        socket->SetAttribute("RcvBufSize", UintegerValue(60000));
        NS_TEST_EXPECT_MSG_EQ(machine->GetSender().GetBuffer(), 100000, "send buffer");
        NS_TEST_EXPECT_MSG_EQ(machine->GetReceiveBuffer(), 120000, "receive buffer");
        socket->SetAttribute("KeepAliveTime", TimeValue(Seconds(10)));
        socket->SetAttribute("KeepAliveInterval", TimeValue(Seconds(2)));
        socket->SetAttribute("KeepAliveCount", UintegerValue(3));
        Told told;
        told.ListenTo(socket);
        DynamicCast<Net8LinuxTcpSocket>(socket)->SetKeepAlive(true);
        m_devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(DropAll()));
        // Three probes 2 s apart, the first after 10 s, and one more interval: 16 s, later by the
        // timer wheel.
        RunUntil(START + 16);
        NS_TEST_EXPECT_MSG_EQ(told.reset, 0, "not before");
        RunUntil(START + 19);
        NS_TEST_EXPECT_MSG_EQ(told.reset, 1, "keepalive gives up");
        for (const auto& accepted : m_accepted)
        {
            accepted->Close();
        }
        listening->Close();
    }

    /// @return what drops every packet
    static Ptr<ErrorModel> DropAll()
    {
        return CreateObjectWithAttributes<RateErrorModel>(
            "ErrorRate",
            DoubleValue(1),
            "ErrorUnit",
            EnumValue(RateErrorModel::ERROR_UNIT_PACKET));
    }
};

/**
 * @ingroup net8-test
 * A send buffer of 64 KB on a long line, as a kernel has it: 5000 rows of 500 bytes in packets of
 * 32,767 bytes with headers of 10 arrive 1966 ms after the request (Linux 6.18, 45 Mb/s, 80 ms).
 * With a buffer of its own for each segment it would take 3.5 s.
 */
class SendBufferTest : public LinuxTcpCase
{
  public:
    SendBufferTest()
        // Ethernet has 14 bytes more in a full frame of 1514, PPP 2: the rate makes up for it.
        : LinuxTcpCase("a send buffer that is set", {.rate = "44643kbps", .delayMs = 40})
    {
    }

  private:
    static constexpr uint32_t SDU = 32767;                    ///< Bytes of a packet.
    static constexpr uint32_t PACKETS = 77;                   ///< 2,500,000 / 32,757, rounded up.
    static constexpr uint32_t BYTES = 2500000 + 10 * PACKETS; ///< All of them.

    void DoRun() override
    {
        Build();
        auto listening = Listen();
        listening->SetAttribute("SndBufSize", UintegerValue(65536));
        listening->SetAttribute("TcpNoDelay", BooleanValue(true));
        auto client = Connect();
        uint32_t read = 0;
        Time end;
        client->SetRecvCallback(Callback<void, Ptr<Socket>>([&](Ptr<Socket> socket) {
            read += socket->Recv()->GetSize();
            end = Simulator::Now();
        }));
        RunUntil(START + 1);
        auto server = m_accepted.at(0);
        server->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> socket) {
            socket->Recv();
            Write(socket);
        }));
        server->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
            [this](Ptr<Socket> socket, uint32_t) { Write(socket); }));
        client->Send(Create<Packet>(31));
        RunUntil(START + 10);
        NS_TEST_EXPECT_MSG_EQ(read, BYTES, "the whole reply");
        const double ms = (end - Seconds(START + 1)).GetSeconds() * 1000;
        NS_TEST_EXPECT_MSG_EQ_TOL(ms, 1966.4, 0.02 * 1966.4, "time of the kernel, 2 %");
        client->Close();
        server->Close();
        listening->Close();
    }

    /**
     * @param socket who writes packet after packet, each in one call
     */
    void Write(const Ptr<Socket>& socket)
    {
        while (m_written < BYTES && socket->GetTxAvailable() > 0)
        {
            const uint32_t size = std::min(SDU, BYTES - m_written);
            socket->Send(Create<Packet>(size));
            m_written += size;
        }
    }

    uint32_t m_written{0}; ///< Bytes of the reply so far.
};

/**
 * @ingroup net8-test
 * A client that opens with ports and addresses of a connection in TIME-WAIT gets through
 * (RFC 6191).
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
            // The server closes first, and has TIME-WAIT.
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
 * A simulation that ends in any state of its connections leaves no memory (told by sanitizers), and
 * sockets that outlive it do nothing.
 */
class DestroyTest : public LinuxTcpCase
{
  public:
    /**
     * @param line line and hosts
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
            // One connection in 40 ms: SYN, data both ways, FIN of the client, FIN of the server.
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
class LinuxTcpTestSuite : public TestSuite
{
  public:
    LinuxTcpTestSuite()
        : TestSuite("net8-linux-tcp", Type::UNIT)
    {
        using Line = LinuxTcpCase::Line;
        for (const bool ipv6 : {false, true})
        {
            for (const bool hashed : {false, true})
            {
                const Line line{.ipv6 = ipv6, .hashed = hashed};
                Line lossy = line;
                lossy.loss = 0.02;
                Add(new ApplicationsTest("BulkSend", line));
                Add(new ApplicationsTest("OnOff", line));
                Add(new BytesTest("bytes arrive intact", line, {}));
                Add(new BytesTest("bytes arrive intact in spite of loss", lossy, {}));
                Add(new EndsTest(line));
                Add(new DestroyTest(line));
            }
        }
        Add(new SilenceTest);
        Add(new BacklogTest(Net8TcpBacklog::Overflow::DROP));
        Add(new BacklogTest(Net8TcpBacklog::Overflow::RESET));
        Add(new AttributesTest);
        Add(new ReuseTest);
        Add(new SendBufferTest);
        AddPlans();
    }

  private:
    /**
     * @param test a test
     */
    void Add(TestCase* test)
    {
        AddTestCase(test, TestCase::Duration::QUICK);
    }

    /// 200 lines and ends at random, ns-3's own TCP at one end.
    void AddPlans()
    {
        std::mt19937 random(2026);
        const auto choose = [&random](const auto& values) {
            return values[random() % values.size()];
        };
        for (uint32_t plan = 0; plan < 200; ++plan)
        {
            LinuxTcpCase::Line line;
            line.seed = plan;
            line.ipv6 = random() % 4 == 0;
            line.hashed = random() % 2 == 0;
            line.rate = choose(std::vector<std::string>{"2Mbps", "10Mbps", "100Mbps"});
            line.delayMs = choose(std::vector<double>{0.1, 2, 15, 60});
            line.loss = choose(std::vector<double>{0, 0.005, 0.02});
            BytesTest::Ends ends;
            const bool serves = random() % 2 == 0;
            (serves ? ends.server : ends.client) = LinuxTcpCase::Kind::NS3;
            ends.sack = random() % 4 != 0;
            ends.timestamps = random() % 4 != 0;
            ends.scaling = random() % 4 != 0;
            ends.buffer = choose(std::vector<uint32_t>{16384, 131072, 1048576});
            ends.set = random() % 4 == 0;
            ends.pieces = 10 + static_cast<uint32_t>(random() % 60);
            Add(new BytesTest("ns-3's TCP at one end, plan " + std::to_string(plan), line, ends));
        }
    }
};

/// Register the suite.
LinuxTcpTestSuite g_linuxTcpTestSuite;

} // namespace
