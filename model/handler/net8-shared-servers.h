// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SHARED_SERVERS_H
#define NET8_SHARED_SERVERS_H

#include "ns3/net8-cpu-task.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <map>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The shared servers of an instance, and the request queue that is common to all of them.
 *
 * 1. Submit hands a call to the idle server that was busy last, or appends it to the queue. There
 * is one queue for all dispatchers, first come first served.
 * 2. The server waits for as long as the call waits without CPU (disk, locks), then does its work
 * on the CPU of the host. RequestDone fires, the server takes the first call of the queue, and the
 * callback of the finished call is called.
 * 3. At each GrowthInterval of the clock, while a call is waiting, one server is added, up to
 * MaxSharedServers and only if the gate of SetGate allows one more process; it takes its first call
 * after SpawnTime of work. With a GrowthInterval of 0 a server is added at once for each call that
 * finds none idle or being created.
 * 4. At each GrowthInterval one server that has been idle since the previous one ends, the longest
 * idle first, down to SharedServers. With a GrowthInterval of 0 servers never end.
 *
 * It is documented that the number of servers follows the length of the queue between the two
 * limits, and that a SHARED_SERVERS above MAX_SHARED_SERVERS stays as it is (Database Concepts and
 * Database Reference 11.2 to 19c). That PMON checks it every 3 s and changes it by one is general
 * knowledge, so the interval is an attribute.
 */
class Net8SharedServers : public Object
{
  public:
    /// Number of a call, counted from 1 in the order of Submit.
    using RequestId = uint64_t;

    /**
     * Counts of calls: requests = done + cancelled + waiting + busy.
     */
    struct Counters
    {
        uint64_t requests{0};     ///< Calls submitted.
        uint64_t waits{0};        ///< Calls that found no server idle.
        uint64_t done{0};         ///< Calls done.
        uint64_t cancelled{0};    ///< Calls cancelled, or dropped by Clear.
        uint64_t created{0};      ///< Servers added to the initial ones.
        uint64_t ended{0};        ///< Servers ended because they were idle.
        uint64_t gateRefusals{0}; ///< Servers refused by the gate.
        uint32_t mostServers{0};  ///< Most servers at any time.
        uint32_t longestQueue{0}; ///< Most calls waiting at any time.
        Time waitTime;            ///< Total time in the queue of calls that left it for a server.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8SharedServers();
    ~Net8SharedServers() override;

    /**
     * Set the random streams of the times that are drawn.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Set the CPU that servers run on.
     *
     * @param cpu the CPU of the host; null: work just takes its time
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * Set the gate.
     *
     * @param gate returns whether the host has room for one more process; asked before a server is
     * added
     */
    void SetGate(std::function<bool()> gate);

    /**
     * Change MaxSharedServers.
     *
     * @param most most servers from now on; 0: as many as the host has room for
     */
    void SetMost(uint32_t most);

    /**
     * Start the initial SharedServers servers. The first Submit does so if it was not called.
     */
    void Start();

    /**
     * Submit a call.
     *
     * @param wait time that the server waits, without CPU
     * @param work CPU time after that
     * @param done called when the call is done, never from within this method
     * @return number of the call
     */
    RequestId Submit(Time wait, Time work, std::function<void()> done);

    /**
     * Cancel a call. A server that executes it gives it up.
     *
     * @param request number of the call
     * @return whether it was waiting or under way
     */
    bool Cancel(RequestId request);

    /**
     * Drop all calls and servers, as when the instance ends; no callback is called.
     */
    void Clear();

    /**
     * @return all servers: busy, idle or being created
     */
    uint32_t GetServers() const;

    /**
     * @return servers that execute a call
     */
    uint32_t GetBusy() const;

    /**
     * @return calls in the queue
     */
    uint32_t GetWaiting() const;

    /**
     * @return the counts of calls
     */
    const Counters& GetCounters() const;

    /**
     * TracedCallback signature for a call that is done.
     *
     * @param [in] wait time in the queue
     * @param [in] service time at the server
     */
    typedef void (*RequestTracedCallback)(Time wait, Time service);

  protected:
    void DoDispose() override;

  private:
    /**
     * A call.
     */
    struct Request
    {
        Time arrived;               ///< Time of arrival.
        Time wait;                  ///< Time without CPU.
        Time work;                  ///< CPU time.
        std::function<void()> done; ///< Called at its end.
    };

    /**
     * A call that a server executes.
     */
    struct Running
    {
        Request request;  ///< The call.
        Time began;       ///< When the server began.
        Net8CpuTask task; ///< Its time without CPU, then its work.
    };

    /**
     * Hand the first call of the queue to an idle server, if there is one.
     */
    void Serve();

    /**
     * Begin the CPU work of a call, after its time without CPU.
     *
     * @param id number of the call
     */
    void BeginWork(RequestId id);

    /**
     * Finish a call.
     *
     * @param id number of the call
     */
    void Finish(RequestId id);

    /**
     * Add a server, if one more is allowed.
     *
     * @return whether its creation was started
     */
    bool AddServer();

    /**
     * Finish the creation of a server.
     *
     * @param server number of the server
     */
    void FinishSpawn(uint64_t server);

    /**
     * Schedule the next review of the number of servers, if it can change anything.
     */
    void ScheduleReview();

    /**
     * Review the number of servers.
     */
    void Review();

    /**
     * Update the trace sources and the maxima.
     */
    void Count();

    // ATTRIBUTES
    uint32_t m_minimum{1};                 ///< SHARED_SERVERS.
    uint32_t m_maximum{0};                 ///< MAX_SHARED_SERVERS; 0: as many as the gate allows.
    Time m_growthInterval;                 ///< Time between two reviews.
    Ptr<RandomVariableStream> m_spawnTime; ///< CPU time to create a server, s.

    Ptr<Net8HostCpu> m_cpu;               ///< CPU of the host; null: plain time.
    std::function<bool()> m_gate;         ///< Whether the host has room for one more process.
    bool m_started{false};                ///< The initial servers exist.
    RequestId m_lastRequest{0};           ///< Calls so far.
    uint64_t m_lastSpawn{0};              ///< Servers added so far.
    std::map<RequestId, Request> m_queue; ///< Waiting calls.
    std::map<RequestId, std::unique_ptr<Running>> m_running;     ///< Calls that servers execute.
    std::map<uint64_t, std::unique_ptr<Net8CpuTask>> m_spawning; ///< Servers being created.
    std::vector<Time> m_idle; ///< Idle servers: begin of idleness; last is next.
    EventId m_review;         ///< The next review.
    Counters m_counters;      ///< Counts of calls.

    // TRACE SOURCES
    TracedValue<uint32_t> m_servers{0};     ///< Number of servers.
    TracedValue<uint32_t> m_busy{0};        ///< Servers that execute a call.
    TracedValue<uint32_t> m_waiting{0};     ///< Calls in the queue.
    TracedCallback<Time, Time> m_doneTrace; ///< A call is done.
};

} // namespace ns3::net8

#endif /* NET8_SHARED_SERVERS_H */
