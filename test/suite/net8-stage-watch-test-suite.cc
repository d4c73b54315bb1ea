// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/net8-event-heap.h"
#include "ns3/net8-stage-watch.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <chrono>
#include <functional>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Nanos = Net8StageWatch::Nanos;

/// Length of a packet, bytes.
constexpr uint32_t BYTES = 1000;

/**
 * @param at time of the event
 * @param known when it was scheduled
 * @return the place of the event
 */
Net8StageWatch::Moment
MakeMoment(int64_t at, int64_t known)
{
    return {.at = Nanos(at), .origin = {.known = Nanos(known)}};
}

/**
 * @ingroup net8-test
 * A line whose future is known, looked at in between.
 */
class StageWatchTestCase : public TestCase
{
  public:
    StageWatchTestCase()
        : TestCase("what is known ahead counts for the looks that come after it")
    {
    }

  private:
    void DoRun() override;

    /**
     * @param at time of the look
     * @param check checks what is seen
     */
    void LookAt(int64_t at, std::function<void(const Net8StageWatch::Counters&)> check);

    Ptr<Net8StageWatch> m_watch; ///< The watch under test.
};

void
StageWatchTestCase::LookAt(int64_t at, std::function<void(const Net8StageWatch::Counters&)> check)
{
    Simulator::Schedule(NanoSeconds(at), [this, check] { check(m_watch->Look()); });
}

void
StageWatchTestCase::DoRun()
{
    Net8EventHeap::Install();
    m_watch = Create<Net8StageWatch>([](const Packet& frame) {
        return Net8StageWatch::Payload{.group = 3, .bytes = frame.GetSize()};
    });
    // One packet is sent from 100 ns to 200 ns, a second one waits for it from 150 ns on, a third
    // one is dropped at 160 ns as the queue is full. The first one arrives at 900 ns, the second
    // one is lost.
    m_watch->Send({.came = MakeMoment(100, 50),
                   .began = MakeMoment(100, 50),
                   .end = Nanos(200),
                   .bytes = BYTES});
    m_watch->Send({.came = MakeMoment(150, 60),
                   .began = MakeMoment(200, 100),
                   .end = Nanos(300),
                   .bytes = BYTES,
                   .waited = true});
    m_watch->Drop(MakeMoment(160, 70));
    m_watch->Arrive(MakeMoment(900, 100), *Create<Packet>(BYTES));
    m_watch->Lose(MakeMoment(1000, 200));
    LookAt(0, [this](const auto& counters) {
        NS_TEST_EXPECT_MSG_EQ(counters.sentBytes, 0, "nothing has begun");
        NS_TEST_EXPECT_MSG_EQ(counters.busy.count(), 0, "nothing has begun");
    });
    LookAt(170, [this](const auto& counters) {
        NS_TEST_EXPECT_MSG_EQ(counters.sentBytes, BYTES, "the first has begun");
        NS_TEST_EXPECT_MSG_EQ(counters.busy.count(), 70, "since 100 ns");
        NS_TEST_EXPECT_MSG_EQ(counters.queuePackets, 1, "the second waits");
        NS_TEST_EXPECT_MSG_EQ(counters.queueBytes, BYTES, "the second waits");
        NS_TEST_EXPECT_MSG_EQ(counters.dropped, 1, "the third had no room");
    });
    // This look was scheduled at 0 ns, before the begin of the packet that ends at 200 ns: it comes
    // first.
    LookAt(200, [this](const auto& counters) {
        NS_TEST_EXPECT_MSG_EQ(counters.queuePackets, 1, "the second still waits");
        NS_TEST_EXPECT_MSG_EQ(counters.busy.count(), 100, "the first is sent");
    });
    // This one is scheduled after that, for the same nanosecond.
    Simulator::Schedule(NanoSeconds(150), [this] {
        LookAt(50, [this](const auto& counters) {
            NS_TEST_EXPECT_MSG_EQ(counters.queuePackets, 0, "the second has begun");
            NS_TEST_EXPECT_MSG_EQ(counters.sentBytes, 2 * BYTES, "the second has begun");
            NS_TEST_EXPECT_MSG_EQ(counters.busy.count(), 100, "in this nanosecond");
        });
    });
    LookAt(899, [this](const auto& counters) {
        NS_TEST_EXPECT_MSG_EQ(counters.busy.count(), 200, "both are sent");
        NS_TEST_EXPECT_MSG_EQ(counters.goodput.size(), 0, "none has come through");
    });
    // One is lost now, while it is known that another one will be lost later.
    Simulator::Schedule(NanoSeconds(950), [this] {
        m_watch->Lose(MakeMoment(2000, 200));
        m_watch->Lose(Net8StageWatch::GetPresent());
    });
    LookAt(999, [this](const auto& counters) {
        NS_TEST_EXPECT_MSG_EQ(counters.lost, 1, "the one that is lost now");
    });
    LookAt(1001, [this](const auto& counters) {
        NS_TEST_ASSERT_MSG_EQ(counters.goodput.size(), 1, "one has come through");
        NS_TEST_EXPECT_MSG_EQ(counters.goodput.at(3), BYTES, "of its group");
        NS_TEST_EXPECT_MSG_EQ(counters.lost, 2, "and the second of those that were sent");
    });
    Simulator::Run();
    m_watch = nullptr;
    Simulator::Destroy();
}

/**
 * @ingroup net8-test
 * Suite of what is seen of computed lines.
 */
class StageWatchTestSuite : public TestSuite
{
  public:
    StageWatchTestSuite()
        : TestSuite("net8-stage-watch", Type::UNIT)
    {
        AddTestCase(new StageWatchTestCase, Duration::QUICK);
    }
};

StageWatchTestSuite g_stageWatchTestSuite; ///< The suite.

} // namespace
