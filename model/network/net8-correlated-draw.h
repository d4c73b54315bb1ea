// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CORRELATED_DRAW_H
#define NET8_CORRELATED_DRAW_H

#include "net8-link-draw.h"

#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Random numbers that each depend on the previous one, like those of netem.
 *
 * A number is (1 - r) times a fresh one plus r times the last. Numbers that are n apart therefore
 * have the correlation r^n. They are no longer uniformly distributed: their mean remains the middle
 * of the range, their variance is (1 - r) / (1 + r) of that of fresh numbers. With a correlation,
 * netem's loss of 1 % is therefore not 1 %, which tc-netem(8) calls its "noticed bad behavior", nor
 * is jitter as wide as specified. Both effects are reproduced.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, init_crandom and get_crandom.
 */
class CorrelatedDraw
{
  public:
    /**
     * Create a generator.
     *
     * @param draw source of fresh random numbers; with a correlation, the first number uses two of
     * them
     * @param correlation r, 0 to 1
     */
    CorrelatedDraw(LinkDraw draw, double correlation);

    /**
     * @return the next number
     */
    uint32_t Next();

  private:
    LinkDraw m_draw;                ///< Source of fresh random numbers.
    uint32_t m_rho;                 ///< Correlation, as a fraction of 2^32 - 1.
    std::optional<uint32_t> m_last; ///< The previous number; none before the first.
};

} // namespace ns3::net8

#endif /* NET8_CORRELATED_DRAW_H */
