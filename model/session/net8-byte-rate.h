// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BYTE_RATE_H
#define NET8_BYTE_RATE_H

#include "ns3/data-rate.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * @param rate a rate of the simulator
 * @return the same for what knows no simulator, bytes/s
 */
inline double
ToByteRate(const DataRate& rate)
{
    return static_cast<double>(rate.GetBitRate()) / 8;
}

} // namespace ns3::net8

#endif /* NET8_BYTE_RATE_H */
