// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Segments that travel without packets, and the packets that are made of them.
 *
 * That plans give the same results with and without captures is tested in
 * test/python/network/test_stages.py.
 */
#include "ns3/bulk-send-application.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-path-addressing.h"
#include "ns3/net8-path.h"
#include "ns3/net8-plain-segment.h"
#include "ns3/net8-stage-frame.h"
#include "ns3/net8-tcp-flow.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-segment-header.h"
#include "ns3/net8-tcp-segment.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Bytes of a frame.
using Bytes = std::vector<uint8_t>;

/**
 * @param packet a packet
 * @return its bytes
 */
Bytes
GetBytes(const Ptr<const Packet>& packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    return bytes;
}

/**
 * @ingroup net8-test
 * The packet of a segment, byte by byte.
 */
class PacketCase : public TestCase
{
  public:
    PacketCase()
        : TestCase("the packet of a plain segment has the headers of RFC 791 and RFC 9293")
    {
    }

  private:
    void DoRun() override;
};

void
PacketCase::DoRun()
{
    const Net8TcpFlow flow{.local = Net8TcpFlow::From(Ipv4Address("10.0.0.1")),
                           .peer = Net8TcpFlow::From(Ipv4Address("10.0.0.2")),
                           .localPort = 1521,
                           .peerPort = 40000};
    TcpSegment segment{.seq = 1,
                       .ack = 2,
                       .length = 2,
                       .segmentBytes = 1448,
                       .window = 500,
                       .flags = TcpSegment::ACK | TcpSegment::PSH,
                       .options = {}};
    segment.options.hasTimestamps = true;
    segment.options.timestampValue = 7;
    segment.options.timestampEcho = 8;
    segment.options.mss = 1460; // Not sent, as hasMss is false.
    const std::array<uint8_t, 4> written{'X', 'A', 'B', 'Y'};
    const auto payload = Net8PacketSlice::Whole(Create<Packet>(written.data(), 4)).Cut(1, 2);
    const auto plain = Create<Net8PlainSegment>(flow, segment, payload, false);
    plain->identification = 0x1234;
    plain->head = {.to = Mac48Address("00:00:00:00:00:02"),
                   .from = Mac48Address("00:00:00:00:00:01"),
                   .destination = {.low = 0x0a000002},
                   .source = {.low = 0x0a000001},
                   .ttl = 64};
    // 14 bytes of Ethernet, 20 of IPv4 (total length 54 = 0x36), 32 of TCP (8 words, 0x80), data.
    const Bytes expected{
        0,    0,    0,    0,    0, 2,    0,  0, 0, 0,  0, 1, 0x08, 0x00, 0x45, 0x00, 0x00,
        0x36, 0x12, 0x34, 0,    0, 0x40, 6,  0, 0, 10, 0, 0, 1,    10,   0,    0,    2,
        0x05, 0xf1, 0x9c, 0x40, 0, 0,    0,  1, 0, 0,  0, 2, 0x80, 0x18, 0x01, 0xf4, 0,
        0,    0,    0,    1,    1, 8,    10, 0, 0, 0,  7, 0, 0,    0,    8,    'A',  'B'};
    const auto packet = plain->MakePacket();
    NS_TEST_EXPECT_MSG_EQ((GetBytes(packet) == expected), true, "bytes of the frame");
    NS_TEST_EXPECT_MSG_EQ(plain->size, expected.size(), "its size is known without its packet");
    NS_TEST_EXPECT_MSG_EQ((GetBytes(plain->MakePacket()) == expected), true, "and once more");

    // What its receiver gets is what it would read from the packet.
    packet->RemoveAtStart(34);
    const auto read = Net8TcpSegmentHeader::Read(packet, TcpSegment::NOT_ECT);
    const auto& given = plain->GetSegment();
    NS_TEST_EXPECT_MSG_EQ(given.ToString(), read->ToString(), "the segment");
    NS_TEST_EXPECT_MSG_EQ(given.segmentBytes, read->segmentBytes, "one segment on the wire");
    NS_TEST_EXPECT_MSG_EQ(given.options.mss, read->options.mss, "no MSS was sent");
    NS_TEST_EXPECT_MSG_EQ(given.options.timestampEcho, read->options.timestampEcho, "TSecr");
    const auto receiver = plain->GetReceiver();
    NS_TEST_EXPECT_MSG_EQ((receiver.local == flow.peer && receiver.peer == flow.local),
                          true,
                          "its receiver has the addresses the other way round");
    NS_TEST_EXPECT_MSG_EQ(receiver.peerPort, 1521, "and the ports");
}

/**
 * @ingroup net8-test
 * Somebody who begins to look while segments are under way.
 */
class LateWatcherCase : public TestCase
{
  public:
    /**
     * @param ip v4 or v6
     */
    explicit LateWatcherCase(const std::string& ip)
        : TestCase("who begins to look sees the frames of nodes, Ip " + ip),
          m_ip(ip)
    {
    }

  private:
    /// Times and bytes of frames.
    using Seen = std::vector<std::pair<int64_t, Bytes>>;

    void DoRun() override;

    /**
     * Transfer bytes from the server to the client.
     *
     * @param stages whether hops are computed
     * @return frames that the client receives and the server sends from 60 ms to 160 ms
     */
    Seen Transfer(bool stages);

    std::string m_ip; ///< IP version.
};

LateWatcherCase::Seen
LateWatcherCase::Transfer(bool stages)
{
    auto path = CreateObject<Net8Path>();
    SetAttributes(path->GetParts(),
                  {{"Kind", "wan"}, {"Rate", "10Mbps"}, {"Delay", "10ms"}, {"Ip", m_ip}});
    path->Build(1);
    const auto client = path->GetClient(0);
    const auto server = path->GetServer();
    auto profile = CreateObject<Net8TcpProfile>();
    profile->Install(client, path->GetMtu(), path->IsIpv6());
    profile->Install(server, path->GetMtu(), path->IsIpv6());
    const TypeIdValue protocol(Net8TcpSocketFactory::GetTypeId());
    const AddressValue remote(path->GetHostAddress(client, 5000));
    client->AddApplication(
        CreateObjectWithAttributes<PacketSink>("Local", remote, "Protocol", protocol));
    server->AddApplication(CreateObjectWithAttributes<BulkSendApplication>("Remote",
                                                                           remote,
                                                                           "Protocol",
                                                                           protocol,
                                                                           "MaxBytes",
                                                                           UintegerValue(300000)));
    path->AssignStreams(100);
    if (stages)
    {
        path->UseStages();
    }
    Seen seen;
    const Callback<void, Ptr<const Packet>> look([&seen](Ptr<const Packet> frame) {
        seen.emplace_back(Simulator::Now().GetNanoSeconds(), GetBytes(frame));
    });
    const auto receives = Net8PathAddressing::GetHostDevice(client);
    const auto sends = Net8PathAddressing::GetHostDevice(server);
    Simulator::Schedule(MilliSeconds(60), [&] {
        receives->TraceConnectWithoutContext("PhyRxEnd", look);
        sends->TraceConnectWithoutContext("MacTx", look);
    });
    Simulator::Schedule(MilliSeconds(160), [&] {
        receives->TraceDisconnectWithoutContext("PhyRxEnd", look);
        sends->TraceDisconnectWithoutContext("MacTx", look);
    });
    Simulator::Run();
    Simulator::Destroy();
    return seen;
}

void
LateWatcherCase::DoRun()
{
    const auto nodes = Transfer(false);
    const auto stages = Transfer(true);
    // 10 Mb/s carry 125,000 bytes, or 80 frames, in these 100 ms.
    NS_TEST_ASSERT_MSG_GT(nodes.size(), 80, "the transfer goes on while somebody looks");
    NS_TEST_EXPECT_MSG_EQ((stages == nodes), true, "same bytes at the same nanoseconds");
}

/**
 * @ingroup net8-test
 * Suite of segments that travel without packets.
 */
class PlainSegmentTestSuite : public TestSuite
{
  public:
    PlainSegmentTestSuite()
        : TestSuite("net8-plain-segment", Type::UNIT)
    {
        AddTestCase(new PacketCase, Duration::QUICK);
        AddTestCase(new LateWatcherCase("v4"), Duration::QUICK);
        AddTestCase(new LateWatcherCase("v6"), Duration::QUICK);
    }
};

PlainSegmentTestSuite g_plainSegmentTestSuite; ///< The suite.

} // namespace
