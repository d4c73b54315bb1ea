// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CHRONO_H
#define NET8_CHRONO_H

#include "ns3/nstime.h"

#include <chrono>

namespace ns3::net8
{

/**
 * @ingroup net8
 * @param time a time of the simulator
 * @return the same for what knows no simulator
 */
inline std::chrono::nanoseconds
ToChrono(Time time)
{
    return std::chrono::nanoseconds(time.GetNanoSeconds());
}

/**
 * @ingroup net8
 * @param time a time of what knows no simulator
 * @return the same for the simulator
 */
inline Time
ToTime(std::chrono::nanoseconds time)
{
    return NanoSeconds(time.count());
}

} // namespace ns3::net8

#endif /* NET8_CHRONO_H */
