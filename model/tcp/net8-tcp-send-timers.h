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
        500000;                                      ///< Next try when the device took nothing.
    static constexpr uint32_t TIMEOUT_MIN_US = 2000; ///< TCP_TIMEOUT_MIN_US (Linux 6.7).

    /// @param core what the parts of the sending half share
    explicit TcpSendTimers(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Start a timer.
     *
     * @param timer which
     * @param ticks how long, ticks
     */
    void Start(TcpTimer timer, uint32_t ticks);

    /**
     * Start the retransmission timer (tcp_rearm_rto).
     *
     * @param sinceHead whether it counts from when the oldest segment left
     */
    void RearmRto(bool sinceHead = false);

    /**
     * Start the timer of the tail loss probe (tcp_schedule_loss_probe).
     *
     * @param rtoStartsAnew whether the retransmission timeout counts from now
     * @return whether it was started
     */
    bool ScheduleLossProbe(bool rtoStartsAnew);

    /// Start to probe the window if nothing else would wake the sender (tcp_check_probe_timer).
    void StartWindowProbe();

  private:
    /// @return time to the retransmission timeout of the oldest segment, us
    int64_t GetRtoRemainingUs() const;
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_TIMERS_H
