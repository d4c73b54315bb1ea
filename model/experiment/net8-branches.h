// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BRANCHES_H
#define NET8_BRANCHES_H

#include "ns3/event-id.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::net8
{

class Net8Fault;

/**
 * @ingroup net8
 * Several runs that differ only in faults, and are one until the first of these begins.
 *
 * The faults of all are scheduled from the start, so that events of the same time have the order
 * that they have in a run of one of them alone. Just before the first one begins, a caller decides
 * which run this process goes on with, usually in several copies of it; the faults of the others
 * are then taken out.
 */
class Net8Branches
{
  public:
    /// Faults of one run, in addition to those of all.
    using Faults = std::vector<Ptr<Net8Fault>>;
    /// Returns the number of the run that goes on in this process, from 0.
    using Choose = std::function<uint32_t()>;

    /**
     * @param branches faults of each run, not scheduled yet
     * @param choose called once
     * @param schedule schedules a fault
     */
    Net8Branches(std::vector<Faults> branches,
                 Choose choose,
                 const std::function<void(const Ptr<Net8Fault>&)>& schedule);

    /**
     * Decide now, if the simulation ended before any of the faults. Does nothing otherwise.
     */
    void End();

    /**
     * @return number of events that a run of one of them alone does not have, so far
     */
    uint64_t GetEvents() const;

  private:
    /**
     * Decide, and take out the faults of the others.
     */
    void Part();

    std::vector<Faults> m_branches; ///< Faults of each.
    Choose m_choose;                ///< Decides.
    EventId m_event;                ///< When it does.
    bool m_parted{false};           ///< It has.
    uint64_t m_events{0};           ///< Events of its own.
};

} // namespace ns3::net8

#endif /* NET8_BRANCHES_H */
