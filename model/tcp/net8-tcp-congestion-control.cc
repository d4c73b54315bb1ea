// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-congestion-control.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpCongestionControl::SlowStart(TcpSendState& state, uint32_t acked)
{
    const uint32_t cwnd = std::min(state.cwnd + acked, state.ssthresh);
    acked -= cwnd - state.cwnd;
    state.cwnd = cwnd;
    return acked;
}

void
TcpCongestionControl::Increase(TcpSendState& state, uint32_t per, uint32_t acked)
{
    if (state.cwndCredit >= per)
    {
        // Credit from a time when an increase needed more.
        state.cwndCredit = 0;
        ++state.cwnd;
    }
    state.cwndCredit += acked;
    const uint32_t more = state.cwndCredit / per;
    state.cwndCredit -= more * per;
    state.cwnd += more;
}

} // namespace ns3::net8
