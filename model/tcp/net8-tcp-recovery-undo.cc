// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-recovery.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpRecovery::StartUndo()
{
    m_state.undoable = true;
    m_state.undoMarker = m_state.una;
    m_state.undoRetrans = static_cast<int32_t>(m_state.retransOut);
    if (m_state.probeOut && m_state.probeCopied)
    {
        ++m_state.undoRetrans;
    }
    if (m_state.undoRetrans == 0)
    {
        m_state.undoRetrans = -1; // Zero would mean that all copies are known to be needless.
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
        return false; // The stamp is gone with the SYN, even if that was repeated.
    }
    // No copy was sent yet, so what arrived was the original; but without SACK the stamp is dropped
    // early.
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
        m_state.cwnd = m_control->GetUndoCwnd(m_state);
        m_state.ssthresh = std::max(m_state.ssthresh, m_state.priorSsthresh);
    }
    m_state.cwndStampTick = m_state.tick;
    m_state.undoable = false;
    m_rack.Recheck();
}

bool
TcpRecovery::HoldsWithoutSack()
{
    if (m_state.sack || m_state.una != m_state.highSeq)
    {
        return false;
    }
    if (!IsAnythingRepeated())
    {
        m_state.hasRetransStamp = false;
    }
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
    // The hole was filled by the original: reordering.
    SeeReordering(ack.priorUna);
    if (m_state.retransOut > 0)
    {
        return true;
    }
    if (!IsAnythingRepeated())
    {
        m_state.hasRetransStamp = false;
    }
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

} // namespace ns3::net8
