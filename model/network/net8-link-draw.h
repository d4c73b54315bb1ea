// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_DRAW_H
#define NET8_LINK_DRAW_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Source of the random numbers of a link: each call returns one of the 2^32 values, all equally
 * likely, like netem's generator.
 */
using LinkDraw = std::function<uint32_t()>;

/**
 * @ingroup net8
 * Convert a probability to netem's representation.
 *
 * @param share a probability or a correlation, 0 to 1; values outside are clamped
 * @return the share as a fraction of 2^32 - 1, like netem (iproute2, tc/q_netem.c, set_percent)
 */
inline uint32_t
ToNetemShare(double share)
{
    const double whole = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::rint(std::clamp(share, 0.0, 1.0) * whole));
}

} // namespace ns3::net8

#endif /* NET8_LINK_DRAW_H */
