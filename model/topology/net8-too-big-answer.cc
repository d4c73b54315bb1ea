// SPDX-License-Identifier: GPL-2.0-only
#include "net8-too-big-answer.h"

#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"

namespace ns3::net8
{

void
Net8TooBigAnswer::Send(const Ptr<Node>& router, const Ptr<const Packet>& packet, uint32_t mtu)
{
    constexpr uint8_t IPV4 = 4;
    uint8_t first = 0;
    packet->CopyData(&first, 1);
    if (first >> 4 == IPV4)
    {
        auto payload = packet->Copy();
        Ipv4Header ip;
        payload->RemoveHeader(ip);
        if (Node::ChecksumEnabled())
        {
            ip.EnableChecksum(); // It is written again.
        }
        router->GetObject<Icmpv4L4Protocol>()->SendDestUnreachFragNeeded(
            ip,
            payload,
            static_cast<uint16_t>(mtu));
        return;
    }
    Ipv6Header ip;
    packet->PeekHeader(ip);
    router->GetObject<Icmpv6L4Protocol>()->SendErrorTooBig(packet->Copy(), ip.GetSource(), mtu);
}

} // namespace ns3::net8
