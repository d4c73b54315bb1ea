// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-recovery.h"

#include "net8-tcp-scoreboard.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpRecovery::SetState(TcpCaState next)
{
    m_control->OnState(m_state, next);
    m_state.caState = next;
}

bool
TcpRecovery::IsAnythingRepeated() const
{
    return m_state.retransOut > 0 ||
           (m_queue.GetSentRuns() > 0 && m_queue.At(0).Is(TcpSendRun::EVER_REPEATED));
}

void
TcpRecovery::SeeReordering(uint32_t low)
{
    const uint32_t high = m_state.sackedOut > 0 ? m_state.highestSack : m_state.una;
    if (!SeqBefore(low, high))
    {
        return;
    }
    const uint32_t distance = high - low;
    if (m_state.mss > 0 && distance > m_state.reordering * m_state.mss)
    {
        m_state.reordering =
            std::min((distance + m_state.mss - 1) / m_state.mss, m_state.settings->maxReordering);
    }
    ++m_state.reorderingSeen;
}

bool
TcpRecovery::LimitDuplicates()
{
    const uint32_t holes = std::min(std::max(m_state.lostOut, 1U), m_state.packetsOut);
    if (m_state.sackedOut + holes <= m_state.packetsOut)
    {
        return false;
    }
    m_state.sackedOut = m_state.packetsOut - holes;
    return true;
}

void
TcpRecovery::SeeReorderingWithoutSack(uint32_t added)
{
    if (LimitDuplicates())
    {
        m_state.reordering = std::min(m_state.packetsOut + added, m_state.settings->maxReordering);
        ++m_state.reorderingSeen;
    }
}

void
TcpRecovery::AddDuplicates(uint32_t duplicates)
{
    if (duplicates == 0)
    {
        return;
    }
    const uint32_t before = m_state.sackedOut;
    m_state.sackedOut += duplicates;
    SeeReorderingWithoutSack(0);
    if (m_state.sackedOut > before)
    {
        m_state.delivered += m_state.sackedOut - before;
    }
}

void
TcpRecovery::StartReduction()
{
    m_state.highSeq = m_state.nxt;
    m_state.probeOut = false;
    m_state.cwndCredit = 0;
    m_state.priorCwnd = m_state.cwnd;
    m_state.prrDelivered = 0;
    m_state.prrOut = 0;
    m_state.ssthresh = m_control->GetSsthresh(m_state);
}

void
TcpRecovery::EndReduction()
{
    if (m_control->Controls())
    {
        return;
    }
    if (m_state.ssthresh < TcpSendState::INFINITE &&
        (m_state.caState == TcpCaState::CWR || m_state.undoable))
    {
        m_state.cwnd = m_state.ssthresh;
        m_state.cwndStampTick = m_state.tick;
    }
}

void
TcpRecovery::EnterRecovery()
{
    m_state.hasRetransStamp = false;
    m_state.priorSsthresh = 0;
    StartUndo();
    if (!m_state.InReduction())
    {
        m_state.priorSsthresh = m_state.CurrentSsthresh();
        StartReduction();
    }
    SetState(TcpCaState::RECOVERY);
}

void
TcpRecovery::Reduce(uint32_t acked, uint32_t lost, bool advanced)
{
    if (acked == 0 || m_state.priorCwnd == 0)
    {
        return;
    }
    const auto inFlight = static_cast<int64_t>(m_state.InFlight());
    const int64_t room = static_cast<int64_t>(m_state.ssthresh) - inFlight;
    m_state.prrDelivered += acked;
    int64_t send = 0;
    if (room < 0)
    {
        // Proportional part: ssthresh / RecoverFS of what was delivered, rounded up.
        const uint64_t share =
            static_cast<uint64_t>(m_state.ssthresh) * m_state.prrDelivered + m_state.priorCwnd - 1;
        send = static_cast<int64_t>(share / m_state.priorCwnd) - m_state.prrOut;
    }
    else
    {
        send =
            std::max<int64_t>(static_cast<int64_t>(m_state.prrDelivered) - m_state.prrOut, acked);
        // Slow start bound while recovery gets on, else conservation (RFC 9937: SafeACK).
        send += advanced && lost == 0 ? 1 : 0;
        send = std::min(room, send);
    }
    // The first repetition leaves at once.
    send = std::max<int64_t>(send, m_state.prrOut > 0 ? 0 : 1);
    m_state.cwnd = static_cast<uint32_t>(inFlight + send);
}

void
TcpRecovery::MarkAllLost()
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
        else if (place != 0 && m_rack.GetRemainingUs(m_state, run, 0) > 0)
        {
            continue;
        }
        TcpScoreboard::MarkLost(m_state, run);
    }
}

void
TcpRecovery::EnterLoss(bool firstTimeout)
{
    const bool isNew = m_state.caState < TcpCaState::RECOVERY;
    MarkAllLost();
    if (m_state.caState <= TcpCaState::DISORDER || !SeqAfter(m_state.highSeq, m_state.una) ||
        (m_state.caState == TcpCaState::LOSS && firstTimeout))
    {
        m_state.priorSsthresh = m_state.CurrentSsthresh();
        m_state.priorCwnd = m_state.cwnd;
        m_state.ssthresh = m_control->GetSsthresh(m_state);
        StartUndo();
    }
    m_state.cwnd = m_state.InFlight() + 1;
    m_state.cwndCredit = 0;
    m_state.cwndStampTick = m_state.tick;
    if (m_state.caState <= TcpCaState::DISORDER &&
        m_state.sackedOut >= m_state.settings->reordering)
    {
        // A timeout in spite of that many SACKs: reordering was overestimated.
        m_state.reordering = std::min(m_state.reordering, m_state.settings->reordering);
    }
    SetState(TcpCaState::LOSS);
    m_state.highSeq = m_state.nxt;
    m_state.probeOut = false;
    m_state.frto = m_state.settings->frto && (isNew || !firstTimeout);
}

void
TcpRecovery::KeepOpen()
{
    const bool dubious = m_state.sackedOut + m_state.lostOut > 0 || IsAnythingRepeated();
    const TcpCaState next = dubious ? TcpCaState::DISORDER : TcpCaState::OPEN;
    if (m_state.caState != next)
    {
        SetState(next);
        m_state.highSeq = m_state.nxt;
    }
}

void
TcpRecovery::OpenAgain()
{
    if (!IsAnythingRepeated())
    {
        m_state.hasRetransStamp = false;
    }
    if (m_state.caState != TcpCaState::CWR)
    {
        KeepOpen();
    }
}

void
TcpRecovery::MarkLostWithoutSack(bool advanced)
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
TcpRecovery::IdentifyLoss(TcpAck& ack)
{
    if (m_queue.GetSentRuns() == 0)
    {
        return;
    }
    if (!m_state.sack)
    {
        MarkLostWithoutSack(ack.Is(TcpAck::ADVANCED));
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

bool
TcpRecovery::ProcessFrto(TcpAck& ack, bool recovered)
{
    if (ack.Is(TcpAck::ORIGINAL_ACKED) && UndoLoss(ack, true))
    {
        return true; // Step 3b: something never repeated arrived, so not all was lost.
    }
    if (SeqAfter(m_state.nxt, m_state.highSeq))
    {
        if (ack.Is(TcpAck::DATA_SACKED) || ack.duplicates > 0)
        {
            m_state.frto = false; // Step 3a: the loss was real.
        }
    }
    else if (ack.Is(TcpAck::ADVANCED) && !recovered)
    {
        m_state.highSeq = m_state.nxt;
        // Step 2b: new data, if there is any and the peer takes it.
        if (!m_queue.IsAllSent() && SeqAfter(m_state.una + m_state.window, m_state.nxt))
        {
            ack.resend = TcpAck::Resend::NEW;
            return true;
        }
        m_state.frto = false;
    }
    return false;
}

void
TcpRecovery::ProcessLoss(TcpAck& ack)
{
    const bool recovered = !SeqBefore(m_state.una, m_state.highSeq);
    if (ack.Is(TcpAck::ADVANCED) && UndoLoss(ack, false))
    {
        return;
    }
    if (m_state.frto && ProcessFrto(ack, recovered))
    {
        return;
    }
    if (recovered)
    {
        UndoRecovery(ack);
        return;
    }
    if (!m_state.sack)
    {
        if (SeqAfter(m_state.nxt, m_state.highSeq) && ack.duplicates > 0)
        {
            AddDuplicates(ack.duplicates);
        }
        else if (ack.Is(TcpAck::ADVANCED))
        {
            m_state.sackedOut = 0;
        }
    }
    ack.resend = TcpAck::Resend::LOST;
}

bool
TcpRecovery::LeaveState(const TcpAck& ack)
{
    if (m_state.caState == TcpCaState::OPEN)
    {
        m_state.hasRetransStamp = false;
        return false;
    }
    if (SeqBefore(m_state.una, m_state.highSeq))
    {
        return false;
    }
    if (m_state.caState == TcpCaState::CWR && m_state.una != m_state.highSeq)
    {
        EndReduction();
        SetState(TcpCaState::OPEN);
    }
    else if (m_state.caState == TcpCaState::RECOVERY)
    {
        if (!m_state.sack)
        {
            m_state.sackedOut = 0;
        }
        if (UndoRecovery(ack))
        {
            return true;
        }
        EndReduction();
    }
    return false;
}

void
TcpRecovery::OnAck(TcpAck& ack)
{
    if (m_state.packetsOut == 0 && m_state.sackedOut > 0)
    {
        m_state.sackedOut = 0;
    }
    if (ack.Is(TcpAck::RENEGED) && ack.Is(TcpAck::ADVANCED))
    {
        ack.isReneged = true;
        ack.flags &= ~TcpAck::SET_TIMER;
        return;
    }
    if (LeaveState(ack))
    {
        return;
    }
    if (m_state.caState == TcpCaState::RECOVERY)
    {
        if (!ack.Is(TcpAck::ADVANCED))
        {
            if (!m_state.sack)
            {
                AddDuplicates(ack.duplicates);
            }
        }
        else if (UndoPartial(ack))
        {
            return;
        }
        if (UndoByDsack())
        {
            OpenAgain();
        }
        IdentifyLoss(ack);
        if (m_state.caState != TcpCaState::RECOVERY)
        {
            if (m_state.lostOut == 0)
            {
                return;
            }
            EnterRecovery();
        }
        ack.resend = TcpAck::Resend::LOST;
        return;
    }
    if (m_state.caState == TcpCaState::LOSS)
    {
        ProcessLoss(ack);
        IdentifyLoss(ack);
        if (m_state.caState != TcpCaState::OPEN && !ack.Is(TcpAck::LOST_COPY))
        {
            return;
        }
    }
    OnAckBelowRecovery(ack);
}

void
TcpRecovery::OnAckBelowRecovery(TcpAck& ack)
{
    if (!m_state.sack)
    {
        if (ack.Is(TcpAck::ADVANCED))
        {
            m_state.sackedOut = 0;
        }
        AddDuplicates(ack.duplicates);
    }
    if (m_state.caState <= TcpCaState::DISORDER)
    {
        UndoByDsack();
    }
    IdentifyLoss(ack);
    if (m_state.lostOut == 0)
    {
        OpenAgain();
        return;
    }
    EnterRecovery();
    ack.resend = TcpAck::Resend::LOST;
}

void
TcpRecovery::OnProbeAck(const TcpAck& ack)
{
    const uint32_t acknowledged = ack.segment->ack;
    if (SeqBefore(acknowledged, m_state.probeEnd))
    {
        return;
    }
    if (!m_state.probeCopied || ack.Is(TcpAck::DSACK_PROBE))
    {
        m_state.probeOut = false; // New data arrived, or original and probe: no loss.
    }
    else if (SeqAfter(acknowledged, m_state.probeEnd))
    {
        // The probe repaired a loss: the window is cut once.
        StartReduction();
        SetState(TcpCaState::CWR);
        EndReduction();
        KeepOpen();
    }
    else if (!ack.Is(TcpAck::ADVANCED | TcpAck::NOT_DUPLICATE | TcpAck::DATA_SACKED))
    {
        m_state.probeOut = false; // A bare duplicate: both arrived.
    }
}

} // namespace ns3::net8
