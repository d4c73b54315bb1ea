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
 * Loss by a chain of four states, netem's "loss state".
 *
 * 1: received, outside bursts; 2: received within a burst; 3: lost within a burst; 4: lost on its
 * own. A packet is lost when the chain comes to 3 or 4 with it. p13 alone loses at random with p13;
 * with p31 there are bursts; with p32 and p23 bursts have gaps; p14 adds single losses.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, loss_4state; tc-netem(8), "loss state"; Salsano et
 * al. as with GilbertElliottLoss.
 */
class FourStateLoss : public LinkLoss
{
  public:
    /// Probabilities of changes, 0 to 1; p13 + p14 and p31 + p32 are 1 at most.
    struct Settings
    {
        double p13{0}; ///< A burst begins.
        double p31{1}; ///< A burst ends.
        double p32{0}; ///< A gap within a burst begins.
        double p23{1}; ///< A gap within a burst ends.
        double p14{0}; ///< A packet is lost on its own.
    };

    /**
     * @param draw random numbers, one for each packet
     * @param settings probabilities
     */
    FourStateLoss(LinkDraw draw, const Settings& settings);

    bool LoseNext() override;

  private:
    /// Where the chain is.
    enum class State : uint8_t
    {
        RECEIVED,          ///< 1
        RECEIVED_IN_BURST, ///< 2
        LOST_IN_BURST,     ///< 3
        LOST_ALONE         ///< 4
    };

    /**
     * @param random a random number
     * @return the next state
     */
    State GetNext(uint64_t random) const;

    LinkDraw m_draw;                ///< Random numbers.
    uint64_t m_p13;                 ///< Of 2^32 - 1, like all of them.
    uint64_t m_p31;                 ///< A burst ends.
    uint64_t m_p32;                 ///< A gap within a burst begins.
    uint64_t m_p23;                 ///< A gap within a burst ends.
    uint64_t m_p14;                 ///< A packet is lost on its own.
    State m_state{State::RECEIVED}; ///< Where the chain is.
};

} // namespace ns3::net8

#endif /* NET8_FOUR_STATE_LOSS_H */
