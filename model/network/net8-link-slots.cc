// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-slots.h"

#include <limits>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @param most a number, or 0
 * @return the number; for 0 one that is never reached
 */
int64_t
OrAny(uint32_t most)
{
    return most > 0 ? most : std::numeric_limits<int64_t>::max();
}

} // namespace

LinkSlots::LinkSlots(const Settings& settings, LinkDraw draw)
    : m_settings(settings),
      m_draw(std::move(draw))
{
}

LinkSlots::Time
LinkSlots::GetDelivery(Time due, uint32_t bytes)
{
    if (m_slot < due)
    {
        Draw(due);
    }
    const auto delivery = m_slot;
    m_bytes -= bytes;
    if (--m_packets <= 0 || m_bytes <= 0)
    {
        Draw(delivery);
    }
    return delivery;
}

void
LinkSlots::Draw(Time now)
{
    const auto range = m_settings.most - m_settings.least;
    const double share =
        range > Time(0) ? m_draw() / (std::numeric_limits<uint32_t>::max() + 1.0) : 0;
    m_slot = now + m_settings.least +
             Time(static_cast<int64_t>(share * static_cast<double>(range.count())));
    m_packets = OrAny(m_settings.packets);
    m_bytes = OrAny(m_settings.bytes);
}

} // namespace ns3::net8
