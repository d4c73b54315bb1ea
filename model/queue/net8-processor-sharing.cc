// SPDX-License-Identifier: GPL-2.0-only
#include "net8-processor-sharing.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

Net8ProcessorSharing::Net8ProcessorSharing() = default;

Net8ProcessorSharing::Uint128
Net8ProcessorSharing::Scale(Uint128 value, Uint128 factor, Uint128 divisor)
{
    const Uint128 whole = value / divisor;
    if (whole > LIMIT / factor)
    {
        return LIMIT;
    }
    return whole * factor + value % divisor * factor / divisor;
}

int64_t
Net8ProcessorSharing::ToTicks(Uint128 value)
{
    const auto half = Uint128{1} << (FRACTION_BITS - 1);
    return static_cast<int64_t>((value + half) >> FRACTION_BITS);
}

void
Net8ProcessorSharing::Configure(const Settings& settings)
{
    m_settings = settings;
    UpdateRate();
}

void
Net8ProcessorSharing::UpdateRate()
{
    const Uint128 jobs = m_order.size();
    const Uint128 cores = m_settings.cores;
    if (jobs <= cores)
    {
        m_rateAbove = 1;
        m_rateBelow = 1;
        return;
    }
    m_rateAbove = cores;
    m_rateBelow = jobs;
    if (m_settings.switchCost > 0)
    {
        const Uint128 cost = m_settings.switchCost;
        const Uint128 growth = cost * m_settings.switchGrowth * (jobs - cores) / (cores * BILLION);
        m_rateAbove *= m_settings.quantum;
        m_rateBelow *= m_settings.quantum + std::min(cost + growth, SWITCH_MAX);
    }
}

Net8ProcessorSharing::Uint128
Net8ProcessorSharing::ProgressIn(Uint128 span) const
{
    return Scale(span, m_rateAbove, m_rateBelow);
}

Net8ProcessorSharing::Uint128
Net8ProcessorSharing::EndOfFirst() const
{
    const Uint128 end = m_order.begin()->first;
    if (end <= m_virtual)
    {
        return m_clock;
    }
    return m_clock + Scale(end - m_virtual, m_rateBelow, m_rateAbove);
}

void
Net8ProcessorSharing::Pass(Uint128 until, Uint128 progress)
{
    if (until > m_clock)
    {
        m_busy += (until - m_clock) * GetCoresInUse();
        m_clock = until;
    }
    m_virtual += progress;
    m_workDone += progress * m_order.size();
}

std::vector<Net8ProcessorSharing::JobId>
Net8ProcessorSharing::Advance(int64_t now)
{
    std::vector<JobId> ended;
    const Uint128 until = static_cast<Uint128>(now) << FRACTION_BITS;
    if (m_stopped)
    {
        m_clock = std::max(m_clock, until);
        return ended;
    }
    while (!m_order.empty())
    {
        const Uint128 end = EndOfFirst();
        if (end > until + TOLERANCE)
        {
            break;
        }
        const auto [target, job] = *m_order.begin();
        Pass(end, target > m_virtual ? target - m_virtual : 0);
        Remove(job);
        ended.push_back(job);
    }
    if (until > m_clock)
    {
        Pass(until, ProgressIn(until - m_clock));
    }
    return ended;
}

void
Net8ProcessorSharing::SetStopped(bool stopped)
{
    m_stopped = stopped;
}

void
Net8ProcessorSharing::Add(JobId job, int64_t work, uint64_t speed)
{
    const auto ticks = static_cast<Uint128>(std::max<int64_t>(work, 0));
    const Uint128 end = m_virtual + Scale(ticks << FRACTION_BITS, BILLION, speed);
    m_endOf.emplace(job, end);
    m_order.emplace(end, job);
    UpdateRate();
}

bool
Net8ProcessorSharing::Remove(JobId job)
{
    if (m_leftOf.erase(job) > 0)
    {
        return true;
    }
    const auto found = m_endOf.find(job);
    if (found == m_endOf.end())
    {
        return false;
    }
    m_order.erase({found->second, job});
    m_endOf.erase(found);
    UpdateRate();
    return true;
}

void
Net8ProcessorSharing::SetSuspended(JobId job, bool suspended)
{
    const auto end = m_endOf.find(job);
    const auto left = m_leftOf.find(job);
    if (suspended && end != m_endOf.end())
    {
        const Uint128 work = end->second > m_virtual ? end->second - m_virtual : 0;
        Remove(job);
        m_leftOf.emplace(job, work);
    }
    else if (!suspended && left != m_leftOf.end())
    {
        m_endOf.emplace(job, m_virtual + left->second);
        m_order.emplace(m_virtual + left->second, job);
        m_leftOf.erase(left);
        UpdateRate();
    }
}

void
Net8ProcessorSharing::Clear()
{
    m_leftOf.clear();
    m_order.clear();
    m_endOf.clear();
    UpdateRate();
}

std::optional<int64_t>
Net8ProcessorSharing::GetNextEnd() const
{
    if (m_stopped || m_order.empty())
    {
        return std::nullopt;
    }
    const Uint128 oneLess = (Uint128{1} << FRACTION_BITS) - 1;
    const Uint128 end = EndOfFirst();
    const Uint128 tick = end <= TOLERANCE ? 0 : (end - TOLERANCE + oneLess) >> FRACTION_BITS;
    if (tick > static_cast<Uint128>(std::numeric_limits<int64_t>::max()))
    {
        return std::nullopt;
    }
    return static_cast<int64_t>(tick);
}

std::size_t
Net8ProcessorSharing::GetSize() const
{
    return m_order.size();
}

uint32_t
Net8ProcessorSharing::GetCoresInUse() const
{
    if (m_stopped)
    {
        return 0;
    }
    return static_cast<uint32_t>(std::min<std::size_t>(m_order.size(), m_settings.cores));
}

int64_t
Net8ProcessorSharing::GetBusy(int64_t now) const
{
    const Uint128 until = static_cast<Uint128>(now) << FRACTION_BITS;
    const Uint128 span = until > m_clock ? until - m_clock : 0;
    return ToTicks(m_busy + span * GetCoresInUse());
}

int64_t
Net8ProcessorSharing::GetWorkDone(int64_t now) const
{
    const Uint128 until = static_cast<Uint128>(now) << FRACTION_BITS;
    const Uint128 span = until > m_clock && !m_stopped ? until - m_clock : 0;
    return ToTicks(m_workDone + ProgressIn(span) * m_order.size());
}

} // namespace ns3::net8
