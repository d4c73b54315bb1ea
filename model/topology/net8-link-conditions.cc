// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-conditions.h"

#include "net8-add-count.h"
#include "net8-link-packet.h"
#include "net8-loss-draws.h"
#include "net8-too-big-answer.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-four-state-loss.h"
#include "ns3/net8-gilbert-elliott-loss.h"
#include "ns3/net8-stream-name.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LinkConditions);

namespace
{

/// @return a checker for a direction, or both
Ptr<const AttributeChecker>
MakeDirectionChecker()
{
    using Direction = Net8LinkConditions::Direction;
    return MakeEnumChecker(Direction::BOTH, "both", Direction::UP, "up", Direction::DOWN, "down");
}

} // namespace

TypeId
Net8LinkConditions::GetTypeId()
{
    using Kind = DelayTable::Kind;
    static TypeId tid =
        TypeId("ns3::net8::Net8LinkConditions")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8LinkConditions>()
            .AddAttribute("Jitter",
                          "How far the delay of a packet varies, each direction for itself.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8LinkConditions::m_jitter),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("JitterDirection",
                          "The direction whose delays vary.",
                          EnumValue(Direction::BOTH),
                          MakeEnumAccessor<Direction>(&Net8LinkConditions::m_jitterDirection),
                          MakeDirectionChecker())
            .AddAttribute("JitterCorrelation",
                          "Correlation of a packet's delay with that of the one before it.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_correlation),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("JitterTable",
                          "Distribution of delays.",
                          EnumValue(Kind::UNIFORM),
                          MakeEnumAccessor<Kind>(&Net8LinkConditions::m_table),
                          MakeEnumChecker(Kind::UNIFORM,
                                          "uniform",
                                          Kind::NORMAL,
                                          "normal",
                                          Kind::PARETO,
                                          "pareto",
                                          Kind::PARETO_NORMAL,
                                          "pareto_normal"))
            .AddAttribute("LikeNetem",
                          "Whether a correlation is computed as netem does, whose delays are then "
                          "hardly correlated.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8LinkConditions::m_likeNetem),
                          MakeBooleanChecker())
            .AddAttribute("Overtake",
                          "Whether a packet with a shorter delay overtakes; else it arrives with "
                          "the one before it.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8LinkConditions::m_mayOvertake),
                          MakeBooleanChecker())
            .AddAttribute("BurstRate",
                          "Probability that a burst of losses begins at a packet.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_burstRate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("BurstLength",
                          "Mean number of packets of a burst.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Net8LinkConditions::m_burstLength),
                          MakeDoubleChecker<double>(1, 1e9))
            .AddAttribute("BurstLoss",
                          "Share of the packets of a burst that is lost.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Net8LinkConditions::m_burstLoss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossP13",
                          "Of netem's four states of loss: probability that a burst begins.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_p13),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossP31",
                          "Likewise, that a burst ends.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Net8LinkConditions::m_p31),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossP32",
                          "Likewise, that a gap in a burst begins.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_p32),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossP23",
                          "Likewise, that a gap in a burst ends.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Net8LinkConditions::m_p23),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossP14",
                          "Likewise, that a packet between bursts is lost.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_p14),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("JitterFile",
                          "Table of delays in place of JitterTable, in the form of iproute2; "
                          "empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&Net8LinkConditions::m_jitterFile),
                          MakeStringChecker())
            .AddAttribute("NetemDirection",
                          "The direction in which packets are duplicated, reordered and held for "
                          "slots.",
                          EnumValue(Direction::BOTH),
                          MakeEnumAccessor<Direction>(&Net8LinkConditions::m_netemDirection),
                          MakeDirectionChecker())
            .AddAttribute("Duplicate",
                          "Probability that a packet is duplicated.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_duplicate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DuplicateCorrelation",
                          "Correlation of netem's draws of duplicates.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_duplicateCorrelation),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Reorder",
                          "Probability that a packet is sent at once, without the delay.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_reorder),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("ReorderCorrelation",
                          "Correlation of netem's draws of packets sent at once.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LinkConditions::m_reorderCorrelation),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("ReorderGap",
                          "Distance of packets sent at once: those between are delayed.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8LinkConditions::m_reorderGap),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("SlotMin",
                          "Shortest time until the next slot, for which packets wait.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8LinkConditions::m_slotMin),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SlotMax",
                          "Longest time until the next slot; 0: always the shortest.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8LinkConditions::m_slotMax),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SlotPackets",
                          "Packets that a slot takes; 0: all that are due.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8LinkConditions::m_slotPackets),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddAttribute("SlotBytes",
                          "Bytes after which a slot is full; 0: it takes all that are due.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8LinkConditions::m_slotBytes),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000'000))
            .AddAttribute("BlackHoleMtu",
                          "Largest IP packet that passes where nothing tells its sender, in bytes; "
                          "0: any.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8LinkConditions::m_blackHoleMtu),
                          MakeUintegerChecker<uint32_t>(0, UINT16_MAX))
            .AddAttribute("UrgentData",
                          "What becomes of TCP urgent data: clients do without (unused), they pass "
                          "(pass), their byte loses its mark (clear), or segments with URG are "
                          "dropped (drop).",
                          EnumValue(UrgentData::UNUSED),
                          MakeEnumAccessor<UrgentData>(&Net8LinkConditions::m_urgentData),
                          MakeEnumChecker(UrgentData::UNUSED,
                                          "unused",
                                          UrgentData::PASS,
                                          "pass",
                                          UrgentData::CLEAR,
                                          "clear",
                                          UrgentData::DROP,
                                          "drop"))
            .AddAttribute("TunnelMtu",
                          "Largest IP packet that passes where a router drops larger ones before "
                          "the link and tells their sender by ICMP, in bytes; 0: any.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8LinkConditions::m_tunnelMtu),
                          MakeUintegerChecker<uint32_t>(0, UINT16_MAX))
            .AddAttribute("IdleTime",
                          "Silence after which a firewall on the link forgets a connection; 0: "
                          "there is none.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8LinkConditions::m_idleTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("IdleAction",
                          "What becomes of packets of a connection that was forgotten: they are "
                          "dropped, answered with a RST, or, if they go up, take it up again or go "
                          "on from another port; or both ends get a RST when it is forgotten.",
                          EnumValue(IdleAction::DROP),
                          MakeEnumAccessor<IdleAction>(&Net8LinkConditions::m_idleAction),
                          MakeEnumChecker(IdleAction::DROP,
                                          "drop",
                                          IdleAction::RESET,
                                          "reset",
                                          IdleAction::PICK_UP,
                                          "pick_up",
                                          IdleAction::NEW_PORT,
                                          "new_port",
                                          IdleAction::RESET_BOTH,
                                          "reset_both"));
    return tid;
}

Net8LinkConditions::Net8LinkConditions()
{
    for (auto& direction : m_directions)
    {
        direction.jitters = CreateObject<UniformRandomVariable>();
        direction.losses = CreateObject<UniformRandomVariable>();
        direction.twins = CreateObject<UniformRandomVariable>();
        direction.orders = CreateObject<UniformRandomVariable>();
        direction.starts = CreateObject<UniformRandomVariable>();
    }
}

Net8LinkConditions::~Net8LinkConditions() = default;

void
Net8LinkConditions::Begin(Time up, Time down, Direction lossy)
{
    const auto entries =
        m_jitterFile.empty()
            ? nullptr
            : std::make_shared<const std::vector<int16_t>>(DelayTable::Read(m_jitterFile));
    for (const bool first : {true, false})
    {
        auto& direction = m_directions[first ? 0 : 1];
        const auto own = first ? Direction::UP : Direction::DOWN;
        const bool here = lossy == Direction::BOTH || lossy == own;
        const bool varies = m_jitterDirection == Direction::BOTH || m_jitterDirection == own;
        direction.delay = std::make_unique<LinkDelay>(
            LinkDelay::Settings{.delay = ToChrono(first ? up : down),
                                .jitter = ToChrono(varies ? m_jitter : Time()),
                                .correlation = m_correlation,
                                .kind = m_table,
                                .mayOvertake = m_mayOvertake,
                                .likeNetem = m_likeNetem,
                                .entries = entries},
            MakeLinkDraw(direction.jitters));
        if (m_netemDirection == Direction::BOTH || m_netemDirection == own)
        {
            BeginNetem(direction);
        }
        if (m_burstRate > 0 && here)
        {
            direction.loss = std::make_unique<GilbertElliottLoss>(
                MakeLinkDraw(direction.losses),
                GilbertElliottLoss::Settings{.p = m_burstRate,
                                             .r = 1 / m_burstLength,
                                             .badLoss = m_burstLoss});
        }
        else if ((m_p13 > 0 || m_p14 > 0) && here)
        {
            direction.loss = std::make_unique<FourStateLoss>(MakeLinkDraw(direction.losses),
                                                             FourStateLoss::Settings{.p13 = m_p13,
                                                                                     .p31 = m_p31,
                                                                                     .p32 = m_p32,
                                                                                     .p23 = m_p23,
                                                                                     .p14 = m_p14});
        }
    }
    if (m_idleTime.IsStrictlyPositive())
    {
        m_idle = std::make_unique<Net8IdleDevice>(m_idleTime, m_idleAction);
    }
}

void
Net8LinkConditions::BeginNetem(OneWay& direction)
{
    if (m_duplicate > 0)
    {
        direction.copies =
            std::make_unique<CorrelatedDraw>(MakeLinkDraw(direction.twins), m_duplicateCorrelation);
    }
    if (m_reorder > 0)
    {
        direction.reorder =
            std::make_unique<LinkReorder>(LinkReorder::Settings{.rate = m_reorder,
                                                                .correlation = m_reorderCorrelation,
                                                                .gap = m_reorderGap},
                                          MakeLinkDraw(direction.orders));
    }
    if (HasSlots())
    {
        direction.slots = std::make_unique<LinkSlots>(
            LinkSlots::Settings{.least = ToChrono(m_slotMin),
                                .most = ToChrono(std::max(m_slotMin, m_slotMax)),
                                .packets = m_slotPackets,
                                .bytes = m_slotBytes},
            MakeLinkDraw(direction.starts));
    }
}

std::chrono::nanoseconds
Net8LinkConditions::GetArrival(OneWay& direction, std::chrono::nanoseconds sent, uint32_t bytes)
{
    const bool atOnce = direction.reorder && direction.reorder->IsNextAtOnce();
    direction.reordered += atOnce ? 1 : 0;
    const auto arrival = atOnce ? sent : direction.delay->GetArrival(sent);
    return direction.slots ? direction.slots->GetDelivery(arrival, bytes) : arrival;
}

void
Net8LinkConditions::Guard(const Ptr<Net8LineDevice>& device, bool up)
{
    if (m_idle)
    {
        m_idle->SetEnd(device, up);
    }
    if (m_tunnelMtu == 0)
    {
        return;
    }
    device->SetGuard([conditions = Ptr<Net8LinkConditions>(this), device, up](const auto& packet) {
        const bool big = packet->GetSize() > conditions->m_tunnelMtu;
        if (big)
        {
            ++conditions->m_directions[up ? 0 : 1].oversized;
            Net8TooBigAnswer::Send(device->GetNode(), packet, conditions->m_tunnelMtu);
        }
        return big;
    });
}

void
Net8LinkConditions::SetDelay(bool up, Time delay)
{
    m_directions[up ? 0 : 1].delay->SetDelay(ToChrono(delay));
}

std::optional<Time>
Net8LinkConditions::Take(const Ptr<const Packet>& packet, bool up, Time txTime, std::size_t header)
{
    auto& direction = m_directions[up ? 0 : 1];
    const auto now = Simulator::Now();
    const auto count = Pass(*packet, header, direction, ToChrono(now));
    m_twin.reset();
    if (count == 0)
    {
        return std::nullopt;
    }
    const auto take = [&direction, now, sent = ToChrono(now + txTime), bytes = packet->GetSize()] {
        return NanoSeconds(GetArrival(direction, sent, bytes).count()) - now;
    };
    const auto first = take();
    if (count > 1)
    {
        m_twin = take();
    }
    return first;
}

std::optional<Time>
Net8LinkConditions::TakeDuplicate()
{
    return std::exchange(m_twin, std::nullopt);
}

uint32_t
Net8LinkConditions::Pass(const Packet& packet,
                         std::size_t header,
                         OneWay& direction,
                         std::chrono::nanoseconds now)
{
    if (m_blackHoleMtu > 0 && packet.GetSize() > m_blackHoleMtu + header)
    {
        ++direction.oversized;
        return 0;
    }
    const bool stopsUrgent = m_urgentData == UrgentData::DROP;
    if (!m_idle && !direction.loss && !direction.copies && !stopsUrgent)
    {
        return 1;
    }
    auto seen = LinkPacket::Read(packet, header);
    if (stopsUrgent && seen.urgent)
    {
        ++direction.urgent;
        return 0;
    }
    if (m_idle && seen.tcp)
    {
        seen.tcp->inside = &direction == &m_directions[0];
        if (!m_idle->Pass(packet, seen, header, now))
        {
            return 0;
        }
    }
    if (!seen.transport)
    {
        return 1;
    }
    const bool twice = direction.copies && direction.copies->Next() <= ToNetemShare(m_duplicate);
    direction.duplicated += twice ? 1 : 0;
    const auto loses = [&direction, now] {
        const bool lost = direction.loss && direction.loss->LoseNext();
        if (lost)
        {
            CountLoss(direction, now);
        }
        return lost;
    };
    if (loses())
    {
        return twice ? 1 : 0;
    }
    return twice && !loses() ? 2 : 1;
}

Ptr<Packet>
Net8LinkConditions::Copy(const Ptr<const Packet>& packet, bool up)
{
    const auto seen = MayChange() ? LinkPacket::Read(*packet, LinkPacket::PPP) : LinkPacket{};
    Ptr<Packet> copy = packet->Copy();
    if (m_urgentData == UrgentData::CLEAR && seen.urgent)
    {
        ++m_directions[up ? 0 : 1].urgent;
        copy = LinkPacket::ClearUrgent(*copy);
    }
    return m_idle && seen.tcp ? m_idle->Translate(copy, up) : copy;
}

void
Net8LinkConditions::CountLoss(OneWay& direction, std::chrono::nanoseconds now)
{
    direction.doomed.push_back(now);
    const auto passed = std::ranges::upper_bound(direction.doomed, ToChrono(Simulator::Now()));
    direction.lost += static_cast<uint64_t>(passed - direction.doomed.begin());
    direction.doomed.erase(direction.doomed.begin(), passed);
}

Ptr<Packet>
Net8LinkConditions::TakeAnswer()
{
    return m_idle ? m_idle->TakeAnswer() : nullptr;
}

void
Net8LinkConditions::Foresee(bool up, std::vector<DelayChange> changes)
{
    auto& direction = m_directions[up ? 0 : 1];
    direction.changes = std::move(changes);
    direction.changed = 0;
}

std::optional<std::chrono::nanoseconds>
Net8LinkConditions::TakeAhead(const Packet& frame,
                              bool up,
                              std::chrono::nanoseconds start,
                              std::chrono::nanoseconds sent)
{
    auto& direction = m_directions[up ? 0 : 1];
    while (direction.changed < direction.changes.size() &&
           direction.changes[direction.changed].at <= start)
    {
        direction.delay->SetDelay(direction.changes[direction.changed++].delay);
    }
    if (Pass(frame, LinkPacket::ETHERNET, direction, start) == 0)
    {
        return std::nullopt;
    }
    return GetArrival(direction, sent, frame.GetSize());
}

bool
Net8LinkConditions::IsPlain(bool up) const
{
    const auto& direction = m_directions[up ? 0 : 1];
    return m_jitter.IsZero() && !direction.loss && !m_idle && !direction.copies &&
           !direction.reorder && !direction.slots && m_blackHoleMtu == 0 && m_tunnelMtu == 0 &&
           !StopsUrgentData();
}

bool
Net8LinkConditions::MayBeCut() const
{
    const bool plain = m_duplicate == 0 && m_reorder == 0 && !HasSlots() && m_blackHoleMtu == 0;
    return m_jitter.IsZero() && m_idleTime.IsZero() && plain && m_tunnelMtu == 0 &&
           !StopsUrgentData();
}

bool
Net8LinkConditions::MayOvertake() const
{
    return m_mayOvertake || m_reorder > 0;
}

bool
Net8LinkConditions::StopsUrgentData() const
{
    return m_urgentData == UrgentData::CLEAR || m_urgentData == UrgentData::DROP;
}

bool
Net8LinkConditions::HandlesUrgentData() const
{
    return m_urgentData != UrgentData::UNUSED;
}

bool
Net8LinkConditions::MayChange() const
{
    return m_urgentData == UrgentData::CLEAR ||
           (m_idleTime.IsStrictlyPositive() && m_idleAction == IdleAction::NEW_PORT);
}

bool
Net8LinkConditions::MayDuplicate() const
{
    return m_duplicate > 0;
}

bool
Net8LinkConditions::MayAnswer() const
{
    const bool resets = m_idleAction == IdleAction::RESET || m_idleAction == IdleAction::RESET_BOTH;
    return m_tunnelMtu > 0 || (m_idleTime.IsStrictlyPositive() && resets);
}

bool
Net8LinkConditions::DoesAnything() const
{
    return !MayBeCut() || m_burstRate > 0 || m_p13 > 0 || m_p14 > 0;
}

bool
Net8LinkConditions::HasSlots() const
{
    return m_slotMin.IsStrictlyPositive() || m_slotMax.IsStrictlyPositive();
}

bool
Net8LinkConditions::HasFirewall() const
{
    return m_idle != nullptr;
}

uint64_t
Net8LinkConditions::GetLost(bool up) const
{
    const auto& direction = m_directions[up ? 0 : 1];
    const auto passed = std::ranges::upper_bound(direction.doomed, ToChrono(Simulator::Now()));
    return direction.lost + static_cast<uint64_t>(passed - direction.doomed.begin());
}

uint64_t
Net8LinkConditions::GetDoomed(bool up) const
{
    const auto& direction = m_directions[up ? 0 : 1];
    return direction.lost + direction.doomed.size();
}

void
Net8LinkConditions::AddCounters(const std::string& link, std::map<std::string, uint64_t>& out) const
{
    for (const bool up : {true, false})
    {
        const auto& direction = m_directions[up ? 0 : 1];
        const std::string on = (up ? "_up_on_" : "_down_on_") + link;
        for (const auto& [name, count] : {std::pair("packets_duplicated", direction.duplicated),
                                          std::pair("packets_reordered", direction.reordered),
                                          std::pair("packets_too_big", direction.oversized),
                                          std::pair("urgent_segments_stopped", direction.urgent)})
        {
            AddCount(name + on, count, out);
        }
    }
    if (m_idle)
    {
        m_idle->AddCounters(link, out);
    }
}

int64_t
Net8LinkConditions::AssignStreams(int64_t stream)
{
    for (const bool up : {true, false})
    {
        const auto own = StreamOf(stream, up ? "up" : "down");
        auto& direction = m_directions[up ? 0 : 1];
        direction.jitters->SetStream(StreamOf(own, "jitter"));
        direction.losses->SetStream(StreamOf(own, "losses"));
        direction.twins->SetStream(StreamOf(own, "duplicates"));
        direction.orders->SetStream(StreamOf(own, "order"));
        direction.starts->SetStream(StreamOf(own, "slots"));
    }
    return 10;
}

} // namespace ns3::net8
