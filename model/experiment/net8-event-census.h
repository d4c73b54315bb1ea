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
 * Counts the pending events, which the simulator does not report.
 *
 * The simulator passes its events one by one to a new scheduler: this one, which equals ns-3's
 * default scheduler except for the count.
 */
class Net8EventCensus : public MapScheduler
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * Count the pending events that have not been cancelled. May be called while the simulator is
     * not running; order and times of the events do not change.
     *
     * @return number of events
     */
    static uint64_t Take();

    void Insert(const Event& event) override;

  private:
    Callback<void> m_live; ///< Called for each event that has not been cancelled.
};

} // namespace ns3::net8

#endif /* NET8_EVENT_CENSUS_H */
