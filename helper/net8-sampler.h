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
 * What a server host was doing at one moment. Totals count from the start of the simulation.
 */
struct HostSample
{
    Time time;               ///< When.
    uint32_t host{0};        ///< Which server host.
    uint32_t cores{0};       ///< Cores of its CPU.
    Time busy;               ///< Core time used so far.
    uint32_t runQueue{0};    ///< Jobs on the CPU.
    uint64_t memoryBytes{0}; ///< Memory reserved.
    uint32_t sessions{0};    ///< Sessions of its instances.
    uint32_t greetings{0};   ///< Connections that are with its listener.
    uint32_t backlog{0};     ///< Connections that wait to be accepted.
    uint64_t accepted{0};    ///< Connections accepted so far.
    uint64_t refused{0};     ///< Connections refused so far.
    uint64_t overflows{0};   ///< SYNs and ACKs without room in the backlog so far.
};

/**
 * @ingroup net8
 * Looks at server hosts at equal intervals, from time 0 on.
 */
class Net8Sampler
{
  public:
    Net8Sampler() = default;
    ~Net8Sampler();
    Net8Sampler(const Net8Sampler&) = delete;
    Net8Sampler& operator=(const Net8Sampler&) = delete;

    /**
     * @param host number of one more server host
     * @param listener its listener, installed on its node
     * @param tds SQL Server that stands in its place; null: none does
     */
    void Add(uint32_t host, Ptr<Net8Listener> listener, Ptr<Net8TdsServer> tds = nullptr);

    /**
     * @param look called with each look
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
     * @return how often it has looked; each time is an event of the simulator
     */
    uint64_t GetLooks() const;

  private:
    /**
     * Take samples, and come again.
     */
    void Sample();

    /// Who takes connections on a host.
    struct Host
    {
        uint32_t number{0};         ///< Its number.
        Ptr<Net8Listener> listener; ///< The listener.
        Ptr<Net8TdsServer> tds;     ///< The SQL Server in its place, or null.
    };

    std::vector<Host> m_hosts;                 ///< The hosts.
    std::vector<std::function<void()>> m_more; ///< Who looks as well.
    Time m_interval;                           ///< Between two samples.
    std::vector<HostSample> m_samples;         ///< Taken so far.
    EventId m_next;                            ///< The next ones.
    uint64_t m_looks{0};                       ///< How often samples were taken.
};

} // namespace ns3::net8

#endif /* NET8_SAMPLER_H */
