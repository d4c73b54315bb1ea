// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EXPERIMENT_H
#define NET8_EXPERIMENT_H

#include "net8-client-groups.h"
#include "net8-cluster.h"
#include "net8-experiment-plan.h"
#include "net8-experiment-result.h"
#include "net8-host-names.h"
#include "net8-network-cut.h"
#include "net8-recorder.h"
#include "net8-sampler.h"
#include "net8-series.h"
#include "net8-topology.h"
#include "net8-watch.h"
#include "net8-workload.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::net8
{

class Net8CrossTraffic;
class Net8Fault;
class Net8NetworkPlan;
class Net8Partition;

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
     * @param network the network, not built; null: the one that the plan describes
     * @throw std::invalid_argument with one sentence for an attribute that does not exist or a
     * value that it does not take
     */
    explicit Net8Experiment(const ExperimentPlan& plan,
                            const Net8Watch::Progress& progress = {},
                            const Ptr<Net8Topology>& network = nullptr);
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
     * @return the network, for further probes
     */
    Ptr<Net8Topology> GetNetwork() const;

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
     * Instances and groups of clients, as far as they are without a network.
     */
    void ReadPlan();

    /**
     * The rows that the statement gives, and what is in its place.
     */
    void BuildResultSet();

    /**
     * @return the network that the plan describes, not built
     */
    Ptr<Net8Topology> MakeNetwork() const;

    /**
     * @param network the network of sites
     * @return what is to be done in it
     */
    ExpectedWork ExpectWork(const Net8NetworkPlan& network) const;

    /**
     * Network, TCP profiles and background traffic.
     */
    void BuildNetwork();

    /**
     * Client applications and who knows hosts for them.
     */
    void BuildClients();

    /**
     * What goes down.
     */
    void BuildFaults();

    /**
     * Fixed random streams for everything.
     */
    void AssignStreams();

    /**
     * Sample the server hosts that are here.
     */
    void StartSampler();

    /**
     * A session begins: all clients of a host may start in one event, which takes seconds.
     *
     * @param session number of the session
     * @param local socket address that it connects from
     */
    void HandleConnecting(uint32_t session, const Address& local);

    /**
     * End the simulation everywhere.
     *
     * @param delay when, from now
     */
    void StopAfter(Time delay);

    ExperimentPlan m_plan;                             ///< What to simulate.
    std::unique_ptr<Net8Partition> m_partition;        ///< Ranks; null: one process.
    Net8Watch m_watch;                                 ///< Tells how far it is.
    Net8Recorder m_recorder;                           ///< Writes down what it gives.
    std::unique_ptr<Net8Cluster> m_cluster;            ///< Server hosts, listeners, instances.
    std::unique_ptr<Net8ClientGroups> m_groups;        ///< Groups of clients.
    Ptr<Net8ResultSet> m_resultSet;                    ///< Rows of the statement.
    std::unique_ptr<Net8Workload> m_workload;          ///< Statements and transactions.
    Ptr<Net8Topology> m_network;                       ///< Network.
    std::unique_ptr<Net8HostNames> m_names;            ///< Hosts by name.
    std::vector<Ptr<Net8Fault>> m_faults;              ///< What goes down.
    std::vector<Ptr<Net8CrossTraffic>> m_crossTraffic; ///< Background traffic.
    Net8Series m_series;                               ///< Looks at links and sessions.
    Net8Sampler m_sampler;                             ///< Looks at the server hosts.
};

} // namespace ns3::net8

#endif /* NET8_EXPERIMENT_H */
