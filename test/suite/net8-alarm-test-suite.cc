// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The single event behind the deadlines of objects that know no simulator.
 */
#include "ns3/net8-alarm.h"
#include "ns3/net8-event-heap.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using std::chrono::nanoseconds;

namespace
{

/**
 * @ingroup net8-test
 * An alarm rings once, at its last deadline, and not after it is destroyed.
 */
class AlarmTest : public TestCase
{
  public:
    AlarmTest()
        : TestCase("an alarm rings once, at the deadline that was set last")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<int64_t> rung;
        auto alarm = std::make_unique<Net8Alarm>([&] { rung.push_back(Net8Alarm::Now().count()); });
        alarm->Set(nanoseconds(100));
        alarm->Set(nanoseconds(300)); // moved to a later time
        Simulator::Schedule(NanoSeconds(150),
                            [&] { alarm->Set(nanoseconds(200)); }); // moved to an earlier time
        Simulator::Schedule(NanoSeconds(400), [&] { alarm->Set(nanoseconds(350)); }); // in the past
        Simulator::Schedule(NanoSeconds(500), [&] { alarm->Set(nanoseconds(600)); });
        Simulator::Schedule(NanoSeconds(550), [&] { alarm->Set(NEVER); });
        Simulator::Schedule(NanoSeconds(700), [&] { alarm->Set(nanoseconds(800)); });
        Simulator::Schedule(NanoSeconds(750), [&] { alarm.reset(); });
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(rung.size(), 2, "it rang twice");
        NS_TEST_EXPECT_MSG_EQ(rung[0], 200, "at the deadline that was set last");
        NS_TEST_EXPECT_MSG_EQ(rung[1], 400, "at once for a deadline in the past");
    }
};

/**
 * @ingroup net8-test
 * The callback of an alarm may destroy the alarm.
 */
class AlarmGoneTest : public TestCase
{
  public:
    AlarmGoneTest()
        : TestCase("an alarm may be taken away by what it calls")
    {
    }

  private:
    void DoRun() override
    {
        struct
        {
            int rung{0};
            std::unique_ptr<Net8Alarm> alarm;
        } of;

        of.alarm = std::make_unique<Net8Alarm>([&of] {
            ++of.rung;
            of.alarm.reset();
        });
        of.alarm->Set(nanoseconds(10));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(of.rung, 1, "it rang");
        NS_TEST_EXPECT_MSG_EQ((of.alarm == nullptr), true, "it is gone");
    }
};

/**
 * @ingroup net8-test
 * Alarms go along with their events when time is skipped.
 */
class AlarmSkipTest : public TestCase
{
  public:
    AlarmSkipTest()
        : TestCase("an alarm goes along when time is skipped")
    {
    }

  private:
    void DoRun() override
    {
        Net8EventHeap::Install();
        auto& heap = *Net8EventHeap::Get();
        std::vector<int64_t> rung;
        const auto ring = [&rung] { rung.push_back(Net8Alarm::Now().count()); };
        Net8Alarm rings(ring);
        Net8Alarm again(ring);
        Net8Alarm dropped(ring);
        Net8Alarm unset(ring);
        rings.Set(nanoseconds(100));
        again.Set(nanoseconds(200));
        dropped.Set(nanoseconds(300));
        Simulator::Schedule(NanoSeconds(50), [&] {
            heap.SetPause([&] {
                heap.Move(nanoseconds(1000), {});
                for (auto* const alarm : {&rings, &again, &dropped, &unset})
                {
                    alarm->Skip(nanoseconds(1000));
                }
            });
        });
        Simulator::Schedule(NanoSeconds(60), [&] {
            again.Set(nanoseconds(1200)); // where it is
            dropped.Set(NEVER);
            NS_TEST_EXPECT_MSG_EQ(heap.GetPending().size(), 2, "it is gone at once");
        });
        Simulator::Run();
        Simulator::Destroy();
        const std::vector<int64_t> wanted{1100, 1200};
        NS_TEST_EXPECT_MSG_EQ((rung == wanted), true, "at their times");
    }
};

/**
 * @ingroup net8-test
 * Alarms.
 */
class AlarmTestSuite : public TestSuite
{
  public:
    AlarmTestSuite()
        : TestSuite("net8-alarm", Type::UNIT)
    {
        AddTestCase(new AlarmTest, Duration::QUICK);
        AddTestCase(new AlarmSkipTest, Duration::QUICK);
        AddTestCase(new AlarmGoneTest, Duration::QUICK);
    }
};

const AlarmTestSuite g_alarmTestSuite; ///< Registers the suite.

} // namespace
