// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-reduction.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpReduction::Begin(TcpSendState& state, TcpCongestionControl& control)
{
    state.highSeq = state.nxt;
    state.probeOut = false;
    state.cwndCredit = 0;
    state.priorCwnd = state.cwnd;
    state.prrDelivered = 0;
    state.prrOut = 0;
    state.ssthresh = control.GetSsthresh(state);
    state.ecn.QueueConfirmation();
}

void
TcpReduction::Apply(TcpSendState& state, uint32_t acked, uint32_t lost, bool advanced)
{
    if (acked == 0 || state.priorCwnd == 0)
    {
        return;
    }
    if (state.IsReno())
    {
        // Segments reported by duplicate ACKs have left the network, so this is the threshold plus
        // one segment for each of them (RFC 2001: the window is inflated). The retransmission is
        // sent regardless of the window.
        const uint32_t first = state.prrOut > 0 ? 0 : state.InFlight() + 1;
        state.cwnd = std::max(state.ssthresh, first);
        return;
    }
    const auto inFlight = static_cast<int64_t>(state.InFlight());
    const int64_t room = static_cast<int64_t>(state.ssthresh) - inFlight;
    state.prrDelivered += acked;
    int64_t send = 0;
    if (room < 0)
    {
        // Proportional part: ssthresh / RecoverFS of the delivered segments, rounded up.
        const uint64_t share =
            static_cast<uint64_t>(state.ssthresh) * state.prrDelivered + state.priorCwnd - 1;
        send = static_cast<int64_t>(share / state.priorCwnd) - state.prrOut;
    }
    else
    {
        send = std::max<int64_t>(static_cast<int64_t>(state.prrDelivered) - state.prrOut, acked);
        // Slow start bound while recovery makes progress, otherwise conservation (RFC 9937:
        // SafeACK).
        send += advanced && lost == 0 ? 1 : 0;
        send = std::min(room, send);
    }
    // Send the first retransmission immediately.
    send = std::max<int64_t>(send, state.prrOut > 0 ? 0 : 1);
    state.cwnd = static_cast<uint32_t>(inFlight + send);
}

void
TcpReduction::End(TcpSendState& state, const TcpCongestionControl& control)
{
    if (control.Controls())
    {
        return;
    }
    if (state.ssthresh < TcpSendState::INFINITE &&
        (state.caState == TcpCaState::CWR || state.undoable))
    {
        state.cwnd = state.ssthresh;
        state.cwndStampTick = state.tick;
    }
}

} // namespace ns3::net8
