// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The socket over the TCP machine: stock applications, bytes, attributes, and ns-3's TCP at the
 * other end. The machine by itself is tested in test/tcp and test/packetdrill.
 */
#include "net8-linux-tcp-case.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/object-factory.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace ns3::net8::test;

namespace
{

/**
 * @ingroup net8-test
 * Stock applications run over the socket unchanged, and leave nothing behind.
 */
class ApplicationsTest : public LinuxTcpCase
{
  public:
    /**
     * @param application BulkSend or OnOff
     * @param line settings of line and hosts
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

    /// @return the factory, looked up by name as in a script
    static TypeId Net8LinuxTcpSocketFactoryId()
    {
        return TypeId::LookupByName("ns3::net8::Net8LinuxTcpSocketFactory");
    }

    /// @return the sending application
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

    std::string m_application; ///< The sending application.
};

/**
 * @ingroup net8-test
 * Bytes arrive as they were written, whatever is lost and whatever the other end is.
 */
class BytesTest : public LinuxTcpCase
{
  public:
    /// Settings of the ends.
    struct Ends
    {
        Kind client{Kind::LINUX}; ///< Kind of the connecting socket.
        Kind server{Kind::LINUX}; ///< Kind of the accepting socket.
        bool sack{true};          ///< ns-3's end offers SACK.
        bool timestamps{true};    ///< It offers timestamps.
        bool scaling{true};       ///< It offers window scaling.
        uint32_t buffer{131072};  ///< Buffer size of ns-3's end, bytes.
        uint32_t pieces{100};     ///< Number of writes in each direction.
        bool set{false};          ///< The other end's buffers are set, too.
    };

    /**
     * @param name name of the test
     * @param line settings of line and hosts
     * @param ends settings of the ends
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

    /// Avoid D-SACK. ns-3 built with assertions aborts at one: it looks for the block before it
    /// drops what is acknowledged (TcpTxBuffer::Update, 3.44 to 3.48).
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
     * @param kind kind of socket
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
            // RFC 896 in ns-3 stops at a timeout.
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

    Ends m_ends;   ///< Settings of the ends.
    Stream m_up;   ///< Bytes from the client.
    Stream m_down; ///< Bytes from the server.
};

/**
 * @ingroup net8-test
 * Attributes and trace sources: names as in ns-3, rules of Linux.
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
        const auto* machine = DynamicCast<Net8TcpMachineSocket>(socket)->GetConnection();
        // MTU 1500 minus 20 of IP, 20 of TCP and 12 of timestamps.
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
        DynamicCast<Net8TcpMachineSocket>(socket)->SetKeepAlive(true);
        m_devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(DropAll()));
        // Three probes 2 s apart, the first after 10 s, and one more interval: 16 s, delayed by the
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

    /// @return an error model that drops every packet
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
 * A send buffer of 64 KB on a long line, as measured with a kernel: 5000 rows of 500 bytes in
 * packets of 32,767 bytes with headers of 10 arrive 1966 ms after the request (Linux 6.18, 45 Mb/s,
 * 80 ms). With a separate buffer per segment it would take 3.5 s.
 */
class SendBufferTest : public LinuxTcpCase
{
  public:
    SendBufferTest()
        // A full frame of 1514 has 14 bytes of Ethernet, or 2 of PPP: the rate compensates for
        // that.
        : LinuxTcpCase("a send buffer that is set", {.rate = "44643kbps", .delayMs = 40})
    {
    }

  private:
    static constexpr uint32_t SDU = 32767;  ///< Bytes of a packet.
    static constexpr uint32_t PACKETS = 77; ///< Number of packets: 2,500,000 / 32,757, rounded up.
    static constexpr uint32_t BYTES = 2500000 + 10 * PACKETS; ///< Bytes of all packets.

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
     * @param socket the socket to write to, packet after packet, each in one call
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

    uint32_t m_written{0}; ///< Bytes of the reply written so far.
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
            }
        }
        Add(new AttributesTest);
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

    /// Add 200 random lines and ends, with ns-3's own TCP at one end.
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
