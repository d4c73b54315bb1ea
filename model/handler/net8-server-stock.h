// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_STOCK_H
#define NET8_SERVER_STOCK_H

#include "ns3/net8-cpu-task.h"
#include "ns3/net8-idle-servers.h"
#include "ns3/random-variable-stream.h"

#include <functional>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The server processes of a pool: being created, idle, or taken by sessions. Ends those that are
 * idle for too long.
 */
class Net8ServerStock
{
  public:
    /// An idle server.
    using Server = Net8IdleServers::Server;

    /**
     * Settings of a stock.
     */
    struct Settings
    {
        Ptr<Net8HostCpu> cpu;                ///< CPU of the host; null: plain time.
        std::function<bool()> gate;          ///< Whether the host has room for one more process.
        Ptr<RandomVariableStream> spawnTime; ///< CPU time to create a server, s.
        Time timeout;                        ///< Time after which an idle server ends; 0: never.
        uint32_t most{0};                    ///< Largest number of servers.
        uint32_t keepTotal{0};               ///< No server ends unless there are more than this.
        uint32_t keepIdle{0};                ///< No server ends unless more than this are idle.
        std::function<void()> arrived;       ///< Called when a new server becomes idle.
        std::function<void()> changed;       ///< Called when a server has ended by itself.
    };

    /**
     * Counts of servers: created = ended + those that exist, unless Clear was called.
     */
    struct Counters
    {
        uint64_t created{0};      ///< Servers created, including those of the start.
        uint64_t timeouts{0};     ///< Servers ended because they were idle.
        uint64_t gateRefusals{0}; ///< Servers refused by the gate.
        uint32_t most{0};         ///< Most servers at any time.
    };

    Net8ServerStock() = default;
    ~Net8ServerStock();
    Net8ServerStock(const Net8ServerStock&) = delete;
    Net8ServerStock& operator=(const Net8ServerStock&) = delete;

    /**
     * Start the stock.
     *
     * @param settings settings of the stock
     * @param count number of servers that exist from the start, created in no time
     */
    void Start(Settings settings, uint32_t count);

    /**
     * Change how many servers there may be.
     *
     * @param most largest number of servers from now on
     */
    void SetMost(uint32_t most);

    /**
     * Start to create servers, in parallel, as far as `most` and the gate allow.
     *
     * @param count number of servers wanted
     * @return number of servers whose creation was started
     */
    uint32_t Create(uint32_t count);

    /**
     * Take the server with a given session that became idle last.
     *
     * @param label label of the session; empty: a server without a session
     * @return the server, if there is one
     */
    std::optional<Server> TakeLabelled(const std::string& label);

    /**
     * Take the server that has been idle longest.
     *
     * @return the server, if there is one
     */
    std::optional<Server> TakeOldest();

    /**
     * Return a server, which is idle from now on.
     *
     * @param server the server
     */
    void Return(Server server);

    /**
     * Drop all servers, as when the instance ends.
     */
    void Clear();

    /**
     * @return all servers: being created, idle or taken
     */
    uint32_t GetTotal() const;

    /**
     * @return idle servers
     */
    uint32_t GetIdle() const;

    /**
     * @return servers being created
     */
    uint32_t GetCreating() const;

    /**
     * @return the counts of servers
     */
    const Counters& GetCounters() const;

  private:
    /**
     * Finish the creation of a server.
     *
     * @param number number of the server
     */
    void FinishCreation(uint64_t number);

    /**
     * Schedule the end of idle servers.
     */
    void ScheduleExpiry();

    /**
     * @return whether the server that has been idle longest may end
     */
    bool MayEnd() const;

    /**
     * End the servers that have been idle for too long.
     */
    void Expire();

    /**
     * Update the largest number of servers.
     */
    void Count();

    Settings m_settings;      ///< Settings of the stock.
    Net8IdleServers m_idle;   ///< Idle servers.
    uint32_t m_taken{0};      ///< Servers taken.
    uint64_t m_lastNumber{0}; ///< Number of the last server created.
    EventId m_expiry;         ///< Event when the oldest idle server may end.
    Counters m_counters;      ///< Counts of servers.
    std::map<uint64_t, std::unique_ptr<Net8CpuTask>> m_creating; ///< Servers being created.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_STOCK_H */
