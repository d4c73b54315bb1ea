// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-data-intake.h"

#include "net8-tcp-acknowledger.h"
#include "net8-tcp-closing.h"
#include "net8-tcp-segment.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpDataIntake::CheckUrgent(const TcpSegment& segment)
{
    if (!segment.Has(TcpSegment::URG) || segment.urgent == 0)
    {
        return;
    }
    // The pointer is that of BSD: the byte before it is urgent (tcp_check_urg, tcp_stdurg = 0).
    const uint32_t byte = segment.seq + segment.urgent - 1;
    if (SeqBefore(byte, m_core.received.GetNext()) ||
        (m_core.urgentSeen && !SeqAfter(byte, m_core.urgentSeq)))
    {
        return;
    }
    m_core.urgentSeq = byte;
    m_core.urgentSeen = m_core.urgentNews = true;
}

bool
TcpDataIntake::Take(const TcpSegment& segment)
{
    CheckUrgent(segment);
    switch (m_core.state)
    {
    case TcpState::CLOSE_WAIT:
    case TcpState::CLOSING:
    case TcpState::LAST_ACK:
        if (SeqBefore(segment.seq, m_core.received.GetNext()))
        {
            QueueData(segment);
        }
        return true;
    case TcpState::FIN_WAIT_1:
    case TcpState::FIN_WAIT_2:
        if (m_core.readShut && segment.GetEnd() != segment.seq &&
            SeqAfter(segment.seq + segment.length, m_core.received.GetNext()))
        {
            // The data would never be read (RFC 1122, section 4.2.2.13).
            if (const auto reset = TcpConnectionCore::ResetFor(segment))
            {
                m_core.output.Transmit(*reset);
            }
            m_core.Reset(TcpError::RESET);
            return false;
        }
        break;
    default:
        break;
    }
    QueueData(segment);
    return true;
}

void
TcpDataIntake::RefuseOutOfWindow()
{
    m_core.acks.EnterQuick(m_core.settings, m_core.window.GetOffered());
    m_core.acks.Set(TcpAckPolicy::SCHEDULED);
}

void
TcpDataIntake::QueueData(const TcpSegment& segment)
{
    const uint32_t end = segment.GetEnd();
    const uint32_t next = m_core.received.GetNext();
    if (segment.seq == end)
    {
        return;
    }
    if (m_rtoTicks == 0)
    {
        m_core.received
            .DropDuplicate(); // A duplicate not reported so far never will be (tcp_data_queue).
    }
    const uint32_t left = m_core.window.GetLeft(next);
    const bool tellDuplicates = m_core.sender.GetState().sack && m_core.settings.dsack;
    if (segment.seq == next)
    {
        if (left == 0 && segment.length > 0)
        {
            RefuseOutOfWindow();
            return;
        }
        QueueInOrder(segment);
        return;
    }
    if (!SeqAfter(end, next))
    {
        if (tellDuplicates)
        {
            m_core.received.SetDuplicate({segment.seq, end});
        }
        RefuseOutOfWindow();
        return;
    }
    if (!SeqBefore(segment.seq, next + left))
    {
        RefuseOutOfWindow();
        return;
    }
    if (SeqBefore(segment.seq, next))
    {
        if (tellDuplicates)
        {
            m_core.received.SetDuplicate({segment.seq, next});
        }
        if (left == 0)
        {
            RefuseOutOfWindow();
            return;
        }
        QueueInOrder(segment);
        return;
    }
    QueueBeyondGap(segment);
}

bool
TcpDataIntake::HasMemoryFor(uint32_t seq)
{
    auto fits = [&] { return m_core.received.GetMemory() <= m_core.window.GetBuffer(); };
    if (fits() || m_core.settings.rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        return true; // The window limits the peer if the buffer counts payload.
    }
    m_core.acks.GetQuick() = 0;
    m_core.window.Clamp(m_core.settings, m_core.received);
    if (!fits())
    {
        m_core.received.Collapse(m_core.window.GetRatio());
    }
    if (!fits())
    {
        m_core.received.Prune(seq, m_core.window.GetBuffer());
    }
    return fits();
}

void
TcpDataIntake::MeasureSegment(const TcpSegment& segment, uint32_t bytes, uint32_t memory)
{
    const uint32_t header = TcpSegment::HEADER_BYTES + (m_core.timestamps ? 12 : 0);
    // A segment merged by the device counts as the segments it was merged from.
    const uint32_t one = segment.segmentBytes > 0 ? std::min(bytes, segment.segmentBytes) : bytes;
    const bool isNew = m_core.acks.MeasureMss(one,
                                              one + segment.GetHeaderBytes(),
                                              header,
                                              m_core.advMss,
                                              segment.flags);
    if (isNew)
    {
        m_core.window.LearnRatio(bytes, memory);
    }
}

void
TcpDataIntake::NoteDataReceived(const TcpSegment& segment, uint32_t bytes, uint32_t memory)
{
    MeasureSegment(segment, bytes, memory);
    m_core.window.MeasureRtt(m_core.received.GetNext(), m_core.now / 1000);
    m_core.acks.OnData(m_core.settings,
                       m_core.tick,
                       m_rtoTicks > 0 ? m_rtoTicks
                                      : m_core.sender.GetState().rtt.GetRtoTicks(m_core.settings),
                       m_core.window.GetOffered());
    CheckMark(segment);
    constexpr uint32_t SMALL = 128;
    if (bytes >= SMALL &&
        m_core.window
            .Grow(m_core.settings, m_core.received, bytes, memory, m_core.acks.GetRcvMss(), 0))
    {
        m_core.acks.GrantOne();
    }
}

void
TcpDataIntake::CheckMark(const TcpSegment& segment)
{
    constexpr uint8_t FEW = 2;
    TcpEcn& ecn = m_core.sender.GetEcn();
    if (!ecn.IsAgreed())
    {
        return;
    }
    if (ecn.IsNeeded() && segment.ecn != TcpSegment::NOT_ECT)
    {
        TellMark(segment.ecn == TcpSegment::CE);
    }
    if (ecn.TakeMark(segment.ecn) == TcpEcn::Verdict::QUICK)
    {
        m_core.acks.EnterQuick(m_core.settings, m_core.window.GetOffered(), FEW);
    }
}

void
TcpDataIntake::TellMark(bool marked)
{
    TcpEcn& ecn = m_core.sender.GetEcn();
    if (m_core.marked != marked)
    {
        if (m_core.acks.Is(TcpAckPolicy::TIMER))
        {
            ecn.SetEchoes(m_core.marked);
            m_core.SendEarlierAck(m_core.markedNext);
        }
        m_core.acks.Set(TcpAckPolicy::NOW);
    }
    m_core.markedNext = m_core.received.GetNext();
    m_core.marked = marked;
    ecn.SetEchoes(marked);
}

void
TcpDataIntake::QueueInOrder(const TcpSegment& segment)
{
    const uint32_t skipped = m_core.received.GetNext() - segment.seq;
    const uint32_t bytes = segment.length - std::min(skipped, segment.length);
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_core.settings, segment.length, segment.options.GetBytes());
    if (!HasMemoryFor(segment.seq))
    {
        m_core.acks.Set(TcpAckPolicy::NO_MEMORY | TcpAckPolicy::NOW | TcpAckPolicy::SCHEDULED);
        if (bytes > 0 && m_core.received.GetReadable() > 0)
        {
            return; // An empty queue has room, and there is room for a bare FIN (tcp_data_queue).
        }
    }
    if (bytes > 0)
    {
        m_core.bytesReceived += bytes;
        if (skipped > 0)
        {
            m_core.received.CloseRoom();
        }
        m_core.received.Append(
            bytes,
            memory,
            1,
            TcpReceiveWindow::RoomOf(m_core.settings, segment.length, segment.options.GetBytes()));
        NoteDataReceived(segment, segment.length, memory);
    }
    if (segment.Has(TcpSegment::FIN) && !m_core.peerFinished)
    {
        TcpClosing(m_core).TakeFin();
        if (m_core.state == TcpState::CLOSED || m_core.timeWait)
        {
            return;
        }
    }
    if (m_core.received.HasGap())
    {
        const uint32_t before = m_core.received.GetNext();
        m_core.received.JoinRanges(m_core.sender.GetState().sack && m_core.settings.dsack);
        m_core.bytesReceived += m_core.received.GetNext() - before;
        if (m_core.received.IsFinNext())
        {
            TcpClosing(m_core).TakeFin();
        }
        if (!m_core.received.HasGap() && m_core.state != TcpState::CLOSED)
        {
            m_core.acks.Set(TcpAckPolicy::NOW); // RFC 5681, section 4.2: a gap is filled.
        }
    }
}

void
TcpDataIntake::QueueBeyondGap(const TcpSegment& segment)
{
    CheckMark(segment);
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_core.settings, segment.length, segment.options.GetBytes());
    if (!HasMemoryFor(segment.seq))
    {
        return; // Without an ACK.
    }
    m_core.acks.Set(TcpAckPolicy::SCHEDULED);
    MeasureSegment(segment, segment.length, memory); // tcp_data_queue_ofo, from 6.17 on
    const bool sack = m_core.sender.GetState().sack;
    const uint32_t before = m_core.received.GetMemory();
    const TcpSackBlock block{segment.seq, segment.GetEnd()};
    const bool isNew = m_core.received.Insert(
        block,
        memory,
        sack && m_core.settings.dsack,
        TcpReceiveWindow::RoomOf(m_core.settings, segment.length, segment.options.GetBytes()));
    if (segment.Has(TcpSegment::FIN))
    {
        m_core.received.InsertFin(segment.seq + segment.length);
    }
    if (sack)
    {
        if (m_core.compressed > 0 && m_core.received.IsSackFarBack(block))
        {
            // Send a delayed SACK before a block is displaced from the first two places.
            TcpAcknowledger(m_core).Send();
        }
        m_core.received.AddSack(block);
        // A separate buffer counts only after the window was checked; data joined to another buffer
        // counts. A duplicate does not open the window.
        const uint32_t added = m_core.received.GetMemory() - before;
        if (isNew && m_core.window.Grow(m_core.settings,
                                        m_core.received,
                                        segment.length,
                                        memory,
                                        m_core.acks.GetRcvMss(),
                                        added == memory ? memory : 0))
        {
            m_core.acks.GrantOne();
        }
    }
    if (m_core.accepted && !m_core.orphan)
    {
        m_core.window.GrowBuffer(m_core.settings, m_core.received, m_core.window.GetReaderSpace());
    }
}

} // namespace ns3::net8
