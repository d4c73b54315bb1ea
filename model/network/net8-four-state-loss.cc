// SPDX-License-Identifier: GPL-2.0-only
#include "net8-four-state-loss.h"

#include <utility>

namespace ns3::net8
{

FourStateLoss::FourStateLoss(LinkDraw draw, const Settings& settings)
    : m_draw(std::move(draw)),
      m_p13(ToNetemShare(settings.p13)),
      m_p31(ToNetemShare(settings.p31)),
      m_p32(ToNetemShare(settings.p32)),
      m_p23(ToNetemShare(settings.p23)),
      m_p14(ToNetemShare(settings.p14))
{
}

FourStateLoss::State
FourStateLoss::GetNext(uint64_t random) const
{
    switch (m_state)
    {
    case State::RECEIVED:
        if (random < m_p14)
        {
            return State::LOST_ALONE;
        }
        return random < m_p13 + m_p14 ? State::LOST_IN_BURST : State::RECEIVED;
    case State::RECEIVED_IN_BURST:
        return random < m_p23 ? State::LOST_IN_BURST : State::RECEIVED_IN_BURST;
    case State::LOST_IN_BURST:
        if (random < m_p32)
        {
            return State::RECEIVED_IN_BURST;
        }
        return random < m_p31 + m_p32 ? State::RECEIVED : State::LOST_IN_BURST;
    case State::LOST_ALONE:
        break;
    }
    return State::RECEIVED;
}

bool
FourStateLoss::LoseNext()
{
    m_state = GetNext(m_draw());
    return m_state == State::LOST_IN_BURST || m_state == State::LOST_ALONE;
}

} // namespace ns3::net8
