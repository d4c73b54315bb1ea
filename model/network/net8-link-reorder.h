// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_REORDER_H
#define NET8_LINK_REORDER_H

#include "net8-correlated-draw.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Chooses the packets that netem sends without its delay, so that they overtake those before them.
 *
 * After `gap - 1` delayed packets each one is sent at once with a probability, until one is; then
 * the next `gap - 1` are delayed again. With a gap of 1 each packet has that probability.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, netem_enqueue; tc-netem(8), reorder.
 */
class LinkReorder
{
  public:
    /// What is reordered.
    struct Settings
    {
        double rate{0};        ///< Probability that a packet is sent at once.
        double correlation{0}; ///< Correlation of the draws, as netem's.
        uint32_t gap{1};       ///< Distance of such packets, at least.
    };

    /**
     * Create a chooser.
     *
     * @param settings what is reordered
     * @param draw source of random numbers
     */
    LinkReorder(const Settings& settings, LinkDraw draw);

    /**
     * Decide about the next packet. Called once for each, in order.
     *
     * @return whether it is sent at once
     */
    bool IsNextAtOnce();

  private:
    CorrelatedDraw m_random; ///< Random numbers.
    uint32_t m_share;        ///< The rate, as netem holds it.
    uint32_t m_gap;          ///< Distance of packets sent at once.
    uint32_t m_delayed{0};   ///< Packets delayed since the last of them.
};

} // namespace ns3::net8

#endif /* NET8_LINK_REORDER_H */
