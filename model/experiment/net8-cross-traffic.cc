// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cross-traffic.h"

#include "ns3/bulk-send-application.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-network-plan.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-path-addressing.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/object-factory.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/type-id.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8CrossTraffic);

namespace
{

/// First port of the sinks (IANA: dynamic ports), outside the range of listeners' ports.
constexpr uint16_t FIRST_PORT = 49152;
/// Queue of a host whose UDP sends without asking for room, packets (Linux: txqueuelen).
constexpr uint32_t UDP_QUEUE = 1000;
/// Payload of a full segment, bytes, to estimate load.
constexpr double BULK_BYTES = 1448;
/// What a bulk source hands over at a time, bytes (ns-3's default).
constexpr uint32_t SEND_SIZE = 512;
/// Most packets that a bulk source fills a send buffer with: each takes half a kilobyte.
constexpr uint32_t BUFFERED_PACKETS = 8192;

/**
 * @param node a node
 * @return a port that no sink on the node uses, counted per node
 */
uint16_t
NextPort(Ptr<Node> node)
{
    return FIRST_PORT + node->GetNApplications();
}

} // namespace

TypeId
Net8CrossTraffic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8CrossTraffic")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8CrossTraffic>()
            .AddAttribute("Kind",
                          "Constant rate, on-off with Pareto times, or TCP bulk.",
                          EnumValue(Kind::CONSTANT),
                          MakeEnumAccessor<Kind>(&Net8CrossTraffic::m_kind),
                          MakeEnumChecker(Kind::CONSTANT,
                                          "constant",
                                          Kind::PARETO,
                                          "pareto",
                                          Kind::BULK,
                                          "bulk"))
            .AddAttribute(
                "Rate",
                "Sending rate of one flow while on, counted in UDP payload; not for bulk.",
                DataRateValue(DataRate("1Mbps")),
                MakeDataRateAccessor(&Net8CrossTraffic::m_rate),
                MakeDataRateChecker())
            .AddAttribute("PacketSize",
                          "UDP payload of each packet, bytes; not for bulk.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&Net8CrossTraffic::m_packetSize),
                          MakeUintegerChecker<uint32_t>(1, 65000))
            .AddAttribute("Direction",
                          "Where the traffic goes.",
                          EnumValue(PathDirection::TO_CLIENT),
                          MakeEnumAccessor<PathDirection>(&Net8CrossTraffic::m_direction),
                          MakeEnumChecker(PathDirection::TO_CLIENT,
                                          "to_client",
                                          PathDirection::TO_SERVER,
                                          "to_server"))
            .AddAttribute("ClientSite",
                          "Site of its hosts on the clients' side; empty: the only one.",
                          StringValue(""),
                          MakeStringAccessor(&Net8CrossTraffic::m_clientSite),
                          MakeStringChecker())
            .AddAttribute("ServerSite",
                          "Site of its hosts on the server's side; empty: the only one.",
                          StringValue(""),
                          MakeStringAccessor(&Net8CrossTraffic::m_serverSite),
                          MakeStringChecker())
            .AddAttribute("Start",
                          "When it starts.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8CrossTraffic::m_start),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Stop",
                          "When it stops; 0 = at the end of the run.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8CrossTraffic::m_stop),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MeanOn",
                          "Mean time on (pareto).",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&Net8CrossTraffic::m_meanOn),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MeanOff",
                          "Mean time off (pareto).",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&Net8CrossTraffic::m_meanOff),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Shape",
                          "Shape of the Pareto times (pareto), above 1.",
                          DoubleValue(1.5), // Willinger et al. 1997: between 1 and 2
                          MakeDoubleAccessor(&Net8CrossTraffic::m_shape),
                          MakeDoubleChecker<double>(1, 100))
            .AddAttribute("CongestionControl",
                          "Class of the congestion control of bulk flows, such as ns3::TcpCubic; "
                          "ns3::TcpCongestionOps = that of the profile linux.",
                          TypeIdValue(TcpCongestionOps::GetTypeId()),
                          MakeTypeIdAccessor(&Net8CrossTraffic::m_congestionControl),
                          MakeTypeIdChecker())
            .AddAttribute("SendBuffer",
                          "Send buffer of bulk flows, bytes; 0 = that of the profile linux.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8CrossTraffic::m_sendBuffer),
                          MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute("ReceiveBuffer",
                          "Receive buffer of bulk flows, bytes; 0 = that of the profile linux.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8CrossTraffic::m_receiveBuffer),
                          MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute("Flows",
                          "Number of parallel flows.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8CrossTraffic::m_flows),
                          MakeUintegerChecker<uint32_t>(1, 10000));
    return tid;
}

Net8CrossTraffic::Net8CrossTraffic() = default;

Net8CrossTraffic::~Net8CrossTraffic() = default;

void
Net8CrossTraffic::DoDispose()
{
    m_sources = ApplicationContainer();
    m_sinks = ApplicationContainer();
    Object::DoDispose();
}

void
Net8CrossTraffic::Check(uint32_t mtu, bool ipv6) const
{
    if (m_kind == Kind::PARETO && m_shape <= 1)
    {
        throw std::invalid_argument("Shape " + std::to_string(m_shape) +
                                    " of Pareto times has no mean; use a value above 1.");
    }
    if (m_stop.IsStrictlyPositive() && m_stop <= m_start)
    {
        throw std::invalid_argument("Stop " + std::to_string(m_stop.GetSeconds()) +
                                    " s of background traffic is not after its Start " +
                                    std::to_string(m_start.GetSeconds()) + " s.");
    }
    const uint32_t headers = ipv6 ? 48 : 28;
    if (m_kind != Kind::BULK && m_packetSize + headers > mtu)
    {
        throw std::invalid_argument("PacketSize " + std::to_string(m_packetSize) +
                                    " does not fit the Mtu of " + std::to_string(mtu) +
                                    " bytes; use " + std::to_string(mtu - headers) + " or less.");
    }
}

void
Net8CrossTraffic::Install(Ptr<Net8Topology> network)
{
    const bool toClient = m_direction == PathDirection::TO_CLIENT;
    const auto ends = network->PlaceTraffic(m_clientSite, m_serverSite);
    auto from = toClient ? ends.far : ends.near;
    auto to = toClient ? ends.near : ends.far;
    Check(network->GetMtu(),
          Inet6SocketAddress::IsMatchingType(network->GetAddressFor(from, to, 0)));
    const bool bulk = m_kind == Kind::BULK;
    if (bulk)
    {
        InstallProfile(from, *network);
        InstallProfile(to, *network);
    }
    else if (from != network->GetServer())
    {
        LimitQueue(from);
    }
    for (uint32_t i = 0; i < m_flows; ++i)
    {
        const auto remote = network->GetAddressFor(from, to, NextPort(to));
        auto sink = CreateObjectWithAttributes<PacketSink>("Local",
                                                           AddressValue(remote),
                                                           "Protocol",
                                                           TypeIdValue(GetProtocol()));
        to->AddApplication(sink);
        m_sinks.Add(sink);
        auto source = MakeSource(remote);
        from->AddApplication(source);
        m_sources.Add(source);
        source->SetStartTime(m_start);
        Net8Partition::StartHereOnly(sink);
        Net8Partition::StartHereOnly(source);
    }
    if (m_stop.IsStrictlyPositive())
    {
        m_sources.Stop(m_stop);
    }
}

ExpectedWork::Flow
Net8CrossTraffic::Expect(const Net8NetworkPlan& network, Time span) const
{
    const auto end = m_stop.IsStrictlyPositive() ? std::min(m_stop, span) : span;
    const auto seconds = std::max((end - m_start).GetSeconds(), 0.0);
    double rate = static_cast<double>(m_rate.GetBitRate()) * m_flows;
    double bytes = m_packetSize;
    if (m_kind == Kind::PARETO)
    {
        rate *= m_meanOn.GetSeconds() / (m_meanOn + m_meanOff).GetSeconds();
    }
    if (m_kind == Kind::BULK)
    {
        rate = network.GetRate(network.FindSite(m_clientSite), network.FindSite(m_serverSite));
        bytes = BULK_BYTES;
    }
    return {.near = m_clientSite,
            .far = m_serverSite,
            .packets = static_cast<uint64_t>(rate * seconds / 8 / bytes)};
}

void
Net8CrossTraffic::LimitQueue(const Ptr<Node>& node)
{
    PointerValue queue;
    Net8PathAddressing::GetHostDevice(node)->GetAttribute("TxQueue", queue);
    const auto packets = queue.Get<Queue<Packet>>();
    // Under a queue discipline the device holds one packet.
    if (packets->GetMaxSize().GetValue() > UDP_QUEUE)
    {
        packets->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, UDP_QUEUE));
    }
}

void
Net8CrossTraffic::InstallProfile(Ptr<Node> node, const Net8Topology& network) const
{
    // The server of a LAN keeps the profile it has.
    if (!node->GetObject<Net8TcpSocketFactory>())
    {
        CreateObjectWithAttributes<Net8TcpProfile>("CongestionControl",
                                                   TypeIdValue(m_congestionControl),
                                                   "SendBuffer",
                                                   UintegerValue(m_sendBuffer),
                                                   "ReceiveBuffer",
                                                   UintegerValue(m_receiveBuffer))
            ->Install(node, network.GetMtu(), network.IsIpv6());
    }
}

TypeId
Net8CrossTraffic::GetProtocol() const
{
    return m_kind == Kind::BULK ? Net8TcpSocketFactory::GetTypeId() : UdpSocketFactory::GetTypeId();
}

Ptr<Application>
Net8CrossTraffic::MakeSource(const Address& remote) const
{
    if (m_kind == Kind::BULK)
    {
        return CreateObjectWithAttributes<BulkSendApplication>("Remote",
                                                               AddressValue(remote),
                                                               "Protocol",
                                                               TypeIdValue(GetProtocol()),
                                                               "MaxBytes",
                                                               UintegerValue(0),
                                                               "SendSize",
                                                               UintegerValue(GetSendSize()));
    }
    auto source = CreateObjectWithAttributes<OnOffApplication>("Remote",
                                                               AddressValue(remote),
                                                               "Protocol",
                                                               TypeIdValue(GetProtocol()),
                                                               "DataRate",
                                                               DataRateValue(m_rate),
                                                               "PacketSize",
                                                               UintegerValue(m_packetSize));
    if (m_kind == Kind::PARETO)
    {
        source->SetAttribute("OnTime", PointerValue(MakePeriod(m_meanOn)));
        source->SetAttribute("OffTime", PointerValue(MakePeriod(m_meanOff)));
    }
    else
    {
        // One on period that is longer than any run.
        source->SetAttribute("OnTime", StringValue("ns3::ConstantRandomVariable[Constant=1e8]"));
        source->SetAttribute("OffTime", StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    }
    return source;
}

uint32_t
Net8CrossTraffic::GetSendSize() const
{
    return std::max(SEND_SIZE, m_sendBuffer / BUFFERED_PACKETS);
}

Ptr<RandomVariableStream>
Net8CrossTraffic::MakePeriod(Time mean) const
{
    // Mean of a Pareto distribution = scale x shape / (shape - 1).
    const double scale = mean.GetSeconds() * (m_shape - 1) / m_shape;
    return CreateObjectWithAttributes<ParetoRandomVariable>("Scale",
                                                            DoubleValue(scale),
                                                            "Shape",
                                                            DoubleValue(m_shape));
}

std::vector<uint64_t>
Net8CrossTraffic::GetReceivedBytes() const
{
    std::vector<uint64_t> bytes;
    for (uint32_t i = 0; i < m_sinks.GetN(); ++i)
    {
        bytes.push_back(DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx());
    }
    return bytes;
}

bool
Net8CrossTraffic::IsBulk() const
{
    return m_kind == Kind::BULK;
}

void
Net8CrossTraffic::Vary(const Net8Variation& variation, int64_t stream)
{
    std::vector<Time> starts(m_sources.GetN(), m_start);
    variation.Spread(starts, stream);
    for (uint32_t i = 0; i < m_sources.GetN(); ++i)
    {
        m_sources.Get(i)->SetStartTime(starts[i]);
        Net8Partition::StartHereOnly(m_sources.Get(i));
    }
    if (IsBulk())
    {
        // The server of a LAN is varied as a server.
        variation.ApplyTo(m_sinks.Get(0)->GetNode(), StreamOf(stream, "to"));
        variation.ApplyTo(m_sources.Get(0)->GetNode(), StreamOf(stream, "from"));
    }
}

std::string
Net8CrossTraffic::GetRelation() const
{
    const auto* kind = m_kind == Kind::BULK     ? "bulk"
                       : m_kind == Kind::PARETO ? "pareto"
                                                : "constant";
    const auto* way = m_direction == PathDirection::TO_CLIENT ? "to_client" : "to_server";
    return std::string(kind) + ' ' + way + ' ' + m_clientSite + ' ' + m_serverSite;
}

int64_t
Net8CrossTraffic::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (uint32_t i = 0; i < m_sources.GetN(); ++i)
    {
        used += m_sources.Get(i)->AssignStreams(StreamOf(stream, i));
    }
    return used;
}

} // namespace ns3::net8
