// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RECORDER_H
#define NET8_RECORDER_H

#include "net8-experiment-result.h"
#include "net8-server-book.h"

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8Client;
class Net8Cluster;
class Net8Partition;
class Net8Topology;
class Net8Watch;

/**
 * @ingroup net8
 * Records the results of an experiment, and knows when its last session is over.
 *
 * Attacks do not count if there are other sessions. Client and server of a session are matched when
 * all is over, and so are the ranks of a partition.
 */
class Net8Recorder
{
  public:
    /**
     * @param watch notified of rows and sessions; it must outlive this object
     */
    explicit Net8Recorder(Net8Watch& watch);

    Net8Recorder(const Net8Recorder&) = delete;
    Net8Recorder& operator=(const Net8Recorder&) = delete;

    /**
     * Make room for the sessions of one more group, which get the next numbers.
     *
     * @param name name of the group
     * @param sessions number of sessions
     * @param attacks whether they are attacks
     * @param pools number of pools instead of sessions; OpenSession numbers their sessions
     */
    void AddGroup(const std::string& name, uint64_t sessions, bool attacks, uint32_t pools);

    /**
     * Make room for one more session of a pool, or for the second connection of a subscription: the
     * end of the experiment does not wait for it.
     *
     * @param group number of the group
     * @return its number
     */
    uint32_t OpenSession(uint32_t group);

    /**
     * @param statements names of the statements, by number
     * @param transactions names of the transactions, by number
     */
    void SetWork(std::vector<std::string> statements, std::vector<std::string> transactions);

    /**
     * @return number of sessions that the end of the experiment waits for
     */
    uint64_t GetOpen() const;

    /**
     * @param group number of a group
     * @return whether the end of the experiment waits for its sessions
     */
    bool Counts(uint32_t group) const;

    /**
     * Expect only the sessions of this rank; those of other ranks are reported by them.
     *
     * @param sessions number of sessions here that the end of the experiment waits for
     */
    void ExpectHere(uint64_t sessions);

    /**
     * @param onEnd called when the last session is over
     */
    void SetOnEnd(std::function<void()> onEnd);

    /**
     * Record what a client reports.
     *
     * @param client the client
     */
    void Listen(const Ptr<Net8Client>& client);

    /**
     * Number the handlers of all instances, and record what servers report.
     *
     * @param cluster the server hosts, built
     */
    void Listen(const Net8Cluster& cluster);

    /**
     * Record that a session goes on from another address, that of a Connection Manager.
     *
     * @param from address from which the session came
     * @param local address from which it goes on
     */
    void HandleLeaving(const Address& from, const Address& local);

    /**
     * Record what clients and servers know of sessions that are not over, and the counters.
     *
     * @param clients all clients
     * @param cluster all server hosts
     * @param network the network
     */
    void Collect(const std::vector<Ptr<Net8Client>>& clients,
                 const Net8Cluster& cluster,
                 const Net8Topology& network);

    /**
     * Add what the other ranks know, sort the records, and match client and server.
     *
     * @param partition the ranks; null: one process
     */
    void Finish(const Net8Partition* partition);

    /**
     * @return the results so far
     */
    ExperimentResult& GetResult();

  private:
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
     * @param record a failover that is over
     */
    void HandleFailover(const FailoverRecord& record);

    /**
     * @param record a request of a user that is over
     */
    void HandleRequest(const RequestRecord& record);

    /**
     * Handle the end of a pool.
     */
    void HandlePool();

    /**
     * Count down the sessions and pools that the end of the experiment waits for.
     */
    void CountDown();

    /**
     * @param first number of the first handler of the instance
     * @param record the waits of a session's server
     */
    void HandleWaits(int32_t first, const ServerRecord& record);

    /**
     * Add what the other ranks know.
     *
     * @param partition the ranks
     */
    void Exchange(const Net8Partition& partition);

    /**
     * Set the handler of each session, and the client of each server's session.
     */
    void Match();

    Net8Watch& m_watch;                   ///< Reports progress.
    std::function<void()> m_onEnd;        ///< Called when the last session is over.
    Net8ServerBook m_book;                ///< Connects clients with the sessions of servers.
    std::vector<int32_t> m_firstHandlers; ///< Number of the first handler, by instance.
    std::vector<bool> m_attackers;        ///< Whether a group attacks, by group.
    uint64_t m_planned{0};                ///< Sessions of all groups, numbered before the start.
    uint64_t m_notifications{0};          ///< Notifications that clients got.
    uint64_t m_attacks{0};                ///< Number of attacking sessions.
    bool m_onlyAttacks{false};            ///< There are no other sessions.
    std::vector<bool> m_pooled;           ///< Whether a group has pools, by group.
    uint64_t m_pools{0};                  ///< Number of pools of all groups.
    uint64_t m_open{0};                   ///< Sessions and pools that the end waits for.
    ExperimentResult m_result;            ///< Results so far.
};

} // namespace ns3::net8

#endif /* NET8_RECORDER_H */
