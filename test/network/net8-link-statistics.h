// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_STATISTICS_H
#define NET8_LINK_STATISTICS_H

#include "ns3/net8-link-draw.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>

namespace ns3::net8
{

/// Standard errors that a mean may be off: one in 1.7 million by chance.
constexpr double SIGMAS = 5;

/**
 * @param seed any number
 * @return random numbers of that seed
 */
inline LinkDraw
MakeDraw(uint32_t seed)
{
    return [engine = std::make_shared<std::mt19937>(seed)] {
        return static_cast<uint32_t>((*engine)());
    };
}

/**
 * @param share probability of an event
 * @param count number of draws
 * @param correlation of a draw with the one before it, which falls off geometrically
 * @return standard error of the share that is counted
 */
inline double
GetShareError(double share, uint64_t count, double correlation = 0)
{
    const double dependence = (1 + correlation) / (1 - correlation);
    return std::sqrt(share * (1 - share) / static_cast<double>(count) * dependence);
}

/**
 * @param count size of a sample
 * @return what the distance of Kolmogorov and Smirnov exceeds once in a million samples:
 * sqrt(-ln(alpha / 2) / 2) / sqrt(count)
 */
inline double
GetLargestDistance(uint64_t count)
{
    return std::sqrt(-std::log(1e-6 / 2) / 2 / static_cast<double>(count));
}

} // namespace ns3::net8

#endif /* NET8_LINK_STATISTICS_H */
