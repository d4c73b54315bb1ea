// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_TIMERS_H
#define NET8_TCP_SEND_TIMERS_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sets the timers of the sending half: retransmission timeout, tail loss probe, window probe.
 */
class TcpSendTimers : private TcpSendPart
{
  public:
    static constexpr uint32_t RESOURCE_PROBE_US =
        500000; ///< Retry delay if the device accepted nothing.
    static constexpr uint32_t TIMEOUT_MIN_US = 2000; ///< TCP_TIMEOUT_MIN_US (Linux 6.7).

    /// @param core state shared by the parts of the sending half
    explicit TcpSendTimers(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Start a timer.
     *
     * @param timer the timer
     * @param ticks duration, ticks
     */
    void Start(TcpTimer timer, uint32_t ticks);

    /**
     * Start the retransmission timer (tcp_rearm_rto).
     *
     * @param sinceHead whether it counts from the send time of the oldest segment
     */
    void RearmRto(bool sinceHead = false);

    /**
     * Start the tail loss probe timer (tcp_schedule_loss_probe).
     *
     * @param rtoStartsAnew whether the retransmission timeout starts now
     * @return whether it was started
     */
    bool ScheduleLossProbe(bool rtoStartsAnew);

    /// Start window probing if nothing else would wake the sender (tcp_check_probe_timer).
    void StartWindowProbe();

  private:
    /// @return time until the retransmission timeout of the oldest segment, us
    int64_t GetRtoRemainingUs() const;
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_TIMERS_H
