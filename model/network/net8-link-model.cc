// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-model.h"

#include <utility>

namespace ns3::net8
{

LinkModel::LinkModel(LinkSchedule schedule,
                     const LinkDelay::Settings& delay,
                     LinkDraw draw,
                     std::unique_ptr<LinkLoss> loss)
    : m_schedule(std::move(schedule)),
      m_delay(delay, std::move(draw)),
      m_loss(std::move(loss))
{
}

uint64_t
LinkModel::GetRate(std::chrono::nanoseconds now) const
{
    return m_schedule.Get(now).bitsPerSecond;
}

LinkModel::Fate
LinkModel::Take(std::chrono::nanoseconds lastBitSent)
{
    if (m_loss && m_loss->LoseNext())
    {
        return {.lost = true};
    }
    m_delay.SetDelay(m_schedule.Get(lastBitSent).delay);
    const auto arrival = m_delay.GetArrival(lastBitSent);
    return {.lost = !m_schedule.IsUp(arrival), .delay = arrival - lastBitSent};
}

} // namespace ns3::net8
