// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-loss-marking.h"

#include "net8-tcp-send-state.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpLossMarking::MarkAll()
{
    const size_t runs = m_queue.GetSentRuns();
    const bool reneged = runs > 0 && m_queue.At(0).Is(TcpSendRun::SACKED);
    if (reneged)
    {
        m_state.sackedOut = 0;
        m_state.reneging = true;
    }
    else if (!m_state.sack)
    {
        m_state.sackedOut = 0;
    }
    for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
    {
        TcpSendRun& run = m_queue.At(place);
        if (reneged)
        {
            run.marks &= static_cast<uint8_t>(~TcpSendRun::SACKED);
        }
        else if (place != 0 && !m_state.IsReno() && m_rack.GetRemainingUs(m_state, run, 0) > 0)
        {
            continue;
        }
        TcpScoreboard::MarkLost(m_state, run);
    }
}

void
TcpLossMarking::MarkWithoutSack(bool advanced)
{
    const bool starts =
        m_state.caState < TcpCaState::RECOVERY && m_state.sackedOut >= m_state.reordering;
    if (!starts && !(m_state.caState == TcpCaState::RECOVERY && advanced))
    {
        return;
    }
    TcpSendRun& head = m_queue.At(0);
    if (head.Is(TcpSendRun::LOST))
    {
        return;
    }
    if (head.count > 1)
    {
        m_queue.SplitRun(0, 1);
    }
    if (m_queue.At(0).GetSegments() > 1)
    {
        m_queue.CutBuffer(0, m_queue.At(0).mss);
    }
    TcpScoreboard::MarkLost(m_state, m_queue.At(0));
}

void
TcpLossMarking::Identify(TcpAck& ack)
{
    if (m_queue.GetSentRuns() == 0)
    {
        return;
    }
    if (!m_state.sack)
    {
        MarkWithoutSack(ack.Is(TcpAck::ADVANCED));
        return;
    }
    const uint32_t copies = m_state.retransOut;
    const uint64_t waitUs = m_rack.MarkLost(m_state, m_queue);
    if (waitUs > 0)
    {
        ack.reorderUs = waitUs;
        ack.flags &= ~TcpAck::SET_TIMER;
    }
    if (copies > m_state.retransOut)
    {
        ack.flags |= TcpAck::LOST_COPY;
    }
}

} // namespace ns3::net8
