// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-clock.h"

#include "net8-ethernet-net-device.h"
#include "net8-stage-line.h"
#include "net8-stage-router.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @param arrival a packet
 * @return what decides on its place
 */
auto
GetKey(const Net8StageClock::Arrival& arrival)
{
    const auto& rank = arrival.rank;
    return std::tie(arrival.at, arrival.sent, rank.cause, rank.order, rank.within);
}

/**
 * @param one a packet
 * @param other another one
 * @return true if the other one comes first, as heaps want it
 */
bool
IsLater(const Net8StageClock::Arrival& one, const Net8StageClock::Arrival& other)
{
    return GetKey(one) > GetKey(other);
}

} // namespace

Net8StageClock::Net8StageClock() = default;

Net8StageClock::~Net8StageClock() = default;

void
Net8StageClock::Expect(Arrival arrival)
{
    const auto delay = arrival.at - Simulator::Now();
    Simulator::ScheduleWithContext(arrival.node, delay, &Net8StageClock::Next, this);
    m_due.push_back(std::move(arrival));
    std::ranges::push_heap(m_due, IsLater);
}

void
Net8StageClock::Next()
{
    std::ranges::pop_heap(m_due, IsLater);
    const auto arrival = std::move(m_due.back());
    m_due.pop_back();
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

FifoStage::Time
Net8StageClock::GetSent() const
{
    return m_busy ? FifoStage::Time(m_sent.GetNanoSeconds()) : GetNow();
}

FifoStage::Time
Net8StageClock::GetNow()
{
    return FifoStage::Time(Simulator::Now().GetNanoSeconds());
}

Net8StageClock::Rank
Net8StageClock::Follow(const FifoStage::Departure& departure, Rank& before)
{
    before.cause = NanoSeconds(departure.cause.count());
    if (!departure.waited)
    {
        before.order = m_busy ? m_order : m_next;
        before.within = m_next++;
    }
    return before;
}

Net8StageClock::Rank
Net8StageClock::Begin(std::optional<Time> before)
{
    // What a timer or an application begins was scheduled no earlier than what began before it.
    const auto now = Simulator::Now();
    const auto least = m_begun == now ? m_lastCause : Time::Min();
    const auto known = before.value_or(m_busy ? m_sent : least);
    m_begun = now;
    m_lastCause = std::max(known, least);
    const auto number = m_next++;
    return {.cause = m_lastCause, .order = number, .within = number};
}

} // namespace ns3::net8
