// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Events that follow others in trains, of which only the first is in the heap.
 */
#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/net8-event-heap.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using std::chrono::nanoseconds;

namespace
{

/**
 * @ingroup net8-test
 * Events on trains, most of them in order, some not, and others on none: all are executed in the
 * order of their times and, at the same time, of their origins.
 */
class TrainOrderTest : public TestCase
{
  public:
    TrainOrderTest()
        : TestCase("events of trains come in the order of all events")
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t EVENTS = 4000;
        Net8EventHeap::Install();
        auto& heap = *Net8EventHeap::Get();
        std::array<Net8EventHeap::Train, 3> trains{};
        std::array<int64_t, 3> ends{};
        std::mt19937 random(1);
        std::vector<std::pair<int64_t, int64_t>> wanted;
        std::vector<std::pair<int64_t, int64_t>> seen;
        const auto schedule = [&](int64_t number) {
            const std::size_t at = random() % 4;
            auto* const train = at < trains.size() ? &trains.at(at) : nullptr;
            const int64_t now = Simulator::Now().GetNanoSeconds();
            int64_t time = now + 1 + static_cast<int64_t>(random() % 50);
            if (train && random() % 8 > 0)
            {
                time = std::max(time, ends.at(at)); // in order, perhaps at the same time
            }
            if (train)
            {
                ends.at(at) = time;
            }
            // A later event may come first at the same time, as its origin says.
            const int64_t known = -static_cast<int64_t>(random() % 3);
            const auto order = static_cast<uint64_t>(number);
            heap.Place({.known = nanoseconds(known), .order = order, .within = order}, train);
            const int64_t rank = known * EVENTS + number;
            wanted.emplace_back(time, rank);
            Simulator::Schedule(NanoSeconds(time - now), [&seen, rank] {
                seen.emplace_back(Simulator::Now().GetNanoSeconds(), rank);
            });
        };
        for (int64_t i = 0; i < EVENTS; ++i)
        {
            Simulator::Schedule(NanoSeconds(i / 4), [&schedule, i] { schedule(i); });
        }
        Simulator::Run();
        Simulator::Destroy();
        std::ranges::sort(wanted);
        NS_TEST_ASSERT_MSG_EQ(seen.size(), wanted.size(), "all were executed");
        NS_TEST_EXPECT_MSG_EQ((seen == wanted), true, "in order");
    }
};

/**
 * @ingroup net8-test
 * Events of a train are listed, removed and moved like others.
 */
class TrainChangeTest : public TestCase
{
    /// Keeps times of its own.
    class Moved : public Net8EventHeap::Mover
    {
      public:
        void Move(Net8EventHeap::Nanos span) override
        {
            by += span;
        }

        void Describe(std::vector<int64_t>& state) const override
        {
            state.push_back(by.count());
        }

        Net8EventHeap::Nanos GetEnd() const override
        {
            return by;
        }

        Net8EventHeap::Nanos by{0}; ///< By how much they have moved.
    };

  public:
    TrainChangeTest()
        : TestCase("events of a train can be listed, removed and moved")
    {
    }

  private:
    void DoRun() override
    {
        Net8EventHeap::Install();
        auto& heap = *Net8EventHeap::Get();
        Net8EventHeap::Train train;
        std::vector<int64_t> seen;
        std::vector<EventId> events;
        const auto schedule = [&](int64_t wait) {
            heap.Place({.order = heap.TakeNumber()}, &train);
            events.push_back(Simulator::Schedule(NanoSeconds(wait), [&seen, wait] {
                seen.push_back(wait * 1000 + Simulator::Now().GetNanoSeconds());
            }));
        };
        for (const int64_t wait : {10, 20, 30, 40, 50})
        {
            schedule(wait);
        }
        NS_TEST_EXPECT_MSG_EQ(heap.GetPending().size(), 5, "all are listed");
        events[0].Remove(); // the first one, which is in the heap
        events[2].Remove(); // one that follows another
        NS_TEST_EXPECT_MSG_EQ(heap.GetPending().size(), 3, "all but those that are gone");
        Moved moved;
        Moved gone;
        heap.Add(moved);
        heap.Add(gone);
        heap.Remove(gone);
        heap.Move(nanoseconds(100), {events[3].GetUid()});
        NS_TEST_EXPECT_MSG_EQ(moved.by.count(), 100, "what keeps times of its own is told");
        NS_TEST_EXPECT_MSG_EQ(gone.by.count(), 0, "what is gone is not");
        const bool told = heap.DescribeMovers() == std::vector<int64_t>{100};
        NS_TEST_EXPECT_MSG_EQ(told, true, "and it is asked for what it will do");
        NS_TEST_EXPECT_MSG_EQ(heap.GetEnd().count(), 100, "and until when");
        heap.Remove(moved);
        schedule(60); // follows the one of 50, which is now at 150, but comes before it
        Simulator::Run();
        Simulator::Destroy();
        const std::vector<int64_t> wanted{40'040, 60'060, 20'120, 50'150};
        NS_TEST_EXPECT_MSG_EQ((seen == wanted), true, "those that are left, at their times");
    }
};

/**
 * @ingroup net8-test
 * The event heap.
 */
class EventHeapTestSuite : public TestSuite
{
  public:
    EventHeapTestSuite()
        : TestSuite("net8-event-heap", Type::UNIT)
    {
        AddTestCase(new TrainOrderTest, Duration::QUICK);
        AddTestCase(new TrainChangeTest, Duration::QUICK);
    }
};

const EventHeapTestSuite g_eventHeapTestSuite; ///< Registers the suite.

} // namespace
