// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-connection.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

bool
TcpConnection::TakeData(const TcpSegment& segment)
{
    switch (m_state)
    {
    case TcpState::CLOSE_WAIT:
    case TcpState::CLOSING:
    case TcpState::LAST_ACK:
        if (SeqBefore(segment.seq, m_received.GetNext()))
        {
            QueueData(segment);
        }
        return true;
    case TcpState::FIN_WAIT_1:
    case TcpState::FIN_WAIT_2:
        if (m_readShut && segment.length > 0 &&
            SeqAfter(segment.seq + segment.length, m_received.GetNext()))
        {
            // Nobody will read it (RFC 1122, section 4.2.2.13).
            if (const auto reset = ResetFor(segment))
            {
                m_output.Transmit(*reset);
            }
            Reset(TcpError::RESET);
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
TcpConnection::RefuseOutOfWindow()
{
    m_acks.EnterQuick(m_settings, m_window.GetOffered());
    m_acks.Set(TcpAckPolicy::SCHEDULED);
}

void
TcpConnection::QueueData(const TcpSegment& segment)
{
    const uint32_t end = segment.GetEnd();
    const uint32_t next = m_received.GetNext();
    if (segment.seq == end)
    {
        return;
    }
    const uint32_t left = m_window.GetLeft(next);
    const bool tellDuplicates = m_sender.GetState().sack && m_settings.dsack;
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
            m_received.SetDuplicate({segment.seq, end});
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
            m_received.SetDuplicate({segment.seq, next});
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
TcpConnection::HasMemoryFor(uint32_t bytes)
{
    auto fits = [&] { return m_received.GetMemory() + bytes <= m_window.GetBuffer(); };
    if (fits() || m_settings.rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        return true; // The window holds the peer to a buffer of payload.
    }
    if (m_received.GetMemory() == 0)
    {
        return false;
    }
    if (m_received.GetMemory() >= m_window.GetBuffer())
    {
        m_acks.GetQuick() = 0;
        m_window.Clamp(m_settings, m_received);
        if (fits())
        {
            return true;
        }
    }
    m_received.Collapse();
    if (fits())
    {
        return true;
    }
    m_received.DropRanges();
    return fits();
}

void
TcpConnection::NoteDataReceived(const TcpSegment& segment, uint32_t bytes, uint32_t memory)
{
    const uint32_t header = TcpSegment::HEADER_BYTES + (m_timestamps ? 12 : 0);
    const bool isNew =
        m_acks.MeasureMss(bytes, bytes + segment.GetHeaderBytes(), header, m_advMss, segment.flags);
    if (isNew)
    {
        m_window.LearnRatio(bytes, memory);
    }
    m_window.MeasureRtt(m_received.GetNext(), m_now / 1000);
    m_acks.OnData(m_settings,
                  m_tick,
                  m_sender.GetState().rtt.GetRtoTicks(m_settings),
                  m_window.GetOffered());
    constexpr uint32_t SMALL = 128;
    if (bytes >= SMALL && m_window.Grow(m_settings, m_received, bytes, memory, m_acks.GetRcvMss()))
    {
        m_acks.GrantOne();
    }
}

void
TcpConnection::QueueInOrder(const TcpSegment& segment)
{
    const uint32_t skipped = m_received.GetNext() - segment.seq;
    const uint32_t bytes = segment.length - std::min(skipped, segment.length);
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_settings, segment.length, segment.options.GetBytes());
    if (bytes > 0)
    {
        if (!HasMemoryFor(bytes))
        {
            m_acks.Set(TcpAckPolicy::NO_MEMORY | TcpAckPolicy::NOW | TcpAckPolicy::SCHEDULED);
            return;
        }
        m_bytesReceived += bytes;
        m_received.Append(bytes, memory);
        NoteDataReceived(segment, bytes, memory);
    }
    if (segment.Has(TcpSegment::FIN) && !m_peerFinished)
    {
        TakeFin();
        if (m_state == TcpState::CLOSED || m_timeWait)
        {
            return;
        }
    }
    if (m_received.HasGap())
    {
        const uint32_t before = m_received.GetNext();
        m_received.JoinRanges(m_sender.GetState().sack && m_settings.dsack);
        m_bytesReceived += m_received.GetNext() - before;
        if (!m_received.HasGap())
        {
            m_acks.Set(TcpAckPolicy::NOW); // RFC 5681, section 4.2: a gap is filled.
            if (m_finBeyondGap && m_finSeq == m_received.GetNext())
            {
                TakeFin();
            }
        }
    }
}

void
TcpConnection::QueueBeyondGap(const TcpSegment& segment)
{
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_settings, segment.length, segment.options.GetBytes());
    m_acks.Set(TcpAckPolicy::SCHEDULED);
    if (!HasMemoryFor(segment.length))
    {
        return;
    }
    const bool sack = m_sender.GetState().sack;
    if (segment.Has(TcpSegment::FIN))
    {
        m_finBeyondGap = true;
        m_finSeq = segment.seq + segment.length;
    }
    if (segment.length == 0)
    {
        return;
    }
    m_received.Insert({segment.seq, segment.seq + segment.length}, memory, sack, m_settings.dsack);
    if (sack)
    {
        m_window.Grow(m_settings, m_received, segment.length, memory, m_acks.GetRcvMss());
    }
    if (!m_orphan)
    {
        m_window.GrowBuffer(m_settings, m_received, m_window.GetReaderSpace());
    }
}

void
TcpConnection::TakeFin()
{
    m_received.CountFin();
    m_acks.Set(TcpAckPolicy::SCHEDULED);
    m_readShut = true;
    m_peerFinished = true;
    m_received.DropRanges();
    switch (m_state)
    {
    case TcpState::SYN_RECEIVED:
    case TcpState::ESTABLISHED:
        m_state = TcpState::CLOSE_WAIT;
        m_acks.SetInteractive(m_settings, true);
        if (m_settings.rules.acks == TcpRules::Acks::COUNTED)
        {
            m_acks.Set(TcpAckPolicy::NOW); // RFC 9293, section 3.10.7.4: send an ACK for the FIN.
        }
        break;
    case TcpState::FIN_WAIT_1:
        SendAck();
        m_state = TcpState::CLOSING;
        break;
    case TcpState::FIN_WAIT_2:
        SendAck();
        EnterTimeWait(false);
        break;
    default:
        break;
    }
}

} // namespace ns3::net8
