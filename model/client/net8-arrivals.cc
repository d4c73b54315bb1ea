// SPDX-License-Identifier: GPL-2.0-only
#include "net8-arrivals.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Arrivals);

namespace
{

/// First random stream of arrivals; other objects number theirs from 0.
/// Largest number of clients in a group.
constexpr uint32_t COUNT_MAX = 1'000'000;

} // namespace

TypeId
Net8Arrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Arrivals")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Arrivals>()
            .AddAttribute("Count",
                          "Number of clients.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Arrivals::m_count),
                          MakeUintegerChecker<uint32_t>(1, COUNT_MAX))
            .AddAttribute("Hosts",
                          "Number of hosts, to which the clients go in turn; 0: one for each "
                          "client.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Arrivals::m_hosts),
                          MakeUintegerChecker<uint32_t>(0, 32000))
            .AddAttribute("Site",
                          "Site of the hosts in the network; empty: the only one.",
                          StringValue(""),
                          MakeStringAccessor(&Net8Arrivals::m_site),
                          MakeStringChecker())
            .AddAttribute("Start",
                          "When the first client starts at the earliest.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Arrivals::m_start),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("StartSpacing",
                          "Time between the starts of two clients (spaced).",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Net8Arrivals::m_startSpacing),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Arrivals",
                          "When clients start: evenly spaced, all at once (batch), at random "
                          "(poisson), or at given times (file).",
                          EnumValue(Kind::SPACED),
                          MakeEnumAccessor<Kind>(&Net8Arrivals::m_kind),
                          MakeEnumChecker(Kind::SPACED,
                                          "spaced",
                                          Kind::BATCH,
                                          "batch",
                                          Kind::POISSON,
                                          "poisson",
                                          Kind::FILE,
                                          "file"))
            .AddAttribute("ArrivalRate",
                          "Mean number of clients that start in a second (poisson).",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Net8Arrivals::m_rate),
                          MakeDoubleChecker<double>(1e-6, 1e9));
    return tid;
}

Net8Arrivals::Net8Arrivals() = default;
Net8Arrivals::~Net8Arrivals() = default;

void
Net8Arrivals::SetTimes(std::vector<Time> times)
{
    m_times = std::move(times);
    std::ranges::sort(m_times);
}

uint32_t
Net8Arrivals::GetCount() const
{
    return m_kind == Kind::FILE ? static_cast<uint32_t>(m_times.size()) : m_count;
}

uint32_t
Net8Arrivals::GetHosts() const
{
    return m_hosts == 0 ? GetCount() : std::min(m_hosts, GetCount());
}

const std::string&
Net8Arrivals::GetSite() const
{
    return m_site;
}

std::vector<Time>
Net8Arrivals::DrawPoisson(int64_t stream) const
{
    auto gap = CreateObject<ExponentialRandomVariable>();
    gap->SetAttribute("Mean", DoubleValue(1 / m_rate));
    gap->SetStream(stream);
    std::vector<Time> times;
    Time next;
    for (uint32_t i = 0; i < m_count; ++i)
    {
        next += Seconds(gap->GetValue());
        times.push_back(next);
    }
    return times;
}

std::vector<Time>
Net8Arrivals::Draw(int64_t stream) const
{
    std::vector<Time> times = m_times;
    if (m_kind == Kind::POISSON)
    {
        times = DrawPoisson(stream);
    }
    else if (m_kind != Kind::FILE)
    {
        times.clear();
        const Time spacing = m_kind == Kind::SPACED ? m_startSpacing : Time(0);
        for (uint32_t i = 0; i < m_count; ++i)
        {
            times.push_back(spacing * static_cast<int64_t>(i));
        }
    }
    for (auto& time : times)
    {
        time += m_start;
    }
    return times;
}

} // namespace ns3::net8
