// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-segment-size.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpSegmentSize::ToPayload(const TcpSendState& state, uint32_t largest)
{
    const uint32_t mss = std::min(largest, state.mssClamp);
    return std::max(mss, state.settings->leastMss) - state.optionBytes;
}

uint32_t
TcpSegmentSize::GetPath(const TcpSendState& state)
{
    const TcpPathMtu& path = state.path;
    return state.now < path.learnedUntil ? std::min(path.learned, path.device) : path.device;
}

void
TcpSegmentSize::Sync(TcpSendState& state)
{
    Sync(state, state.path.known);
}

void
TcpSegmentSize::Sync(TcpSendState& state, uint32_t known)
{
    TcpPathMtu& path = state.path;
    path.known = known;
    path.high = std::min(path.high, known);
    state.mss = state.BoundToHalfWindow(ToPayload(state, known), state.optionBytes);
    if (path.searching)
    {
        state.mss = std::min(state.mss, ToPayload(state, path.low));
    }
}

uint32_t
TcpSegmentSize::GetCurrent(TcpSendState& state, const TcpSenderHost& host)
{
    if (const uint32_t path = GetPath(state); path != state.path.known)
    {
        Sync(state, path);
    }
    return state.mss - (host.GetOptionBytes() - state.optionBytes);
}

uint32_t
TcpSegmentSize::GetBufferGoal(TcpSendState& state, const TcpSenderHost& host)
{
    const uint32_t mss = GetCurrent(state, host);
    const uint32_t most = state.BoundToHalfWindow(state.settings->maxBurstBytes, state.optionBytes);
    return std::max(std::min(most / mss, state.settings->maxBurstSegments), 1U) * mss;
}

} // namespace ns3::net8
