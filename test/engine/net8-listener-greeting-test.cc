// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests what a listener receives and answers, compared with captures if they are available.
 */
#include "net8-capture-file.h"

#include "ns3/net8-listener-greeting.h"
#include "ns3/net8-redirect-packet.h"
#include "ns3/net8-refuse-packet.h"

#include <chrono>
#include <gtest/gtest.h>
#include <string>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/**
 * Deliver a packet to a listener.
 *
 * @param greeting a listener, with what it has received so far
 * @param bytes a packet
 * @return the error it answers with
 */
std::optional<SessionError>
Hear(ListenerGreeting& greeting, const std::vector<uint8_t>& bytes)
{
    PacketHeader header;
    EXPECT_EQ(PacketHeader::Decode(bytes, LengthForm::SHORT_16, header), WireError::NONE);
    return greeting.HandlePacket({header, bytes});
}

/**
 * Make a CONNECT.
 *
 * @param text connect data
 * @return a CONNECT with it
 */
std::vector<uint8_t>
MakeConnect(const std::string& text)
{
    ConnectPacket connect(314);
    connect.SetConnectData(text);
    return connect.Encode();
}

/// A DATA packet with two data flags and "(A=B)".
const std::vector<uint8_t> DATA{0, 15, 0, 0, 6, 0, 0, 0, 0, 0, '(', 'A', '=', 'B', ')'};

TEST(ListenerGreeting, AConnectIsTheRequest)
{
    ListenerGreeting greeting;
    greeting.Start(2s, 60s);
    EXPECT_EQ(greeting.GetDeadline(), 62s);
    EXPECT_FALSE(greeting.IsDone());
    EXPECT_EQ(Hear(greeting, MakeConnect("(DESCRIPTION=)")), std::nullopt);
    EXPECT_TRUE(greeting.IsComplete());
    EXPECT_EQ(greeting.GetConnectData(), "(DESCRIPTION=)");
    EXPECT_EQ(greeting.GetDeadline(), NEVER);
}

TEST(ListenerGreeting, LongConnectDataComeInAPacketOfTheirOwn)
{
    ListenerGreeting greeting;
    greeting.Start(2s, 60s);
    // The header of a CONNECT announces data: length 300, none of it included.
    auto connect = MakeConnect("");
    connect[24] = 300 >> 8;
    connect[25] = 300 & 0xff;
    EXPECT_EQ(Hear(greeting, connect), std::nullopt);
    EXPECT_FALSE(greeting.IsDone());
    EXPECT_EQ(greeting.GetDeadline(), 62s);
    EXPECT_EQ(Hear(greeting, DATA), std::nullopt);
    EXPECT_TRUE(greeting.IsComplete());
    EXPECT_EQ(greeting.GetConnectData(), "(A=B)");
}

TEST(ListenerGreeting, WhatIsNotDueIsAnError)
{
    ListenerGreeting early;
    EXPECT_EQ(Hear(early, DATA), SessionError::UNEXPECTED_PACKET);
    ListenerGreeting twice;
    EXPECT_EQ(Hear(twice, MakeConnect("(DESCRIPTION=)")), std::nullopt);
    EXPECT_EQ(Hear(twice, MakeConnect("(DESCRIPTION=)")), SessionError::UNEXPECTED_PACKET);
    ListenerGreeting cut;
    EXPECT_EQ(Hear(cut, {0, 12, 0, 0, 1, 0, 0, 0, 1, 0x3a, 0, 0}), SessionError::MALFORMED_PACKET);
    EXPECT_FALSE(cut.IsDone());
}

TEST(ListenerGreeting, WithoutATimeLimitThereIsNoDeadline)
{
    ListenerGreeting greeting;
    greeting.Start(2s, 0s);
    EXPECT_EQ(greeting.GetDeadline(), NEVER);
}

TEST(ListenerGreeting, AnEndIsNoRequest)
{
    ListenerGreeting greeting;
    greeting.Start(2s, 60s);
    greeting.End();
    EXPECT_TRUE(greeting.IsDone());
    EXPECT_FALSE(greeting.IsComplete());
    EXPECT_EQ(greeting.GetDeadline(), NEVER);
}

/**
 * @ingroup net8-test
 * Comparison with captures.
 */
class ListenerCapture : public testing::Test
{
  protected:
    void SetUp() override
    {
        if (!GetCaptureFolder())
        {
            GTEST_SKIP() << "the captures are not here";
        }
    }

    /**
     * Let the listener process the client of a capture.
     *
     * @param name path of the capture
     * @return the packet with which the captured listener answered the whole request
     */
    std::vector<uint8_t> Hear(const std::string& name)
    {
        for (const auto& packet : ReadCapture(*GetCaptureFolder() / name))
        {
            if (!packet.ofClient)
            {
                return packet.bytes;
            }
            EXPECT_FALSE(m_greeting.IsComplete()) << "the listener there waited for one more";
            EXPECT_EQ(::Hear(m_greeting, packet.bytes), std::nullopt);
            ++m_packets;
        }
        return {};
    }

    ListenerGreeting m_greeting; ///< The listener's state.
    int m_packets{0};            ///< Number of packets from the client.
};

TEST_F(ListenerCapture, TheRefuseOfAListenerOf21c)
{
    const auto answer = Hear("drivers/python-a1-refuse12514.pcap");
    EXPECT_TRUE(m_greeting.IsComplete());
    EXPECT_EQ(m_packets, 1);
    EXPECT_NE(m_greeting.GetConnectData().find("(SERVICE_NAME=FREEPDB1)"), std::string::npos);
    EXPECT_EQ(ListenerGreeting::EncodeRefuse(12514), answer);
}

TEST_F(ListenerCapture, ConnectDataThatDoNotFit)
{
    const auto answer = Hear("drivers/python-e-long-connect-data-then-refuse12514.pcap");
    EXPECT_TRUE(m_greeting.IsComplete());
    EXPECT_EQ(m_packets, 2);
    EXPECT_GT(m_greeting.GetConnectData().size(), 230U); // what a CONNECT holds
    EXPECT_EQ(ListenerGreeting::EncodeRefuse(12514), answer);
}

TEST_F(ListenerCapture, TheRedirectOfARealListener)
{
    const auto answer = Hear("oracle-wiki-2016/wireshark-wiki_TNS_Oracle4.pcap");
    EXPECT_TRUE(m_greeting.IsComplete());
    ASSERT_EQ(answer.size(), 63U);
    const std::string address(answer.begin() + 10, answer.end());
    EXPECT_EQ(address.find("(ADDRESS=(PROTOCOL=tcp)"), 0U);
    EXPECT_EQ(ListenerGreeting::EncodeRedirect(address, ""), answer);
}

} // namespace
