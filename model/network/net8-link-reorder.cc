// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-reorder.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

LinkReorder::LinkReorder(const Settings& settings, LinkDraw draw)
    : m_random(std::move(draw), settings.correlation),
      m_share(ToNetemShare(settings.rate)),
      m_gap(std::max(1U, settings.gap))
{
}

bool
LinkReorder::IsNextAtOnce()
{
    // Within the gap netem draws nothing.
    if (m_delayed < m_gap - 1 || m_share < m_random.Next())
    {
        ++m_delayed;
        return false;
    }
    m_delayed = 0;
    return true;
}

} // namespace ns3::net8
