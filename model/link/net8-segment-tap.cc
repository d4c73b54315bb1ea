// SPDX-License-Identifier: GPL-2.0-only
#include "net8-segment-tap.h"

#include "ns3/net8-lan-frame.h"
#include "ns3/trace-source-accessor.h"

#include <array>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8SegmentTap);

namespace
{

constexpr uint32_t FCS = 4; ///< Bytes at the end of a frame on a segment.

} // namespace

TypeId
Net8SegmentTap::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8SegmentTap")
            .SetParent<ErrorModel>()
            .SetGroupName("Net8")
            .AddConstructor<Net8SegmentTap>()
            .AddTraceSource("Sniffer",
                            "A frame with a length that the station receives, FCS included.",
                            MakeTraceSourceAccessor(&Net8SegmentTap::m_snifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

Net8SegmentTap::Net8SegmentTap() = default;
Net8SegmentTap::~Net8SegmentTap() = default;

void
Net8SegmentTap::DoDispose()
{
    m_taken = nullptr;
    m_next = nullptr;
    ErrorModel::DoDispose();
}

void
Net8SegmentTap::SetTaken(const Mac48Address& station, Taken taken)
{
    m_station = station;
    m_taken = std::move(taken);
}

void
Net8SegmentTap::SetNext(const Ptr<ErrorModel>& next)
{
    m_next = next;
}

bool
Net8SegmentTap::DoCorrupt(Ptr<Packet> frame)
{
    if (m_next && m_next->IsCorrupt(frame))
    {
        return true;
    }
    std::array<uint8_t, LanFrame::MAC_SIZE> head{};
    if (frame->GetSize() < LanFrame::MAC_SIZE + FCS || !m_taken)
    {
        return false;
    }
    frame->CopyData(head.data(), head.size());
    const auto length = static_cast<uint16_t>(head[12] << 8 | head[13]);
    if (length >= LanFrame::FIRST_TYPE)
    {
        return false;
    }
    Mac48Address to;
    Mac48Address from;
    to.CopyFrom(head.data());
    from.CopyFrom(head.data() + 6);
    if (to == m_station || to.IsGroup())
    {
        m_snifferTrace(frame);
        const uint32_t size = frame->GetSize() - LanFrame::MAC_SIZE - FCS;
        m_taken(frame->CreateFragment(LanFrame::MAC_SIZE, size), length, from, to);
    }
    return true;
}

void
Net8SegmentTap::DoReset()
{
}

} // namespace ns3::net8
