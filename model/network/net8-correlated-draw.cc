// SPDX-License-Identifier: GPL-2.0-only
#include "net8-correlated-draw.h"

#include <utility>

namespace ns3::net8
{

CorrelatedDraw::CorrelatedDraw(LinkDraw draw, double correlation)
    : m_draw(std::move(draw)),
      m_rho(ToNetemShare(correlation))
{
}

uint32_t
CorrelatedDraw::Next()
{
    if (m_rho == 0)
    {
        return m_draw();
    }
    // netem draws this one at set-up; here the random number streams are not yet assigned at that
    // point.
    if (!m_last)
    {
        m_last = m_draw();
    }
    const uint64_t value = m_draw();
    // Both products together stay below 2^64: the weights add up to 2^32.
    const uint64_t weight = uint64_t{m_rho} + 1;
    m_last = static_cast<uint32_t>((value * ((1ULL << 32) - weight) + *m_last * weight) >> 32);
    return *m_last;
}

} // namespace ns3::net8
