// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What a listener chooses and refuses, against the examples and error texts of Oracle's
 * documentation: Net Services Administrator's Guide 23ai, "Understanding Connection Load Balancing"
 * and "About Blocked Connection Requests".
 */
#include "ns3/net8-service-registry.h"

#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3::net8;

namespace
{

using Registry = Net8ServiceRegistry;
using Server = HandlerRequest::Server;

/**
 * @param name name of the instance
 * @param goal by what to choose
 * @return an instance with a dedicated server for any number of sessions, which serves sales
 */
ServiceRegistration
MakeInstance(const std::string& name, BalanceGoal goal = BalanceGoal::LONG)
{
    return {.instance = name,
            .services = {{.name = "sales", .goal = goal}},
            .handlers = {RegisteredHandler{}}};
}

/**
 * @param name name of the dispatcher
 * @param sessions sessions that it has
 * @param limit sessions that it takes; 0: any number
 * @return a dispatcher
 */
RegisteredHandler
MakeDispatcher(const std::string& name, uint64_t sessions, uint64_t limit = 0)
{
    return {.name = name, .type = HandlerType::SHARED, .limit = limit, .sessions = sessions};
}

TEST(ServiceRegistry, ChoosesAsTheExampleOfTheDocumentation)
{
    // Node loads 600 and 400, sessions 200 and 300, dispatchers 200 | 100 and 200: sales2, its
    // dispatcher with 100. By sessions alone it is sales1.
    for (const auto& [goal, instance, dispatcher] :
         {std::tuple{BalanceGoal::LOAD, "sales2", "D000"}, {BalanceGoal::LONG, "sales1", "D000"}})
    {
        Registry registry;
        auto first = MakeInstance("sales1", goal);
        first.nodeLoad = 600;
        first.sessions = 200;
        first.handlers = {MakeDispatcher("D000", 200)};
        auto second = MakeInstance("sales2", goal);
        second.nodeLoad = 400;
        second.sessions = 300;
        second.handlers = {MakeDispatcher("D000", 100), MakeDispatcher("D001", 200)};
        registry.Register(first);
        registry.Register(second);
        const auto choice = registry.Pick({.serviceName = "SALES"});
        ASSERT_EQ(choice.error, 0U);
        EXPECT_EQ(registry.GetInstance(choice.instance).name, instance);
        EXPECT_EQ(registry.GetHandler(choice).registered.name, dispatcher);
    }
}

TEST(ServiceRegistry, GoodnessGrowsByDeltaUntilTheNextUpdate)
{
    Registry registry;
    auto first = MakeInstance("rac1");
    first.services = {{.name = "sales", .goal = BalanceGoal::SHORT, .goodness = 10, .delta = 4}};
    auto second = MakeInstance("rac2");
    second.services = {{.name = "sales", .goal = BalanceGoal::SHORT, .goodness = 17, .delta = 1}};
    registry.Register(first);
    registry.Register(second);
    const auto pick = [&] {
        return registry.GetInstance(registry.Pick({.serviceName = "sales"}).instance).name;
    };
    // 10, 14 are less than 17; 18 is not; then 18 and 18, and the first one was there first.
    const std::vector<std::string> expected{"rac1", "rac1", "rac2", "rac1"};
    for (const auto& name : expected)
    {
        EXPECT_EQ(pick(), name);
    }
    registry.Register(first);
    EXPECT_EQ(pick(), "rac1") << "10 once more, with the update";
}

TEST(ServiceRegistry, CountsOnlyUpBetweenTwoUpdates)
{
    // admitted since the update + sessions at the update >= limit: refused (note 240710.1).
    Registry registry;
    auto instance = MakeInstance("rac1");
    instance.handlers.front().limit = 5;
    instance.handlers.front().sessions = 3;
    registry.Register(instance);
    const HandlerRequest byService{.serviceName = "sales"};
    EXPECT_EQ(registry.Pick(byService).error, 0U);
    const auto last = registry.Pick(byService);
    EXPECT_EQ(last.error, 0U);
    EXPECT_EQ(registry.Pick(byService).error, Registry::ERROR_NO_MATCHING_HANDLER);
    EXPECT_EQ(registry.Pick({.sid = "rac1"}).error, Registry::ERROR_NO_HANDLER);
    EXPECT_EQ(registry.Pick({.serviceName = "sales", .server = Server::DEDICATED}).error,
              Registry::ERROR_NO_SERVER_TYPE);
    EXPECT_EQ(registry.GetHandler(last).refused, 3U);
    instance.handlers.front().sessions = 4; // One has left.
    registry.Register(instance);
    EXPECT_EQ(registry.Pick(byService).error, 0U);
    EXPECT_EQ(registry.Pick(byService).error, Registry::ERROR_NO_MATCHING_HANDLER);
    EXPECT_EQ(registry.GetHandler(last).established, 3U) << "counted over updates";
    EXPECT_EQ(registry.GetRefusals().at(Registry::ERROR_NO_MATCHING_HANDLER), 2U);
    EXPECT_EQ(registry.GetInstanceCount(), 1U);
}

TEST(ServiceRegistry, SaysWhatIsNotThere)
{
    Registry registry;
    registry.Register(MakeInstance("rac1"));
    EXPECT_EQ(registry.Pick({}).error, Registry::ERROR_NO_SERVICE_NAME);
    EXPECT_EQ(registry.Pick({.serviceName = "hr"}).error, Registry::ERROR_UNKNOWN_SERVICE);
    EXPECT_EQ(registry.Pick({.sid = "rac2"}).error, Registry::ERROR_UNKNOWN_SID);
    EXPECT_EQ(registry.Pick({.serviceName = "sales", .instanceName = "rac2"}).error,
              Registry::ERROR_UNKNOWN_INSTANCE);
    EXPECT_EQ(registry.Pick({.serviceName = "sales", .server = Server::SHARED}).error,
              Registry::ERROR_NO_SERVER_TYPE);
    EXPECT_EQ(registry.Pick({.serviceName = "sales", .server = Server::POOLED}).error,
              Registry::ERROR_NO_SERVER_TYPE);
    EXPECT_EQ(registry.Pick({.serviceName = "sales", .protocol = "tcps"}).error,
              Registry::ERROR_NO_MATCHING_HANDLER)
        << "no handler speaks the protocol";
    registry.SetDefaultService("Sales");
    EXPECT_EQ(registry.Pick({}).error, 0U);
    EXPECT_EQ(registry.Pick({.sid = "RAC1"}).error, 0U) << "an instance has its own name";
}

TEST(ServiceRegistry, TellsRestrictedFromBlocked)
{
    using State = InstanceState;
    for (const auto& [first, second, error] :
         {std::tuple{State::RESTRICTED, State::RESTRICTED, Registry::ERROR_RESTRICTED},
          {State::BLOCKED, State::BLOCKED, Registry::ERROR_BLOCKED},
          {State::RESTRICTED, State::BLOCKED, Registry::ERROR_NONE_READY},
          {State::BLOCKED, State::READY, 0U}})
    {
        Registry registry;
        auto one = MakeInstance("rac1");
        one.state = first;
        auto other = MakeInstance("rac2");
        other.state = second;
        registry.Register(one);
        registry.Register(other);
        EXPECT_EQ(registry.Pick({.serviceName = "sales"}).error, error);
    }
}

TEST(ServiceRegistry, TakesADispatcherFirstAndADedicatedServerWhereAllAreFull)
{
    Registry registry;
    auto instance = MakeInstance("rac1");
    instance.handlers.push_back(MakeDispatcher("D000", 0, 1));
    registry.Register(instance);
    const auto pick = [&] {
        return registry.GetHandler(registry.Pick({.serviceName = "sales"})).registered.name;
    };
    EXPECT_EQ(pick(), "D000");
    EXPECT_EQ(pick(), "DEDICATED");
    const auto asked = registry.Pick({.serviceName = "sales", .server = Server::SHARED});
    EXPECT_EQ(asked.error, Registry::ERROR_NO_SERVER_TYPE) << "all of them are blocked";
}

TEST(ServiceRegistry, AHandlerOfOneServiceServesNoOther)
{
    Registry registry;
    auto instance = MakeInstance("rac1");
    instance.services.push_back({.name = "hr"});
    instance.handlers.push_back(MakeDispatcher("D000", 0));
    instance.handlers.back().service = "HR";
    registry.Register(instance);
    const auto pick = [&](const std::string& service) {
        return registry.GetHandler(registry.Pick({.serviceName = service})).registered.name;
    };
    EXPECT_EQ(pick("hr"), "D000");
    EXPECT_EQ(pick("sales"), "DEDICATED");
}

TEST(ServiceRegistry, AnEntryOfSidListIsTheLastChoiceAndNeverBlocked)
{
    Registry registry;
    const auto listed = registry.AddStatic("rac1", "sales");
    registry.AddStatic("bare", "");
    auto instance = MakeInstance("rac2");
    instance.handlers.front().limit = 1;
    const auto registered = registry.Register(instance);
    const HandlerRequest request{.serviceName = "sales"};
    EXPECT_EQ(registry.Pick(request).instance, registered);
    for (uint32_t i = 0; i < 1000; ++i)
    {
        const auto choice = registry.Pick(request);
        ASSERT_EQ(choice.error, 0U);
        ASSERT_EQ(choice.instance, listed) << "the registered one is full";
    }
    EXPECT_EQ(registry.Pick({.sid = "bare"}).error, 0U) << "known by its SID alone";
}

TEST(ServiceRegistry, AnInstanceThatEndsIsForgottenAndKeepsItsNumber)
{
    Registry registry;
    const auto number = registry.Register(MakeInstance("rac1"));
    EXPECT_TRUE(registry.Deregister("RAC1"));
    EXPECT_FALSE(registry.Deregister("rac1")) << "it is gone";
    EXPECT_FALSE(registry.Deregister("rac9"));
    EXPECT_FALSE(registry.GetInstance(number).present);
    EXPECT_EQ(registry.Pick({.serviceName = "sales"}).error, Registry::ERROR_UNKNOWN_SERVICE);
    EXPECT_EQ(registry.Pick({.sid = "rac1"}).error, Registry::ERROR_UNKNOWN_SID);
    EXPECT_EQ(registry.Register(MakeInstance("rac1")), number);
    EXPECT_EQ(registry.Pick({.serviceName = "sales"}).error, 0U);
}

} // namespace
