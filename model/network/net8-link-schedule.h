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
 * What a link is over time: its rate, its delay, and when it is down.
 *
 * From the time of a change on, packets whose transmission begins have the new rate, and packets
 * that leave the sending end have the new delay; what is under way keeps its own. A packet that
 * reaches the far end while the link is down is lost.
 */
class LinkSchedule
{
  public:
    /// What a link is from some time on.
    struct Change
    {
        std::chrono::nanoseconds at{0};    ///< When it begins.
        uint64_t bitsPerSecond{0};         ///< Rate, 1 or more.
        std::chrono::nanoseconds delay{0}; ///< Delay, 0 or more.
    };

    /// A time in which the link is down.
    struct Outage
    {
        std::chrono::nanoseconds from{0}; ///< When it goes down.
        std::chrono::nanoseconds to{0};   ///< When it is up again.
    };

    /**
     * @param changes at least one, the first at time 0, each later than the one before
     * @param outages each after the end of the one before
     * @return one sentence that says what is wrong, or nothing
     */
    static std::string Check(const std::vector<Change>& changes,
                             const std::vector<Outage>& outages);

    /**
     * @param changes what Check found nothing wrong with
     * @param outages what Check found nothing wrong with
     */
    explicit LinkSchedule(std::vector<Change> changes, std::vector<Outage> outages = {});

    /**
     * @param at a time, 0 or later
     * @return what the link is then
     */
    const Change& Get(std::chrono::nanoseconds at) const;

    /**
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
