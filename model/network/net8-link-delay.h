// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_DELAY_H
#define NET8_LINK_DELAY_H

#include "net8-correlated-draw.h"
#include "net8-correlated-shares.h"
#include "net8-delay-table.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The delay of a link: constant, or random as netem's.
 *
 * Without a table, delays are uniformly distributed from `delay - jitter` to less than
 * `delay + jitter`; with a table, jitter is the standard deviation as netem uses it. A negative
 * delay counts as 0. Like netem, jitter is limited to 2^31 - 1 ns.
 *
 * With a correlation, each delay depends on the one before it, and the distribution stays what it
 * is (see CorrelatedShares). netem does not do that: it correlates 32 bits (see CorrelatedDraw) and
 * then uses their remainder by `2 jitter` or by the length of the table, of which hardly anything
 * is correlated. A delay like netem's does the same.
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
        bool likeNetem{false};                            ///< Correlate as netem does.
        /// Table in place of that of the distribution, ascending; null: none.
        std::shared_ptr<const std::vector<int16_t>> entries{};
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

    /**
     * @return the table of the distribution; empty for uniform delays
     */
    const std::vector<int16_t>& GetTable() const;

    /**
     * @param entry entry of a table
     * @return the delay that it stands for; may be negative
     */
    int64_t Scale(int64_t entry) const;

    Settings m_settings;                      ///< Properties of the delay.
    CorrelatedDraw m_random;                  ///< Random numbers as netem draws them.
    std::optional<CorrelatedShares> m_shares; ///< Correlated shares; nothing: not in use.
    std::chrono::nanoseconds m_last{0};       ///< When the last packet arrives.
};

} // namespace ns3::net8

#endif /* NET8_LINK_DELAY_H */
