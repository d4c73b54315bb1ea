// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The resident pool and prespawned servers, compared with closed forms of queueing theory and with
 * courses computed by hand.
 */
#include "net8-queueing-case.h"

#include "ns3/double.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-prespawn-pool.h"
#include "ns3/net8-server-pool.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * M/M/c/c, one line of the 1 % traffic table: section 11.2 of the analytic models.
 */
class ErlangBTestCase : public ReplicationTestCase
{
  public:
    ErlangBTestCase()
        : ReplicationTestCase("a pool at MaxSize where nobody waits refuses as Erlang B says, 1 %")
    {
    }

  private:
    void SetUp() override
    {
        m_pool = CreateObject<Net8ServerPool>();
        for (const char* name : {"MinSize", "MaxSize"})
        {
            m_pool->SetAttribute(name, UintegerValue(5));
        }
        m_pool->SetAttribute("QueueLimit", UintegerValue(0));
        m_pool->SetAttribute("AuthenticationShare", DoubleValue(0));
        m_pool->SetAttribute("MaxThinkTime", TimeValue(Time()));
        m_pool->Start();
        m_refused = 0;
        m_count = 0;
    }

    void Arrive(Time service) override
    {
        auto pool = m_pool;
        const auto ticket = m_pool->Acquire(
            {.connectionClass = "app", .granted = [pool, service](const auto& lease) {
                 Simulator::Schedule(service, [pool, lease] { pool->Release(lease.server); });
             }});
        if (IsWarm())
        {
            m_refused += ticket == Net8ServerPool::REFUSED ? 1 : 0;
            ++m_count;
        }
    }

    double TearDown() override
    {
        const auto counters = m_pool->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.hits + counters.misses + counters.refused,
                              counters.requests,
                              "every request is in the books");
        // The first five sessions are made, all later ones exist already.
        NS_TEST_EXPECT_MSG_EQ((counters.misses <= 5), true, "sessions made");
        return static_cast<double>(m_refused) / static_cast<double>(m_count);
    }

    void DoRun() override
    {
        // The 1 % table: 5 servers carry 1.361 erlang; with 1.361 s of service, that is one arrival
        // per second.
        const double refused = ErlangB(5, 1.361);
        NS_TEST_EXPECT_MSG_EQ_TOL(refused, 0.01, 0.0001, "the published table");
        Check(Seconds(1), MilliSeconds(1361), refused, "part of the requests refused");
    }

    Ptr<Net8ServerPool> m_pool; ///< The pool.
    uint64_t m_refused{0};      ///< Requests refused.
    uint64_t m_count{0};        ///< Requests counted.
};

/**
 * @ingroup net8-test
 * @param minimum MinSize
 * @param maximum MaxSize
 * @return a pool with no servers reserved for authentication
 */
Ptr<Net8ServerPool>
MakePool(uint32_t minimum, uint32_t maximum)
{
    auto pool = CreateObject<Net8ServerPool>();
    pool->SetAttribute("MinSize", UintegerValue(minimum));
    pool->SetAttribute("MaxSize", UintegerValue(maximum));
    pool->SetAttribute("AuthenticationShare", DoubleValue(0));
    return pool;
}

/**
 * @ingroup net8-test
 * Which server a request gets, and whether it has a session.
 */
class PoolSessionTestCase : public CourseTestCase
{
  public:
    PoolSessionTestCase()
        : CourseTestCase("a pooled server is given with its session if class and purity match")
    {
    }

  private:
    void DoRun() override
    {
        using Purity = Net8ServerPool::Purity;
        auto pool = MakePool(2, 2);
        pool->Start();
        const auto borrow = [this, pool](const std::string& who, Purity purity, bool keep) {
            pool->Acquire({.connectionClass = who,
                           .purity = purity,
                           .granted = [this, pool, keep](const Net8ServerPool::Lease& lease) {
                               Note(std::to_string(lease.server) + (lease.reused ? "hit" : "miss"));
                               pool->Release(lease.server, keep);
                           }});
        };
        uint32_t second = 0;
        for (const auto& [who, purity, keep] : std::vector<std::tuple<std::string, Purity, bool>>{
                 {"hr", Purity::SELF, true},  // 2, the newest without a session
                 {"hr", Purity::SELF, true},  // the session of hr
                 {"hr", Purity::NEW, true},   // 1, without a session
                 {"crm", Purity::SELF, true}, // 2, the longest idle; hr's session ends
                 {"hr", Purity::SELF, false}, // hr's other session, dropped at the end
                 {"hr", Purity::SELF, true},  // 1, without a session again
                 {"", Purity::SELF, true},    // 2, the longest idle
                 {"", Purity::SELF, true}})   // an empty class is a class, too
        {
            Simulator::Schedule(Seconds(second++),
                                [borrow, who, purity, keep] { borrow(who, purity, keep); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCourse(),
                              "2miss@0 2hit@1 1miss@2 2miss@3 1hit@4 1miss@5 2miss@6 2hit@7 ",
                              "servers and sessions");
        NS_TEST_EXPECT_MSG_EQ(pool->GetCounters().hits, 3, "hits");
        NS_TEST_EXPECT_MSG_EQ(pool->GetCounters().misses, 5, "misses");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A pool grows for waiting requests, and shrinks when servers are idle.
 */
class PoolGrowthTestCase : public CourseTestCase
{
  public:
    PoolGrowthTestCase()
        : CourseTestCase("a pool grows by IncrSize to MaxSize and shrinks to MinSize")
    {
    }

  private:
    void DoRun() override
    {
        auto small = MakePool(1, 4);
        small->Start();
        for (uint32_t i = 0; i < 9; ++i)
        {
            small->Acquire({.connectionClass = "app", .granted = [](const auto&) {}});
        }
        NS_TEST_EXPECT_MSG_EQ(small->GetServers(), 4, "MaxSize, though eight wait");
        small->Clear();
        auto pool = MakePool(1, 9);
        pool->SetAttribute("SpawnTime", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
        pool->SetAttribute("InactivityTimeout", TimeValue(Seconds(20)));
        pool->Start();
        for (const std::string client : {"a", "b", "c", "d"})
        {
            pool->Acquire({.connectionClass = client, .granted = [this, pool, client](auto& lease) {
                               Note(client);
                               Simulator::Schedule(Seconds(10),
                                                   [pool, lease] { pool->Release(lease.server); });
                           }});
        }
        // a gets the first server. b has two created, which are enough for c as well; d has two
        // more created.
        NS_TEST_EXPECT_MSG_EQ(pool->GetServers(), 5, "one and four on their way");
        for (const double second : {5.0, 20.5, 25.0, 30.5, 100.0})
        {
            Simulator::Schedule(Seconds(second),
                                [this, pool] { Note("n" + std::to_string(pool->GetServers())); });
        }
        Simulator::Run();
        // Idle since 1, ends at 21; since 10 (a), at 30; two of the three since 11, at 31.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(),
                              "a@0 b@1 c@1 d@1 n5@5 n5@20.5 n4@25 n3@30.5 n1@100 ",
                              "grants and numbers of servers");
        const auto counters = pool->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.waits, 3, "b, c and d");
        NS_TEST_EXPECT_MSG_EQ(counters.waitTime, Seconds(3), "1 s each");
        NS_TEST_EXPECT_MSG_EQ(counters.stock.created, 5, "created");
        NS_TEST_EXPECT_MSG_EQ(counters.stock.timeouts, 4, "ended");
        NS_TEST_EXPECT_MSG_EQ(counters.stock.most, 5, "most at any time");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A host without room for one more process limits a pool.
 */
class PoolGateTestCase : public CourseTestCase
{
  public:
    PoolGateTestCase()
        : CourseTestCase("a pool grows when the host has room again")
    {
    }

  private:
    void DoRun() override
    {
        auto pool = MakePool(1, 3);
        bool room = false;
        pool->SetGate([&room] { return room; });
        pool->Start();
        for (const std::string client : {"a", "b", "c"})
        {
            pool->Acquire({.connectionClass = client, .granted = [this, client](const auto& lease) {
                               Note(client);
                               m_last = lease.server;
                           }});
        }
        Simulator::Schedule(Seconds(1), [&room] { room = true; });
        Simulator::Schedule(Seconds(2), [this, pool] { pool->Release(m_last); });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        // b gets a's server; c, for which there is room now, gets one of two new ones.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "a@0 b@2 c@2 ", "grants");
        NS_TEST_EXPECT_MSG_EQ(pool->GetCounters().stock.gateRefusals, 2, "for b and for c");
        NS_TEST_EXPECT_MSG_EQ(pool->GetServers(), 3, "two more");
        pool->Dispose();
        Simulator::Destroy();
    }

    uint64_t m_last{0}; ///< Server granted last.
};

/**
 * @ingroup net8-test
 * Requests wait in order; one can be cancelled; a client that thinks for too long loses its server.
 */
class PoolThinkTestCase : public CourseTestCase
{
  public:
    PoolThinkTestCase()
        : CourseTestCase("who thinks for MaxThinkTime loses the server to whoever waits first")
    {
    }

  private:
    void DoRun() override
    {
        auto pool = MakePool(1, 1);
        pool->SetAttribute("MaxThinkTime", TimeValue(Seconds(10)));
        pool->Start();
        const auto acquire = [this, pool](const std::string& client) {
            return pool->Acquire({.connectionClass = "app",
                                  .granted =
                                      [this, pool, client](const Net8ServerPool::Lease& lease) {
                                          Note(client);
                                          m_server = lease.server;
                                      },
                                  .lost = MakeNote(client + "-lost")});
        };
        acquire("a");
        acquire("b");
        const auto c = acquire("c");
        acquire("d");
        NS_TEST_EXPECT_MSG_EQ(pool->GetWaiting(), 3, "b, c and d wait");
        NS_TEST_EXPECT_MSG_EQ(pool->Cancel(c), true, "c is given up");
        Simulator::Schedule(Seconds(5), [this, pool] { pool->BeginCall(m_server); });
        Simulator::Schedule(Seconds(50), [this, pool] { pool->EndCall(m_server); });
        Simulator::Schedule(Seconds(65), [this, pool] { pool->Release(m_server); });
        Simulator::Run();
        // a calls from 5 to 50, thinks until 60; b returns the server at 65; d thinks until 75.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "a@0 a-lost@60 b@60 d@65 d-lost@75 ", "course");
        const auto counters = pool->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.thinkTimeouts, 2, "a and d");
        NS_TEST_EXPECT_MSG_EQ(counters.cancelled, 1, "c");
        NS_TEST_EXPECT_MSG_EQ(counters.hits, 1, "d gets b's session; a's ended with a");
        NS_TEST_EXPECT_MSG_EQ(pool->GetFree(), 1, "the server is back");
        NS_TEST_EXPECT_MSG_EQ(pool->Release(m_server), false, "nobody has it");
        Simulator::Destroy();
    }

    uint64_t m_server{0}; ///< Server granted last.
};

/**
 * @ingroup net8-test
 * Servers are reserved for authentication.
 */
class PoolAuthenticationTestCase : public CourseTestCase
{
  public:
    PoolAuthenticationTestCase()
        : CourseTestCase("5 % of a pool, at least one server, authenticate connections")
    {
    }

  private:
    void DoRun() override
    {
        auto pool = CreateObject<Net8ServerPool>();
        pool->Start();
        // 5 % of 40; MinSize 4 counts them, which leaves two for sessions.
        NS_TEST_EXPECT_MSG_EQ(pool->GetAuthenticationServers(), 2, "0.05 x 40");
        NS_TEST_EXPECT_MSG_EQ(pool->GetServers(), 4, "MinSize");
        NS_TEST_EXPECT_MSG_EQ(pool->GetFree(), 2, "for sessions");
        auto least = CreateObject<Net8ServerPool>();
        least->SetAttribute("MinSize", UintegerValue(1));
        least->Start();
        NS_TEST_EXPECT_MSG_EQ(least->GetFree(), 1, "one is always there for sessions");
        std::vector<uint64_t> numbers;
        for (const char* client : {"a", "b", "c", "d", "e"})
        {
            numbers.push_back(pool->Authenticate(Seconds(1), MakeNote(client)));
        }
        NS_TEST_EXPECT_MSG_EQ(pool->CancelAuthentication(numbers[2]), true, "c is given up");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "a@1 b@1 d@2 e@2 ", "two at a time");
        NS_TEST_EXPECT_MSG_EQ(pool->GetCounters().authentications, 5, "all");
        pool->SetAttribute("MaxSize", UintegerValue(10));
        NS_TEST_EXPECT_MSG_EQ(pool->GetAuthenticationServers(), 1, "at least one");
        auto open = MakePool(1, 1);
        open->Start();
        for (const char* client : {"f", "g", "h"})
        {
            open->Authenticate(Seconds(1), MakeNote(client));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "a@1 b@1 d@2 e@2 f@3 g@3 h@3 ", "none kept: no queue");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A grant can be cancelled before its callback is called; a pool that ends drops everything.
 */
class PoolCancelTestCase : public CourseTestCase
{
  public:
    PoolCancelTestCase()
        : CourseTestCase("a pool tells nobody who gave up, and nobody after its end")
    {
    }

  private:
    void DoRun() override
    {
        auto pool = MakePool(2, 2);
        pool->SetAttribute("QueueLimit", UintegerValue(1));
        pool->Start();
        const auto acquire = [this, pool](const std::string& client) {
            return pool->Acquire(
                {.connectionClass = "app", .granted = [this, client](const auto& lease) {
                     Note(client + (lease.reused ? "+" : "-"));
                 }});
        };
        const auto a = acquire("a");
        acquire("b");
        NS_TEST_EXPECT_MSG_EQ(pool->Cancel(a), true, "a was not told yet");
        NS_TEST_EXPECT_MSG_EQ(pool->Cancel(a), false, "a is gone");
        acquire("c");
        acquire("d");
        NS_TEST_EXPECT_MSG_EQ(acquire("e"), Net8ServerPool::REFUSED, "one may wait");
        Simulator::Schedule(Seconds(1), [pool] { pool->Clear(); });
        Simulator::Run();
        // c has a's server: a made no session in it.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(), "b-@0 c-@0 ", "who was told");
        const auto counters = pool->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.refused, 1, "e");
        NS_TEST_EXPECT_MSG_EQ(counters.cancelled, 1, "d, by the end of the pool");
        NS_TEST_EXPECT_MSG_EQ(counters.requests,
                              counters.hits + counters.misses + counters.cancelled +
                                  counters.refused,
                              "every request is in the books");
        NS_TEST_EXPECT_MSG_EQ(pool->GetServers(), 0, "no server is left");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Contradictory limits are reported in one sentence.
 */
class PoolProblemTestCase : public TestCase
{
  public:
    PoolProblemTestCase()
        : TestCase("limits that contradict each other are told in one sentence")
    {
    }

  private:
    void DoRun() override
    {
        auto pool = CreateObject<Net8ServerPool>();
        NS_TEST_EXPECT_MSG_EQ(pool->GetProblem(), "", "the defaults are right");
        pool->SetAttribute("MinSize", UintegerValue(41));
        NS_TEST_EXPECT_MSG_EQ(pool->GetProblem(),
                              "Net8ServerPool: MinSize 41 is above MaxSize 40; use at most that.",
                              "MinSize above MaxSize");
        pool->SetAttribute("MinSize", UintegerValue(1));
        pool->SetAttribute("MaxSize", UintegerValue(1));
        NS_TEST_EXPECT_MSG_EQ(pool->GetProblem(),
                              "Net8ServerPool: MaxSize 1 leaves no server for sessions, because "
                              "authentication keeps 1; use a greater MaxSize or a smaller "
                              "AuthenticationShare.",
                              "nothing for sessions");
        NS_TEST_EXPECT_MSG_EQ(pool->SetAttributeFailSafe("IncrSize", UintegerValue(0)),
                              false,
                              "a pool that could not grow");
        auto prespawned = CreateObject<Net8PrespawnPool>();
        NS_TEST_EXPECT_MSG_EQ(prespawned->GetProblem(), "", "the defaults are right");
        prespawned->SetAttribute("PoolSize", UintegerValue(16));
        NS_TEST_EXPECT_MSG_EQ(prespawned->GetProblem(),
                              "Net8PrespawnPool: PoolSize 16 is above PrespawnMax 15 (TNS-01174); "
                              "use at most that.",
                              "PoolSize above PrespawnMax");
    }
};

/**
 * @ingroup net8-test
 * Prespawned servers are replaced when taken, and kept when returned.
 */
class PrespawnTestCase : public CourseTestCase
{
  public:
    PrespawnTestCase()
        : CourseTestCase("prespawned servers are replaced up to PrespawnMax, and end when idle")
    {
    }

  private:
    void DoRun() override
    {
        auto cpu = CreateObject<Net8HostCpu>();
        auto pool = CreateObject<Net8PrespawnPool>();
        pool->SetCpu(cpu);
        pool->SetAttribute("PoolSize", UintegerValue(3));
        pool->SetAttribute("PrespawnMax", UintegerValue(5));
        pool->SetAttribute("SpawnTime", StringValue("ns3::ConstantRandomVariable[Constant=0.5]"));
        pool->SetAttribute("Timeout", TimeValue(Seconds(10)));
        pool->Start();
        std::vector<uint64_t> taken;
        for (uint32_t i = 0; i < 4; ++i)
        {
            taken.push_back(pool->Take());
        }
        // There were three; two more are created, which makes five.
        NS_TEST_EXPECT_MSG_EQ(taken.back(), Net8PrespawnPool::NO_SERVER, "the fourth finds none");
        NS_TEST_EXPECT_MSG_EQ(pool->GetServers(), 5, "three taken, two on their way");
        pool->TraceConnectWithoutContext("Servers",
                                         MakeCallback(&PrespawnTestCase::HandleServers, this));
        pool->TraceConnectWithoutContext("Idle", MakeCallback(&PrespawnTestCase::HandleIdle, this));
        Simulator::Schedule(Seconds(2), [pool, taken] {
            for (uint32_t i = 0; i < 3; ++i)
            {
                pool->Return(taken[i]);
            }
        });
        Simulator::Run();
        // Two share a core for 0.5 s of work each: both exist at 1 s. Five are idle from 2 s; the
        // two idle since 1 s end at 11 s, and three stay.
        NS_TEST_EXPECT_MSG_EQ(GetCourse(),
                              "idle1@1 idle2@1 idle3@2 idle4@2 idle5@2 servers3@11 idle3@11 ",
                              "idle servers");
        const auto counters = pool->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.hits, 3, "hits");
        NS_TEST_EXPECT_MSG_EQ(counters.misses, 1, "misses");
        NS_TEST_EXPECT_MSG_EQ(counters.stock.created, 5, "created");
        NS_TEST_EXPECT_MSG_EQ(pool->Return(taken.front()), false, "it was given back");
        cpu->Dispose();
        Simulator::Destroy();
    }

    /**
     * @param servers number of servers
     */
    void HandleServers(uint32_t /* before */, uint32_t servers)
    {
        Note("servers" + std::to_string(servers));
    }

    /**
     * @param idle number of idle servers
     */
    void HandleIdle(uint32_t /* before */, uint32_t idle)
    {
        Note("idle" + std::to_string(idle));
    }
};

/**
 * @ingroup net8-test
 * Suite of pools of servers.
 */
class Net8PoolTestSuite : public TestSuite
{
  public:
    Net8PoolTestSuite()
        : TestSuite("net8-pool", Type::UNIT)
    {
        AddTestCase(new ErlangBTestCase, Duration::EXTENSIVE);
        AddTestCase(new PoolSessionTestCase, Duration::QUICK);
        AddTestCase(new PoolGrowthTestCase, Duration::QUICK);
        AddTestCase(new PoolGateTestCase, Duration::QUICK);
        AddTestCase(new PoolThinkTestCase, Duration::QUICK);
        AddTestCase(new PoolAuthenticationTestCase, Duration::QUICK);
        AddTestCase(new PoolCancelTestCase, Duration::QUICK);
        AddTestCase(new PoolProblemTestCase, Duration::QUICK);
        AddTestCase(new PrespawnTestCase, Duration::QUICK);
    }
};

const Net8PoolTestSuite g_poolSuite; ///< Registers the suite.

} // namespace
