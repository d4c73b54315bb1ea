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
 * Time as an Oracle server process counts it while it talks to its client.
 */
enum class WaitEvent : uint8_t
{
    MESSAGE_TO_CLIENT, ///< The last part of a reply is put into the socket buffer; not the way over
                       ///< the network.
    MESSAGE_FROM_CLIENT, ///< From then until the next call is there: network, client, think time.
    MORE_DATA_TO_CLIENT, ///< A full SDU of a reply is put into the socket buffer, which takes long
                         ///< when that is full.
    MORE_DATA_FROM_CLIENT, ///< The further packets of a request arrive.
    BREAK_RESET_TO_CLIENT, ///< Markers around a failed or cancelled call: one wait puts the break
                           ///< into the socket buffer, one lasts until the client's reset is there.
    BREAK_RESET_TO_DBLINK  ///< The same at the near end of a database link that cancels a call.
};

/**
 * @ingroup net8
 * Number, total and longest time of each wait event, as a trace file of the server would have them.
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
     * What is known of one wait event.
     */
    struct Entry
    {
        uint64_t count{0};                   ///< How often the server waited.
        std::chrono::nanoseconds total{0};   ///< Sum of the times.
        std::chrono::nanoseconds longest{0}; ///< Longest time.
    };

    /**
     * @param event what was waited for
     * @param time how long
     * @param count number of waits that took this time together; the longest is then taken to be
     * their mean
     */
    void Add(WaitEvent event, std::chrono::nanoseconds time, uint64_t count = 1);

    /**
     * @param other waits to add to these
     */
    void Add(const WaitStatistics& other);

    /**
     * @param event a wait event
     * @param entry all that is known of it
     */
    void Set(WaitEvent event, const Entry& entry);

    /**
     * @param event a wait event
     * @return what is known of it
     */
    const Entry& Get(WaitEvent event) const;

    /**
     * @param event a wait event
     * @return its name, as Oracle writes it
     */
    static const char* Name(WaitEvent event);

  private:
    /**
     * @param event a wait event
     * @return where what is known of it is kept
     */
    Entry& At(WaitEvent event);

    /// Those that came, in the order of their first time: few sessions know all.
    std::vector<std::pair<WaitEvent, Entry>> m_entries;
};

} // namespace ns3::net8

#endif /* NET8_WAIT_STATISTICS_H */
