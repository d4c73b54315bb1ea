// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EXPERIMENT_H
#define NET8_EXPERIMENT_H

#include "net8-branches.h"
#include "net8-client-groups.h"
#include "net8-cluster.h"
#include "net8-cman-hosts.h"
#include "net8-draw-count.h"
#include "net8-experiment-plan.h"
#include "net8-experiment-result.h"
#include "net8-fan.h"
#include "net8-fast-forward.h"
#include "net8-host-names.h"
#include "net8-recorder.h"
#include "net8-redo-links.h"
#include "net8-run-settings.h"
#include "net8-sampler.h"
#include "net8-series.h"
#include "net8-variation.h"
#include "net8-watch.h"
#include "net8-workload.h"

#include "ns3/net8-network-cut.h"
#include "ns3/net8-topology.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::net8
{

class Net8CrossTraffic;
class Net8Fault;
class Net8LimitChange;
class Net8NetworkPlan;
class Net8Partition;

/**
 * @ingroup net8
 * One complete experiment: path, TCP profiles, listener, clients and background traffic of a plan,
 * run to its end.
 *
 * The simulation ends when the last session is over or at the plan's stop time. ns-3 has one
 * simulator object per process: experiments run one after the other and cannot be nested.
 *
 * With a partition every rank creates and runs the same experiment. All ranks have the same
 * results, but capture files are written where their hosts are.
 */
class Net8Experiment
{
  public:
    /**
     * @param plan the plan
     * @param progress called while it is built and runs, and may stop it; may be empty
     * @param network the network, not built; null: the one that the plan describes
     * @throw std::invalid_argument with one sentence for an unknown attribute or an invalid value
     */
    explicit Net8Experiment(const ExperimentPlan& plan,
                            const Net8Watch::Progress& progress = {},
                            const Ptr<Net8Topology>& network = nullptr);
    ~Net8Experiment();

    Net8Experiment(const Net8Experiment&) = delete;
    Net8Experiment& operator=(const Net8Experiment&) = delete;

    /**
     * Run the simulation. May be called once.
     *
     * @return the results; if the simulation was stopped, up to that time
     */
    ExperimentResult Run();

    /**
     * @return whether other MPI ranks simulate parts of it
     */
    bool IsCutForRanks() const;

    /**
     * @return the network, for additional probes
     */
    Ptr<Net8Topology> GetNetwork() const;

    /**
     * @return site of each client host; empty: the only site
     */
    std::vector<std::string> GetClientSites() const;

    /**
     * @return server hosts, listeners and instances
     */
    const Net8Cluster& GetCluster() const;

  private:
    /**
     * Build everything that is simulated.
     */
    void Build();

    /**
     * Report progress during the build, and stop building if asked to.
     */
    void Look();

    /**
     * Create instances and groups of clients, as far as possible without a network.
     */
    void ReadPlan();

    /**
     * Create the rows that the statement returns, and the workload that may replace it.
     */
    void BuildResultSet();

    /**
     * @return the network described by the plan, not built
     */
    Ptr<Net8Topology> MakeNetwork() const;

    /**
     * @param network the network of sites
     * @return the work expected in it
     */
    ExpectedWork ExpectWork(const Net8NetworkPlan& network) const;

    /**
     * Build network, TCP profiles and background traffic.
     */
    void BuildNetwork();

    /**
     * Install the client applications, and the name look-up that they use.
     */
    void BuildClients();

    /**
     * Schedule the changes of limits.
     */
    void BuildLimits();

    /**
     * Schedule the faults.
     */
    void BuildFaults();

    /**
     * Decide whether what differs between real runs is drawn.
     */
    void ReadVariation();

    /**
     * Assign fixed random streams to everything.
     */
    void AssignStreams();

    /**
     * Start to sample the server hosts of this rank.
     */
    void StartSampler();

    /**
     * Handle the begin of a session. All clients of a host may start in one event, which takes
     * seconds.
     *
     * @param session number of the session
     * @param local socket address that it connects from
     */
    void HandleConnecting(uint32_t session, const Address& local);

    /**
     * End the simulation on all ranks.
     *
     * @param delay time from now
     */
    void StopAfter(Time delay);

    /**
     * @return what the run drew, if these are the draws of losses and none lost a packet, so that
     * nothing in the run depends on its number but for them; else nothing
     */
    std::optional<std::vector<LossDraws>> FindPassed() const;

    Net8DrawCount m_draws;                             ///< Random numbers drawn.
    bool m_outside;                                    ///< Code from outside builds the network.
    ExperimentPlan m_plan;                             ///< The plan.
    Ptr<const Net8RunSettings> m_settings;             ///< How it is run.
    std::unique_ptr<Net8Partition> m_partition;        ///< Ranks; null: one process.
    Net8Watch m_watch;                                 ///< Reports progress.
    Net8Recorder m_recorder;                           ///< Records results.
    std::unique_ptr<Net8Cluster> m_cluster;            ///< Server hosts, listeners, instances.
    Net8RedoLinks m_redo;                              ///< Redo transport to standbys.
    Net8CmanHosts m_managers;                          ///< Connection Managers.
    Ptr<Net8Fan> m_fan;                                ///< Events that pools act on.
    std::unique_ptr<Net8ClientGroups> m_groups;        ///< Groups of clients.
    Ptr<Net8ResultSet> m_resultSet;                    ///< Rows of the statement.
    std::unique_ptr<Net8Workload> m_workload;          ///< Statements and transactions.
    Ptr<Net8Topology> m_network;                       ///< Network.
    std::unique_ptr<Net8HostNames> m_names;            ///< Look-up of host names.
    std::vector<Ptr<Net8LimitChange>> m_limits;        ///< Changes of limits.
    std::vector<Ptr<Net8Fault>> m_faults;              ///< Faults.
    std::unique_ptr<Net8Branches> m_branches;          ///< Runs that share a beginning, or null.
    std::unique_ptr<Net8FastForward> m_fastForward;    ///< Skips what repeats; null: nothing is
                                                       ///< skipped.
    std::vector<Ptr<Net8CrossTraffic>> m_crossTraffic; ///< Background traffic.
    Ptr<Net8Variation> m_variation;                    ///< What differs between real runs.
    Net8Series m_series;                               ///< Samples links and sessions.
    Net8Sampler m_sampler;                             ///< Samples the server hosts.
};

} // namespace ns3::net8

#endif /* NET8_EXPERIMENT_H */
