// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-change.h"

#include "net8-network-link.h"

#include "ns3/string.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NetworkChange);

TypeId
Net8NetworkChange::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8NetworkChange")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8NetworkChange>()
            .AddAttribute("Link",
                          "Name of the link; empty: the only one.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NetworkChange::m_link),
                          MakeStringChecker())
            .AddAttribute("At",
                          "When it changes.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8NetworkChange::m_at),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Rate",
                          "Rate from then on, down and up; 0: as it is.",
                          DataRateValue(DataRate("0bps")),
                          MakeDataRateAccessor(&Net8NetworkChange::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("RateUp",
                          "Rate up; 0: as Rate.",
                          DataRateValue(DataRate("0bps")),
                          MakeDataRateAccessor(&Net8NetworkChange::m_rateUp),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay from then on, down and up; negative: as it is.",
                          TimeValue(Seconds(-1)),
                          MakeTimeAccessor(&Net8NetworkChange::m_delay),
                          MakeTimeChecker(Seconds(-1)))
            .AddAttribute("DelayUp",
                          "Propagation delay up; negative: as Delay.",
                          TimeValue(Seconds(-1)),
                          MakeTimeAccessor(&Net8NetworkChange::m_delayUp),
                          MakeTimeChecker(Seconds(-1)));
    return tid;
}

Net8NetworkChange::Net8NetworkChange() = default;
Net8NetworkChange::~Net8NetworkChange() = default;

const std::string&
Net8NetworkChange::GetLink() const
{
    return m_link;
}

bool
Net8NetworkChange::ChangesDelay() const
{
    return !m_delay.IsStrictlyNegative() || !m_delayUp.IsStrictlyNegative();
}

Time
Net8NetworkChange::GetAt() const
{
    return m_at;
}

EventId
Net8NetworkChange::Schedule(const Ptr<Net8NetworkLink>& link) const
{
    return link->ScheduleChange({.at = m_at,
                                 .rateUp = m_rateUp.GetBitRate() > 0 ? m_rateUp : m_rate,
                                 .rateDown = m_rate,
                                 .delayUp = m_delayUp.IsStrictlyNegative() ? m_delay : m_delayUp,
                                 .delayDown = m_delay});
}

} // namespace ns3::net8
