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
 * The kind of server of a session, as named by SERVER= in the connect data.
 */
enum class HandlerType : uint8_t
{
    DEDICATED, ///< A dedicated server process.
    SHARED,    ///< A dispatcher in front of shared servers.
    POOLED     ///< A connection broker in front of a pool of servers (DRCP).
};

/**
 * @ingroup net8
 * Whether an instance accepts connections, as reported to the listener.
 */
enum class InstanceState : uint8_t
{
    READY,      ///< It accepts connections.
    RESTRICTED, ///< Only administrators may log on.
    BLOCKED,    ///< It accepts none: it is starting, shutting down, or its database is not open.
    UNKNOWN     ///< It never reported: an entry of SID_LIST. Never blocked.
};

/**
 * @ingroup net8
 * How a listener chooses among the instances of a service.
 */
enum class BalanceGoal : uint8_t
{
    LONG,  ///< Fewest sessions; for long sessions (CLB_GOAL_LONG).
    SHORT, ///< Lowest goodness; for short sessions (CLB_GOAL_SHORT).
    LOAD   ///< Least loaded node, then instance with fewest sessions.
};

/**
 * @ingroup net8
 * A handler of an instance, as registered.
 */
struct RegisteredHandler
{
    std::string name{"DEDICATED"};            ///< Its name, as `lsnrctl services` shows it.
    HandlerType type{HandlerType::DEDICATED}; ///< What it is.
    std::string protocol{"tcp"};              ///< Its protocol.
    std::string service{};                    ///< The one service it serves; empty: all.
    uint64_t limit{0};                        ///< Maximum number of sessions; 0: no limit.
    uint64_t sessions{0};                     ///< Current number of sessions.
};

/**
 * @ingroup net8
 * A service of an instance, as registered.
 */
struct RegisteredService
{
    std::string name{};                  ///< Name of the service.
    BalanceGoal goal{BalanceGoal::LONG}; ///< How to choose among its instances.
    double goodness{0};                  ///< How badly the instance performs; lower is better.
    double delta{0};                     ///< What each new session adds to the goodness.
};

/**
 * @ingroup net8
 * What an instance reports to a listener: PMON, from 12.1 on LREG, does so at its start and then
 * periodically.
 */
struct ServiceRegistration
{
    std::string instance{};                    ///< Name of the instance, its SID.
    std::string node{};                        ///< Host it runs on.
    uint64_t nodeLoad{0};                      ///< Load of that host, such as its run queue.
    uint64_t sessions{0};                      ///< Sessions of the instance.
    InstanceState state{InstanceState::READY}; ///< Whether it accepts connections.
    std::vector<RegisteredService> services{}; ///< Its services.
    std::vector<RegisteredHandler> handlers{}; ///< Its handlers.
};

/**
 * @ingroup net8
 * What the connect data of a client request from a listener.
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
    bool newSession{false};        ///< POOL_PURITY is NEW: no session of another client is
                                   ///< acceptable.
    bool multiplexes{false};       ///< MULTIPLEX is ON: the connection is to carry many sessions.
    bool multiplexed{false};       ///< Its connection has another session that counts for it; not
                                   ///< in the connect data.

    /**
     * Parse the connect data.
     *
     * @param connectData text of a connect descriptor
     * @return the request, or nothing if the text is not a descriptor
     */
    static std::optional<HandlerRequest> Parse(std::string_view connectData);
};

} // namespace ns3::net8

#endif /* NET8_SERVICE_REGISTRATION_H */
