// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RUN_SETTINGS_H
#define NET8_RUN_SETTINGS_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How an experiment is run: the section run of a plan.
 */
class Net8RunSettings : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8RunSettings();
    ~Net8RunSettings() override;

    /**
     * @return latest end of the simulation
     */
    Time GetStopTime() const;

    /**
     * @return interval between samples of server hosts; 0: none are taken
     */
    Time GetSampleInterval() const;

    /**
     * @param series links, flows or sessions
     * @return whether these are sampled in addition to the server hosts
     */
    bool IsSampled(const std::string& series) const;

    /**
     * @return number of sessions of each group that are sampled, if sessions are
     */
    uint32_t GetSeriesSessions() const;

    /**
     * @return whether the network's hops are computed, see Net8Topology::UseStages
     */
    bool UsesStages() const;

    /**
     * @return what each MPI rank simulates; empty: one process
     */
    std::vector<std::string> GetPartition() const;

    /**
     * @return engine of a partition, see Net8Partition
     */
    const std::string& GetMpi() const;

  private:
    /// How packets cross switches and routers.
    enum class Network : uint8_t
    {
        NODES,  ///< Through stacks and queues of nodes (`nodes`).
        STAGES, ///< By computed hops (`stages`).
    };

    Time m_stopTime;                   ///< Latest end of the simulation.
    Time m_sampleInterval;             ///< Interval between samples; 0: none.
    std::string m_series;              ///< What is sampled, with commas between.
    uint32_t m_seriesSessions{10};     ///< Sessions of each group that are sampled.
    Network m_network{Network::NODES}; ///< How packets cross switches and routers.
    std::string m_partition;           ///< What each MPI rank simulates, with commas between.
    std::string m_mpi;                 ///< Engine of a partition.
};

} // namespace ns3::net8

#endif /* NET8_RUN_SETTINGS_H */
