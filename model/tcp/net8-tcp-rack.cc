// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-rack.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-send-state.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpRack::Advance(const TcpSendState& state, const TcpSendRun& run, uint32_t end)
{
    const int64_t rttUs = state.NowUs() - run.sentUs;
    if (rttUs < static_cast<int64_t>(state.MinRttUs()) &&
        run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED))
    {
        return; // The original arrived, not the retransmission just sent.
    }
    m_advanced = true;
    m_rttUs = rttUs;
    if (SentAfter(run.sentUs, m_sentUs, end, m_end))
    {
        m_sentUs = run.sentUs;
        m_end = end;
    }
}

uint64_t
TcpRack::GetWindowUs(const TcpSendState& state) const
{
    if (state.reorderingSeen == 0)
    {
        if (state.caState >= TcpCaState::RECOVERY)
        {
            return 0;
        }
        if (state.sackedOut >= state.reordering && !state.settings->rackNoDupThreshold)
        {
            return 0;
        }
    }
    return std::min<uint64_t>(static_cast<uint64_t>(state.MinRttUs() >> 2) * m_steps,
                              state.rtt.GetSrtt8() >> 3);
}

uint64_t
TcpRack::DetectLoss(TcpSendState& state, TcpSendQueue& queue)
{
    int64_t waitUs = 0;
    const uint64_t windowUs = GetWindowUs(state);
    for (size_t place = 0; place < queue.GetSentRuns(); ++place)
    {
        TcpSendRun& run = queue.At(place);
        const bool waits = run.Is(TcpSendRun::LOST) && !run.Is(TcpSendRun::REPEATED);
        // A segment considered lost was removed from the time-ordered list until it is
        // retransmitted, whether that was undone or not.
        if (run.Is(TcpSendRun::SACKED | TcpSendRun::UNTIMED) || waits ||
            !SentAfter(m_sentUs, run.sentUs, m_end, run.GetEnd()))
        {
            continue;
        }
        const int64_t remainingUs = GetRemainingUs(state, run, windowUs);
        if (remainingUs <= 0)
        {
            MarkRunLost(state, run);
            run.marks |= TcpSendRun::UNTIMED;
        }
        else
        {
            waitUs = std::max(waitUs, remainingUs);
        }
    }
    return static_cast<uint64_t>(waitUs);
}

uint64_t
TcpRack::MarkLost(TcpSendState& state, TcpSendQueue& queue)
{
    if (!m_advanced)
    {
        return 0;
    }
    m_advanced = false;
    return DetectLoss(state, queue);
}

void
TcpRack::UpdateWindow(const TcpSendState& state, const TcpRateSample& sample)
{
    if (state.settings->rackStaticWindow || sample.priorUs < 0)
    {
        return;
    }
    if (SeqBefore(sample.priorDelivered, m_lastDelivered))
    {
        m_dsackSeen = false; // Less than a round trip since the last step.
    }
    if (m_dsackSeen)
    {
        m_steps = m_steps < 255 ? m_steps + 1 : 255;
        m_dsackSeen = false;
        m_lastDelivered = state.delivered;
        m_persist = PERSISTENCE;
    }
    else if (m_persist == 0)
    {
        m_steps = 1;
    }
}

} // namespace ns3::net8
