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
 * The prespawned dedicated servers of a listener: made before anybody asks for them.
 *
 * 1. From the start PoolSize servers are idle.
 * 2. Take gives an idle one away, at once, and has another one made in its place, as long as there
 * are no more than PrespawnMax in all. With none idle the listener makes an ordinary dedicated
 * server, which is no part of the pool.
 * 3. Return takes a server back when its session is over: it waits for the next one. Where there
 * are then more than PoolSize idle, one that is so for Timeout ends.
 *
 * Source: Net8 listener.ora parameters PRESPAWN_MAX, POOL_SIZE and TIMEOUT and their help texts;
 * TNS-01174 for the limit of PoolSize.
 */
class Net8PrespawnPool : public Object
{
  public:
    /// What Take gives when no server is idle.
    static constexpr uint64_t NO_SERVER = 0;

    /**
     * What came of all requests, beside what the stock counts.
     */
    struct Counters
    {
        uint64_t hits{0};                ///< Requests that found an idle server.
        uint64_t misses{0};              ///< Requests that found none.
        Net8ServerStock::Counters stock; ///< What came of the servers.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8PrespawnPool();
    ~Net8PrespawnPool() override;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return what is wrong with the attributes, in one sentence; empty: nothing
     */
    std::string GetProblem() const;

    /**
     * @param cpu the CPU of the host, or nothing: work takes its time, whatever else goes on
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * @param gate asked before a server is made whether the host has room for one more process
     */
    void SetGate(std::function<bool()> gate);

    /**
     * Make the first servers. The attributes must be right.
     */
    void Start();

    /**
     * @return number of an idle server that is the caller's from now on, or NO_SERVER
     */
    uint64_t Take();

    /**
     * @param server a server whose session is over
     * @return whether it was taken
     */
    bool Return(uint64_t server);

    /**
     * Forget all servers, as a listener that ends does.
     */
    void Clear();

    /**
     * @return idle servers
     */
    uint32_t GetIdle() const;

    /**
     * @return servers, on their way, idle or taken
     */
    uint32_t GetServers() const;

    /**
     * @return what came of all requests
     */
    Counters GetCounters() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * Have as many servers made as are missing.
     */
    void Refill();

    /**
     * Bring the trace sources up to date.
     */
    void Count();

    // ATTRIBUTES
    uint32_t m_poolSize{0};                ///< POOL_SIZE.
    uint32_t m_maximum{0};                 ///< PRESPAWN_MAX.
    Time m_timeout;                        ///< TIMEOUT.
    Ptr<RandomVariableStream> m_spawnTime; ///< CPU time of the creation of a server, s.

    Ptr<Net8HostCpu> m_cpu;       ///< CPU of the host; nothing: plain time.
    std::function<bool()> m_gate; ///< Whether the host has room for one more process.
    Net8ServerStock m_stock;      ///< The servers.
    std::set<uint64_t> m_taken;   ///< Servers taken.
    Counters m_counters;          ///< What came of all requests.

    // TRACE SOURCES
    TracedValue<uint32_t> m_servers{0}; ///< Servers.
    TracedValue<uint32_t> m_idle{0};    ///< Idle servers.
};

} // namespace ns3::net8

#endif /* NET8_PRESPAWN_POOL_H */
