// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PRESPAWN_POOL_H
#define NET8_PRESPAWN_POOL_H

#include "net8-server-stock.h"

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-value.h"

#include <set>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The prespawned dedicated servers of a listener, created before they are needed.
 *
 * 1. At the start PoolSize servers are idle.
 * 2. Take hands out an idle server at once and has a replacement created, as long as there are no
 * more than PrespawnMax in all. If none is idle, the listener makes an ordinary dedicated server,
 * which is not part of the pool.
 * 3. Return takes a server back when its session is over; it waits for the next one. While more
 * than PoolSize servers are idle, one that has been idle for Timeout ends.
 *
 * Source: Net8 listener.ora parameters PRESPAWN_MAX, POOL_SIZE and TIMEOUT and their help texts;
 * TNS-01174 for the limit of PoolSize.
 */
class Net8PrespawnPool : public Object
{
  public:
    /// Returned by Take when no server is idle.
    static constexpr uint64_t NO_SERVER = 0;

    /**
     * Counts of requests, in addition to those of the stock.
     */
    struct Counters
    {
        uint64_t hits{0};                ///< Requests that found an idle server.
        uint64_t misses{0};              ///< Requests that found none.
        Net8ServerStock::Counters stock; ///< Counts of the servers.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8PrespawnPool();
    ~Net8PrespawnPool() override;

    /**
     * Set the random streams of the times that are drawn.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return the error in the attributes, in one sentence; empty if there is none
     */
    std::string GetProblem() const;

    /**
     * Set the CPU that servers are created on.
     *
     * @param cpu the CPU of the host; null: work just takes its time
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * Set the gate.
     *
     * @param gate returns whether the host has room for one more process; asked before a server is
     * created
     */
    void SetGate(std::function<bool()> gate);

    /**
     * Create the first servers. The attributes must be valid.
     */
    void Start();

    /**
     * Take an idle server.
     *
     * @return number of the server, or NO_SERVER
     */
    uint64_t Take();

    /**
     * Return a server whose session is over.
     *
     * @param server number of the server
     * @return whether it was taken
     */
    bool Return(uint64_t server);

    /**
     * Drop all servers, as when the listener ends.
     */
    void Clear();

    /**
     * @return idle servers
     */
    uint32_t GetIdle() const;

    /**
     * @return all servers: being created, idle or taken
     */
    uint32_t GetServers() const;

    /**
     * @return the counts of requests and servers
     */
    Counters GetCounters() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * Create as many servers as are missing.
     */
    void Refill();

    /**
     * Update the trace sources.
     */
    void Count();

    // ATTRIBUTES
    uint32_t m_poolSize{0};                ///< POOL_SIZE.
    uint32_t m_maximum{0};                 ///< PRESPAWN_MAX.
    Time m_timeout;                        ///< TIMEOUT.
    Ptr<RandomVariableStream> m_spawnTime; ///< CPU time to create a server, s.

    Ptr<Net8HostCpu> m_cpu;       ///< CPU of the host; null: plain time.
    std::function<bool()> m_gate; ///< Whether the host has room for one more process.
    Net8ServerStock m_stock;      ///< The servers.
    std::set<uint64_t> m_taken;   ///< Servers taken.
    Counters m_counters;          ///< Counts of requests.

    // TRACE SOURCES
    TracedValue<uint32_t> m_servers{0}; ///< Number of servers.
    TracedValue<uint32_t> m_idle{0};    ///< Number of idle servers.
};

} // namespace ns3::net8

#endif /* NET8_PRESPAWN_POOL_H */
