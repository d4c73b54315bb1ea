// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EVENT_CENSUS_H
#define NET8_EVENT_CENSUS_H

#include "ns3/callback.h"
#include "ns3/map-scheduler.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Counts the events that wait, which the simulator does not tell.
 *
 * The simulator hands them over one by one to a new scheduler: this one, which is ns-3's default
 * but for the count.
 */
class Net8EventCensus : public MapScheduler
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * Count the events that wait and have not been cancelled. May be called when the simulator is
     * not running; order and times of the events stay what they are.
     *
     * @return events
     */
    static uint64_t Take();

    void Insert(const Event& event) override;

  private:
    Callback<void> m_live; ///< Called for each event that has not been cancelled.
};

} // namespace ns3::net8

#endif /* NET8_EVENT_CENSUS_H */
