// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-queues.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/enum.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-stream-name.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/red-queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PathQueues);

namespace
{

/**
 * @param discipline a discipline other than NONE
 * @return the TypeId of the queue disc
 */
std::string
GetDiscName(Net8PathQueues::Discipline discipline)
{
    using Discipline = Net8PathQueues::Discipline;
    switch (discipline)
    {
    case Discipline::RED:
        return "ns3::RedQueueDisc";
    case Discipline::CODEL:
        return "ns3::CoDelQueueDisc";
    case Discipline::FQ_CODEL:
        return "ns3::FqCoDelQueueDisc";
    case Discipline::THRESHOLD:
        return "ns3::net8::Net8ThresholdQueueDisc";
    default:
        return "ns3::FifoQueueDisc";
    }
}

/**
 * @param drops packets lost so far
 * @param direction direction of the packets
 * @return the counter of its queues
 */
uint64_t&
GetCounter(PathDrops& drops, PathDirection direction)
{
    return direction == PathDirection::TO_CLIENT ? drops.queueToClient : drops.queueToServer;
}

} // namespace

TypeId
Net8PathQueues::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8PathQueues")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8PathQueues>()
            .AddAttribute("QueueSize",
                          "Room in the queue of the bottleneck, packets or bytes: of each WAN "
                          "device, of each switch port of a LAN, of a queue discipline.",
                          QueueSizeValue(QueueSize("100p")),
                          MakeQueueSizeAccessor(&Net8PathQueues::m_size),
                          MakeQueueSizeChecker())
            .AddAttribute("QueueDisc",
                          "Queue discipline of the bottleneck.",
                          EnumValue(Discipline::NONE),
                          MakeEnumAccessor<Discipline>(&Net8PathQueues::m_discipline),
                          MakeDisciplineChecker())
            .AddAttribute("QueueEcn",
                          "Whether red, codel and fq_codel mark ECN-capable packets instead of "
                          "dropping them.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8PathQueues::m_marks),
                          MakeBooleanChecker())
            .AddAttribute("QueueThreshold",
                          "ECN-capable packets that find this much in the queue of the discipline "
                          "threshold are marked.",
                          QueueSizeValue(QueueSize("20p")),
                          MakeQueueSizeAccessor(&Net8PathQueues::m_threshold),
                          MakeQueueSizeChecker());
    return tid;
}

Ptr<const AttributeChecker>
Net8PathQueues::MakeDisciplineChecker()
{
    return MakeEnumChecker(Discipline::NONE,
                           "none",
                           Discipline::PFIFO,
                           "pfifo",
                           Discipline::RED,
                           "red",
                           Discipline::CODEL,
                           "codel",
                           Discipline::FQ_CODEL,
                           "fq_codel",
                           Discipline::THRESHOLD,
                           "threshold");
}

Net8PathQueues::Net8PathQueues()
    : m_drops(std::make_shared<PathDrops>())
{
}

Net8PathQueues::~Net8PathQueues() = default;

void
Net8PathQueues::DoDispose()
{
    m_installed.clear();
    Object::DoDispose();
}

void
Net8PathQueues::Check(uint32_t mtu) const
{
    if (m_size.GetValue() == 0)
    {
        throw std::invalid_argument("QueueSize " + GetSize() +
                                    " leaves no room for a packet; use 1p or more.");
    }
    if (m_size.GetUnit() == QueueSizeUnit::BYTES &&
        m_size.GetValue() < mtu + Net8EthernetNetDevice::HEADER)
    {
        throw std::invalid_argument("QueueSize " + GetSize() +
                                    " is smaller than one frame of Mtu " + std::to_string(mtu) +
                                    "; use bytes for at least one frame, or packets.");
    }
    if (m_discipline == Discipline::FQ_CODEL && m_size.GetUnit() == QueueSizeUnit::BYTES)
    {
        throw std::invalid_argument("QueueSize " + GetSize() +
                                    " is in bytes, but fq_codel counts packets, such as 1000p.");
    }
    if (m_discipline == Discipline::THRESHOLD && m_threshold.GetUnit() != m_size.GetUnit())
    {
        std::ostringstream text;
        text << m_threshold;
        throw std::invalid_argument("QueueThreshold " + text.str() + " and QueueSize " + GetSize() +
                                    " differ in their unit; use packets or bytes for "
                                    "both.");
    }
}

bool
Net8PathQueues::HasDiscipline() const
{
    return m_discipline != Discipline::NONE;
}

std::string
Net8PathQueues::GetDeviceSize() const
{
    return HasDiscipline() ? "1p" : GetSize();
}

void
Net8PathQueues::AddDevice(const Ptr<PointToPointNetDevice>& device, const Ptr<Node>& node) const
{
    auto queue = CreateObject<DropTailQueue<Packet>>();
    queue->SetMaxSize(QueueSize(GetDeviceSize()));
    device->SetQueue(queue);
    node->AddDevice(device);
    if (HasDiscipline())
    {
        auto interface = CreateObject<NetDeviceQueueInterface>();
        interface->GetTxQueue(0)->ConnectQueueTraces(Ptr<Queue<Packet>>(queue));
        device->AggregateObject(interface);
    }
}

std::string
Net8PathQueues::GetSize() const
{
    std::ostringstream text;
    text << m_size;
    return text.str();
}

void
Net8PathQueues::CountDrops(const Ptr<NetDevice>& device, PathDirection direction)
{
    PointerValue queue;
    device->GetAttribute("TxQueue", queue);
    Callback<void, Ptr<const Packet>> sink(
        [drops = m_drops, direction](Ptr<const Packet>) { ++GetCounter(*drops, direction); });
    queue.Get<Queue<Packet>>()->TraceConnectWithoutContext("Drop", sink);
}

ObjectFactory
Net8PathQueues::MakeFactory(DataRate rate, Time delay) const
{
    ObjectFactory factory(GetDiscName(m_discipline));
    factory.Set("MaxSize", QueueSizeValue(m_size));
    switch (m_discipline)
    {
    case Discipline::RED: {
        // Thresholds in the unit of the size, the upper one three times the lower, as Floyd
        // recommends. Without harddrop RED of Linux marks above the upper one, too (tc-red(8)).
        const auto lower = std::max(1.0, m_size.GetValue() / 4.0);
        factory.Set("MinTh", DoubleValue(lower));
        factory.Set("MaxTh", DoubleValue(3 * lower));
        factory.Set("LinkBandwidth", DataRateValue(rate));
        factory.Set("LinkDelay", TimeValue(delay));
        factory.Set("UseEcn", BooleanValue(m_marks));
        factory.Set("UseHardDrop", BooleanValue(!m_marks));
        break;
    }
    case Discipline::CODEL:
    case Discipline::FQ_CODEL:
        factory.Set("UseEcn", BooleanValue(m_marks));
        break;
    case Discipline::THRESHOLD:
        factory.Set("Threshold", QueueSizeValue(m_threshold));
        break;
    default:
        break;
    }
    return factory;
}

void
Net8PathQueues::InstallDiscipline(const Ptr<NetDevice>& device,
                                  PathDirection direction,
                                  DataRate rate,
                                  Time delay)
{
    if (!HasDiscipline())
    {
        return;
    }
    auto disc = MakeFactory(rate, delay).Create<QueueDisc>();
    device->GetNode()->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(device, disc);
    Callback<void, Ptr<const QueueDiscItem>> sink(
        [drops = m_drops, direction](Ptr<const QueueDiscItem>) {
            ++GetCounter(*drops, direction);
        });
    disc->TraceConnectWithoutContext("Drop", sink);
    Callback<void, Ptr<const QueueDiscItem>, const char*> marked(
        [drops = m_drops, direction](Ptr<const QueueDiscItem>, const char*) {
            ++(direction == PathDirection::TO_CLIENT ? drops->marksToClient : drops->marksToServer);
        });
    disc->TraceConnectWithoutContext("Mark", marked);
    m_installed.push_back(disc);
}

void
Net8PathQueues::AddDrops(PathDrops& drops) const
{
    drops.queueToClient += m_drops->queueToClient;
    drops.queueToServer += m_drops->queueToServer;
    drops.marksToClient += m_drops->marksToClient;
    drops.marksToServer += m_drops->marksToServer;
}

int64_t
Net8PathQueues::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (std::size_t place = 0; place < m_installed.size(); ++place)
    {
        if (auto red = DynamicCast<RedQueueDisc>(m_installed[place]))
        {
            used += red->AssignStreams(StreamOf(stream, place));
        }
    }
    return used;
}

} // namespace ns3::net8
