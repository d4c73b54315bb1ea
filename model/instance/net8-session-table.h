// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_TABLE_H
#define NET8_SESSION_TABLE_H

#include "net8-server-session.h"

#include <map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sessions of an instance that are under way, by number, and what came of all so far.
 */
class Net8SessionTable
{
  public:
    /**
     * A session under way.
     */
    struct Entry
    {
        Ptr<Net8ServerSession> session; ///< It.
        Address from;                   ///< Where it comes from.
        Time begin;                     ///< When it was taken over.
        uint32_t handler{0};            ///< Number of its handler.
        bool rejected{false};           ///< It was told that a limit is reached.
        bool forked{false};             ///< A process was forked for it, which counts.
    };

    /**
     * @param handlers number of handlers
     */
    void SetHandlers(std::size_t handlers);

    /**
     * @param number number of a session
     * @param entry it
     */
    void Add(uint64_t number, Entry entry);

    /**
     * @param number number of a session that is over
     * @return what its server saw; nothing if there is no such session
     */
    std::optional<ServerRecord> Remove(uint64_t number);

    /**
     * Count a session that is told of a limit.
     *
     * @param code Oracle error number
     */
    void CountRejection(uint32_t code);

    /**
     * Let all sessions stand still or go on.
     *
     * @param hangs whether they stand still
     */
    void SetHanging(bool hangs);

    /**
     * End all sessions, as processes that are gone; each leaves the table later.
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
     * @param handler number of a handler
     * @return its sessions under way
     */
    uint32_t GetCount(uint32_t handler) const;

    /**
     * @return sessions under way that were not told of a limit
     */
    uint32_t GetAdmitted() const;

    /**
     * @return processes that were forked for them
     */
    uint32_t GetForked() const;

    /**
     * @return sessions so far
     */
    uint64_t GetStarted() const;

    /**
     * @return what went wrong in all sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * @return probes of Oracle Net that were sent so far
     */
    uint64_t GetProbes() const;

    /**
     * @return sessions that were told of a limit so far, by Oracle error number
     */
    const std::map<uint32_t, uint64_t>& GetRejections() const;

    /**
     * @return sessions under way, as their servers see them
     */
    std::vector<ServerRecord> GetRecords() const;

  private:
    /**
     * @param number number of a session
     * @param entry it
     * @return it, as its server sees it
     */
    static ServerRecord MakeRecord(uint64_t number, const Entry& entry);

    std::map<uint64_t, Entry> m_sessions;      ///< Sessions under way.
    std::vector<uint32_t> m_byHandler;         ///< How many each handler has.
    uint32_t m_rejected{0};                    ///< Those that were told of a limit.
    uint32_t m_forked{0};                      ///< Processes of those that were not.
    uint64_t m_started{0};                     ///< Sessions so far.
    std::map<uint32_t, uint64_t> m_rejections; ///< Told of a limit so far, by error number.
    uint64_t m_probes{0};                      ///< Probes of sessions that are over.
    SessionCounters m_counters;                ///< Errors of sessions that are over.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_TABLE_H */
