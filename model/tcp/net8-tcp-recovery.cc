// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-recovery.h"

#include "net8-tcp-loss-marking.h"
#include "net8-tcp-reduction.h"
#include "net8-tcp-reordering.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-state.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpRecovery::SetState(TcpCaState next)
{
    m_control.OnState(m_state, next);
    m_state.caState = next;
}

bool
TcpRecovery::IsAnythingRepeated() const
{
    return m_state.retransOut > 0 ||
           (m_queue.GetSentRuns() > 0 && m_queue.At(0).Is(TcpSendRun::EVER_REPEATED));
}

void
TcpRecovery::ForgetRetransStamp()
{
    if (!IsAnythingRepeated())
    {
        m_state.hasRetransStamp = false;
    }
}

void
TcpRecovery::StartUndo()
{
    m_state.undoable = !m_state.IsReno(); // Eifel and D-SACK date from 2003 and 2000.
    m_state.undoMarker = m_state.una;
    m_state.undoRetrans = static_cast<int32_t>(m_state.retransOut);
    if (m_state.probeOut && m_state.probeCopied)
    {
        ++m_state.undoRetrans;
    }
    if (m_state.undoRetrans == 0)
    {
        m_state.undoRetrans =
            -1; // Zero would mean that all retransmissions are known to be spurious.
    }
}

bool
TcpRecovery::WasDelayed(const TcpAck& ack) const
{
    if (m_state.hasRetransStamp)
    {
        return ack.EchoesBefore(m_state.retransStampMs);
    }
    if (!m_state.established)
    {
        return false; // The timestamp was dropped with the SYN, even if that was retransmitted.
    }
    // Nothing was retransmitted yet, so the original arrived; but without SACK the timestamp is
    // dropped early.
    return m_state.sack || SeqBefore(m_state.una, m_state.highSeq);
}

void
TcpRecovery::Undo(bool unlose)
{
    if (unlose)
    {
        for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
        {
            m_queue.At(place).marks &= static_cast<uint8_t>(~TcpSendRun::LOST);
        }
        m_state.lostOut = 0;
    }
    if (m_state.priorSsthresh != 0)
    {
        m_state.cwnd = m_control.GetUndoCwnd(m_state);
        if (m_state.priorSsthresh > m_state.ssthresh)
        {
            m_state.ssthresh = m_state.priorSsthresh;
            m_state.ecn.WithdrawConfirmation();
        }
    }
    m_state.cwndStampTick = m_state.tick;
    m_state.undoable = false;
    m_rack.Recheck();
}

bool
TcpRecovery::HoldsWithoutSack()
{
    if (m_state.sack || m_state.una != m_state.highSeq || m_state.IsReno())
    {
        return false;
    }
    ForgetRetransStamp();
    return true;
}

bool
TcpRecovery::UndoRecovery(const TcpAck& ack)
{
    if (MayUndo(ack))
    {
        Undo(false);
    }
    else
    {
        m_rack.EndRecovery();
    }
    if (HoldsWithoutSack())
    {
        return true;
    }
    SetState(TcpCaState::OPEN);
    m_state.reneging = false;
    return false;
}

bool
TcpRecovery::UndoPartial(const TcpAck& ack)
{
    if (!m_state.undoable || !WasDelayed(ack))
    {
        return false;
    }
    // The original filled the hole: reordering.
    TcpReordering::Note(m_state, ack.priorUna);
    if (m_state.retransOut > 0)
    {
        return true;
    }
    ForgetRetransStamp();
    Undo(true);
    KeepOpen();
    return false;
}

bool
TcpRecovery::UndoLoss(const TcpAck& ack, bool byFrto)
{
    if (!byFrto && !MayUndo(ack))
    {
        return false;
    }
    Undo(true);
    if (HoldsWithoutSack())
    {
        return true;
    }
    if (byFrto || m_state.sack)
    {
        SetState(TcpCaState::OPEN);
        m_state.reneging = false;
    }
    return true;
}

bool
TcpRecovery::UndoByDsack()
{
    if (!m_state.undoable || m_state.undoRetrans != 0)
    {
        return false;
    }
    m_rack.UndoRecovery();
    Undo(false);
    return true;
}

void
TcpRecovery::EnterRecovery(bool echo)
{
    // A retransmission of the previous recovery may still be outstanding; without its timestamp its
    // ACK would look like that of an original, and undo the reduction (tcp_enter_recovery, Linux
    // 6.12).
    ForgetRetransStamp();
    m_state.priorSsthresh = 0;
    StartUndo();
    if (!m_state.InReduction())
    {
        // A mark is congestion, whatever becomes of the loss (tcp_enter_recovery).
        m_state.priorSsthresh = echo ? 0 : m_state.CurrentSsthresh();
        TcpReduction::Begin(m_state, m_control);
    }
    SetState(TcpCaState::RECOVERY);
}

void
TcpRecovery::EnterLoss(bool firstTimeout)
{
    const bool isNew = m_state.caState < TcpCaState::RECOVERY;
    TcpLossMarking(m_state, m_queue, m_rack).MarkAll();
    if (m_state.caState <= TcpCaState::DISORDER || !SeqAfter(m_state.highSeq, m_state.una) ||
        (m_state.caState == TcpCaState::LOSS && firstTimeout) || m_state.IsReno())
    {
        m_state.priorSsthresh = m_state.CurrentSsthresh();
        m_state.priorCwnd = m_state.cwnd;
        m_state.ssthresh = m_control.GetSsthresh(m_state);
        m_control.OnTimeout(m_state);
        StartUndo();
    }
    m_state.cwnd = m_state.InFlight() + 1;
    m_state.cwndCredit = 0;
    m_state.cwndStampTick = m_state.tick;
    if (m_state.caState <= TcpCaState::DISORDER &&
        m_state.sackedOut >= m_state.settings->reordering)
    {
        // A timeout despite that many SACKs: reordering was overestimated.
        m_state.reordering = std::min(m_state.reordering, m_state.settings->reordering);
    }
    SetState(TcpCaState::LOSS);
    m_state.highSeq = m_state.nxt;
    m_state.ecn.QueueConfirmation();
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
TcpRecovery::EnterReduction()
{
    m_state.priorSsthresh = 0;
    if (m_state.caState < TcpCaState::CWR)
    {
        m_state.undoable = false;
        TcpReduction::Begin(m_state, m_control);
        SetState(TcpCaState::CWR);
    }
}

void
TcpRecovery::OpenAgain(const TcpAck& ack)
{
    ForgetRetransStamp();
    if (ack.Is(TcpAck::ECHO))
    {
        EnterReduction();
    }
    if (m_state.caState != TcpCaState::CWR)
    {
        KeepOpen();
    }
}

bool
TcpRecovery::ProcessFrto(TcpAck& ack, bool recovered)
{
    if (ack.Is(TcpAck::ORIGINAL_ACKED) && UndoLoss(ack, true))
    {
        return true; // Step 3b: a segment never retransmitted arrived, so not everything was lost.
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
        // Step 2b: send new data, if there is any and the peer's window allows it.
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
            TcpReordering::AddDuplicates(m_state, ack.duplicates);
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
        TcpReduction::End(m_state, m_control);
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
        TcpReduction::End(m_state, m_control);
    }
    return false;
}

void
TcpRecovery::EndReno()
{
    m_state.sackedOut = 0;
    m_state.cwnd = m_state.ssthresh;
    m_state.hasRetransStamp = false;
    SetState(TcpCaState::OPEN);
}

void
TcpRecovery::OnAck(TcpAck& ack)
{
    if (m_state.packetsOut == 0 && m_state.sackedOut > 0)
    {
        m_state.sackedOut = 0;
    }
    if (ack.Is(TcpAck::ECHO))
    {
        m_state.priorSsthresh = 0; // The reduction will not be undone (tcp_fastretrans_alert).
    }
    if (ack.Is(TcpAck::RENEGED) && ack.Is(TcpAck::ADVANCED))
    {
        ack.isReneged = true;
        ack.flags &= ~TcpAck::SET_TIMER;
        return;
    }
    if (m_state.caState == TcpCaState::RECOVERY && ack.Is(TcpAck::ADVANCED) && m_state.IsReno())
    {
        EndReno();
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
                TcpReordering::AddDuplicates(m_state, ack.duplicates);
            }
        }
        else if (UndoPartial(ack))
        {
            return;
        }
        if (UndoByDsack())
        {
            OpenAgain(ack);
        }
        TcpLossMarking(m_state, m_queue, m_rack).Identify(ack);
        if (m_state.caState != TcpCaState::RECOVERY)
        {
            if (m_state.lostOut == 0)
            {
                return;
            }
            EnterRecovery(ack.Is(TcpAck::ECHO));
        }
        ack.resend = TcpAck::Resend::LOST;
        return;
    }
    if (m_state.caState == TcpCaState::LOSS)
    {
        ProcessLoss(ack);
        TcpLossMarking(m_state, m_queue, m_rack).Identify(ack);
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
        TcpReordering::AddDuplicates(m_state, ack.duplicates);
    }
    if (m_state.caState <= TcpCaState::DISORDER)
    {
        UndoByDsack();
    }
    TcpLossMarking(m_state, m_queue, m_rack).Identify(ack);
    if (m_state.lostOut == 0)
    {
        OpenAgain(ack);
        return;
    }
    ack.resend = TcpAck::Resend::LOST;
    if (m_state.caState < TcpCaState::CWR && m_state.path.FailsAt(m_state.una))
    {
        // Nothing but the size of the probe is to blame: the window is not reduced.
        m_state.path.high = m_state.path.probe - 1;
        m_state.path.probe = 0;
        ++m_state.cwnd;
        GiveUpOversized();
        return;
    }
    EnterRecovery(ack.Is(TcpAck::ECHO));
}

void
TcpRecovery::GiveUpOversized()
{
    for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
    {
        if (m_queue.At(place).GetSegmentBytes() > m_state.mss)
        {
            TcpScoreboard::MarkLost(m_state, m_queue.At(place));
        }
    }
    if (m_state.lostOut == 0)
    {
        return;
    }
    if (!m_state.sack)
    {
        TcpReordering::LimitDuplicates(m_state);
    }
    if (m_state.caState != TcpCaState::LOSS)
    {
        m_state.highSeq = m_state.nxt;
        m_state.ssthresh = m_state.CurrentSsthresh();
        m_state.priorSsthresh = 0;
        m_state.undoable = false;
        SetState(TcpCaState::LOSS);
    }
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
        m_state.probeOut =
            false; // New data was acknowledged, or original and probe arrived: no loss.
    }
    else if (SeqAfter(acknowledged, m_state.probeEnd))
    {
        // The probe repaired a loss: reduce the window once.
        TcpReduction::Begin(m_state, m_control);
        SetState(TcpCaState::CWR);
        TcpReduction::End(m_state, m_control);
        KeepOpen();
    }
    else if (!ack.Is(TcpAck::ADVANCED | TcpAck::NOT_DUPLICATE | TcpAck::DATA_SACKED))
    {
        m_state.probeOut = false; // A bare duplicate: both arrived.
    }
}

} // namespace ns3::net8
