// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-watch.h"

#include "ns3/net8-stage-clock.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Apply the changes that have happened.
 *
 * @param pending future changes, in order
 * @param when returns when a change happens
 * @param present changes before this moment have happened
 * @param take called with each of them
 */
template <typename Change, typename When, typename Take>
void
TakePast(std::deque<Change>& pending,
         const When& when,
         const Net8StageWatch::Moment& present,
         const Take& take)
{
    while (!pending.empty() && when(pending.front()) < present)
    {
        take(pending.front());
        pending.pop_front();
    }
}

} // namespace

Net8StageWatch::Net8StageWatch(Reader reader)
    : m_read(std::move(reader))
{
}

Net8StageWatch::~Net8StageWatch() = default;

Net8StageWatch::Moment
Net8StageWatch::GetPresent()
{
    return {.at = Net8StageClock::GetNow(), .origin = Net8EventHeap::Get()->GetOrigin()};
}

void
Net8StageWatch::Send(const Sent& sent)
{
    Tidy();
    if (sent.waited)
    {
        m_entrances.push_back({.at = sent.came, .bytes = sent.bytes});
    }
    m_begins.push_back(
        {.at = sent.began, .end = sent.end, .bytes = sent.bytes, .waited = sent.waited});
}

void
Net8StageWatch::Drop(const Moment& moment)
{
    Tidy();
    m_drops.push_back(moment);
}

void
Net8StageWatch::Lose(const Moment& moment)
{
    Tidy();
    if (moment <= GetPresent())
    {
        // It is lost on arrival, while others, still to come, are lost when they begin to be sent.
        ++m_counters.lost;
        return;
    }
    m_losses.push_back(moment);
}

void
Net8StageWatch::Arrive(const Moment& moment, const Packet& frame)
{
    Tidy();
    if (const auto payload = m_read(frame); payload.bytes > 0)
    {
        m_arrivals.push_back({.at = moment, .payload = payload});
    }
}

void
Net8StageWatch::Tidy()
{
    Count({.at = Net8StageClock::GetNow(), .origin = {.known = Nanos::min()}});
}

void
Net8StageWatch::Count(const Moment& present)
{
    const auto when = [](const auto& change) { return change.at; };
    const auto self = [](const Moment& moment) { return moment; };
    TakePast(m_entrances, when, present, [this](const auto& entrance) {
        ++m_counters.queuePackets;
        m_counters.queueBytes += entrance.bytes;
    });
    TakePast(m_begins, when, present, [this](const auto& begin) {
        m_counters.queuePackets -= begin.waited ? 1 : 0;
        m_counters.queueBytes -= begin.waited ? begin.bytes : 0;
        m_counters.sentBytes += begin.bytes;
        m_busy += m_end - m_start;
        m_start = begin.at.at;
        m_end = begin.end;
    });
    TakePast(m_drops, self, present, [this](const auto&) { ++m_counters.dropped; });
    TakePast(m_losses, self, present, [this](const auto&) { ++m_counters.lost; });
    TakePast(m_arrivals, when, present, [this](const auto& arrival) {
        m_counters.goodput[arrival.payload.group] += arrival.payload.bytes;
    });
}

const Net8StageWatch::Counters&
Net8StageWatch::Look()
{
    const auto present = GetPresent();
    Count(present);
    m_counters.busy = m_busy + std::min(m_end, present.at) - m_start;
    return m_counters;
}

} // namespace ns3::net8
