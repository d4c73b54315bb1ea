// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CHRONO_H
#define NET8_CHRONO_H

#include "ns3/nstime.h"

#include <chrono>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Convert a time of the simulator for code that knows no simulator.
 *
 * @param time time of the simulator
 * @return the same time
 */
inline std::chrono::nanoseconds
ToChrono(Time time)
{
    return std::chrono::nanoseconds(time.GetNanoSeconds());
}

/**
 * @ingroup net8
 * Convert a time of code that knows no simulator for the simulator.
 *
 * @param time a time
 * @return the same time for the simulator
 */
inline Time
ToTime(std::chrono::nanoseconds time)
{
    return NanoSeconds(time.count());
}

} // namespace ns3::net8

#endif /* NET8_CHRONO_H */
