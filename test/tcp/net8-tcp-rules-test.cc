// SPDX-License-Identifier: GPL-2.0-only
// Tests single rules of the TCP machine against numbers of the fact sheet on Linux's TCP (F below)
// or calculated by hand.
#include "ns3/net8-tcp-bbr.h"
#include "ns3/net8-tcp-congestion-control.h"
#include "ns3/net8-tcp-cubic.h"
#include "ns3/net8-tcp-receive-queue.h"
#include "ns3/net8-tcp-receive-window.h"
#include "ns3/net8-tcp-rtt-estimator.h"
#include "ns3/net8-tcp-send-queue.h"
#include "ns3/net8-tcp-time-wait.h"
#include "ns3/net8-tcp-timers.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::net8
{

TEST(TcpRttEstimator, FollowsTheSamplesOfTheFactSheet)
{
    // F: RTT 50 ms: RTO 252 ms. After samples 50, 150, 250, 50, 50 ms: 252, 264, 392, 380, 360 ms.
    // The handshake is the first.
    const TcpSettings settings;
    TcpRttEstimator rtt;
    uint32_t seq = 1;
    std::vector<uint32_t> rto;
    for (const int64_t ms : {50, 50, 150, 250, 50, 50})
    {
        rtt.Sample(settings, ms * 1000, seq + 100, seq + 100);
        rtt.ComputeRto(settings);
        rto.push_back(rtt.GetRtoUs() / 1000);
        seq += 100;
    }
    // The samples in the kernel were a fraction of a millisecond longer, which may round up to one
    // more tick of 4 ms.
    const std::vector<uint32_t> seen{252, 252, 264, 392, 380, 360};
    ASSERT_EQ(rto.size(), seen.size());
    for (size_t i = 0; i < seen.size(); ++i)
    {
        EXPECT_NEAR(rto[i], seen[i], 4) << i;
    }
}

TEST(TcpRttEstimator, TakesShorterSamplesForLittleDeviation)
{
    // By hand, following Linux's tcp_rtt_estimator: 200 ms gives SRTT 200 and four deviations of
    // 100. Then 10 ms: SRTT 200 - 190 / 8 = 176.25; the error of 190 exceeds the deviation of 100
    // by 90, of which one eighth counts because the sample is shorter: 400 + 11.25. Together 587.5
    // ms, 147 ticks of 4 ms.
    const TcpSettings settings;
    TcpRttEstimator rtt;
    rtt.Sample(settings, 200000, 1, 101);
    rtt.Sample(settings, 10000, 1, 101);
    rtt.ComputeRto(settings);
    EXPECT_EQ(rtt.GetRtoUs(), 588000U);
}

TEST(TcpRttEstimator, DoublesUpToTwoMinutes)
{
    const TcpSettings settings;
    TcpRttEstimator rtt;
    rtt.Start(settings);
    for (int i = 0; i < 10; ++i)
    {
        rtt.BackOff(settings);
    }
    EXPECT_EQ(rtt.GetRtoUs(), 120000000U); // tcp_rto_max_ms; 1 s * 2^10 would be more.
}

TEST(TcpClock, FiresAsLateAsTheWheelLetsIt)
{
    // F: ticks of 4 ms; a timer fires up to one tick late, above 63 ticks up to 8 ticks, above 504
    // ticks up to 64 ticks.
    TcpSettings settings;
    const TcpTime tick = settings.tick;
    EXPECT_EQ(TcpClock::DeadlineOf(settings, 0, 10), 11 * tick);
    EXPECT_EQ(TcpClock::DeadlineOf(settings, 3 * tick - 1, 10), 13 * tick);
    EXPECT_EQ(TcpClock::DeadlineOf(settings, 0, 63), 64 * tick);
    EXPECT_EQ(TcpClock::DeadlineOf(settings, 0, 64), 72 * tick);
    EXPECT_EQ(TcpClock::DeadlineOf(settings, 0, 505), 512 * tick);
    EXPECT_EQ(TcpClock::DeadlineOf(settings, 0, 512), 576 * tick);
    settings.timerWheel = false;
    EXPECT_EQ(TcpClock::DeadlineOf(settings, 5, 10), 10 * tick + 5);
    EXPECT_EQ(TcpClock::TicksOf(settings, 40001), 11U);
}

TEST(TcpTimers, OneOfTheFirstFourRuns)
{
    TcpTimers timers;
    EXPECT_EQ(timers.GetNext(), TcpTimers::NEVER);
    timers.Set(TcpTimer::RETRANSMIT, 100);
    timers.Set(TcpTimer::DELAYED_ACK, 40);
    timers.Set(TcpTimer::LOSS_PROBE, 60);
    EXPECT_FALSE(timers.Runs(TcpTimer::RETRANSMIT));
    EXPECT_EQ(timers.GetNext(), 40);
    EXPECT_EQ(timers.TakeDue(39), TcpTimer::COUNT);
    EXPECT_EQ(timers.TakeDue(60), TcpTimer::DELAYED_ACK);
    EXPECT_EQ(timers.TakeDue(60), TcpTimer::LOSS_PROBE);
    EXPECT_EQ(timers.GetNext(), TcpTimers::NEVER);
}

TEST(TcpCubic, CutsTo717Of1024)
{
    // F: 20: 14, 22: 15, 10: 7.
    const TcpSettings settings;
    TcpSendState state;
    state.settings = &settings;
    for (const auto& [cwnd, ssthresh] : {std::pair{20U, 14U}, {22U, 15U}, {10U, 7U}, {2U, 2U}})
    {
        TcpCubic cubic;
        state.cwnd = cwnd;
        EXPECT_EQ(cubic.GetSsthresh(state), ssthresh);
    }
    TcpReno reno;
    state.cwnd = 21;
    EXPECT_EQ(reno.GetSsthresh(state), 10U);
}

TEST(TcpReno, GrowsOnlyAWindowThatIsUsed)
{
    // F: five of ten: never; six of ten: to 12.
    const TcpSettings settings;
    TcpSendState state;
    state.settings = &settings;
    TcpReno reno;
    state.maxPacketsOut = 5;
    reno.Grow(state, 5);
    EXPECT_EQ(state.cwnd, 10U);
    state.maxPacketsOut = 6;
    reno.Grow(state, 2);
    reno.Grow(state, 2);
    EXPECT_EQ(state.cwnd, 12U);
}

TEST(TcpReno, CountsOnceWhatSlowStartLeavesOver)
{
    // RFC 5681, 3.1, by hand: two of five segments raise the window of 8 to the threshold of 10;
    // three count towards the next increase, which takes ten: six more make nine of them, one more
    // ten.
    const TcpSettings settings;
    TcpSendState state;
    state.settings = &settings;
    state.cwnd = 8;
    state.ssthresh = 10;
    state.cwndLimited = true;
    TcpReno reno;
    reno.Grow(state, 5);
    EXPECT_EQ(state.cwnd, 10U);
    reno.Grow(state, 6);
    EXPECT_EQ(state.cwnd, 10U);
    reno.Grow(state, 1);
    EXPECT_EQ(state.cwnd, 11U);
}

TEST(TcpAckAggregation, CountsWhatComesBeyondTheBandwidth)
{
    // One segment per ms. The first ACK starts an epoch: ten segments where none was expected. 5 ms
    // later, five are expected and twenty are there. At 30 ms, thirty are expected: a new epoch.
    constexpr uint32_t BANDWIDTH = (1U << 24) / 1000 + 1;
    TcpSendState state;
    state.cwnd = 100;
    TcpRateSample sample;
    sample.delivered = 1;
    sample.intervalUs = 1;
    TcpAckAggregation aggregation;
    aggregation.Start(state);
    auto ack = [&](int64_t ms, uint32_t segments, bool roundStart = false) {
        state.deliveredUs = ms * 1000;
        sample.ackedSacked = segments;
        aggregation.Update(state, sample, BANDWIDTH, roundStart);
        return aggregation.GetExtra(BANDWIDTH);
    };
    EXPECT_EQ(ack(0, 10), 10U);
    EXPECT_EQ(ack(5, 10), 15U);
    EXPECT_EQ(ack(30, 1), 15U);
    // Never more than 100 ms' worth, and never more than the window.
    EXPECT_EQ(ack(31, 150), 100U);
    // The maximum is forgotten after five to ten round trips.
    for (int64_t round = 1; round <= 10; ++round)
    {
        ack(1000 * round, 2, true);
    }
    EXPECT_EQ(ack(20000, 2), 2U);
}

TEST(TcpReceiveQueue, TellsTheNewestBlockFirstAndADuplicateOnce)
{
    // The sequence of gap-acks-at-once: 301:1761 is missing, 1761:4681 and 6141:6341 have arrived.
    TcpReceiveQueue queue;
    queue.Open(301);
    for (const TcpSackBlock& block :
         {TcpSackBlock{1761, 3221}, TcpSackBlock{3221, 4681}, TcpSackBlock{6141, 6341}})
    {
        queue.Insert(block, 2176, true);
        queue.AddSack(block);
    }
    TcpSegmentOptions options;
    queue.FillSack(options, 4);
    ASSERT_EQ(options.blocks, 2);
    EXPECT_EQ(options.sack[0], (TcpSackBlock{6141, 6341}));
    EXPECT_EQ(options.sack[1], (TcpSackBlock{1761, 4681}));
    queue.Append(1460, 2176);
    EXPECT_TRUE(queue.JoinRanges(true));
    EXPECT_EQ(queue.GetNext(), 4681U);
    EXPECT_EQ(queue.GetReadable(), 4380U);
    queue.SetDuplicate({301, 1761});
    queue.FillSack(options, 4);
    ASSERT_EQ(options.blocks, 2);
    EXPECT_EQ(options.sack[0], (TcpSackBlock{301, 1761}));
    queue.FillSack(options, 4);
    EXPECT_EQ(options.blocks, 1);
}

TEST(TcpReceiveQueue, FreesMemoryWithTheLastByteOfABuffer)
{
    TcpReceiveQueue queue;
    queue.Open(1);
    for (int i = 0; i < 3; ++i)
    {
        queue.Append(100, 832);
    }
    EXPECT_EQ(queue.Read(250), 250U);
    EXPECT_EQ(queue.GetMemory(), 832U);
    EXPECT_EQ(queue.Read(1000), 50U);
    EXPECT_EQ(queue.GetMemory(), 0U);
}

TEST(TcpReceiveQueue, HangsSegmentsOntoOneBuffer)
{
    // skb_try_coalesce: 17 fragments (MAX_SKB_FRAGS) are attached to a buffer, each without its
    // sk_buff of 256 bytes; the 19th segment starts another one. All are freed with the last byte.
    TcpReceiveQueue queue;
    queue.Open(1, true);
    for (int i = 0; i < 37; ++i)
    {
        queue.Append(1448, 2176);
    }
    EXPECT_EQ(queue.GetMemory(), 37U * 2176 - (17 + 17) * 256);
    EXPECT_EQ(queue.Read(18 * 1448 - 1), 18U * 1448 - 1);
    EXPECT_EQ(queue.GetMemory(), 37U * 2176 - (17 + 17) * 256);
    queue.Read(1);
    EXPECT_EQ(queue.GetMemory(), 19U * 2176 - 17 * 256);
    queue.Read(100000);
    EXPECT_EQ(queue.GetMemory(), 0U);
}

TEST(TcpReceiveQueue, HangsSegmentsBeyondAGapToo)
{
    // Seen on Linux 6.18: 29 segments of 512 bytes (1280 of memory each), then 1448, 816 and 1122
    // (2176, 1536, 1856) beyond a gap fit into 35,178 bytes: 18 in one buffer, 14 in the next. With
    // 256 more for each, they would take 42,688, and the window would shrink to two segments.
    TcpReceiveQueue queue;
    queue.Open(1, true);
    uint32_t at = 513;
    const auto insert = [&](uint32_t bytes, uint32_t memory) {
        queue.Insert({at, at + bytes}, memory, true);
        at += bytes;
    };
    for (int i = 0; i < 29; ++i)
    {
        insert(512, 1280);
    }
    insert(1448, 2176);
    insert(816, 1536);
    insert(1122, 1856);
    EXPECT_EQ(queue.GetMemory(), 42688U - (17 + 13) * 256);
    // Data before it is not attached: buffers are only attached to earlier ones.
    queue.Append(511, 1280);
    queue.Insert({512, 513}, 832, true);
    EXPECT_EQ(queue.GetMemory(), 42688U - (17 + 13) * 256 + 1280 + 832);
    EXPECT_TRUE(queue.JoinRanges(true));
    EXPECT_EQ(queue.GetReadable(), at - 1);
    queue.Read(at);
    EXPECT_EQ(queue.GetMemory(), 0U);
}

TEST(TcpReceiveQueue, ReadsBuffersBeyondAGapAsTheyCame)
{
    // With a TUN device, a full segment has 2304 bytes of memory, with space for 164 more, into
    // which 128 are copied. Gaps are filled from the end, so that the next segment is copied after
    // those: 2702 of 1460 + 1460 + 1460 + 1588 bytes leave 218 of the second buffer.
    constexpr uint32_t ROOM = 2048 - 320 - 64 - 1500;
    TcpReceiveQueue queue;
    queue.Open(1);
    queue.Insert({5841, 5969}, 832, true, 24);
    queue.Insert({1461, 2921}, 2304, true, ROOM);
    queue.Insert({2921, 4381}, 2304, true, ROOM);
    EXPECT_EQ(queue.GetMemory(), 2U * 2304 + 832);
    queue.Insert({4381, 5841}, 2304, true, ROOM);
    EXPECT_EQ(queue.GetMemory(), 3U * 2304 + 832);
    queue.Append(1460, 2304, 1, ROOM);
    EXPECT_TRUE(queue.JoinRanges(true));
    EXPECT_EQ(queue.GetMemory(), 4U * 2304);
    queue.Read(2702);
    EXPECT_EQ(queue.GetFirstBytes(), 218U);
    EXPECT_EQ(queue.GetMemory(), 3U * 2304);
    queue.Read(218 + 1460);
    EXPECT_EQ(queue.GetFirstBytes(), 1588U);
    EXPECT_EQ(queue.GetMemory(), 2304U);
}

TEST(TcpReceiveQueue, DropsBuffersThatASegmentCovers)
{
    // Memory as in Linux 6.18 (SK_MEMINFO_RMEM_ALLOC with a TUN device): a segment beyond the gap
    // frees those that it covers, and one that overlaps it stays whole.
    TcpReceiveQueue queue;
    queue.Open(1);
    queue.Insert({101, 201}, 832, true);
    queue.Insert({201, 301}, 832, true);
    EXPECT_EQ(queue.GetMemory(), 1664U);
    queue.Insert({51, 401}, 1280, true);
    EXPECT_EQ(queue.GetMemory(), 1280U);
    queue.Insert({351, 501}, 832, true);
    EXPECT_EQ(queue.GetMemory(), 2112U);
    queue.Append(50, 832);
    EXPECT_TRUE(queue.JoinRanges(true));
    EXPECT_EQ(queue.GetMemory(), 2944U);
    EXPECT_EQ(queue.GetReadable(), 500U);
    queue.Read(360);
    EXPECT_EQ(queue.GetMemory(), 2112U);
    queue.Read(40);
    EXPECT_EQ(queue.GetMemory(), 832U);
    queue.Read(100);
    EXPECT_EQ(queue.GetMemory(), 0U);
}

TEST(TcpReceiveWindow, TakesAShorterRoundTripAtOnceAndALongerOneOfAnEmptyQueue)
{
    // tcp_rcv_rtt_update, the times of receiver-least-round-trip.pkt: 150, 60, 200 ms with unread
    // data, 200 ms without: 60 + (200 - 60) / 8 = 77.5 ms.
    TcpReceiveQueue queue;
    queue.Open(1);
    TcpReceiveWindow window;
    window.SampleRtt(150000, queue);
    EXPECT_EQ(window.GetRtt8() / 8, 150000U);
    window.SampleRtt(60000, queue);
    EXPECT_EQ(window.GetRtt8() / 8, 60000U);
    queue.Append(1448, 2304);
    window.SampleRtt(200000, queue);
    EXPECT_EQ(window.GetRtt8() / 8, 60000U);
    queue.Read(1448);
    window.SampleRtt(200000, queue);
    EXPECT_EQ(window.GetRtt8() / 8, 77500U);
}

TEST(TcpSendQueue, KeepsAWindowOfEqualSegmentsAsOneRun)
{
    TcpSendQueue queue;
    for (uint32_t i = 0; i < 100; ++i)
    {
        queue.CloseTail();
        queue.Append(1 + 1000 * i, 0);
        queue.GrowTail(1000);
    }
    queue.CloseTail();
    EXPECT_EQ(queue.GetRuns(), 1U);
    EXPECT_EQ(queue.GetMemory(), 100 * (1000 + TcpSendQueue::BUFFER_OVERHEAD));
    for (int i = 0; i < 10; ++i)
    {
        queue.SplitUnsentHead().mss = 1000;
        queue.MarkSent();
    }
    EXPECT_EQ(queue.GetSentRuns(), 1U);
    EXPECT_EQ(queue.At(0).GetPackets(), 10U);
    EXPECT_EQ(queue.Find(9001), 0U);
    EXPECT_EQ(queue.Find(10001), 1U);
    queue.SplitRun(0, 4);
    EXPECT_EQ(queue.At(1).seq, 4001U);
    queue.RemoveFront(1);
    EXPECT_EQ(queue.GetMemory(), 96 * (1000 + TcpSendQueue::BUFFER_OVERHEAD));
    EXPECT_TRUE(queue.At(0).seq == 4001U && queue.GetSentRuns() == 1);
}

TEST(TcpSegment, CountsItsHeader)
{
    // RFC 9293 and 7323: 20 bytes; MSS 4, SACK-permitted and timestamps together 12, window scale
    // 4.
    TcpSegment syn;
    syn.flags = TcpSegment::SYN;
    syn.options.hasMss = syn.options.sackPermitted = true;
    syn.options.hasTimestamps = syn.options.hasWindowScale = true;
    EXPECT_EQ(syn.GetHeaderBytes(), 40U);
    EXPECT_EQ(syn.GetEnd(), 1U);
    TcpSegment ack;
    ack.options.hasTimestamps = true;
    ack.options.blocks = 3;
    EXPECT_EQ(ack.GetHeaderBytes(), 60U);
}

namespace
{

/**
 * @ingroup net8-test
 * Counts the segments sent.
 */
struct CountingOutput final : TcpOutput
{
    bool Transmit(const TcpSegment& segment) override
    {
        last = segment;
        ++count;
        return true;
    }

    TcpSegment last; ///< The last segment.
    int count{0};    ///< Number of segments.
};

} // namespace

TEST(TcpTimeWait, AnswersOldAcksSeldomAndMakesPlaceForANewSyn)
{
    const TcpSettings settings;
    CountingOutput output;
    TcpTimeWait rest;
    rest.sendNext = 500;
    rest.receiveNext = 1000;
    rest.deadline = 60000000000;
    TcpSegment old;
    old.seq = 900;
    old.flags = TcpSegment::ACK;
    EXPECT_EQ(rest.Receive(old, settings, 0, output), TcpTimeWait::Verdict::STAYS);
    EXPECT_EQ(rest.Receive(old, settings, 400000000, output), TcpTimeWait::Verdict::STAYS);
    EXPECT_EQ(output.count, 1); // tcp_invalid_ratelimit: one per 500 ms.
    EXPECT_EQ(output.last.ack, 1000U);
    old.length = 100; // Data cannot cause a loop of ACKs.
    EXPECT_EQ(rest.Receive(old, settings, 410000000, output), TcpTimeWait::Verdict::STAYS);
    EXPECT_EQ(output.count, 2);
    TcpSegment syn;
    syn.flags = TcpSegment::SYN;
    syn.seq = 999;
    EXPECT_EQ(rest.Receive(syn, settings, 1000000000, output), TcpTimeWait::Verdict::STAYS);
    syn.seq = 1001; // RFC 9293, section 3.6.1: a larger sequence number is certainly new.
    EXPECT_EQ(rest.Receive(syn, settings, 1000000000, output), TcpTimeWait::Verdict::REUSED);
}

/// A sender whose round trips took 50 ms: its timeout is 252 ms, which is 63 ticks of 4 ms.
class TcpCwndUseTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        m_state.settings = &m_settings;
        m_state.rtt.Sample(m_settings, 50000, 100, 100);
        m_state.rtt.ComputeRto(m_settings);
        ASSERT_EQ(m_state.rtt.GetRtoTicks(m_settings), 63U);
        m_state.cwnd = 40;
        m_state.ssthresh = 20;
    }

    /**
     * Send with a window that is not full.
     *
     * @param tick when, ticks
     * @param packetsOut segments outstanding
     * @param writerWaits whether a write found no space
     */
    void Send(uint32_t tick, uint32_t packetsOut, bool writerWaits = false)
    {
        m_state.tick = tick;
        m_state.packetsOut = packetsOut;
        NoteCwndUse(m_state, m_control, false, writerWaits);
    }

    TcpSettings m_settings; ///< Settings of the host.
    TcpReno m_control;      ///< Congestion control.
    TcpSendState m_state;   ///< State of the sender.
};

TEST_F(TcpCwndUseTest, AWindowIsCutHalfWayToItsUseOnceATimeout)
{
    // tcp_cwnd_application_limited: (window + use) / 2, where the initial window of 10 counts as
    // used, and the threshold is at least three quarters of the window before.
    Send(1, 20);
    Send(62, 15);
    EXPECT_EQ(m_state.cwnd, 40U);
    Send(63, 12);
    EXPECT_EQ(m_state.cwnd, (40U + 20U) / 2);
    EXPECT_EQ(m_state.ssthresh, 30U);
    // The next cut is a timeout later, and by the use since.
    Send(64, 4);
    Send(63 + 62, 4);
    EXPECT_EQ(m_state.cwnd, 30U);
    const std::vector<uint32_t> cuts{(30 + 10) / 2,
                                     (20 + 10) / 2,
                                     (15 + 10) / 2,
                                     (12 + 10) / 2,
                                     (11 + 10) / 2,
                                     10};
    for (size_t i = 0; i < cuts.size(); ++i)
    {
        Send(static_cast<uint32_t>(63 * (i + 2)), 4);
        EXPECT_EQ(m_state.cwnd, cuts[i]) << i;
    }
    EXPECT_EQ(m_state.ssthresh, 30U);
    // A window of no more than what counts as used is left alone, and so is its threshold.
    m_state.ssthresh = 5;
    Send(1000, 4);
    EXPECT_EQ(m_state.cwnd, 10U);
    EXPECT_EQ(m_state.ssthresh, 5U);
}

TEST_F(TcpCwndUseTest, AWindowThatIsUsedOrHeldUpIsNotCut)
{
    // A write that waits for space is not the application's lack of data; its time starts anew.
    Send(63, 12, true);
    EXPECT_EQ(m_state.cwnd, 40U);
    Send(63 + 62, 12);
    EXPECT_EQ(m_state.cwnd, 40U);
    m_state.caState = TcpCaState::RECOVERY;
    Send(63 + 63, 12);
    EXPECT_EQ(m_state.cwnd, 40U);
    m_state.caState = TcpCaState::OPEN;
    // A full window in between counts as use.
    m_state.tick = 150;
    EXPECT_TRUE(NoteCwndUse(m_state, m_control, true, false));
    Send(150 + 62, 12);
    EXPECT_EQ(m_state.cwnd, 40U);
    Send(150 + 63, 12);
    EXPECT_EQ(m_state.cwnd, (40U + 12U) / 2);
    // Without the sysctl nothing is cut.
    m_settings.slowStartAfterIdle = false;
    Send(1000, 12);
    EXPECT_EQ(m_state.cwnd, 26U);
}

TEST_F(TcpCwndUseTest, AnIdleWindowIsHalvedForEachTimeout)
{
    // tcp_cwnd_restart: idle for more than one timeout halves it, for more than two quarters it; it
    // does not fall below the initial window, nor rise to it.
    for (const auto& [window, idle, left] : std::vector<std::array<uint32_t, 3>>{{40, 63, 40},
                                                                                 {40, 64, 20},
                                                                                 {40, 126, 20},
                                                                                 {40, 127, 10},
                                                                                 {100, 190, 12},
                                                                                 {100, 9999, 10},
                                                                                 {6, 9999, 6},
                                                                                 {30, 127, 10}})
    {
        m_state.cwnd = window;
        m_state.ssthresh = 20;
        m_state.lastSentTick = 1000;
        m_state.tick = 1000 + idle;
        m_state.packetsOut = 1;
        CheckIdleCwnd(m_state, m_control);
        EXPECT_EQ(m_state.cwnd, window) << "with a segment outstanding";
        m_state.packetsOut = 0;
        CheckIdleCwnd(m_state, m_control);
        EXPECT_EQ(m_state.cwnd, left) << window << " after " << idle;
        EXPECT_EQ(m_state.ssthresh, idle > 63 ? std::max(20U, window / 2 + window / 4) : 20U);
    }
    m_settings.slowStartAfterIdle = false;
    m_state.cwnd = 40;
    CheckIdleCwnd(m_state, m_control);
    EXPECT_EQ(m_state.cwnd, 40U);
}

} // namespace ns3::net8
