// SPDX-License-Identifier: GPL-2.0-only
#include "net8-gilbert-elliott-loss.h"

#include <utility>

namespace ns3::net8
{

GilbertElliottLoss::GilbertElliottLoss(LinkDraw draw, const Settings& settings)
    : m_draw(std::move(draw)),
      m_p(ToNetemShare(settings.p)),
      m_r(ToNetemShare(settings.r)),
      m_h(ToNetemShare(1 - settings.badLoss)),
      m_goodLoss(ToNetemShare(settings.goodLoss))
{
}

bool
GilbertElliottLoss::LoseNext()
{
    const uint32_t change = m_draw();
    const uint32_t loss = m_draw();
    if (!m_bad)
    {
        m_bad = change < m_p;
        return loss < m_goodLoss;
    }
    m_bad = change >= m_r;
    return loss > m_h;
}

} // namespace ns3::net8
