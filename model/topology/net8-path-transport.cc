// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-transport.h"

#include "ns3/boolean.h"
#include "ns3/csma-net-device.h"
#include "ns3/enum.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-decnet-header.h"
#include "ns3/net8-ipx-header.h"
#include "ns3/net8-lan-hop.h"
#include "ns3/net8-lan-socket-factory.h"
#include "ns3/net8-nbf-codec.h"
#include "ns3/net8-netbios-host.h"
#include "ns3/net8-nsp-codec.h"
#include "ns3/net8-segment-tap.h"
#include "ns3/net8-spx-codec.h"
#include "ns3/net8-spx-header.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PathTransport);

namespace
{

/// Header bytes before the user's data in a packet of SPX, and of SPX II.
constexpr uint32_t SPX_HEAD = IpxHeader::SIZE + SpxHeader::SIZE;
constexpr uint32_t SPX_II_HEAD = IpxHeader::SIZE + SpxHeader::SIZE_II;
/// Difference between the buffer size of a node and an NSP segment, bytes (pydecnet: 576 - 13 =
/// 563).
constexpr uint32_t DECNET_HEAD = 13;
/// Header bytes before a segment on Ethernet: length, long routing header, NSP header.
constexpr uint32_t DECNET_FRAME = 2 + 21 + 11;
/// Largest NetBIOS frame after its addresses and length, bytes.
constexpr uint32_t NETBIOS_FRAME = 1500;
/// Most nodes in a DECnet area.
constexpr uint32_t AREA_NODES = 1023;

} // namespace

TypeId
Net8PathTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8PathTransport")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8PathTransport>()
            .AddAttribute("Transport",
                          "What carries Oracle Net: TCP, or SPX, DECnet's NSP or, on one LAN, "
                          "NetBIOS.",
                          EnumValue(Transport::TCP),
                          MakeEnumAccessor<Transport>(&Net8PathTransport::m_transport),
                          MakeEnumChecker(Transport::TCP,
                                          "tcp",
                                          Transport::SPX,
                                          "spx",
                                          Transport::DECNET,
                                          "decnet",
                                          Transport::NETBIOS,
                                          "netbios"))
            .AddAttribute("TransportMessages",
                          "Whether each packet of Oracle Net is a message of SPX or NSP, or they "
                          "are bytes that fill its packets.",
                          EnumValue(Messages::PACKET),
                          MakeEnumAccessor<Messages>(&Net8PathTransport::m_messages),
                          MakeEnumChecker(Messages::PACKET, "packet", Messages::STREAM, "stream"))
            .AddAttribute("SpxPacket",
                          "Largest packet of IPX that carries SPX, bytes.",
                          UintegerValue(576), // HP 528022-001; LXX
                          MakeUintegerAccessor(&Net8PathTransport::m_spxPacket),
                          MakeUintegerChecker<uint32_t>(64, 1500))
            .AddAttribute("SpxVersion",
                          "SPX I, or SPX II, whose ends offer a size and ask for "
                          "acknowledgements where they want one.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8PathTransport::m_spxVersion),
                          MakeUintegerChecker<uint32_t>(1, 2))
            .AddAttribute("SpxWindow",
                          "Packets of SPX without acknowledgement.",
                          UintegerValue(1), // LXX
                          MakeUintegerAccessor(&Net8PathTransport::m_spxWindow),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("SpxFrame",
                          "Frames of IPX on Ethernet.",
                          EnumValue(LanFraming::ETHERNET_II),
                          MakeEnumAccessor<LanFraming>(&Net8PathTransport::m_spxFrame),
                          MakeEnumChecker(LanFraming::ETHERNET_II,
                                          "ethernet_ii",
                                          LanFraming::RAW_802_3,
                                          "802.3",
                                          LanFraming::LLC_802_2,
                                          "802.2",
                                          LanFraming::SNAP,
                                          "snap"))
            .AddAttribute("SpxLookup",
                          "Whether a client of SPX knows where a service is, or asks all servers "
                          "by SAP before each connection.",
                          EnumValue(SpxLookup::KNOWN),
                          MakeEnumAccessor<SpxLookup>(&Net8PathTransport::m_spxLookup),
                          MakeEnumChecker(SpxLookup::KNOWN, "known", SpxLookup::SAP, "sap"))
            .AddAttribute(
                "TransportBackground",
                "Whether stations announce themselves: servers and routers of IPX by RIP "
                "and SAP every 60 s, nodes and routers of DECnet by hellos every 15 s, on "
                "lines every 60 s with routing messages every 600 s.",
                BooleanValue(false),
                MakeBooleanAccessor(&Net8PathTransport::m_background),
                MakeBooleanChecker())
            .AddAttribute("DecnetBuffer",
                          "Executor BUFFER SIZE of DECnet, bytes; a segment is 13 less.",
                          UintegerValue(576), // pydecnet
                          MakeUintegerAccessor(&Net8PathTransport::m_decnetBuffer),
                          MakeUintegerChecker<uint32_t>(246, 1498))
            .AddAttribute("DecnetFlow",
                          "Flow control that receivers of NSP ask for.",
                          EnumValue(DecnetFlow::NONE), // Linux, pydecnet
                          MakeEnumAccessor<DecnetFlow>(&Net8PathTransport::m_decnetFlow),
                          MakeEnumChecker(DecnetFlow::NONE,
                                          "none",
                                          DecnetFlow::SEGMENT,
                                          "segment",
                                          DecnetFlow::MESSAGE,
                                          "message"))
            .AddAttribute("NetbiosMaxOut",
                          "MAXOUT of 802.2: frames that a station sends without acknowledgement.",
                          UintegerValue(2), // IBM SC30-3587-01
                          MakeUintegerAccessor(&Net8PathTransport::m_netbiosMaxOut),
                          MakeUintegerChecker<uint32_t>(1, 127))
            .AddAttribute("NetbiosMaxIn",
                          "MAXIN of 802.2: frames that a station receives before it acknowledges "
                          "them, unless T2 comes first.",
                          UintegerValue(1), // IBM SC30-3587-01
                          MakeUintegerAccessor(&Net8PathTransport::m_netbiosMaxIn),
                          MakeUintegerChecker<uint32_t>(1, 127))
            .AddAttribute("NetbiosSend",
                          "Whether messages of NetBIOS are acknowledged by DATA ACK (SEND) or by "
                          "the link alone (SEND.NO.ACK).",
                          EnumValue(NetbiosSend::ACK),
                          MakeEnumAccessor<NetbiosSend>(&Net8PathTransport::m_netbiosSend),
                          MakeEnumChecker(NetbiosSend::ACK, "ack", NetbiosSend::NO_ACK, "no_ack"));
    return tid;
}

Net8PathTransport::Net8PathTransport() = default;
Net8PathTransport::~Net8PathTransport() = default;

void
Net8PathTransport::DoDispose()
{
    m_protocol = {};
    m_routers.clear();
    Object::DoDispose();
}

void
Net8PathTransport::Check(const Around& around) const
{
    if (IsTcp())
    {
        return;
    }
    if (around.kind == "wan")
    {
        CheckRouted();
    }
    if (around.parted)
    {
        throw std::invalid_argument("A partition needs Transport tcp: frames without IP do not "
                                    "cross between processes.");
    }
    if (around.discipline)
    {
        throw std::invalid_argument("QueueDisc needs Transport tcp: ns-3's disciplines take "
                                    "packets of IP alone.");
    }
    if (around.ip != Net8PathAddressing::IpVersion::V4)
    {
        throw std::invalid_argument("Transport spx, decnet or netbios needs Ip v4: IPv4 addresses "
                                    "stay the names of hosts.");
    }
    if (m_transport == Transport::NETBIOS && around.mtu < NETBIOS_FRAME)
    {
        throw std::invalid_argument("Transport netbios has frames that carry 1500 bytes, and Mtu "
                                    "is " +
                                    std::to_string(around.mtu) + ".");
    }
    const bool spx = m_transport == Transport::SPX;
    if (const uint32_t needed = GetFrameSize(); needed > around.mtu)
    {
        throw std::invalid_argument(std::string(spx ? "SpxPacket " : "DecnetBuffer ") +
                                    std::to_string(spx ? m_spxPacket : m_decnetBuffer) +
                                    " makes frames that carry " + std::to_string(needed) +
                                    " bytes, and Mtu is " + std::to_string(around.mtu) + ".");
    }
}

void
Net8PathTransport::CheckLines(uint32_t lines) const
{
    const uint32_t most =
        (m_transport == Transport::SPX ? LanHop::IPX_HOPS : LanHop::DECNET_HOPS) - 1;
    if (!IsTcp() && lines + 1 > most)
    {
        throw std::invalid_argument("A route has " + std::to_string(lines + 1) +
                                    " routers, and a packet passes " + std::to_string(most) +
                                    " at most with this Transport.");
    }
}

TypeId
Net8PathTransport::GetSocketFactory() const
{
    return IsTcp() ? Net8TcpSocketFactory::GetTypeId() : Net8LanSocketFactory::GetTypeId();
}

uint32_t
Net8PathTransport::GetFrameSize() const
{
    switch (m_transport)
    {
    case Transport::SPX: {
        LanFrame frame;
        frame.framing = m_spxFrame;
        return m_spxPacket + frame.GetHeadSize() - LanFrame::MAC_SIZE;
    }
    case Transport::DECNET:
        return m_decnetBuffer - DECNET_HEAD + DECNET_FRAME;
    case Transport::NETBIOS:
    case Transport::TCP:
        break;
    }
    return 0;
}

LanRules
Net8PathTransport::MakeRules() const
{
    if (m_transport == Transport::NETBIOS)
    {
        LanRules rules = LanRules::MakeNbf();
        rules.acksMessages = m_netbiosSend == NetbiosSend::ACK;
        return rules;
    }
    if (m_transport == Transport::SPX)
    {
        return MakeSpxRules();
    }
    using Flow = LanRules::Flow;
    LanRules rules = LanRules::MakeNsp(m_decnetFlow == DecnetFlow::NONE      ? Flow::NONE
                                       : m_decnetFlow == DecnetFlow::SEGMENT ? Flow::SEGMENTS
                                                                             : Flow::MESSAGES);
    rules.pieceSize = m_decnetBuffer - DECNET_HEAD;
    return rules;
}

LanRules
Net8PathTransport::MakeSpxRules() const
{
    const bool two = m_spxVersion == 2;
    LanRules rules =
        two ? LanRules::MakeSpxTwo(m_spxPacket - SPX_II_HEAD, m_spxWindow) : LanRules::MakeSpx();
    if (!two)
    {
        rules.pieceSize = m_spxPacket - SPX_HEAD;
        rules.window = m_spxWindow;
        rules.initialWindow = m_spxWindow;
        rules.buffers = std::max(rules.buffers, m_spxWindow);
    }
    rules.setupSteps = m_spxLookup == SpxLookup::SAP ? 1 : 0;
    return rules;
}

LanRules
Net8PathTransport::MakeLinkRules() const
{
    LanRules rules = LanRules::MakeLlc();
    rules.window = m_netbiosMaxOut;
    rules.initialWindow = m_netbiosMaxOut;
    rules.ackAfter = m_netbiosMaxIn;
    return rules;
}

std::shared_ptr<const LanCodec>
Net8PathTransport::MakeCodec() const
{
    switch (m_transport)
    {
    case Transport::SPX:
        return std::make_shared<SpxCodec>(
            static_cast<uint16_t>(m_spxVersion == 2 ? m_spxPacket : 0));
    case Transport::NETBIOS:
        return std::make_shared<NbfCodec>(m_protocol.rules);
    case Transport::DECNET:
    case Transport::TCP:
        break;
    }
    return std::make_shared<NspCodec>(m_protocol.rules);
}

void
Net8PathTransport::CheckRouted() const
{
    if (m_transport == Transport::NETBIOS)
    {
        throw std::invalid_argument(
            "Transport netbios needs Kind lan or segment: its frames have no network "
            "that a router could forward them to.");
    }
    if (m_transport == Transport::SPX && m_spxLookup == SpxLookup::SAP && !m_background)
    {
        throw std::invalid_argument("SpxLookup sap needs TransportBackground behind routers, which "
                                    "know services from what servers announce.");
    }
}

void
Net8PathTransport::MakeProtocol()
{
    if (m_protocol.codec)
    {
        return;
    }
    m_protocol.directory = Create<Net8LanDirectory>();
    m_protocol.rules = MakeRules();
    m_protocol.rules.fills = m_messages == Messages::STREAM;
    m_protocol.codec = MakeCodec();
    m_protocol.announces = m_background && m_transport != Transport::NETBIOS;
    m_protocol.word = m_transport == Transport::SPX      ? "spx"
                      : m_transport == Transport::DECNET ? "decnet"
                                                         : "nmp";
    if (m_transport != Transport::DECNET)
    {
        m_protocol.framing = m_transport == Transport::SPX ? m_spxFrame : LanFraming::LLC_802_2;
    }
}

Ptr<Net8LanHost>
Net8PathTransport::MakeHost() const
{
    if (m_transport != Transport::NETBIOS)
    {
        return CreateObject<Net8LanHost>();
    }
    auto host = CreateObject<Net8NetbiosHost>();
    host->SetLinkRules(MakeLinkRules());
    return host;
}

uint16_t
Net8PathTransport::TakeNumber()
{
    if (m_transport == Transport::DECNET && m_stations >= AREA_NODES)
    {
        throw std::invalid_argument("Transport decnet takes 1023 hosts and routers, the nodes of "
                                    "an area.");
    }
    return static_cast<uint16_t>(++m_stations);
}

void
Net8PathTransport::SetStation(const Ptr<NetDevice>& device, uint16_t node)
{
    // A DECnet node gives its devices an address that identifies the node.
    Mac48Address address;
    address.CopyFrom(DecnetHeader::GetStation(node).data());
    device->SetAddress(address);
}

void
Net8PathTransport::Install(const Ptr<NetDevice>& device, const Ptr<NetDevice>& router)
{
    if (IsTcp())
    {
        return;
    }
    MakeProtocol();
    const auto name = Net8PathAddressing::GetIpv4(device);
    Net8LanDirectory::Station station;
    const uint16_t number = TakeNumber();
    if (m_transport == Transport::NETBIOS)
    {
        station.node = number;
    }
    if (m_transport == Transport::DECNET)
    {
        station.node = static_cast<uint16_t>(1U << 10U | number);
        SetStation(device, station.node);
    }
    auto host = MakeHost();
    if (router)
    {
        LanAddress gateway;
        Mac48Address::ConvertFrom(router->GetAddress()).CopyTo(gateway.data());
        station.network = Net8PathAddressing::GetSubnet(device).Get();
        host->SetRouter(station.network, gateway);
    }
    Mac48Address::ConvertFrom(device->GetAddress()).CopyTo(station.address.data());
    m_protocol.directory->Add(name, station);
    host->Install(device, name, m_protocol);
    if (IsTapped(device))
    {
        Tap(device, host);
    }
    device->GetNode()->AggregateObject(host);
    device->GetNode()->AggregateObject(CreateObject<Net8LanSocketFactory>());
}

bool
Net8PathTransport::IsTapped(const Ptr<NetDevice>& device) const
{
    return m_protocol.framing != LanFraming::ETHERNET_II && DynamicCast<CsmaNetDevice>(device);
}

void
Net8PathTransport::TapRouter(const Ptr<NetDevice>& device, const Ptr<Net8LanRouter>& router)
{
    auto tap = CreateObject<Net8SegmentTap>();
    tap->SetTaken(Mac48Address::ConvertFrom(device->GetAddress()),
                  [at = PeekPointer(device), to = PeekPointer(router)](const auto& packet,
                                                                       uint16_t length,
                                                                       const auto& from,
                                                                       auto station) {
                      to->Hear(at, packet, length, from, station);
                  });
    device->SetAttribute("ReceiveErrorModel", PointerValue(tap));
}

void
Net8PathTransport::Tap(const Ptr<NetDevice>& device, const Ptr<Net8LanHost>& host)
{
    auto tap = CreateObject<Net8SegmentTap>();
    // The host holds the device, which holds the tap: a Ptr would keep all three alive.
    tap->SetTaken(Mac48Address::ConvertFrom(device->GetAddress()),
                  [to = PeekPointer(
                       host)](const auto& packet, uint16_t length, const auto& from, auto station) {
                      to->Hear(packet, length, from, station);
                  });
    device->SetAttribute("ReceiveErrorModel", PointerValue(tap));
}

Ptr<Net8LanRouter>
Net8PathTransport::GetRouter(const Ptr<Node>& node)
{
    auto router = node->GetObject<Net8LanRouter>();
    if (!router)
    {
        router = CreateObject<Net8LanRouter>();
        router->SetProtocol(m_protocol, static_cast<uint16_t>(1U << 10U | TakeNumber()));
        node->AggregateObject(router);
        m_routers.push_back(router);
    }
    return router;
}

void
Net8PathTransport::AttachSite(const Ptr<NetDevice>& device)
{
    if (IsTcp())
    {
        return;
    }
    MakeProtocol();
    const auto router = GetRouter(device->GetNode());
    if (m_transport == Transport::DECNET)
    {
        SetStation(device, router->GetNumber());
    }
    router->AttachLan(device, Net8PathAddressing::GetSubnet(device).Get());
    if (IsTapped(device))
    {
        TapRouter(device, router);
    }
}

void
Net8PathTransport::AttachLine(const NetDeviceContainer& line)
{
    for (uint32_t i = 0; i < line.GetN() && !IsTcp(); ++i)
    {
        const auto network = Net8PathAddressing::GetSubnet(line.Get(i)).Get();
        MakeProtocol();
        GetRouter(line.Get(i)->GetNode())->AttachLine(line.Get(i), network);
    }
}

void
Net8PathTransport::AddRouter(const Ptr<Net8LanRouter>& from,
                             const Ptr<Net8LanRouter>& to,
                             uint32_t lines)
{
    if (from != to)
    {
        from->AddRouter(to->GetNumber(), lines);
    }
}

void
Net8PathTransport::BeginAnnouncing()
{
    for (std::size_t i = 0; i < m_routers.size() && m_protocol.announces; ++i)
    {
        // Staggered, after the hosts.
        m_routers[i]->Announce(MilliSeconds(m_protocol.directory->GetN() + i));
    }
}

} // namespace ns3::net8
