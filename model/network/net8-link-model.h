// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_MODEL_H
#define NET8_LINK_MODEL_H

#include "net8-link-delay.h"
#include "net8-link-loss.h"
#include "net8-link-schedule.h"

#include <chrono>
#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One direction of a link: what happens to a packet sent by its sending end.
 *
 * A packet is lost by its LinkLoss, or if the link is down at the time at which it would arrive; a
 * packet lost by the LinkLoss draws no delay, as under netem. The delay is that of the LinkSchedule
 * when the last bit is sent, with the jitter of the LinkDelay.
 */
class LinkModel
{
  public:
    /// The fate of a packet.
    struct Fate
    {
        bool lost{false};                  ///< It does not arrive.
        std::chrono::nanoseconds delay{0}; ///< From last bit sent to last bit received.
    };

    /**
     * Create a link direction.
     *
     * @param schedule rate, delay and outages
     * @param delay jitter, correlation and order; its delay is replaced by that of the schedule
     * @param draw source of random numbers for the delay
     * @param loss decides what is lost; null for no loss
     */
    LinkModel(LinkSchedule schedule,
              const LinkDelay::Settings& delay,
              LinkDraw draw,
              std::unique_ptr<LinkLoss> loss = nullptr);

    /**
     * Get the rate of a packet.
     *
     * @param now when its transmission starts
     * @return the rate, bits per second
     */
    uint64_t GetRate(std::chrono::nanoseconds now) const;

    /**
     * Decide about the next packet. Called once for each, in the order in which they are sent.
     *
     * @param lastBitSent when its last bit has left the sending end
     * @return what happens to it
     */
    Fate Take(std::chrono::nanoseconds lastBitSent);

  private:
    LinkSchedule m_schedule;          ///< Rate, delay and outages.
    LinkDelay m_delay;                ///< Delays.
    std::unique_ptr<LinkLoss> m_loss; ///< Losses, or null.
};

} // namespace ns3::net8

#endif /* NET8_LINK_MODEL_H */
