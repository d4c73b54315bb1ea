// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-schedule.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Print a time.
 *
 * @param at a time
 * @return the time as text
 */
std::string
Tell(std::chrono::nanoseconds at)
{
    return std::to_string(at.count()) + " ns";
}

} // namespace

std::string
LinkSchedule::Check(const std::vector<Change>& changes, const std::vector<Outage>& outages)
{
    if (changes.empty() || changes.front().at.count() != 0)
    {
        return "A link needs a rate and a delay from time 0 on.";
    }
    for (const auto& change : changes)
    {
        if (change.bitsPerSecond == 0 || change.delay.count() < 0)
        {
            return "From " + Tell(change.at) +
                   " on the link has a rate of 0 or a negative delay; a link that passes nothing "
                   "is "
                   "one that is down.";
        }
    }
    const auto late =
        std::ranges::adjacent_find(changes, [](const Change& one, const Change& next) {
            return next.at <= one.at;
        });
    if (late != changes.end())
    {
        return "The change at " + Tell(std::next(late)->at) + " is not later than the one before.";
    }
    auto free = std::chrono::nanoseconds::min();
    for (const auto& outage : outages)
    {
        if (outage.from < free || outage.to <= outage.from)
        {
            return "The outage from " + Tell(outage.from) + " to " + Tell(outage.to) +
                   " ends before it begins, or begins before the end of the one before.";
        }
        free = outage.to;
    }
    return {};
}

LinkSchedule::LinkSchedule(std::vector<Change> changes, std::vector<Outage> outages)
    : m_changes(std::move(changes)),
      m_outages(std::move(outages))
{
}

const LinkSchedule::Change&
LinkSchedule::Get(std::chrono::nanoseconds at) const
{
    const auto next = std::ranges::upper_bound(m_changes, at, {}, &Change::at);
    return next == m_changes.begin() ? *next : *std::prev(next);
}

bool
LinkSchedule::IsUp(std::chrono::nanoseconds at) const
{
    const auto next = std::ranges::upper_bound(m_outages, at, {}, &Outage::from);
    return next == m_outages.begin() || at >= std::prev(next)->to;
}

} // namespace ns3::net8
