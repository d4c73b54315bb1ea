// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ARRIVAL_WORK_H
#define NET8_ARRIVAL_WORK_H

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The time that the driver and the processor of a slow host spend on each arriving segment, or
 * packet, with data, one after the other, before its transport sees it.
 */
class Net8ArrivalWork
{
  public:
    /**
     * Set the time per segment.
     *
     * @param time time per segment, s; null, or always 0: none
     */
    void SetTime(const Ptr<RandomVariableStream>& time);

    /**
     * @return whether no segment takes any time
     */
    bool IsNone() const;

    /**
     * Queue something that arrived. If it has data, it takes its time after everything that came
     * before; without data it only keeps its place.
     *
     * @param hasData whether it has data
     * @return time from now until the transport sees it
     */
    Time TakeIn(bool hasData);

    /**
     * Make a copy of a variable for one host, so that its draws do not depend on other hosts.
     *
     * @param time the variable set for all hosts of a kind; null: none
     * @param stream random stream of the host
     * @return a copy that uses the stream; for a constant the same object, which uses no stream
     */
    static Ptr<RandomVariableStream> MakeOwn(const Ptr<RandomVariableStream>& time, int64_t stream);

  private:
    Ptr<RandomVariableStream> m_time; ///< Time per segment, s; null: none.
    Time m_busyUntil;                 ///< When the work on the last one ends.
};

} // namespace ns3::net8

#endif // NET8_ARRIVAL_WORK_H
