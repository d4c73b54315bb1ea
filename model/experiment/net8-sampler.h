// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SAMPLER_H
#define NET8_SAMPLER_H

#include "ns3/event-id.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-tds-server.h"

#include <functional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A sample of a server host. Totals count from the start of the simulation.
 */
struct HostSample
{
    Time time;               ///< Time of the sample.
    uint32_t host{0};        ///< Number of the server host.
    uint32_t cores{0};       ///< Cores of its CPU.
    Time busy;               ///< Core time used so far.
    uint32_t runQueue{0};    ///< Jobs on the CPU.
    uint64_t memoryBytes{0}; ///< Memory reserved.
    uint32_t sessions{0};    ///< Sessions of its instances.
    uint32_t greetings{0};   ///< Connections at its listener.
    uint32_t backlog{0};     ///< Connections waiting to be accepted.
    uint64_t accepted{0};    ///< Connections accepted so far.
    uint64_t refused{0};     ///< Connections refused so far.
    uint64_t overflows{0};   ///< SYNs and ACKs so far that found the backlog full.
};

/**
 * @ingroup net8
 * Samples server hosts at equal intervals, from time 0 on.
 */
class Net8Sampler
{
  public:
    Net8Sampler() = default;
    ~Net8Sampler();
    Net8Sampler(const Net8Sampler&) = delete;
    Net8Sampler& operator=(const Net8Sampler&) = delete;

    /**
     * Add a server host.
     *
     * @param host number of the server host
     * @param listener its listener, installed on its node
     * @param tds SQL Server that replaces the listener; null: none
     */
    void Add(uint32_t host, Ptr<Net8Listener> listener, Ptr<Net8TdsServer> tds = nullptr);

    /**
     * @param look called with each sample
     */
    void AddLook(std::function<void()> look);

    /**
     * @param interval time between two samples, above 0
     */
    void Start(Time interval);

    /**
     * @return the samples, in order of time and then of host
     */
    const std::vector<HostSample>& GetSamples() const;

    /**
     * @return number of samplings; each is an event of the simulator
     */
    uint64_t GetLooks() const;

  private:
    /**
     * Take samples, and schedule the next ones.
     */
    void Sample();

    /// A host that is sampled.
    struct Host
    {
        uint32_t number{0};         ///< Its number.
        Ptr<Net8Listener> listener; ///< The listener.
        Ptr<Net8TdsServer> tds;     ///< The SQL Server that replaces it, or null.
    };

    std::vector<Host> m_hosts;                 ///< The hosts.
    std::vector<std::function<void()>> m_more; ///< Called with each sample.
    Time m_interval;                           ///< Interval between two samples.
    std::vector<HostSample> m_samples;         ///< Samples taken so far.
    EventId m_next;                            ///< Event of the next samples.
    uint64_t m_looks{0};                       ///< Number of samplings.
};

} // namespace ns3::net8

#endif /* NET8_SAMPLER_H */
