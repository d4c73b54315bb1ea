// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lateness.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ns3::net8
{

void
Net8Lateness::Add(Nanos late)
{
    const auto time = static_cast<uint64_t>(std::max(late, Nanos(0)).count());
    // Below the number of parts each time has a span of its own.
    const auto shift = static_cast<uint32_t>(std::max<int>(std::bit_width(time / PARTS) - 1, 0));
    const auto span = time < PARTS ? time : shift * PARTS + (time >> shift);
    ++m_spans[std::min<uint64_t>(span, m_spans.size() - 1)];
    ++m_count;
    m_worst = std::max(m_worst, late);
}

Net8Lateness::Nanos
Net8Lateness::GetQuantile(double share) const
{
    const auto wanted = static_cast<uint64_t>(std::ceil(share * static_cast<double>(m_count)));
    uint64_t seen = 0;
    for (uint64_t span = 0; span < m_spans.size(); ++span)
    {
        seen += m_spans[span];
        if (seen >= wanted && seen > 0)
        {
            const auto shift = span < 2 * PARTS ? 0 : span / PARTS - 1;
            const auto end = ((span - shift * PARTS + 1) << shift) - 1;
            return std::min(Nanos(end), m_worst);
        }
    }
    return Nanos(0);
}

} // namespace ns3::net8
