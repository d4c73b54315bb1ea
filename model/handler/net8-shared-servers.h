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
 * The shared servers of an instance and the request queue that is common to all of them.
 *
 * 1. Submit hands a call to a server that is idle, the one that was busy last, or puts it at the
 * end of the queue. There is one queue for all dispatchers, first come first served.
 * 2. The server waits for as long as the call waits for something that is no CPU (disk, locks),
 * then does its work on the CPU of the host. RequestDone fires, the server takes the first call of
 * the queue, and the callback of the call that is done is called.
 * 3. Each GrowthInterval of the clock while a call is waiting, one server is added, up to
 * MaxSharedServers, and only if the gate of SetGate allows one more process; it takes its first
 * call when it has done SpawnTime of work. With a GrowthInterval of 0 one is added at once for
 * each call that finds no server idle or on its way.
 * 4. Each GrowthInterval one server that was idle all the time since the last one ends, the one
 * that is idle for longest, down to SharedServers. With a GrowthInterval of 0 servers stay.
 *
 * That the number of servers follows the length of the queue between the two limits and that a
 * SHARED_SERVERS above MAX_SHARED_SERVERS stays as it is, is documented (Database Concepts and
 * Database Reference 11.2 to 19c); that PMON looks after it every 3 s and changes it by one is
 * general knowledge, so the interval is an attribute.
 */
class Net8SharedServers : public Object
{
  public:
    /// Number of a call, counted from 1 in the order of Submit.
    using RequestId = uint64_t;

    /**
     * What came of all calls: requests = done + cancelled + waiting + busy.
     */
    struct Counters
    {
        uint64_t requests{0};     ///< Calls submitted.
        uint64_t waits{0};        ///< Calls that found no server idle.
        uint64_t done{0};         ///< Calls done.
        uint64_t cancelled{0};    ///< Calls given up, or forgotten by Clear.
        uint64_t created{0};      ///< Servers added to those of the start.
        uint64_t ended{0};        ///< Servers that ended because they were idle.
        uint64_t gateRefusals{0}; ///< Servers that the gate did not allow.
        uint32_t mostServers{0};  ///< Most servers at any time.
        uint32_t longestQueue{0}; ///< Most calls waiting at any time.
        Time waitTime;            ///< Time in the queue of all calls that left it for a server.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8SharedServers();
    ~Net8SharedServers() override;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param cpu the CPU of the host, or nothing: work takes its time, whatever else goes on
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * @param gate asked before a server is added whether the host has room for one more process
     */
    void SetGate(std::function<bool()> gate);

    /**
     * Start the first SharedServers servers. The first Submit does it if nobody has.
     */
    void Start();

    /**
     * @param wait time that the server waits, without CPU
     * @param work CPU time after that
     * @param done called when the call is done, never from inside this method
     * @return number of the call
     */
    RequestId Submit(Time wait, Time work, std::function<void()> done);

    /**
     * @param request a call; a server that is at it gives it up
     * @return whether it was waiting or under way
     */
    bool Cancel(RequestId request);

    /**
     * Forget all calls and servers, as an instance that ends does; no end is told.
     */
    void Clear();

    /**
     * @return servers, busy, idle or on their way
     */
    uint32_t GetServers() const;

    /**
     * @return servers with a call
     */
    uint32_t GetBusy() const;

    /**
     * @return calls in the queue
     */
    uint32_t GetWaiting() const;

    /**
     * @return what came of all calls
     */
    const Counters& GetCounters() const;

    /**
     * TracedCallback signature for a call that is done.
     *
     * @param [in] wait time in the queue
     * @param [in] service time with the server
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
        Time arrived;               ///< When it came.
        Time wait;                  ///< Time without CPU.
        Time work;                  ///< CPU time.
        std::function<void()> done; ///< Whom to tell of its end.
    };

    /**
     * A call that a server is at.
     */
    struct Running
    {
        Request request;  ///< The call.
        Time began;       ///< When the server began.
        Net8CpuTask task; ///< Its time without CPU, then its work.
    };

    /**
     * Hand the first call of the queue to a server, if there are both.
     */
    void Serve();

    /**
     * @param id number of a call whose time without CPU is over
     */
    void BeginWork(RequestId id);

    /**
     * @param id number of a call that is done
     */
    void Finish(RequestId id);

    /**
     * Add a server, if there may be one more.
     *
     * @return whether one is on its way
     */
    bool AddServer();

    /**
     * @param server number of a server that is now there
     */
    void FinishSpawn(uint64_t server);

    /**
     * See to it that the number of servers is looked after, if that can change anything.
     */
    void ScheduleReview();

    /**
     * Look after the number of servers.
     */
    void Review();

    /**
     * Bring the trace sources and the greatest numbers up to date.
     */
    void Count();

    // ATTRIBUTES
    uint32_t m_minimum{1};                 ///< SHARED_SERVERS.
    uint32_t m_maximum{0};                 ///< MAX_SHARED_SERVERS; 0: as many as the gate allows.
    Time m_growthInterval;                 ///< Time between two looks at the queue.
    Ptr<RandomVariableStream> m_spawnTime; ///< CPU time of the creation of a server, s.

    Ptr<Net8HostCpu> m_cpu;               ///< CPU of the host; nothing: plain time.
    std::function<bool()> m_gate;         ///< Whether the host has room for one more process.
    bool m_started{false};                ///< The first servers are there.
    RequestId m_lastRequest{0};           ///< Calls so far.
    uint64_t m_lastSpawn{0};              ///< Servers added so far.
    std::map<RequestId, Request> m_queue; ///< Calls that wait.
    std::map<RequestId, std::unique_ptr<Running>> m_running;     ///< Calls that servers are at.
    std::map<uint64_t, std::unique_ptr<Net8CpuTask>> m_spawning; ///< Servers on their way.
    std::vector<Time> m_idle; ///< Since when each idle server is so; the last one is next.
    EventId m_review;         ///< The next look at the queue.
    Counters m_counters;      ///< What came of all calls.

    // TRACE SOURCES
    TracedValue<uint32_t> m_servers{0};     ///< Servers.
    TracedValue<uint32_t> m_busy{0};        ///< Servers with a call.
    TracedValue<uint32_t> m_waiting{0};     ///< Calls in the queue.
    TracedCallback<Time, Time> m_doneTrace; ///< A call is done.
};

} // namespace ns3::net8

#endif /* NET8_SHARED_SERVERS_H */
