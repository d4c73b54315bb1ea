// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-clock.h"

#include "net8-ethernet-net-device.h"
#include "net8-stage-line.h"
#include "net8-stage-router.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace ns3::net8
{

bool
Net8StageClock::Due::operator>(const Due& other) const
{
    return std::tie(at, sent, rank.cause, rank.order, rank.within) >
           std::tie(other.at, other.sent, other.rank.cause, other.rank.order, other.rank.within);
}

Net8StageClock::Net8StageClock() = default;

Net8StageClock::~Net8StageClock() = default;

void
Net8StageClock::Expect(Arrival arrival)
{
    Simulator::ScheduleWithContext(arrival.node,
                                   NanoSeconds((arrival.at - GetNow()).count()),
                                   &Net8StageClock::Next,
                                   this);
    if (m_free.empty())
    {
        m_free.push_back(static_cast<uint32_t>(m_slots.size()));
        m_slots.emplace_back();
    }
    const auto slot = m_free.back();
    m_free.pop_back();
    m_due.push_back({arrival.at, arrival.sent, arrival.rank, slot});
    std::ranges::push_heap(m_due, std::greater<>());
    m_slots.at(slot) = std::move(arrival);
}

Net8StageClock::Arrival
Net8StageClock::TakeFirst()
{
    std::ranges::pop_heap(m_due, std::greater<>());
    const auto slot = m_due.back().slot;
    m_due.pop_back();
    m_free.push_back(slot);
    return std::exchange(m_slots.at(slot), {});
}

void
Net8StageClock::Next()
{
    const auto arrival = TakeFirst();
    const bool tied = !m_due.empty() && m_due.front().at == arrival.at;
    if (!tied && m_anew != arrival.at)
    {
        Deliver(arrival);
        return;
    }
    m_anew = arrival.at;
    Simulator::ScheduleWithContext(arrival.node, Time(0), &Net8StageClock::Deliver, this, arrival);
}

void
Net8StageClock::Deliver(const Arrival& arrival)
{
    m_sent = arrival.sent;
    m_order = arrival.rank.order;
    m_busy = true;
    if (arrival.device)
    {
        arrival.device->Receive(arrival.frame);
    }
    else
    {
        arrival.line->GetFar().TakeFromLine(arrival);
    }
    m_busy = false;
}

Net8StageClock::Nanos
Net8StageClock::GetSent() const
{
    return m_busy ? m_sent : GetNow();
}

Net8StageClock::Nanos
Net8StageClock::GetNow()
{
    return Nanos(Simulator::Now().GetNanoSeconds());
}

Net8StageClock::Rank
Net8StageClock::Follow(const FifoStage::Departure& departure, Rank& before)
{
    before.cause = departure.cause;
    if (!departure.waited)
    {
        before.order = m_busy ? m_order : m_next;
        before.within = m_next++;
    }
    return before;
}

Net8StageClock::Rank
Net8StageClock::Begin(std::optional<Nanos> before)
{
    // What a timer or an application begins was scheduled no earlier than what began before it.
    const auto now = GetNow();
    const auto least = m_begun == now ? m_lastCause : Nanos::min();
    const auto known = before.value_or(m_busy ? m_sent : least);
    m_begun = now;
    m_lastCause = std::max(known, least);
    const auto number = m_next++;
    return {.cause = m_lastCause, .order = number, .within = number};
}

} // namespace ns3::net8
