// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_SCHEDULE_H
#define NET8_LINK_SCHEDULE_H

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The properties of a link over time: rate, delay and outages.
 *
 * From the time of a change on, packets that start transmission use the new rate, and packets that
 * leave the sending end use the new delay; packets in flight keep theirs. A packet that reaches the
 * far end while the link is down is lost.
 */
class LinkSchedule
{
  public:
    /// Properties of a link from some time on.
    struct Change
    {
        std::chrono::nanoseconds at{0};    ///< When the change takes effect.
        uint64_t bitsPerSecond{0};         ///< Rate, 1 or more.
        std::chrono::nanoseconds delay{0}; ///< Delay, 0 or more.
    };

    /// A period in which the link is down.
    struct Outage
    {
        std::chrono::nanoseconds from{0}; ///< When it goes down.
        std::chrono::nanoseconds to{0};   ///< When it is up again.
    };

    /**
     * Check changes and outages.
     *
     * @param changes at least one, the first at time 0, each later than the previous one
     * @param outages each after the end of the previous one
     * @return one sentence describing the error, or nothing
     */
    static std::string Check(const std::vector<Change>& changes,
                             const std::vector<Outage>& outages);

    /**
     * Create a schedule.
     *
     * @param changes changes accepted by Check
     * @param outages outages accepted by Check
     */
    explicit LinkSchedule(std::vector<Change> changes, std::vector<Outage> outages = {});

    /**
     * Get the properties of the link.
     *
     * @param at a time, 0 or later
     * @return the properties at that time
     */
    const Change& Get(std::chrono::nanoseconds at) const;

    /**
     * Check whether the link is up.
     *
     * @param at a time
     * @return false while the link is down
     */
    bool IsUp(std::chrono::nanoseconds at) const;

  private:
    std::vector<Change> m_changes; ///< In order of time, the first at 0.
    std::vector<Outage> m_outages; ///< In order of time.
};

} // namespace ns3::net8

#endif /* NET8_LINK_SCHEDULE_H */
