// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-queues.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/red-queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

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
                          MakeDisciplineChecker());
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
                           "fq_codel");
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
    TrafficControlHelper helper;
    const auto name = GetDiscName(m_discipline);
    if (m_discipline == Discipline::RED)
    {
        // Thresholds in the unit of the size, the upper one three times the lower, as Floyd
        // recommends.
        const auto lower = std::max(1.0, m_size.GetValue() / 4.0);
        helper.SetRootQueueDisc(name,
                                "MaxSize",
                                QueueSizeValue(m_size),
                                "MinTh",
                                DoubleValue(lower),
                                "MaxTh",
                                DoubleValue(3 * lower),
                                "LinkBandwidth",
                                DataRateValue(rate),
                                "LinkDelay",
                                TimeValue(delay));
    }
    else
    {
        helper.SetRootQueueDisc(name, "MaxSize", QueueSizeValue(m_size));
    }
    auto disc = helper.Install(device).Get(0);
    Callback<void, Ptr<const QueueDiscItem>> sink(
        [drops = m_drops, direction](Ptr<const QueueDiscItem>) {
            ++GetCounter(*drops, direction);
        });
    disc->TraceConnectWithoutContext("Drop", sink);
    m_installed.push_back(disc);
}

void
Net8PathQueues::AddDrops(PathDrops& drops) const
{
    drops.queueToClient += m_drops->queueToClient;
    drops.queueToServer += m_drops->queueToServer;
}

int64_t
Net8PathQueues::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (const auto& disc : m_installed)
    {
        if (auto red = DynamicCast<RedQueueDisc>(disc))
        {
            next += red->AssignStreams(next);
        }
    }
    return next - stream;
}

} // namespace ns3::net8
