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
 * What the database knows about the results that clients keep: how often each has become stale.
 */
class ResultChanges
{
  public:
    /**
     * Note that a statement changed data that a query reads.
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
     * @return changes of its result so far
     */
    uint64_t Count(uint32_t statement) const;

  private:
    std::vector<uint64_t> m_counts; ///< Changes of each query, by number.
    uint64_t m_all{0};              ///< Changes of all queries.
};

/**
 * @ingroup net8
 * Results of queries that a client process caches for all its sessions (CLIENT_RESULT_CACHE_SIZE):
 * a query with the same bind values is answered from the cache, without a round trip. The client
 * learns that a result is stale with the next reply to any of its sessions; if there was no reply
 * within the lag (CLIENT_RESULT_CACHE_LAG), the next query goes to the server. The least recently
 * used results are evicted first.
 */
class ResultCache
{
  public:
    /// A query, and which of its sets of bind values it uses.
    using Key = std::pair<uint32_t, uint32_t>;

    /**
     * @param bytes size limit of all results, bytes
     * @param lag longest time after the last reply for which a result is taken as fresh
     * @param changes what the database knows; it must outlive this object
     */
    ResultCache(uint64_t bytes, std::chrono::nanoseconds lag, const ResultChanges& changes);

    /**
     * Note a reply to one of the sessions, which brings news of stale results.
     *
     * @param now current time
     */
    void NoteReply(std::chrono::nanoseconds now);

    /**
     * Find a cached result.
     *
     * @param key a query
     * @param now current time
     * @return number of rows of the result; nothing: the server must be asked
     */
    std::optional<uint32_t> Find(const Key& key, std::chrono::nanoseconds now);

    /**
     * Cache a result, unless it is larger than the whole cache.
     *
     * @param key the query
     * @param rows number of rows
     * @param bytes size of the result, bytes
     */
    void Store(const Key& key, uint32_t rows, uint64_t bytes);

  private:
    /// A cached result.
    struct Entry
    {
        Key key;          ///< The query.
        uint32_t rows;    ///< Number of rows.
        uint64_t bytes;   ///< Size, bytes.
        uint64_t changes; ///< Changes known when it was stored.
    };

    /// Results, least recently used first.
    using Entries = std::list<Entry>;

    /**
     * Evict a result.
     *
     * @param entry the result
     * @return the next result
     */
    Entries::iterator Drop(Entries::iterator entry);

    uint64_t m_room;                       ///< Bytes left.
    std::chrono::nanoseconds m_lag;        ///< Longest time after a reply.
    const ResultChanges& m_changes;        ///< What the database knows.
    uint64_t m_known{0};                   ///< Changes known to the client.
    std::chrono::nanoseconds m_replied{0}; ///< Time of the last reply.
    Entries m_entries;                     ///< The results.
    std::map<Key, Entries::iterator> m_of; ///< Results by query.
};

} // namespace ns3::net8

#endif /* NET8_RESULT_CACHE_H */
