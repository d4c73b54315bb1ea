// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVICE_REGISTRATION_H
#define NET8_SERVICE_REGISTRATION_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What serves a session, as SERVER= in connect data names it.
 */
enum class HandlerType : uint8_t
{
    DEDICATED, ///< A server process of its own.
    SHARED,    ///< A dispatcher in front of shared servers.
    POOLED     ///< A connection broker in front of a pool of servers (DRCP).
};

/**
 * @ingroup net8
 * Whether an instance takes connections, as it tells the listener.
 */
enum class InstanceState : uint8_t
{
    READY,      ///< It takes connections.
    RESTRICTED, ///< Only administrators may log on.
    BLOCKED,    ///< It takes none: it starts up, shuts down, or its database is not open.
    UNKNOWN     ///< It was never asked: an entry of SID_LIST. Never blocked.
};

/**
 * @ingroup net8
 * By what a listener chooses among the instances of a service.
 */
enum class BalanceGoal : uint8_t
{
    LONG,  ///< Fewest sessions; for sessions that stay (CLB_GOAL_LONG).
    SHORT, ///< Best goodness, the least; for sessions that come and go (CLB_GOAL_SHORT).
    LOAD   ///< Least loaded node, then instance with fewest sessions.
};

/**
 * @ingroup net8
 * One handler of an instance, as it is registered.
 */
struct RegisteredHandler
{
    std::string name{"DEDICATED"};            ///< Its name, as `lsnrctl services` shows it.
    HandlerType type{HandlerType::DEDICATED}; ///< What it is.
    std::string protocol{"tcp"};              ///< Protocol that it speaks.
    std::string service{};                    ///< The one service it serves; empty: all.
    uint64_t limit{0};                        ///< Sessions that it takes; 0: any number.
    uint64_t sessions{0};                     ///< Sessions that it has.
};

/**
 * @ingroup net8
 * One service of an instance, as it is registered.
 */
struct RegisteredService
{
    std::string name{};                  ///< Name of the service.
    BalanceGoal goal{BalanceGoal::LONG}; ///< By what to choose among its instances.
    double goodness{0};                  ///< How badly the instance does; less is better.
    double delta{0};                     ///< What each new session adds to that.
};

/**
 * @ingroup net8
 * What an instance tells a listener of itself: PMON, from 12.1 on LREG, does at its start and then
 * again and again.
 */
struct ServiceRegistration
{
    std::string instance{};                    ///< Name of the instance, its SID.
    std::string node{};                        ///< Host it runs on.
    uint64_t nodeLoad{0};                      ///< Load of that host, such as its run queue.
    uint64_t sessions{0};                      ///< Sessions of the instance.
    InstanceState state{InstanceState::READY}; ///< Whether it takes connections.
    std::vector<RegisteredService> services{}; ///< Its services.
    std::vector<RegisteredHandler> handlers{}; ///< Its handlers.
};

/**
 * @ingroup net8
 * What the connect data of a client ask a listener for.
 */
struct HandlerRequest
{
    /**
     * SERVER of the connect data.
     */
    enum class Server : uint8_t
    {
        ANY,       ///< Not given.
        DEDICATED, ///< dedicated.
        SHARED,    ///< shared.
        POOLED     ///< pooled.
    };

    std::string serviceName{};     ///< SERVICE_NAME; empty: not given.
    std::string sid{};             ///< SID; empty: not given.
    std::string instanceName{};    ///< INSTANCE_NAME; empty: not given.
    Server server{Server::ANY};    ///< SERVER.
    std::string protocol{"tcp"};   ///< Protocol of the client.
    std::string connectionClass{}; ///< POOL_CONNECTION_CLASS; empty: not given.
    bool newSession{false};        ///< POOL_PURITY is NEW: no session of another client's will do.

    /**
     * @param connectData text of a connect descriptor
     * @return what it asks for, or nothing if the text is no descriptor
     */
    static std::optional<HandlerRequest> Parse(std::string_view connectData);
};

} // namespace ns3::net8

#endif /* NET8_SERVICE_REGISTRATION_H */
