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
 * One direction of a link: what becomes of a packet that its sending end has sent.
 *
 * A packet is lost by its LinkLoss, or when the link is down at the time at which it would arrive;
 * what the loss takes draws no delay, as under netem. The delay is that of the LinkSchedule at the
 * time at which the last bit is sent, with the jitter of the LinkDelay.
 */
class LinkModel
{
  public:
    /// What becomes of a packet.
    struct Fate
    {
        bool lost{false};                  ///< It does not arrive.
        std::chrono::nanoseconds delay{0}; ///< From its last bit sent to its last bit received.
    };

    /**
     * @param schedule rate, delay and outages
     * @param delay jitter, correlation and order; its delay is that of the schedule
     * @param draw random numbers of the delay
     * @param loss what is lost; nothing if there is none
     */
    LinkModel(LinkSchedule schedule,
              const LinkDelay::Settings& delay,
              LinkDraw draw,
              std::unique_ptr<LinkLoss> loss = nullptr);

    /**
     * @param now when a packet's transmission begins
     * @return the rate of it, bits per second
     */
    uint64_t GetRate(std::chrono::nanoseconds now) const;

    /**
     * Decide on the next packet. Called once for each, in the order in which they are sent.
     *
     * @param lastBitSent when its last bit has left the sending end
     * @return what becomes of it
     */
    Fate Take(std::chrono::nanoseconds lastBitSent);

  private:
    LinkSchedule m_schedule;          ///< Rate, delay and outages.
    LinkDelay m_delay;                ///< Delays.
    std::unique_ptr<LinkLoss> m_loss; ///< Losses, or null.
};

} // namespace ns3::net8

#endif /* NET8_LINK_MODEL_H */
