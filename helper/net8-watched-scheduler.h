// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WATCHED_SCHEDULER_H
#define NET8_WATCHED_SCHEDULER_H

#include "ns3/callback.h"
#include "ns3/net8-event-heap.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A scheduler that calls back each time that INTERVAL events have left it.
 *
 * The order of the events is that of ns-3's default scheduler, and the callback is no event: a
 * simulation that is watched does what it does unwatched. An event costs one decrement more.
 */
class Net8WatchedScheduler : public Net8EventHeap
{
  public:
    /// Events between two calls: some milliseconds of computing.
    static constexpr uint32_t INTERVAL = 1024;

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Event RemoveNext() override;

  private:
    Callback<void> m_look;     ///< Called between two events.
    uint32_t m_left{INTERVAL}; ///< Events up to the next call.
};

} // namespace ns3::net8

#endif /* NET8_WATCHED_SCHEDULER_H */
