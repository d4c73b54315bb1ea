// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-host.h"

#include "net8-frame-head.h"
#include "net8-stage-route.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-tcp-flow.h"
#include "ns3/queue-disc.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

namespace
{

/**
 * @param device a device of a host
 * @return whether packets may bypass traffic control on it
 */
bool
IsBare(const Ptr<NetDevice>& device)
{
    const auto control = device->GetNode()->GetObject<TrafficControlLayer>();
    return !device->GetObject<NetDeviceQueueInterface>() &&
           (!control || !control->GetRootQueueDiscOnDevice(device));
}

} // namespace

Net8StageHost::Net8StageHost(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node)
    : m_clock(clock),
      m_ip(node->GetObject<Ipv4L3Protocol>()),
      m_stack(node->GetObject<TcpL4Protocol>()->GetDownTarget())
{
    UintegerValue ttl;
    m_ip->GetAttribute("DefaultTtl", ttl);
    m_ttl = static_cast<uint8_t>(ttl.Get());
}

Net8StageHost::~Net8StageHost() = default;

void
Net8StageHost::ComputeDevices(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node)
{
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto device = DynamicCast<Net8EthernetNetDevice>(node->GetDevice(i));
        if (device && device->IsLinkUp() && IsBare(device) && !device->IsWatched())
        {
            device->SetStageClock(clock);
        }
    }
}

void
Net8StageHost::Install(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node)
{
    // TCP keeps this object alive, and releases it when the node is disposed of.
    node->GetObject<TcpL4Protocol>()->SetDownTarget(IpL4Protocol::DownTargetCallback(
        [self = Create<Net8StageHost>(clock, node)](Ptr<Packet> packet,
                                                    Ipv4Address source,
                                                    Ipv4Address destination,
                                                    uint8_t protocol,
                                                    Ptr<Ipv4Route> route) {
            self->Send(packet, source, destination, protocol, route);
        }));
}

Net8StageHost::Passage
Net8StageHost::MakePassage(const Ptr<Ipv4Route>& route, Ipv4Address destination) const
{
    const auto device = route ? route->GetOutputDevice() : nullptr;
    auto* const ethernet = dynamic_cast<Net8EthernetNetDevice*>(PeekPointer(device));
    if (!ethernet || !IsBare(device))
    {
        return {};
    }
    const auto interface = m_ip->GetInterface(m_ip->GetInterfaceForDevice(device));
    const auto gateway = route->GetGateway();
    return {.device = ethernet,
            .interface = interface,
            .arp = interface->GetArpCache(),
            .hop = gateway.IsAny() ? destination : gateway};
}

Net8StageHost::Passage&
Net8StageHost::FindPassage(Ipv4Address source, Ipv4Address destination, const Ptr<Ipv4Route>& route)
{
    const auto [place, isNew] =
        m_passages.try_emplace(uint64_t{source.Get()} << 32 | destination.Get());
    if (isNew)
    {
        place->second = MakePassage(route, destination);
    }
    return place->second;
}

void
Net8StageHost::Send(const Ptr<Packet>& packet,
                    Ipv4Address source,
                    Ipv4Address destination,
                    uint8_t protocol,
                    const Ptr<Ipv4Route>& route)
{
    auto& passage = FindPassage(source, destination, route);
    if (!passage.device || packet->GetSize() + Net8FrameHead::IPV4 > passage.device->GetMtu())
    {
        m_stack(packet, source, destination, protocol, route);
        return;
    }
    const auto neighbour = Net8StageRoute::FindNeighbour(*passage.arp, passage.hop);
    if (!neighbour || packet->GetPacketTagIterator().HasNext())
    {
        SendSlowly(passage, packet, source, destination);
        return;
    }
    Net8FrameHead head;
    head.Write({.source = source,
                .destination = destination,
                .identification = passage.identification++,
                .ttl = m_ttl,
                .protocol = protocol,
                .payload = static_cast<uint16_t>(packet->GetSize())},
               m_clock->MakesChecksums());
    head.SetAddresses(passage.device->GetLinkAddress(), *neighbour);
    packet->AddHeader(head);
    passage.device->SendWhole(packet);
}

void
Net8StageHost::SendSlowly(Passage& passage,
                          const Ptr<Packet>& packet,
                          Ipv4Address source,
                          Ipv4Address destination) const
{
    // Same as Ipv4L3Protocol::Send.
    Ipv4Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetProtocol(Net8TcpFlow::PROTOCOL);
    header.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    SocketIpTtlTag ttl;
    header.SetTtl(packet->RemovePacketTag(ttl) ? ttl.GetTtl() : m_ttl);
    SocketIpTosTag tos;
    header.SetTos(packet->RemovePacketTag(tos) ? tos.GetTos() : 0);
    SocketSetDontFragmentTag fragment;
    if (packet->RemovePacketTag(fragment) && fragment.IsEnabled())
    {
        header.SetDontFragment();
    }
    else
    {
        header.SetMayFragment();
    }
    header.SetIdentification(passage.identification++);
    if (m_clock->MakesChecksums())
    {
        header.EnableChecksum();
    }
    passage.interface->Send(packet, header, passage.hop);
}

} // namespace ns3::net8
