// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_MULTIPLEXED_SESSIONS_H
#define NET8_MULTIPLEXED_SESSIONS_H

#include "net8-listener-log.h"

#include "ns3/net8-greeting.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-multiplex.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The connections of a listener that dispatchers have taken over and that carry many sessions, each
 * with a CONNECT of its own that the listener never sees.
 *
 * The first session of a connection counts as the connection of its dispatcher, for what the
 * dispatcher polls and for CONNECTIONS; the others count for neither.
 */
class Net8MultiplexedSessions
{
  public:
    /// Who takes the sessions of a connection, and until when.
    struct Dispatcher
    {
        Ptr<Net8Instance> instance{}; ///< The instance.
        uint32_t handler{0};          ///< Number of the handler.
        Time timeout{};               ///< Longest time until a CONNECT; 0: no limit.
    };

    /**
     * @param log what the listener counts; sessions get their numbers from it
     */
    explicit Net8MultiplexedSessions(Net8ListenerLog& log);
    ~Net8MultiplexedSessions();
    Net8MultiplexedSessions(const Net8MultiplexedSessions&) = delete;
    Net8MultiplexedSessions& operator=(const Net8MultiplexedSessions&) = delete;

    /**
     * Accept a connection that asks for multiplexing.
     *
     * @param greeting the connection, which is taken from it
     * @param dispatcher who takes its sessions
     */
    void Accept(Net8Greeting& greeting, const Dispatcher& dispatcher);

    /**
     * Forget all connections without sending anything.
     */
    void Clear();

  private:
    /// A connection.
    struct Line
    {
        Dispatcher dispatcher;          ///< Who takes its sessions.
        Ptr<Net8Multiplex> multiplex{}; ///< Its sessions.
        bool used{false};               ///< It had a session.
    };

    /**
     * Receive the CONNECT of a session.
     *
     * @param line number of the connection
     * @param socket the session
     */
    void Greet(uint64_t line, const Ptr<Socket>& socket);

    /**
     * Hand a session to its dispatcher.
     *
     * @param line number of the connection
     * @param session number of the session
     */
    void HandOver(uint64_t line, uint64_t session);

    /**
     * Forget a session whose CONNECT is no longer waited for.
     *
     * @param session number of the session
     */
    void Forget(uint64_t session);

    Net8ListenerLog& m_log;                            ///< What the listener counts.
    std::map<uint64_t, Line> m_lines;                  ///< Connections by number.
    uint64_t m_next{0};                                ///< Number of the next connection.
    std::map<uint64_t, Ptr<Net8Greeting>> m_greetings; ///< Sessions without a CONNECT, by number.
};

} // namespace ns3::net8

#endif /* NET8_MULTIPLEXED_SESSIONS_H */
