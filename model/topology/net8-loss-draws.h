// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LOSS_DRAWS_H
#define NET8_LOSS_DRAWS_H

#include "ns3/net8-link-draw.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * @param random source of random numbers
 * @return the same source, for code that knows no ns-3
 */
LinkDraw MakeLinkDraw(const Ptr<UniformRandomVariable>& random);

/**
 * @ingroup net8
 * What a run drew from one stream to decide which packets are lost, each for itself.
 */
struct LossDraws
{
    int64_t stream{0};  ///< Number of the stream.
    double rate{0};     ///< Probability that a packet is lost.
    uint64_t draws{0};  ///< Draws of the run.
    uint64_t losses{0}; ///< Those that lost a packet.
};

/**
 * @ingroup net8
 * Say whether a run that lost no packet, and in which chance decided nothing else, is the run with
 * another number as well: its first draws would be as many, and none of them would lose a packet.
 *
 * @param seed seed of the random streams
 * @param run the other run number
 * @param draws the draws of the run, of all its streams
 * @return whether it is
 */
bool LosesNoneEither(uint32_t seed, uint64_t run, const std::vector<LossDraws>& draws);

} // namespace ns3::net8

#endif /* NET8_LOSS_DRAWS_H */
