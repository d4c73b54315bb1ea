// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Measures the overhead of Oracle Net compared to TCP. One mode fetches rows through a Net8
 * session; the second moves the same bytes with ns-3's BulkSend, over the same path with the same
 * TCP, or with BulkSend over ns-3's own TCP; the third sends the requests and writes the replies of
 * the first, so that its packets are the same, with two plain sockets. Prints wall time, events and
 * bytes as one JSON object; bench/bulk-fetch.py compares them.
 */
#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-client-helper.h"
#include "ns3/net8-client.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <optional>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Bytes of one row.
constexpr uint32_t ROW_LENGTH = 100;
/// Largest TNS packet, and size of BulkSend's writes, bytes.
constexpr uint32_t SDU = 8192;
/// Port of the server in both modes.
constexpr uint16_t PORT = 1521;
/// Buffers, twice the bandwidth-delay product of 100 Mb/s and 10 ms (and of 10 Mb/s and 100 ms), so
/// that no queue overflows.
constexpr uint32_t BUFFER = 250000;
/// Payload of a segment: 1500 bytes minus 20 of IP, 20 of TCP and 12 of its timestamps.
constexpr uint32_t SEGMENT = 1448;

/// Settings other than the sender.
struct Setting
{
    std::string rate{"100Mbps"}; ///< Rate of the WAN.
    std::string delay{"5ms"};    ///< One-way delay of the WAN.
    double loss{0};              ///< Share of packets lost on arrival.
    std::string ip{"v4"};        ///< IP version.
    bool stages{false};          ///< Whether its hops are computed.
    std::string transport;       ///< Transport of Oracle Net on a LAN; empty: TCP on the WAN.
    bool stock{false};           ///< Whether to use unmodified ns-3 TCP.
};

/**
 * @param setting the settings
 * @return the WAN, or a LAN, with both ends on the transport under test
 */
Ptr<Net8Path>
MakePath(const Setting& setting)
{
    auto path = CreateObjectWithAttributes<Net8Path>();
    const bool lan = !setting.transport.empty();
    const AttributeMap attributes{{"Kind", lan ? "lan" : "wan"},
                                  {"Transport", lan ? setting.transport : "tcp"},
                                  {"Rate", setting.rate},
                                  {"Delay", setting.delay},
                                  {"LossRate", std::to_string(setting.loss)},
                                  {"Ip", setting.ip},
                                  {"TcpDemux", setting.stock ? "stock" : "hashed"}};
    SetAttributes(path->GetParts(), attributes);
    path->Build(1);
    path->AssignStreams(0);
    if (setting.stages)
    {
        path->UseStages();
    }
    if (setting.stock)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(BUFFER));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER));
        return path;
    }
    auto profile = CreateObjectWithAttributes<Net8TcpProfile>("NoDelay",
                                                              StringValue("true"),
                                                              "SendBuffer",
                                                              UintegerValue(BUFFER),
                                                              "ReceiveBuffer",
                                                              UintegerValue(BUFFER));
    profile->Install(path->GetClient(0), path->GetMtu(), path->IsIpv6());
    profile->Install(path->GetServer(), path->GetMtu(), path->IsIpv6());
    return path;
}

/// Bytes that reached the client in replies, and the time of the last reply.
struct Replies
{
    uint64_t bytes{0}; ///< TNS bytes
    Time end;          ///< simulation time of the last one

    /**
     * @param call a round trip that is done
     */
    void Add(const CallRecord& call)
    {
        bytes += call.replyBytes;
        end = call.end;
    }
};

/**
 * @param path the path
 * @param rows number of rows to fetch
 * @param arraySize rows per call
 * @param replies counter of the replies
 */
void
InstallFetch(Ptr<Net8Path> path, uint64_t rows, uint32_t arraySize, Replies* replies)
{
    const TypeIdValue transport(path->GetSocketFactory());
    Net8ListenerHelper listener(PORT);
    listener.SetAttribute("Protocol", transport);
    auto server = CreateObject<Net8Instance>();
    server->GetRelease()->SetAttribute("Sdu", UintegerValue(SDU));
    DynamicCast<Net8Listener>(listener.Install(path->GetServer()).Get(0))->AddInstance(server);
    server->SetResultSet(CreateObjectWithAttributes<Net8ResultSet>(
        "Rows",
        UintegerValue(rows),
        "RowLength",
        StringValue("ns3::ConstantRandomVariable[Constant=" + std::to_string(ROW_LENGTH) + "]")));
    Net8ClientHelper client(path->GetServerAddress(PORT));
    client.SetAttribute("Protocol", transport);
    auto session = DynamicCast<Net8Client>(client.Install(path->GetClient(0)).Get(0));
    session->GetDriver()->SetAttribute("Sdu", UintegerValue(SDU));
    session->GetDriver()->SetAttribute("ArraySize", UintegerValue(arraySize));
    session->TraceConnectWithoutContext("CallDone", MakeCallback(&Replies::Add, replies));
}

/**
 * @param path the path
 * @param bytes payload to transfer, bytes
 * @param sendSize size of a write, bytes
 * @param stock whether to use ns-3's TCP
 * @return the sink, on the client host
 */
Ptr<PacketSink>
InstallBulk(Ptr<Net8Path> path, uint64_t bytes, uint32_t sendSize, bool stock)
{
    const auto factory = stock ? TcpSocketFactory::GetTypeId() : Net8TcpSocketFactory::GetTypeId();
    const auto tcp = factory.GetName();
    const auto address = path->GetHostAddress(path->GetClient(0), PORT);
    PacketSinkHelper sink(tcp, address);
    BulkSendHelper bulk(tcp, address);
    bulk.SetAttribute("MaxBytes", UintegerValue(bytes));
    bulk.SetAttribute("SendSize", UintegerValue(sendSize));
    bulk.Install(path->GetServer());
    return DynamicCast<PacketSink>(sink.Install(path->GetClient(0)).Get(0));
}

/// Requests on a socket and replies in writes of an SDU, without Oracle Net.
class Dialogue
{
  public:
    /// Length of a request, bytes: that of a fetch of python-oracledb.
    static constexpr uint32_t REQUEST = 21;

    /**
     * @param path the path
     * @param bytes all bytes of the replies
     * @param calls number of replies
     */
    Dialogue(Ptr<Net8Path> path, uint64_t bytes, uint64_t calls)
        : m_reply(bytes / calls),
          m_calls(calls),
          m_listening(Socket::CreateSocket(path->GetServer(), Net8TcpSocketFactory::GetTypeId())),
          m_client(Socket::CreateSocket(path->GetClient(0), Net8TcpSocketFactory::GetTypeId()))
    {
        m_listening->Bind(path->GetHostAddress(path->GetServer(), PORT));
        m_listening->Listen();
        m_listening->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                       MakeCallback(&Dialogue::Accept, this));
        m_client->SetConnectCallback(MakeCallback(&Dialogue::Ask, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_client->SetRecvCallback(MakeCallback(&Dialogue::ReadReply, this));
        m_client->Bind();
        m_client->Connect(path->GetServerAddress(PORT));
    }

    /// @return bytes of the replies that have arrived
    uint64_t GetBytes() const
    {
        return m_read;
    }

  private:
    /**
     * @param socket the server's socket
     */
    void Accept(Ptr<Socket> socket, const Address& /* peer */)
    {
        m_server = socket;
        m_server->SetRecvCallback(MakeCallback(&Dialogue::Answer, this));
    }

    /**
     * Send a request.
     *
     * @param socket the client's socket
     */
    void Ask(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(REQUEST));
    }

    /**
     * Answer a request.
     *
     * @param socket the server's socket
     */
    void Answer(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                socket->Close();
                return;
            }
            for (uint64_t left = m_reply; left > 0;)
            {
                const auto part = static_cast<uint32_t>(std::min<uint64_t>(left, SDU));
                socket->Send(Create<Packet>(part));
                left -= part;
            }
        }
    }

    /**
     * Read what has arrived of a reply, and ask for the next one at its end.
     *
     * @param socket the client's socket
     */
    void ReadReply(Ptr<Socket> socket)
    {
        const auto before = m_read / m_reply;
        for (auto packet = socket->Recv(); packet && packet->GetSize() > 0; packet = socket->Recv())
        {
            m_read += packet->GetSize();
        }
        const auto replies = m_read / m_reply;
        if (replies > before)
        {
            replies < m_calls ? Ask(socket) : static_cast<void>(socket->Close());
        }
    }

    uint64_t m_reply;        ///< Length of a reply, bytes.
    uint64_t m_calls;        ///< Number of replies.
    uint64_t m_read{0};      ///< Bytes of replies that have arrived.
    Ptr<Socket> m_listening; ///< Accepts the connection.
    Ptr<Socket> m_client;    ///< The client's end.
    Ptr<Socket> m_server;    ///< The server's end.
};

/// Transmissions of packets, each over one link.
uint64_t g_transmissions = 0;

/// Count a transmission.
void
CountTransmission(Ptr<const Packet> /* packet */)
{
    ++g_transmissions;
}

/// Count the transmissions of all devices of all nodes, on any link.
void
CountTransmissions()
{
    for (const std::string device : {"net8::Net8EthernetNetDevice", "PointToPointNetDevice"})
    {
        Config::ConnectWithoutContextFailSafe("/NodeList/*/DeviceList/*/$ns3::" + device +
                                                  "/PhyTxBegin",
                                              MakeCallback(&CountTransmission));
    }
}

} // namespace

/**
 * @param argc number of arguments
 * @param argv arguments
 * @return 0, or 1 if the mode is unknown
 */
int
main(int argc, char* argv[])
{
    std::string mode = "fetch";
    uint64_t bytes = 50000000;
    uint32_t arraySize = 1000;
    uint64_t calls = 500;
    uint32_t sendSize = SDU;
    Setting setting;
    std::string network = "nodes";
    bool count = false;
    CommandLine cmd(__FILE__);
    cmd.AddValue("mode",
                 "fetch (a Net8 session), bulk (BulkSend) or dialogue (its requests and replies on "
                 "plain sockets)",
                 mode);
    cmd.AddValue("bytes", "Bytes of the rows (fetch) or of the transfer (bulk)", bytes);
    cmd.AddValue("arraySize", "Rows asked for in a fetch", arraySize);
    cmd.AddValue("calls", "Replies of the dialogue, which have all bytes", calls);
    cmd.AddValue("sendSize", "Bytes of a write of BulkSend", sendSize);
    cmd.AddValue("rate", "Rate of the WAN", setting.rate);
    cmd.AddValue("delay", "Delay of the WAN, one way", setting.delay);
    cmd.AddValue("loss", "Share of the packets of the WAN that are lost", setting.loss);
    cmd.AddValue("ip", "IP version: v4 or v6", setting.ip);
    cmd.AddValue("transport",
                 "fetch: tcp, spx, decnet or netbios, on a LAN in place of the WAN",
                 setting.transport);
    cmd.AddValue("network", "nodes, or stages: how hops are simulated", network);
    cmd.AddValue("stock", "bulk: TCP as ns-3 has it", setting.stock);
    cmd.AddValue("count", "Count transmissions of packets, with nodes; takes time", count);
    cmd.Parse(argc, argv);
    if (mode != "fetch" && mode != "bulk" && mode != "dialogue")
    {
        std::cerr << "there is no mode '" << mode << "'; there are fetch, bulk and dialogue\n";
        return 1;
    }
    setting.stages = network == "stages";
    auto path = MakePath(setting);
    if (count)
    {
        CountTransmissions();
    }
    Replies replies;
    Ptr<PacketSink> sink;
    std::optional<Dialogue> dialogue;
    if (mode == "dialogue")
    {
        dialogue.emplace(path, bytes, calls);
    }
    else if (mode == "fetch")
    {
        InstallFetch(path, bytes / ROW_LENGTH, arraySize, &replies);
    }
    else
    {
        sink = InstallBulk(path, bytes, sendSize, setting.stock);
    }
    const auto wallStart = std::chrono::steady_clock::now();
    const auto cpuStart = std::clock();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wallStart;
    const double cpu = static_cast<double>(std::clock() - cpuStart) / CLOCKS_PER_SEC;
    const uint64_t moved = sink ? sink->GetTotalRx() : replies.bytes;
    std::cout << "{\"mode\": \"" << mode << "\", \"wall_s\": " << wall.count()
              << ", \"cpu_s\": " << cpu << ", \"events\": " << Simulator::GetEventCount()
              << ", \"bytes\": " << (dialogue ? dialogue->GetBytes() : moved)
              << ", \"transmissions\": " << g_transmissions
              << ", \"simulated_s\": " << Simulator::Now().GetSeconds() << "}\n";
    Simulator::Destroy();
    return 0;
}
