// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-congestion-control.h"

#include "net8-tcp-segment.h"

#include <algorithm>

namespace ns3::net8
{
namespace
{

/**
 * Reduce a window that was not used (tcp_cwnd_application_limited).
 *
 * @param state state of the sender
 * @param writerWaits whether a write found no space
 */
void
ReduceUnused(TcpSendState& state, bool writerWaits)
{
    // RFC 2861: a window not used for the duration of a timeout is reduced half-way to the used
    // part.
    if (state.caState == TcpCaState::OPEN && !writerWaits)
    {
        const uint32_t used = std::max(state.cwndUsed, state.settings->initialWindow);
        if (used < state.cwnd)
        {
            state.ssthresh = state.CurrentSsthresh();
            state.cwnd = (state.cwnd + used) >> 1;
        }
        state.cwndUsed = 0;
    }
    state.cwndStampTick = state.tick;
}

/**
 * Reduce the window after idle (tcp_cwnd_restart).
 *
 * @param state state of the sender
 * @param idleTicks idle time, ticks
 */
void
RestartAfterIdle(TcpSendState& state, uint32_t idleTicks)
{
    // RFC 2861, tcp_cwnd_restart: halve it for each timeout of idle time, but not below the initial
    // window.
    const uint32_t rto = state.rtt.GetRtoTicks(*state.settings);
    const uint32_t floor = std::min(state.settings->initialWindow, state.cwnd);
    state.ssthresh = state.CurrentSsthresh();
    uint32_t cwnd = state.cwnd;
    int64_t left = static_cast<int64_t>(idleTicks) - rto;
    while (left > 0 && cwnd > floor)
    {
        cwnd >>= 1;
        left -= rto;
    }
    state.cwnd = std::max(cwnd, floor);
    state.cwndStampTick = state.tick;
    state.cwndUsed = 0;
}

} // namespace

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

bool
NoteCwndUse(TcpSendState& state,
            const TcpCongestionControl& control,
            bool limited,
            bool writerWaits)
{
    if (!SeqBefore(state.una, state.cwndUsageSeq) || limited ||
        (!state.cwndLimited && state.packetsOut > state.maxPacketsOut))
    {
        state.cwndLimited = limited;
        state.maxPacketsOut = state.packetsOut;
        state.cwndUsageSeq = state.nxt;
    }
    if (state.IsCwndLimited())
    {
        state.cwndUsed = 0;
        state.cwndStampTick = state.tick;
        return true;
    }
    state.cwndUsed = std::max(state.cwndUsed, state.packetsOut);
    const uint32_t unused = state.tick - state.cwndStampTick;
    if (state.settings->slowStartAfterIdle && !control.Controls() &&
        unused >= state.rtt.GetRtoTicks(*state.settings))
    {
        ReduceUnused(state, writerWaits);
    }
    return false;
}

void
CheckIdleCwnd(TcpSendState& state, const TcpCongestionControl& control)
{
    if (!state.settings->slowStartAfterIdle || state.packetsOut > 0 || control.Controls())
    {
        return;
    }
    const uint32_t idle = state.tick - state.lastSentTick;
    if (static_cast<int32_t>(idle) > static_cast<int32_t>(state.rtt.GetRtoTicks(*state.settings)))
    {
        RestartAfterIdle(state, idle);
    }
}

} // namespace ns3::net8
