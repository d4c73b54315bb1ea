// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RENO_H
#define NET8_TCP_RENO_H

#include "net8-tcp-congestion-control.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reno (RFC 5681) in segments, as net/ipv4/tcp_cong.c has it: only a window that was used grows.
 * Older systems count ACKs, and grow to what the peer lets out.
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
        return std::max(state.cwnd >> 1, 2U);
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
