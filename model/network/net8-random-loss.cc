// SPDX-License-Identifier: GPL-2.0-only
#include "net8-random-loss.h"

#include <utility>

namespace ns3::net8
{

RandomLoss::RandomLoss(LinkDraw draw, double share, double correlation)
    : m_random(std::move(draw), correlation),
      m_share(ToNetemShare(share))
{
}

bool
RandomLoss::LoseNext()
{
    return m_share != 0 && m_share >= m_random.Next();
}

} // namespace ns3::net8
