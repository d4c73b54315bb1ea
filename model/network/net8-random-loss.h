// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RANDOM_LOSS_H
#define NET8_RANDOM_LOSS_H

#include "net8-correlated-draw.h"
#include "net8-link-loss.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Loses packets at random, with or without netem's correlation (see CorrelatedDraw for its effect
 * on the loss rate).
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, loss_event, CLG_RANDOM.
 */
class RandomLoss : public LinkLoss
{
  public:
    /**
     * Create a loss model.
     *
     * @param draw source of random numbers
     * @param share probability that a packet is lost, 0 to 1; without correlation
     * @param correlation 0 to 1
     */
    RandomLoss(LinkDraw draw, double share, double correlation = 0);

    bool LoseNext() override;

  private:
    CorrelatedDraw m_random; ///< Random numbers.
    uint32_t m_share;        ///< Probability of a loss, of 2^32 - 1.
};

} // namespace ns3::net8

#endif /* NET8_RANDOM_LOSS_H */
