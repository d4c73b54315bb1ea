// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The course of the calls of a session with prespawned, shared and pooled servers.
 */
#include "net8-handler-bench.h"
#include "net8-queueing-case.h"

#include "ns3/net8-dispatcher.h"
#include "ns3/net8-handler-set.h"
#include "ns3/net8-prespawn-pool.h"
#include "ns3/net8-server-pool.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Stage = Net8CallExecutor::Stage;

/**
 * @ingroup net8-test
 * A dedicated server is forked and started; a prespawned one exists already.
 */
class PrespawnTestCase : public CourseTestCase
{
  public:
    PrespawnTestCase()
        : CourseTestCase("a prespawned server answers at once, one that is forked is started")
    {
    }

  private:
    void DoRun() override
    {
        HandlerBench bench("prespawned", {Prespawn(1, 2)});
        auto& handler = *bench.Get().GetHandlers().front();
        NS_TEST_EXPECT_MSG_EQ(handler.NeedsFork(), false, "one is idle");
        auto first = bench.Admit();
        NS_TEST_EXPECT_MSG_EQ(handler.NeedsFork(), true, "none is idle for 1 s");
        auto second = bench.Admit();
        first->Start({.ready = MakeNote("first")});
        second->Start({.ready = MakeNote("second")});
        Simulator::Schedule(Seconds(2), [&] {
            NS_TEST_EXPECT_MSG_EQ(handler.NeedsFork(), false, "one was made in its place");
            first.reset();
            second.reset();
            // The one that was created and the one that was returned; the forked one is gone.
            NS_TEST_EXPECT_MSG_EQ(bench.Get().GetPool<Net8PrespawnPool>()->GetIdle(),
                                  2,
                                  "idle servers");
            NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), 2 * PROCESS_BYTES, "their memory");
        });
        Simulator::Run();
        // 30 ms of CPU and 20 ms without.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "first@0 second@0.05 ", "when they can answer");
        // TIMEOUT has ended one of the two, POOL_SIZE keeps the other.
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), PROCESS_BYTES, "memory at the end");
        const auto counters = bench.Get().GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.at("prespawn_hits"), 1, "hits");
        NS_TEST_EXPECT_MSG_EQ(counters.at("prespawn_misses"), 1, "misses");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Two sessions with one dispatcher and one shared server.
 */
class SharedCourseTestCase : public CourseTestCase
{
  public:
    SharedCourseTestCase()
        : CourseTestCase("calls go through dispatcher, common queue and dispatcher")
    {
    }

  private:
    void DoRun() override
    {
        HandlerBench bench(
            "shared",
            {Shared(1),
             MakeFactory<Net8Dispatcher>("ReadTime",
                                         StringValue("ns3::ConstantRandomVariable[Constant=1]"),
                                         "WriteTime",
                                         StringValue("ns3::ConstantRandomVariable[Constant=2]"))});
        auto first = bench.Admit();
        auto second = bench.Admit();
        first->Start({.ready = MakeNote("ready")});
        first->Run({.stage = Stage::LOGON, .cpu = Seconds(6), .wait = Seconds(4)},
                   MakeNote("first"));
        second->Run({.cpu = Seconds(10)}, MakeNote("second"));
        Simulator::Run();
        // Read until 1 and 2 s, at the server until 11 and 21 s, written until 13 and 23 s.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "ready@0 first@13 second@23 ", "ends");
        // Cancelled: the server continues with the next one at once.
        first->Run({.cpu = Seconds(10)}, MakeNote("given up"));
        second->Run({.cpu = Seconds(10)}, MakeNote("next"));
        Simulator::Schedule(Seconds(5), [&first] { first.reset(); });
        Simulator::Run();
        // From 23 s: read until 25 s, at the server from 28 to 38 s, written until 40 s.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "ready@0 first@13 second@23 next@40 ", "ends");
        second.reset();
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), PROCESS_BYTES, "the shared server stays");
        NS_TEST_EXPECT_MSG_EQ(bench.Get().GetCounters().at("shared_waits"), 2, "calls that waited");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Sessions with a broker: hit and miss, waiting, think time, refusal.
 */
class PooledCourseTestCase : public CourseTestCase
{
  public:
    PooledCourseTestCase()
        : CourseTestCase("a pooled server is lent with the first call and given back at logoff")
    {
    }

  private:
    /**
     * Run a session of a connection class: authentication of 5 s, two calls of 10 s, logoff.
     *
     * @param bench the handlers
     * @param name name of the session
     * @param connectionClass its class
     */
    void Start(HandlerBench& bench, const std::string& name, const std::string& connectionClass)
    {
        m_sessions.push_back(bench.Admit(connectionClass));
        auto& session = *m_sessions.back();
        const Net8CallExecutor::Work call{.cpu = Seconds(10)};
        session.Start({.ready = [this, &session, name, call] {
            Note(name + ".ready");
            session.Run({.stage = Stage::AUTHENTICATION, .cpu = Seconds(5)}, [=, this, &session] {
                Note(name + ".auth");
                session.Run(call, [=, this, &session] {
                    Note(name + ".call");
                    session.Idle();
                    session.Run(call, [=, this, &session] {
                        Note(name + ".call");
                        session.Run({.stage = Stage::LOGOFF}, MakeNote(name + ".off"));
                    });
                });
            });
        }});
    }

    void DoRun() override
    {
        HandlerBench bench("pooled", {Pool(1), SlowBroker()});
        Start(bench, "a", "app");
        Simulator::Schedule(Seconds(40), [this, &bench] { Start(bench, "b", "app"); });
        Simulator::Schedule(Seconds(100), [this, &bench] { Start(bench, "c", "other"); });
        Simulator::Run();
        // a: accepted 1, authenticated 6, server lent 8, session made 28, calls 38 and 48; the
        // broker takes the server back until 50. b: 41, 46; the broker is free at 48, there is a
        // session of the class at 50: calls 60 and 70. c: 101, 106, 108, a session of another class
        // is made until 128, calls 138 and 148.
        NS_TEST_EXPECT_MSG_EQ(
            GetCourse(),
            "a.ready@1 a.auth@6 a.call@38 b.ready@41 b.auth@46 a.call@48 a.off@48 "
            "b.call@60 b.call@70 b.off@70 "
            "c.ready@101 c.auth@106 c.call@138 c.call@148 c.off@148 ",
            "courses");
        const auto counters = bench.Get().GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.at("pool_hits"), 1, "b");
        NS_TEST_EXPECT_MSG_EQ(counters.at("pool_misses"), 2, "a and c");
        NS_TEST_EXPECT_MSG_EQ(counters.at("pool_waits"), 1, "b");
        NS_TEST_EXPECT_MSG_EQ(counters.at("pool_authentications"), 3, "all");
        NS_TEST_EXPECT_MSG_EQ(bench.Get().GetPool<Net8ServerPool>()->GetBusy(), 0, "none is lent");
        m_sessions.clear();
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), PROCESS_BYTES + SESSION_BYTES, "the server stays");
        Simulator::Destroy();
    }

    std::vector<std::unique_ptr<Net8CallExecutor>> m_sessions; ///< The sessions.
};

/**
 * @ingroup net8-test
 * A session that holds a server without using it loses it; one that finds none is refused if no
 * request may wait.
 */
class PooledLossTestCase : public CourseTestCase
{
  public:
    PooledLossTestCase()
        : CourseTestCase("think time and a full pool end in a lost session and in ORA-24459")
    {
    }

  private:
    void DoRun() override
    {
        HandlerBench bench("pooled", {Pool(1, 0)});
        auto first = bench.Admit();
        auto second = bench.Admit();
        first->Start({.ready = [] {},
                      .lost =
                          [this, &first] {
                              Note("lost");
                              first.reset();
                          }});
        second->Start({.ready = [] {}, .refused = [this](const auto& text) { Note(text); }});
        // The reply of the first one is being sent until 100 s; think time starts at its end.
        first->Run({.cpu = Seconds(10)}, MakeNote("done"));
        Simulator::Schedule(Seconds(100), [&first] { first->Idle(); });
        Simulator::Schedule(Seconds(50), [this, &second] {
            second->Run({.cpu = Seconds(1)}, MakeNote("never"));
        });
        Simulator::Schedule(Seconds(106), [this, &second] {
            second->Run({.cpu = Seconds(1)}, MakeNote("served"));
        });
        Simulator::Schedule(Seconds(108), [&second] { second.reset(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCourse(),
                              "done@10 ORA-24459: OCISessionGet() timed out waiting for pool to "
                              "create new connections@50 lost@105 served@107 ",
                              "course");
        const auto counters = bench.Get().GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.at("pool_think_timeouts"), 1, "the first one");
        NS_TEST_EXPECT_MSG_EQ(counters.at("pool_refused"), 1, "the second one");
        NS_TEST_EXPECT_MSG_EQ(bench.Get().GetPool<Net8ServerPool>()->GetBusy(), 0, "none is lent");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Suite of the course of calls.
 */
class Net8HandlerCourseTestSuite : public TestSuite
{
  public:
    Net8HandlerCourseTestSuite()
        : TestSuite("net8-handler-course", Type::SYSTEM)
    {
        AddTestCase(new PrespawnTestCase, Duration::QUICK);
        AddTestCase(new SharedCourseTestCase, Duration::QUICK);
        AddTestCase(new PooledCourseTestCase, Duration::QUICK);
        AddTestCase(new PooledLossTestCase, Duration::QUICK);
    }
};

/// The suite.
Net8HandlerCourseTestSuite g_net8HandlerCourseTestSuite;

} // namespace
