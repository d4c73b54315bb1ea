// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-dctcp.h"

#include "net8-tcp-segment.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpDctcp::Start(TcpSendState& state)
{
    m_active = state.ecn.IsAgreed();
    StartWindow(state);
}

void
TcpDctcp::StartWindow(const TcpSendState& state)
{
    m_windowEnd = state.nxt;
    m_delivered = state.delivered;
    m_marked = state.deliveredMarked;
}

uint32_t
TcpDctcp::GetSsthresh(TcpSendState& state)
{
    if (!m_active)
    {
        return TcpReno::GetSsthresh(state);
    }
    m_lossCwnd = state.cwnd;
    const auto cut = static_cast<uint32_t>(uint64_t{state.cwnd} * m_alpha / (2 * MOST_ALPHA));
    return std::max(state.cwnd - cut, 2U);
}

void
TcpDctcp::OnAckEvent(TcpSendState& state)
{
    constexpr uint32_t SHIFT = 4; // dctcp_shift_g: a sample counts 1/16
    if (!m_active || SeqBefore(state.una, m_windowEnd))
    {
        return;
    }
    const uint32_t old = m_alpha >> SHIFT;
    m_alpha -= old > 0 ? old : m_alpha;
    if (const uint32_t marked = state.deliveredMarked - m_marked; marked > 0)
    {
        const uint32_t delivered = std::max(state.delivered - m_delivered, 1U);
        m_alpha = std::min(m_alpha + marked * (MOST_ALPHA >> SHIFT) / delivered, MOST_ALPHA);
    }
    StartWindow(state);
}

void
TcpDctcp::ReactToLoss(TcpSendState& state)
{
    m_lossCwnd = state.cwnd;
    state.ssthresh = std::max(state.cwnd >> 1, 2U);
}

void
TcpDctcp::OnTimeout(TcpSendState& state)
{
    if (m_active)
    {
        ReactToLoss(state);
    }
}

void
TcpDctcp::OnState(TcpSendState& state, TcpCaState next)
{
    if (m_active && next == TcpCaState::RECOVERY && state.caState != next)
    {
        ReactToLoss(state);
    }
}

uint32_t
TcpDctcp::GetUndoCwnd(TcpSendState& state)
{
    return m_active ? std::max(state.cwnd, m_lossCwnd) : TcpReno::GetUndoCwnd(state);
}

} // namespace ns3::net8
