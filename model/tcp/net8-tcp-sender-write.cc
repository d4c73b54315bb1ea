// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-cwnd-use.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-sequence.h"

#include <algorithm>
#include <bit>

namespace ns3::net8
{

uint32_t
TcpSender::GetBufferGoal() const
{
    const uint32_t mss = GetCurrentMss();
    const uint32_t most = m_state.BoundToHalfWindow(m_state.settings->maxBurstBytes, m_optionBytes);
    return std::max(std::min(most / mss, m_state.settings->maxBurstSegments), 1U) * mss;
}

bool
TcpSender::HasRoom() const
{
    const uint32_t option = m_host.GetOptions().notSentLowWater;
    const uint32_t low = option > 0 ? option : m_state.settings->notSentLowWater;
    return GetBuffered() < m_buffer && m_state.writeSeq - m_state.nxt < low;
}

uint32_t
TcpSender::GetBuffered() const
{
    const bool payload = m_state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD;
    return payload ? m_state.writeSeq - m_state.una : m_queue.GetMemory();
}

bool
TcpSender::IsWritable() const
{
    const uint32_t option = m_host.GetOptions().notSentLowWater;
    const uint64_t low = option > 0 ? option : m_state.settings->notSentLowWater;
    const uint64_t memory = GetBuffered();
    if (m_state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        // tcp_xmit_lowat of Solaris; sb_lowat of 4.4BSD.
        constexpr uint32_t LOW_WATER = 2048;
        return memory + std::min(LOW_WATER, m_buffer / 2) <= m_buffer;
    }
    // A third of the buffer has to be free, and half of what may be unsent.
    return memory < m_buffer && m_buffer - memory >= memory / 2 &&
           2ULL * (m_state.writeSeq - m_state.nxt) < low;
}

void
TcpSender::SetBuffer(uint32_t bytes)
{
    constexpr uint32_t SMALLEST = 4608; // SOCK_MIN_SNDBUF
    m_bufferLocked = true;
    if (m_state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        m_buffer = std::min(bytes, m_state.settings->maxSendBuffer);
        return;
    }
    m_buffer = std::max(2 * std::min(bytes, m_state.settings->maxSendBuffer), SMALLEST);
}

void
TcpSender::ExpandBuffer()
{
    // Memory of a full segment: payload, headers of 256 bytes and 320 of shared information in the
    // next size that the allocator has, and an sk_buff of 256 (tcp_sndbuf_expand).
    const uint32_t segment = std::bit_ceil(std::max(m_mssClamp, m_state.mss) + 256 + 320) + 256;
    const uint32_t segments =
        std::max({m_state.settings->initialWindow, m_state.cwnd, m_state.reordering + 1});
    const uint64_t wanted =
        static_cast<uint64_t>(m_control->GetBufferWindows()) * segments * segment;
    if (m_buffer < wanted)
    {
        m_buffer =
            static_cast<uint32_t>(std::min<uint64_t>(wanted, m_state.settings->sendMemory[2]));
    }
}

void
TcpSender::CheckSpace()
{
    if (!m_noSpace)
    {
        return;
    }
    if (!m_bufferLocked && m_state.InFlight() < m_state.cwnd)
    {
        ExpandBuffer();
        m_state.cwndStampTick = m_state.tick;
    }
    if (IsWritable())
    {
        m_noSpace = false;
        m_chrono.Stop(TcpChrono::Kind::BUFFER_LIMITED, m_queue.IsEmpty(), m_state.NowUs());
    }
}

bool
TcpSender::IsPushForced() const
{
    return SeqAfter(m_state.writeSeq, m_pushedSeq + (m_state.maxWindow >> 1));
}

void
TcpSender::MarkPush(TcpSendRun& buffer)
{
    buffer.flags |= TcpSegment::PSH;
    m_pushedSeq = m_state.writeSeq;
}

void
TcpSender::CheckAppLimited()
{
    if (m_state.writeSeq - m_state.nxt < m_state.mss && m_state.InFlight() < m_state.cwnd &&
        m_state.lostOut <= m_state.retransOut)
    {
        m_state.appLimitedUntil = std::max(1U, m_state.delivered + m_state.InFlight());
    }
}

TcpSendRun&
TcpSender::StartBuffer()
{
    m_queue.CloseTail();
    if (m_queue.IsEmpty())
    {
        m_chrono.Start(TcpChrono::Kind::BUSY, m_state.NowUs());
    }
    m_push = false;
    TcpCwndUse::CheckIdle(m_state, *m_control);
    return m_queue.Append(m_state.writeSeq, 0);
}

void
TcpSender::FillBuffer(TcpSendRun& buffer, uint32_t bytes, bool first)
{
    if (first)
    {
        buffer.flags &= static_cast<uint8_t>(~TcpSegment::PSH);
    }
    m_queue.GrowTail(bytes);
    m_state.writeSeq += bytes;
}

void
TcpSender::PushWritten(WriteFlags flags, uint8_t nagle)
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
    PushPending(flags.more ? TcpNagle::CORK : nagle);
}

uint64_t
TcpSender::Write(uint64_t bytes, WriteFlags flags)
{
    CheckAppLimited();
    uint64_t copied = 0;
    while (copied < bytes)
    {
        const uint32_t goal = GetBufferGoal();
        const TcpSendRun* last = m_queue.PeekUnsentTail();
        TcpSendRun* tail = nullptr;
        if (last != nullptr && last->bytes < goal && !last->endOfRecord)
        {
            tail = m_queue.SplitUnsentTail();
        }
        else if (HasRoom())
        {
            tail = &StartBuffer();
        }
        else
        {
            m_noSpace = true;
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
                PushPending(TcpNagle::PUSH);
            }
            else if (m_queue.UnsentHeadIsTail())
            {
                SendQueue(TcpNagle::PUSH, Burst::ONE);
            }
        }
    }
    PushWritten(flags, TcpNagle::FlagsOf(m_host.GetOptions(), m_push));
    return copied;
}

void
TcpSender::UpdateNagle()
{
    // Setting TCP_NODELAY, and taking TCP_CORK away under it, let out what waits.
    m_push = m_push || m_host.GetOptions().noDelay;
    Push();
}

void
TcpSender::SendFin()
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
    PushPending(TcpNagle::OFF);
}

} // namespace ns3::net8
