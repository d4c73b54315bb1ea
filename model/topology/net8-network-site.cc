// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-site.h"

#include "net8-segment-site.h"
#include "net8-switched-site.h"

#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NetworkSite);

TypeId
Net8NetworkSite::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8NetworkSite")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8NetworkSite>()
            .AddAttribute("Name",
                          "Name of the site.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NetworkSite::m_name),
                          MakeStringChecker())
            .AddAttribute("Kind",
                          "Cables to a switch, one bus, clients by radio, or cables to the router.",
                          EnumValue(Kind::SWITCHED),
                          MakeEnumAccessor<Kind>(&Net8NetworkSite::m_kind),
                          MakeEnumChecker(Kind::SWITCHED,
                                          "switched",
                                          Kind::SEGMENT,
                                          "segment",
                                          Kind::RADIO,
                                          "radio",
                                          Kind::ROUTED,
                                          "routed"))
            .AddAttribute("Rate",
                          "Rate of each cable, or of the bus.",
                          DataRateValue(DataRate("100Mbps")),
                          MakeDataRateAccessor(&Net8NetworkSite::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of each cable, or of the bus, one way.",
                          TimeValue(MicroSeconds(5)),
                          MakeTimeAccessor(&Net8NetworkSite::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Mtu",
                          "Largest IP packet, bytes; at least 1280 for IPv6.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Net8NetworkSite::m_mtu),
                          MakeUintegerChecker<uint32_t>(576, 65535))
            .AddAttribute("QueueSize",
                          "Room at each port of the switch or router, packets or bytes.",
                          QueueSizeValue(QueueSize("1000p")),
                          MakeQueueSizeAccessor(&Net8NetworkSite::m_queueSize),
                          MakeQueueSizeChecker())
            .AddAttribute("Radio",
                          "Part: radio of its client hosts.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8NetworkSite::m_radio),
                          MakePointerChecker<Net8LastHop>());
    return tid;
}

Net8NetworkSite::Net8NetworkSite()
    : m_queues(CreateObject<Net8PathQueues>()),
      m_radio(CreateObject<Net8LastHop>()),
      m_losses(CreateObject<Net8PathLosses>())
{
}

Net8NetworkSite::~Net8NetworkSite() = default;

void
Net8NetworkSite::DoDispose()
{
    m_queues->Dispose();
    m_radio->Dispose();
    m_losses->Dispose();
    Object::DoDispose();
}

std::vector<Ptr<Object>>
Net8NetworkSite::GetParts()
{
    return {this, m_radio};
}

const Ptr<Net8PathQueues>&
Net8NetworkSite::GetQueues() const
{
    return m_queues;
}

const Ptr<Net8PathLosses>&
Net8NetworkSite::GetLosses() const
{
    return m_losses;
}

const std::string&
Net8NetworkSite::GetName() const
{
    return m_name;
}

uint32_t
Net8NetworkSite::GetMtu() const
{
    return m_mtu;
}

bool
Net8NetworkSite::IsRadio() const
{
    return m_kind == Kind::RADIO;
}

Time
Net8NetworkSite::GetCrossing() const
{
    return m_kind == Kind::SEGMENT || IsRouted() ? m_delay : m_delay * 2;
}

Time
Net8NetworkSite::GetInside() const
{
    return m_kind == Kind::SEGMENT ? m_delay : m_delay * 2;
}

bool
Net8NetworkSite::IsRouted() const
{
    return m_kind == Kind::ROUTED;
}

bool
Net8NetworkSite::HasDiscipline() const
{
    return m_queues->HasDiscipline();
}

EthernetLink
Net8NetworkSite::GetLink() const
{
    return {.rate = m_rate, .delay = m_delay, .mtu = m_mtu};
}

void
Net8NetworkSite::Check() const
{
    if (m_rate.GetBitRate() == 0)
    {
        throw std::invalid_argument("Site '" + m_name + "' has a Rate of 0; use more.");
    }
    m_queues->SetAttribute("QueueSize", QueueSizeValue(m_queueSize));
    m_queues->Check(m_mtu);
    m_losses->Check();
    if (IsRouted() && HasDiscipline())
    {
        throw std::invalid_argument("Site '" + m_name +
                                    "' of the Kind routed has a QueueDisc, which only a LAN has.");
    }
    if (m_kind == Kind::RADIO)
    {
        m_radio->SetAttribute("LastHop", EnumValue(Net8LastHop::Kind::RADIO));
    }
    m_radio->Check(m_mtu, m_kind == Kind::SEGMENT);
}

std::unique_ptr<Net8Site>
Net8NetworkSite::Make(uint32_t rank)
{
    Check();
    if (IsRouted())
    {
        return nullptr;
    }
    if (m_kind == Kind::SEGMENT)
    {
        return std::make_unique<Net8SegmentSite>(GetLink(), m_queues);
    }
    return std::make_unique<Net8SwitchedSite>(GetLink(), m_queues, rank);
}

NetDeviceContainer
Net8NetworkSite::LinkToRouter(const Ptr<Node>& host,
                              const Ptr<Node>& router,
                              PathDirection direction)
{
    auto link =
        Net8Site::Link(GetLink(), host, router, Net8PathQueues::HOST_QUEUE, m_queues->GetSize());
    m_queues->CountDrops(link.Get(0), direction);
    m_queues->CountDrops(link.Get(1), Reverse(direction));
    return link;
}

void
Net8NetworkSite::InstallDiscipline(const Ptr<NetDevice>& device, PathDirection direction)
{
    m_queues->InstallDiscipline(device, direction, m_rate, m_delay);
}

void
Net8NetworkSite::MakeClient(const Ptr<NetDevice>& device)
{
    m_radio->Apply(device);
    if (m_kind == Kind::SEGMENT)
    {
        m_losses->Install(PathDirection::TO_CLIENT,
                          device,
                          Net8LossModel::LinkHeader::ETHERNET,
                          true);
    }
}

void
Net8NetworkSite::MakeServer(const Ptr<NetDevice>& device, Time delay)
{
    using Header = Net8LossModel::LinkHeader;
    const bool bus = m_kind == Kind::SEGMENT;
    const auto channel = device->GetChannel();
    if (!m_served)
    {
        m_losses->Install(PathDirection::TO_SERVER, device, Header::ETHERNET, true);
    }
    if (!m_served && !bus)
    {
        const auto port = channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0);
        m_losses->Install(PathDirection::TO_CLIENT, port, Header::ETHERNET, false);
    }
    m_served = true;
    if (delay.IsZero())
    {
        return;
    }
    if (bus)
    {
        throw std::invalid_argument("On a shared segment all hosts are equally far away; leave the "
                                    "delay of the instance out.");
    }
    channel->SetAttribute("Delay", TimeValue(m_delay + delay));
}

void
Net8NetworkSite::AddDrops(PathDrops& drops) const
{
    m_queues->AddDrops(drops);
    m_radio->AddDrops(drops);
    m_losses->AddDrops(drops);
}

int64_t
Net8NetworkSite::AssignStreams(const FindStream& find)
{
    return m_radio->AssignStreams(find("radio")) + m_queues->AssignStreams(find("queues")) +
           m_losses->AssignStreams(find("losses"));
}

} // namespace ns3::net8
