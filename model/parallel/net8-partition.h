// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PARTITION_H
#define NET8_PARTITION_H

#include "ns3/application.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-net-device.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One experiment on several processes, each of which simulates one site.
 *
 * 1. Every rank builds the whole experiment, so that nodes, addresses and random streams are the
 * same on all ranks. A node belongs to one rank; applications on nodes of other ranks never start.
 * 2. The sites of a path are `client` (client hosts, their LAN and the first half of the routers)
 * and `server` (the other routers and all server hosts). The WAN link between them uses MPI. The
 * sites of a network are distributed by CutNetwork, whatever the names of the ranks.
 * 3. All ranks stop at the same simulation time: each rank with sessions tells the others when its
 * own have ended; when all have, each rank knows the time.
 * 4. At the end each rank sends what it knows to all others.
 *
 * The engine is ns-3's DistributedSimulatorImpl (`distributed`: all ranks agree on a time window,
 * simulate it, and synchronize again) or NullMessageSimulatorImpl (`null-message`: neighbours
 * promise each other until when nothing will be sent). ns-3 allows only one of the latter per
 * process.
 */
class Net8Partition
{
  public:
    /// Largest IP packet that fits into ns-3's MPI messages of 2000 bytes together with what ns-3
    /// adds.
    static constexpr uint32_t MAX_MTU = 1500;

    /**
     * Join the other ranks and choose the simulator; an existing simulator is destroyed.
     *
     * @param sites site of each rank
     * @param engine `distributed` or `null-message`
     * @throw std::invalid_argument with one sentence if that is not possible here
     */
    Net8Partition(const std::vector<std::string>& sites, const std::string& engine);

    /**
     * Restore the previous type of simulator. The ranks' own simulator must have been destroyed.
     */
    ~Net8Partition();

    Net8Partition(const Net8Partition&) = delete;
    Net8Partition& operator=(const Net8Partition&) = delete;

    /**
     * @param site name of a site
     * @return number of the rank that simulates it
     */
    uint32_t GetRankOf(const std::string& site) const;

    /**
     * @return number of ranks
     */
    uint32_t GetSize() const;

    /**
     * Create what transports StopAll and End between ranks. Must be called when all other nodes
     * have been created.
     *
     * @param lag time that a message takes; at least two delays of each link between ranks
     * @param enders number of ranks with sessions
     */
    void Open(Time lag, uint32_t enders);

    /**
     * End the simulation on all ranks as soon as possible. Called on one of them.
     */
    void StopAll();

    /**
     * Note that the last session of this rank has ended. The simulation ends when this holds for
     * all ranks and the grace period of the last one is over.
     *
     * @param grace how long the simulation continues after this end, if it is the last one; not
     * less than the lag
     */
    void End(Time grace);

    /**
     * Exchange bytes between all ranks. Must be called by all ranks.
     *
     * @param bytes bytes of this rank
     * @return bytes of each rank
     */
    std::vector<std::string> Exchange(const std::string& bytes) const;

    /**
     * @return true if a simulator that was never run can be destroyed
     */
    bool IsUndoable() const;

    /**
     * @param node a node
     * @return true if this process simulates it; always true without a partition
     */
    static bool IsHere(const Ptr<const Node>& node);

    /**
     * Prevent an application from starting if another rank simulates its node.
     *
     * @param application an application on its node, with its start time set
     */
    static void StartHereOnly(const Ptr<Application>& application);

  private:
    /// A message from a rank to the others.
    struct Word
    {
        int64_t ended{0}; ///< When its last session ended, ns.
        int64_t grace{
            0}; ///< How long the simulation continues then, ns; negative: all stop at once.
    };

    /**
     * Send a message.
     *
     * @param word the message to the other ranks
     */
    void Tell(const Word& word) const;

    /**
     * Handle a message.
     *
     * @param word the message
     */
    void Hear(const Word& word);

    std::vector<std::string> m_sites;            ///< Site of each rank.
    Time m_lag;                                  ///< Time that a message takes.
    uint32_t m_open{0};                          ///< Ranks whose sessions have not ended.
    Word m_last;                                 ///< Message of the rank that ended last.
    bool m_nullMessage{false};                   ///< Whether the engine is null-message.
    std::string m_before;                        ///< Previous type of simulator.
    std::vector<Ptr<SimpleNetDevice>> m_devices; ///< Devices that receive the messages, by rank.
};

} // namespace ns3::net8

#endif /* NET8_PARTITION_H */
