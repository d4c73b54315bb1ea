// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IDLE_SERVERS_H
#define NET8_IDLE_SERVERS_H

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The idle servers of a pool, each with a label that tells whose session it has; empty: no session.
 *
 * All operations cost time in the logarithm of the number of servers.
 */
class Net8IdleServers
{
  public:
    /**
     * An idle server.
     */
    struct Server
    {
        uint64_t number{0};               ///< Its number.
        std::string label{};              ///< Whose session it has; empty: none.
        std::chrono::nanoseconds since{}; ///< Since when it is idle.
        std::chrono::nanoseconds made{};  ///< When its session was made.
        uint64_t uses{0};                 ///< How often that was lent.
    };

    /**
     * @param server one more idle server; idle for no longer than those before it
     */
    void Put(Server server);

    /**
     * @param label whose session is wanted; empty: a server without one
     * @return such a server, the one that became idle last; taken out
     */
    std::optional<Server> TakeLabelled(const std::string& label);

    /**
     * @return the server that is idle for longest; taken out
     */
    std::optional<Server> TakeOldest();

    /**
     * @return since when the server is idle that is so for longest, if there is one
     */
    std::optional<std::chrono::nanoseconds> GetOldest() const;

    /**
     * @return number of idle servers
     */
    uint32_t GetCount() const;

    /**
     * Forget them all.
     */
    void Clear();

  private:
    /**
     * @param place place of a server
     * @return the server; taken out
     */
    Server Take(uint64_t place);

    uint64_t m_lastPlace{0};                            ///< Servers put so far.
    std::map<uint64_t, Server> m_servers;               ///< Servers by place, the oldest one first.
    std::map<std::string, std::set<uint64_t>> m_labels; ///< Places by label.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_SERVERS_H */
