// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BYTE_RATE_H
#define NET8_BYTE_RATE_H

#include "ns3/data-rate.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Convert a data rate of the simulator for code that knows no simulator.
 *
 * @param rate data rate
 * @return the rate, bytes/s
 */
inline double
ToByteRate(const DataRate& rate)
{
    return static_cast<double>(rate.GetBitRate()) / 8;
}

} // namespace ns3::net8

#endif /* NET8_BYTE_RATE_H */
