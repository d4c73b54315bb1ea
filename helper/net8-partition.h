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
 * same on all. A node belongs to one rank; applications on nodes of other ranks never start.
 * 2. Sites of a path are `client` (client hosts, their LAN and the first half of the routers) and
 * `server` (the other routers and all server hosts). The WAN link between them crosses MPI. Those
 * of a network are shared by CutNetwork, whatever the ranks are called.
 * 3. All ranks stop at the same simulated time: each rank with sessions tells the others when its
 * own have ended, and when all have, each knows the time.
 * 4. At the end each rank gives what it knows to all.
 *
 * The engine is ns-3's DistributedSimulatorImpl (`distributed`: all ranks agree on a window of
 * time, simulate it, and meet again) or NullMessageSimulatorImpl (`null-message`: neighbours
 * promise each other until when nothing will come). ns-3 makes one of the latter a process.
 */
class Net8Partition
{
  public:
    /// Largest IP packet that fits ns-3's MPI messages of 2000 bytes with what ns-3 adds to it.
    static constexpr uint32_t MAX_MTU = 1500;

    /**
     * Join the other ranks and choose the simulator; one that exists is destroyed.
     *
     * @param sites site of each rank
     * @param engine `distributed` or `null-message`
     * @throw std::invalid_argument with one sentence if that cannot be done here
     */
    Net8Partition(const std::vector<std::string>& sites, const std::string& engine);

    /**
     * Back to the simulator of before. The ranks' own must be destroyed.
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
     * Make what carries StopAll and End from rank to rank, when all other nodes are made.
     *
     * @param lag how long a word takes; two delays of each link between ranks at least
     * @param enders how many ranks have sessions
     */
    void Open(Time lag, uint32_t enders);

    /**
     * End the simulation on all ranks as soon as can be. Call it on one of them.
     */
    void StopAll();

    /**
     * The last session of this rank has ended: the simulation ends when that is so on all, and the
     * grace of the last one is over.
     *
     * @param grace how long the simulation lasts after this end, if it is the last one; not less
     * than the lag
     */
    void End(Time grace);

    /**
     * Called by all ranks.
     *
     * @param bytes what this rank knows
     * @return what each rank knows
     */
    std::vector<std::string> Exchange(const std::string& bytes) const;

    /**
     * @return true if a simulator that never ran can be destroyed
     */
    bool IsUndoable() const;

    /**
     * @param node a node
     * @return true if this process simulates it, always so without a partition
     */
    static bool IsHere(const Ptr<const Node>& node);

    /**
     * Let an application never start if another rank simulates its node.
     *
     * @param application an application on its node, with its start time set
     */
    static void StartHereOnly(const Ptr<Application>& application);

  private:
    /// What a rank tells the others.
    struct Word
    {
        int64_t ended{0}; ///< When its last session ended, ns.
        int64_t grace{0}; ///< How long the simulation lasts then, ns; negative: all stop at once.
    };

    /**
     * @param word what the other ranks are to hear
     */
    void Tell(const Word& word) const;

    /**
     * @param word what was heard
     */
    void Hear(const Word& word);

    std::vector<std::string> m_sites;            ///< Site of each rank.
    Time m_lag;                                  ///< How long a word takes.
    uint32_t m_open{0};                          ///< Ranks whose sessions have not ended.
    Word m_last;                                 ///< Of the rank that ended last.
    bool m_nullMessage{false};                   ///< Which engine.
    std::string m_before;                        ///< Type of the simulator before.
    std::vector<Ptr<SimpleNetDevice>> m_devices; ///< Where each rank is told to stop.
};

} // namespace ns3::net8

#endif /* NET8_PARTITION_H */
