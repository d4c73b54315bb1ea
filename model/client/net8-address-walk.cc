// SPDX-License-Identifier: GPL-2.0-only
#include "net8-address-walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @param given a duration set in the descriptor, if any
 * @param otherwise the value to use if it is not set
 * @return the value that applies
 */
Time
Choose(const std::optional<Duration>& given, Time otherwise)
{
    return given ? MilliSeconds(static_cast<int64_t>(given->milliseconds)) : otherwise;
}

/**
 * @param a a limit; 0 means none
 * @param b another limit
 * @return the shorter of them
 */
Time
Shorter(Time a, Time b)
{
    if (a.IsZero() || b.IsZero())
    {
        return std::max(a, b);
    }
    return std::min(a, b);
}

/**
 * @param elements elements of a descriptor
 * @return pointers to them, in the same order
 */
template <typename T>
std::vector<const T*>
PointersTo(const std::vector<T>& elements)
{
    std::vector<const T*> pointers;
    for (const auto& element : elements)
    {
        pointers.push_back(&element);
    }
    return pointers;
}

} // namespace

Net8AddressWalk::Net8AddressWalk(const ConnectDescriptor& descriptor,
                                 const Limits& limits,
                                 Resolver resolver,
                                 Draw draw)
    : m_descriptor(descriptor),
      m_limits(limits),
      m_resolver(std::move(resolver)),
      m_draw(std::move(draw))
{
}

Net8AddressWalk::Limits
Net8AddressWalk::GetLimits(const ConnectDescription& description) const
{
    Limits limits;
    limits.connectTimeout = Choose(description.connectTimeout, m_limits.connectTimeout);
    // CONNECT_TIMEOUT alone covers the TCP connect, too; it replaces the driver's own default.
    const bool both = description.connectTimeout && !description.transportConnectTimeout;
    limits.transportConnectTimeout =
        both
            ? limits.connectTimeout
            : Shorter(Choose(description.transportConnectTimeout, m_limits.transportConnectTimeout),
                      limits.connectTimeout);
    limits.retryCount = m_limits.retryCount;
    limits.retryDelay = m_limits.retryDelay;
    if (!m_limits.always)
    {
        limits.retryCount = description.retryCount.value_or(m_limits.retryCount);
        limits.retryDelay = Choose(description.retryDelay, m_limits.retryDelay);
    }
    return limits;
}

bool
Net8AddressWalk::TakesPart(uint32_t pass, const ConnectDescription& description) const
{
    return pass <= GetLimits(description).retryCount;
}

template <typename T>
void
Net8AddressWalk::Arrange(std::vector<T>& elements, bool shuffle, bool failover) const
{
    for (std::size_t left = elements.size(); shuffle && left > 1; --left)
    {
        std::swap(elements[left - 1], elements[m_draw(static_cast<uint32_t>(left))]);
    }
    if (!failover && elements.size() > 1)
    {
        elements.resize(1);
    }
}

std::vector<Net8AddressWalk::Step>
Net8AddressWalk::Expand(const ConnectDescription& description, const AddressList& list) const
{
    const auto limits = GetLimits(description);
    std::vector<Step> steps;
    for (const auto& address : list.addresses)
    {
        if (!address.IsOnTcp() && !address.IsOnLan())
        {
            continue;
        }
        Step step{.pass = m_passes,
                  .description = &description,
                  .address = &address,
                  .ip = std::nullopt,
                  .wait = Time(0),
                  .transportConnectTimeout = limits.transportConnectTimeout,
                  .connectTimeout = limits.connectTimeout};
        const auto found = m_resolver(address.GetHostName());
        if (found.empty())
        {
            steps.push_back(step);
        }
        for (const auto& ip : found)
        {
            step.ip = ip;
            steps.push_back(step);
        }
    }
    return steps;
}

void
Net8AddressWalk::AddDescription(const ConnectDescription& description)
{
    const auto& options = description.options;
    const bool routed = options.sourceRoute.value_or(false);
    auto lists = PointersTo(description.addressLists);
    Arrange(lists,
            !routed && ConnectDescriptor::GetLoadBalance(options),
            !routed && ConnectDescriptor::GetFailover(options));
    for (const auto* list : lists)
    {
        const auto& own = list->options;
        const bool hops = routed || own.sourceRoute.value_or(false);
        auto steps = Expand(description, *list);
        Arrange(steps,
                !hops && own.loadBalance.value_or(options.loadBalance.value_or(false)),
                !hops && own.failover.value_or(options.failover.value_or(true)));
        m_pass.insert(m_pass.end(), steps.begin(), steps.end());
    }
}

void
Net8AddressWalk::StartPass()
{
    m_pass.clear();
    m_next = 0;
    std::vector<const ConnectDescription*> descriptions;
    Time wait;
    for (const auto& description : m_descriptor.descriptions)
    {
        if (TakesPart(m_passes, description))
        {
            descriptions.push_back(&description);
            wait = std::max(wait, GetLimits(description).retryDelay);
        }
    }
    const bool routed = m_descriptor.options.sourceRoute.value_or(false);
    Arrange(descriptions,
            m_descriptor.isList && !routed && m_descriptor.GetLoadBalance(),
            !routed && ConnectDescriptor::GetFailover(m_descriptor.options));
    for (const auto* description : descriptions)
    {
        AddDescription(*description);
    }
    if (m_passes > 0 && !m_pass.empty())
    {
        m_pass.front().wait = wait;
    }
    ++m_passes;
}

std::optional<Net8AddressWalk::Step>
Net8AddressWalk::Next()
{
    if (m_next == m_pass.size())
    {
        StartPass();
    }
    return m_next < m_pass.size() ? std::optional(m_pass[m_next++]) : std::nullopt;
}

Time
Net8AddressWalk::GetGiveUpTime() const
{
    // Passes with the same descriptions take equally long, so one pass of each kind is walked.
    std::set<uint32_t> starts{0, 1};
    uint32_t last = 0;
    for (const auto& description : m_descriptor.descriptions)
    {
        const uint32_t count = GetLimits(description).retryCount;
        starts.insert(count + 1);
        last = std::max(last, count);
    }
    Net8AddressWalk walk(m_descriptor, m_limits, m_resolver, [](uint32_t below) {
        return below - 1;
    });
    Time sum;
    for (auto start = starts.begin(); start != starts.end() && *start <= last; ++start)
    {
        walk.m_passes = *start;
        walk.StartPass();
        Time pass;
        for (const auto& step : walk.m_pass)
        {
            pass += step.wait + (step.ip ? step.transportConnectTimeout : Time(0));
        }
        const auto next = std::next(start);
        sum += pass * static_cast<int64_t>((next == starts.end() ? last + 1 : *next) - *start);
    }
    return sum;
}

} // namespace ns3::net8
