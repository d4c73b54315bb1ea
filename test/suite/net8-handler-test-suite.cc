// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Memory and limits of dedicated, prespawned, shared and pooled servers.
 */
#include "net8-handler-bench.h"

#include "ns3/integer.h"
#include "ns3/net8-handler-set.h"
#include "ns3/net8-server-pool.h"
#include "ns3/net8-shared-servers.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Stage = Net8CallExecutor::Stage;

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
     * @param start memory without sessions, bytes
     * @param expected memory with 5000 sessions, bytes
     */
    void Check(const std::string& kinds,
               const std::vector<ObjectFactory>& factories,
               uint64_t start,
               uint64_t expected)
    {
        HandlerBench bench(kinds, factories);
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
        Check("dedicated", {}, 0, 5000 * (PROCESS_BYTES + SESSION_BYTES));
        Check("shared",
              {Shared(100)},
              100 * PROCESS_BYTES,
              100 * PROCESS_BYTES + 5000 * SESSION_BYTES);
        const uint64_t pool = 100 * (PROCESS_BYTES + SESSION_BYTES);
        Check("pooled", {Pool(100), SlowBroker()}, pool, pool + 5000 * CONNECTION_BYTES);
        NS_TEST_EXPECT_MSG_EQ(5000 * (PROCESS_BYTES + SESSION_BYTES), 22000000000, "22 GB");
        NS_TEST_EXPECT_MSG_EQ(100 * PROCESS_BYTES + 5000 * SESSION_BYTES, 2400000000, "2.4 GB");
        NS_TEST_EXPECT_MSG_EQ(pool + 5000 * CONNECTION_BYTES, 615000000, "615 MB");
        // A prespawned server has no session until one arrives; missing ones are forked.
        Check("prespawned",
              {Prespawn(10, 10)},
              10 * PROCESS_BYTES,
              5000 * (PROCESS_BYTES + SESSION_BYTES));
    }
};

/**
 * @ingroup net8-test
 * A full host refuses sessions, and accepts them again when others are gone.
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
     * @param room number of sessions for which there is room
     * @param what name of the case
     */
    void Check(HandlerBench& bench, uint32_t room, const std::string& what)
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
        // Room for two processes with sessions, and for a third process only.
        HandlerBench dedicated("dedicated",
                               {},
                               3 * PROCESS_BYTES + 2 * SESSION_BYTES + SESSION_BYTES / 2);
        Check(dedicated, 2, "dedicated");
        HandlerBench prespawned("prespawned",
                                {Prespawn(2, 2)},
                                3 * PROCESS_BYTES + 2 * SESSION_BYTES);
        Check(prespawned, 2, "prespawned");
        HandlerBench shared("shared", {Shared(1)}, PROCESS_BYTES + 3 * SESSION_BYTES);
        Check(shared, 3, "shared");
        HandlerBench pooled("pooled",
                            {Pool(2), SlowBroker()},
                            2 * (PROCESS_BYTES + SESSION_BYTES) + CONNECTION_BYTES);
        Check(pooled, 1, "pooled");
        HandlerBench start("pooled", {Pool(2)}, 2 * PROCESS_BYTES);
        Check(start, 0, "pool without room for its servers");
        NS_TEST_EXPECT_MSG_EQ(start.GetUsed(), 0, "nothing is kept for servers of no use");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * A host with room for a few more servers: the pool grows up to that.
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
        // The initial server, two more, and the connections of six sessions.
        HandlerBench bench("pooled",
                           {pool, SlowBroker()},
                           3 * (PROCESS_BYTES + SESSION_BYTES) + 6 * CONNECTION_BYTES);
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
        NS_TEST_EXPECT_MSG_EQ(bench.GetPeak("process"), 3 * PROCESS_BYTES, "their memory");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Sessions that arrive, call, give up and break at random times.
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
    /// Number of sessions.
    static constexpr uint32_t SESSIONS = 2000;

    /**
     * Add one more session: some calls, each perhaps cancelled, perhaps ending in the middle of
     * one.
     *
     * @param bench the handlers
     */
    void Arrive(HandlerBench& bench)
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
     * Let a session make its next call, or end.
     *
     * @param place number of an idle session
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
     * End a session.
     *
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
     * @param most largest time, s
     * @return a random time up to that
     */
    Time Draw(double most)
    {
        return Seconds(m_random->GetValue(0, most));
    }

    void DoRun() override
    {
        m_random = CreateObjectWithAttributes<UniformRandomVariable>("Stream", IntegerValue(7));
        HandlerBench bench(m_kind,
                           {Prespawn(2, 5), Shared(3), Pool(4, 30)},
                           40 * (PROCESS_BYTES + SESSION_BYTES));
        const uint64_t start = bench.GetUsed();
        for (uint32_t i = 0; i < SESSIONS; ++i)
        {
            Simulator::Schedule(Seconds(i), [this, &bench] { Arrive(bench); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_ended, SESSIONS, "every session is over");
        const auto& set = bench.Get();
        if (const auto pool = set.GetPool<Net8ServerPool>())
        {
            NS_TEST_EXPECT_MSG_EQ(pool->GetBusy() + pool->GetWaiting(), 0, "nothing is lent");
        }
        if (const auto shared = set.GetPool<Net8SharedServers>())
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
    Ptr<UniformRandomVariable> m_random;                     ///< Source of random numbers.
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
     * @param settings what to make
     * @param factories attributes of parts
     * @param words words expected in the sentence
     */
    void Check(const HandlerSettings& settings,
               const std::vector<ObjectFactory>& factories,
               const std::string& words)
    {
        Net8HandlerSet set;
        for (const auto& factory : factories)
        {
            set.SetFactory(factory);
        }
        const auto problem = set.Make(settings);
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
 * Suite of handlers.
 */
class Net8HandlerTestSuite : public TestSuite
{
  public:
    Net8HandlerTestSuite()
        : TestSuite("net8-handler", Type::SYSTEM)
    {
        AddTestCase(new MemoryTestCase, Duration::QUICK);
        AddTestCase(new FullHostTestCase, Duration::QUICK);
        AddTestCase(new GrowthTestCase, Duration::QUICK);
        for (const char* kind : {"dedicated", "prespawned", "shared", "pooled"})
        {
            AddTestCase(new SoakTestCase(kind), Duration::QUICK);
        }
        AddTestCase(new ProblemTestCase, Duration::QUICK);
    }
};

/// The suite.
Net8HandlerTestSuite g_net8HandlerTestSuite;

} // namespace
