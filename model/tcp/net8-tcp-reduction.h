// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_REDUCTION_H
#define NET8_TCP_REDUCTION_H

#include "net8-tcp-congestion-control.h"
#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reduction of the congestion window, spread over a round trip in proportion to the delivered data
 * (RFC 6937; slow start bound as in RFC 9937).
 */
class TcpReduction
{
  public:
    /**
     * Start a reduction (tcp_init_cwnd_reduction).
     *
     * @param state state of the sender
     * @param control its congestion control
     */
    static void Begin(TcpSendState& state, TcpCongestionControl& control);

    /**
     * Set the window during a reduction (tcp_cwnd_reduction).
     *
     * @param state state of the sender
     * @param acked number of newly delivered segments
     * @param lost number of segments newly marked lost
     * @param advanced whether the left edge advanced
     */
    static void Apply(TcpSendState& state, uint32_t acked, uint32_t lost, bool advanced);

    /**
     * End a reduction (tcp_end_cwnd_reduction).
     *
     * @param state state of the sender
     * @param control its congestion control
     */
    static void End(TcpSendState& state, const TcpCongestionControl& control);
};

} // namespace ns3::net8

#endif // NET8_TCP_REDUCTION_H
