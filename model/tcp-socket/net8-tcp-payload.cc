// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-payload.h"

namespace ns3::net8
{

void
Net8TcpPayload::Start(uint32_t iss)
{
    m_sent = {};
    m_received = {};
    m_iss = iss;
    m_irs = 0;
}

Net8PacketSlice
Net8TcpPayload::Copy(const TcpSegment& segment) const
{
    return segment.length > 0
               ? m_sent.Copy(static_cast<uint64_t>(GetPlace(segment.seq)), segment.length)
               : Net8PacketSlice();
}

void
Net8TcpPayload::Acknowledge(uint32_t una)
{
    const int64_t acknowledged = GetPlace(una);
    if (acknowledged > 0)
    {
        m_sent.DropBefore(static_cast<uint64_t>(acknowledged));
    }
}

void
Net8TcpPayload::Keep(const TcpSegment& segment, const Net8PacketSlice& payload)
{
    // Sequence numbers close to the next byte to read, on either side.
    const auto begin = static_cast<int64_t>(m_received.GetBegin());
    const uint32_t next = m_irs + 1 + static_cast<uint32_t>(begin);
    const int64_t start = begin + static_cast<int32_t>(segment.seq - next);
    if (start + segment.length <= begin)
    {
        return;
    }
    if (start < 0)
    {
        const auto before = static_cast<uint32_t>(-start);
        m_received.Insert(0, payload.Cut(before, segment.length - before));
        return;
    }
    m_received.Insert(static_cast<uint64_t>(start), payload);
}

int64_t
Net8TcpPayload::GetPlace(uint32_t seq) const
{
    const auto begin = static_cast<int64_t>(m_sent.GetBegin());
    const uint32_t first = m_iss + 1 + static_cast<uint32_t>(begin);
    return begin + static_cast<int32_t>(seq - first);
}

} // namespace ns3::net8
