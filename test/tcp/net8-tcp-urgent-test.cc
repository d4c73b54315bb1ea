// SPDX-License-Identifier: GPL-2.0-only
// Tests urgent data of the TCP machine: URG and the urgent pointer on the wire as Linux sets them
// (tcp_mark_urg, __tcp_transmit_skb), and what a receiver is told (tcp_check_urg).
#include "ns3/net8-tcp-connection.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::net8
{
namespace
{

constexpr uint32_t ISN = 1000;      ///< Initial sequence number of the connection.
constexpr uint32_t PEER_ISN = 5000; ///< That of its peer.
constexpr TcpTime MS = 1000000;     ///< A millisecond, ns.

/**
 * @ingroup net8-test
 * A connection that the test opened, and the segments that it sends.
 */
struct UrgentEnd : TcpOutput
{
    /**
     * @param options options of the socket
     */
    explicit UrgentEnd(const TcpSocketOptions& options = {})
        : tcp(settings, options, *this)
    {
        tcp.Connect(ISN, 0);
        Receive({.seq = PEER_ISN,
                 .ack = ISN + 1,
                 .window = 65535,
                 .flags = TcpSegment::SYN | TcpSegment::ACK,
                 .options = {}});
        sent.clear();
    }

    bool Transmit(const TcpSegment& segment) override
    {
        sent.push_back(segment);
        return true;
    }

    /**
     * @param segment a segment of the peer
     */
    void Receive(const TcpSegment& segment)
    {
        now += MS;
        tcp.Receive(segment, now);
    }

    /**
     * @param bytes bytes to write
     * @param urgent whether the last of them is urgent
     */
    void Write(uint64_t bytes, bool urgent)
    {
        EXPECT_EQ(tcp.Write(bytes, {.urgent = urgent}, now).bytes, bytes);
    }

    /**
     * @param seq sequence number of a byte of the peer
     * @param urgent bytes up to the end of its urgent data; 0: none
     * @return that byte as a segment
     */
    static TcpSegment MakeByte(uint32_t seq, uint16_t urgent)
    {
        const auto flag = static_cast<uint8_t>(urgent > 0 ? TcpSegment::URG : 0);
        return {.seq = seq,
                .ack = ISN + 1,
                .length = 1,
                .window = 65535,
                .flags = static_cast<uint8_t>(TcpSegment::ACK | TcpSegment::PSH | flag),
                .urgent = urgent,
                .options = {}};
    }

    TcpSettings settings;         ///< Settings of the host.
    std::vector<TcpSegment> sent; ///< What it sent.
    TcpTime now{0};               ///< Current time, ns.
    TcpConnection tcp;            ///< The connection.
};

TEST(TcpUrgent, TheByteIsMarkedAndWhatFollowsIsNot)
{
    UrgentEnd end;
    end.Write(1, true);
    end.Write(11, false);
    ASSERT_EQ(end.sent.size(), 2U); // without Nagle's algorithm, as the byte is urgent
    EXPECT_TRUE(end.sent[0].Has(TcpSegment::URG));
    EXPECT_EQ(end.sent[0].seq, ISN + 1);
    EXPECT_EQ(end.sent[0].urgent, 1U); // to the byte after it, as in BSD
    EXPECT_FALSE(end.sent[1].Has(TcpSegment::URG));
    EXPECT_EQ(end.sent[1].urgent, 0U);
}

TEST(TcpUrgent, NagleHoldsWhatFollowsAnOrdinaryByte)
{
    UrgentEnd end;
    end.Write(1, false);
    end.Write(11, false);
    EXPECT_EQ(end.sent.size(), 1U);
}

TEST(TcpUrgent, DataInFrontPointToTheByte)
{
    UrgentEnd end;
    end.Write(5, true);
    ASSERT_EQ(end.sent.size(), 1U);
    EXPECT_TRUE(end.sent[0].Has(TcpSegment::URG));
    EXPECT_EQ(end.sent[0].urgent, 5U);
}

TEST(TcpUrgent, ARetransmissionIsMarkedAgainUntilItIsAcknowledged)
{
    UrgentEnd end;
    end.Write(1, true);
    end.sent.clear();
    while (end.sent.empty() && end.tcp.GetDeadline() != TcpTimers::NEVER)
    {
        end.now = end.tcp.GetDeadline();
        end.tcp.Advance(end.now);
    }
    ASSERT_FALSE(end.sent.empty());
    EXPECT_EQ(end.sent[0].seq, ISN + 1);
    EXPECT_TRUE(end.sent[0].Has(TcpSegment::URG));
    end.Receive({.seq = PEER_ISN + 1,
                 .ack = ISN + 2,
                 .window = 65535,
                 .flags = TcpSegment::ACK,
                 .options = {}});
    end.sent.clear();
    end.Write(3, false);
    ASSERT_EQ(end.sent.size(), 1U);
    EXPECT_FALSE(end.sent[0].Has(TcpSegment::URG));
}

TEST(TcpUrgent, AReceiverIsToldOnceForEachMark)
{
    UrgentEnd end;
    end.Receive(UrgentEnd::MakeByte(PEER_ISN + 1, 0));
    EXPECT_FALSE(end.tcp.TakeUrgent());
    const auto marked = UrgentEnd::MakeByte(PEER_ISN + 2, 1);
    end.Receive(marked);
    EXPECT_TRUE(end.tcp.TakeUrgent());
    EXPECT_FALSE(end.tcp.TakeUrgent());
    end.Receive(marked); // a duplicate
    EXPECT_FALSE(end.tcp.TakeUrgent());
    end.Receive(UrgentEnd::MakeByte(PEER_ISN + 3, 1));
    EXPECT_TRUE(end.tcp.TakeUrgent());
    EXPECT_EQ(end.tcp.GetReadable(), 3U); // they stay in the stream
}

TEST(TcpUrgent, AMarkAheadOfItsByteIsToldAtOnce)
{
    UrgentEnd end;
    end.Receive(UrgentEnd::MakeByte(PEER_ISN + 1, 300));
    EXPECT_TRUE(end.tcp.TakeUrgent());
    end.Receive(UrgentEnd::MakeByte(PEER_ISN + 2, 299));
    EXPECT_FALSE(end.tcp.TakeUrgent());
}

TEST(TcpUrgent, TextNamesThePointer)
{
    const auto text = UrgentEnd::MakeByte(1, 1).ToString();
    EXPECT_NE(text.find("urg 1"), std::string::npos) << text;
}

} // namespace
} // namespace ns3::net8
