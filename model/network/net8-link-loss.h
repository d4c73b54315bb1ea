// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_LOSS_H
#define NET8_LINK_LOSS_H

#include "net8-link-draw.h"

#include <cstdint>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Decides which packets of a link are lost.
 */
class LinkLoss
{
  public:
    virtual ~LinkLoss() = default;

    /**
     * Decide about the next packet. Called once for each, in order.
     *
     * @return whether it is lost
     */
    virtual bool LoseNext() = 0;
};

/**
 * @ingroup net8
 * Loses each packet with the same probability, whatever became of others: netem's "loss random"
 * without a correlation.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, loss_event.
 */
class RandomLoss : public LinkLoss
{
  public:
    /**
     * Create a loss model.
     *
     * @param draw source of random numbers, one per packet
     * @param rate probability that a packet is lost, 0 to 1
     */
    RandomLoss(LinkDraw draw, double rate)
        : m_draw(std::move(draw)),
          m_rate(ToNetemShare(rate))
    {
    }

    bool LoseNext() override
    {
        return m_rate > 0 && m_draw() <= m_rate;
    }

  private:
    LinkDraw m_draw; ///< Source of random numbers.
    uint32_t m_rate; ///< That a packet is lost, of 2^32 - 1.
};

} // namespace ns3::net8

#endif /* NET8_LINK_LOSS_H */
