// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A peer that drops what it reported by SACK, as allowed by RFC 2018 (section 8) and done by Linux
 * when it is out of memory.
 */
#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/net8-sacked-ranges.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Port of the reneging receiver.
constexpr uint16_t RECEIVER_PORT = 1521;
/// Size of one write, which is one segment, bytes.
constexpr uint32_t WRITE = 100;
/// Number of writes.
constexpr uint32_t WRITES = 6;

/**
 * @ingroup net8-test
 * Ranges that are added and acknowledged.
 */
class SackedRangesTest : public TestCase
{
  public:
    SackedRangesTest()
        : TestCase("what a peer reported, and whether it took it back")
    {
    }

  private:
    void DoRun() override
    {
        const SequenceNumber32 base{0xffffff00}; // the numbers wrap around at 256
        SackedRanges ranges;
        ranges.Add(base + 200, base + 300);
        ranges.Add(base + 400, base + 500);
        NS_TEST_EXPECT_MSG_EQ(ranges.Acknowledge(base + 100), false, "below all of it");
        NS_TEST_EXPECT_MSG_EQ(ranges.Acknowledge(base + 300), false, "the first hole is filled");
        ranges.Add(base + 350, base + 400);
        NS_TEST_EXPECT_MSG_EQ(ranges.Acknowledge(base + 399), true, "joined with what follows");
        NS_TEST_EXPECT_MSG_EQ(ranges.Acknowledge(base + 450), false, "all was forgotten");
    }
};

/**
 * @ingroup net8-test
 * The far end, written by hand: it loses the second segment, reports the four after it, and has
 * dropped them when the second is retransmitted. From then on it accepts what is in order.
 */
class RenegingPeer
{
  public:
    /**
     * @param node its node, which has IP but no TCP that uses the port
     */
    explicit RenegingPeer(Ptr<Node> node)
        : m_socket(Socket::CreateSocket(node, Ipv4RawSocketFactory::GetTypeId()))
    {
        m_socket->SetAttribute("Protocol", UintegerValue(6));
        m_socket->Bind();
        m_socket->SetRecvCallback(MakeCallback(&RenegingPeer::Read, this));
    }

    /**
     * @return bytes accepted in order
     */
    uint32_t GetTaken() const
    {
        return m_next - m_first;
    }

  private:
    const SequenceNumber32 m_first{1}; ///< First sequence number expected.

    /**
     * Answer what arrived.
     */
    void Read(Ptr<Socket> /* socket */)
    {
        Address from;
        while (const auto packet = m_socket->RecvFrom(from))
        {
            Ipv4Header ip;
            TcpHeader tcp;
            packet->RemoveHeader(ip);
            packet->RemoveHeader(tcp);
            if (tcp.GetFlags() & TcpHeader::SYN)
            {
                Answer(from, tcp, TcpHeader::SYN | TcpHeader::ACK);
            }
            else if (packet->GetSize() > 0)
            {
                Take(tcp.GetSequenceNumber(), packet->GetSize());
                Answer(from, tcp, TcpHeader::ACK);
            }
        }
    }

    /**
     * @param number first sequence number of a segment
     * @param size its length, bytes
     */
    void Take(SequenceNumber32 number, uint32_t size)
    {
        if (number == m_first + SequenceNumber32(WRITE) && !m_lost)
        {
            m_lost = true;
            return;
        }
        if (number == m_next)
        {
            m_dropped = m_dropped || m_held > SequenceNumber32(0);
            m_next = number + size;
        }
        else if (number > m_next && !m_dropped)
        {
            m_held = std::max(m_held, number + SequenceNumber32(size));
        }
    }

    /**
     * @param to the sender
     * @param heard the header of the received segment
     * @param flags flags of the answer
     */
    void Answer(const Address& to, const TcpHeader& heard, uint8_t flags)
    {
        TcpHeader tcp;
        tcp.SetSourcePort(heard.GetDestinationPort());
        tcp.SetDestinationPort(heard.GetSourcePort());
        tcp.SetFlags(flags);
        tcp.SetSequenceNumber(SequenceNumber32(flags & TcpHeader::SYN ? 0 : 1));
        tcp.SetAckNumber(m_next);
        tcp.SetWindowSize(10000);
        if (flags & TcpHeader::SYN)
        {
            tcp.AppendOption(CreateObject<TcpOptionSackPermitted>());
        }
        else if (m_held > m_next && !m_dropped)
        {
            auto sack = CreateObject<TcpOptionSack>();
            sack->AddSackBlock({m_first + SequenceNumber32(2 * WRITE), m_held});
            tcp.AppendOption(sack);
        }
        auto packet = Create<Packet>();
        packet->AddHeader(tcp);
        m_socket->SendTo(packet, 0, to);
    }

    Ptr<Socket> m_socket;       ///< Raw socket.
    SequenceNumber32 m_next{1}; ///< Next sequence number expected.
    SequenceNumber32 m_held{0}; ///< End of what it holds out of order; 0: nothing.
    bool m_lost{false};         ///< The second segment has been lost.
    bool m_dropped{false};      ///< It has dropped what it held.
};

/**
 * @ingroup net8-test
 * ns-3's TCP with our fixes, connected to it. Unmodified ns-3 asserts that a receiver never takes a
 * SACK back.
 */
class RenegingTest : public TestCase
{
  public:
    RenegingTest()
        : TestCase("a peer drops what it reported by SACK")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetChannelAttribute("Delay", StringValue("10ms"));
        const auto devices = link.Install(nodes);
        InternetStackHelper stack;
        stack.Install(nodes);
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        // Otherwise it would answer with RST, as no socket uses the port.
        nodes.Get(1)->GetObject<Ipv4L3Protocol>()->Remove(nodes.Get(1)->GetObject<TcpL4Protocol>());
        RenegingPeer peer(nodes.Get(1));
        const auto profile = CreateObjectWithAttributes<Net8TcpProfile>("Profile",
                                                                        StringValue("ns3"),
                                                                        "NoDelay",
                                                                        StringValue("true"));
        profile->Install(nodes.Get(0), 1500, false);
        const auto socket = Socket::CreateSocket(nodes.Get(0), Net8TcpSocketFactory::GetTypeId());
        const InetSocketAddress remote(interfaces.GetAddress(1), RECEIVER_PORT);
        Simulator::Schedule(MilliSeconds(1), [socket, remote] { socket->Connect(remote); });
        for (uint32_t i = 0; i < WRITES; ++i)
        {
            Simulator::Schedule(MilliSeconds(100 + i),
                                [socket] { socket->Send(Create<Packet>(WRITE)); });
        }
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(peer.GetTaken(), WRITES * WRITE, "bytes that arrived in the end");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Suite of peers that take a SACK back.
 */
class Net8RenegingTestSuite : public TestSuite
{
  public:
    Net8RenegingTestSuite()
        : TestSuite("net8-reneging", Type::SYSTEM)
    {
        AddTestCase(new SackedRangesTest, TestCase::Duration::QUICK);
        AddTestCase(new RenegingTest, TestCase::Duration::QUICK);
    }
};

const Net8RenegingTestSuite g_net8RenegingTestSuite; ///< Registers the suite.

} // namespace
