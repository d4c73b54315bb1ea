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
 * The server processes of a pool: on their way, idle, or taken by sessions; and the end of those
 * that are idle for too long.
 */
class Net8ServerStock
{
  public:
    /// An idle server.
    using Server = Net8IdleServers::Server;

    /**
     * What a stock goes by.
     */
    struct Settings
    {
        Ptr<Net8HostCpu> cpu;                ///< CPU of the host; nothing: plain time.
        std::function<bool()> gate;          ///< Whether the host has room for one more process.
        Ptr<RandomVariableStream> spawnTime; ///< CPU time of the creation of a server, s.
        Time timeout;                        ///< Time after which an idle server ends; 0: never.
        uint32_t most{0};                    ///< Most servers.
        uint32_t keepTotal{0};         ///< None ends while there are no more servers than this.
        uint32_t keepIdle{0};          ///< None ends while there are no more idle ones than this.
        std::function<void()> arrived; ///< Called when a server that was on its way is idle.
        std::function<void()> changed; ///< Called when a server ended by itself.
    };

    /**
     * What came of all servers: created = ended + the servers there are, but for Clear.
     */
    struct Counters
    {
        uint64_t created{0};      ///< Servers made, those of the start included.
        uint64_t timeouts{0};     ///< Servers that ended because they were idle.
        uint64_t gateRefusals{0}; ///< Servers that the gate did not allow.
        uint32_t most{0};         ///< Most servers at any time.
    };

    Net8ServerStock() = default;
    ~Net8ServerStock();
    Net8ServerStock(const Net8ServerStock&) = delete;
    Net8ServerStock& operator=(const Net8ServerStock&) = delete;

    /**
     * @param settings what to go by
     * @param count servers that are there from the start, without costing any time
     */
    void Start(Settings settings, uint32_t count);

    /**
     * Set out to make servers, side by side, as far as most and the gate allow.
     *
     * @param count servers wanted
     * @return servers that are on their way now because of this
     */
    uint32_t Create(uint32_t count);

    /**
     * @param label whose session is wanted; empty: a server without one
     * @return such a server, the one that became idle last
     */
    std::optional<Server> TakeLabelled(const std::string& label);

    /**
     * @return the server that is idle for longest
     */
    std::optional<Server> TakeOldest();

    /**
     * @param server a server that was taken and is idle from now on
     */
    void Return(Server server);

    /**
     * Forget all servers, as an instance that ends does.
     */
    void Clear();

    /**
     * @return servers, on their way, idle or taken
     */
    uint32_t GetTotal() const;

    /**
     * @return idle servers
     */
    uint32_t GetIdle() const;

    /**
     * @return servers on their way
     */
    uint32_t GetCreating() const;

    /**
     * @return what came of all servers
     */
    const Counters& GetCounters() const;

  private:
    /**
     * @param number number of a server that is now there
     */
    void FinishCreation(uint64_t number);

    /**
     * See to it that idle servers end in time.
     */
    void ScheduleExpiry();

    /**
     * @return whether the server that is idle for longest may end
     */
    bool MayEnd() const;

    /**
     * The oldest idle server may have been so for too long.
     */
    void Expire();

    /**
     * Note the greatest number of servers.
     */
    void Count();

    Settings m_settings;      ///< What to go by.
    Net8IdleServers m_idle;   ///< Idle servers.
    uint32_t m_taken{0};      ///< Servers taken.
    uint64_t m_lastNumber{0}; ///< Servers so far.
    EventId m_expiry;         ///< When the oldest idle server may end.
    Counters m_counters;      ///< What came of all servers.
    std::map<uint64_t, std::unique_ptr<Net8CpuTask>> m_creating; ///< Servers on their way.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_STOCK_H */
