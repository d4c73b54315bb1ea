// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-reordering.h"

#include "net8-tcp-segment.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpReordering::Note(TcpSendState& state, uint32_t low)
{
    // Without SACK it is how far this ACK advanced the left edge (tcp_highest_sack_seq).
    const uint32_t high = state.sack && state.sackedOut > 0 ? state.highestSack : state.una;
    if (!SeqBefore(low, high))
    {
        return;
    }
    const uint32_t distance = high - low;
    if (state.mss > 0 && distance > state.reordering * state.mss)
    {
        state.reordering =
            std::min((distance + state.mss - 1) / state.mss, state.settings->maxReordering);
    }
    ++state.reorderingSeen;
}

bool
TcpReordering::LimitDuplicates(TcpSendState& state)
{
    const uint32_t holes = std::min(std::max(state.lostOut, 1U), state.packetsOut);
    if (state.sackedOut + holes <= state.packetsOut)
    {
        return false;
    }
    state.sackedOut = state.packetsOut - holes;
    return true;
}

void
TcpReordering::NoteWithoutSack(TcpSendState& state, uint32_t added)
{
    if (LimitDuplicates(state) && !state.IsReno())
    {
        state.reordering = std::min(state.packetsOut + added, state.settings->maxReordering);
        ++state.reorderingSeen;
    }
}

void
TcpReordering::AddDuplicates(TcpSendState& state, uint32_t duplicates)
{
    if (duplicates == 0)
    {
        return;
    }
    const uint32_t before = state.sackedOut;
    state.sackedOut += duplicates;
    NoteWithoutSack(state, 0);
    if (state.sackedOut > before)
    {
        state.delivered += state.sackedOut - before;
    }
}

} // namespace ns3::net8
