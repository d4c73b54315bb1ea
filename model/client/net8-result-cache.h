// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RESULT_CACHE_H
#define NET8_RESULT_CACHE_H

#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the database knows of results that clients keep: how often each of them was made stale.
 */
class ResultChanges
{
  public:
    /**
     * A statement changed what a query reads.
     *
     * @param statement number of the query
     */
    void Note(uint32_t statement);

    /**
     * @return changes of all queries so far
     */
    uint64_t Count() const;

    /**
     * @param statement number of a query
     * @return changes of it so far
     */
    uint64_t Count(uint32_t statement) const;

  private:
    std::vector<uint64_t> m_counts; ///< Of each query, by number.
    uint64_t m_all{0};              ///< Of all of them.
};

/**
 * @ingroup net8
 * Results of queries that a client process keeps for all its sessions (CLIENT_RESULT_CACHE_SIZE): a
 * query with the same values of its binds is answered from there, without a round trip. That a
 * result is stale is learned with the next reply to any of the sessions; if there was none for the
 * lag (CLIENT_RESULT_CACHE_LAG), the next query goes to the server. The least recently used results
 * make room.
 */
class ResultCache
{
  public:
    /// A query and which of the values of its binds it has.
    using Key = std::pair<uint32_t, uint32_t>;

    /**
     * @param bytes most bytes of all results
     * @param lag longest time behind the last reply that a result is still taken for fresh
     * @param changes what the database knows; it must outlive this
     */
    ResultCache(uint64_t bytes, std::chrono::nanoseconds lag, const ResultChanges& changes);

    /**
     * A reply came to one of the sessions: what it told of stale results.
     *
     * @param now the time
     */
    void NoteReply(std::chrono::nanoseconds now);

    /**
     * @param key a query
     * @param now the time
     * @return rows of its result; nothing: the server is to be asked
     */
    std::optional<uint32_t> Find(const Key& key, std::chrono::nanoseconds now);

    /**
     * Keep a result, unless it is larger than all the room.
     *
     * @param key the query
     * @param rows its rows
     * @param bytes what they take
     */
    void Store(const Key& key, uint32_t rows, uint64_t bytes);

  private:
    /// A result.
    struct Entry
    {
        Key key;          ///< The query.
        uint32_t rows;    ///< Its rows.
        uint64_t bytes;   ///< What they take.
        uint64_t changes; ///< Changes of it that were known when it came.
    };

    /// Results, the least recently used first.
    using Entries = std::list<Entry>;

    /**
     * @param entry a result that is dropped
     * @return the one behind it
     */
    Entries::iterator Drop(Entries::iterator entry);

    uint64_t m_room;                       ///< Bytes that are left.
    std::chrono::nanoseconds m_lag;        ///< Longest time behind a reply.
    const ResultChanges& m_changes;        ///< What the database knows.
    uint64_t m_known{0};                   ///< Changes that were told.
    std::chrono::nanoseconds m_replied{0}; ///< When the last reply came.
    Entries m_entries;                     ///< The results.
    std::map<Key, Entries::iterator> m_of; ///< The same by query.
};

} // namespace ns3::net8

#endif /* NET8_RESULT_CACHE_H */
