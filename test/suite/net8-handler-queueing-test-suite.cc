// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Waiting times of calls for shared servers, pooled servers and dispatchers, compared with formulas
 * of queueing theory.
 */
#include "net8-handler-bench.h"
#include "net8-queueing-case.h"

#include "ns3/net8-dispatcher.h"
#include "ns3/net8-handler-set.h"
#include "ns3/net8-shared-handler.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * Sessions of one call each with random arrivals; the time that calls take beyond their work is the
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
        m_bench = std::make_unique<HandlerBench>(m_kind, std::vector{m_factory});
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
            // The session ends with this callback, from a separate event.
            Simulator::ScheduleNow([session] {});
            --m_lost;
            m_sum += counts ? (Simulator::Now() - began - service).GetHours() : 0;
            m_count += counts ? 1 : 0;
        });
    }

    double TearDown() override
    {
        NS_TEST_EXPECT_MSG_EQ(m_lost, 0, "no session is lost");
        NS_TEST_EXPECT_MSG_EQ(m_bench->GetPeak("process"), 3 * PROCESS_BYTES, "three servers");
        m_bench.reset();
        return m_sum / m_count;
    }

    void DoRun() override
    {
        // lambda = 6/h, s = 20 min, c = 3: Wq = C s / (c (1 - 2/3)) = 0.4444 x 20 min = 0.1481 h.
        Check(Minutes(10), Minutes(20), ErlangC(3, 2) / 3, "Wq in hours");
    }

    std::string m_kind;                    ///< Kind of handler.
    ObjectFactory m_factory;               ///< Attributes of its servers.
    std::unique_ptr<HandlerBench> m_bench; ///< The handlers.
    double m_sum{0};                       ///< Time waited, h.
    uint64_t m_count{0};                   ///< Calls counted.
    uint32_t m_lost{0};                    ///< Sessions whose call is not done yet.
};

/**
 * @ingroup net8-test
 * A dispatcher that reads calls in a fixed time is an M/D/1 queue before the shared servers;
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
        m_bench = std::make_unique<HandlerBench>(
            "shared",
            std::vector{Shared(3),
                        MakeFactory<Net8Dispatcher>(
                            "ReadTime",
                            StringValue("ns3::ConstantRandomVariable[Constant=1]"))});
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
     * @param wait time in the queue of the dispatcher
     * @param service time of its work: 1 s to read a call, 0 to write its reply
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
        // rho = 0.5: Wq = rho s / (2 (1 - rho)) = 0.5 s; writing takes no time and delays nothing.
        Check(Seconds(2), Seconds(2), 0.5, "Wq in seconds");
    }

    std::unique_ptr<HandlerBench> m_bench; ///< The handlers.
    double m_sum{0};                       ///< Time waited, s.
    uint64_t m_count{0};                   ///< Calls counted.
};

/**
 * @ingroup net8-test
 * A pool without a queue refuses calls; section 11.2 of the analytic models.
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
        m_bench = std::make_unique<HandlerBench>("pooled", std::vector{Pool(2, 0)});
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
        // A refused session has no callback that keeps it alive; the event does, until then.
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

    std::unique_ptr<HandlerBench> m_bench; ///< The handlers.
    uint64_t m_refused{0};                 ///< Calls refused.
    uint64_t m_count{0};                   ///< Calls counted.
};

/**
 * @ingroup net8-test
 * Suite of handlers as queues.
 */
class Net8HandlerQueueingTestSuite : public TestSuite
{
  public:
    Net8HandlerQueueingTestSuite()
        : TestSuite("net8-handler-queueing", Type::SYSTEM)
    {
        // Many replications: minutes in a build with sanitizers.
        AddTestCase(new WaitTestCase("shared", Shared(3)), Duration::EXTENSIVE);
        AddTestCase(new WaitTestCase("pooled", Pool(3)), Duration::EXTENSIVE);
        AddTestCase(new DispatcherTestCase, Duration::EXTENSIVE);
        AddTestCase(new RefusalTestCase, Duration::EXTENSIVE);
    }
};

/// The suite.
Net8HandlerQueueingTestSuite g_net8HandlerQueueingTestSuite;

} // namespace
