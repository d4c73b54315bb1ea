// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-host.h"

#include "ns3/mac48-address.h"
#include "ns3/net8-ipx-packet.h"
#include "ns3/net8-lan-announcement.h"
#include "ns3/net8-sap-message.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LanHost);

namespace
{

/// Smallest payload of a frame, bytes (IEEE 802.3).
constexpr uint32_t SMALLEST = LanFrame::SMALLEST - LanFrame::MAC_SIZE;

/**
 * @param address an address of a LAN
 * @return the same address as an ns-3 type
 */
Mac48Address
ToMac(const LanAddress& address)
{
    Mac48Address mac;
    mac.CopyFrom(address.data());
    return mac;
}

/**
 * Add the padding of short Ethernet frames, which captures of the receiving station show.
 *
 * @param packet what follows the type or length field
 */
void
Pad(const Ptr<Packet>& packet)
{
    if (packet->GetSize() < SMALLEST)
    {
        // AddPaddingAtEnd adds uninitialized memory.
        packet->AddAtEnd(Create<Packet>(SMALLEST - packet->GetSize()));
    }
}

} // namespace

TypeId
Net8LanHost::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LanHost")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LanHost>();
    return tid;
}

Net8LanHost::Net8LanHost() = default;
Net8LanHost::~Net8LanHost() = default;

void
Net8LanHost::DoDispose()
{
    for (const auto& [id, entry] : m_connections)
    {
        entry.connection->Forget();
    }
    m_announcing.Cancel();
    m_connections.clear();
    m_peers.clear();
    m_listening.clear();
    m_node = nullptr;
    m_device = nullptr;
    m_protocol = {};
    Object::DoDispose();
}

void
Net8LanHost::Install(const Ptr<NetDevice>& device, Ipv4Address name, const Protocol& protocol)
{
    m_node = device->GetNode();
    m_device = device;
    m_name = name;
    m_protocol = protocol;
    const bool typed = m_protocol.framing == LanFraming::ETHERNET_II;
    // Frames with a length are registered under that; 0 stands for all.
    m_node->RegisterProtocolHandler(MakeCallback(&Net8LanHost::Receive, this),
                                    typed ? m_protocol.codec->GetType() : uint16_t{0},
                                    device);
    if (m_protocol.announces)
    {
        // Staggered, as stations do not start at the same time.
        const auto phase = MilliSeconds(m_protocol.directory->GetN());
        m_announcing = Simulator::Schedule(phase, &Net8LanHost::Announce, this);
    }
}

// Connections

bool
Net8LanHost::Listen(uint16_t service, Net8LanConnection* socket)
{
    return m_listening.emplace(service, socket).second;
}

void
Net8LanHost::StopListening(uint16_t service)
{
    m_listening.erase(service);
}

uint16_t
Net8LanHost::Enter(const Ptr<Object>& object, Net8LanConnection* connection)
{
    const uint16_t last = m_protocol.codec->GetLastId();
    if (m_connections.size() >= last)
    {
        return 0;
    }
    do
    {
        m_lastId = m_lastId >= last ? 1 : m_lastId + 1;
    } while (m_connections.contains(m_lastId));
    m_connections[m_lastId] = {.object = object, .connection = connection};
    return m_lastId;
}

void
Net8LanHost::EnterPeer(uint16_t id, const LanEnds& ends)
{
    m_peers[{ends.remote, ends.remoteId}] = id;
}

void
Net8LanHost::Leave(uint16_t id, const LanEnds& ends)
{
    const auto found = m_connections.find(id);
    if (found == m_connections.end())
    {
        return;
    }
    m_counts += found->second.connection->GetCounts();
    m_connections.erase(found);
    const auto peer = m_peers.find({ends.remote, ends.remoteId});
    if (peer != m_peers.end() && peer->second == id)
    {
        m_peers.erase(peer);
    }
}

LanEnds
Net8LanHost::MakeEnds() const
{
    const auto here = m_protocol.directory->Find(m_name);
    return {.local = here->address, .localNode = here->node};
}

LanTransport::Counts
Net8LanHost::GetCounts() const
{
    auto counts = m_counts;
    for (const auto& [id, entry] : m_connections)
    {
        counts += entry.connection->GetCounts();
    }
    return counts;
}

// Frames

void
Net8LanHost::Send(const LanEnds& ends, const LanUnit& unit, const Ptr<Packet>& payload)
{
    auto routed = ends;
    const bool all = unit.kind == LanUnit::Kind::SETUP;
    auto to = all ? LanAnnouncement::EVERYBODY : ends.remote;
    if (m_network != 0)
    {
        routed.localNetwork = m_network;
        routed.remoteNetwork = m_protocol.directory->FindNetwork(ends.remote);
        to = all || routed.remoteNetwork == m_network ? to : m_router;
    }
    LanWriter writer;
    m_protocol.codec->Write(routed, unit, writer);
    SendFramed(to, writer.Take(), payload);
}

void
Net8LanHost::SendFramed(const LanAddress& to,
                        const std::vector<uint8_t>& content,
                        const Ptr<Packet>& payload)
{
    if (m_device)
    {
        SendOn(m_protocol, m_device, to, content, payload);
    }
}

void
Net8LanHost::SendOn(const Protocol& protocol,
                    const Ptr<NetDevice>& device,
                    const LanAddress& to,
                    const std::vector<uint8_t>& head,
                    const Ptr<Packet>& payload)
{
    LanFrame frame;
    frame.framing = protocol.framing;
    frame.type = protocol.codec->GetType();
    frame.llc.dsap = LlcHeader::SAP_IPX;
    frame.llc.ssap = LlcHeader::SAP_IPX;
    LanWriter before;
    const uint32_t size = payload ? payload->GetSize() : 0;
    frame.EncodeHead(static_cast<uint32_t>(head.size()) + size, before);
    before.Bytes(head);
    const auto bytes = before.Take();
    const auto type =
        static_cast<uint16_t>(bytes[LanFrame::MAC_SIZE - 2] << 8 | bytes[LanFrame::MAC_SIZE - 1]);
    auto packet = Create<Packet>(bytes.data() + LanFrame::MAC_SIZE,
                                 static_cast<uint32_t>(bytes.size()) - LanFrame::MAC_SIZE);
    if (payload)
    {
        packet->AddAtEnd(payload);
    }
    Pad(packet);
    device->Send(packet, ToMac(to), type);
}

std::optional<uint32_t>
Net8LanHost::FindHead(const Protocol& protocol, uint16_t type)
{
    if (type >= LanFrame::FIRST_TYPE)
    {
        const bool typed = protocol.framing == LanFraming::ETHERNET_II;
        return typed ? std::optional(0U) : std::nullopt;
    }
    // 802.3: a frame in another format is of another protocol.
    LanFrame frame;
    frame.framing = protocol.framing;
    frame.llc.dsap = LlcHeader::SAP_IPX;
    return frame.GetHeadSize() - LanFrame::MAC_SIZE;
}

void
Net8LanHost::SendServices(const LanEnds& ends)
{
    std::vector<uint16_t> services;
    for (const auto& [service, socket] : m_listening)
    {
        services.push_back(service);
    }
    for (std::size_t at = 0; at < services.size(); at += SapMessage::MOST_ENTRIES)
    {
        const auto some = std::min<std::size_t>(services.size() - at, SapMessage::MOST_ENTRIES);
        LanWriter writer;
        auto here = ends;
        here.localNetwork = m_network;
        here.remoteNetwork = m_network;
        m_protocol.codec->WriteServices(here, std::span(services).subspan(at, some), writer);
        SendFramed(ends.remote, writer.Take(), nullptr);
    }
}

void
Net8LanHost::Announce()
{
    const bool ipx = m_protocol.codec->GetType() == LanFrame::TYPE_IPX;
    auto ends = MakeEnds();
    if (!ipx)
    {
        SendFramed(LanAnnouncement::ROUTERS, LanAnnouncement::MakeHello(ends.local), nullptr);
    }
    else if (!m_listening.empty()) // a server, which has an internal network
    {
        ends.remote = LanAnnouncement::EVERYBODY;
        ends.remoteSocket = IpxHeader::SOCKET_SAP;
        const std::array within{RipEntry{.network = m_name.Get(), .hops = 1, .ticks = 2}};
        const IpxAddress here{.network = m_network, .node = ends.local};
        SendFramed(ends.remote, LanAnnouncement::MakeRip(here, within), nullptr);
        SendServices(ends);
    }
    const auto period = Seconds(ipx ? LanAnnouncement::IPX_PERIOD : LanAnnouncement::DECNET_PERIOD);
    m_announcing = Simulator::Schedule(period, &Net8LanHost::Announce, this);
}

void
Net8LanHost::Transmit(const Ptr<Packet>& packet, const LanAddress& to, uint16_t type)
{
    if (!m_device)
    {
        return;
    }
    Pad(packet);
    m_device->Send(packet, ToMac(to), type);
}

void
Net8LanHost::Receive(Ptr<NetDevice> /* device */,
                     Ptr<const Packet> packet,
                     uint16_t type,
                     const Address& /* from */,
                     const Address& to,
                     NetDevice::PacketType /* packetType */)
{
    std::array<uint8_t, LanCodec::MOST_HEAD + 8> bytes{};
    const uint32_t size = packet->CopyData(bytes.data(), bytes.size());
    const auto before = FindHead(m_protocol, type);
    if (!before)
    {
        return;
    }
    const auto arrival =
        m_protocol.codec->Read(std::span(bytes).first(size).subspan(std::min(*before, size)));
    if (!arrival || packet->GetSize() < *before + arrival->head + arrival->unit.size)
    {
        // Announcements of others are not handled here.
        const auto seen = std::span(bytes).first(size).subspan(std::min(*before, size));
        const bool told = Mac48Address::ConvertFrom(to).IsGroup() ||
                          LanAnnouncement::IsOne(m_protocol.codec->GetType(), seen);
        m_strays += told ? 0 : 1;
        return;
    }
    const auto& unit = arrival->unit;
    if (unit.kind == LanUnit::Kind::SETUP_REPLY && m_network != 0)
    {
        FindServers(*arrival, packet->CreateFragment(*before, packet->GetSize() - *before));
        return;
    }
    if (unit.size == 0)
    {
        Take(*arrival, nullptr);
        return;
    }
    WorkOn(*arrival, packet->CreateFragment(*before + arrival->head, unit.size));
}

void
Net8LanHost::FindServers(const LanArrival& arrival, const Ptr<Packet>& packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    LanReader reader(bytes);
    IpxPacket told;
    if (IpxPacket::Decode(reader, told) != LanError::NONE ||
        !std::holds_alternative<SapMessage>(told.body))
    {
        ++m_strays;
        return;
    }
    const auto asks = Find(arrival.ends.localId);
    for (const auto& entry : std::get<SapMessage>(told.body).entries)
    {
        auto one = arrival;
        one.ends.remote = entry.address.node;
        if (asks && asks->IsFrom(one.ends))
        {
            Take(one, nullptr);
            return;
        }
    }
}

void
Net8LanHost::WorkOn(const LanArrival& arrival, const Ptr<Packet>& payload)
{
    if (m_arrivalWork.IsNone())
    {
        Take(arrival, payload);
        return;
    }
    Simulator::Schedule(m_arrivalWork.TakeIn(true),
                        &Net8LanHost::Take,
                        Ptr<Net8LanHost>(this),
                        arrival,
                        payload);
}

void
Net8LanHost::Take(const LanArrival& arrival, const Ptr<Packet>& payload)
{
    Deliver(arrival, payload);
}

Net8LanConnection*
Net8LanHost::Find(uint16_t id) const
{
    const auto found = m_connections.find(id);
    return found == m_connections.end() ? nullptr : found->second.connection;
}

void
Net8LanHost::Deliver(const LanArrival& arrival, const Ptr<Packet>& payload)
{
    using Kind = LanUnit::Kind;
    const bool overLink = m_protocol.rules.overLink;
    if (arrival.unit.kind == Kind::SETUP && !overLink)
    {
        auto ends = arrival.ends;
        ends.local = MakeEnds().local; // it was sent to all stations
        SendServices(ends);
        return;
    }
    if (arrival.unit.kind == (overLink ? Kind::SETUP : Kind::CONNECT))
    {
        Connect(arrival);
        return;
    }
    const auto found = m_connections.find(arrival.ends.localId);
    if (found != m_connections.end() && found->second.connection->IsFrom(arrival.ends))
    {
        const Entry known = found->second; // keeps the connection alive while it receives
        known.connection->Receive(arrival, payload);
        return;
    }
    ++m_strays;
    if (arrival.unit.kind == Kind::DISCONNECT)
    {
        Send(arrival.ends, {.kind = Kind::DISCONNECT_ACK}, nullptr);
    }
}

void
Net8LanHost::Connect(const LanArrival& arrival)
{
    const auto peer = m_peers.find({arrival.ends.remote, arrival.ends.remoteId});
    if (peer != m_peers.end())
    {
        const Entry known = m_connections.at(peer->second);
        known.connection->Receive(arrival, nullptr); // a repeated connect
        return;
    }
    const auto found = m_listening.find(arrival.ends.service);
    if (found != m_listening.end())
    {
        found->second->Accept(arrival);
        return;
    }
    ++m_strays;
    if (m_protocol.rules.acksConnect)
    {
        Send(arrival.ends, {.kind = LanUnit::Kind::DISCONNECT}, nullptr); // no such object
    }
}

} // namespace ns3::net8
