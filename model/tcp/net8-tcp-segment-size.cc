// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-segment-size.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpSegmentSize::Sync(TcpSendState& state)
{
    const uint32_t mss = std::min(state.settings->mss, state.mssClamp);
    state.mss = state.BoundToHalfWindow(std::max(mss - state.optionBytes, 48U), state.optionBytes);
}

uint32_t
TcpSegmentSize::GetCurrent(const TcpSendState& state, const TcpSenderHost& host)
{
    return state.mss - (host.GetOptionBytes() - state.optionBytes);
}

uint32_t
TcpSegmentSize::GetBufferGoal(const TcpSendState& state, const TcpSenderHost& host)
{
    const uint32_t mss = GetCurrent(state, host);
    const uint32_t most = state.BoundToHalfWindow(state.settings->maxBurstBytes, state.optionBytes);
    return std::max(std::min(most / mss, state.settings->maxBurstSegments), 1U) * mss;
}

} // namespace ns3::net8
