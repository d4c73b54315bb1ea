// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RENO_H
#define NET8_TCP_RENO_H

#include "net8-tcp-congestion-control.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reno (RFC 5681) in segments, as in net/ipv4/tcp_cong.c: the window grows only if it was used.
 * Older systems count ACKs, grow up to the limit of the peer's window, and halve the smaller of
 * both windows (RFC 2001).
 */
class TcpReno : public TcpCongestionControl
{
  public:
    const char* GetName() const override
    {
        return "reno";
    }

    uint32_t GetSsthresh(TcpSendState& state) override
    {
        // Use the smaller window: with a peer's window of six segments, the congestion window
        // grows unused.
        const bool bounded = state.IsReno() && state.mss > 0;
        const uint32_t window =
            bounded ? std::min(state.cwnd, state.window / state.mss) : state.cwnd;
        return std::max(window >> 1, 2U);
    }

    void Grow(TcpSendState& state, uint32_t acked) override
    {
        const TcpRules& rules = state.settings->rules;
        constexpr uint32_t LARGEST = 65535; // TCP_MAXWIN
        if (rules.growsWhenUsed ? !state.IsCwndLimited()
                                : state.cwnd > std::max(state.maxWindow, LARGEST) / state.mss)
        {
            return;
        }
        acked = rules.countsSegments ? acked : std::min(acked, 1U);
        if (state.InSlowStart())
        {
            acked = SlowStart(state, acked);
            if (acked == 0)
            {
                return;
            }
        }
        Increase(state, state.cwnd, acked);
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_RENO_H
