// SPDX-License-Identifier: GPL-2.0-only
#include "net8-correlated-draw.h"

#include <utility>

namespace ns3::net8
{

CorrelatedDraw::CorrelatedDraw(LinkDraw draw, double correlation)
    : m_draw(std::move(draw)),
      m_rho(ToNetemShare(correlation))
{
    if (m_rho != 0)
    {
        m_last = m_draw();
    }
}

uint32_t
CorrelatedDraw::Next()
{
    const uint64_t value = m_draw();
    if (m_rho == 0)
    {
        return static_cast<uint32_t>(value);
    }
    // Both products together stay below 2^64: the weights add up to 2^32.
    const uint64_t weight = uint64_t{m_rho} + 1;
    m_last = static_cast<uint32_t>((value * ((1ULL << 32) - weight) + m_last * weight) >> 32);
    return m_last;
}

} // namespace ns3::net8
