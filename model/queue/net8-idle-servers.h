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
 * The idle servers of a pool, each labelled with the owner of its session; empty: no session.
 *
 * Every operation takes logarithmic time in the number of servers.
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
        std::string label{};              ///< Owner of its session; empty: none.
        std::chrono::nanoseconds since{}; ///< When it became idle.
        std::chrono::nanoseconds made{};  ///< When its session was created.
        uint64_t uses{0};                 ///< How often that session was used.
    };

    /**
     * Add an idle server.
     *
     * @param server the server; it became idle no earlier than those added before
     */
    void Put(Server server);

    /**
     * Take a server by its label.
     *
     * @param label owner of the wanted session; empty: a server without one
     * @return the matching server that became idle last, removed from the pool; nothing if there is
     * none
     */
    std::optional<Server> TakeLabelled(const std::string& label);

    /**
     * @return the server that has been idle longest, removed from the pool; nothing if there is
     * none
     */
    std::optional<Server> TakeOldest();

    /**
     * @return when the longest idle server became idle; nothing if there is none
     */
    std::optional<std::chrono::nanoseconds> GetOldest() const;

    /**
     * @return number of idle servers
     */
    uint32_t GetCount() const;

    /**
     * Remove all servers.
     */
    void Clear();

  private:
    /**
     * Remove a server.
     *
     * @param place place of a server
     * @return the server
     */
    Server Take(uint64_t place);

    uint64_t m_lastPlace{0};                            ///< Number of servers added so far.
    std::map<uint64_t, Server> m_servers;               ///< Servers by place, the oldest one first.
    std::map<std::string, std::set<uint64_t>> m_labels; ///< Places by label.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_SERVERS_H */
