// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What an instance serves sessions with: dedicated, prespawned, shared and pooled servers, their
 * courses, their memory, their waiting rules and their limits.
 */
#include "net8-queueing-case.h"

#include "ns3/double.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-handler-set.h"
#include "ns3/net8-pooled-handler.h"
#include "ns3/net8-shared-handler.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Stage = Net8CallExecutor::Stage;

/// Memory of the documentation's example: process, session, connection with a broker, bytes.
constexpr uint64_t PROCESS = 4000000;
constexpr uint64_t SESSION = 400000;
constexpr uint64_t CONNECTION = 35000;

/**
 * @ingroup net8-test
 * @param constant seconds
 * @return always that
 */
Ptr<RandomVariableStream>
Constant(double constant)
{
    return CreateObjectWithAttributes<ConstantRandomVariable>("Constant", DoubleValue(constant));
}

/**
 * @ingroup net8-test
 * A factory by class: names may not be registered yet when the suite is made.
 *
 * @tparam T a class
 * @tparam ARGUMENTS names and values
 * @param arguments names and values of attributes
 * @return the factory
 */
template <typename T, typename... ARGUMENTS>
ObjectFactory
MakeFactory(const ARGUMENTS&... arguments)
{
    ObjectFactory factory;
    factory.SetTypeId(T::GetTypeId());
    factory.Set(arguments...);
    return factory;
}

/**
 * @ingroup net8-test
 * The handlers of an instance on a host that is nothing but memory.
 */
class Bench
{
  public:
    /**
     * @param kinds kinds of handlers
     * @param factories attributes of their parts
     * @param limit memory of the host, bytes; 0: no limit
     */
    explicit Bench(const std::string& kinds,
                   const std::vector<ObjectFactory>& factories = {},
                   uint64_t limit = 0)
        : m_memory(CreateObjectWithAttributes<Net8HostMemory>("Limit", UintegerValue(limit)))
    {
        for (const auto& factory : factories)
        {
            m_handlers.SetFactory(factory);
        }
        const auto problem = m_handlers.Make({.kinds = kinds});
        NS_ABORT_MSG_IF(!problem.empty(), problem);
        m_handlers.Open({.memory = m_memory,
                         .execCpuTime = Constant(0.03),
                         .handoverTime = Constant(0.02),
                         .processMemory = PROCESS,
                         .sessionMemory = SESSION});
    }

    /**
     * @param connectionClass connection class asked for
     * @return what does the work of one more session; nothing: there is no room
     */
    std::unique_ptr<Net8CallExecutor> Admit(const std::string& connectionClass = "")
    {
        return m_handlers.Admit(0, {.connectionClass = connectionClass});
    }

    /**
     * @return the handlers
     */
    Net8HandlerSet& Get()
    {
        return m_handlers;
    }

    /**
     * @return bytes reserved now
     */
    uint64_t GetUsed() const
    {
        return m_memory->GetUsed();
    }

    /**
     * @param name name of an account
     * @return the most bytes that it held
     */
    uint64_t GetPeak(const std::string& name) const
    {
        const auto found = m_memory->GetAccounts().find(name);
        return found == m_memory->GetAccounts().end() ? 0 : found->second.peakBytes;
    }

  private:
    Ptr<Net8HostMemory> m_memory; ///< Memory of the host.
    Net8HandlerSet m_handlers;    ///< The handlers.
};

/**
 * @ingroup net8-test
 * Prespawned servers as a factory.
 *
 * @param size POOL_SIZE
 * @param most PRESPAWN_MAX
 * @return the factory
 */
ObjectFactory
Prespawn(uint32_t size, uint32_t most)
{
    return MakeFactory<Net8PrespawnPool>("PoolSize",
                                         UintegerValue(size),
                                         "PrespawnMax",
                                         UintegerValue(most),
                                         "SpawnTime",
                                         TimeValue(Seconds(1)));
}

/**
 * @ingroup net8-test
 * A fixed number of shared servers as a factory.
 *
 * @param servers how many
 * @return the factory
 */
ObjectFactory
Shared(uint32_t servers)
{
    return MakeFactory<Net8SharedServers>("SharedServers",
                                          UintegerValue(servers),
                                          "MaxSharedServers",
                                          UintegerValue(servers));
}

/**
 * @ingroup net8-test
 * A resident pool of a fixed size as a factory; none of it is kept for authentication.
 *
 * @param servers MINSIZE and MAXSIZE
 * @param queueLimit most requests that wait
 * @return the factory
 */
ObjectFactory
Pool(uint32_t servers, uint32_t queueLimit = 1000000)
{
    return MakeFactory<Net8ServerPool>("MinSize",
                                       UintegerValue(servers),
                                       "MaxSize",
                                       UintegerValue(servers),
                                       "QueueLimit",
                                       UintegerValue(queueLimit),
                                       "AuthenticationShare",
                                       DoubleValue(0),
                                       "MaxThinkTime",
                                       TimeValue(Seconds(5)));
}

/**
 * @ingroup net8-test
 * A broker that takes a connection over in 1 s, lends a server in 2 s, and servers that make a
 * session in 20 s, as a factory.
 *
 * @return the factory
 */
ObjectFactory
SlowBroker()
{
    return MakeFactory<Net8PooledHandler>("AcceptTime",
                                          TimeValue(Seconds(1)),
                                          "LendTime",
                                          TimeValue(Seconds(2)),
                                          "SessionTime",
                                          TimeValue(Seconds(20)),
                                          "ConnectionMemory",
                                          UintegerValue(CONNECTION));
}

/**
 * @ingroup net8-test
 * Memory as in the documentation's example, section 7 of the sheet of Oracle Net's behaviour: 5000
 * connections, 100 shared or pooled servers.
 */
class MemoryTestCase : public TestCase
{
  public:
    MemoryTestCase()
        : TestCase("5000 connections take 22 GB dedicated, 2.4 GB shared, 615 MB pooled")
    {
    }

  private:
    /**
     * @param kinds kinds of handlers
     * @param factories attributes of their parts
     * @param start what they take without sessions, bytes
     * @param expected what 5000 sessions take with them, bytes
     */
    void Check(const std::string& kinds,
               const std::vector<ObjectFactory>& factories,
               uint64_t start,
               uint64_t expected)
    {
        Bench bench(kinds, factories);
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), start, kinds << " without sessions");
        std::vector<std::unique_ptr<Net8CallExecutor>> sessions;
        for (uint32_t i = 0; i < 5000; ++i)
        {
            sessions.push_back(bench.Admit());
        }
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), expected, kinds << " with sessions");
        sessions.clear();
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), start, kinds << " after them");
        bench.Get().Close();
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), 0, kinds << " at the end");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check("dedicated", {}, 0, 5000 * (PROCESS + SESSION));
        Check("shared", {Shared(100)}, 100 * PROCESS, 100 * PROCESS + 5000 * SESSION);
        const uint64_t pool = 100 * (PROCESS + SESSION);
        Check("pooled", {Pool(100), SlowBroker()}, pool, pool + 5000 * CONNECTION);
        NS_TEST_EXPECT_MSG_EQ(5000 * (PROCESS + SESSION), 22000000000, "22 GB");
        NS_TEST_EXPECT_MSG_EQ(100 * PROCESS + 5000 * SESSION, 2400000000, "2.4 GB");
        NS_TEST_EXPECT_MSG_EQ(pool + 5000 * CONNECTION, 615000000, "615 MB");
        // A prespawned server has no session until one comes; those that are not there are forked.
        Check("prespawned", {Prespawn(10, 10)}, 10 * PROCESS, 5000 * (PROCESS + SESSION));
    }
};

/**
 * @ingroup net8-test
 * A host that is full refuses, and takes sessions again when others are gone.
 */
class FullHostTestCase : public TestCase
{
  public:
    FullHostTestCase()
        : TestCase("a host without memory takes no session")
    {
    }

  private:
    /**
     * @param bench the handlers
     * @param room sessions for which there is room
     * @param what name of the case
     */
    void Check(Bench& bench, uint32_t room, const std::string& what)
    {
        std::vector<std::unique_ptr<Net8CallExecutor>> sessions;
        for (uint32_t i = 0; i < room; ++i)
        {
            sessions.push_back(bench.Admit());
            NS_TEST_EXPECT_MSG_EQ((sessions.back() != nullptr), true, what << ", room for " << i);
        }
        const uint64_t used = bench.GetUsed();
        NS_TEST_EXPECT_MSG_EQ((bench.Admit() == nullptr), true, what << ", no more");
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), used, what << ", nothing is kept for it");
        if (room > 0)
        {
            sessions.pop_back();
            NS_TEST_EXPECT_MSG_EQ((bench.Admit() != nullptr), true, what << ", one is gone");
        }
    }

    void DoRun() override
    {
        // Room for two processes with sessions, and for the process of a third one.
        Bench dedicated("dedicated", {}, 3 * PROCESS + 2 * SESSION + SESSION / 2);
        Check(dedicated, 2, "dedicated");
        Bench prespawned("prespawned", {Prespawn(2, 2)}, 3 * PROCESS + 2 * SESSION);
        Check(prespawned, 2, "prespawned");
        Bench shared("shared", {Shared(1)}, PROCESS + 3 * SESSION);
        Check(shared, 3, "shared");
        Bench pooled("pooled", {Pool(2), SlowBroker()}, 2 * (PROCESS + SESSION) + CONNECTION);
        Check(pooled, 1, "pooled");
        Bench start("pooled", {Pool(2)}, 2 * PROCESS);
        Check(start, 0, "pool without room for its servers");
        NS_TEST_EXPECT_MSG_EQ(start.GetUsed(), 0, "nothing is kept for servers of no use");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A dedicated server is forked and started; a prespawned one is there.
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
        Bench bench("prespawned", {Prespawn(1, 2)});
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
            // The one that was made and the one that came back; the forked one is gone.
            NS_TEST_EXPECT_MSG_EQ(bench.Get().GetPrespawnPool()->GetIdle(), 2, "idle servers");
            NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), 2 * PROCESS, "their memory");
        });
        Simulator::Run();
        // 30 ms of CPU and 20 ms without.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "first@0 second@0.05 ", "when they can answer");
        // TIMEOUT ended one of the two, POOL_SIZE keeps the other.
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), PROCESS, "memory at the end");
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
        Bench bench("shared",
                    {Shared(1),
                     MakeFactory<Net8Dispatcher>("ReadTime",
                                                 TimeValue(Seconds(1)),
                                                 "WriteTime",
                                                 TimeValue(Seconds(2)))});
        auto first = bench.Admit();
        auto second = bench.Admit();
        first->Start({.ready = MakeNote("ready")});
        first->Run({.stage = Stage::LOGON, .cpu = Seconds(6), .wait = Seconds(4)},
                   MakeNote("first"));
        second->Run({.cpu = Seconds(10)}, MakeNote("second"));
        Simulator::Run();
        // Read until 1 and 2 s, with the server until 11 and 21 s, written until 13 and 23 s.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "ready@0 first@13 second@23 ", "ends");
        // Given up: the server goes on with the next one at once.
        first->Run({.cpu = Seconds(10)}, MakeNote("given up"));
        second->Run({.cpu = Seconds(10)}, MakeNote("next"));
        Simulator::Schedule(Seconds(5), [&first] { first.reset(); });
        Simulator::Run();
        // From 23 s: read until 25 s, with the server from 28 to 38 s, written until 40 s.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "ready@0 first@13 second@23 next@40 ", "ends");
        second.reset();
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), PROCESS, "the shared server stays");
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
     * A session of a connection class: authentication of 5 s, two calls of 10 s, logoff.
     *
     * @param bench the handlers
     * @param name name of the session
     * @param connectionClass its class
     */
    void Start(Bench& bench, const std::string& name, const std::string& connectionClass)
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
        Bench bench("pooled", {Pool(1), SlowBroker()});
        Start(bench, "a", "app");
        Simulator::Schedule(Seconds(40), [this, &bench] { Start(bench, "b", "app"); });
        Simulator::Schedule(Seconds(100), [this, &bench] { Start(bench, "c", "other"); });
        Simulator::Run();
        // a: taken over 1, authenticated 6, server lent 8, session made 28, calls 38 and 48; the
        // broker takes the server back until 50. b: 41, 46; the broker is ready at 48, there is a
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
        NS_TEST_EXPECT_MSG_EQ(bench.Get().GetServerPool()->GetBusy(), 0, "none is lent");
        m_sessions.clear();
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), PROCESS + SESSION, "the server stays");
        Simulator::Destroy();
    }

    std::vector<std::unique_ptr<Net8CallExecutor>> m_sessions; ///< The sessions.
};

/**
 * @ingroup net8-test
 * Who holds a server and does nothing loses it; who finds none is refused where nobody may wait.
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
        Bench bench("pooled", {Pool(1, 0)});
        auto first = bench.Admit();
        auto second = bench.Admit();
        first->Start({.ready = [] {},
                      .lost =
                          [this, &first] {
                              Note("lost");
                              first.reset();
                          }});
        second->Start({.ready = [] {}, .refused = [this](const auto& text) { Note(text); }});
        // The reply of the first one is on its way until 100 s; think time starts with its end.
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
        NS_TEST_EXPECT_MSG_EQ(bench.Get().GetServerPool()->GetBusy(), 0, "none is lent");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Sessions of one call each that come at random; the time that calls take beyond their work is the
 * time in the queue. Section 11.1 of the analytic models.
 */
class WaitTestCase : public ReplicationTestCase
{
  public:
    /**
     * @param kind kind of handler
     * @param factory attributes of its servers
     */
    WaitTestCase(const std::string& kind, const ObjectFactory& factory)
        : ReplicationTestCase(kind + " servers, a fixed number, make calls wait as Erlang C says"),
          m_kind(kind),
          m_factory(factory)
    {
    }

  private:
    void SetUp() override
    {
        m_bench = std::make_unique<Bench>(m_kind, std::vector{m_factory});
        m_sum = 0;
        m_count = 0;
        m_lost = 0;
    }

    void Arrive(Time service) override
    {
        const std::shared_ptr<Net8CallExecutor> session = m_bench->Admit();
        const Time began = Simulator::Now();
        const bool counts = IsWarm();
        ++m_lost;
        session->Start({.ready = [] {}});
        session->Run({.cpu = service}, [this, session, began, counts, service] {
            // The session ends with this callback, from an event of its own.
            Simulator::ScheduleNow([session] {});
            --m_lost;
            m_sum += counts ? (Simulator::Now() - began - service).GetHours() : 0;
            m_count += counts ? 1 : 0;
        });
    }

    double TearDown() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_lost, 0, "no session is lost");
        NS_TEST_EXPECT_MSG_EQ(m_bench->GetPeak("process"), 3 * PROCESS, "three servers");
        m_bench.reset();
        return m_sum / m_count;
    }

    void DoRun() override
    {
        // lambda = 6/h, s = 20 min, c = 3: Wq = C s / (c (1 - 2/3)) = 0.4444 x 20 min = 0.1481 h.
        Check(Minutes(10), Minutes(20), ErlangC(3, 2) / 3, "Wq in hours");
    }

    std::string m_kind;             ///< Kind of handler.
    ObjectFactory m_factory;        ///< Attributes of its servers.
    std::unique_ptr<Bench> m_bench; ///< The handlers.
    double m_sum{0};                ///< Time waited, h.
    uint64_t m_count{0};            ///< Calls that count.
    uint32_t m_lost{0};             ///< Sessions whose call is not done.
};

/**
 * @ingroup net8-test
 * A dispatcher that reads calls in a fixed time is an M/D/1 queue in front of the shared servers;
 * sections 11.5 and 11.13 of the analytic models.
 */
class DispatcherTestCase : public ReplicationTestCase
{
  public:
    DispatcherTestCase()
        : ReplicationTestCase("a dispatcher makes calls wait as one server with fixed times does")
    {
    }

  private:
    void SetUp() override
    {
        m_bench = std::make_unique<Bench>(
            "shared",
            std::vector{Shared(3), MakeFactory<Net8Dispatcher>("ReadTime", TimeValue(Seconds(1)))});
        m_sum = 0;
        m_count = 0;
        DynamicCast<Net8SharedHandler>(m_bench->Get().GetHandlers().front())
            ->GetDispatcher()
            ->GetProcess()
            ->TraceConnectWithoutContext("JobDone",
                                         MakeCallback(&DispatcherTestCase::HandleJob, this));
    }

    void Arrive(Time service) override
    {
        const std::shared_ptr<Net8CallExecutor> session = m_bench->Admit();
        session->Run({.cpu = service}, [session] { Simulator::ScheduleNow([session] {}); });
    }

    /**
     * @param wait time in the line of the dispatcher
     * @param service time of its work: 1 s to read a call, nothing to write its reply
     */
    void HandleJob(Time wait, Time service)
    {
        if (IsWarm() && service.IsStrictlyPositive())
        {
            m_sum += wait.GetSeconds();
            ++m_count;
        }
    }

    double TearDown() override
    {
        m_bench.reset();
        return m_sum / m_count;
    }

    void DoRun() override
    {
        // rho = 0.5: Wq = rho s / (2 (1 - rho)) = 0.5 s; writing takes no time and delays nobody.
        Check(Seconds(2), Seconds(2), 0.5, "Wq in seconds");
    }

    std::unique_ptr<Bench> m_bench; ///< The handlers.
    double m_sum{0};                ///< Time waited, s.
    uint64_t m_count{0};            ///< Calls that count.
};

/**
 * @ingroup net8-test
 * A host with room for some servers more: a pool grows as far as that.
 */
class GrowthTestCase : public TestCase
{
  public:
    GrowthTestCase()
        : TestCase("a pool grows as far as the memory of the host goes, and no further")
    {
    }

  private:
    void DoRun() override
    {
        auto pool = Pool(1);
        pool.Set("MaxSize", UintegerValue(40));
        // The server of the start, two more, and the connections of six sessions.
        Bench bench("pooled", {pool, SlowBroker()}, 3 * (PROCESS + SESSION) + 6 * CONNECTION);
        std::vector<std::unique_ptr<Net8CallExecutor>> sessions;
        uint32_t done = 0;
        for (uint32_t i = 0; i < 6; ++i)
        {
            sessions.push_back(bench.Admit());
            auto& session = *sessions.back();
            session.Run({.cpu = Seconds(10)}, [&done, &session] {
                ++done;
                session.Run({.stage = Stage::LOGOFF}, [] {});
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done, 6, "all are served");
        const auto counters = bench.Get().GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.at("pool_servers_created"), 3, "servers made");
        NS_TEST_EXPECT_MSG_EQ((counters.at("pool_servers_refused") > 0), true, "no more");
        NS_TEST_EXPECT_MSG_EQ(bench.GetPeak("process"), 3 * PROCESS, "their memory");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A pool where nobody may wait refuses; section 11.2 of the analytic models.
 */
class RefusalTestCase : public ReplicationTestCase
{
  public:
    RefusalTestCase()
        : ReplicationTestCase("a pool where nobody waits refuses calls as Erlang B says")
    {
    }

  private:
    void SetUp() override
    {
        m_bench = std::make_unique<Bench>("pooled", std::vector{Pool(2, 0)});
        m_refused = 0;
        m_count = 0;
    }

    void Arrive(Time service) override
    {
        const std::shared_ptr<Net8CallExecutor> session = m_bench->Admit();
        const bool counts = IsWarm();
        m_count += counts ? 1 : 0;
        session->Start(
            {.ready = [] {}, .refused = [this, counts](const auto&) { m_refused += counts; }});
        session->Run({.cpu = service}, [session] { Simulator::ScheduleNow([session] {}); });
        // Who is refused has no callback that keeps the session; the event does, until then.
        Simulator::ScheduleNow([session] { Simulator::ScheduleNow([session] {}); });
    }

    double TearDown() override
    {
        m_bench.reset();
        return static_cast<double>(m_refused) / static_cast<double>(m_count);
    }

    void DoRun() override
    {
        // A = 1, c = 2: B(1) = 1 / (1 + 1) = 1/2, B(2) = 1/2 / (2 + 1/2) = 1/5.
        NS_TEST_EXPECT_MSG_EQ_TOL(ErlangB(2, 1), 0.2, 1e-12, "by hand");
        Check(Seconds(1), Seconds(1), 0.2, "part of the calls refused");
    }

    std::unique_ptr<Bench> m_bench; ///< The handlers.
    uint64_t m_refused{0};          ///< Calls refused.
    uint64_t m_count{0};            ///< Calls that count.
};

/**
 * @ingroup net8-test
 * Sessions that come, call, give up and break at random moments.
 */
class SoakTestCase : public TestCase
{
  public:
    /**
     * @param kind kind of handler
     */
    explicit SoakTestCase(const std::string& kind)
        : TestCase(kind + " servers lose nothing when sessions break at any moment"),
          m_kind(kind)
    {
    }

  private:
    /// Sessions in all.
    static constexpr uint32_t SESSIONS = 2000;

    /**
     * One more session: some calls, each perhaps given up, perhaps an end in the middle of one.
     *
     * @param bench the handlers
     */
    void Arrive(Bench& bench)
    {
        std::shared_ptr<Net8CallExecutor> session = bench.Admit();
        if (!session)
        {
            ++m_ended;
            return;
        }
        m_open.push_back(session);
        const auto place = m_open.size() - 1;
        session->Start({.ready = [this, place] { Go(place); },
                        .refused = [this, place](const auto&) { End(place); },
                        .lost = [this, place] { End(place); }});
        Simulator::Schedule(Draw(60), [this, place] { End(place); });
    }

    /**
     * @param place number of a session that has nothing to do
     */
    void Go(std::size_t place)
    {
        constexpr std::array STAGES{Stage::LOGON,
                                    Stage::AUTHENTICATION,
                                    Stage::CALL,
                                    Stage::LOGOFF};
        auto& session = m_open[place];
        if (!session)
        {
            return;
        }
        session->Idle();
        const auto stage = STAGES.at(m_random->GetInteger(0, STAGES.size() - 1));
        session->Run({.stage = stage, .cpu = Draw(5), .wait = Draw(2)}, [this, place] {
            Simulator::Schedule(Draw(4), &SoakTestCase::Go, this, place);
        });
        if (m_random->GetValue(0, 1) < 0.3)
        {
            const auto kept = std::weak_ptr(session);
            Simulator::Schedule(Draw(5), [kept] {
                if (const auto still = kept.lock())
                {
                    still->Cancel();
                }
            });
        }
    }

    /**
     * @param place number of a session that breaks, or was refused
     */
    void End(std::size_t place)
    {
        if (m_open[place])
        {
            ++m_ended;
            m_open[place].reset();
        }
    }

    /**
     * @param most most seconds
     * @return any time up to that
     */
    Time Draw(double most)
    {
        return Seconds(m_random->GetValue(0, most));
    }

    void DoRun() override
    {
        m_random = CreateObjectWithAttributes<UniformRandomVariable>("Stream", IntegerValue(7));
        Bench bench(m_kind, {Prespawn(2, 5), Shared(3), Pool(4, 30)}, 40 * (PROCESS + SESSION));
        const uint64_t start = bench.GetUsed();
        for (uint32_t i = 0; i < SESSIONS; ++i)
        {
            Simulator::Schedule(Seconds(i), [this, &bench] { Arrive(bench); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_ended, SESSIONS, "every session is over");
        const auto& set = bench.Get();
        if (const auto pool = set.GetServerPool())
        {
            NS_TEST_EXPECT_MSG_EQ(pool->GetBusy() + pool->GetWaiting(), 0, "nothing is lent");
        }
        if (const auto shared = set.GetSharedServers())
        {
            NS_TEST_EXPECT_MSG_EQ(shared->GetBusy() + shared->GetWaiting(), 0, "nothing is done");
        }
        // Prespawned servers beyond PoolSize have ended by now.
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), start, "memory is that of the start");
        bench.Get().Close();
        NS_TEST_EXPECT_MSG_EQ(bench.GetUsed(), 0, "memory at the end");
        Simulator::Destroy();
    }

    std::string m_kind;                                      ///< Kind of handler.
    Ptr<UniformRandomVariable> m_random;                     ///< Decides.
    std::vector<std::shared_ptr<Net8CallExecutor>> m_open{}; ///< All sessions by number.
    uint32_t m_ended{0};                                     ///< Sessions that are over.
};

/**
 * @ingroup net8-test
 * Limits and lists that contradict each other.
 */
class ProblemTestCase : public TestCase
{
  public:
    ProblemTestCase()
        : TestCase("lists and limits that contradict each other are one sentence")
    {
    }

  private:
    /**
     * @param setting what is to be made
     * @param factories attributes of parts
     * @param words words of the sentence
     */
    void Check(const Net8HandlerSet::Setting& setting,
               const std::vector<ObjectFactory>& factories,
               const std::string& words)
    {
        Net8HandlerSet set;
        for (const auto& factory : factories)
        {
            set.SetFactory(factory);
        }
        const auto problem = set.Make(setting);
        NS_TEST_EXPECT_MSG_EQ((problem.find(words) != std::string::npos), true, problem);
        NS_TEST_EXPECT_MSG_EQ(std::ranges::count(problem, '\n'), 0, "one line");
    }

    void DoRun() override
    {
        Check({.kinds = ""}, {}, "names ''");
        Check({.kinds = "dedicated,"}, {}, "names ''");
        Check({.kinds = "threaded"}, {}, "names 'threaded'");
        Check({.kinds = "shared, shared"}, {}, "names 'shared'");
        Check({.kinds = "dedicated, prespawned"}, {}, "both dedicated and prespawned");
        Check({.kinds = "shared, pooled", .isStatic = true}, {}, "no dedicated server");
        Check({.kinds = "prespawned"}, {Prespawn(5, 4)}, "PoolSize 5 is above PrespawnMax 4");
        auto pool = Pool(5);
        pool.Set("MaxSize", UintegerValue(4));
        Check({.kinds = "pooled"}, {pool}, "MinSize 5 is above MaxSize 4");
        Net8HandlerSet set;
        NS_TEST_EXPECT_MSG_EQ(set.Make({.kinds = " shared ,pooled, dedicated", .dispatchers = 12}),
                              "",
                              "blanks and any order");
        NS_TEST_EXPECT_MSG_EQ(set.GetHandlers().size(), 14, "12 dispatchers, a broker, dedicated");
        NS_TEST_EXPECT_MSG_EQ(set.GetRegistration(0).name, "DEDICATED", "the first one");
        NS_TEST_EXPECT_MSG_EQ(set.GetRegistration(12).name, "D011", "the last dispatcher");
        NS_TEST_EXPECT_MSG_EQ(set.GetRegistration(13).name, "N0", "the broker");
        NS_TEST_EXPECT_MSG_EQ(set.GetRegistration(13).limit, 40000, "MAXCONN_CBROK");
    }
};

/**
 * @ingroup net8-test
 * A plan of six sessions at one server host.
 *
 * @param handlers kinds of handlers
 * @param server SERVER of the connect data
 * @return the plan
 */
ExperimentPlan
MakePlan(const std::string& handlers, const std::string& server)
{
    ExperimentPlan plan;
    plan.path = {{"Kind", "lan"}};
    plan.client = {{"Count", "6"}, {"StartSpacing", "1ms"}, {"Server", server}};
    plan.server = {{"Handlers", handlers},
                   {"CallTime", "ns3::ConstantRandomVariable[Constant=0.01]"},
                   {"LogonCpuTime", "ns3::ConstantRandomVariable[Constant=0.02]"}};
    plan.query = {{"Rows", "100"}};
    plan.handlers["ns3::net8::Net8ServerPool"] = {{"MinSize", "2"}, {"MaxSize", "3"}};
    plan.handlers["ns3::net8::Net8PrespawnPool"] = {{"PoolSize", "2"}, {"PrespawnMax", "3"}};
    return plan;
}

/**
 * @ingroup net8-test
 * Whole sessions over a network with each kind of server.
 */
class ServeTestCase : public TestCase
{
  public:
    /**
     * @param handlers kinds of handlers
     * @param server SERVER of the connect data
     * @param peak most memory, bytes
     */
    ServeTestCase(const std::string& handlers, const std::string& server, uint64_t peak)
        : TestCase(handlers + " servers give every session all its rows"),
          m_plan(MakePlan(handlers, server)),
          m_peak(peak)
    {
    }

  private:
    /**
     * @return digest of the run
     */
    std::string Run()
    {
        Net8Experiment experiment(m_plan);
        const auto memory = experiment.GetPath()->GetServer()->GetObject<Net8HostMemory>();
        const auto result = experiment.Run();
        NS_TEST_EXPECT_MSG_EQ(result.sessions.size(), 6, "sessions");
        for (const auto& session : result.sessions)
        {
            NS_TEST_EXPECT_MSG_EQ(session.closed, true, "session " << session.session);
            NS_TEST_EXPECT_MSG_EQ(session.rows, 100, "its rows");
        }
        NS_TEST_EXPECT_MSG_EQ(memory->GetPeak(), m_peak, "most memory");
        return result.digest;
    }

    void DoRun() override
    {
        const auto digest = Run();
        NS_TEST_EXPECT_MSG_EQ(Run(), digest, "the same again");
    }

    ExperimentPlan m_plan; ///< The plan.
    uint64_t m_peak;       ///< Most memory, bytes.
};

/**
 * @ingroup net8-test
 * An instance in SID_LIST is never blocked by its listener, and says itself that it is full.
 */
class LimitTestCase : public TestCase
{
  public:
    /**
     * @param name limit, an attribute
     * @param code Oracle error number
     */
    LimitTestCase(const std::string& name, uint32_t code)
        : TestCase(name + " of an instance in SID_LIST ends in ORA-" + std::to_string(code)),
          m_name(name),
          m_code(code)
    {
    }

  private:
    /**
     * @param registration how listeners know of the instance
     * @return the result of six sessions at once, where four are allowed
     */
    ExperimentResult Run(const std::string& registration) const
    {
        auto plan = MakePlan("dedicated", "dedicated");
        plan.server[m_name] = "4";
        plan.server["Registration"] = registration;
        Net8Experiment experiment(plan);
        return experiment.Run();
    }

    void DoRun() override
    {
        auto result = Run("static");
        NS_TEST_EXPECT_MSG_EQ(result.counters["rejected_ora_" + std::to_string(m_code)],
                              2,
                              "two of six");
        const auto closed = std::ranges::count_if(result.sessions, &SessionRecord::closed);
        NS_TEST_EXPECT_MSG_EQ(closed, 4, "the others are served");
        for (const auto& session : result.sessions)
        {
            const bool denied = session.error == SessionError::LOGON_DENIED;
            NS_TEST_EXPECT_MSG_EQ((session.closed || denied), true, "or their logon fails");
        }
        result = Run("dynamic");
        const uint64_t refused = m_code == 20 ? 2 : 0;
        NS_TEST_EXPECT_MSG_EQ(result.counters["refused_ora_12520"],
                              refused,
                              "PROCESSES is known to listeners");
    }

    std::string m_name; ///< The limit.
    uint32_t m_code;    ///< Oracle error number.
};

/**
 * @ingroup net8-test
 * A host without memory for all sessions: the listener refuses.
 */
class HandOffTestCase : public TestCase
{
  public:
    HandOffTestCase()
        : TestCase("sessions beyond the memory of the host are refused with ORA-12518")
    {
    }

  private:
    void DoRun() override
    {
        auto plan = MakePlan("dedicated", "dedicated");
        // Default sizes: 4 MiB and 400 KiB.
        plan.hostMemory = {{"Limit", std::to_string(4 * ((4 << 20) + (400 << 10)))}};
        Net8Experiment experiment(plan);
        auto result = experiment.Run();
        NS_TEST_EXPECT_MSG_EQ(result.counters["refused_ora_12518"], 2, "two of six");
        const auto memory = experiment.GetPath()->GetServer()->GetObject<Net8HostMemory>();
        NS_TEST_EXPECT_MSG_EQ(memory->GetUsed(), 0, "memory at the end");
    }
};

/**
 * @ingroup net8-test
 * All of it.
 */
class Net8HandlerTestSuite : public TestSuite
{
  public:
    Net8HandlerTestSuite()
        : TestSuite("net8-handler", Type::SYSTEM)
    {
        constexpr auto QUICK = TestCase::Duration::QUICK;
        AddTestCase(new MemoryTestCase, QUICK);
        AddTestCase(new FullHostTestCase, QUICK);
        AddTestCase(new PrespawnTestCase, QUICK);
        AddTestCase(new SharedCourseTestCase, QUICK);
        AddTestCase(new PooledCourseTestCase, QUICK);
        AddTestCase(new PooledLossTestCase, QUICK);
        AddTestCase(new WaitTestCase("shared", Shared(3)), QUICK);
        auto pool = Pool(3);
        AddTestCase(new WaitTestCase("pooled", pool), QUICK);
        AddTestCase(new RefusalTestCase, QUICK);
        AddTestCase(new DispatcherTestCase, QUICK);
        AddTestCase(new GrowthTestCase, QUICK);
        for (const char* kind : {"dedicated", "prespawned", "shared", "pooled"})
        {
            AddTestCase(new SoakTestCase(kind), QUICK);
        }
        AddTestCase(new ProblemTestCase, QUICK);
        // With the default sizes of a process, a session and a connection with a broker.
        constexpr uint64_t PROCESS_SIZE = 4 << 20;
        constexpr uint64_t SESSION_SIZE = 400 << 10;
        constexpr uint64_t CONNECTION_SIZE = 35 << 10;
        AddTestCase(new ServeTestCase("dedicated", "dedicated", 6 * (PROCESS_SIZE + SESSION_SIZE)),
                    QUICK);
        // Two prespawned and the one made for them; three more are forked.
        AddTestCase(new ServeTestCase("prespawned", "dedicated", 6 * (PROCESS_SIZE + SESSION_SIZE)),
                    QUICK);
        AddTestCase(new ServeTestCase("shared", "shared", PROCESS_SIZE + 6 * SESSION_SIZE), QUICK);
        AddTestCase(new ServeTestCase("pooled",
                                      "pooled",
                                      3 * (PROCESS_SIZE + SESSION_SIZE) + 6 * CONNECTION_SIZE),
                    QUICK);
        AddTestCase(new LimitTestCase("Processes", 20), QUICK);
        AddTestCase(new LimitTestCase("Sessions", 18), QUICK);
        AddTestCase(new HandOffTestCase, QUICK);
    }
};

/// The suite.
Net8HandlerTestSuite g_net8HandlerTestSuite;

} // namespace
