// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_TABLE_H
#define NET8_SESSION_TABLE_H

#include "net8-server-session.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The sessions of an instance that are under way, by number, and counts of all sessions so far.
 */
class Net8SessionTable
{
  public:
    /**
     * A session under way.
     */
    struct Entry
    {
        /// Settings with random variables of its own, which outlive it; null: the instance's.
        std::shared_ptr<const Net8ServerSession::Settings> own{};
        Ptr<Net8ServerSession> session; ///< The session.
        Address from;                   ///< Address of the client.
        Time begin;                     ///< When it was taken over.
        uint32_t handler{0};            ///< Number of its handler.
        bool rejected{false};           ///< It was rejected because of a limit.
        bool multiplexed{false};        ///< Another session counts for its connection.
        bool forked{false}; ///< A process was forked for it, which counts towards PROCESSES.
    };

    /**
     * @param handlers number of handlers
     */
    void SetHandlers(std::size_t handlers);

    /**
     * Add a session.
     *
     * @param number number of the session
     * @param entry its entry
     */
    void Add(uint64_t number, Entry entry);

    /**
     * Remove a session that is over.
     *
     * @param number number of the session
     * @return its record, as seen by the server; nothing if there is no such session
     */
    std::optional<ServerRecord> Remove(uint64_t number);

    /**
     * Count a session that is rejected.
     *
     * @param code Oracle error number
     */
    void CountRejection(uint32_t code);

    /**
     * Make all sessions hang or continue.
     *
     * @param hangs whether they hang
     */
    void SetHanging(bool hangs);

    /**
     * End all sessions, as their processes are gone; each leaves the table later.
     */
    void Abort();

    /**
     * Dispose of all sessions and forget them.
     */
    void Clear();

    /**
     * @return sessions under way
     */
    uint32_t GetCount() const;

    /**
     * @return the sessions under way, in the order in which they began
     */
    std::vector<Ptr<Net8ServerSession>> GetSessions() const;

    /**
     * @param handler number of a handler
     * @return its sessions under way
     */
    uint32_t GetCount(uint32_t handler) const;

    /**
     * @return sessions under way that were not rejected
     */
    uint32_t GetAdmitted() const;

    /**
     * @return processes forked for them
     */
    uint32_t GetForked() const;

    /**
     * @return sessions so far
     */
    uint64_t GetStarted() const;

    /**
     * @return counts of all errors in all sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * @return Oracle Net probes sent so far
     */
    uint64_t GetProbes() const;

    /**
     * @return sessions rejected so far, by Oracle error number
     */
    const std::map<uint32_t, uint64_t>& GetRejections() const;

    /**
     * @param take called with each session under way, as seen by its server
     */
    void ForEach(const std::function<void(ServerRecord)>& take) const;

  private:
    /**
     * @param number number of a session
     * @param entry its entry
     * @return its record, as seen by its server
     */
    static ServerRecord MakeRecord(uint64_t number, const Entry& entry);

    std::map<uint64_t, Entry> m_sessions;      ///< Sessions under way.
    std::vector<uint32_t> m_byHandler;         ///< Sessions under way, by handler.
    uint32_t m_rejected{0};                    ///< Sessions under way that were rejected.
    uint32_t m_forked{0};                      ///< Processes forked for the others.
    uint64_t m_started{0};                     ///< Sessions so far.
    std::map<uint32_t, uint64_t> m_rejections; ///< Rejected sessions so far, by error number.
    uint64_t m_probes{0};                      ///< Probes of sessions that are over.
    SessionCounters m_counters;                ///< Errors of sessions that are over.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_TABLE_H */
