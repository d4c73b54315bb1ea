// SPDX-License-Identifier: GPL-2.0-only
// Tests what the TCP machine does on paths that take smaller packets than the first link, against
// times and sizes calculated by hand. One-way delay 10 ms, timestamps: a segment of 1460 bytes has
// 1448 bytes of data.
#include "net8-tcp-pair.h"

#include <gtest/gtest.h>

namespace ns3::net8
{
namespace
{

/// When the data is written: a multiple of the tick of 4 ms.
constexpr TcpTime START = SECOND;

/**
 * @param probing value of tcp_mtu_probing
 * @return settings of a host without tail loss probes and with exact timers
 */
TcpSettings
MakeSettings(uint8_t probing)
{
    TcpSettings settings;
    settings.mtuProbing = probing;
    settings.tailLossProbe = false;
    settings.timerWheel = false;
    return settings;
}

/**
 * Open a connection and write at START.
 *
 * @param pair the pair
 * @param bytes number of bytes, which the buffer has to take
 */
void
WriteAtStart(TcpPair& pair, uint64_t bytes)
{
    pair.Open();
    pair.RunTo(START);
    ASSERT_EQ(pair.Write(pair.client, bytes), bytes);
}

/**
 * @param pair the pair
 * @param ms time after START, ms
 * @return bytes that the server has until then
 */
uint64_t
ReadUntil(TcpPair& pair, TcpTime ms)
{
    pair.RunTo(START + ms * MS);
    pair.Read(pair.server);
    return pair.server.read;
}

/**
 * Open a connection, and keep its send buffer full for five seconds.
 *
 * @param pair the pair
 */
void
WriteMuch(TcpPair& pair)
{
    pair.Open();
    for (TcpTime at = START; at < START + 5 * SECOND; at += 10 * MS)
    {
        pair.RunTo(at);
        pair.Write(pair.client, 10000000);
        pair.Read(pair.server);
    }
}

/// Rules of a path that takes packets of 1400 bytes: segments of 1360 with their options.
const LinkRules NARROW{.largest = 1360};

} // namespace

TEST(TcpMtuProbing, OffABlackHoleSwallowsEverything)
{
    TcpPair pair(MakeSettings(0), MakeSettings(0), NARROW, 1);
    WriteAtStart(pair, 2 * 1448);
    EXPECT_EQ(ReadUntil(pair, 600000), 0U);
    // 924.6 s from the first retransmission, which is the modelled sum for tcp_retries2 = 15.
    pair.RunTo(START + 1100 * SECOND);
    EXPECT_EQ(pair.client.tcp->GetError(), TcpError::TIMED_OUT);
}

TEST(TcpMtuProbing, ABlackHoleIsFoundAfterThreeSeconds)
{
    // RTO = 20 + 200 = 220 ms. Expiries at 220, 660, 1540 and 3300 ms. tcp_retries1 = 3 is modelled
    // as (2 << 3) - 1 = 15 times 200 ms = 3 s since the first retransmission at 220 ms: over at the
    // fourth expiry, 3080 ms later. It sends tcp_base_mss = 1024 bytes, there at 3310 ms; each tick
    // of 4 ms may round one expiry up.
    for (const uint8_t probing : {1, 2})
    {
        TcpPair pair(MakeSettings(probing), MakeSettings(probing), NARROW, 1);
        pair.Open();
        pair.RunTo(START);
        // Mode 2 starts with 1024 bytes, and never sends what is too large but as a probe.
        const uint32_t mss = pair.client.tcp->GetSender().GetState().mss;
        EXPECT_EQ(mss, probing == 2 ? 1024U : 1448U);
        pair.Write(pair.client, 2 * 1448);
        EXPECT_EQ(ReadUntil(pair, 12), probing == 2 ? 2 * 1448U : 0U);
        if (probing == 1)
        {
            EXPECT_EQ(ReadUntil(pair, 3309), 0U);
            EXPECT_EQ(ReadUntil(pair, 3310 + 4 * 4), 1024U);
            EXPECT_EQ(ReadUntil(pair, 3400), 2 * 1448U);
        }
        EXPECT_EQ(pair.client.tcp->GetSender().GetState().mss, 1024U);
    }
}

TEST(TcpMtuProbing, ASmallerHoleIsFoundByHalves)
{
    // 1024 bytes do not pass either: the fifth expiry, 16 * 220 = 3520 ms after the fourth at 3300,
    // halves them to 512 bytes, there 10 ms later.
    LinkRules rules;
    rules.largest = 700;
    TcpPair pair(MakeSettings(1), MakeSettings(1), rules, 1);
    WriteAtStart(pair, 2 * 1448);
    EXPECT_EQ(ReadUntil(pair, 6829), 0U);
    EXPECT_EQ(ReadUntil(pair, 6830 + 4 * 4), 512U);
    EXPECT_EQ(ReadUntil(pair, 7100), 2 * 1448U);
}

TEST(TcpMtuProbing, TheSearchFindsWhatPasses)
{
    // A path of 1300 bytes takes 1260 bytes with options. The search: low 1024 + 12 = 1036, high
    // 1460. 1248 passes; 1354, 1300 (of 1248 to 1353) and 1273 (to 1299) do not; 1260 (to 1272)
    // passes; 1266 does not; 1260 to 1265 is less than tcp_probe_threshold = 8. 1260 - 12 = 1248.
    LinkRules rules;
    rules.largest = 1260;
    TcpPair pair(MakeSettings(2), MakeSettings(2), rules, 1);
    WriteMuch(pair);
    const TcpSendState& state = pair.client.tcp->GetSender().GetState();
    EXPECT_EQ(state.path.low, 1260U);
    EXPECT_EQ(state.path.high, 1265U);
    EXPECT_EQ(state.mss, 1248U);
    pair.RunTo(60 * SECOND);
    pair.Read(pair.server);
    EXPECT_EQ(pair.server.read, pair.client.wrote);
}

TEST(TcpMtuProbing, ALostProbeDoesNotReduceTheWindow)
{
    // Nothing larger than the first 1024 bytes passes, and nothing else is lost.
    LinkRules rules;
    rules.largest = 1036;
    TcpPair pair(MakeSettings(2), MakeSettings(2), rules, 1);
    WriteMuch(pair);
    const TcpSendState& state = pair.client.tcp->GetSender().GetState();
    EXPECT_LT(state.path.high, 1036U + 8);
    EXPECT_GT(state.totalRetrans, 0U);
    EXPECT_EQ(state.ssthresh, TcpSendState::INFINITE);
    EXPECT_GE(state.cwnd, 10U);
}

TEST(TcpPathMtu, ARouterTellsAndTheDataIsSentAtOnce)
{
    // Ten segments of 1448 bytes leave at 0 ms, a router 1 ms away drops them and is heard at 2 ms.
    // Each is cut into 1348 and 100 bytes (1360 - 12 = 1348). The window of ten segments lets the
    // first five of them go at 2 ms, there at 12 ms; the ACKs at 22 ms let the others go, there at
    // 32 ms. No timeout of 220 ms is waited for, and the window is not reduced.
    LinkRules rules = NARROW;
    rules.toldAfter = 2 * MS;
    TcpPair pair(MakeSettings(0), MakeSettings(0), rules, 1);
    WriteAtStart(pair, 10 * 1448);
    EXPECT_EQ(ReadUntil(pair, 11), 0U);
    EXPECT_EQ(ReadUntil(pair, 13), 5 * 1448U);
    EXPECT_EQ(ReadUntil(pair, 31), 5 * 1448U);
    EXPECT_EQ(ReadUntil(pair, 33), 10 * 1448U);
    pair.RunTo(START + SECOND);
    const TcpSendState& state = pair.client.tcp->GetSender().GetState();
    EXPECT_EQ(state.mss, 1348U);
    EXPECT_EQ(state.ssthresh, TcpSendState::INFINITE);
    EXPECT_GE(state.cwnd, 10U);
    // From now on segments fit: 10 ms.
    pair.Write(pair.client, 1448);
    EXPECT_EQ(ReadUntil(pair, 1011), 11 * 1448U);
}

TEST(TcpPathMtu, WhatARouterToldIsForgotten)
{
    // Believed for a second from 2 ms on: a segment of 1448 bytes at 1.5 s costs the 2 ms again.
    LinkRules rules = NARROW;
    rules.toldAfter = 2 * MS;
    rules.believed = SECOND;
    TcpPair pair(MakeSettings(0), MakeSettings(0), rules, 1);
    WriteAtStart(pair, 1448);
    EXPECT_EQ(ReadUntil(pair, 13), 1448U);
    pair.RunTo(START + 1500 * MS);
    pair.Write(pair.client, 1448);
    EXPECT_EQ(ReadUntil(pair, 1511), 1448U);
    EXPECT_EQ(ReadUntil(pair, 1513), 2 * 1448U);
}

TEST(TcpPathMtu, MessagesOfOtherSegmentsAreNotBelieved)
{
    // RFC 5927: a sequence number that is not outstanding was not sent by this connection.
    TcpPair pair(MakeSettings(0), MakeSettings(0), {}, 1);
    WriteAtStart(pair, 1448);
    pair.RunTo(START + SECOND);
    const uint32_t una = pair.client.tcp->GetSender().GetState().una;
    EXPECT_FALSE(pair.client.tcp->ReceivePacketTooBig(1000, una - 1, 2 * START, pair.now));
    EXPECT_EQ(pair.client.tcp->GetSender().GetState().mss, 1448U);
    EXPECT_TRUE(pair.client.tcp->ReceivePacketTooBig(1000, una, 2 * START, pair.now));
    EXPECT_EQ(pair.client.tcp->GetSender().GetState().mss, 988U);
}

} // namespace ns3::net8
