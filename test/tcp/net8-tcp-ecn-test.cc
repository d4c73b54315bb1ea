// SPDX-License-Identifier: GPL-2.0-only
// Tests rules of ECN and DCTCP that scripts of packetdrill cannot show, against numbers by hand.
#include "ns3/net8-tcp-dctcp.h"

#include <gtest/gtest.h>

namespace ns3::net8
{

namespace
{

/// A sender with DCTCP that has agreed on ECN.
struct Sender
{
    Sender()
    {
        settings.congestion = TcpCongestion::DCTCP;
        state.settings = &settings;
        state.ecn.Accept(true, settings);
        state.mss = 1000;
        control.Start(state);
    }

    /**
     * Acknowledge a window of data.
     *
     * @param segments its segments
     * @param marked those of them that were acknowledged with an echo
     */
    void Acknowledge(uint32_t segments, uint32_t marked)
    {
        state.nxt += segments * state.mss;
        state.una = state.nxt;
        state.delivered += segments;
        state.deliveredMarked += marked;
        control.OnAckEvent(state);
    }

    TcpSettings settings; ///< Settings of the host.
    TcpSendState state;   ///< Variables of the sender.
    TcpDctcp control;     ///< Congestion control.
};

} // namespace

TEST(TcpDctcp, LearnsTheShareOfMarkedSegments)
{
    // RFC 8257, 3.3: alpha = 15/16 alpha + 1/16 share, in 1/1024; all are taken for marked at
    // first.
    Sender sender;
    EXPECT_EQ(sender.control.GetAlpha(), 1024U);
    sender.Acknowledge(10, 0); // 1024 - 64
    EXPECT_EQ(sender.control.GetAlpha(), 960U);
    sender.Acknowledge(10, 10); // 960 - 60 + 64
    EXPECT_EQ(sender.control.GetAlpha(), 964U);
    sender.Acknowledge(20, 5); // 964 - 60 + 5 * 64 / 20
    EXPECT_EQ(sender.control.GetAlpha(), 920U);
}

TEST(TcpDctcp, ReducesByHalfOfTheShare)
{
    Sender sender;
    sender.state.cwnd = 20;
    sender.Acknowledge(10, 0);
    // 20 - floor(20 * 960 / 2048) = 20 - 9.
    EXPECT_EQ(sender.control.GetSsthresh(sender.state), 11U);
    for (int round = 0; round < 200; ++round)
    {
        sender.Acknowledge(20, 0);
    }
    // Below 16 the share of a window without marks is cut to 0 at once (min_not_zero).
    EXPECT_EQ(sender.control.GetAlpha(), 0U);
    EXPECT_EQ(sender.control.GetSsthresh(sender.state), 20U);
    // A loss halves the window whatever the share.
    sender.control.OnState(sender.state, TcpCaState::RECOVERY);
    EXPECT_EQ(sender.state.ssthresh, 10U);
}

TEST(TcpDctcp, CountsAWindowOnce)
{
    Sender sender;
    sender.state.nxt += 10 * sender.state.mss;
    sender.state.una += 9 * sender.state.mss;
    sender.control.OnAckEvent(sender.state); // What was out at the start has been acknowledged.
    EXPECT_EQ(sender.control.GetAlpha(), 960U);
    sender.control.OnAckEvent(sender.state); // The tenth is still out.
    EXPECT_EQ(sender.control.GetAlpha(), 960U);
}

TEST(TcpDctcp, IsRenoWithoutEcn)
{
    TcpSettings settings;
    settings.congestion = TcpCongestion::DCTCP;
    TcpSendState state;
    state.settings = &settings;
    TcpDctcp control;
    control.Start(state);
    state.cwnd = 20;
    EXPECT_EQ(control.GetSsthresh(state), 10U);
    EXPECT_STREQ(control.GetName(), "dctcp-reno");
}

TEST(TcpEcn, ClientAsksOnlyIfToldTo)
{
    TcpSettings settings;
    TcpEcn ecn;
    ecn.Ask(settings);
    EXPECT_EQ(ecn.GetSynFlags(settings, false), 0); // tcp_ecn = 2, the default
    settings.ecn = TcpSettings::ECN_ASKS;
    ecn.Ask(settings);
    EXPECT_EQ(ecn.GetSynFlags(settings, false), TcpSegment::ECE | TcpSegment::CWR);
    EXPECT_EQ(ecn.GetSynFlags(settings, true), 0);
    settings.ecnFallback = false;
    EXPECT_EQ(ecn.GetSynFlags(settings, true), TcpSegment::ECE | TcpSegment::CWR);
    // An answer with both flags is the SYN itself, reflected (RFC 3168, 6.1.1).
    TcpSegment answer;
    answer.flags = TcpSegment::SYN | TcpSegment::ACK | TcpSegment::ECE | TcpSegment::CWR;
    ecn.TakeSynAck(answer);
    EXPECT_FALSE(ecn.IsAgreed());
}

TEST(TcpEcn, ServerAcceptsOnlyPlainSyns)
{
    TcpSettings settings;
    TcpSegment syn;
    syn.flags = TcpSegment::SYN | TcpSegment::ECE | TcpSegment::CWR;
    EXPECT_TRUE(TcpEcn::Accepts(syn, settings));
    syn.ecn = TcpSegment::ECT_0; // RFC 3168, 6.1.1: SYNs are not ECN-capable
    EXPECT_FALSE(TcpEcn::Accepts(syn, settings));
    settings.congestion = TcpCongestion::DCTCP;
    EXPECT_TRUE(TcpEcn::Accepts(syn, settings));
    syn.flags = TcpSegment::SYN | TcpSegment::ECE;
    EXPECT_FALSE(TcpEcn::Accepts(syn, settings));
    settings = {};
    settings.ecn = TcpSettings::ECN_OFF;
    syn.flags |= TcpSegment::CWR;
    syn.ecn = TcpSegment::NOT_ECT;
    EXPECT_FALSE(TcpEcn::Accepts(syn, settings));
}

} // namespace ns3::net8
