// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BRANCHES_H
#define NET8_BRANCHES_H

#include "ns3/event-id.h"
#include "ns3/net8-attributes.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

class Net8Fault;
class Net8LimitChange;
class Net8NetworkChange;
class Net8NetworkLink;
class Net8NetworkPlan;

/**
 * @ingroup net8
 * Several runs that differ only in faults and in changes of links and limits, and are one until the
 * first of these.
 *
 * Those of all runs are scheduled from the start, so that events of the same time have the order
 * that they have in one of the runs alone. Just before the first one, a caller decides which run
 * this process goes on with, usually in several copies of it; what belongs to the others is then
 * taken out. Where packets are computed ahead of time, that is before the first packet that is
 * sent at the time of such a change or later.
 */
class Net8Branches
{
  public:
    /// What one run has in addition to the others: attributes of Net8Fault (fault), of
    /// Net8NetworkChange (link_change) and of Net8LimitChange (limit_change), by name of the list.
    using Lists = std::map<std::string, std::vector<AttributeMap>>;
    /// Returns the number of the run that goes on in this process, from 0.
    using Choose = std::function<uint32_t()>;

    /**
     * Must be created before anything else is scheduled.
     *
     * @param runs what each of them has
     * @param choose called once
     * @throw std::invalid_argument with one sentence for an unknown list, or if there is nothing
     * in which they differ
     */
    Net8Branches(const std::vector<Lists>& runs, Choose choose);

    /**
     * Schedule the changes of links. Must be called right after those that all runs have.
     *
     * @param network the network
     * @throw std::invalid_argument with one sentence if there is no such link
     */
    void ChangeLinks(const Net8NetworkPlan& network);

    /**
     * Schedule the changes of limits. Must be called right after those that all runs have.
     *
     * @param schedule schedules a change
     */
    void ChangeLimits(const std::function<void(const Ptr<Net8LimitChange>&)>& schedule);

    /**
     * Schedule the faults. Must be called right after those that all runs have.
     *
     * @param schedule schedules a fault
     */
    void ScheduleFaults(const std::function<void(const Ptr<Net8Fault>&)>& schedule);

    /**
     * @return whether any of them changes a link
     */
    bool HasChanges() const;

    /**
     * Decide now, unless that is done.
     */
    void Settle();

    /**
     * @return number of events that a run of one of them alone does not have, so far
     */
    uint64_t GetEvents() const;

  private:
    /// What one run has.
    struct Run
    {
        std::vector<Ptr<Net8Fault>> faults{};          ///< Faults.
        std::vector<Ptr<Net8LimitChange>> limits{};    ///< Changes of limits.
        std::vector<Ptr<Net8NetworkChange>> changes{}; ///< Changes of links.
        /// The same once they are scheduled.
        std::vector<std::pair<Ptr<Net8NetworkLink>, EventId>> scheduled{};
    };

    /**
     * Decide, and take out what belongs to the others.
     */
    void Part();

    std::vector<Run> m_runs;   ///< The runs.
    Choose m_choose;           ///< Decides.
    Time m_first{Time::Max()}; ///< When the first of all is due.
    EventId m_event;           ///< When it is decided.
    bool m_parted{false};      ///< It has been.
    uint64_t m_events{0};      ///< Events of its own.
};

} // namespace ns3::net8

#endif /* NET8_BRANCHES_H */
