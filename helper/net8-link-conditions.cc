// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-conditions.h"

#include "net8-add-count.h"
#include "net8-link-packet.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-four-state-loss.h"
#include "ns3/net8-gilbert-elliott-loss.h"
#include "ns3/net8-stream-name.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LinkConditions);

namespace
{

/**
 * @param random source of random numbers
 * @return the same source, for code that knows no ns-3
 */
LinkDraw
MakeDraw(const Ptr<UniformRandomVariable>& random)
{
    return [random] { return random->GetInteger(0, std::numeric_limits<uint32_t>::max()); };
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
                          MakeEnumAccessor<Direction>(&Net8LinkConditions::m_jitterWay),
                          MakeEnumChecker(Direction::BOTH,
                                          "both",
                                          Direction::UP,
                                          "up",
                                          Direction::DOWN,
                                          "down"))
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
            .AddAttribute("IdleTime",
                          "Silence after which a firewall on the link forgets a connection; 0: "
                          "there is none.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8LinkConditions::m_idleTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("IdleAction",
                          "What becomes of packets of a connection that was forgotten: they are "
                          "dropped, answered with a RST, or, if they go up, take it up again.",
                          EnumValue(IdleAction::DROP),
                          MakeEnumAccessor<IdleAction>(&Net8LinkConditions::m_idleAction),
                          MakeEnumChecker(IdleAction::DROP,
                                          "drop",
                                          IdleAction::RESET,
                                          "reset",
                                          IdleAction::PICK_UP,
                                          "pick_up"));
    return tid;
}

Net8LinkConditions::Net8LinkConditions()
{
    for (auto& way : m_ways)
    {
        way.jitters = CreateObject<UniformRandomVariable>();
        way.losses = CreateObject<UniformRandomVariable>();
    }
}

Net8LinkConditions::~Net8LinkConditions() = default;

void
Net8LinkConditions::Begin(Time up, Time down, Direction lossy)
{
    for (const bool first : {true, false})
    {
        auto& way = m_ways[first ? 0 : 1];
        const auto own = first ? Direction::UP : Direction::DOWN;
        const bool here = lossy == Direction::BOTH || lossy == own;
        const bool varies = m_jitterWay == Direction::BOTH || m_jitterWay == own;
        way.delay = std::make_unique<LinkDelay>(
            LinkDelay::Settings{.delay = ToChrono(first ? up : down),
                                .jitter = ToChrono(varies ? m_jitter : Time()),
                                .correlation = m_correlation,
                                .kind = m_table,
                                .mayOvertake = m_mayOvertake,
                                .likeNetem = m_likeNetem},
            MakeDraw(way.jitters));
        if (m_burstRate > 0 && here)
        {
            way.loss = std::make_unique<GilbertElliottLoss>(
                MakeDraw(way.losses),
                GilbertElliottLoss::Settings{.p = m_burstRate,
                                             .r = 1 / m_burstLength,
                                             .badLoss = m_burstLoss});
        }
        else if ((m_p13 > 0 || m_p14 > 0) && here)
        {
            way.loss = std::make_unique<FourStateLoss>(MakeDraw(way.losses),
                                                       FourStateLoss::Settings{.p13 = m_p13,
                                                                               .p31 = m_p31,
                                                                               .p32 = m_p32,
                                                                               .p23 = m_p23,
                                                                               .p14 = m_p14});
        }
    }
    if (m_idleTime.IsStrictlyPositive())
    {
        m_flows = std::make_unique<IdleFlows>(ToChrono(m_idleTime));
    }
}

void
Net8LinkConditions::SetDelay(bool up, Time delay)
{
    m_ways[up ? 0 : 1].delay->SetDelay(ToChrono(delay));
}

std::optional<Time>
Net8LinkConditions::Take(const Ptr<const Packet>& packet, bool up, Time txTime, std::size_t header)
{
    auto& way = m_ways[up ? 0 : 1];
    const auto now = Simulator::Now();
    if (Loses(*packet, header, way, ToChrono(now)))
    {
        return std::nullopt;
    }
    return NanoSeconds(way.delay->GetArrival(ToChrono(now + txTime)).count()) - now;
}

bool
Net8LinkConditions::Loses(const Packet& packet,
                          std::size_t header,
                          Way& way,
                          std::chrono::nanoseconds now)
{
    if (!m_flows && !way.loss)
    {
        return false;
    }
    auto seen = LinkPacket::Read(packet, header);
    if (m_flows && seen.tcp)
    {
        const bool inside = &way == &m_ways[0];
        seen.tcp->syn = seen.tcp->syn || (inside && m_idleAction == IdleAction::PICK_UP);
        if (!m_flows->Pass(*seen.tcp, now))
        {
            // Computed hops, whose frames have Ethernet headers, have nobody who would take it.
            const bool answers =
                m_idleAction == IdleAction::RESET && !seen.tcp->rst && header == LinkPacket::PPP;
            m_answer = answers ? LinkPacket::MakeReset(packet) : nullptr;
            m_answered += answers ? 1 : 0;
            return true;
        }
    }
    const bool lost = way.loss && seen.transport && way.loss->LoseNext();
    if (lost)
    {
        way.doomed.push_back(now);
        const auto passed = std::ranges::upper_bound(way.doomed, ToChrono(Simulator::Now()));
        way.lost += static_cast<uint64_t>(passed - way.doomed.begin());
        way.doomed.erase(way.doomed.begin(), passed);
    }
    return lost;
}

Ptr<Packet>
Net8LinkConditions::TakeAnswer()
{
    return std::exchange(m_answer, nullptr);
}

void
Net8LinkConditions::Foresee(bool up, std::vector<DelayChange> changes)
{
    auto& way = m_ways[up ? 0 : 1];
    way.changes = std::move(changes);
    way.changed = 0;
}

std::optional<std::chrono::nanoseconds>
Net8LinkConditions::TakeAhead(const Packet& frame,
                              bool up,
                              std::chrono::nanoseconds start,
                              std::chrono::nanoseconds sent)
{
    auto& way = m_ways[up ? 0 : 1];
    while (way.changed < way.changes.size() && way.changes[way.changed].at <= start)
    {
        way.delay->SetDelay(way.changes[way.changed++].delay);
    }
    if (Loses(frame, LinkPacket::ETHERNET, way, start))
    {
        return std::nullopt;
    }
    return way.delay->GetArrival(sent);
}

bool
Net8LinkConditions::IsPlain(bool up) const
{
    return m_jitter.IsZero() && !m_ways[up ? 0 : 1].loss && !m_flows;
}

bool
Net8LinkConditions::MayBeCut() const
{
    return m_jitter.IsZero() && m_idleTime.IsZero();
}

bool
Net8LinkConditions::MayOvertake() const
{
    return m_mayOvertake;
}

bool
Net8LinkConditions::HasFirewall() const
{
    return m_flows != nullptr;
}

uint64_t
Net8LinkConditions::GetLost(bool up) const
{
    const auto& way = m_ways[up ? 0 : 1];
    const auto passed = std::ranges::upper_bound(way.doomed, ToChrono(Simulator::Now()));
    return way.lost + static_cast<uint64_t>(passed - way.doomed.begin());
}

uint64_t
Net8LinkConditions::GetDoomed(bool up) const
{
    const auto& way = m_ways[up ? 0 : 1];
    return way.lost + way.doomed.size();
}

void
Net8LinkConditions::AddCounters(const std::string& link, std::map<std::string, uint64_t>& out) const
{
    if (m_flows)
    {
        AddCount("connections_forgotten_on_" + link, m_flows->GetForgotten(), out);
        AddCount("segments_stopped_on_" + link, m_flows->GetStopped(), out);
        AddCount("segments_reset_on_" + link, m_answered, out);
    }
}

int64_t
Net8LinkConditions::AssignStreams(int64_t stream)
{
    for (const bool up : {true, false})
    {
        const auto own = StreamOf(stream, up ? "up" : "down");
        auto& way = m_ways[up ? 0 : 1];
        way.jitters->SetStream(StreamOf(own, "jitter"));
        way.losses->SetStream(StreamOf(own, "losses"));
    }
    return 4;
}

} // namespace ns3::net8
