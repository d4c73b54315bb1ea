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
 * A scheduler that invokes a callback after every INTERVAL events.
 *
 * The order of the events is that of ns-3's default scheduler, and the callback is not an event: a
 * watched simulation does the same as an unwatched one. Each event costs one additional decrement.
 */
class Net8WatchedScheduler : public Net8EventHeap
{
  public:
    /// Events between two callbacks: few, as an event can take a second, such as the search for a
    /// port on a host of ns-3 whose ports are all in use.
    static constexpr uint32_t INTERVAL = 16;

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Event RemoveNext() override;

  private:
    Callback<void> m_look;     ///< Callback between two events.
    uint32_t m_left{INTERVAL}; ///< Events until the next callback.
};

} // namespace ns3::net8

#endif /* NET8_WATCHED_SCHEDULER_H */
