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
 * The delay of a link: constant, or random with correlation like netem's.
 *
 * Without a table, delays are uniformly distributed from `delay - jitter` to less than
 * `delay + jitter`; with a table, jitter is the standard deviation as netem uses it. A negative
 * delay counts as 0. Like netem, jitter is limited to 2^31 - 1 ns.
 *
 * A packet with a shorter delay may overtake others, as under netem, whose queue is sorted by
 * departure time. On a link that keeps the order, a packet that would overtake arrives together
 * with the packet before it.
 *
 * Source: Linux 6.18, net/sched/sch_netem.c, tabledist and tfifo_enqueue.
 */
class LinkDelay
{
  public:
    /// Properties of a delay.
    struct Settings
    {
        std::chrono::nanoseconds delay{0};                ///< The delay, or its mean.
        std::chrono::nanoseconds jitter{0};               ///< How far it varies; 0: constant.
        double correlation{0};                            ///< Correlation of a delay with the
                                                          ///< previous one.
        DelayTable::Kind kind{DelayTable::Kind::UNIFORM}; ///< Distribution.
        bool mayOvertake{false};                          ///< Packets need not keep their order.
    };

    /**
     * Create a delay.
     *
     * @param settings properties of the delay
     * @param draw source of random numbers; not used by a constant delay
     */
    LinkDelay(const Settings& settings, LinkDraw draw);

    /**
     * Get the arrival time of the next packet.
     *
     * @param left when the packet left the sending end; not before that of the previous call
     * @return when it arrives
     */
    std::chrono::nanoseconds GetArrival(std::chrono::nanoseconds left);

    /**
     * Change the delay.
     *
     * @param delay the delay, or its mean
     */
    void SetDelay(std::chrono::nanoseconds delay);

  private:
    /**
     * @return the delay of the next packet; may be negative
     */
    int64_t Draw();

    Settings m_settings;                ///< Properties of the delay.
    CorrelatedDraw m_random;            ///< Random numbers.
    std::chrono::nanoseconds m_last{0}; ///< When the last packet arrives.
};

} // namespace ns3::net8

#endif /* NET8_LINK_DELAY_H */
