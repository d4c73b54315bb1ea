// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-writer.h"

#include "net8-tcp-burst.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-buffer.h"

#include <algorithm>

namespace ns3::net8
{

bool
TcpWriter::IsPushForced() const
{
    return SeqAfter(m_state.writeSeq, m_state.pushedSeq + (m_state.maxWindow >> 1));
}

void
TcpWriter::MarkPush(TcpSendRun& buffer)
{
    buffer.flags |= TcpSegment::PSH;
    m_state.pushedSeq = m_state.writeSeq;
}

void
TcpWriter::CheckAppLimited()
{
    if (m_state.writeSeq - m_state.nxt < m_state.mss && m_state.InFlight() < m_state.cwnd &&
        m_state.lostOut <= m_state.retransOut)
    {
        m_state.appLimitedUntil = std::max(1U, m_state.delivered + m_state.InFlight());
    }
}

TcpSendRun&
TcpWriter::StartBuffer()
{
    m_queue.CloseTail();
    if (m_queue.IsEmpty())
    {
        m_core.chrono.Start(TcpChrono::Kind::BUSY, m_state.NowUs());
    }
    m_state.pushAll = false;
    TcpCwndUse::CheckIdle(m_state, *m_core.control);
    return m_queue.Append(m_state.writeSeq, 0);
}

void
TcpWriter::FillBuffer(TcpSendRun& buffer, uint32_t bytes, bool first)
{
    if (first)
    {
        buffer.flags &= static_cast<uint8_t>(~TcpSegment::PSH);
    }
    m_queue.GrowTail(bytes);
    m_state.writeSeq += bytes;
}

void
TcpWriter::PushWritten(WriteFlags flags, uint8_t nagle)
{
    TcpSendRun* tail = m_queue.SplitUnsentTail();
    if (tail == nullptr)
    {
        return;
    }
    if (!flags.more || IsPushForced())
    {
        MarkPush(*tail);
    }
    if (flags.urgent)
    {
        m_state.urgentEnd = m_state.writeSeq; // tcp_mark_urg
    }
    TcpBurst(m_core).PushPending(flags.more ? TcpNagle::CORK : nagle);
}

uint64_t
TcpWriter::Write(uint64_t bytes, WriteFlags flags)
{
    CheckAppLimited();
    uint64_t copied = 0;
    while (copied < bytes)
    {
        const uint32_t goal = TcpSegmentSize::GetBufferGoal(m_state, m_host);
        const TcpSendRun* last = m_queue.PeekUnsentTail();
        TcpSendRun* tail = nullptr;
        if (last != nullptr && last->bytes < goal && !last->endOfRecord)
        {
            tail = m_queue.SplitUnsentTail();
        }
        else if (TcpSendBuffer::HasRoom(m_core))
        {
            tail = &StartBuffer();
        }
        else
        {
            m_state.writerWaits = true;
            if (copied > 0)
            {
                PushWritten({}, TcpNagle::PUSH);
            }
            return copied;
        }
        const auto part =
            static_cast<uint32_t>(std::min<uint64_t>(goal - tail->bytes, bytes - copied));
        FillBuffer(*tail, part, copied == 0 && !flags.resumed);
        copied += part;
        if (copied == bytes)
        {
            tail->endOfRecord = flags.endOfRecord;
        }
        else if (tail->bytes >= goal)
        {
            if (IsPushForced())
            {
                MarkPush(*tail);
                TcpBurst(m_core).PushPending(TcpNagle::PUSH);
            }
            else if (m_queue.UnsentHeadIsTail())
            {
                TcpBurst(m_core).Send(TcpNagle::PUSH, TcpBurst::Reason::ONE);
            }
        }
    }
    PushWritten(flags, TcpNagle::FlagsOf(m_host.GetOptions(), m_state.pushAll));
    return copied;
}

void
TcpWriter::Finish()
{
    TcpSendRun* tail = m_queue.SplitUnsentTail();
    if (tail != nullptr)
    {
        tail->flags |= TcpSegment::FIN;
    }
    else
    {
        m_queue.Append(m_state.writeSeq, TcpSegment::FIN);
    }
    ++m_state.writeSeq;
    TcpBurst(m_core).PushPending(TcpNagle::OFF);
}

void
TcpWriter::UpdateNagle()
{
    // Setting TCP_NODELAY, or removing TCP_CORK while it is set, releases the waiting data.
    m_state.pushAll = m_state.pushAll || m_host.GetOptions().noDelay;
    TcpBurst(m_core).Push();
}

} // namespace ns3::net8
