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
 * What driver and processor of a slow host take for each segment, or packet, with data that
 * arrives, one after the other, before its transport sees it.
 */
class Net8ArrivalWork
{
  public:
    /**
     * @param time what one takes, in seconds; null, or always 0: nothing
     */
    void SetTime(const Ptr<RandomVariableStream>& time);

    /**
     * @return whether nothing takes any time
     */
    bool IsNone() const;

    /**
     * Something came in. What has data takes its time behind all that came before; what has none
     * only keeps its place.
     *
     * @param hasData whether it has data
     * @return how long it is until the transport sees it
     */
    Time TakeIn(bool hasData);

    /**
     * Give a host a variable of its own, so that what it draws is not up to other hosts.
     *
     * @param time what is said of all hosts of a kind; null: nothing
     * @param stream stream that the host draws from
     * @return a copy with that stream; of a constant the same object, which takes no stream
     */
    static Ptr<RandomVariableStream> MakeOwn(const Ptr<RandomVariableStream>& time, int64_t stream);

  private:
    Ptr<RandomVariableStream> m_time; ///< What one takes, s; null: nothing.
    Time m_busyUntil;                 ///< When the last one has taken it.
};

} // namespace ns3::net8

#endif // NET8_ARRIVAL_WORK_H
