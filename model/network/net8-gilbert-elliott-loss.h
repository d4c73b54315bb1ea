// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_GILBERT_ELLIOTT_LOSS_H
#define NET8_GILBERT_ELLIOTT_LOSS_H

#include "net8-link-draw.h"
#include "net8-link-loss.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Loss in bursts: the link is good or bad, and each state has its own loss rate (Gilbert-Elliott).
 *
 * For each packet the state changes first, good to bad with p, bad to good with r; the packet is
 * then lost with the rate of the state before the change, which is netem's order. In the long run
 * the link is bad for p / (p + r) of the packets, and stays bad for 1 / r packets.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, loss_gilb_ell; tc-netem(8), "loss gemodel";
 * S. Salsano, F. Ludovici, A. Ordine, "Definition of a general and intuitive loss model for packet
 * networks and its implementation in the Netem module in the Linux kernel".
 */
class GilbertElliottLoss : public LinkLoss
{
  public:
    /// Probabilities, 0 to 1, with the names of tc-netem(8).
    struct Settings
    {
        double p{0};        ///< That a good link turns bad.
        double r{1};        ///< That a bad link turns good.
        double badLoss{1};  ///< 1 - h: that a packet is lost on a bad link.
        double goodLoss{0}; ///< 1 - k: that a packet is lost on a good link.
    };

    /**
     * Create a loss model.
     *
     * @param draw source of random numbers, two per packet
     * @param settings probabilities
     */
    GilbertElliottLoss(LinkDraw draw, const Settings& settings);

    bool LoseNext() override;

  private:
    LinkDraw m_draw;     ///< Source of random numbers.
    uint32_t m_p;        ///< That a good link turns bad, of 2^32 - 1.
    uint32_t m_r;        ///< That a bad link turns good, of 2^32 - 1.
    uint32_t m_h;        ///< That a packet passes a bad link, of 2^32 - 1.
    uint32_t m_goodLoss; ///< That a packet is lost on a good link, of 2^32 - 1.
    bool m_bad{false};   ///< The link is bad.
};

} // namespace ns3::net8

#endif /* NET8_GILBERT_ELLIOTT_LOSS_H */
