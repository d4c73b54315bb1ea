// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-send-queue.h"

#include "net8-tcp-segment.h"

#include <algorithm>

namespace ns3::net8
{

size_t
TcpSendQueue::Find(uint32_t seq) const
{
    const auto begin = m_runs.begin() + static_cast<ptrdiff_t>(m_first);
    const auto end = begin + static_cast<ptrdiff_t>(m_sent);
    const auto found = std::partition_point(begin, end, [seq](const TcpSendRun& run) {
        return !SeqAfter(run.GetEnd(), seq);
    });
    return static_cast<size_t>(found - begin);
}

TcpSendRun&
TcpSendQueue::Duplicate(size_t place)
{
    const TcpSendRun copy = At(place);
    return *m_runs.insert(m_runs.begin() + static_cast<ptrdiff_t>(m_first + place + 1), copy);
}

void
TcpSendQueue::SplitRun(size_t place, uint32_t buffers)
{
    TcpSendRun& rest = Duplicate(place);
    rest.seq += rest.bytes * buffers;
    rest.count -= buffers;
    TcpSendRun& front = At(place);
    front.count = buffers;
    front.shared = std::min(front.shared, buffers);
    rest.shared -= front.shared;
    if (place < m_sent)
    {
        ++m_sent;
    }
}

TcpSendRun&
TcpSendQueue::SplitUnsentHead()
{
    if (At(m_sent).count > 1)
    {
        const size_t sent = m_sent;
        SplitRun(m_sent, 1);
        m_sent = sent;
    }
    return At(m_sent);
}

TcpSendRun*
TcpSendQueue::SplitUnsentTail()
{
    if (IsAllSent())
    {
        return nullptr;
    }
    const TcpSendRun& tail = m_runs.back();
    if (tail.count > 1)
    {
        SplitRun(GetRuns() - 1, tail.count - 1);
    }
    return &m_runs.back();
}

bool
TcpSendQueue::UnsentHeadIsTail() const
{
    return m_sent + 1 == GetRuns() && m_runs.back().count == 1;
}

TcpSendRun&
TcpSendQueue::Append(uint32_t seq, uint8_t flags)
{
    TcpSendRun& run = m_runs.emplace_back();
    run.seq = seq;
    run.flags = flags;
    m_memory += BUFFER_OVERHEAD;
    return run;
}

void
TcpSendQueue::GrowTail(uint32_t bytes)
{
    m_runs.back().bytes += bytes;
    m_memory += bytes;
}

void
TcpSendQueue::CloseTail()
{
    if (GetRuns() >= m_sent + 2)
    {
        TcpSendRun& before = m_runs[m_runs.size() - 2];
        if (before.Joins(m_runs.back()))
        {
            ++before.count;
            m_runs.pop_back();
        }
    }
}

void
TcpSendQueue::CutUnsentHead(uint32_t bytes)
{
    const size_t place = m_sent;
    CutBuffer(place, bytes);
    m_sent = place;
}

void
TcpSendQueue::CutBuffer(size_t place, uint32_t bytes)
{
    TcpSendRun& rest = Duplicate(place);
    rest.seq += bytes;
    rest.bytes -= bytes;
    rest.shared = 0;
    TcpSendRun& front = At(place);
    front.bytes = bytes;
    front.flags &= static_cast<uint8_t>(~(TcpSegment::FIN | TcpSegment::PSH));
    front.endOfRecord = false;
    m_memory += BUFFER_OVERHEAD;
    if (place < m_sent)
    {
        ++m_sent;
    }
}

void
TcpSendQueue::JoinBuffers(size_t place)
{
    TcpSendRun& front = At(place);
    const TcpSendRun& next = At(place + 1);
    front.bytes += next.bytes;
    front.flags |= next.flags;
    front.endOfRecord = next.endOfRecord;
    front.marks |= next.marks & TcpSendRun::EVER_REPEATED;
    m_memory -= (next.count - next.shared) * BUFFER_OVERHEAD;
    m_runs.erase(m_runs.begin() + static_cast<ptrdiff_t>(m_first + place + 1));
    --m_sent;
}

void
TcpSendQueue::GrowUnsentHead(uint32_t bytes)
{
    const size_t place = m_sent;
    if (At(place).endOfRecord || place + 1 == GetRuns())
    {
        return;
    }
    if (At(place + 1).count > 1)
    {
        SplitRun(place + 1, 1);
    }
    TcpSendRun& head = At(place);
    TcpSendRun& next = At(place + 1);
    const uint32_t moved = std::min(bytes, next.bytes);
    head.bytes += moved;
    next.seq += moved;
    next.bytes -= moved;
    if (next.bytes == 0)
    {
        head.flags |= next.flags;
        head.endOfRecord = next.endOfRecord;
        m_runs.erase(m_runs.begin() + static_cast<ptrdiff_t>(m_first + place + 1));
        m_memory -= BUFFER_OVERHEAD;
    }
}

void
TcpSendQueue::MarkSent()
{
    ++m_sent;
    JoinWithPrevious(m_sent - 1);
}

bool
TcpSendQueue::JoinWithPrevious(size_t place)
{
    if (place == 0 || !At(place - 1).Joins(At(place)))
    {
        return false;
    }
    At(place - 1).count += At(place).count;
    At(place - 1).shared += At(place).shared;
    m_runs.erase(m_runs.begin() + static_cast<ptrdiff_t>(m_first + place));
    --m_sent;
    return true;
}

void
TcpSendQueue::ShareSacked(size_t place)
{
    const auto share = [this](TcpSendRun& run, uint32_t buffers) {
        const uint32_t shared = std::max(run.shared, buffers);
        m_memory -= (shared - run.shared) * BUFFER_OVERHEAD;
        run.shared = shared;
    };
    const auto joins = [](const TcpSendRun& front, const TcpSendRun& next) {
        return front.IsSackedOnly() && next.IsSackedOnly() && !front.endOfRecord &&
               front.bytes > 0 && next.bytes > 0 &&
               front.GetSegmentBytes() == next.GetSegmentBytes();
    };
    TcpSendRun& run = At(place);
    const bool joined = place > 0 && joins(At(place - 1), run);
    share(run, joined ? run.count : joins(run, run) ? run.count - 1 : 0);
    // The next run is joined only through one that was joined itself (tcp_shift_skb_data).
    if (joined && place + 1 < m_sent && joins(run, At(place + 1)))
    {
        TcpSendRun& next = At(place + 1);
        share(next, std::min(next.count, next.shared + 1));
    }
}

void
TcpSendQueue::RemoveFront(size_t place)
{
    for (size_t i = 0; i < place; ++i)
    {
        const TcpSendRun& run = At(i);
        m_memory -= run.count * run.bytes + (run.count - run.shared) * BUFFER_OVERHEAD;
    }
    m_first += place;
    m_sent -= place;
    if (m_first == m_runs.size())
    {
        // An idle connection holds no memory for its queue.
        std::vector<TcpSendRun>().swap(m_runs);
        m_first = 0;
    }
    else if (m_first > 64 && m_first > m_runs.size() / 2)
    {
        m_runs.erase(m_runs.begin(), m_runs.begin() + static_cast<ptrdiff_t>(m_first));
        m_first = 0;
    }
}

void
TcpSendQueue::TrimFront(uint32_t bytes)
{
    TcpSendRun& run = At(0);
    run.seq += bytes;
    run.bytes -= bytes;
    m_memory -= bytes;
}

void
TcpSendQueue::Clear()
{
    *this = TcpSendQueue();
}

} // namespace ns3::net8
