// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FOUR_STATE_LOSS_H
#define NET8_FOUR_STATE_LOSS_H

#include "net8-link-draw.h"
#include "net8-link-loss.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Loss by a four-state Markov chain, netem's "loss state".
 *
 * 1: received, outside bursts; 2: received within a burst; 3: lost within a burst; 4: lost on its
 * own. A packet is lost if it moves the chain to 3 or 4. p13 alone gives random loss with p13; p31
 * adds bursts; p32 and p23 add gaps within bursts; p14 adds isolated losses.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, loss_4state; tc-netem(8), "loss state"; Salsano et al.
 * as for GilbertElliottLoss.
 */
class FourStateLoss : public LinkLoss
{
  public:
    /// Transition probabilities, 0 to 1; p13 + p14 and p31 + p32 are at most 1.
    struct Settings
    {
        double p13{0}; ///< A burst begins.
        double p31{1}; ///< A burst ends.
        double p32{0}; ///< A gap within a burst begins.
        double p23{1}; ///< A gap within a burst ends.
        double p14{0}; ///< A packet is lost on its own.
    };

    /**
     * Create a chain in state 1.
     *
     * @param draw source of random numbers, one per packet
     * @param settings transition probabilities
     */
    FourStateLoss(LinkDraw draw, const Settings& settings);

    bool LoseNext() override;

  private:
    /// State of the chain.
    enum class State : uint8_t
    {
        RECEIVED,          ///< 1
        RECEIVED_IN_BURST, ///< 2
        LOST_IN_BURST,     ///< 3
        LOST_ALONE         ///< 4
    };

    /**
     * Get the next state of the chain.
     *
     * @param random a random number
     * @return the next state
     */
    State GetNext(uint64_t random) const;

    LinkDraw m_draw;                ///< Source of random numbers.
    uint64_t m_p13;                 ///< Fraction of 2^32 - 1, like the others.
    uint64_t m_p31;                 ///< A burst ends.
    uint64_t m_p32;                 ///< A gap within a burst begins.
    uint64_t m_p23;                 ///< A gap within a burst ends.
    uint64_t m_p14;                 ///< A packet is lost on its own.
    State m_state{State::RECEIVED}; ///< Current state of the chain.
};

} // namespace ns3::net8

#endif /* NET8_FOUR_STATE_LOSS_H */
