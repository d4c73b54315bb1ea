// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-nagle.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

bool
TcpNagle::Holds(const TcpSendState& state, bool partial, uint8_t nagle)
{
    // Minshall's form: a short segment waits only for another short one (tcp_nagle_check).
    const bool smallIsOut =
        SeqAfter(state.smallEnd, state.una) && !SeqAfter(state.smallEnd, state.nxt);
    return partial && ((nagle & CORK) || (nagle == 0 && state.packetsOut > 0 && smallIsOut));
}

bool
TcpNagle::MayLeave(const TcpSendState& state,
                   const TcpSendRun& buffer,
                   uint32_t mss,
                   bool isTail,
                   uint8_t nagle)
{
    if (!isTail || (nagle & PUSH) || (buffer.flags & TcpSegment::FIN))
    {
        return true;
    }
    return !Holds(state, buffer.bytes < mss, nagle);
}

uint32_t
TcpNagle::GetSplitPoint(const TcpSendState& state,
                        const TcpSendRun& buffer,
                        uint32_t most,
                        bool isTail,
                        uint8_t nagle)
{
    const uint32_t window = state.WindowEnd() - buffer.seq;
    if (most <= window && !isTail)
    {
        return most;
    }
    const uint32_t needed = std::min(buffer.bytes, window);
    if (most <= needed)
    {
        return most;
    }
    const uint32_t partial = needed % buffer.mss;
    return Holds(state, partial != 0, nagle) ? needed - partial : needed;
}

} // namespace ns3::net8
