// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The engine of packet transports against closed forms, and what it does when packets are lost.
 *
 * One packet at a time takes 8 (L + a) / C + R: L and a are the bytes of a data packet and of its
 * acknowledgement on the wire, preamble (8), FCS (4) and gap (12) included, R the round trip.
 */
#include "net8-lan-pair.h"

#include <gtest/gtest.h>

using namespace ns3::net8;

namespace
{

constexpr LanTime MS = LanRules::MS;         ///< A millisecond.
constexpr LanTime SECOND = LanRules::SECOND; ///< A second.

/**
 * @param value what came
 * @param expected what the formula says
 */
void
ExpectWithinThousandth(double value, double expected)
{
    EXPECT_NEAR(value, expected, expected * 0.001);
}

/// SPX on Ethernet II: 14 + 30 + 12 and 24 of the wire; the smallest frame takes 60 + 24.
constexpr LanPair::Link SPX_LINK{.nsPerByte = 800, .delay = 0, .head = 80, .smallest = 84};

TEST(LanTransport, SpxSendsOnePacketAndWaits)
{
    // 10 Mbit/s, no delay: (614 + 84) x 0.8 us = 558.4 us a packet, 534 / 558.4 us = 956 kB/s.
    LanPair pair(LanRules::MakeSpx(), SPX_LINK);
    pair.Connect();
    const LanTime begin = pair.now;
    pair.a.transport.Write(1000 * 534, begin);
    pair.Run(begin + 10 * SECOND);
    EXPECT_EQ(pair.b.received, 534000U);
    EXPECT_EQ(pair.b.messages, 1U);
    EXPECT_EQ(pair.a.transport.GetCounts().data, 1000U);
    EXPECT_EQ(pair.b.transport.GetCounts().acks, 1000U);
    ExpectWithinThousandth(static_cast<double>(pair.a.lastAck - begin), 1000 * 558400.0);
}

TEST(LanTransport, SpxOverAWanIsAsSlowAsTheRoundTrip)
{
    // R = 60 ms: 60.5584 ms a packet, 8.8 kB/s.
    auto link = SPX_LINK;
    link.delay = 30 * MS;
    LanPair pair(LanRules::MakeSpx(), link);
    pair.Connect();
    const LanTime begin = pair.now;
    pair.a.transport.Write(100 * 534, begin);
    pair.Run(begin + 20 * SECOND);
    ExpectWithinThousandth(static_cast<double>(pair.a.lastAck - begin), 100 * 60558400.0);
}

TEST(LanTransport, LargePacketsOfSpxTakeAsLongAsTheirBytes)
{
    // 1458 bytes: (1538 + 84) x 0.8 us = 1297.6 us, 1.12 MB/s.
    auto rules = LanRules::MakeSpx();
    rules.pieceSize = 1458;
    LanPair pair(rules, SPX_LINK);
    pair.Connect();
    const LanTime begin = pair.now;
    pair.a.transport.Write(500 * 1458, begin);
    pair.Run(begin + 10 * SECOND);
    ExpectWithinThousandth(static_cast<double>(pair.a.lastAck - begin), 500 * 1297600.0);
}

TEST(LanTransport, NspWithoutFlowControlIsSpxWithOtherHeaders)
{
    // 14 + 2 + 21 + 11 + 24 = 72: (635 + 84) x 0.8 us = 575.2 us a segment of 563 bytes.
    auto link = SPX_LINK;
    link.head = 72;
    LanPair pair(LanRules::MakeNsp(LanRules::Flow::NONE), link);
    pair.Connect();
    const LanTime begin = pair.now;
    pair.a.transport.Write(1000 * 563, begin);
    pair.Run(begin + 5 * SECOND);
    EXPECT_EQ(pair.a.transport.GetCounts().data, 1000U);
    ExpectWithinThousandth(static_cast<double>(pair.a.lastAck - begin), 1000 * 575200.0);
}

TEST(LanTransport, AWindowOfPacketsGoesInARoundTrip)
{
    // W packets, then the acknowledgement of the first: W p / (R + 8 (L + a) / C), where that takes
    // longer than W packets. 802.2 under NetBIOS: W = 2, p = 14 + 1482, L = 14 + 4 + 24 + 1496 =
    // 1538; R = 60 ms: two frames every 60 ms + (1538 + 84) x 0.8 us = 61.2976 ms.
    LanPair::Link link{.nsPerByte = 800, .delay = 30 * MS, .head = 42, .smallest = 84};
    LanPair pair(LanRules::MakeLlc(), link);
    pair.Connect();
    const LanTime begin = pair.now;
    pair.a.transport.Write(400 * 1496, begin);
    pair.Run(begin + 30 * SECOND);
    // The last of a pair is one packet, 1230.4 us, behind the first.
    ExpectWithinThousandth(static_cast<double>(pair.a.lastAck - begin),
                           200 * 61297600.0 + 1230400.0);

    // SPX II with 8 packets of 1456 bytes, L = 14 + 30 + 14 + 24 + 1456 = 1538, acknowledged when
    // the window is full: 8 p every R + 8 L + a.
    link.head = 82;
    LanPair two(LanRules::MakeSpxTwo(1456, 8), link);
    two.Connect();
    const LanTime start = two.now;
    two.a.transport.Write(400 * 1456, start);
    two.Run(start + 30 * SECOND);
    ExpectWithinThousandth(static_cast<double>(two.a.lastAck - start),
                           50 * (60000000.0 + (8 * 1538 + 84) * 800.0));
    EXPECT_EQ(two.b.transport.GetCounts().acks, 50U);
}

TEST(LanTransport, BatchesOfTheSeedsAreThreePacketsAndOne)
{
    // 1510 bytes as one packet of Oracle Net, or as 1024 + 496 and 1024 + 486 where SDU or TDU is
    // 1024; 310 bytes always as one. 534 + 534 + 442, 534 + 490 | 496; 563 + 563 + 384, 563 + 461 |
    // 496.
    for (const auto& rules : {LanRules::MakeSpx(), LanRules::MakeNsp(LanRules::Flow::NONE)})
    {
        for (const auto& [batch, packets] :
             std::vector<std::pair<std::vector<uint32_t>, uint64_t>>{{{1510}, 3},
                                                                     {{1024, 496}, 3},
                                                                     {{1024, 486}, 3},
                                                                     {{310}, 1}})
        {
            LanPair pair(rules, SPX_LINK);
            pair.Connect();
            for (const uint32_t size : batch)
            {
                pair.a.transport.Write(size, pair.now);
            }
            pair.Run(pair.now + SECOND);
            EXPECT_EQ(pair.a.transport.GetCounts().data, packets);
            EXPECT_EQ(pair.b.messages, batch.size());
        }
    }
}

TEST(LanTransport, ConnectionsTakeTheirRoundTrips)
{
    // R = 10 ms. SPX: request, reply. NSP: initiate, confirm. 802.2: SABME, poll. NetBIOS over it:
    // name query, session initialize.
    LanPair::Link link{.nsPerByte = 0, .delay = 5 * MS, .head = 80, .smallest = 84};
    const std::vector<std::pair<LanRules, LanTime>> rows{
        {LanRules::MakeSpx(), 10 * MS},
        {LanRules::MakeSpxTwo(1456, 4), 10 * MS},
        {LanRules::MakeNsp(LanRules::Flow::SEGMENTS), 10 * MS},
        {LanRules::MakeLlc(), 20 * MS},
        {LanRules::MakeNbf(), 20 * MS}};
    for (const auto& [rules, time] : rows)
    {
        LanPair pair(rules, link);
        pair.Connect();
        EXPECT_EQ(pair.a.connected, time);
        EXPECT_GE(pair.b.connected, 0);
    }
}

TEST(LanTransport, ALostPacketOfSpxWaitsASecondThenTwoThenThree)
{
    // LXX: tries x 1 s, at most 5 s: sent again after 1, 1 + 2, 1 + 2 + 3 s.
    LanPair pair(LanRules::MakeSpx(), SPX_LINK);
    pair.Connect();
    const LanTime begin = pair.now;
    uint32_t lost = 0;
    pair.loses = [&lost](uint32_t side, const LanUnit& unit) {
        return side == 0 && unit.kind == LanUnit::Kind::DATA && ++lost <= 3;
    };
    pair.a.transport.Write(534, begin);
    pair.Run(begin + 10 * SECOND);
    EXPECT_EQ(pair.a.transport.GetCounts().repeated, 3U);
    ExpectWithinThousandth(static_cast<double>(pair.a.lastAck - begin), 6.0 * 1e9 + 558400);
}

TEST(LanTransport, ALostSegmentOfNspWaitsFiveTimesTheEstimate)
{
    // 0.1 ms a byte, acknowledgements of 100 bytes: 400 bytes take 50 ms and back, 500 take 60.
    // Estimate 50 + (60 - 50) / (5 + 1) = 51.667 ms (weight 5), timeout 5 times that (factor 5.0),
    // the same each time; what was sent again gives no estimate. Twice lost: 2 x 258.333 + 60 ms.
    LanPair pair(LanRules::MakeNsp(LanRules::Flow::NONE),
                 {.nsPerByte = 1e5, .delay = 0, .head = 0, .smallest = 100});
    pair.Connect();
    for (const uint32_t size : {400U, 500U})
    {
        pair.a.transport.Write(size, pair.now);
        pair.Run(pair.now + 80 * MS);
    }
    for (int again = 0; again < 2; ++again)
    {
        uint32_t lost = 0;
        pair.loses = [&lost](uint32_t side, const LanUnit& unit) {
            return side == 0 && unit.kind == LanUnit::Kind::DATA && ++lost <= 2;
        };
        const LanTime begin = pair.now;
        pair.a.transport.Write(500, begin);
        pair.Run(begin + SECOND);
        ExpectWithinThousandth(static_cast<double>(pair.a.lastAck - begin),
                               (2 * 5 * (50 + 10. / 6) + 60) * 1e6);
    }
    EXPECT_EQ(pair.b.received, 1900U);
}

TEST(LanTransport, ANspSegmentThatIsNeverAcknowledgedIsSentElevenTimes)
{
    // Retransmit limit 10, first timeout 5 s without an estimate: given up after 11 x 5 s.
    LanPair pair(LanRules::MakeNsp(LanRules::Flow::NONE),
                 {.nsPerByte = 0, .delay = 0, .head = 0, .smallest = 0});
    pair.Connect();
    const LanTime begin = pair.now;
    pair.loses = [](uint32_t, const LanUnit&) { return true; };
    pair.a.transport.Write(100, begin);
    pair.Run(begin + 100 * SECOND);
    EXPECT_EQ(pair.a.transport.GetCounts().repeated, 10U);
    EXPECT_EQ(pair.a.end, LanEnd::GAVE_UP);
    EXPECT_EQ(pair.a.ended - begin, 55 * SECOND);
}

TEST(LanTransport, EndsThatCloseAtTheSameTimeHearEachOther)
{
    for (const auto& rules :
         {LanRules::MakeSpx(), LanRules::MakeNsp(LanRules::Flow::NONE), LanRules::MakeLlc()})
    {
        LanPair pair(rules, {.nsPerByte = 0, .delay = 10 * MS, .head = 42, .smallest = 84});
        pair.Connect();
        const LanTime begin = pair.now;
        pair.a.transport.Close(begin);
        pair.b.transport.Close(begin);
        pair.Run();
        for (const auto* end : {&pair.a, &pair.b})
        {
            EXPECT_EQ(end->end, LanEnd::CLOSED);
            EXPECT_EQ(end->ended - begin, 20 * MS); // when its own was acknowledged
        }
    }
}

TEST(LanTransport, ALostAcknowledgementMakesADuplicateThatIsAnsweredAndNotTaken)
{
    LanPair pair(LanRules::MakeSpx(), SPX_LINK);
    pair.Connect();
    const LanTime begin = pair.now;
    bool first = true;
    pair.loses = [&first](uint32_t side, const LanUnit& unit) {
        return side == 1 && unit.kind == LanUnit::Kind::ACK && std::exchange(first, false);
    };
    pair.a.transport.Write(2 * 534, begin);
    pair.Run(begin + 5 * SECOND);
    EXPECT_EQ(pair.b.received, 1068U);
    EXPECT_EQ(pair.a.transport.GetCounts().data, 3U);
    EXPECT_EQ(pair.a.acknowledged, 1068U);
}

TEST(LanTransport, AFrameThatIsRejectedGoesAgainWithoutTheTimer)
{
    // The first of two I frames is lost: the second is rejected, and both go again at once.
    LanPair::Link link{.nsPerByte = 800, .delay = 0, .head = 56, .smallest = 84};
    LanPair pair(LanRules::MakeLlc(), link);
    pair.Connect();
    const LanTime begin = pair.now;
    bool first = true;
    pair.loses = [&first](uint32_t side, const LanUnit& unit) {
        return side == 0 && unit.kind == LanUnit::Kind::DATA && std::exchange(first, false);
    };
    pair.a.transport.Write(2 * 1496, begin);
    pair.Run(begin + 5 * SECOND);
    EXPECT_EQ(pair.b.received, 2992U);
    EXPECT_LT(pair.a.lastAck - begin, 10 * MS);
    EXPECT_EQ(pair.a.transport.GetCounts().repeated, 2U);
}

TEST(LanTransport, AcknowledgementsWaitForMaxInFramesOrT2)
{
    // MAXIN = 3, MAXOUT = 6: six frames make two RR; of four, the last waits for T2, 100 ms.
    auto rules = LanRules::MakeLlc();
    rules.window = 6;
    rules.initialWindow = 6;
    rules.ackAfter = 3;
    for (const auto& [frames, time] :
         std::vector<std::pair<uint32_t, LanTime>>{{6, 0}, {4, 100 * MS}})
    {
        LanPair pair(rules, {.nsPerByte = 0, .delay = 0, .head = 42, .smallest = 84});
        pair.Connect();
        const LanTime begin = pair.now;
        pair.a.transport.Write(frames * 1496, begin);
        pair.Run(begin + SECOND);
        EXPECT_EQ(pair.b.transport.GetCounts().acks, 2U);
        EXPECT_EQ(pair.a.lastAck - begin, time);
    }
}

TEST(LanTransport, ALostFrameOfALinkGoesAgainAfterT1AndTheWindowGrowsByOne)
{
    // IBM: T1 of a second, then a poll and its final (P bit of 802.2); then the window is 1, and
    // one more for each acknowledgement: 1 and 2 frames until 6 are there, in 1 s + R (poll) + R (1
    // frame) + R (2) + R (2) + R (1), R = 10 ms.
    LanPair pair(LanRules::MakeLlc(),
                 {.nsPerByte = 0, .delay = 5 * MS, .head = 42, .smallest = 84});
    pair.Connect();
    const LanTime begin = pair.now;
    uint32_t lost = 0;
    pair.loses = [&lost](uint32_t side, const LanUnit& unit) {
        return side == 0 && unit.kind == LanUnit::Kind::DATA && ++lost <= 2;
    };
    pair.a.transport.Write(6 * 1496, begin);
    pair.Run(begin + 2 * SECOND);
    EXPECT_EQ(pair.a.transport.GetCounts().data, 8U);
    EXPECT_EQ(pair.a.lastAck - begin, SECOND + 50 * MS);
}

TEST(LanTransport, AFrameWhoseAcknowledgementWasLostIsNotSentAgain)
{
    // What the final of the poll says has come: one frame, and its acknowledgement 1 s + R later.
    LanPair pair(LanRules::MakeLlc(),
                 {.nsPerByte = 0, .delay = 5 * MS, .head = 42, .smallest = 84});
    pair.Connect();
    const LanTime begin = pair.now;
    bool first = true;
    pair.loses = [&first](uint32_t side, const LanUnit& unit) {
        return side == 1 && unit.kind == LanUnit::Kind::ACK && std::exchange(first, false);
    };
    pair.a.transport.Write(1496, begin);
    pair.Run(begin + 2 * SECOND);
    EXPECT_EQ(pair.a.transport.GetCounts().data, 1U);
    EXPECT_EQ(pair.a.lastAck - begin, SECOND + 10 * MS);
}

TEST(LanTransport, MessagesOfNetbiosAreAcknowledgedAfterT2OrWithTheNext)
{
    // The link acknowledges frames; DATA ACK is the session's, 100 ms behind a message that is not
    // answered, with the answer of one that is, and before the next message of the same direction.
    LanPair pair(LanRules::MakeNbf(), {.nsPerByte = 0, .delay = 0, .head = 56, .smallest = 84});
    pair.Connect();
    const LanTime begin = pair.now;
    pair.a.transport.Write(2000, begin); // DATA FIRST MIDDLE, DATA ONLY LAST
    pair.Run(begin + 50 * MS);
    EXPECT_EQ(pair.b.messages, 1U);
    EXPECT_EQ(pair.b.transport.GetCounts().acks, 0U);
    pair.b.transport.Write(100, pair.now);
    EXPECT_TRUE(pair.b.sent.back().acksMessage);
    pair.Run(begin + 500 * MS);
    EXPECT_EQ(pair.b.transport.GetCounts().acks, 0U);
    EXPECT_EQ(pair.a.transport.GetCounts().acks, 1U); // of the answer, after T2
    pair.a.transport.Write(10, pair.now);
    pair.a.transport.Write(10, pair.now);
    pair.Run(pair.now + MS);
    EXPECT_EQ(pair.b.transport.GetCounts().acks, 1U);
}

TEST(LanTransport, ANameThatNobodyHasIsAskedForThreeTimes)
{
    // Public captures: three queries, half a second apart.
    LanPair pair(LanRules::MakeNbf(), SPX_LINK);
    pair.loses = [](uint32_t, const LanUnit&) { return true; };
    pair.a.transport.Connect(0);
    pair.Run(60 * SECOND);
    EXPECT_EQ(pair.a.end, LanEnd::GAVE_UP);
    EXPECT_EQ(pair.a.transport.GetCounts().others, 3U);
    EXPECT_EQ(pair.a.ended, 1500 * MS);
}

TEST(LanTransport, RetriesEndAConnection)
{
    // 802.2: T1 of 1 s, 8 polls behind the frame that nobody answers: given up 9 s behind it.
    auto rules = LanRules::MakeLlc();
    rules.listen = 0;
    rules.abort = 0;
    LanPair pair(rules, SPX_LINK);
    pair.Connect();
    const LanTime begin = pair.now;
    pair.loses = [](uint32_t, const LanUnit&) { return true; };
    pair.a.transport.Write(100, begin);
    pair.Run(begin + 60 * SECOND);
    EXPECT_EQ(pair.a.end, LanEnd::GAVE_UP);
    EXPECT_EQ(pair.a.transport.GetCounts().data, 1U);
    EXPECT_EQ(pair.a.ended - begin, 9 * SECOND);
}

TEST(LanTransport, AConnectThatNobodyAnswersIsGivenUp)
{
    LanPair pair(LanRules::MakeNsp(LanRules::Flow::NONE), SPX_LINK);
    pair.loses = [](uint32_t, const LanUnit&) { return true; };
    pair.a.transport.Connect(0);
    pair.Run(3600 * SECOND);
    EXPECT_EQ(pair.a.end, LanEnd::GAVE_UP);
    EXPECT_EQ(pair.a.ended, 11 * 5 * SECOND); // 5 s each, the first and 10 retries
}

TEST(LanTransport, CreditsHoldASenderUntilTheProgramReads)
{
    for (const auto flow : {LanRules::Flow::SEGMENTS, LanRules::Flow::MESSAGES})
    {
        auto rules = LanRules::MakeNsp(flow);
        rules.buffers = 4;
        LanPair pair(rules, SPX_LINK);
        pair.b.reads = false;
        pair.Connect();
        for (uint32_t i = 0; i < 10; ++i)
        {
            pair.a.transport.Write(100, pair.now);
        }
        pair.Run(pair.now + SECOND);
        EXPECT_EQ(pair.b.messages, 4U);
        pair.b.transport.Read(200, pair.now);
        pair.Run(pair.now + SECOND);
        EXPECT_EQ(pair.b.messages, 6U);
        pair.b.reads = true;
        pair.b.transport.Read(400, pair.now);
        pair.Run(pair.now + SECOND);
        EXPECT_EQ(pair.b.messages, 10U);
    }
}

TEST(LanTransport, ACreditThatIsLostIsGrantedAgain)
{
    auto rules = LanRules::MakeNsp(LanRules::Flow::SEGMENTS);
    LanPair pair(rules, SPX_LINK);
    uint32_t lost = 0;
    pair.loses = [&lost](uint32_t, const LanUnit& unit) {
        return unit.kind == LanUnit::Kind::CREDIT && ++lost <= 2;
    };
    pair.Connect();
    pair.a.transport.Write(5000, pair.now);
    pair.Run(pair.now + 30 * SECOND);
    EXPECT_EQ(pair.b.received, 5000U);
}

TEST(LanTransport, AnAllocationThatIsUsedUpHoldsASenderToo)
{
    auto rules = LanRules::MakeSpxTwo(500, 8);
    rules.buffers = 3;
    LanPair pair(rules, SPX_LINK);
    pair.b.reads = false;
    pair.Connect();
    pair.a.transport.Write(5000, pair.now);
    pair.Run(pair.now + SECOND);
    EXPECT_EQ(pair.b.received, 1500U);
    pair.b.reads = true;
    pair.b.transport.Read(1500, pair.now);
    pair.Run(pair.now + SECOND);
    EXPECT_EQ(pair.b.received, 5000U);
}

TEST(LanTransport, SilenceIsBrokenAndThenGivenUp)
{
    // NOV: 540 ticks of 1/18.2 s, 29.67 s, behind the last word.
    LanPair pair(LanRules::MakeSpx(), SPX_LINK);
    pair.Connect();
    pair.Run(100 * SECOND);
    EXPECT_EQ(pair.a.end, LanEnd::NONE);
    EXPECT_GT(pair.a.transport.GetCounts().others, 30U); // 100 s / 2.967 s
    const LanTime begin = pair.now;
    pair.loses = [](uint32_t, const LanUnit&) { return true; };
    pair.Run(begin + 40 * SECOND);
    EXPECT_EQ(pair.a.end, LanEnd::GAVE_UP);
    EXPECT_NEAR(static_cast<double>(pair.a.ended - begin), 540e9 / 18.2, 3e9);
}

TEST(LanTransport, CloseWaitsForWhatWasWritten)
{
    for (const auto& rules : {LanRules::MakeSpx(),
                              LanRules::MakeSpxTwo(1456, 4),
                              LanRules::MakeNsp(LanRules::Flow::SEGMENTS),
                              LanRules::MakeLlc()})
    {
        LanPair pair(rules, SPX_LINK);
        pair.Connect();
        pair.a.transport.Write(10000, pair.now);
        pair.a.transport.Close(pair.now);
        pair.Run();
        EXPECT_EQ(pair.b.received, 10000U);
        EXPECT_EQ(pair.a.end, LanEnd::CLOSED);
        EXPECT_EQ(pair.b.end, LanEnd::CLOSED);
    }
}

TEST(LanTransport, NumbersGoOnWhereTheWireBeginsAgain)
{
    // 802.2 counts to 127: 1000 frames pass it seven times. Units come with their low bits alone.
    EXPECT_EQ(LanTransport::Widen(2, 127, 128), 130);
    EXPECT_EQ(LanTransport::Widen(126, 130, 128), 126);
    EXPECT_EQ(LanTransport::Widen(65535, 65536, 65536), 65535);
    EXPECT_EQ(LanTransport::Widen(0, 4095, 4096), 4096);
}

TEST(LanTransport, WhatIsLostAtRandomComesInTheEnd)
{
    for (const auto& rules : {LanRules::MakeSpx(),
                              LanRules::MakeSpxTwo(1456, 4),
                              LanRules::MakeNsp(LanRules::Flow::SEGMENTS),
                              LanRules::MakeNsp(LanRules::Flow::MESSAGES),
                              LanRules::MakeLlc()})
    {
        LanPair pair(rules, SPX_LINK);
        uint32_t state = 1;
        pair.loses = [&state](uint32_t, const LanUnit&) {
            state = state * 1664525U + 1013904223U;
            return (state >> 24) < 26; // one in ten
        };
        pair.a.transport.Connect(0);
        for (uint32_t i = 0; i < 50; ++i)
        {
            pair.a.transport.Write(3000, pair.now);
            pair.b.transport.Write(700, pair.now);
        }
        pair.Run(3600 * SECOND);
        EXPECT_EQ(pair.b.received, 150000U);
        EXPECT_EQ(pair.a.received, 35000U);
    }
}

} // namespace
