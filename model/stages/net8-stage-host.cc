// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-host.h"

#include "net8-frame-head.h"
#include "net8-plain-segment.h"

#include "ns3/icmpv6-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-interface.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net8-ethernet-header.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-tcp-flow-socket.h"
#include "ns3/net8-tcp-flow-table.h"
#include "ns3/net8-tcp-host.h"
#include "ns3/net8-tcp-tables.h"
#include "ns3/queue-disc.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <array>

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

/**
 * @param bytes bytes of an address
 * @param ipv6 whether it is of IPv6
 * @return the address
 */
Net8StageHead::Ip
ReadIp(const Net8TcpFlow::Ip& bytes, bool ipv6)
{
    Net8StageHead::Ip ip;
    for (uint32_t i = 0; i < (ipv6 ? 8 : 4); ++i)
    {
        ip.high = ipv6 ? ip.high << 8 | bytes[i] : 0;
        ip.low = ip.low << 8 | bytes[ipv6 ? 8 + i : i];
    }
    return ip;
}

} // namespace

Net8StageHost::Net8StageHost(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node)
    : Net8StageNode(clock),
      m_ip(node->GetObject<Ipv4L3Protocol>()),
      m_ip6(node->GetObject<Ipv6L3Protocol>()),
      m_stack(node->GetObject<TcpL4Protocol>()->GetDownTarget()),
      m_tables(Net8TcpHost::Get(node)->GetTables())
{
    UintegerValue ttl;
    if (m_ip)
    {
        m_ip->GetAttribute("DefaultTtl", ttl);
        m_ttl = static_cast<uint8_t>(ttl.Get());
    }
    if (m_ip6)
    {
        m_ip6->GetAttribute("DefaultTtl", ttl);
        m_hopLimit = static_cast<uint8_t>(ttl.Get());
    }
}

Net8StageHost::~Net8StageHost() = default;

void
Net8StageHost::TakeOver(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node)
{
    const auto host = Create<Net8StageHost>(clock, node);
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto device = DynamicCast<Net8EthernetNetDevice>(node->GetDevice(i));
        if (device && device->IsLinkUp() && IsBare(device) && !device->IsWatched())
        {
            device->SetStageClock(clock);
            device->SetStageHost(host);
        }
    }
    // TCP keeps the host alive, and releases it when the node is disposed of.
    const auto tcp = node->GetObject<TcpL4Protocol>();
    if (host->m_ip)
    {
        tcp->SetDownTarget(IpL4Protocol::DownTargetCallback([host](Ptr<Packet> packet,
                                                                   Ipv4Address source,
                                                                   Ipv4Address destination,
                                                                   uint8_t protocol,
                                                                   Ptr<Ipv4Route> route) {
            host->Send(packet, source, destination, protocol, route);
        }));
    }
    if (host->m_ip6)
    {
        tcp->SetDownTarget6(IpL4Protocol::DownTargetCallback6(
            [host, stack = tcp->GetDownTarget6()](Ptr<Packet> packet,
                                                  Ipv6Address source,
                                                  Ipv6Address destination,
                                                  uint8_t protocol,
                                                  Ptr<Ipv6Route> route) {
                host->Note(source, destination, route);
                stack(packet, source, destination, protocol, route);
            }));
    }
    Net8TcpHost::Get(node)->SetShortcut(
        [host](const Net8TcpFlow& flow, const TcpSegment& segment, const Net8PacketSlice& payload) {
            return host->SendPlain(flow, segment, payload);
        });
}

bool
Net8StageHost::IsOwn(const Net8StageHead::Ip& address) const
{
    return address == m_own ||
           (address.high == 0 ? m_ip && m_ip->GetInterfaceForAddress(address.To4()) >= 0
                              : m_ip6 && m_ip6->GetInterfaceForAddress(address.To6()) >= 0);
}

bool
Net8StageHost::Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame)
{
    const auto* const plain = frame.GetPlain();
    if (!plain)
    {
        NoteTooBig(*frame.GetPacket());
        return false;
    }
    const auto& head = plain->head;
    if (!m_tables || !head.IsTo(device.GetLinkAddress()) || device.IsPromiscuous())
    {
        return false;
    }
    const auto& arrived = static_cast<const Net8PlainSegment&>(*plain);
    const auto socket = m_tables->GetFlows().Find(arrived.GetReceiver());
    if (!socket || !IsOwn(head.destination))
    {
        return false;
    }
    m_own = head.destination;
    if (head.ipv6)
    {
        m_neighbours.Confirm(*device.GetNode(), device, head);
    }
    socket->Receive(arrived.GetSegment(), arrived.GetPayload());
    return true;
}

void
Net8StageHost::NoteTooBig(const Packet& frame)
{
    // ns-3 keeps the MTU where nobody can read it, and fragments what is larger.
    std::array<uint8_t, Net8FrameHead::SIZE6 + 1> bytes{};
    if (m_ip6 && !m_tooBig && frame.CopyData(bytes.data(), bytes.size()) == bytes.size())
    {
        m_tooBig = bytes[12] == 0x86 && bytes[13] == 0xdd && bytes[20] == Ipv6Header::IPV6_ICMPV6 &&
                   bytes.back() == Icmpv6Header::ICMPV6_ERROR_PACKET_TOO_BIG;
    }
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
    return {.route = {.device = ethernet,
                      .arp = interface->GetArpCache(),
                      .hop4 = gateway.IsAny() ? destination : gateway},
            .interface = interface};
}

Net8StageHost::Passage
Net8StageHost::MakePassage(const Ptr<Ipv6Route>& route, Ipv6Address destination) const
{
    const auto device = route ? route->GetOutputDevice() : nullptr;
    auto* const ethernet = dynamic_cast<Net8EthernetNetDevice*>(PeekPointer(device));
    if (!ethernet || !IsBare(device))
    {
        return {};
    }
    UintegerValue tclass;
    m_ip6->GetAttribute("DefaultTclass", tclass);
    if (tclass.Get() > 0)
    {
        return {}; // Plain frames have none.
    }
    const auto interface = m_ip6->GetInterface(m_ip6->GetInterfaceForDevice(device));
    const auto gateway = route->GetGateway();
    return {.route = {.device = ethernet,
                      .ndisc = interface->GetNdiscCache(),
                      .hop6 = gateway.IsAny() ? destination : gateway}};
}

void
Net8StageHost::Note(Ipv6Address source, Ipv6Address destination, const Ptr<Ipv6Route>& route)
{
    const auto [place, isNew] =
        m_passages.try_emplace({.source = ReadIp(Net8TcpFlow::From(source), true),
                                .destination = ReadIp(Net8TcpFlow::From(destination), true)});
    if (isNew)
    {
        place->second = MakePassage(route, destination);
    }
}

std::pair<const Net8StageHost::Pair, Net8StageHost::Passage>*
Net8StageHost::FindPassage(const Net8TcpFlow& flow)
{
    if (!m_last || !m_lastFlow.HasAddressesOf(flow))
    {
        const auto found = m_passages.find(
            {.source = ReadIp(flow.local, flow.ipv6), .destination = ReadIp(flow.peer, flow.ipv6)});
        m_last = found == m_passages.end() ? nullptr : &*found;
        m_lastFlow = flow;
    }
    return m_last;
}

bool
Net8StageHost::SendPlain(const Net8TcpFlow& flow,
                         const TcpSegment& segment,
                         const Net8PacketSlice& payload)
{
    auto* const found = FindPassage(flow);
    if (!found || !found->second.route.device || (flow.ipv6 && m_tooBig))
    {
        return false;
    }
    const auto& pair = found->first;
    auto& passage = found->second;
    auto& device = *passage.route.device;
    const auto neighbour = passage.route.FindNeighbour(m_neighbours);
    if (!neighbour || (payload.packet && payload.packet->GetPacketTagIterator().HasNext()) ||
        Net8PlainSegment::CountBytes(flow, segment) > device.GetMtu() + Net8EthernetHeader::BYTES)
    {
        return false;
    }
    auto plain =
        Create<Net8PlainSegment>(flow, segment, payload, PeekPointer(GetClock())->MakesChecksums());
    plain->identification = flow.ipv6 ? uint16_t{0} : passage.identification++;
    plain->head = {.to = *neighbour,
                   .from = device.GetLinkAddress(),
                   .destination = pair.destination,
                   .source = pair.source,
                   .ttl = flow.ipv6 ? m_hopLimit : m_ttl,
                   .ipv6 = flow.ipv6};
    device.SendWhole(Net8StageFrame(Ptr<Net8PlainFrame>(plain)));
    return true;
}

void
Net8StageHost::Send(const Ptr<Packet>& packet,
                    Ipv4Address source,
                    Ipv4Address destination,
                    uint8_t protocol,
                    const Ptr<Ipv4Route>& route)
{
    const auto [place, isNew] = m_passages.try_emplace(
        {.source = {.low = source.Get()}, .destination = {.low = destination.Get()}});
    auto& passage = place->second;
    if (isNew)
    {
        passage = MakePassage(route, destination);
    }
    auto* const device = passage.route.device;
    if (!device || packet->GetSize() + Net8FrameHead::IPV4 > device->GetMtu())
    {
        m_stack(packet, source, destination, protocol, route);
        return;
    }
    const auto neighbour = passage.route.FindNeighbour(m_neighbours);
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
               GetClock()->MakesChecksums());
    head.SetAddresses(device->GetLinkAddress(), *neighbour);
    packet->AddHeader(head);
    device->SendWhole(packet);
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
    if (GetClock()->MakesChecksums())
    {
        header.EnableChecksum();
    }
    passage.interface->Send(packet, header, passage.route.hop4);
}

} // namespace ns3::net8
