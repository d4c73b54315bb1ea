// SPDX-License-Identifier: GPL-2.0-only
#include "net8-plain-segment.h"

#include "net8-frame-head.h"

#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/net8-ethernet-header.h"
#include "ns3/net8-tcp-segment-header.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * @param sent a segment, as its sender made it
 * @return the segment without what its header does not tell
 */
TcpSegment
AsRead(const TcpSegment& sent)
{
    TcpSegment segment = sent;
    segment.segmentBytes = 0;
    auto& options = segment.options;
    options.mss = options.hasMss ? options.mss : uint16_t{0};
    options.windowScale = options.hasWindowScale ? options.windowScale : uint8_t{0};
    options.timestampValue = options.hasTimestamps ? options.timestampValue : 0;
    options.timestampEcho = options.hasTimestamps ? options.timestampEcho : 0;
    std::fill(options.sack.begin() + options.blocks, options.sack.end(), TcpSackBlock{});
    return segment;
}

} // namespace

Net8PlainSegment::Net8PlainSegment(const Net8TcpFlow& flow,
                                   const TcpSegment& segment,
                                   const Net8PacketSlice& payload,
                                   bool checksum)
    : m_flow(flow),
      m_segment(AsRead(segment)),
      m_payload(payload),
      m_checksum(checksum)
{
    size = CountBytes(flow, segment);
}

void
Net8PlainSegment::Replace(const TcpSegment& segment)
{
    m_segment = AsRead(segment);
}

uint32_t
Net8PlainSegment::CountBytes(const Net8TcpFlow& flow, const TcpSegment& segment)
{
    return (flow.ipv6 ? Net8FrameHead::SIZE6 : Net8FrameHead::SIZE4) + segment.GetHeaderBytes() +
           segment.length;
}

Net8TcpFlow
Net8PlainSegment::GetReceiver() const
{
    return m_flow.GetReverse();
}

Ptr<Packet>
Net8PlainSegment::MakePacket() const
{
    const auto packet = m_payload.Copy();
    packet->AddHeader(Net8TcpSegmentHeader(m_segment, m_flow, m_checksum));
    if (head.ipv6)
    {
        Ipv6Header ip6;
        ip6.SetSource(head.source.To6());
        ip6.SetDestination(head.destination.To6());
        ip6.SetNextHeader(Net8TcpFlow::PROTOCOL);
        ip6.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
        ip6.SetHopLimit(head.ttl);
        packet->AddHeader(ip6);
        packet->AddHeader(Net8EthernetHeader(head.to, head.from, Ipv6L3Protocol::PROT_NUMBER));
        return packet;
    }
    Net8FrameHead ip;
    ip.Write({.source = head.source.To4(),
              .destination = head.destination.To4(),
              .identification = identification,
              .ttl = head.ttl,
              .protocol = Net8TcpFlow::PROTOCOL,
              .payload = static_cast<uint16_t>(packet->GetSize())},
             m_checksum);
    ip.SetAddresses(head.from, head.to);
    packet->AddHeader(ip);
    return packet;
}

} // namespace ns3::net8
