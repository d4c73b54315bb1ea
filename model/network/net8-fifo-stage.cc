// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fifo-stage.h"

#include "net8-transmission-time.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3::net8
{

FifoStage::FifoStage(const Settings& settings)
    : m_settings(settings)
{
}

void
FifoStage::SetChanges(std::vector<RateChange> changes)
{
    m_changes = std::move(changes);
    m_changed = 0;
    FindNext();
}

void
FifoStage::SetUnknown(Time from, Tell tell)
{
    m_unknown = from;
    m_tell = std::move(tell);
    FindNext();
}

void
FifoStage::FindNext()
{
    m_next =
        m_changed < m_changes.size() ? std::min(m_changes[m_changed].at, m_unknown) : m_unknown;
}

void
FifoStage::SetTrace(const DeliveryTrace& trace)
{
    m_trace = trace;
}

FifoStage::Span
FifoStage::FollowTrace(const Arrival& packet, Time start)
{
    const auto delivered = m_trace->Deliver(packet.at, packet.bytes + m_settings.overheadBytes);
    return {.bytes = packet.bytes, .frame = delivered - start, .slot = delivered - start};
}

void
FifoStage::ChangeRate(Time start)
{
    if (start >= m_unknown)
    {
        m_unknown = Time::max();
        // Those in the past are made again, the last of them last.
        SetChanges(std::exchange(m_tell, nullptr)());
    }
    while (m_changed < m_changes.size() && m_changes[m_changed].at <= start)
    {
        m_settings.bitsPerSecond = m_changes[m_changed++].bitsPerSecond;
        m_spans = {};
    }
    FindNext();
}

void
FifoStage::Drain(const Arrival& packet)
{
    m_tied = false;
    while (!m_waiting.empty())
    {
        const auto& first = m_waiting.front();
        const auto begin = std::tie(first.start, first.scheduled, first.cause);
        const auto arrival = std::tie(packet.at, packet.scheduled, packet.cause);
        if (begin >= arrival)
        {
            const bool told = packet.cause != Time::min();
            m_tied = told ? begin == arrival
                          : first.start == packet.at && first.scheduled == packet.scheduled;
            return;
        }
        m_bytes -= first.bytes;
        m_waiting.pop_front();
    }
}

bool
FifoStage::HasRoom(uint32_t bytes) const
{
    if (m_settings.roomInBytes)
    {
        return m_bytes + bytes <= m_settings.room;
    }
    // A deque divides to tell its size, and most packets meet an empty queue.
    return m_waiting.empty() ? m_settings.room > 0 : m_waiting.size() < m_settings.room;
}

FifoStage::Departure
FifoStage::Take(const Arrival& packet)
{
    Drain(packet);
    if (!HasRoom(packet.bytes))
    {
        ++m_dropped;
        m_undecided += m_tied ? 1 : 0;
        return {.dropped = true};
    }
    const auto start = std::max(packet.at, m_free);
    // A packet arriving at the very end of another's slot waits for that end if it comes first.
    const bool waits =
        start > packet.at || (m_free == packet.at && std::tie(m_lastStart, m_lastCause) >=
                                                         std::tie(packet.scheduled, packet.cause));
    const auto cause = waits ? m_lastStart : packet.scheduled;
    if (waits)
    {
        m_waiting.push_back({.start = start,
                             .scheduled = m_lastStart,
                             .cause = m_lastCause,
                             .bytes = packet.bytes});
        m_bytes += packet.bytes;
    }
    if (start >= m_next)
    {
        ChangeRate(start);
    }
    const auto span = m_trace                            ? FollowTrace(packet, start)
                      : m_spans[0].bytes == packet.bytes ? m_spans[0]
                      : m_spans[1].bytes == packet.bytes ? m_spans[1]
                                                         : MakeSpan(packet.bytes);
    m_lastStart = start;
    m_lastCause = cause;
    m_free = start + span.slot;
    return {.start = start,
            .sent = start + span.frame,
            .arrival = start + span.frame + m_settings.delay,
            .waited = waits,
            .cause = cause};
}

const FifoStage::Span&
FifoStage::MakeSpan(uint32_t bytes)
{
    auto& span = m_spans.at(m_oldest);
    m_oldest = (m_oldest + 1) % m_spans.size();
    const uint32_t sent = std::max(bytes, m_settings.leastBytes) + m_settings.overheadBytes;
    span = {.bytes = bytes,
            .frame = GetTransmissionTime(sent, m_settings.bitsPerSecond),
            .slot = GetTransmissionTime(sent + m_settings.gapBytes, m_settings.bitsPerSecond)};
    return span;
}

void
FifoStage::Skip(Time by)
{
    for (auto& packet : m_waiting)
    {
        packet.start += by;
        packet.scheduled += by;
        packet.cause += by;
    }
    if (m_lastStart != Time::min()) // Else no packet has come yet.
    {
        m_lastStart += by;
        m_lastCause += by;
        m_free += by;
    }
}

void
FifoStage::Describe(Time now, std::vector<int64_t>& state) const
{
    if (m_free < now)
    {
        return;
    }
    const auto tell = [&](Time time) { state.push_back((time - now).count()); };
    for (const auto& packet : m_waiting)
    {
        if (packet.start >= now)
        {
            tell(packet.start);
            tell(packet.scheduled);
            tell(packet.cause);
            state.push_back(packet.bytes);
        }
    }
    tell(m_lastStart);
    tell(m_lastCause);
    tell(m_free);
}

uint64_t
FifoStage::GetDropped() const
{
    return m_dropped;
}

uint64_t
FifoStage::GetUndecided() const
{
    return m_undecided;
}

} // namespace ns3::net8
