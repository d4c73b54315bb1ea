// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-nagle.h"

#include "net8-tcp-segment.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * Apply the rule of the operating system to a short segment.
 *
 * @param state the sender, with unacknowledged data
 * @param bytes payload of a short segment, bytes
 * @param mss payload of a full segment, bytes
 * @param lastSent payload of the previous segment, bytes
 * @return whether it must wait
 */
bool
Waits(const TcpSendState& state, uint32_t bytes, uint32_t mss, uint32_t lastSent)
{
    switch (state.settings->rules.nagle)
    {
    case TcpRules::Nagle::RFC_896:
        return true;
    case TcpRules::Nagle::SOLARIS: {
        constexpr uint32_t MOST = 4095; // tcp_naglim_def
        const uint32_t limit = std::min(mss, MOST);
        return bytes < limit && lastSent < limit;
    }
    case TcpRules::Nagle::MINSHALL:
        break;
    }
    return SeqAfter(state.smallEnd, state.una) && !SeqAfter(state.smallEnd, state.nxt);
}

/**
 * Check whether a segment must wait (tcp_nagle_check).
 *
 * @param state state of the sender
 * @param bytes payload of a segment, bytes; 0: a full one
 * @param mss payload of a full segment, bytes
 * @param lastSent payload of the previous segment, bytes
 * @param nagle NAGLE_* flags of Linux
 * @return whether it must wait
 */
bool
Holds(const TcpSendState& state, uint32_t bytes, uint32_t mss, uint32_t lastSent, uint8_t nagle)
{
    if (bytes == 0 || bytes >= mss)
    {
        return false;
    }
    return (nagle & NAGLE_CORK) ||
           (nagle == 0 && state.packetsOut > 0 && Waits(state, bytes, mss, lastSent));
}

} // namespace

bool
NagleLets(const TcpSendState& state,
          const TcpSendRun& buffer,
          uint32_t mss,
          bool isTail,
          uint8_t nagle)
{
    const bool urgent = SeqAfter(state.urgentEnd, state.una);
    if (!isTail || (nagle & NAGLE_PUSH) || urgent || (buffer.flags & TcpSegment::FIN))
    {
        return true;
    }
    return !Holds(state, buffer.bytes, mss, state.lastSent, nagle);
}

uint32_t
NagleSplitPoint(const TcpSendState& state,
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
    const uint32_t before = needed > partial ? buffer.mss : state.lastSent;
    return Holds(state, partial, buffer.mss, before, nagle) ? needed - partial : needed;
}

} // namespace ns3::net8
