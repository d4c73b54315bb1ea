// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WAIT_STATISTICS_H
#define NET8_WAIT_STATISTICS_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Wait events of an Oracle server process in its communication with the client.
 */
enum class WaitEvent : uint8_t
{
    MESSAGE_TO_CLIENT,     ///< Writing the last part of a reply to the socket buffer, without the
                           ///< network transit.
    MESSAGE_FROM_CLIENT,   ///< From then until the next call arrives: network, client, think time.
    MORE_DATA_TO_CLIENT,   ///< Writing a full SDU of a reply to the socket buffer, which takes long
                           ///< if that is full.
    MORE_DATA_FROM_CLIENT, ///< Receiving the further packets of a request.
    BREAK_RESET_TO_CLIENT, ///< Markers around a failed or cancelled call: one wait for writing the
                           ///< break to the socket buffer, one until the client's reset arrives.
    BREAK_RESET_TO_DBLINK  ///< The same at the near end of a database link that cancels a call.
};

/**
 * @ingroup net8
 * Count, total and maximum time of each wait event, as in a trace file of the server.
 *
 * A reply of B bytes gives floor(B / (SDU - 10)) waits for more data to client and one for message
 * to client.
 */
class WaitStatistics
{
  public:
    /// Number of wait events.
    static constexpr std::size_t SIZE =
        static_cast<std::size_t>(WaitEvent::BREAK_RESET_TO_DBLINK) + 1;

    /**
     * Statistics of one wait event.
     */
    struct Entry
    {
        uint64_t count{0};                   ///< How often the server waited.
        std::chrono::nanoseconds total{0};   ///< Sum of the times.
        std::chrono::nanoseconds longest{0}; ///< Longest time.
    };

    /**
     * Count waits.
     *
     * @param event the wait event
     * @param time their total duration
     * @param count number of waits with this total duration; their maximum is then taken as their
     * mean
     */
    void Add(WaitEvent event, std::chrono::nanoseconds time, uint64_t count = 1);

    /**
     * Add other statistics.
     *
     * @param other the statistics to add
     */
    void Add(const WaitStatistics& other);

    /**
     * Add waits like the latest ones.
     *
     * @param before the statistics before these
     * @param count how often they come again
     */
    void Repeat(const WaitStatistics& before, uint64_t count);

    /**
     * Set the statistics of a wait event.
     *
     * @param event a wait event
     * @param entry the statistics
     */
    void Set(WaitEvent event, const Entry& entry);

    /**
     * Get the statistics of a wait event.
     *
     * @param event a wait event
     * @return the statistics
     */
    Entry Get(WaitEvent event) const;

    /**
     * Get the name of a wait event.
     *
     * @param event a wait event
     * @return its Oracle name
     */
    static const char* Name(WaitEvent event);

  private:
    /// The statistics of a wait event that occurred: a session has several.
    struct Kept
    {
        uint64_t event : 8;               ///< The wait event.
        uint64_t count : 56;              ///< How often the server waited.
        std::chrono::nanoseconds total;   ///< Sum of the times.
        std::chrono::nanoseconds longest; ///< Longest time.
    };

    /**
     * Access the statistics of a wait event.
     *
     * @param event a wait event
     * @return its entry
     */
    Kept& At(WaitEvent event);

    /// Events that occurred, in order of first occurrence: few sessions have all of them.
    std::vector<Kept> m_entries;
};

} // namespace ns3::net8

#endif /* NET8_WAIT_STATISTICS_H */
