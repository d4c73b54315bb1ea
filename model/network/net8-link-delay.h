// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_DELAY_H
#define NET8_LINK_DELAY_H

#include "net8-correlated-draw.h"
#include "net8-delay-table.h"

#include <chrono>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The delay of a link: constant, or random with correlation as netem's.
 *
 * Without a table, delays lie equally likely from `delay - jitter` to less than `delay + jitter`;
 * with one, jitter is what netem takes for its standard deviation. A delay below 0 is none. Like
 * netem, jitter beyond 2^31 - 1 ns counts as that.
 *
 * A packet with a shorter delay may overtake, as under netem, whose queue is sorted by the time at
 * which packets leave. Where a link keeps the order, a packet that would overtake arrives together
 * with the one before it.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, tabledist and tfifo_enqueue.
 */
class LinkDelay
{
  public:
    /// What a delay is made of.
    struct Settings
    {
        std::chrono::nanoseconds delay{0};                ///< The delay, or its mean.
        std::chrono::nanoseconds jitter{0};               ///< How far it varies; 0: constant.
        double correlation{0};                            ///< Of a delay with the one before it.
        DelayTable::Kind kind{DelayTable::Kind::UNIFORM}; ///< Distribution.
        bool mayOvertake{false};                          ///< Packets need not keep their order.
    };

    /**
     * @param settings what it is made of
     * @param draw random numbers; none is taken of a constant delay
     */
    LinkDelay(const Settings& settings, LinkDraw draw);

    /**
     * @param left when a packet left the sending end; not before that of the call before
     * @return when it arrives
     */
    std::chrono::nanoseconds GetArrival(std::chrono::nanoseconds left);

    /**
     * Go on with another delay.
     *
     * @param delay the delay, or its mean
     */
    void SetDelay(std::chrono::nanoseconds delay);

  private:
    /**
     * @return the delay of the next packet; may be negative
     */
    int64_t Draw();

    Settings m_settings;                ///< What it is made of.
    CorrelatedDraw m_random;            ///< Random numbers.
    std::chrono::nanoseconds m_last{0}; ///< When the last packet arrives.
};

} // namespace ns3::net8

#endif /* NET8_LINK_DELAY_H */
