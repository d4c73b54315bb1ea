// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-sleeper.h"

#include <utility>

namespace ns3::net8
{

void
TcpSleeper::Rest(TcpTime now)
{
    if (m_awake && m_awake->CanRest(now))
    {
        m_asleep = m_awake->FallAsleep().Squeeze();
        m_awake = nullptr;
    }
}

void
TcpSleeper::Wake() const
{
    m_awake = TcpConnection::Wake(TcpImage(m_asleep));
    m_asleep = nullptr;
}

} // namespace ns3::net8
