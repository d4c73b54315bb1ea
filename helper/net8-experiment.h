// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EXPERIMENT_H
#define NET8_EXPERIMENT_H

#include "net8-attributes.h"
#include "net8-cluster.h"
#include "net8-path.h"
#include "net8-sampler.h"
#include "net8-server-book.h"
#include "net8-watch.h"

#include "ns3/net8-arrivals.h"
#include "ns3/net8-client.h"
#include "ns3/net8-listener.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8CrossTraffic;
class Net8Fault;
class Net8Partition;

/**
 * @ingroup net8
 * Clients that are alike.
 */
struct ClientGroup
{
    std::string name{"clients"}; ///< Name in results.
    AttributeMap attributes;     ///< Of Net8Client and Net8Arrivals, beside those for all groups.
    std::vector<Time> arrivals;  ///< Times after Start, where a file gives them.
};

/**
 * @ingroup net8
 * An instance that is not the only one.
 */
struct InstancePlan
{
    std::string name{};        ///< Its SID; empty: as the attributes say.
    std::string host{};        ///< Name of the host that it runs on.
    Time delay{};              ///< How much farther than the server's that host is, one way.
    AttributeMap attributes{}; ///< Of Net8Instance, beside those for all instances.
};

/**
 * @ingroup net8
 * Everything that describes one simulation: a plan, resolved to attributes.
 */
struct ExperimentPlan
{
    AttributeMap path;                   ///< Of Net8Path.
    AttributeMap clientTcp;              ///< Of Net8TcpProfile, on the client hosts.
    AttributeMap serverTcp;              ///< Of Net8TcpProfile, on the server host.
    AttributeMap client;                 ///< Of Net8Client and Net8Arrivals, for all groups.
    std::vector<ClientGroup> groups;     ///< Clients; none: one group.
    AttributeMap hostCpu;                ///< Of Net8HostCpu, on the server host.
    AttributeMap hostMemory;             ///< Of Net8HostMemory, on the server host.
    AttributeMap listener;               ///< Of Net8Listener.
    AttributeMap server;                 ///< Of Net8Instance, for all instances.
    std::vector<AttributeMap> endPoints; ///< Of Net8EndPoint, beside the listener's own.
    std::vector<InstancePlan> instances; ///< Instances; none: one, on the server.
    std::vector<AttributeMap> faults;    ///< Of Net8Fault.
    /// Of parts of its handlers, by name of their TypeId.
    std::map<std::string, AttributeMap> handlers;
    AttributeMap query;                     ///< Of Net8ResultSet.
    std::vector<AttributeMap> crossTraffic; ///< Of Net8CrossTraffic, one map for each.
    std::vector<uint32_t> rowLengths;       ///< Row lengths, bytes; empty: as the query says.
    std::map<std::string, std::vector<std::string>>
        hosts; ///< What answers at a host name, in small letters: "server" or "nowhere", once for
               ///< each address; no entry: the name is unknown. Without any, all are the server.
    Time stopTime{Hours(24)};           ///< When the simulation ends at the latest.
    Time sampleInterval;                ///< Between two looks at the server hosts; 0: none.
    uint32_t seed{1};                   ///< Seed of the random streams.
    uint64_t run{1};                    ///< Run number, selects a substream of each.
    std::string pcapPrefix;             ///< Start of the names of capture files; empty: none.
    std::vector<std::string> partition; ///< Site that each MPI rank simulates; empty: one process.
    std::string mpi{"distributed"};     ///< Engine of a partition, see Net8Partition.
};

/**
 * @ingroup net8
 * A handler, as `lsnrctl services` shows it.
 */
struct ServingHandler
{
    std::string instance; ///< Name of its instance.
    std::string name;     ///< Its own name, such as D000.
};

/**
 * @ingroup net8
 * What one simulation gave.
 */
struct ExperimentResult
{
    std::vector<CallRecord> calls;            ///< All round trips, in order of their ends.
    std::vector<ServerRecord> servers;        ///< The same sessions as their servers see them.
    std::vector<SessionRecord> sessions;      ///< All sessions, in order of their numbers.
    std::vector<int32_t> served;              ///< Number of the handler by session; -1: none.
    std::vector<ServingHandler> handlers;     ///< Handlers of all instances, by number.
    std::vector<AttemptRecord> attempts;      ///< All attempts, by session and number.
    std::vector<std::string> groups;          ///< Names of the groups, by number.
    std::vector<HostSample> samples;          ///< Server hosts at equal intervals.
    std::map<std::string, uint64_t> counters; ///< Drops and errors by name.
    std::string digest;                       ///< Hash of all calls, sessions and counters.
    uint64_t events{0};                       ///< Events executed.
    uint64_t eventsLeft{0};                   ///< Events that wait at the end, see Net8EventCensus.
    std::vector<uint64_t> rankEvents;         ///< The same by rank, with a partition.
    Time end;                                 ///< When the last session ended.
    bool stopped{false};                      ///< The progress asked to stop.
};

/**
 * @ingroup net8
 * One whole experiment: path, TCP profiles, listener, clients and background traffic from a plan,
 * run to its end.
 *
 * The simulation ends when the last session is over or at the plan's stop time. ns-3's simulator is
 * one object for the process: experiments run one after the other, and none inside another.
 *
 * With a partition every rank makes and runs the same experiment; all have the same results, but
 * captures are written where their hosts are.
 */
class Net8Experiment
{
  public:
    /**
     * @param plan what to simulate
     * @param progress told while it is built and runs, and may stop it; may be empty
     * @throw std::invalid_argument with one sentence for an attribute that does not exist or a
     * value that it does not take
     */
    explicit Net8Experiment(const ExperimentPlan& plan, const Net8Watch::Progress& progress = {});
    ~Net8Experiment();

    Net8Experiment(const Net8Experiment&) = delete;
    Net8Experiment& operator=(const Net8Experiment&) = delete;

    /**
     * Simulate. May be called once.
     *
     * @return the results; those of a simulation that was stopped go as far as it came
     */
    ExperimentResult Run();

    /**
     * @return the path, for further probes
     */
    Ptr<Net8Path> GetPath() const;

  private:
    /**
     * Make everything that is to be simulated.
     */
    void Build();

    /**
     * Tell how far it is while it is built, and stop building when asked to.
     */
    void Look();

    /**
     * The rows that the statement gives.
     */
    void BuildResultSet();

    /**
     * Path, TCP profiles and background traffic.
     */
    void BuildNetwork();

    /// One group of clients, built.
    struct Group
    {
        Ptr<Net8Arrivals> arrivals; ///< Number and starts of its clients.
        DriverProfile driver;       ///< Their driver.
        Ptr<Net8Client> first;      ///< The client on the first host; all have its attributes.
        uint32_t firstHost{0};      ///< Number of its first host.
        uint32_t firstSession{0};   ///< Number of its first session.
    };

    /**
     * Handlers of the instances.
     */
    void BuildHandlers();

    /**
     * Listeners and instances.
     */
    void BuildServer();

    /**
     * @param number number of a group
     */
    void BuildClients(uint32_t number);

    /**
     * What goes down.
     */
    void BuildFaults();

    /**
     * @param number number of a group
     * @param host number of one of its hosts, from 0
     * @return the client application of this host, without clients
     */
    Ptr<Net8Client> MakeClient(uint32_t number, uint32_t host);

    /**
     * Make room for the records of all sessions.
     */
    void NumberSessions();

    /**
     * @param host a host of a connect descriptor or REDIRECT; empty stands for the server
     * @return its IP addresses
     */
    std::vector<Address> LookUp(const std::string& host);

    /**
     * @param host a host
     * @return its IP addresses
     */
    std::vector<Address> GetAddresses(Ptr<Node> host) const;

    /**
     * @return IP addresses beside the server's, which no host has
     */
    std::vector<Address> GetNowhere() const;

    /**
     * @param target what answers at a host of the plan: "server", "nowhere" or the host of an
     * instance
     * @return its IP addresses
     */
    std::vector<Address> GetTarget(const std::string& target);

    /**
     * Drivers and release by name, and what follows from them.
     */
    void FindProfiles();

    /**
     * Fixed random streams for everything.
     */
    void AssignStreams();

    /**
     * @param record a round trip that is done
     */
    void HandleCall(const CallRecord& record);

    /**
     * @param session number of a session
     * @param local socket address that it connects from
     */
    void HandleConnecting(uint32_t session, const Address& local);

    /**
     * @param record an attempt that is over
     */
    void HandleAttempt(const AttemptRecord& record);

    /**
     * @param record a session that is over
     */
    void HandleSession(const SessionRecord& record);

    /**
     * Give all handlers a number.
     */
    void NumberHandlers();

    /**
     * @param first number of the first handler of the instance
     * @param record what the server of a session waited for
     */
    void HandleWaits(int32_t first, const ServerRecord& record);

    /**
     * End the simulation everywhere.
     *
     * @param delay when, from now
     */
    void StopAfter(Time delay);

    /**
     * Put what this process knows of sessions and counters into the result.
     */
    void Collect();

    /**
     * Add what the other ranks know, and the digest.
     */
    void Finish();

    ExperimentPlan m_plan;                             ///< What to simulate.
    std::unique_ptr<Net8Partition> m_partition;        ///< Ranks; null: one process.
    std::vector<Group> m_groups;                       ///< Groups of clients.
    Ptr<Net8Path> m_path;                              ///< Network.
    std::unique_ptr<Net8Cluster> m_cluster;            ///< Server hosts, listeners, instances.
    std::vector<Ptr<Net8Fault>> m_faults;              ///< What goes down.
    Ptr<Net8ResultSet> m_resultSet;                    ///< Rows of the statement.
    std::vector<Ptr<Net8Client>> m_clients;            ///< Client side, by host.
    Net8ServerBook m_book;                             ///< Which sessions servers talk of.
    std::vector<Ptr<Net8CrossTraffic>> m_crossTraffic; ///< Background traffic.
    std::vector<int32_t> m_firstHandlers; ///< Number of the first handler, by instance.
    std::vector<bool> m_attackers;        ///< Which groups do harm.
    bool m_attackOnly{false};             ///< All sessions do harm.
    bool m_nameServer{false};             ///< There is a name or directory server.
    uint64_t m_open{0};        ///< Sessions that are not over; attacks do not count beside others.
    ExperimentResult m_result; ///< What is known so far.
    Net8Sampler m_sampler;     ///< Looks at the server hosts.
    Net8Watch m_watch;         ///< Tells how far it is.
};

} // namespace ns3::net8

#endif /* NET8_EXPERIMENT_H */
