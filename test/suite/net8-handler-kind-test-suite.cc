// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A kind of handler added from outside: this file shows all that is needed.
 */
#include "ns3/net8-client.h"
#include "ns3/net8-dedicated-executor.h"
#include "ns3/net8-handler-set.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-path.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * A single server that exists already and serves one session at a time.
 */
class SingleHandler : public Net8Handler
{
  public:
    std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& /* request */) override
    {
        if (m_busy)
        {
            return nullptr;
        }
        m_busy = true;
        ++m_sessions;
        const Ptr<SingleHandler> self(this);
        return Net8DedicatedExecutor::Make(m_resources.cpu, Net8CallExecutor::Work{}, [self] {
            self->m_busy = false;
        });
    }

    bool NeedsFork() const override
    {
        return false;
    }

    RegisteredHandler GetRegistration() const override
    {
        return {};
    }

    /**
     * @return sessions admitted so far
     */
    uint64_t GetSessions() const
    {
        return m_sessions;
    }

  private:
    bool m_busy{false};     ///< Whether it has a session.
    uint64_t m_sessions{0}; ///< Sessions admitted so far.
};

/**
 * @ingroup net8-test
 * The kind named by the word "single".
 */
class SingleKind : public Net8HandlerKind
{
  public:
    std::vector<Ptr<Net8Handler>> Make(const HandlerSettings& /* settings */,
                                       const Net8HandlerParts& /* parts */) override
    {
        m_handler = CreateObject<SingleHandler>();
        return {m_handler};
    }

    std::map<std::string, uint64_t> GetCounters() const override
    {
        return {{"single_sessions", m_handler->GetSessions()}};
    }

  private:
    Ptr<SingleHandler> m_handler; ///< The only handler.
};

/// The row of the table of kinds.
const HandlerWord SINGLE{"single", [] { return std::make_unique<SingleKind>(); }};

/**
 * @ingroup net8-test
 * The handlers of an instance accept the kind by its word.
 */
class OwnKindTest : public TestCase
{
  public:
    OwnKindTest()
        : TestCase("a kind of handlers that is added makes handlers, counts and is offered")
    {
    }

  private:
    void DoRun() override
    {
        Net8HandlerSet handlers;
        handlers.AddKind(SINGLE);
        NS_TEST_ASSERT_MSG_EQ(handlers.Make({.kinds = "single"}), "", "problem");
        handlers.Open({});
        NS_TEST_ASSERT_MSG_EQ(handlers.GetHandlers().size(), 1, "handlers");
        auto first = handlers.Admit(0, {});
        NS_TEST_EXPECT_MSG_EQ((first != nullptr), true, "the first session");
        NS_TEST_EXPECT_MSG_EQ((handlers.Admit(0, {}) == nullptr), true, "a second one beside it");
        first.reset();
        NS_TEST_EXPECT_MSG_EQ((handlers.Admit(0, {}) != nullptr), true, "one after it");
        NS_TEST_EXPECT_MSG_EQ(handlers.GetCounters().at("single_sessions"), 2, "admitted");

        Net8HandlerSet others;
        others.AddKind(SINGLE);
        NS_TEST_EXPECT_MSG_EQ(
            others.Make({.kinds = "single, double"}),
            "Net8Instance: Handlers 'single, double' names 'double'; use dedicated, "
            "prespawned, shared, pooled and single, each at most once and with "
            "commas between them.",
            "a word that nobody knows");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Sessions of clients are served by it.
 */
class OwnKindSessionTest : public TestCase
{
  public:
    OwnKindSessionTest()
        : TestCase("an instance with a kind of its own serves one client and refuses the other")
    {
    }

  private:
    void DoRun() override
    {
        auto path = CreateObjectWithAttributes<Net8Path>("Kind", StringValue("lan"));
        path->Build(2);
        auto instance = CreateObject<Net8Instance>();
        instance->AddHandlerKind(SINGLE);
        instance->SetAttribute("Handlers", StringValue("single"));
        auto listener = CreateObject<Net8Listener>();
        listener->AddInstance(instance);
        path->GetServer()->AddApplication(listener);
        std::vector<Ptr<Net8Client>> clients;
        for (uint32_t i = 0; i < 2; ++i)
        {
            clients.push_back(CreateObjectWithAttributes<Net8Client>(
                "Remote",
                AddressValue(path->GetServerAddress(listener->GetPort()))));
            path->GetClient(i)->AddApplication(clients.back());
        }
        clients[1]->SetStartTime(MilliSeconds(1));
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(clients[0]->GetRecord().closed, true, "the first one ends well");
        NS_TEST_EXPECT_MSG_EQ(clients[0]->GetRecord().oraCode, 0, "the first one ends well");
        // TNS-12518: the listener could not hand off the connection.
        NS_TEST_EXPECT_MSG_EQ(clients[1]->GetRecord().oraCode, 12518, "the second one");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * Suite of added kinds of handlers.
 */
class Net8HandlerKindTestSuite : public TestSuite
{
  public:
    Net8HandlerKindTestSuite()
        : TestSuite("net8-handler-kind", Type::UNIT)
    {
        AddTestCase(new OwnKindTest, Duration::QUICK);
        AddTestCase(new OwnKindSessionTest, Duration::QUICK);
    }
};

const Net8HandlerKindTestSuite g_net8HandlerKindTestSuite; ///< Registers the suite.

} // namespace
