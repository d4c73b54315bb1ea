// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-link.h"

#include "net8-link-channel.h"
#include "net8-link-packet.h"
#include "net8-loss-model.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/enum.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-ethernet-channel.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-mpi.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-radio.h"
#include "ns3/net8-stream-name.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NetworkLink);

TypeId
Net8NetworkLink::GetTypeId()
{
    using Discipline = Net8PathQueues::Discipline;
    static TypeId tid =
        TypeId("ns3::net8::Net8NetworkLink")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8NetworkLink>()
            .AddAttribute("Name",
                          "Name of the link.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NetworkLink::m_name),
                          MakeStringChecker())
            .AddAttribute("Between",
                          "Names of the sites or routers at its ends, with a comma between them; "
                          "up is from the first to the second.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NetworkLink::m_between),
                          MakeStringChecker())
            .AddAttribute("Rate",
                          "Rate, down and up.",
                          DataRateValue(DataRate("10Mbps")),
                          MakeDataRateAccessor(&Net8NetworkLink::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("RateUp",
                          "Rate up; 0: as Rate.",
                          DataRateValue(DataRate("0bps")),
                          MakeDataRateAccessor(&Net8NetworkLink::m_rateUp),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay, down and up.",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&Net8NetworkLink::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DelayUp",
                          "Propagation delay up; negative: as Delay.",
                          TimeValue(Seconds(-1)),
                          MakeTimeAccessor(&Net8NetworkLink::m_delayUp),
                          MakeTimeChecker(Seconds(-1)))
            .AddAttribute("Mtu",
                          "Largest IP packet, bytes; at least 1280 for IPv6.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Net8NetworkLink::m_mtu),
                          MakeUintegerChecker<uint32_t>(576, 65535))
            .AddAttribute("QueueSize",
                          "Room in the queue of each end, packets or bytes.",
                          QueueSizeValue(QueueSize("100p")),
                          MakeQueueSizeAccessor(&Net8NetworkLink::m_queueSize),
                          MakeQueueSizeChecker())
            .AddAttribute("QueueSizeUp",
                          "Room in the queue of the first end; 0p: as QueueSize.",
                          QueueSizeValue(QueueSize("0p")),
                          MakeQueueSizeAccessor(&Net8NetworkLink::m_queueSizeUp),
                          MakeQueueSizeChecker())
            .AddAttribute("QueueDisc",
                          "Queue discipline of both ends.",
                          EnumValue(Discipline::NONE),
                          MakeEnumAccessor<Discipline>(&Net8NetworkLink::m_discipline),
                          Net8PathQueues::MakeDisciplineChecker())
            .AddAttribute("QueueEcn",
                          "Whether red, codel and fq_codel mark ECN-capable packets instead of "
                          "dropping them.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8NetworkLink::m_marks),
                          MakeBooleanChecker())
            .AddAttribute("QueueThreshold",
                          "ECN-capable packets that find this much in the queue of the discipline "
                          "threshold are marked.",
                          QueueSizeValue(QueueSize("20p")),
                          MakeQueueSizeAccessor(&Net8NetworkLink::m_threshold),
                          MakeQueueSizeChecker())
            .AddAttribute("LossRate",
                          "Probability that a TCP or UDP packet is lost, per direction.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8NetworkLink::m_lossRate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossDirection",
                          "The direction in which LossRate counts.",
                          EnumValue(LossDirection::BOTH),
                          MakeEnumAccessor<LossDirection>(&Net8NetworkLink::m_lossDirection),
                          MakeEnumChecker(LossDirection::BOTH,
                                          "both",
                                          LossDirection::UP,
                                          "up",
                                          LossDirection::DOWN,
                                          "down"))
            .AddAttribute("LossList",
                          "Numbers of the TCP and UDP packets down that are lost, counted from 0, "
                          "such as \"3,17,40\".",
                          StringValue(""),
                          MakeStringAccessor(&Net8NetworkLink::m_lossList),
                          MakeStringChecker())
            .AddAttribute("DeliveryTrace",
                          "Lines with times in ms, at each of which 1504 bytes can be delivered "
                          "down, in place of the rate; empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NetworkLink::m_deliveryTrace),
                          MakeStringChecker())
            .AddAttribute("DeliveryTraceUp",
                          "The same up.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NetworkLink::m_deliveryTraceUp),
                          MakeStringChecker())
            .AddAttribute("Conditions",
                          "Part: jitter, bursts of losses, a firewall.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8NetworkLink::m_conditions),
                          MakePointerChecker<Net8LinkConditions>());
    return tid;
}

Net8NetworkLink::Net8NetworkLink()
    : m_up(CreateObject<Net8PathQueues>()),
      m_down(CreateObject<Net8PathQueues>()),
      m_losses(CreateObject<Net8PathLosses>()),
      m_conditions(CreateObject<Net8LinkConditions>())
{
}

Net8NetworkLink::~Net8NetworkLink() = default;

void
Net8NetworkLink::DoDispose()
{
    m_devices = NetDeviceContainer();
    // Their events hold the link.
    m_changes.clear();
    m_settle = nullptr;
    m_up->Dispose();
    m_down->Dispose();
    m_losses->Dispose();
    m_conditions->Dispose();
    Object::DoDispose();
}

std::vector<Ptr<Object>>
Net8NetworkLink::GetParts()
{
    return {this, m_conditions};
}

const std::string&
Net8NetworkLink::GetName() const
{
    return m_name;
}

std::pair<std::string, std::string>
Net8NetworkLink::GetEnds() const
{
    const auto comma = m_between.find(',');
    if (comma == std::string::npos || m_between.find(',', comma + 1) != std::string::npos)
    {
        throw std::invalid_argument("Link '" + m_name + "' is between '" + m_between +
                                    "'; name two sites or routers.");
    }
    return {m_between.substr(0, comma), m_between.substr(comma + 1)};
}

uint32_t
Net8NetworkLink::GetMtu() const
{
    return m_mtu;
}

Time
Net8NetworkLink::GetDelay(bool up) const
{
    return up && !m_delayUp.IsStrictlyNegative() ? m_delayUp : m_delay;
}

DataRate
Net8NetworkLink::GetRate(bool up) const
{
    return up && m_rateUp.GetBitRate() > 0 ? m_rateUp : m_rate;
}

const Ptr<Net8PathQueues>&
Net8NetworkLink::GetQueues(bool up) const
{
    return up ? m_up : m_down;
}

const std::optional<DeliveryTrace>&
Net8NetworkLink::GetTrace(bool up) const
{
    return m_traces[up ? 0 : 1];
}

void
Net8NetworkLink::ReadTrace(bool up, const std::string& text)
{
    if (text.empty())
    {
        return;
    }
    std::vector<uint64_t> times;
    if (const auto error = DeliveryTrace::Parse(text, times); !error.empty())
    {
        throw std::invalid_argument("Link '" + m_name + "' has a " +
                                    (up ? "DeliveryTraceUp" : "DeliveryTrace") + ", " + error);
    }
    if (m_discipline != Net8PathQueues::Discipline::NONE)
    {
        throw std::invalid_argument("Link '" + m_name +
                                    "' has a QueueDisc, which does not go with a delivery trace.");
    }
    m_traces[up ? 0 : 1] = DeliveryTrace(times);
}

void
Net8NetworkLink::SetQueue(bool up, QueueSize queue)
{
    const auto& queues = GetQueues(up);
    queues->SetAttribute("QueueSize", QueueSizeValue(queue));
    queues->SetAttribute("QueueDisc", EnumValue(m_discipline));
    queues->SetAttribute("QueueEcn", BooleanValue(m_marks));
    queues->SetAttribute("QueueThreshold", QueueSizeValue(m_threshold));
    queues->Check(m_mtu);
}

bool
Net8NetworkLink::MayBeCut() const
{
    return m_mtu <= Net8Partition::MAX_MTU && m_conditions->MayBeCut();
}

void
Net8NetworkLink::Check()
{
    if (m_rate.GetBitRate() == 0)
    {
        throw std::invalid_argument("Link '" + m_name + "' has a Rate of 0; use more.");
    }
    ReadTrace(false, m_deliveryTrace);
    ReadTrace(true, m_deliveryTraceUp);
    SetQueue(false, m_queueSize);
    SetQueue(true, m_queueSizeUp.GetValue() > 0 ? m_queueSizeUp : m_queueSize);
    PathDirection direction = PathDirection::BOTH;
    if (m_lossDirection != LossDirection::BOTH)
    {
        direction = m_lossDirection == LossDirection::UP ? PathDirection::TO_SERVER
                                                         : PathDirection::TO_CLIENT;
    }
    m_losses->SetAttribute("LossRate", DoubleValue(m_lossRate));
    m_losses->SetAttribute("LossDirection", EnumValue(direction));
    m_losses->SetAttribute("LossList", StringValue(m_lossList));
    m_losses->Check();
}

Ptr<Net8LineDevice>
Net8NetworkLink::MakeDevice(const Ptr<Node>& node, bool up) const
{
    const auto& queues = GetQueues(up);
    auto device = CreateObject<Net8LineDevice>();
    Equip(device, up);
    queues->AddDevice(device, node);
    if (const auto& trace = GetTrace(up))
    {
        device->SetTrace(*trace);
    }
    return device;
}

template <typename Device>
void
Net8NetworkLink::Equip(const Ptr<Device>& device, bool up) const
{
    device->SetAttribute("DataRate", DataRateValue(GetRate(up)));
    device->SetAddress(Mac48Address::Allocate());
    device->SetMtu(static_cast<uint16_t>(m_mtu));
}

void
Net8NetworkLink::LayPoints(const Ptr<Node>& first, const Ptr<Node>& second)
{
    auto channel = CreateObject<Net8LinkChannel>();
    channel->SetConditions(m_conditions);
    for (const bool up : {true, false})
    {
        auto device = MakeDevice(up ? first : second, up);
        device->Attach(channel);
        m_conditions->Guard(device, up);
        m_devices.Add(device);
    }
}

void
Net8NetworkLink::LayFrames(const Ptr<Node>& first, const Ptr<Node>& second)
{
    if (GetTrace(true) || GetTrace(false) || GetQueues(true)->HasDiscipline() ||
        m_conditions->MayDuplicate() || m_conditions->MayChange())
    {
        throw std::invalid_argument(
            "Link '" + m_name +
            "' has a QueueDisc, a delivery trace, Duplicate, UrgentData or a NAT, which "
            "take packets of IP alone; leave it out, or use Transport tcp.");
    }
    auto channel = CreateObject<Net8EthernetChannel>();
    channel->SetDelivery([conditions = m_conditions](const auto& frame, bool up, Time txTime) {
        return conditions->Take(frame, up, txTime, LinkPacket::ETHERNET);
    });
    for (const bool up : {true, false})
    {
        // ns-3's point-to-point devices do not carry anything but IP.
        auto device = CreateObject<Net8EthernetNetDevice>();
        Equip(device, up);
        device->SetAttribute("Line", BooleanValue(true));
        auto queue = CreateObject<DropTailQueue<Packet>>();
        queue->SetMaxSize(QueueSize(GetQueues(up)->GetDeviceSize()));
        device->SetAttribute("TxQueue", PointerValue(queue));
        (up ? first : second)->AddDevice(device);
        device->Attach(channel);
        m_devices.Add(device);
    }
}

NetDeviceContainer
Net8NetworkLink::Lay(const Ptr<Node>& first, const Ptr<Node>& second, bool anyProtocol)
{
    Check();
    m_conditions->Begin(GetDelay(true), GetDelay(false), m_lossDirection);
    if (anyProtocol)
    {
        LayFrames(first, second);
    }
    else
    {
        LayPoints(first, second);
    }
    GetQueues(true)->CountDrops(m_devices.Get(0), PathDirection::TO_SERVER);
    GetQueues(false)->CountDrops(m_devices.Get(1), PathDirection::TO_CLIENT);
    using Header = Net8LossModel::LinkHeader;
    const auto header = anyProtocol ? Header::ETHERNET : Header::PPP;
    m_losses->Install(PathDirection::TO_SERVER, m_devices.Get(1), header, false);
    m_losses->Install(PathDirection::TO_CLIENT, m_devices.Get(0), header, false);
    return m_devices;
}

void
Net8NetworkLink::Cut(Time gap)
{
    // From this ns-3 derives how far ranks may be apart in time.
    m_devices.Get(0)->GetChannel()->SetAttribute("Delay", TimeValue(gap));
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        const auto device = DynamicCast<PointToPointNetDevice>(m_devices.Get(i));
        Net8Mpi::Listen(device, MakeCallback(&PointToPointNetDevice::Receive, device));
    }
}

EventId
Net8NetworkLink::ScheduleChange(const Change& change)
{
    const auto event = Simulator::Schedule(change.at, [link = Ptr<Net8NetworkLink>(this), change] {
        link->Apply(change);
    });
    const auto later = std::ranges::upper_bound(m_changes, change.at, {}, [](const auto& each) {
        return each.change.at;
    });
    m_changes.insert(later, {.change = change, .event = event});
    return event;
}

void
Net8NetworkLink::SetUnsettled(Time from, std::function<void()> settle)
{
    m_unsettled = from;
    m_settle = std::move(settle);
}

void
Net8NetworkLink::TakeBack(const EventId& event)
{
    // An event that is only cancelled would still be counted.
    Simulator::Remove(event);
    std::erase_if(m_changes, [&](const auto& each) { return each.event == event; });
}

std::vector<FifoStage::RateChange>
Net8NetworkLink::GetRateChanges(bool up) const
{
    std::vector<FifoStage::RateChange> rates;
    for (const auto& [change, event] : m_changes)
    {
        if (const auto rate = up ? change.rateUp : change.rateDown; rate.GetBitRate() > 0)
        {
            rates.push_back({.at = ToChrono(change.at), .bitsPerSecond = rate.GetBitRate()});
        }
    }
    return rates;
}

std::vector<Net8LinkConditions::DelayChange>
Net8NetworkLink::GetDelayChanges(bool up) const
{
    std::vector<Net8LinkConditions::DelayChange> delays;
    for (const auto& [change, event] : m_changes)
    {
        if (const auto delay = up ? change.delayUp : change.delayDown; !delay.IsStrictlyNegative())
        {
            delays.push_back({.at = ToChrono(change.at), .delay = ToChrono(delay)});
        }
    }
    return delays;
}

void
Net8NetworkLink::Apply(const Change& change)
{
    for (const bool up : {true, false})
    {
        const auto rate = up ? change.rateUp : change.rateDown;
        if (rate.GetBitRate() > 0 && !m_computed && !GetTrace(up))
        {
            m_devices.Get(up ? 0 : 1)->SetAttribute("DataRate", DataRateValue(rate));
        }
        const auto delay = up ? change.delayUp : change.delayDown;
        if (delay.IsStrictlyNegative())
        {
            continue;
        }
        (up ? m_delayUp : m_delay) = delay;
        if (!m_computed)
        {
            m_conditions->SetDelay(up, delay);
        }
    }
}

Net8StageLine::Model
Net8NetworkLink::Compute(bool up)
{
    if (GetQueues(up)->HasDiscipline())
    {
        throw std::invalid_argument("Link '" + m_name +
                                    "' cannot be computed: it has a queue discipline.");
    }
    if (m_conditions->MayDuplicate() || m_conditions->MayAnswer())
    {
        throw std::invalid_argument("Link '" + m_name + "' cannot be computed: it " +
                                    (m_conditions->MayAnswer() ? "answers" : "duplicates") +
                                    " packets.");
    }
    if (m_conditions->MayChange())
    {
        throw std::invalid_argument("Link '" + m_name +
                                    "' cannot be computed: it changes packets.");
    }
    m_computed = true;
    Net8StageLine::Model model{.delay = ToChrono(GetDelay(up)),
                               .changes = GetRateChanges(up),
                               .trace = GetTrace(up)};
    auto delays = GetDelayChanges(up);
    if (m_settle)
    {
        model.unknown = ToChrono(m_unsettled);
        model.tell = [link = Ptr<Net8NetworkLink>(this), up] {
            link->m_settle();
            link->m_conditions->Foresee(up, link->GetDelayChanges(up));
            return link->GetRateChanges(up);
        };
    }
    if (!m_conditions->IsPlain(up) || !delays.empty())
    {
        m_conditions->Foresee(up, std::move(delays));
        model.overtakes = m_conditions->MayOvertake();
        model.deliveryAtStart = m_conditions->HasFirewall();
        model.delivery = [conditions = m_conditions,
                          up](const Packet& frame, auto start, auto sent) {
            return conditions->TakeAhead(frame, up, start, sent);
        };
        model.lost = [conditions = m_conditions, up] { return conditions->GetDoomed(up); };
    }
    return model;
}

void
Net8NetworkLink::InstallDisciplines()
{
    m_up->InstallDiscipline(m_devices.Get(0),
                            PathDirection::TO_SERVER,
                            GetRate(true),
                            GetDelay(true));
    m_down->InstallDiscipline(m_devices.Get(1),
                              PathDirection::TO_CLIENT,
                              GetRate(false),
                              GetDelay(false));
}

const NetDeviceContainer&
Net8NetworkLink::GetDevices() const
{
    return m_devices;
}

PathDrops
Net8NetworkLink::GetDrops() const
{
    PathDrops drops;
    m_up->AddDrops(drops);
    m_down->AddDrops(drops);
    m_losses->AddDrops(drops);
    drops.lossToServer += m_conditions->GetLost(true);
    drops.lossToClient += m_conditions->GetLost(false);
    return drops;
}

void
Net8NetworkLink::AddCounters(std::map<std::string, uint64_t>& out) const
{
    const auto drops = GetDrops();
    const std::map<std::string, uint64_t> counts{{"queue_drops_up_on_", drops.queueToServer},
                                                 {"queue_drops_down_on_", drops.queueToClient},
                                                 {"queue_marks_up_on_", drops.marksToServer},
                                                 {"queue_marks_down_on_", drops.marksToClient},
                                                 {"loss_drops_up_on_", drops.lossToServer},
                                                 {"loss_drops_down_on_", drops.lossToClient}};
    for (const auto& [name, count] : counts)
    {
        if (count > 0)
        {
            out[name + m_name] += count;
        }
    }
    m_conditions->AddCounters(m_name, out);
}

void
Net8NetworkLink::AddLossDraws(std::vector<LossDraws>& out) const
{
    m_losses->AddLossDraws(out);
}

void
Net8NetworkLink::AddLossCounters(std::map<std::string, uint64_t>& out) const
{
    m_losses->AddCounters(out);
    m_conditions->AddCounters(m_name, out);
}

int64_t
Net8NetworkLink::AssignStreams(int64_t stream)
{
    return m_losses->AssignStreams(StreamOf(stream, "losses")) +
           m_up->AssignStreams(StreamOf(stream, "up")) +
           m_down->AssignStreams(StreamOf(stream, "down")) +
           m_conditions->AssignStreams(StreamOf(stream, "conditions"));
}

} // namespace ns3::net8
