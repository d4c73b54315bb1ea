// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-site.h"

#include "net8-segment-site.h"
#include "net8-switched-site.h"

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
                          "Cables to a switch, one bus, or clients by radio.",
                          EnumValue(Kind::SWITCHED),
                          MakeEnumAccessor<Kind>(&Net8NetworkSite::m_kind),
                          MakeEnumChecker(Kind::SWITCHED,
                                          "switched",
                                          Kind::SEGMENT,
                                          "segment",
                                          Kind::RADIO,
                                          "radio"))
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
                          "Room at each port of the switch, packets or bytes.",
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
      m_radio(CreateObject<Net8LastHop>())
{
}

Net8NetworkSite::~Net8NetworkSite() = default;

void
Net8NetworkSite::DoDispose()
{
    m_queues->Dispose();
    m_radio->Dispose();
    Object::DoDispose();
}

std::vector<Ptr<Object>>
Net8NetworkSite::GetParts()
{
    return {this, m_radio};
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
    return m_kind == Kind::SEGMENT ? m_delay : m_delay * 2;
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
    const EthernetLink link{.rate = m_rate, .delay = m_delay, .mtu = m_mtu};
    if (m_kind == Kind::SEGMENT)
    {
        return std::make_unique<Net8SegmentSite>(link, m_queues);
    }
    return std::make_unique<Net8SwitchedSite>(link, m_queues, true, rank);
}

void
Net8NetworkSite::ApplyRadio(const Ptr<NetDevice>& device)
{
    m_radio->Apply(device);
}

void
Net8NetworkSite::AddDrops(PathDrops& drops) const
{
    m_queues->AddDrops(drops);
    m_radio->AddDrops(drops);
}

int64_t
Net8NetworkSite::AssignStreams(int64_t stream)
{
    return m_radio->AssignStreams(stream);
}

} // namespace ns3::net8
